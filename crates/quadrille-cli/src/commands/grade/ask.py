"""Reads share codes, one per line, and answers each with the submission's estimate."""

import faulthandler
import importlib.util
import os
import sys
import traceback

# The submission's own output must not be taken for an answer.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
# A crash of the interpreter prints its place.
faulthandler.enable(all_threads=False)


def answer(text):
    print(str(text).replace("\n", " "), file=answers, flush=True)


def describe(error):
    """An error with its place in the submission."""
    places = [place for place in traceback.extract_tb(error.__traceback__) if place.filename == sys.argv[1]]
    if isinstance(error, SyntaxError) and error.filename == sys.argv[1]:
        return f"error: {type(error).__name__}: {error.msg} (line {error.lineno})"
    place = f" (line {places[-1].lineno}, in {places[-1].name})" if places else ""
    return f"error: {type(error).__name__}: {error}{place}"


def main():
    try:
        import quadrille
    except ImportError:
        answer("error: the package quadrille is not installed for python3 (see docs/python.md)")
        return
    try:
        sys.path.insert(0, os.path.dirname(os.path.abspath(sys.argv[1])))
        spec = importlib.util.spec_from_file_location("submission", sys.argv[1])
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        estimate = module.estimate
    except BaseException as error:
        answer(describe(error))
        return
    answer("ready")
    for line in sys.stdin:
        try:
            answer(repr(float(estimate(quadrille.Level(line.strip())))))
        except BaseException as error:
            answer(describe(error))


main()
