#!/usr/bin/env python3
"""Checks the certificates of `quadrille solve LEVEL --certificate FILE`.

Run `python3 check-certificate.py FILE...`. It prints what each file proves, or what is wrong with
it, and ends with 1 if anything is. It shares no code with the solver: docs/certificates.md has the
argument.
"""

import json
import sys

STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


class Wrong(Exception):
    """The reason why a certificate proves nothing."""


class Board:
    def __init__(self, rows):
        self.rows, self.cols = len(rows), len(rows[0])
        if any(len(row) != self.cols for row in rows):
            raise Wrong("the rows of the board differ in length")
        cells = [cell for row in rows for cell in row]
        for cell in cells:
            if cell not in (".", "#", "G", "X") and not (type(cell) is int and cell > 0):
                raise Wrong(f"unknown cell {cell!r}")
        self.cells = cells
        self.numbers = {at: cell for at, cell in enumerate(cells) if type(cell) is int}
        self.free = {at for at, cell in enumerate(cells) if cell in (".", "G")}
        self.goals = {at for at, cell in enumerate(cells) if cell == "G"}

    def ray(self, at, letter):
        """The cells from a cell to the border, without it."""
        step = STEPS[letter]
        row, col = at // self.cols + step[0], at % self.cols + step[1]
        while 0 <= row < self.rows and 0 <= col < self.cols:
            yield row * self.cols + col
            row, col = row + step[0], col + step[1]


def replay(board, plan):
    """Plays a plan; it must fill a goal."""
    filled, left = set(), dict(board.numbers)
    for at, letter in plan:
        if at not in left or letter not in STEPS:
            raise Wrong(f"the plan has an illegal move: {at} {letter}")
        value = left.pop(at)
        for cell in board.ray(at, letter):
            if value > 0 and cell in board.free and cell not in filled:
                filled.add(cell)
                value -= 1
    if not board.goals & filled and "X" not in board.cells:
        raise Wrong("the plan fills no goal")


def fillable(board, may):
    """The pairs of cells and letters such that a cell may be filled in a direction, if all numbers
    help each other in all the directions that they may go."""
    pairs = set()
    while True:
        reached = {cell for cell, _ in pairs}
        before = len(pairs)
        for at, value in board.numbers.items():
            for letter in may[at]:
                left = value
                for cell in board.ray(at, letter):
                    if cell not in board.free:
                        continue
                    if left > 0:
                        pairs.add((cell, letter))
                    if cell not in reached:
                        if left == 0:
                            break
                        left -= 1
        if len(pairs) == before:
            return pairs


def line_cost(board, cells, letters, goal, pairs, may, must, prices, sign, unit):
    """The least cost of a row or column alone, or None if it has no way.

    A state has the cells that walks towards the end can still fill, and those passed so far that
    walks towards the start have to fill."""
    own, crossing, uses = prices
    forward, backward = letters
    states = {(0, 0): 0}
    for place, at in enumerate(cells):
        free_ahead = sum(cell in board.free for cell in cells[place + 1:])
        after = {}

        def reach(carried, owed, cost):
            state = (min(carried, free_ahead), owed)
            if cost < after.get(state, cost + 1):
                after[state] = cost

        for (carried, owed), cost in states.items():
            if at in board.numbers:
                value, use = board.numbers[at], cost + unit + uses[at]
                along = [letter for letter in may[at] if letter in letters]
                if not (at in must and along):
                    reach(carried, owed, cost)
                if forward in along:
                    reach(carried + value, owed, use)
                if backward in along:
                    reach(carried, max(0, owed - value), use)
            elif at in board.free:
                if carried == 0 and owed == 0 and at != goal:
                    reach(0, 0, cost)
                if carried > 0 and (at, forward) in pairs:
                    reach(carried - 1, owed, cost + sign * own[at])
                if (at, backward) in pairs:
                    reach(carried, owed + 1, cost + sign * own[at])
                if any((at, letter) in pairs for letter in STEPS if letter not in letters):
                    reach(carried, owed, cost + sign * crossing[at])
            else:
                reach(carried, owed, cost)
        states = after
    return min((cost for (_, owed), cost in states.items() if owed == 0), default=None)


def check(board, goal, proof, may, must, needed, unit, count):
    """Checks that plans in which the numbers do as they may fill the goal with `needed` moves or
    more."""
    if "number" in proof:
        number = proof["number"]
        if number not in board.numbers or number in must:
            raise Wrong(f"a case of something that is not an open number: {number}")
        stays = {**may, number: ""}
        check(board, goal, proof["stays"], stays, must, needed, unit, count)
        for letter in may[number]:
            case = {**may, number: letter}
            check(board, goal, proof[letter], case, must | {number}, needed, unit, count)
        return
    count[0] += 1
    pairs = fillable(board, may)
    if not any((goal, letter) in pairs for letter in STEPS):
        return
    if "rows" not in proof:
        raise Wrong("a goal is said to be out of reach, but is not")
    rows, cols, uses = proof["rows"], proof["cols"], proof["uses"]
    for prices in (rows, cols, uses):
        if len(prices) != len(board.cells) or any(type(price) is not int for price in prices):
            raise Wrong("there must be one whole price for each cell")
    if any(uses[at] < 0 for at in board.numbers):
        raise Wrong("a surcharge is negative")
    total = -sum(uses[at] for at in board.numbers)
    for row in range(board.rows):
        cells = range(row * board.cols, (row + 1) * board.cols)
        cost = line_cost(
            board, cells, "RL", goal, pairs, may, must, (rows, cols, uses), 1, unit
        )
        if cost is None:
            return
        total += cost
    for col in range(board.cols):
        cells = range(col, len(board.cells), board.cols)
        cost = line_cost(
            board, cells, "DU", goal, pairs, may, must, (cols, rows, uses), -1, unit
        )
        if cost is None:
            return
        total += cost
    if total <= (needed - 1) * unit:
        raise Wrong(f"prices prove only {total / unit:.3f} moves, not {needed}")


def proved(path):
    """What a certificate proves."""
    with open(path, encoding="utf-8") as file:
        certificate = json.load(file)
    if certificate["certificate"] != "zhed 1" or type(certificate["unit"]) is not int:
        raise Wrong("unknown kind of certificate")
    board, plan, unit = Board(certificate["board"]), certificate["plan"], certificate["unit"]
    if unit <= 0:
        raise Wrong("the unit is not positive")
    needed = len(board.numbers) + 1
    if plan is not None:
        replay(board, plan)
        needed = len(plan)
    elif "X" in board.cells:
        raise Wrong("the board is solved")
    count = [0]
    if needed > 0:
        proofs = {goal["goal"]: goal["proof"] for goal in certificate["goals"]}
        for goal in board.goals:
            if goal not in proofs:
                raise Wrong(f"there is no proof for the goal at {goal}")
            may = dict.fromkeys(board.numbers, "UDLR")
            check(board, goal, proofs[goal], may, frozenset(), needed, unit, count)
    cases = f"{count[0]} case{'' if count[0] == 1 else 's'}"
    if plan is None:
        return f"there is no plan ({cases})"
    return f"the fewest moves are {needed} ({cases})"


def main(paths):
    failures = 0
    for path in paths:
        try:
            print(f"{path}: proved: {proved(path)}")
        except (Wrong, KeyError, TypeError, ValueError, IndexError, OSError) as error:
            print(f"{path}: not proved: {error}")
            failures += 1
    return 1 if failures or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
