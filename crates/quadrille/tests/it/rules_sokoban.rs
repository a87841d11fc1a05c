//! The rules of Sokoban, compared with a breadth-first search on rows of characters that shares
//! nothing with the library.

use std::collections::BTreeSet;

use quadrille::Method;
use quadrille::games::sokoban::Game;
use quadrille::games::{self, Ground, Tally};
use quadrille::generate;
use quadrille::levels::{Level, read};
use quadrille::search::{Control, Outcome, Pruning};

use crate::support::{Random, assert_fast_rules_walk_like_plain_ones, random_level};

/// Boards as rows, without outer walls where the border is enough.
const BOARDS: &[&str] = &[
    "#####/#@$.#/#####",
    "#######/#.-$-.#/#--#$-#/#@----#/#######",
    "@--/-$-/--.",
    "-----/-$$--/-@#--/..---",
    "#-####/--$-.#/#+-$-#/####-#",
    "@-*-.$-",
    "+$-/-*-/---",
    "-----/-#$#-/-.@.-/-#$#-/-----",
];

fn level(rows: &str) -> Level {
    let text = format!("game: sokoban\n{}\n", rows.replace('/', "\n"));
    read(&text, None).levels().next().unwrap_or_else(|| panic!("{rows}")).clone()
}

fn rows_of(level: &Level) -> String {
    let rows = level.grid.rows().map(|row| {
        row.iter().map(|&cell| level.game.cell_glyph(cell).expect("a cell")).collect::<String>()
    });
    rows.collect::<Vec<_>>().join("/")
}

/// The rows after a step, if it is possible.
fn stepped(rows: &str, (down, right): (i32, i32)) -> Option<String> {
    let mut grid: Vec<Vec<char>> = rows.split('/').map(|row| row.chars().collect()).collect();
    let at = |grid: &[Vec<char>], row: i32, col: i32| {
        let row = grid.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(col).ok()?).copied()
    };
    let (row, col) = (0..grid.len() as i32)
        .flat_map(|row| (0..grid[0].len() as i32).map(move |col| (row, col)))
        .find(|&(row, col)| matches!(at(&grid, row, col), Some('@' | '+')))?;
    let put = |grid: &mut Vec<Vec<char>>, row: i32, col: i32, change: &[(char, char)]| {
        let cell = &mut grid[row as usize][col as usize];
        *cell = change.iter().find(|(from, _)| from == cell).expect("a change").1;
    };
    let (to_row, to_col) = (row + down, col + right);
    match at(&grid, to_row, to_col)? {
        '-' | '.' => {}
        '$' | '*' => {
            let (box_row, box_col) = (to_row + down, to_col + right);
            if !matches!(at(&grid, box_row, box_col)?, '-' | '.') {
                return None;
            }
            put(&mut grid, box_row, box_col, &[('-', '$'), ('.', '*')]);
            put(&mut grid, to_row, to_col, &[('$', '-'), ('*', '.')]);
        }
        _ => return None,
    }
    put(&mut grid, to_row, to_col, &[('-', '@'), ('.', '+')]);
    put(&mut grid, row, col, &[('@', '-'), ('+', '.')]);
    Some(grid.into_iter().map(String::from_iter).collect::<Vec<_>>().join("/"))
}

/// The number of positions first reached at each depth, and the depth of the first solved one.
fn searched(rows: &str, depth: usize) -> (Vec<u64>, Option<u32>) {
    let is_solved = |rows: &String| !rows.contains(['.', '+']);
    let mut known = BTreeSet::from([rows.to_string()]);
    let mut layer = vec![rows.to_string()];
    let (mut counts, mut solved) = (Vec::new(), None);
    for here in 0..=depth {
        if layer.is_empty() {
            break;
        }
        counts.push(layer.len() as u64);
        if solved.is_none() && layer.iter().any(is_solved) {
            solved = Some(here as u32);
        }
        let ways = [(-1, 0), (1, 0), (0, -1), (0, 1)];
        let next = layer.iter().flat_map(|rows| ways.map(|way| stepped(rows, way)));
        layer = next.flatten().filter(|rows| known.insert(rows.clone())).collect();
    }
    (counts, solved)
}

#[test]
fn layers_are_those_of_the_search_on_rows() {
    let mut random = Random(17);
    let boards = BOARDS.iter().map(|rows| level(rows));
    let random = (0..60).map(|_| random_level("sokoban", &mut random, 4));
    for level in boards.chain(random) {
        let rows = rows_of(&level);
        let (counts, _) = searched(&rows, 14);
        assert_eq!(level.game.layers(&level.grid, 14, Pruning::NONE), Ok(counts), "{rows}");
    }
}

#[test]
fn plans_are_as_short_as_those_of_the_search_on_rows() {
    let mut random = Random(18);
    let boards = BOARDS.iter().map(|rows| level(rows));
    // Drafts can be solved; with one more wall not all of them.
    let random = (0..150).map(|_| {
        let mut level = random_level("sokoban", &mut random, 4);
        let floor = level.game.cell_from_glyph("-").unwrap();
        let floors: Vec<_> = level.grid.coords_where(|cell| cell == floor).collect();
        if !floors.is_empty() {
            level.grid[random.pick(&floors)] = level.game.cell_from_glyph("#").unwrap();
        }
        level
    });
    let (mut solved, mut unsolvable) = (0, 0);
    for level in boards.chain(random) {
        let rows = rows_of(&level);
        let (_, length) = searched(&rows, 60);
        let report =
            level.game.solve(&level.grid, &Method::default(), &Control::default(), None).unwrap();
        match report.outcome {
            Outcome::Solved { cost, optimal: true, .. } if cost <= 60 => {
                assert_eq!(Some(cost), length, "{rows}");
                solved += 1;
            }
            Outcome::Unsolvable => {
                assert_eq!(length, None, "{rows}");
                unsolvable += 1;
            }
            _ => {}
        }
    }
    assert!(solved > 20 && unsolvable > 5, "{solved} solved, {unsolvable} unsolvable");
}

#[test]
fn fast_rules_walk_like_plain_ones() {
    let mut random = Random(19);
    for _ in 0..40 {
        let level = random_level("sokoban", &mut random, 6);
        assert_fast_rules_walk_like_plain_ones(&Game, &level, &mut random);
    }
}

#[test]
fn mistakes_of_boards_name_the_missing_piece() {
    let game = games::by_id("sokoban").unwrap();
    let message = |rows: &str| {
        let cells = rows.chars().map(|glyph| game.cell_from_glyph(&glyph.to_string()).unwrap());
        let size = quadrille::grid::Size::new(1, rows.len()).unwrap();
        let board = quadrille::grid::Grid::from_cells(size, cells.collect()).unwrap();
        game.problems(&board).first().map(|problem| problem.message()).unwrap_or_default()
    };
    assert_eq!(message("-$.-"), "there is no player on the board");
    assert_eq!(message("@$.@"), "there are 2 players on the board; the limit is 1");
    assert_eq!(message("@$--"), "there is no goal on the board");
    assert_eq!(message("@$..."), "the board has 1 of 3 boxes");
    assert_eq!(message("@$$."), "");
}

#[test]
fn floor_outside_of_the_walls_is_not_drawn() {
    let level = level("--####/###--#/#@$.-#/######");
    let looks = level.game.looks(&level.grid);
    let holes: Vec<usize> =
        (0..looks.cells().len()).filter(|&at| looks.cells()[at].ground == Ground::Hole).collect();
    assert_eq!(holes, [0, 1]);
}

#[test]
fn pushes_are_counted_beside_moves() {
    let level = level("@---$-./-------");
    let report =
        level.game.solve(&level.grid, &Method::default(), &Control::default(), None).unwrap();
    let (plan, cost) = report.plan().unwrap();
    assert_eq!(cost, 5);
    assert_eq!(
        level.game.tally(&level.grid, plan),
        Some(Tally { noun: "push".to_string(), count: 2 })
    );
    let tiles = read("level a\nr..\n...\n..R\n", None).levels().next().unwrap().clone();
    assert_eq!(tiles.game.tally(&tiles.grid, &[]), None);
}

#[test]
fn walking_is_no_insight() {
    let rate = |rows: &str| generate::rate(&level(rows), &Control::default()).unwrap();
    let (near, far) = (rate("@$-./####"), rate("@-------------$-./#################"));
    assert_eq!(near.parts.moves + 13, far.parts.moves);
    assert_eq!(near.parts.insight, far.parts.insight);
    assert!(far.score <= near.score + 1, "{near:?} {far:?}");
}

#[test]
fn xsb_files_are_read_with_their_names() {
    let text =
        "; First steps\n\n  ####\n###  #\n#@$. #\n######\n\n#####\n#@$.#\n#####\nTitle: Second\n";
    let document = read(text, None);
    let levels: Vec<&Level> = document.levels().collect();
    assert_eq!(levels.len(), 2, "{:?}", document.diagnostics().collect::<Vec<_>>());
    assert_eq!(rows_of(levels[0]), "--####/###--#/#@$.-#/######");
    assert_eq!(rows_of(levels[1]), "#####/#@$.#/#####");
    assert!(levels.iter().all(|level| level.game.id() == "sokoban"));
    let names: Vec<_> = levels.iter().filter_map(|level| level.name.as_deref()).collect();
    assert_eq!(names, ["First steps", "Second"]);
}

/// Plans are written in the usual Sokoban notation, and read back, from files too.
#[test]
fn plans_have_a_capital_for_each_push() {
    let board = BOARDS[1];
    let level = level(board);
    let report = level.game.solve(&level.grid, &Method::default(), &Control::default(), None);
    let report = report.expect("the level can be solved");
    let (plan, _) = report.plan().expect("there is a plan");
    let text = level.game.write_plan(&level.grid, plan);
    let pushes = text.chars().filter(char::is_ascii_uppercase).count();
    assert_eq!(level.game.tally(&level.grid, plan).map(|tally| tally.count), Some(pushes));
    assert_eq!(text.len(), plan.len(), "{text}");
    assert_eq!(level.game.notation().read(&text).expect("moves"), plan);
    // As the solution of a level, as in published collections.
    let file = format!("solution: {text}\n{}", board.replace('/', "\n"));
    let file = format!("game: sokoban\n{file}\n");
    let read = read(&file, None).levels().next().expect("a level").solution.clone();
    assert_eq!(read.as_deref(), Some(plan));
}

/// The fewest pushes by a search on rows in which a step is free, and whether they were found
/// within a limit of positions.
fn fewest_pushes(rows: &str) -> Option<u32> {
    let boxes = |rows: &str| rows.replace(['@'], "-").replace('+', ".");
    let mut known = BTreeSet::from([rows.to_string()]);
    let mut layer = vec![rows.to_string()];
    for pushes in 0.. {
        if layer.is_empty() {
            return None;
        }
        // All positions with this number of pushes: those that walks lead to, too.
        let (mut at, mut next) = (0, Vec::new());
        while at < layer.len() {
            let here = layer[at].clone();
            at += 1;
            if !here.contains(['.', '+']) {
                return Some(pushes);
            }
            for way in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                let Some(after) = stepped(&here, way) else { continue };
                if boxes(&after) != boxes(&here) {
                    next.push(after);
                } else if known.insert(after.clone()) {
                    layer.push(after);
                }
            }
        }
        layer = next.into_iter().filter(|rows| known.insert(rows.clone())).collect();
    }
    None
}

#[test]
fn the_fewest_pushes_are_those_of_the_search_on_rows() {
    let mut random = Random(21);
    let boards = BOARDS.iter().map(|rows| level(rows));
    let random = (0..400).map(|number| {
        let mut level = random_level("sokoban", &mut random, 4 + number % 2);
        let floor = level.game.cell_from_glyph("-").unwrap();
        let floors: Vec<_> = level.grid.coords_where(|cell| cell == floor).collect();
        if number % 3 == 0 && !floors.is_empty() {
            level.grid[random.pick(&floors)] = level.game.cell_from_glyph("#").unwrap();
        }
        level
    });
    let (mut solved, mut unsolvable) = (0, 0);
    for level in boards.chain(random) {
        let rows = rows_of(&level);
        let pushes = fewest_pushes(&rows);
        for method in ["best in pushes", "bfs in pushes", "astar in pushes"] {
            let method: Method = method.parse().unwrap();
            let report = level.game.solve(&level.grid, &method, &Control::default(), None);
            match report.unwrap().outcome {
                Outcome::Solved { cost, optimal: true, plan } => {
                    assert_eq!(Some(cost), pushes, "{method}: {rows}");
                    let tally = level.game.tally(&level.grid, &plan).unwrap();
                    assert_eq!(tally.count, cost as usize);
                    solved += 1;
                }
                Outcome::Unsolvable => {
                    assert_eq!(pushes, None, "{method}: {rows}");
                    unsolvable += 1;
                }
                other => panic!("{method}: {other:?}"),
            }
        }
    }
    assert!(solved > 600 && unsolvable > 50, "{solved} solved, {unsolvable} unsolvable");
}

#[test]
fn only_games_with_pushes_can_count_them() {
    let method: Method = "best in pushes".parse().unwrap();
    let tiles = read("level a\nr..\n...\n..R\n", None).levels().next().unwrap().clone();
    assert!(method.resolve(tiles.game.vocabulary()).is_err());
    assert!(tiles.game.solve(&tiles.grid, &method, &Control::default(), None).is_err());
    let sokoban = level(BOARDS[0]);
    assert!(method.resolve(sokoban.game.vocabulary()).is_ok());
    let other: Method = "astar with 2*off_goal in pushes".parse().unwrap();
    assert!(other.resolve(sokoban.game.vocabulary()).is_err());
}

/// Levels of rooms, tunnels and doors, made by hand.
const ROOMS: &[&str] = &[
    "########/#--..--#/#-$$---#/#--@-#-#/########",
    "-######-/##----##/#--$$--#/#-#..#-#/#---@--#/########",
    "#########/#---#---#/#-$-#-..#/#-$-----#/#-@-#---#/#########",
    "-####----/##--####-/#--$---#-/#-$#.#-##/#--@..$-#/####----#/---######",
    "#######/#-.-.-#/#-$$$-#/#.-@-.#/#-$$--#/#-.---#/#######",
];

/// Drafts of the generator.
const DRAFTS: &str = include_str!("small_sokoban.txt");

/// Levels of up to 12×12 cells and 6 boxes, by hand and by the generator, are proved within a
/// number of positions that takes less than ten seconds.
#[test]
fn small_levels_are_proved_in_pushes() {
    const MOST: u64 = 2_000_000;
    let game = games::by_id("sokoban").unwrap();
    let method: Method = "best in pushes".parse().unwrap();
    let limits = quadrille::search::Limits { max_nodes: Some(MOST), ..Default::default() };
    for grid in ROOMS.iter().copied().chain(DRAFTS.lines()).map(|rows| level(rows).grid) {
        let report = game.solve(&grid, &method, &Control::with_limits(limits), None).unwrap();
        let box_cells = ["$", "*"].map(|glyph| game.cell_from_glyph(glyph).unwrap());
        let boxes = grid.coords_where(|cell| box_cells.contains(&cell)).count();
        let stats = report.stats;
        println!(
            "{} {boxes} boxes: {:?} pushes, {} positions, {:.3} s",
            grid.size(),
            report.plan().map(|(_, cost)| cost),
            stats.expanded,
            stats.seconds
        );
        assert!(boxes <= 6 && report.is_optimal(), "{grid:?}: {report:?}");
    }
}
