//! The games of this crate as games of the library.

use std::fs;
use std::path::Path;

use quadrille::Method;
use quadrille::desk;
use quadrille::games::{self, Games, SolveError};
use quadrille::levels;
use quadrille::moves::Move;
use quadrille::search::{Control, Limits, Outcome};
use quadrille_puzzlescript::{Positions, Source};
use quadrille_search::Algorithm;

use crate::walk;

fn sources() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let read =
        |path: std::path::PathBuf| (path.display().to_string(), fs::read_to_string(&path).unwrap());
    files.map(read).collect()
}

#[test]
fn every_level_is_read_back_and_solved_in_as_few_moves() {
    for (name, text) in sources() {
        let source = Source::read(&text);
        let game = source.game.unwrap();
        let games = Games::default().with(game);
        let read = levels::read_with(&games, &source.text(), Some(game));
        let read: Vec<_> = read.levels().collect();
        assert_eq!(read.len(), source.levels.len(), "{name}: {}", source.text());
        let entries = game.program().levels.iter().enumerate();
        let boards = entries.filter_map(|(place, _)| {
            Positions::new(std::sync::Arc::clone(game.program()), place)?.ok()
        });
        for ((level, read), positions) in source.levels.iter().zip(read).zip(boards) {
            assert_eq!(level.grid, read.grid, "{name}");
            assert_eq!(level.notes, read.notes, "{name}");
            let control =
                Control::with_limits(Limits { max_nodes: Some(50_000), ..Limits::default() });
            let report = level.game.solve(&level.grid, &Method::default(), &control, None).unwrap();
            let Outcome::Solved { cost, optimal: true, .. } = report.outcome else {
                panic!("{name}: {:?}", report.outcome);
            };
            let found = positions.solve(Algorithm::Bfs, &control);
            assert_eq!(found.plan().map(|(_, cost)| cost), Some(cost), "{name}");
        }
    }
}

#[test]
fn a_position_is_a_board_and_nothing_else() {
    for (name, text) in sources() {
        let source = Source::read(&text);
        for level in &source.levels {
            walk::keep_up(source.game.unwrap(), level, 200)
                .unwrap_or_else(|why| panic!("{name}: {why}"));
        }
    }
}

/// A game with these rules; the switch W wins when it is pressed, and the mine returns to the start
/// or the last flag.
const STATES: &str = "title States\nOBJECTS\nBackground\ngreen\n\nPlayer\nred\n\nMine\nblack\n\nFlag\nwhite\n\nSwitch\nblue\n\n\
    LEGEND\n. = Background\nP = Player\nM = Mine\nF = Flag\nW = Switch\nSOUNDS\nCOLLISIONLAYERS\nBackground\nMine, Flag, Switch\nPlayer\n\
    RULES\nlate [ Player Mine ] -> restart\nlate [ Player Flag ] -> [ Player ] checkpoint\n[ action Player Switch ] -> win\n\
    WINCONDITIONS\nLEVELS\nmessage Mind the mine.\n\nP.FMW\n.....\n";

#[test]
fn checkpoints_and_wins_by_command_are_part_of_a_board() {
    let source = Source::read(STATES);
    let game: &dyn games::Game = source.game.unwrap();
    assert_eq!(game.id(), "states");
    let level = &source.levels[0];
    assert_eq!(level.notes, ["Mind the mine."]);
    walk::keep_up(source.game.unwrap(), level, 400).unwrap();
    let play = |moves: &str| {
        let moves = game.notation().read(moves).unwrap();
        let step = |grid, mv| game.play(&grid, mv).unwrap();
        moves.into_iter().fold(level.grid.clone(), step)
    };
    // The mine returns to the start, or to the flag once that is reached.
    assert_eq!(play("D R R R U"), level.grid);
    assert_eq!(play("R R L R"), play("R R"), "the flag is gone");
    let back = game.play(&play("R R"), Move::All(quadrille::grid::Direction::Right));
    assert!(back.is_err(), "the mine leads back to where the flag was: nothing changes");
    assert!(!game.is_solved(&play("D R R R R U")));
    let won = play("D R R R R U X");
    assert!(game.is_solved(&won));
    assert_eq!(game.play(&won, Move::Action).unwrap_err().code(), "level-is-won");
    let control = Control::default();
    let report = game.solve(&level.grid, &Method::default(), &control, None).unwrap();
    assert_eq!(report.plan().map(|(_, cost)| cost), Some(7));
}

#[test]
fn random_games_play_and_are_not_solved() {
    let text = STATES
        .replace("[ action Player Switch ] -> win", "[ action Player ] -> [ randomdir Player ]");
    let source = Source::read(&text);
    let game: &dyn games::Game = source.game.unwrap();
    let level = &source.levels[0];
    assert!(game.play(&level.grid, Move::Action).is_ok() || game.moves(&level.grid).len() > 1);
    let failed = game.solve(&level.grid, &Method::default(), &Control::default(), None);
    assert!(
        matches!(failed, Err(SolveError::Rules(ref why)) if why.contains("random")),
        "{failed:?}"
    );
}

#[test]
fn cells_are_typed_by_glyph_or_by_names() {
    let source = Source::read(STATES);
    let kinds = source.game.unwrap().identity().kinds;
    let glyph = |text: &str| kinds.get(kinds.code_of(text)?).map(|kind| kind.glyph.clone());
    assert_eq!(glyph("player").as_deref(), Some("p"));
    assert_eq!(glyph("flag+player").as_deref(), Some("flag+player"));
    assert_eq!(glyph("player+flag").as_deref(), Some("flag+player"));
    assert_eq!(glyph("~+player!").as_deref(), Some("~+player!"));
    assert_eq!(glyph("player@flag").as_deref(), Some("player@flag"));
    for wrong in ["nothing", "", "+", "@", "player@", "player+player", "~+background"] {
        assert_eq!(kinds.code_of(wrong), None, "{wrong}");
    }
}

#[test]
fn the_bound_is_one_and_is_not_always_nothing() {
    let mut informed = 0;
    for (name, text) in sources() {
        for level in &Source::read(&text).levels {
            walk::hold_bound(level, 20_000).unwrap_or_else(|why| panic!("{name}: {why}"));
            let bound = "bound".parse().unwrap();
            let value = level.game.values(&level.grid, &[bound]).unwrap()[0].value;
            informed += usize::from(value > 0.0);
        }
    }
    assert!(informed >= 3, "{informed} levels have a bound");
}

#[test]
fn a_crate_in_a_corner_is_a_dead_end() {
    let source = include_str!("../../games/push.puzzlescript");
    let from = source.to_ascii_lowercase().find("\nlevels").unwrap();
    let level = |board: &str| {
        let text = format!("{}\nLEVELS\n=======\n\n{board}\n", &source[..from]);
        Source::read(&text).levels[0].clone()
    };
    let value = |board: &str| {
        let level = level(board);
        level.game.values(&level.grid, &["bound".parse().unwrap()]).unwrap()[0].value
    };
    assert_eq!(value("#######\n#P*..O#\n#.....#\n#######"), 3.0);
    assert_eq!(value("#######\n#*P..O#\n#.....#\n#######"), f64::INFINITY);
    assert_eq!(value("#######\n#.....#\n#P*.O.#\n#.*.O.#\n#.....#\n#######"), 4.0);
}

#[test]
fn the_frame_of_a_level_is_not_reported_as_useless() {
    let source = Source::read(include_str!("../../games/ice.puzzlescript"));
    let report = desk::inspect(&source.levels[0], &Control::default()).unwrap();
    let useless = report.useless.unwrap();
    let cells = useless.things.iter().map(|thing| (thing[0].row, thing[0].col));
    assert_eq!(cells.collect::<Vec<_>>(), [(2, 5)]);
    assert_eq!((useless.walls, useless.shape), (2, 22));
}

/// Rules that try every triple of cells of a large board end with an error instead of running for
/// years.
#[test]
fn endless_work_is_an_error() {
    let row = format!("P{}\n", ".".repeat(31));
    let rules = "[ Background ] [ Background ] [ Background ] -> [ Background ] [ Background ] [ Background ]";
    let text = STATES.replace("late [ Player Mine ] -> restart", rules);
    let from = text.find("LEVELS").unwrap();
    let text = format!("{}LEVELS\n\n{}", &text[..from], row.repeat(32));
    let source = Source::read(&text);
    let level = &source.levels[0];
    let refused = level.game.play(&level.grid, Move::All(quadrille::grid::Direction::Right));
    assert_eq!(refused.unwrap_err().code(), "rules-do-not-end");
    let failed = level.game.solve(&level.grid, &Method::default(), &Control::default(), None);
    assert!(matches!(failed, Err(SolveError::Rules(_))), "{failed:?}");
}

/// Loops that undo each other, and a thousand rules in one group.
#[test]
fn loops_and_large_groups_end() {
    let loops =
        "startloop\n[ Player no Flag ] -> [ Player Flag ]\n[ Player Flag ] -> [ Player ]\nendloop";
    let text = STATES.replace("late [ Player Mine ] -> restart", loops);
    let source = Source::read(&text);
    let level = &source.levels[0];
    assert!(!level.game.moves(&level.grid).is_empty());
    let group = format!(
        "[ Mine ] -> [ Mine ]\n{}",
        "+ [ Mine ] -> [ Flag ]\n+ [ Flag ] -> [ Mine ]\n".repeat(500)
    );
    let text = STATES.replace("late [ Player Mine ] -> restart", &group);
    let source = Source::read(&text);
    let level = &source.levels[0];
    assert!(level.game.moves(&level.grid).len() <= 5);
}

/// Boxes that the player makes and moves stand for many positions; none of them is won.
#[test]
fn a_game_that_nothing_wins_is_proved_at_once() {
    let text = STATES
        .replace("[ action Player Switch ] -> win", "[ action Player ] -> [ Player Flag ]")
        .replace("late [ Player Mine ] -> restart", "[ > Player | Flag ] -> [ > Player | > Flag ]")
        .replace("late [ Player Flag ] -> [ Player ] checkpoint\n", "")
        .replace("P.FMW\n.....\n", "P.........\n..........\n..........\n");
    let source = Source::read(&text);
    let level = &source.levels[0];
    let limits = Limits { max_nodes: Some(50_000), ..Limits::default() };
    let control = Control::with_limits(limits);
    let report = level.game.solve(&level.grid, &Method::default(), &control, None).unwrap();
    assert_eq!(report.outcome, Outcome::Unsolvable);
}

/// The cells of a rule that wins guide a search like a win condition.
#[test]
fn a_rule_that_wins_guides_the_search() {
    let source = Source::read(STATES);
    let level = &source.levels[0];
    let value = |moves: &str| {
        let step = |grid, mv| level.game.play(&grid, mv).unwrap();
        let moves = level.game.notation().read(moves).unwrap();
        let grid = moves.into_iter().fold(level.grid.clone(), step);
        level.game.values(&grid, &["distance".parse().unwrap()]).unwrap()[0].value
    };
    assert!(value("R") < value(""), "{} {}", value("R"), value(""));
    assert!(value("D R R R R") < value("R"));
}
