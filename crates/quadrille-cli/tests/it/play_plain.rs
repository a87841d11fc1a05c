//! Playing line by line through pipes, as for screen readers and scripts.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use quadrille::Method;
use quadrille::levels;
use quadrille::search::Control;

const TILES: &str = "game: tiles\nname: one\n\nr . .\n. . .\n. . R\n\ngame: tiles\nname: two\n\n. # R .\n. . # B\nr . b .\n. . # .\n";

fn play(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .arg("play")
        .args(arguments)
        .env("XDG_DATA_HOME", folder)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn a_whole_game_through_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("levels.txt"), TILES).unwrap();
    let input = "U\nhint\nD\nu\nredo\nR\nL\nnext\nsolve\ncheck\nwhat\nquit\nD\n";
    let output = text(&play(folder.path(), &["levels.txt"], input));
    let mut rest = output.as_str();
    for expected in [
        "one: Match-the-Tiles, levels.txt, board 3x3",
        "0 │[r] ·  · │",
        "0 moves played.",
        "U is not possible here:",
        "Hint: D, of 2 moves.",
        "2 │[r] · ‹R›│",
        "1 move played.",
        "0 moves played.",
        "1 move played.",
        "2 moves played.",
        "Solved in 2 moves: shortest possible.",
        "The level is solved",
        "two: Match-the-Tiles, levels.txt, board 4x4",
        "5 moves: R D R U L",
        "Yes, in 5 moves.",
        "'what' is not a direction",
    ] {
        let at = rest
            .find(expected)
            .unwrap_or_else(|| panic!("'{expected}' is missing in\n{rest}\nof\n{output}"));
        rest = &rest[at + expected.len()..];
    }
    assert!(!output.contains('\u{1b}'), "no colours in a pipe");
}

#[test]
fn a_game_goes_on_where_it_was_left() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("levels.txt"), TILES).unwrap();
    text(&play(folder.path(), &["levels.txt", "--level", "two"], "R\nD"));
    let output = text(&play(folder.path(), &["levels.txt", "--level", "two"], ""));
    assert!(output.contains("2 moves played."), "{output}");
    // The same board under another name is the same level.
    std::fs::write(folder.path().join("other.txt"), TILES.replace("two", "renamed")).unwrap();
    let output = text(&play(folder.path(), &["other.txt", "--level", "renamed"], ""));
    assert!(output.contains("2 moves played."), "{output}");
}

#[test]
fn every_pack_and_game_can_be_opened() {
    let folder = tempfile::tempdir().unwrap();
    for game in quadrille::games::ALL {
        let output = text(&play(folder.path(), &[game.id()], "help\n"));
        assert!(output.contains(game.title()), "{output}");
    }
    assert!(text(&play(folder.path(), &["@classics"], "levels\n")).contains("not solved"));
    assert!(text(&play(folder.path(), &[], "")).contains("moves played."));
}

#[test]
fn a_share_code_is_a_level() {
    let folder = tempfile::tempdir().unwrap();
    let level = levels::read("level a\n1.G\n", None).levels().next().unwrap().clone();
    let report =
        level.game.solve(&level.grid, &Method::default(), &Control::default(), None).unwrap();
    let plan = report.plan().map(|(plan, _)| level.game.notation().write_all(plan));
    let code = levels::to_code(&level);
    match plan {
        Some(plan) => {
            let output = text(&play(folder.path(), &[&code], &plan));
            assert!(output.contains("Solved in"), "{output}");
        }
        None => {
            let output = text(&play(folder.path(), &[&code], "check\n"));
            assert!(output.contains("No: this is a dead end."), "{output}");
        }
    }
}

#[test]
fn unknown_levels_and_files_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let output = play(folder.path(), &["tiles", "--level", "first-slid"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("did you mean 'first-slide'?"));
    assert_eq!(play(folder.path(), &["nowhere.txt"], "").status.code(), Some(2));
    std::fs::write(folder.path().join("bad.txt"), "level a\n1?G\n").unwrap();
    assert_eq!(play(folder.path(), &["bad.txt"], "").status.code(), Some(2));
}

#[test]
fn a_plan_is_shown_at_once_by_any_method() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("levels.txt"), TILES).unwrap();
    let algorithm = ["levels.txt", "--level", "one", "--algorithm", "astar with collinear"];
    let output = text(&play(folder.path(), &algorithm, "show\n"));
    let mut rest = output.as_str();
    for expected in
        ["2 moves: ", "\n1. D\n", "\n2. R\n", "found by astar with collinear", "0 moves played."]
    {
        let at = rest.find(expected).unwrap_or_else(|| panic!("no '{expected}' in\n{output}"));
        rest = &rest[at + expected.len()..];
    }
    let output = text(&play(
        folder.path(),
        &["levels.txt", "--level", "one"],
        "method wastar(3) with max(relaxed,2*collinear)\nsolve\nsolve bfs\nmethod astar with h1\n",
    ));
    for expected in [
        "'solve' and 'watch' use wastar(3) with max(relaxed,2*collinear).",
        "2 moves: ",
        "There is no heuristic 'h1'",
    ] {
        assert!(output.contains(expected), "no '{expected}' in\n{output}");
    }
    let refused = play(folder.path(), &["levels.txt", "--algorithm", "astar with h1"], "");
    assert!(!refused.status.success());
}

#[test]
fn a_puzzlescript_game_is_played_with_its_messages_and_the_action_key() {
    let folder = tempfile::tempdir().unwrap();
    let source = include_str!("../../../quadrille-puzzlescript/games/lamps.puzzlescript");
    std::fs::write(folder.path().join("lamps.txt"), source).unwrap();
    let input = "moves\nL\nD X\nu\nX U X R X\nhint\nquit\n";
    let output = text(&play(folder.path(), &["lamps.txt", "--level", "1"], input));
    let mut rest = output.as_str();
    let expected =
        ["The action key switches the lamp under you", "D R X", "othing changes", "6 moves"];
    for expected in expected {
        let at = rest.find(expected).unwrap_or_else(|| panic!("{expected} is missing:\n{output}"));
        rest = &rest[at..];
    }
}
