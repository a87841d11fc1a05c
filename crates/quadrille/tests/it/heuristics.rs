//! The claims of heuristics, tested against the exact values of whole state graphs.

use std::collections::HashMap;
use std::fmt::Debug;

use crate::support::{Random, random_level};
use quadrille::Method;
use quadrille::games::{self, Cell, Definition};
use quadrille::grid::Grid;
use quadrille::heuristics::{Claims, DEAD_END, Expression, Feature, Heuristic, HeuristicInfo};
use quadrille::levels::{self, Level};
use quadrille::moves::Move;
use quadrille::puzzle::{self, Formula, Puzzle, Visit, visit};
use quadrille::search::{
    Algorithm, Control, Event, Limits,
    space::{Step, Successors},
    toolkit::Packed,
};

/// Larger levels are left out.
const MOST_POSITIONS: usize = 1500;
/// Tolerance for the sum of a few roundings.
const ROUNDING: f64 = 1e-9;

/// A position with the trace of the move that led to it: everything that a heuristic may depend on,
/// except for orderings.
struct Node<S> {
    state: S,
    by: Option<Move>,
    trace: Option<bool>,
    following: Vec<usize>,
    /// The exact cost of solving it.
    left: f64,
}

/// The whole graph that a search visits from the start. With `all_moves` the trace is ignored and
/// no move is left out. `None` if it is too large.
fn graph<S: Packed>(puzzle: &dyn Puzzle<State = S>, all_moves: bool) -> Option<Vec<Node<S>>> {
    let start = puzzle.canonical_form(puzzle.start());
    let node =
        |state, by, trace| Node { state, by, trace, following: Vec::new(), left: f64::INFINITY };
    let mut nodes = vec![node(start.clone(), None, None)];
    let mut numbers = HashMap::from([((start, None), 0)]);
    let mut next = 0;
    while next < nodes.len() {
        if nodes.len() > MOST_POSITIONS {
            return None;
        }
        let Node { state, trace, .. } = &nodes[next];
        let (state, trace) = (state.clone(), *trace);
        let mut following = Vec::new();
        if !puzzle.is_goal(&state) {
            let mut successors = Successors::new();
            puzzle.successors_after(&state, trace.filter(|_| !all_moves), &mut successors);
            following.extend(successors);
        }
        for (mv, after) in following {
            let trace = puzzle.trace(Step { from: &state, mv: &mv, to: &after });
            let (by, trace) = if all_moves { (None, None) } else { (Some(mv), Some(trace)) };
            let after = puzzle.canonical_form(after);
            let number = *numbers.entry((after.clone(), trace)).or_insert_with(|| {
                nodes.push(node(after, by, trace));
                nodes.len() - 1
            });
            nodes[next].following.push(number);
        }
        next += 1;
    }
    // Values from the solved positions backwards, layer by layer.
    let mut before = vec![Vec::new(); nodes.len()];
    for (number, node) in nodes.iter().enumerate() {
        for &after in &node.following {
            before[after].push(number);
        }
    }
    let mut layer: Vec<usize> =
        (0..nodes.len()).filter(|&number| puzzle.is_goal(&nodes[number].state)).collect();
    let mut cost = 0.0;
    while !layer.is_empty() {
        layer.retain(|&number| nodes[number].left == f64::INFINITY);
        layer.iter().for_each(|&number| nodes[number].left = cost);
        layer = layer.iter().flat_map(|&number| before[number].iter().copied()).collect();
        cost += 1.0;
    }
    Some(nodes)
}

/// The findings for one heuristic.
#[derive(Default, Debug)]
struct Findings {
    levels: usize,
    positions: usize,
    overestimates: usize,
    /// The first level with an overestimate: picture, estimate, truth.
    example: Option<String>,
    inconsistent: usize,
    sum_of_estimates: f64,
    sum_of_truths: f64,
}

struct Check<'a> {
    level: &'a Level,
    expressions: &'a [Expression],
    findings: &'a mut HashMap<String, Findings>,
}

impl Visit for Check<'_> {
    type Output = ();

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) {
        for all_moves in [true, false] {
            let Some(nodes) = graph(puzzle, all_moves) else { return };
            for expression in self.expressions {
                let formula = puzzle::formula(puzzle, expression).unwrap();
                let findings = self.findings.entry(expression.to_string()).or_default();
                findings.levels += usize::from(all_moves);
                check(puzzle, &formula, &nodes, all_moves, self.level, findings);
            }
        }
    }
}

fn check<S: Packed + Debug>(
    puzzle: &dyn Puzzle<State = S>,
    formula: &Formula<'_, S>,
    nodes: &[Node<S>],
    all_moves: bool,
    level: &Level,
    findings: &mut Findings,
) {
    let Claims { admissible, consistent, whole } = formula.claims();
    let estimates: Vec<f64> = nodes
        .iter()
        .map(|node| match puzzle.is_goal(&node.state) {
            true => 0.0,
            false => formula.estimate(&node.state, node.by.as_ref()),
        })
        .collect();
    for (number, (node, &estimate)) in nodes.iter().zip(&estimates).enumerate() {
        let context =
            || format!("{level:?}\nposition {number}: {:?} {estimate}, {}", node.state, node.left);
        assert!(!estimate.is_nan(), "{}", context());
        if estimate == DEAD_END {
            assert_eq!(node.left, f64::INFINITY, "a wrong dead end: {}", context());
            continue;
        }
        assert!(!whole || estimate >= 0.0 && estimate.fract() == 0.0, "not whole: {}", context());
        assert!(
            admissible == f64::INFINITY || estimate <= admissible * node.left + ROUNDING,
            "too much: {}",
            context()
        );
        findings.positions += 1;
        if node.left.is_finite() {
            findings.sum_of_estimates += estimate;
            findings.sum_of_truths += node.left;
        }
        if estimate > node.left + ROUNDING {
            findings.overestimates += 1;
            // Only the position of the start can be shown.
            if number == 0 {
                findings.example.get_or_insert_with(|| {
                    format!("{estimate} for a plan of {}\n{}", node.left, picture(level))
                });
            }
        }
        // Along the moves that a search makes.
        if !all_moves {
            for &after in &node.following {
                // A dead end may be detected late, but must not be detected wrongly.
                let falls = estimate - estimates[after];
                let is_inconsistent = falls > 1.0 + ROUNDING;
                findings.inconsistent += usize::from(is_inconsistent);
                assert!(
                    consistent == f64::INFINITY || falls <= consistent + ROUNDING,
                    "falls to {}: {}",
                    estimates[after],
                    context()
                );
            }
        }
    }
}

fn picture(level: &Level) -> String {
    let rows = level.grid.rows().map(|row| {
        let glyphs = row.iter().map(|&cell| level.game.cell_glyph(cell).unwrap_or_default());
        glyphs.collect::<Vec<_>>().join(" ")
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// All heuristics of a game with various options, and a few combinations.
fn expressions(
    heuristics: &'static [HeuristicInfo],
    features: &'static [Feature],
) -> Vec<Expression> {
    let mut texts = Vec::new();
    for info in heuristics {
        match info.options.len() {
            0 => texts.push(info.name.to_string()),
            _ => {
                for one in ["min", "mean", "max"] {
                    for other in ["min", "mean", "max"] {
                        texts.push(format!("{}({one},{other})", info.name));
                    }
                }
            }
        }
    }
    let good: Vec<_> =
        heuristics.iter().filter(|info| info.admissible).map(|info| info.name).collect();
    let all = good.join(",");
    texts.push(format!("max({all},zero)"));
    texts.push(format!("2*max({all})+{}", good[0]));
    texts.push(format!("0.5*{}+0.5*max({all})", good[0]));
    texts.push(format!("min({all},1)-0.5"));
    texts.push(format!("max({}-1,1,-2*max({all}))", good[0]));
    for feature in features.iter().map(|feature| feature.name) {
        texts.push(format!("min({feature},{0}-0.5*{feature})", good[0]));
        texts.push(format!("{}/max({feature},1)+min({feature},1)*{0}/2", good[0]));
    }
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

/// Tests random levels and those of a text.
fn examine<D: Definition>(game: &D, levels: usize, max_side: usize, more: &str) {
    let mut random = Random(21);
    let mut findings: HashMap<String, Findings> = HashMap::new();
    let expressions = expressions(D::HEURISTICS, D::FEATURES);
    let document = levels::read(more, games::by_id(D::ID));
    let given = document.levels().cloned();
    let at_random = (0..levels).map(|_| random_level(D::ID, &mut random, max_side));
    for level in at_random.chain(given) {
        let cells =
            level.grid.cells().iter().map(|&code| D::Cell::from_code(code).unwrap()).collect();
        let board = Grid::from_cells(level.grid.size(), cells).unwrap();
        let check = Check { level: &level, expressions: &expressions, findings: &mut findings };
        visit(&|run| game.with_puzzle(&board, run), check);
    }
    for expression in &expressions {
        let name = expression.to_string();
        let findings = &findings[&name];
        println!(
            "{} {name}: {} levels, {} positions, mean {:.3} of {:.3}, {:.2} % too much, {} inconsistent moves",
            D::ID,
            findings.levels,
            findings.positions,
            findings.sum_of_estimates / findings.positions as f64,
            findings.sum_of_truths / findings.positions as f64,
            100.0 * findings.overestimates as f64 / findings.positions as f64,
            findings.inconsistent
        );
        if let Some(example) = &findings.example {
            println!("{example}");
        }
        assert!(
            findings.levels > levels / 3,
            "{name}: only {} levels were small enough",
            findings.levels
        );
    }
    // No heuristic is declared inadmissible or inconsistent without need.
    for info in D::HEURISTICS {
        let of = |count: &dyn Fn(&Findings) -> usize| -> usize {
            findings
                .iter()
                .filter(|(name, _)| {
                    *name == info.name || name.starts_with(&format!("{}(", info.name))
                })
                .map(|(_, findings)| count(findings))
                .sum()
        };
        let (over, inconsistent) = (of(&|one| one.overestimates), of(&|one| one.inconsistent));
        assert_eq!(over == 0, info.admissible, "{}: {over} overestimates", info.name);
        // Small boards cannot refute any claim of the score of squares.
        if info.name != "score" {
            assert_eq!(inconsistent == 0, info.consistent, "{}: {inconsistent} falls", info.name);
        }
    }
}

#[test]
fn claims_hold_in_tiles() {
    examine(&games::tiles::Game, 3000, 5, "");
}

#[test]
fn claims_hold_in_zhed() {
    examine(&games::zhed::Game, 3000, 5, "level two-threes\n33.....G\n");
}

#[test]
fn claims_hold_in_squares() {
    examine(&games::squares::Game, 1500, 4, "");
}

#[test]
fn claims_hold_in_fold() {
    examine(&games::fold::Game, 4000, 6, "");
}

#[test]
fn claims_hold_in_sokoban() {
    examine(&games::sokoban::Game, 600, 4, "");
}

/// The estimate for the start of a level.
fn value(level: &str, expression: &str) -> f64 {
    struct Ask<'a>(&'a Expression);
    impl Visit for Ask<'_> {
        type Output = f64;
        fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> f64 {
            puzzle::formula(puzzle, self.0).unwrap().estimate(&puzzle.start(), None)
        }
    }
    fn ask<D: Definition>(game: &D, level: &Level, expression: &Expression) -> f64 {
        let cells = level.grid.cells().iter().map(|&code| D::Cell::from_code(code).unwrap());
        let board = Grid::from_cells(level.grid.size(), cells.collect()).unwrap();
        visit(&|run| game.with_puzzle(&board, run), Ask(expression))
    }
    let document = levels::read(level, None);
    let level = document.levels().next().unwrap_or_else(|| panic!("no level: {level}"));
    let expression = expression.parse().unwrap();
    match level.game.id() {
        "tiles" => ask(&games::tiles::Game, level, &expression),
        "zhed" => ask(&games::zhed::Game, level, &expression),
        id => panic!("{id}"),
    }
}

/// Computed by hand from the definitions.
#[test]
fn collinear_counts_walls_between_and_not_blocks() {
    assert_eq!(value("r b R .\n. . . .\n", "collinear"), 1.0);
    assert_eq!(value("r # R .\n. . . .\n", "collinear"), 3.0);
    assert_eq!(value("r . . .\n. . R .\n", "collinear"), 2.0);
    // The worst of the blocks: red is in line, blue is not.
    assert_eq!(value("r . R .\nb . . .\n. . B .\n", "collinear"), 2.0);
    // The nearest of the goals: one is in line, the other behind a wall.
    assert_eq!(value("R # r . R\n. r . . .\n", "collinear"), 2.0);
    assert_eq!(value("R # r . R\n. . . r .\n. . . . .\n", "collinear"), 2.0);
    // Blocks without a goal: of the two red ones the nearer counts, blue does not.
    assert_eq!(value("r . R .\n. . . r\nb . . .\n", "collinear"), 1.0);
}

#[test]
fn distances_leave_out_blocks_without_a_goal() {
    let level4 = "# r . . .\nP . . . #\n# . # # .\n# . . p #\ng . # # #\n";
    // Pink is two rows and three columns from its goal.
    assert_eq!(value(level4, "manhattan(min,max)"), 5.0);
    assert_eq!(value(level4, "manhattan(min,min)"), 5.0);
    assert_eq!(value(level4, "manhattan(mean,mean)"), 5.0);
    assert_eq!(value(level4, "euclidean(min,mean)"), 13.0_f64.sqrt());
    assert_eq!(value(level4, "collinear"), 2.0);
    // Of two red blocks at 1 and 4 the one at 1 counts; blue is at 2.
    let spare = "R r b . r\n. . . . .\n. . B . .\n";
    assert_eq!(value(spare, "manhattan(min,max)"), 2.0);
    assert_eq!(value(spare, "manhattan(min,min)"), 1.0);
    assert_eq!(value(spare, "manhattan(min,mean)"), 1.5);
}

#[test]
fn collision_counts_changes_of_orientation() {
    // From the goal in the corner the first slides reach all four sides, so resting against a side
    // has the value 0.
    assert_eq!(value(". . . R\n. . . .\n. r . .\n", "collision"), 0.0);
    // From the goal the first slides reach the four sides (0), the second the wall in the corner
    // (1): up, left. The third reaches from there the wall that the block rests against (2): up,
    // left, down.
    let board = "# . . . .\n. . R . .\n. . . . .\n. # r . .\n. . . . .\n";
    assert_eq!(value(board, "collision"), 2.0);
    // Without the corner no block from the goal reaches that wall: one more than the greatest
    // value, which is 0.
    assert_eq!(value(&board.replacen('#', ".", 1), "collision"), 1.0);
    // The least value counts: blue rests against the sides.
    let two = format!("{board}b . . . B\n");
    assert_eq!(value(&two, "collision"), 0.0);
}

#[test]
fn h1_takes_off_filled_cells_and_not_unused_numbers() {
    // The 3 is 4 from the goal: 4 - 3. The 1 is 3 from it: 3 - 1.
    assert_eq!(value("31..G\n", "h1"), 1.0);
    // A filled cell between: 4 - 1 - 3.
    assert_eq!(value("3*..G\n", "h1"), 0.0);
    // The 2 above is not in line.
    assert_eq!(value("2....\n.1..G\n", "h1"), 2.0);
}

/// The values of heuristics for a level, as printed.
fn printed_values(level: &str, heuristics: &[&str]) -> Vec<String> {
    let document = levels::read(level, None);
    let level = document.levels().next().unwrap_or_else(|| panic!("no level: {level}"));
    let heuristics: Vec<_> = heuristics.iter().map(|text| text.parse().unwrap()).collect();
    let values = level.game.values(&level.grid, &heuristics).unwrap();
    values.iter().map(ToString::to_string).collect()
}

#[test]
fn values_are_printed_with_their_parts() {
    // Red is in line, and so is one of the other two; the third has a colour without a goal.
    assert_eq!(
        printed_values("r . R\n. r .\nb . .\n", &["collinear", "max(zero,2*manhattan(min,max))"]),
        [
            "collinear: 1 (r at 0,0: 1, r at 1,1 (does not count): 2)",
            "max(zero,2*manhattan(min,max)): 4 (zero: 0, 2*manhattan(min,max): 4 (manhattan(min,max): 2 (r at 0,0: 2, \
             r at 1,1 (does not count): 2)))",
        ]
    );
    // The 3 fills two cells to the right and steps over the 1 between (2.5); up, down and left it
    // fills none. The 1 fills one cell to the right only; to the left it steps over the 3, which
    // adds half.
    assert_eq!(
        printed_values("31.G\n", &["h1", "h2", "h3", "h5", "reach"]),
        [
            "h1: 0 (3 at 0,0: 0, 1 at 0,1: 1)",
            "h2: 0.5 (3 at 0,0: 1, 1 at 0,1: 1)",
            "h3: 285.714 (3 at 0,0: 2.5, 1 at 0,1: 1, filled cells: 0)",
            "h5: 1000.5 (h2: 0.5 (3 at 0,0: 1, 1 at 0,1: 1), h4: 1000 (3 at 0,0: 0.625, 1 at 0,1: 0.375, filled cells: 0))",
            "reach: 1 (3 at 0,0: 1, 1 at 0,1: 2)",
        ]
    );
    // A block that can never reach its goal is detected at once, and shown like any other.
    assert_eq!(
        printed_values("r . .\n. R .\n. . .\n", &["relaxed", "collinear"])[0],
        "relaxed: dead end (r at 0,0: dead end)"
    );
    // A solved board has the value 0.
    assert_eq!(printed_values("rR .\n. .\n", &["manhattan"]), ["manhattan: 0"]);
    // Two pairs of each colour: the parts add up to the value.
    let document = levels::read("ABAB\nABAB\n", None);
    let level = document.levels().next().unwrap();
    let score = level.game.values(&level.grid, &["score".parse().unwrap()]).unwrap().remove(0);
    let sum: f64 = score.parts.iter().map(|part| part.value).sum();
    assert!((score.value - sum).abs() < 1e-12 && score.parts.len() == 3);
}

/// Features and heuristics have different names.
#[test]
fn no_feature_has_the_name_of_a_heuristic() {
    for game in games::ALL {
        let mut names: Vec<&str> = game.heuristics().iter().map(|info| info.name).collect();
        names.extend(game.features().iter().map(|feature| feature.name));
        names.extend(["zero", "max", "min"]);
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all, "{}", game.id());
    }
}

/// Features on boards that were counted by hand.
#[test]
fn features_count_what_they_say() {
    let count = |text: &str, name: &str| {
        let level = levels::read(text, None).levels().next().expect("a level").clone();
        let values = level.game.values(&level.grid, &[name.parse().unwrap()]).expect("values");
        values[0].value
    };
    let tiles = "r . R\nbB . B\n. . b\n";
    assert_eq!(count(tiles, "off_goal"), 2.0);
    assert_eq!(count(tiles, "on_goal"), 1.0);
    assert_eq!(count(tiles, "distance"), 2.0 + 0.0 + 1.0);
    assert_eq!(count(tiles, "off_line"), 0.0);
    let zhed = "game: zhed\n2 . . G\n. . 1 .\n";
    assert_eq!(count(zhed, "numbers_left"), 2.0);
    assert_eq!(count(zhed, "number_sum"), 3.0);
    assert_eq!(count(zhed, "aligned"), 1.0);
    assert_eq!(count(zhed, "gap"), 3.0);
    assert_eq!(count(zhed, "cells_filled"), 0.0);
    let squares = "game: squares\nA A B B\nB A A B\n";
    assert_eq!(count(squares, "pieces_left"), 8.0);
    assert_eq!(count(squares, "colours_left"), 2.0);
    assert_eq!(count(squares, "pairs"), 2.0 + 1.0 + 2.0);
    let fold = "game: fold\n1 . .\n# 2 .\n";
    assert_eq!(count(fold, "cells_left"), 3.0);
    assert_eq!(count(fold, "cells_covered"), 2.0);
    assert_eq!(count(fold, "folds"), 1.0 + 2.0);
    assert_eq!(count(fold, "stuck"), 0.0);
    let sokoban = "game: sokoban\n#####\n#@$.#\n#####\n";
    assert_eq!(count(sokoban, "off_goal"), 1.0);
    assert_eq!(count(sokoban, "distance"), 1.0);
    assert_eq!(count(sokoban, "walk"), 1.0);
}

/// The Folding Blocks project orders positions by the largest final size of the moved piece on the
/// first board, plus covered cells, less cost: 8 + 4 - 1 here. Our estimate is the difference to
/// the maximum, 10 + 10, and the search adds the cost.
#[test]
fn h5_of_fold_is_computed_for_the_moved_piece_on_the_first_board() {
    let text = "game: fold\nname: a\n\n1....\n1....\n";
    let level = levels::read(text, None).levels().next().expect("a level").clone();
    let moves = level.game.notation().read("1R 1R").unwrap();
    let h5 = ["h5".parse().unwrap()];
    let value = |count| {
        let values = level.game.values_after(&level.grid, &moves[..count], &h5).unwrap();
        values[0].value
    };
    assert_eq!(value(0), 20.0 - 2.0);
    assert_eq!(value(1), 20.0 - 8.0 - 4.0);
    assert_eq!(value(2), 20.0 - 8.0 - 8.0);
}

/// The values shown for the positions of a plan are those that a search computes.
#[test]
fn values_along_a_plan_are_those_of_the_search() {
    for game in games::ALL {
        let mut random = Random(21);
        for _ in 0..10 {
            let level = random_level(game.id(), &mut random, 4);
            for heuristic in game.every_heuristic() {
                let method = Method::new(Algorithm::Greedy, Some(heuristic.clone())).unwrap();
                let mut seen = Vec::new();
                let mut watch = |event: Event| {
                    if let Event::Expand { g, h, .. } = event {
                        seen.push((g, h));
                    }
                };
                let control =
                    Control::with_limits(Limits { max_nodes: Some(2_000), ..Limits::default() });
                let report = game.solve(&level.grid, &method, &control, Some(&mut watch)).unwrap();
                let Some((plan, _)) = report.plan() else { continue };
                let along = game.values_along(&level.grid, plan, &[heuristic]).unwrap();
                // The last position is solved and not expanded.
                for (depth, values) in along.iter().enumerate().take(plan.len()) {
                    let value = (depth as u32, values[0].value);
                    assert!(seen.contains(&value), "{method}: {value:?} of {seen:?}");
                }
            }
        }
    }
}

/// A quotient by 0 puts a position last: it is not dropped, and the search does not end.
#[test]
fn a_quotient_by_0_comes_last() {
    let level = levels::read("level a\nr . .\n. . .\n. . R\n", None);
    let level = level.levels().next().expect("a level").clone();
    let formula: Expression = "1/on_goal".parse().unwrap();
    let values = level.game.values(&level.grid, std::slice::from_ref(&formula)).unwrap();
    assert_eq!(values[0].to_string(), "1/on_goal: last (on_goal: 0)");
    let method = Method::new(Algorithm::Greedy, Some(formula)).unwrap();
    let report = level.game.solve(&level.grid, &method, &Control::default(), None).unwrap();
    assert!(report.plan().is_some());
}

/// Folds over one value are the same: `all` has one of them.
#[test]
fn folds_that_cannot_differ_on_a_board_are_left_out() {
    let count = |text: &str| {
        let level = levels::read(text, None).levels().next().unwrap().clone();
        let all = level.game.every_heuristic();
        let some = level.game.every_heuristic_on(&[&level.grid]);
        // Every variant left out has the same value as one that is kept, wherever the blocks move.
        let names: Vec<String> = some.iter().map(ToString::to_string).collect();
        let control = Control::default();
        let atlas = level.game.atlas(&level.grid, &all, &control).unwrap();
        for (heuristic, values) in all.iter().zip(&atlas.estimates) {
            let is_same = |other: &Expression| {
                let place = all.iter().position(|one| one == other).unwrap();
                &atlas.estimates[place] == values
            };
            assert!(some.contains(heuristic) || some.iter().any(is_same), "{heuristic}: {names:?}");
        }
        (all.len(), some.len())
    };
    let (all, some) = count("game: tiles\nname: a\n\nr . .\n. . .\n. . R\n");
    assert_eq!(all - some, 16, "one block and one goal: of nine folds one, of two distances");
    let (all, some) = count("game: tiles\nname: a\n\nr . b\n. . .\nB . R\n");
    assert_eq!(all - some, 12, "one goal for each block: of nine folds three");
    let (all, some) = count("game: tiles\nname: a\n\nr . .\n. . .\nR . R\nr . .\n");
    assert_eq!(all, some);
}
