"""A search program for Match-the-Tiles: reads a level, writes a plan.

A state is a frozenset of blocks (row, column, colour); walls and goals never change.
"""

import sys

MOVES = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


class Level:
    """The board: '#' wall, '.' empty, 'r' block, 'R' goal, 'rB' a block on a goal of another colour."""

    def __init__(self, text):
        rows = [line.split() for line in text.splitlines() if line.strip()]
        self.rows, self.cols = len(rows), len(rows[0])
        self.walls, self.goals, blocks = set(), {}, set()
        for row, cells in enumerate(rows):
            for col, cell in enumerate(cells):
                if cell == "#":
                    self.walls.add((row, col))
                for glyph in cell:
                    if glyph.islower():
                        blocks.add((row, col, glyph))
                    elif glyph.isupper():
                        self.goals[row, col] = glyph.lower()
        self.start = frozenset(blocks)

    def is_solved(self, state):
        return all((row, col, colour) in state for (row, col), colour in self.goals.items())

    def after(self, state, move):
        """The state after all blocks slid as far as they can."""
        down, right = MOVES[move]
        stopped = {}
        # Those that are farthest in the direction of the move stop first.
        for row, col, colour in sorted(state, key=lambda block: -(block[0] * down + block[1] * right)):
            while True:
                place = (row + down, col + right)
                inside = 0 <= place[0] < self.rows and 0 <= place[1] < self.cols
                if not inside or place in self.walls or place in stopped:
                    break
                row, col = place
            stopped[row, col] = colour
        return frozenset((row, col, colour) for (row, col), colour in stopped.items())


def search(level):
    """Returns the moves of a plan and how many states were expanded. This is yours to write."""
    return None, 0


def main():
    level = Level(sys.stdin.read())
    plan, expanded = search(level)
    print(f"# expanded={expanded}")
    if plan is not None:
        print(" ".join(plan))


main()
