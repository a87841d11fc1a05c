//! Puzzles as scripts: the course's games compared with the built-in ones, the examples, and
//! scripts with mistakes.

use quadrille::Method;
use quadrille::diagnostic::Diagnostic;
use quadrille::games::{self, Game, Games, SolveError};
use quadrille::generate::{Attempt, Spec};
use quadrille::grid::Grid;
use quadrille::levels::{self, Level};
use quadrille::search::{Control, Limits, Outcome, Pruning};
use quadrille_script::{PUZZLES, PuzzleScript, levels_part};

/// The games; the flag is true if its states have names that a board does not show, as blocks of
/// one colour have.
const COURSE: [(&str, bool, &str); 4] = [
    ("tiles", true, include_str!("tiles.puzzle")),
    ("zhed", false, include_str!("../../../../../assignments/write-zhed/model.puzzle")),
    ("squares", false, include_str!("squares.puzzle")),
    ("fold", false, include_str!("fold.puzzle")),
];

fn puzzle(text: &str) -> PuzzleScript {
    PuzzleScript::new(text).expect("a good script")
}

/// The board of a game in the cells of another, matched by glyph.
fn translated(board: &Grid<u16>, from: &dyn Game, to: &dyn Game) -> Option<Grid<u16>> {
    let cells: Option<Vec<u16>> =
        board.cells().iter().map(|&code| to.cell_from_glyph(&from.cell_glyph(code)?)).collect();
    Grid::from_cells(board.size(), cells?)
}

/// About 150 positions of each level: enough to use every rule.
fn layers(game: &dyn Game, board: &Grid<u16>, pruning: Pruning) -> Vec<u64> {
    let mut all = Vec::new();
    for depth in 0..12 {
        all = game.layers(board, depth, pruning).expect("a level");
        if all.iter().sum::<u64>() > 150 {
            break;
        }
    }
    all
}

#[test]
fn the_games_of_the_course_as_scripts_have_as_many_positions_at_each_depth() {
    for (id, canonical, text) in COURSE {
        let (game, script) = (games::by_id(id).expect("a game"), puzzle(text));
        let script: &dyn Game = &script;
        let (mut held, mut positions) = (0, 0);
        for number in 0..60 {
            let Some(board) = game.draft(&Spec::default(), number) else { continue };
            let Some(same) = translated(&board, game, script) else { continue };
            let counts = layers(game, &board, Pruning { canonical, ..Pruning::NONE });
            assert_eq!(layers(script, &same, Pruning::NONE), counts, "{id} {number}");
            // The same solutions too: of equal length, and valid by the other's rules.
            let limits = Limits { max_nodes: Some(400), ..Limits::default() };
            let bfs: Method = "bfs".parse().expect("a method");
            let solve = |game: &dyn Game, board: &Grid<u16>| {
                game.solve(board, &bfs, &Control::with_limits(limits), None).expect("a report")
            };
            let (own, scripted) = (solve(game, &board), solve(script, &same));
            if let (Some((plan, cost)), Some((_, other))) = (own.plan(), scripted.plan()) {
                assert_eq!(cost, other, "{id} {number}");
                assert!(
                    quadrille::verify::replay(script, &same, plan).is_ok_and(|end| end.is_solved)
                );
            }
            held += 1;
            positions += counts.iter().sum::<u64>();
            if held == 4 {
                break;
            }
        }
        assert!(held == 4 && positions > 300, "{id}: {held} levels, {positions} positions");
    }
}

fn level(game: &'static dyn Game, text: &str) -> Level {
    let document = levels::read(text, Some(game));
    document.levels().next().expect("a level").clone()
}

#[test]
fn the_examples_are_short_and_have_everything() {
    let optima =
        [("lights", vec![1, 4]), ("pegs", vec![5, 10]), ("sliding", vec![12]), ("rush", vec![16])];
    for (example, (id, optima)) in PUZZLES.iter().zip(optima) {
        let name = example.name;
        assert!(example.text.lines().count() < 60, "{name}");
        let mut games = Games::default();
        let game = puzzle(example.text).add_to(&mut games).expect("a new game");
        assert_eq!((game.id(), games.by_id(id).map(|game| game.id())), (id, Some(id)));
        let document = levels::read(&levels_part(example.text), Some(game));
        assert_eq!(
            document.diagnostics().count(),
            0,
            "{name}: {:?}",
            document.diagnostics().next()
        );
        for (index, level) in document.levels().enumerate() {
            // Codes, pictures and texts are those of any game.
            let code = levels::to_code(level);
            assert!(levels::from_code(&code).is_err(), "{name} is not known everywhere");
            let read = levels::from_code_with(&games, &code).expect("a code");
            assert_eq!(read.grid, level.grid, "{name}");
            assert!(quadrille::draw::svg(game, &level.grid).contains("</svg>"));
            let written = levels::write(level, "native").expect("a text");
            let again = levels::read_with(&games, &written, None);
            assert_eq!(again.levels().next().expect("a level").grid, level.grid, "{written}");
            if let Some(&optimum) = optima.get(index) {
                let report = game.solve(&level.grid, &Method::default(), &Control::default(), None);
                let report = report.expect("a report");
                assert!(report.is_optimal(), "{name} {index}: {:?}", report.outcome);
                assert_eq!(report.plan().map(|(_, cost)| cost), Some(optimum), "{name} {index}");
            }
        }
        let sizes = vec![quadrille::grid::Size::new(3, 3).expect("a size")];
        let spec = Spec { sizes, nodes: 1000, ..Spec::default() };
        let made =
            (0..60).find_map(|number| match game.attempt(&spec, number, &Control::default()) {
                Attempt::Made(made) => Some(made),
                _ => None,
            });
        assert!(made.is_some(), "levels of {name}");
        let twice = puzzle(example.text).add_to(&mut games);
        assert!(twice.unwrap_err().message().contains("already"));
    }
}

/// A puzzle in which a token goes right, with one of its functions replaced.
fn right(play: &str, is_solved: &str) -> String {
    format!(
        "const ID = \"right\";\nconst MOVE = \"direction\";\n\
         const CELLS = [#{{ glyph: \".\" }}, #{{ glyph: \"o\", disc: 1 }}];\n\
         fn play(board, move) {{\n{play}\n}}\nfn is_solved(board) {{ {is_solved} }}\n"
    )
}

const PLAY: &str = "if !board.shift(\"o\", move.way, \".\") { return \"the border\"; } board";
const SOLVED: &str = "board.last(\"o\").col == board.cols - 1";

fn solved(text: &str) -> Result<Outcome, SolveError> {
    let script = puzzle(text);
    let cells = [1].into_iter().chain([0; 11]).collect();
    let board = Grid::from_cells(quadrille::grid::Size::new(3, 4).expect("a size"), cells);
    let bfs: Method = "bfs".parse().expect("a method");
    let report = script.solve(&board.expect("a board"), &bfs, &Control::default(), None);
    report.map(|report| report.outcome)
}

#[test]
fn scripts_that_go_wrong_end_the_search_with_their_line() {
    assert!(matches!(solved(&right(PLAY, SOLVED)), Ok(Outcome::Solved { .. })));
    let play = |body: &str| match solved(&right(body, SOLVED)) {
        Err(error @ (SolveError::Rules(_) | SolveError::Unfit(_))) => error.to_string(),
        other => panic!("{body}: {other:?}"),
    };
    let endless = play("loop {}");
    assert!(endless.contains("too many steps"), "{endless}");
    // It fails far from the start: the search ends with the error, not as unsolvable.
    let far = play(&format!("if board.get(1, 1) == \"o\" {{\n  board.nothing();\n}}\n{PLAY}"));
    assert!(far.contains("line 6") && far.contains("nothing"), "{far}");
    assert!(far.contains("the rules of the game failed"), "{far}");
    assert!(play("7").contains("play gave a value of type i64"), "{}", play("7"));
    assert!(play("board.put(0, 9, \"o\"); board").contains("0,9 is not on the board"));
    assert!(play("board.put(0, 0, \"?\"); board").contains("there is no cell '?' in right"));
    assert!(play("move.row; board").contains("has no row"));
    let is_solved = |body: &str| solved(&right(PLAY, body)).expect_err("a failure").to_string();
    assert!(is_solved("board.count(\"o\")").contains("in place of true or false"));
    let listed =
        |moves: &str| solved(&(right(PLAY, SOLVED) + moves)).expect_err("a failure").to_string();
    assert!(listed("fn moves(board) { 1 }").contains("in place of a list"));
    assert!(listed("fn moves(board) { [\"up\"] }").contains("write to(…)"));
    assert!(listed("fn moves(board) { [to(1, 1)] }").contains("which is not a move such as U"));
    assert!(
        listed("fn moves(board) { [to(\"up\")] }").contains("moves lists U, and play refuses it")
    );
    // A move that changes nothing is not a move, and an empty list ends the game.
    assert_eq!(solved(&right("board", SOLVED)).ok(), Some(Outcome::Unsolvable));
    assert_eq!(
        solved(&(right(PLAY, SOLVED) + "fn moves(board) { [] }")).ok(),
        Some(Outcome::Unsolvable)
    );
}

#[test]
fn mistakes_of_the_head_are_reported_when_the_file_is_read() {
    let error = |text: &str| -> Diagnostic { PuzzleScript::new(text).expect_err("a mistake") };
    let good = right(PLAY, SOLVED);
    assert_eq!(
        error(&good.replace("if !board", "if if !board")).place.map(|place| place.line),
        Some(5)
    );
    assert!(
        error(&good.replace("ID = \"right\"", "ID = \"Right 1\""))
            .message()
            .contains("small letters")
    );
    assert!(error(&good.replace("\"right\"", "\"zhed\"")).message().contains("already"));
    assert!(error(&good.replace("const ID", "const NAME")).message().contains("no 'const ID"));
    assert!(
        error(&good.replace("\"direction\"", "\"jump\"")).message().contains("cell and direction")
    );
    assert!(error(&good.replace("disc: 1", "disk: 1")).message().contains("did you mean 'disc'?"));
    assert!(
        error(&good.replace("disc: 1", "disc: \"rosy\"")).message().contains("no colour 'rosy'")
    );
    assert!(
        error(&good.replace("glyph: \"o\"", "glyph: \".\"")).message().contains("another cell")
    );
    assert!(error(&good.replace("fn play", "fn plays")).message().contains("no function play"));
    assert!(
        error(&good.replace("(board, move)", "(board)")).message().contains("takes 1 argument;")
    );
    assert!(error(&format!("loop {{}}\n{good}")).message().contains("too many steps"));
    assert!(error(&(good + "fn draft(board, random) { 1 }")).message().contains("draft gave"));
}

#[test]
fn levels_stand_at_their_places_in_the_file() {
    let text = format!("{}---\nname: one\n\no .\n. ?\n", right(PLAY, SOLVED));
    let game: &'static dyn Game =
        Box::leak(Box::new(puzzle(&text.replace("\"right\"", "\"placed\""))));
    let part = levels_part(&text);
    assert_eq!(part.len(), text.len());
    let document = levels::read(&part, Some(game));
    let mistake = document.diagnostics().next().expect("a mistake");
    assert_eq!(&text[mistake.span()], "?");
    let good = levels_part(&text.replace('?', "."));
    assert_eq!(level(game, &good).grid.cells(), [1, 0, 0, 0]);
}

/// Prints the positions per second of searches of the examples. Run it with
/// `cargo test --release -p quadrille-script -- --ignored --nocapture puzzles`.
#[test]
#[ignore = "it measures, and asserts nothing"]
fn speed_of_puzzles() {
    for example in PUZZLES {
        let script: &'static dyn Game = Box::leak(Box::new(puzzle(example.text)));
        let document = levels::read(&levels_part(example.text), Some(script));
        let level = document.levels().last().expect("a level");
        let limits = Limits { max_nodes: Some(2_000), ..Limits::default() };
        let bfs: Method = "bfs".parse().expect("a method");
        // The best of several runs: other programs can only slow it down.
        let runs = (0..9).map(|_| {
            let report = script.solve(&level.grid, &bfs, &Control::with_limits(limits), None);
            report.expect("a report").stats
        });
        let stats = runs.min_by(|one, other| one.seconds.total_cmp(&other.seconds)).expect("runs");
        let rate = |count: u64| count as f64 / stats.seconds;
        println!(
            "{:<16} {:>7} positions {:>8.0}/s, {:>8.0}/s generated",
            example.name,
            stats.expanded,
            rate(stats.expanded),
            rate(stats.generated)
        );
    }
}
