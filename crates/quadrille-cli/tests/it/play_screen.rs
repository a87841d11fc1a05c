//! Playing on the screen: the real program in a pseudo-terminal.

use crate::play_support::{LEVELS, Place, Player, plan};
use quadrille::grid::Direction;
use quadrille::moves::{Move, piece_glyph};

const ENTER: &str = "\r";
const ESC: &str = "\x1b";
const TAB: &str = "\t";

fn arrow(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "\x1b[A",
        Direction::Down => "\x1b[B",
        Direction::Right => "\x1b[C",
        Direction::Left => "\x1b[D",
    }
}

/// Moves the cursor to a cell with the Tab key.
fn go_to(player: &mut Player, cell: &str) {
    let line = format!("cursor     {cell}");
    let cursor = |player: &Player| {
        player.look(|screen| {
            screen
                .contents()
                .lines()
                .find_map(|line| Some(line.split_once("cursor     ")?.1.trim().to_string()))
        })
    };
    for _ in 0..300 {
        let now = cursor(player).expect("there is a cursor");
        if now == cell {
            return;
        }
        player.press(TAB);
        player.wait_until("the cursor to move", |screen| {
            !screen
                .contents()
                .lines()
                .any(|shown| shown.trim_end().ends_with(&format!("cursor     {now}")))
        });
    }
    panic!("the cursor never came to '{line}':\n{}", player.text());
}

#[test]
fn a_level_of_every_game_is_solved_by_keys() {
    for (game, _) in LEVELS {
        let place = Place::new();
        let (path, level) = place.level(game);
        let mut player = Player::start(&place, &[path.to_str().unwrap(), "--no-animation"]);
        let moves = plan(&level);
        let mut board = level.grid.clone();
        for (index, &mv) in moves.iter().enumerate() {
            player.wait_figure("moves", &index.to_string());
            match mv {
                Move::All(direction) => player.press(arrow(direction)),
                Move::Action => player.press(ENTER),
                Move::Wait => player.press("\t"),
                Move::Cell(at, direction) => {
                    go_to(&mut player, &at.to_string());
                    player.press(ENTER);
                    player.wait("picked");
                    player.press(arrow(direction));
                }
                Move::Piece(identity, direction) => {
                    let glyph = piece_glyph(identity).unwrap().to_string();
                    let mut cells = board
                        .coords_where(|cell| level.game.cell_glyph(cell).as_ref() == Some(&glyph));
                    let first = cells.next().unwrap();
                    go_to(&mut player, &first.to_string());
                    player.press(ENTER);
                    player.wait("picked");
                    player.press(arrow(direction));
                }
                Move::Touch(at) => {
                    go_to(&mut player, &at.to_string());
                    player.press(ENTER);
                }
            }
            board = level.game.play(&board, mv).unwrap();
        }
        let counted = level.game.counted_moves(&level.grid, &moves);
        player.wait(&format!("Solved in {counted}: shortest possible."));
        player.press("Q");
        assert_eq!(player.end().exit_code(), 0, "{game}");
        player.assert_sane();
        let progress =
            std::fs::read_to_string(place.path().join("quadrille/progress.json")).unwrap();
        assert!(progress.contains(&format!("\"best\": {}", moves.len())), "{progress}");
    }
}

#[test]
fn hints_show_and_play_the_shortest_plan() {
    let place = Place::new();
    let (path, level) = place.level("zhed");
    let mut player = Player::start(&place, &[path.to_str().unwrap()]);
    for (index, mv) in plan(&level).into_iter().enumerate() {
        player.wait_figure("moves", &index.to_string());
        player.press("i");
        player.wait("(i plays it)");
        assert!(player.text().contains("Hint: "), "{mv:?}");
        player.press("i");
    }
    player.wait("Solved in 3 moves");
    player.press("Q");
    player.end();
}

#[test]
fn moves_are_taken_back_and_played_again_and_kept_for_the_next_time() {
    let place = Place::new();
    let (path, _) = place.level("tiles");
    let path = path.to_str().unwrap();
    let mut player = Player::start(&place, &[path]);
    player.wait_figure("solvable", "✓ yes, in 5");
    player.press("l");
    player.wait_figure("moves", "1");
    player.press("s");
    player.wait_figure("moves", "2");
    player.press("u");
    player.wait_figure("moves", "1");
    player.press("\x7f");
    player.wait_figure("moves", "0");
    player.press("u");
    player.wait("This is the start of the level.");
    player.press("r\x12");
    player.wait_figure("moves", "2");
    player.press("R");
    player.wait_figure("moves", "0");
    player.press("rr");
    player.wait_figure("moves", "2");
    player.press("uQ");
    player.end();

    let mut player = Player::start(&place, &[path]);
    player.wait_figure("moves", "1");
    player.press("r");
    player.wait_figure("moves", "2");
    // Down again moves nothing.
    player.press("j");
    player.wait("D is not possible here");
    player.press(ESC);
    player.wait("Quadrille");
    player.wait("2 of 5");
    player.press("Q");
    player.end();
    player.assert_sane();
}

#[test]
fn a_plan_is_watched_with_a_chosen_algorithm() {
    let place = Place::new();
    let (path, _) = place.level("tiles");
    let mut player = Player::start(&place, &[path.to_str().unwrap()]);
    player.wait_figure("moves", "0");
    player.press("m");
    player.wait("Choose an algorithm");
    player.press("j");
    player.wait("▸ bfs");
    player.press(ENTER);
    player.wait("v solves with bfs now.");
    player.press("v");
    player.wait("Watching a plan");
    player.wait_figure("method", "bfs");
    player.press("\x1b[F");
    player.wait_figure("move", "5 of 5");
    player.wait_figure("state", "at its end");
    player.press("\x1b[D");
    player.wait_figure("move", "4 of 5");
    player.press("\x1b[H");
    player.wait_figure("move", "0 of 5");
    player.press("++++++ ");
    player.wait_figure("move", "5 of 5");
    player.wait_figure("speed", "6 of 6");
    player.press(ESC);
    player.wait_figure("moves", "0");
    player.press("Q");
    player.end();
}

#[test]
fn the_mouse_picks_and_plays() {
    let place = Place::new();
    let (path, _) = place.level("zhed");
    let mut player = Player::start(&place, &[path.to_str().unwrap(), "--no-animation"]);
    player.wait_figure("moves", "0");
    player.wait("│  2  │");
    let (x, y) = player.find("│  2  │");
    let number = (x + 3, y);
    player.drag(number, number);
    player.wait("picked");
    // The cell above: a cell is three lines high.
    player.drag((number.0, y - 3), (number.0, y - 3));
    player.wait_figure("moves", "1");
    player.press("u");
    player.wait_figure("moves", "0");
    player.drag(number, (number.0 + 14, y));
    player.wait_figure("moves", "1");
    player.press("Q");
    player.end();
}

#[test]
fn the_screen_follows_the_size_of_the_terminal() {
    let place = Place::new();
    let (path, _) = place.level("squares");
    let mut player = Player::start(&place, &[path.to_str().unwrap()]);
    player.wait_figure("moves", "0");
    player.resize(40, 12);
    player.wait("moves 0 · best");
    player.wait("0│▸D◂(A)(A)(B)│");
    player.resize(30, 8);
    player.wait("40x12. Make it larger");
    player.resize(120, 40);
    player.wait_figure("moves", "0");
    player.press("?");
    player.wait("undo a move");
    player.press(ESC);
    player.wait_figure("moves", "0");
    player.press("\x03");
    assert_eq!(player.end().exit_code(), 0);
    player.assert_sane();
}

fn signal(name: &str, id: u32) {
    let done =
        std::process::Command::new("kill").args([&format!("-{name}"), &id.to_string()]).status();
    assert!(done.expect("there is a kill").success());
}

#[test]
fn signals_leave_the_terminal_in_order() {
    for (name, code) in [("TERM", 143), ("INT", 130), ("HUP", 129)] {
        let place = Place::new();
        let (path, _) = place.level("fold");
        let mut player = Player::start(&place, &[path.to_str().unwrap()]);
        player.wait_figure("moves", "0");
        assert!(player.look(|screen| screen.alternate_screen() && screen.hide_cursor()));
        signal(name, player.id());
        assert_eq!(player.end().exit_code(), code, "{name}");
        player.assert_sane();
    }
}

#[test]
fn it_is_suspended_and_comes_back() {
    let place = Place::new();
    let (path, _) = place.level("tiles");
    let mut shell = portable_pty::CommandBuilder::new("sh");
    shell.args(["-i"]);
    shell.env("PS1", "ready> ");
    shell.env("ENV", "");
    let mut player = Player::run(&place, shell, 80, 24);
    player.wait("ready> ");
    let program = env!("CARGO_BIN_EXE_quadrille");
    player.press(&format!("'{program}' play '{}'\r", path.display()));
    player.wait_figure("moves", "0");
    player.press("l");
    player.wait_figure("moves", "1");
    player.press("\x1a");
    player.wait_until("the shell", |screen| !screen.alternate_screen() && !screen.hide_cursor());
    player.wait("Stopped");
    player.press("fg\r");
    player.wait_until("the game", |screen| screen.alternate_screen());
    player.wait_figure("moves", "1");
    player.press("u");
    player.wait_figure("moves", "0");
    player.press("Q");
    // The shell ends with the test: a key typed too early would still go to the game.
    player.wait_until("the shell", |screen| !screen.alternate_screen());
}

#[test]
fn unusable_progress_is_reported_and_kept() {
    let place = Place::new();
    let (path, _) = place.level("tiles");
    let folder = place.path().join("quadrille");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("progress.json"), "no progress").unwrap();
    let mut player = Player::start(&place, &[path.to_str().unwrap()]);
    player.wait("your progress is damaged");
    player.press("l");
    player.wait_figure("moves", "1");
    player.press("Q");
    player.end();
    assert_eq!(
        std::fs::read_to_string(folder.join("progress.damaged.json")).unwrap(),
        "no progress"
    );
    assert!(
        std::fs::read_to_string(folder.join("progress.json")).unwrap().contains("\"moves\": \"R\"")
    );
}

#[test]
fn a_folder_that_cannot_be_written_is_no_reason_not_to_play() {
    let place = Place::new();
    let (path, _) = place.level("tiles");
    // A file in the place of the folder also stops the superuser.
    std::fs::write(place.path().join("quadrille"), "").unwrap();
    let mut player = Player::start(&place, &[path.to_str().unwrap()]);
    player.wait("your progress can");
    player.press("l");
    player.wait_figure("moves", "1");
    player.press("Q");
    assert_eq!(player.end().exit_code(), 0);
}
