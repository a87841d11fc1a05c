//! All boards of a kind at once.
//!
//! `census squares ROWS COLS COLOURS` takes every full board of squares with so many pieces of so many colours (as many of each), up to the names
//! of the colours, and tells how many can be solved and how many moves each takes at least. One space has all of them: an extra
//! position leads to every board, and the way back from the empty board (`quadrille::search::survey`) does the rest.
//!
//! `census tiles BLOCKS FILE` takes the ground of a level of tiles, puts so many different blocks on it in every way, and tells how many
//! moves it takes at most from anywhere to anything that can be reached: God's number of the ground.

use quadrille::games;
use quadrille::grid::Grid;
use quadrille::levels;
use quadrille::moves::Move;
use quadrille::search::{Control, Expansion, PackedSpace, Pruning, Space, Successors, survey};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<usize>().expect("a number");
    match words.as_slice() {
        ["squares", rows, cols, colours] => squares(number(rows), number(cols), number(colours)),
        ["tiles", blocks, file] => tiles(number(blocks), file),
        _ => eprintln!("census squares ROWS COLS COLOURS | census tiles BLOCKS FILE"),
    }
}

/// Positions of one word, and an extra one that leads to all boards.
struct Census<'a> {
    rows: &'a dyn PackedSpace<Move = Move>,
    boards: Vec<u64>,
}

/// No board is packed as this.
const EXTRA: u64 = u64::MAX;

impl Space for Census<'_> {
    type State = u64;
    type Move = u32;

    fn start(&self) -> u64 {
        EXTRA
    }

    fn is_goal(&self, state: &u64) -> bool {
        *state != EXTRA && self.rows.is_goal(&[*state])
    }

    fn successors(&self, &state: &u64, next: &mut Successors<u64, u32>) {
        if state == EXTRA {
            self.boards.iter().zip(0..).for_each(|(&board, number)| next.push(number, board));
            return;
        }
        let mut expansion = Expansion::default();
        self.rows.expand(&[state], None, &mut expansion);
        let rows = expansion.rows.iter().flatten();
        rows.zip(0..).for_each(|(&row, number)| next.push(number, row));
    }
}

/// Every way to share the cells among colours, each named when it first appears.
fn all_boards(left: &mut Vec<usize>, board: &mut Vec<u16>, visit: &mut impl FnMut(&[u16])) {
    if left.iter().all(|&left| left == 0) {
        return visit(board);
    }
    let used = board.iter().max().map_or(0, |&most| usize::from(most) + 1);
    for colour in 0..left.len().min(used + 1) {
        if left[colour] > 0 {
            left[colour] -= 1;
            board.push(colour as u16);
            all_boards(left, board, visit);
            board.pop();
            left[colour] += 1;
        }
    }
}

fn squares(rows: usize, cols: usize, colours: usize) {
    let cells = rows * cols;
    assert!(colours > 0 && cells.is_multiple_of(4 * colours), "a multiple of four of each colour");
    let game = games::by_id("squares").expect("a game");
    let size = quadrille::grid::Size::new(rows, cols).expect("a size");
    let letter = |colour: u16| {
        let glyph = char::from(b'A' + colour as u8).to_string();
        game.cell_from_glyph(&glyph).expect("a colour")
    };
    let grid = |board: &[u16]| {
        Grid::from_cells(size, board.iter().map(|&colour| letter(colour)).collect())
            .expect("as many cells as the size says")
    };
    let pruning = Pruning { canonical: true, dead_ends: false };
    let mut boards = Vec::new();
    let mut any = None;
    all_boards(&mut vec![cells / colours; colours], &mut Vec::new(), &mut |board| {
        let board = grid(board);
        let packed = game.with_rows(&board, pruning, &mut |rows| {
            let row = rows.start();
            assert_eq!(row.len(), 1, "a board of one word");
            boards.push(row[0]);
        });
        packed.expect("a level");
        any.get_or_insert(board);
    });
    println!("{} boards of {rows}x{cols} with {colours} colours", boards.len());
    let any = any.expect("a board");
    let done = game.with_rows(&any, pruning, &mut |rows| {
        let census = Census { rows, boards: boards.clone() };
        let survey = survey(&census, true, &mut Control::default().start());
        let first = survey.layers[1];
        let dead = first.dead_ends.expect("room enough");
        println!(
            "{} positions in all; of the {} boards {} can be solved and {dead} cannot",
            survey.positions() - 1,
            first.positions,
            first.positions - dead
        );
        println!("positions by the fewest moves to the empty board: {:?}", survey.to_goal);
        let hardest = survey.hardest.clone().unwrap_or_default();
        println!("the hardest position is {} moves behind a full board", hardest.len() - 1);
        if let [number] = hardest[..] {
            let mut board = Vec::new();
            let mut at = 0;
            all_boards(&mut vec![cells / colours; colours], &mut Vec::new(), &mut |found| {
                if at == number {
                    board = found.to_vec();
                }
                at += 1;
            });
            for row in board.chunks(cols) {
                println!("{}", row.iter().map(|&c| char::from(b'A' + c as u8)).collect::<String>());
            }
        }
        println!("{:?}", survey.stats);
    });
    done.expect("a level");
}

fn tiles(blocks: usize, file: &str) {
    let text = std::fs::read_to_string(file).expect("a file");
    let document = levels::read(&text, games::by_id("tiles"));
    let level = document.levels().next().expect("a level");
    let game = level.game;
    let code = |glyph: &str| game.cell_from_glyph(glyph).expect("a cell");
    let (wall, free) = (code("#"), code("."));
    let cells: Vec<u16> = level.grid.cells().to_vec();
    let ground: Vec<u16> = cells.iter().map(|&c| if c == wall { wall } else { free }).collect();
    let places: Vec<usize> = (0..ground.len()).filter(|&at| ground[at] == free).collect();
    let mut best = (0, 0, Vec::new());
    let (mut starts, mut positions) = (0_u64, 0_u64);
    let mut chosen: Vec<usize> = Vec::new();
    // Different blocks: every order of places. The goals are anywhere: what counts is what can be reached.
    visit_places(&places, blocks, &mut chosen, &mut |chosen| {
        let mut board = ground.clone();
        for (block, &at) in chosen.iter().enumerate() {
            let letter = char::from(b'a' + block as u8);
            // A goal of each colour makes the blocks different; where it is makes no difference.
            board[at] = code(&format!("{letter}{}", letter.to_ascii_uppercase()));
        }
        let grid = Grid::from_cells(level.grid.size(), board.clone()).expect("a board");
        let layers = game.layers(&grid, u32::MAX, true).expect("a level");
        starts += 1;
        positions = positions.max(layers.iter().sum());
        let depth = layers.len() - 1;
        if depth > best.0 {
            best = (depth, layers[depth], chosen.to_vec());
        }
    });
    println!(
        "{starts} starts of {blocks} blocks; God's number {} (to {} positions, from the cells {:?}); at most {positions} positions from one start",
        best.0, best.1, best.2
    );
}

fn visit_places(
    places: &[usize],
    left: usize,
    chosen: &mut Vec<usize>,
    visit: &mut impl FnMut(&[usize]),
) {
    if left == 0 {
        return visit(chosen);
    }
    for &place in places {
        if !chosen.contains(&place) {
            chosen.push(place);
            visit_places(places, left - 1, chosen, visit);
            chosen.pop();
        }
    }
}
