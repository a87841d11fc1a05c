import importlib.util
import os
import sys

# Whatever the submission prints must not be taken for an answer.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)


def answer(text):
    print(str(text).replace("\n", " "), file=answers, flush=True)


def main():
    try:
        import quadrille
    except ImportError:
        answer("error: the package quadrille is not installed for python3 (see docs/python.md)")
        return
    try:
        spec = importlib.util.spec_from_file_location("submission", sys.argv[1])
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        estimate = module.estimate
    except BaseException as error:
        answer(f"error: {type(error).__name__}: {error}")
        return
    answer("ready")
    for line in sys.stdin:
        try:
            answer(repr(float(estimate(quadrille.Level(line.strip())))))
        except BaseException as error:
            answer(f"error: {type(error).__name__}: {error}")


main()
