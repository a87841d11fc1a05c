//! Scripts compared with the heuristics of the library, and scripts with mistakes.

#![allow(missing_docs)]

mod hostile;
mod puzzles;

use quadrille::Method;
use quadrille::games::{self, Game, SolveError};
use quadrille::generate::Spec;
use quadrille::grid::Grid;
use quadrille::heuristics::Expression;
use quadrille::levels::{self, Level};
use quadrille::search::{Control, Limits};
use quadrille_script::{EXAMPLES, Script, example, words};

/// Boards of a game: random ones, and boards reached from them by random moves.
fn boards(game: &dyn Game, count: u64) -> Vec<Grid<u16>> {
    let mut boards = Vec::new();
    let mut random = 7_u64;
    for number in 0..count {
        let Some(mut board) = game.draft(&Spec::default(), number) else { continue };
        for _ in 0..12 {
            if game.is_solved(&board) {
                break;
            }
            boards.push(board.clone());
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let moves = game.moves(&board);
            let Some(&mv) = moves.get((random >> 33) as usize % moves.len().max(1)) else { break };
            board = game.play(&board, mv).expect("a legal move");
        }
    }
    assert!(boards.len() > 50, "{}", game.id());
    boards
}

fn custom(name: &str, text: &str) -> Expression {
    Expression::Custom(Script::new(name, text).expect("a good script").into_custom())
}

#[test]
fn the_examples_have_the_values_of_the_heuristics_that_they_are_named_after() {
    for example in EXAMPLES {
        let (game, heuristic) = example.name.split_once('-').expect("a game and a heuristic");
        let game = games::by_id(game).expect("a game");
        let both = [custom(example.name, example.text), heuristic.parse().expect("a heuristic")];
        for board in boards(game, 40) {
            let values = game.values(&board, &both).expect("values");
            let (script, own) = (values[0].value, values[1].value.min(1e9));
            assert!((script - own).abs() < 1e-6, "{}: {script} {own}\n{board:?}", example.name);
        }
    }
}

#[test]
fn every_word_of_a_board_can_be_used() {
    for game in games::ALL {
        let board = &boards(*game, 40)[0];
        for (word, about) in words(*game) {
            assert!(!about.is_empty());
            let text = match word.split_once('(') {
                Some(_) => "fn estimate(board) { board.at(0, 0).row + board.ray(board.at(0, 0), \"down\").len() \
                            + board.line(board.at(0, 0), board.at(0, 1)).len() }"
                    .to_string(),
                None => format!("fn estimate(board) {{ let word = board.{word}; 1 }}"),
            };
            let values = game.values(board, &[custom("mine", &text)]);
            assert!(values.is_ok(), "{} {word}: {values:?}", game.id());
        }
    }
}

fn level() -> Level {
    let text = "level first\nr . . .\n. . # .\n. . . .\n. . . R\n";
    levels::read(text, None).levels().next().expect("a level").clone()
}

/// The error of a search with a script with this body.
fn failure(body: &str) -> String {
    let level = level();
    let heuristic = Some(custom("mine", &format!("fn estimate(board) {{\n{body}\n}}")));
    let method = Method { heuristic, ..Method::from(quadrille::search::Algorithm::Astar) };
    match level.game.solve(&level.grid, &method, &Control::default(), None) {
        Err(SolveError::Failed(failure)) => failure.message,
        other => panic!("{body}: {other:?}"),
    }
}

#[test]
fn scripts_that_go_wrong_end_the_search_with_the_place() {
    let endless = failure("loop { }");
    assert!(endless.contains("the script takes too many steps for one board"), "{endless}");
    assert_eq!(failure("\"many\""), "estimate gave a value of type string in place of a number");
    assert_eq!(failure("let n = 1;"), "estimate gave nothing in place of a number");
    assert_eq!(failure("0.0 / 0.0"), "it gave NaN, which is not an estimate");
    let unknown = failure("\nboard.numbers.len()");
    assert!(unknown.starts_with("line 3"), "{unknown}");
    assert!(unknown.contains("a board of tiles has no 'numbers'; it has blocks,"), "{unknown}");
    let unknown = failure("nothing + 1");
    assert!(unknown.starts_with("line 2") && unknown.contains("nothing"), "{unknown}");
    assert!(failure("fn_without_end(1)").contains("Function not found: fn_without_end"));
    assert!(failure("let a = []; loop { a.push(a) }").contains("too"), "memory is bounded");
    assert!(failure("let a = \"x\"; loop { a += a }").contains("too"), "memory is bounded");
    assert!(failure("estimate(board)").contains("tack overflow"));
    assert!(failure("throw \"no idea\"").contains("no idea"));
    assert!(failure("1 / 0").contains("ivision by zero"));
}

#[test]
fn mistakes_in_the_text_have_their_line() {
    let error = |text: &str| Script::new("mine", text).expect_err("a mistake");
    assert_eq!(error("fn estimate(board) {\n  1 +\n}").place.map(|place| place.line), Some(3));
    assert_eq!(error("fn guess(board) { 1 }").place, None);
    assert_eq!(
        error("// game: chess\nfn estimate(board) { 1 }").place.map(|place| place.line),
        Some(1)
    );
    assert!(error("fn estimate(board) { eval(\"1\") }").message().contains("eval"));
    assert!(Script::new("mine", &"x".repeat(300_000)).is_err());
    assert!(
        Script::new(
            "mine",
            &format!("fn estimate(b) {{ {}1{} }}", "(".repeat(500), ")".repeat(500))
        )
        .is_err()
    );
}

#[test]
fn a_script_for_another_game_is_refused() {
    let level = level();
    let zhed = example("zhed-h2").expect("it is there");
    let error = level.game.values(&level.grid, &[custom(zhed.name, zhed.text)]).unwrap_err();
    assert_eq!(error.to_string(), "the script is for zhed, and the level is of tiles");
}

/// A script that would wait, or lock the board twice, ends with an error.
#[test]
fn a_script_that_waits_is_refused() {
    let document = levels::read("r . .\n. . .\n. . R\n", None);
    let level = document.levels().next().unwrap();
    for (body, message) in [
        ("sleep(1000); 1", "may not wait"),
        ("sleep(1000.0); 1", "may not wait"),
        ("board.blocks.map(|b| board.goals.len()).len()", "into a variable first"),
        ("board.nothing", "it has blocks, goals, walls"),
    ] {
        let script = Script::new("mine", &format!("fn estimate(board) {{ {body} }}")).unwrap();
        let error = script.try_on(level.game, &level.grid).unwrap_err();
        assert!(error.message().contains(message), "{body}: {error}");
    }
    let script = Script::new("mine", "fn estimate(board) { print(board.rows); 2.5 }").unwrap();
    let evaluation = script.try_on(level.game, &level.grid).unwrap();
    assert_eq!((evaluation.value, evaluation.printed), (2.5, vec!["3".to_string()]));
}

/// The levels that come with the program.
const PACKS: [(&str, &str); 4] = [
    ("tiles", include_str!("../../../../levels/tiles.txt")),
    ("zhed", include_str!("../../../../levels/zhed.txt")),
    ("squares", include_str!("../../../../levels/squares.txt")),
    ("fold", include_str!("../../../../levels/fold.txt")),
];

/// Prints the positions per second of A* with the scripts, and with the same heuristics of the
/// library; the best of several runs, since other programs can only slow it down. Run it with
/// `cargo test --release -p quadrille-script -- --ignored --nocapture speed`.
#[test]
#[ignore = "it measures, and asserts nothing"]
fn speed() {
    for example in EXAMPLES {
        let (game, heuristic) = example.name.split_once('-').expect("a game and a heuristic");
        let (_, pack) = PACKS.iter().find(|(name, _)| *name == game).expect("a pack");
        let document = levels::read(pack, None);
        let level = document.levels().find(|level| level.name.as_deref() == Some("expert-01"));
        let level = level.expect("a hard level");
        let rate = |heuristic: Expression| {
            let limits = Limits { max_nodes: Some(500), ..Limits::default() };
            let algorithm = quadrille::search::Algorithm::Astar;
            let method = Method { heuristic: Some(heuristic), ..Method::from(algorithm) };
            let runs = (0..9).map(|_| {
                let control = Control::with_limits(limits);
                let report = level.game.solve(&level.grid, &method, &control, None);
                let stats = report.expect("a report").stats;
                (stats.generated, stats.generated as f64 / stats.seconds)
            });
            runs.max_by(|one, other| one.1.total_cmp(&other.1)).expect("some runs")
        };
        let (positions, script) = rate(custom(example.name, example.text));
        let (_, own) = rate(heuristic.parse().expect("a heuristic"));
        println!(
            "{:<18} {positions:>7} positions {script:>9.0}/s, own {own:>10.0}/s, {:>5.0} times",
            example.name,
            own / script
        );
    }
}
