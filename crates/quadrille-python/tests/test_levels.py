"""Levels: reading, positions, formats, errors with their place."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import quadrille
from quadrille import Level


def test_every_pack_reads_and_every_level_survives_a_pickle_and_its_code() -> None:
    for name in quadrille.packs():
        for level in quadrille.pack(name):
            again = pickle.loads(pickle.dumps(level))
            assert again == level and hash(again) == hash(level)
            assert (again.name, again.solution, again.notes) == (level.name, level.solution, level.notes)
            assert Level(level.code) == level
            assert Level(level.board, game=level.game) == level
            assert Level(level.rows, game=level.game) == level
    assert copy.copy(level) == level


def test_board_is_an_array_of_codes(small: Level) -> None:
    board = small.board
    assert board.dtype == np.uint16 and board.shape == small.size
    glyphs = quadrille.game(small.game).glyphs
    assert [[glyphs[code] for code in row] for row in board] == small.rows
    board[:] = 0
    assert small.board.any(), "the array is a copy"


@pytest.mark.parametrize("pack", quadrille.packs())
def test_shipped_solutions_are_verified_and_played(pack: str) -> None:
    for level in quadrille.pack(pack):
        if level.solution is None:
            continue
        assert level.verify(level.solution).solved
        here = level
        for move in level.solution:
            assert move in here.moves()
            here = here.play(move)
        assert here.solved and here == level.play(level.solution)


def test_errors_have_place_and_help() -> None:
    with pytest.raises(quadrille.LevelError) as caught:
        quadrille.read("r . ?\n. . !", game="tiles")
    error = caught.value
    assert (error.line, error.column) == (1, 5) and "'?' is not a tiles cell" in str(error)
    assert error.help is not None and "wall" in error.help
    assert isinstance(error, ValueError) and len(error.mistakes) == 2
    with pytest.raises(quadrille.LevelError, match="colour R has 2 goals but 1 block") as caught:
        Level([["r", "R", "R"], [".", ".", "."]], game="tiles")
    assert caught.value.cell == (0, 2)
    with pytest.raises(quadrille.LevelError, match="row 1 has 1 cells"):
        Level([["r", "R"], ["."]], game="tiles")
    with pytest.raises(quadrille.GameError, match="the games are tiles, zhed"):
        Level([["r"]], game="chess")
    with pytest.raises(quadrille.GameError, match="name it"):
        Level([["r"]])
    with pytest.raises(TypeError, match="rows of glyphs"):
        Level(7, game="tiles")  # type: ignore[arg-type]
    with pytest.raises(quadrille.LevelError, match="damaged"):
        Level("tiles1-IgIAEuYDAQACBShqQB")
    with pytest.raises(quadrille.LevelError, match="2 levels"):
        Level("level a\n1.G\n\nlevel b\n1.G")
    with pytest.raises(quadrille.PackError, match="the packs are classics"):
        quadrille.pack("nothing")
    with pytest.raises(quadrille.PackError, match="no level 'x'"):
        quadrille.pack("tiles")["x"]


@pytest.mark.parametrize("text", ["", "\0", "{" * 5000, "é" * 300, "1 2\n3", "r" * 3000, "[[[[["])
def test_hostile_texts_are_refused_as_levels(text: str) -> None:
    with pytest.raises(quadrille.LevelError):
        quadrille.read(text)


def test_moves_are_refused_with_their_number(small: Level) -> None:
    with pytest.raises(quadrille.MoveError, match="'X' is not a direction") as caught:
        small.play("D X")
    assert caught.value.column == 3
    with pytest.raises(quadrille.MoveError, match="illegal") as caught:
        small.play("D D")
    assert caught.value.number == 2
    refused = small.verify(["D", "D"])
    assert not refused and not refused.legal and refused.moves == 1 and "move 2" in (refused.reason or "")
    assert small.verify("D R").solved_after == 2
    assert small.play("") == small


def test_formats(small: Level, tmp_path: object) -> None:
    assert small.text("svg") == small.svg() == small._repr_svg_()
    assert Level(small.text("matrix"), game="tiles") == small
    with pytest.raises(quadrille.FormatError, match="the formats are native"):
        small.text("docx")


def test_levels_are_saved_and_loaded(tmp_path: object, classics: quadrille.Levels) -> None:
    path = f"{tmp_path}/tiles.txt"
    quadrille.save(classics.of("tiles"), path)
    assert quadrille.load(path) == classics.of("tiles")
    with pytest.raises(quadrille.FormatError, match="one file per game"):
        quadrille.save(classics, path)


def test_assumptions_are_warnings() -> None:
    notes = [text for text in ["+---+\n|1.G|\n+---+", "  0 1 2\n0 1 0 -2"]]
    for text in notes:
        try:
            with pytest.warns(quadrille.AssumptionWarning, match="line"):
                quadrille.read(text, game="zhed")
        except (quadrille.LevelError, pytest.fail.Exception):
            continue
        break


def test_canonical_levels_represent_all_symmetric_ones() -> None:
    level = quadrille.generate("tiles", 1, size="5x4", pieces=2, seed=3)[0]
    renamed = [[glyph.translate(str.maketrans("abAB", "baBA")) for glyph in row] for row in level.rows]
    for turned in (np.array(renamed), np.rot90(renamed), np.fliplr(renamed), np.transpose(renamed)):
        assert Level(turned.tolist(), game="tiles").canonical() == level.canonical()
