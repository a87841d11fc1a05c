import java.util.*;

/** A search program for Match-the-Tiles: reads a level, writes a plan. */
public class Solver {
    static final String MOVES = "UDLR";
    static final int[] DOWN = {-1, 1, 0, 0};
    static final int[] RIGHT = {0, 0, -1, 1};

    static int rows, cols;
    static boolean[] walls;
    /** The colour of the goal on each cell, or 0. */
    static char[] goals;

    /** Reads the board: '#' wall, '.' empty, 'r' block, 'R' goal, 'rB' a block on a goal. A state is the colour of the block on each cell. */
    static String read(Scanner input) {
        List<String[]> lines = new ArrayList<>();
        while (input.hasNextLine()) {
            String line = input.nextLine().trim();
            if (!line.isEmpty()) lines.add(line.split("\\s+"));
        }
        rows = lines.size();
        cols = lines.get(0).length;
        walls = new boolean[rows * cols];
        goals = new char[rows * cols];
        char[] blocks = new char[rows * cols];
        Arrays.fill(blocks, '.');
        for (int cell = 0; cell < rows * cols; cell++) {
            for (char glyph : lines.get(cell / cols)[cell % cols].toCharArray()) {
                if (glyph == '#') walls[cell] = true;
                else if (Character.isLowerCase(glyph)) blocks[cell] = glyph;
                else if (Character.isUpperCase(glyph)) goals[cell] = Character.toLowerCase(glyph);
            }
        }
        return new String(blocks);
    }

    static boolean isSolved(String state) {
        for (int cell = 0; cell < rows * cols; cell++) {
            if (goals[cell] != 0 && state.charAt(cell) != goals[cell]) return false;
        }
        return true;
    }

    /** The state after all blocks slid as far as they can. */
    static String after(String state, int move) {
        char[] blocks = state.toCharArray();
        boolean backwards = DOWN[move] + RIGHT[move] > 0;
        for (int turn = 0; turn < rows * cols; turn++) {
            // Those that are farthest in the direction of the move stop first.
            int cell = backwards ? rows * cols - 1 - turn : turn;
            char colour = blocks[cell];
            if (colour == '.') continue;
            int row = cell / cols, col = cell % cols;
            while (true) {
                int nextRow = row + DOWN[move], nextCol = col + RIGHT[move];
                if (nextRow < 0 || nextRow >= rows || nextCol < 0 || nextCol >= cols) break;
                int next = nextRow * cols + nextCol;
                if (walls[next] || blocks[next] != '.') break;
                row = nextRow;
                col = nextCol;
            }
            blocks[cell] = '.';
            blocks[row * cols + col] = colour;
        }
        return new String(blocks);
    }

    static long expanded = 0;

    /** The moves of a plan, or null. This is yours to write. */
    static String search(String start) {
        return null;
    }

    public static void main(String[] arguments) {
        String start = read(new Scanner(System.in));
        String plan = search(start);
        System.out.println("# expanded=" + expanded);
        if (plan != null) System.out.println(String.join(" ", plan.split("")));
    }
}
