//! Games in PuzzleScript.

use serde_json::json;

use crate::common::Folder;

const LAMPS: &str = include_str!("../../../quadrille-puzzlescript/games/lamps.puzzlescript");
const PUSH: &str = include_str!("../../../quadrille-puzzlescript/games/push.puzzlescript");

/// The board of the first level of `PUSH`, as recordings write it.
const BOARD: &str = "background wall:0,0,0,0,0,0,\nbackground player:1,background:2,2,0,0,2,\n\
                     background crate:3,2,0,0,2,background goal:4,\n2,0,0,2,2,2,\n0,0,0,0,0,0,\n";

#[test]
fn a_game_is_solved_wherever_levels_are() {
    let folder = Folder::new();
    folder.write("lamps.txt", LAMPS);
    let commands: [&[&str]; 2] =
        [&["solve", "lamps.txt", "--json"], &["puzzlescript", "solve", "lamps.txt", "--json"]];
    for command in commands {
        let run = folder.run(command);
        assert_eq!(run.code, Some(0), "{}", run.err);
        let rows = run.json();
        let costs: Vec<_> = rows.iter().map(|row| row["cost"].as_u64()).collect();
        assert_eq!(costs, [Some(6), Some(10)]);
        assert!(rows.iter().all(|row| row["optimal"] == true), "{}", run.out);
    }
}

#[test]
fn a_game_goes_wherever_a_file_of_levels_goes() {
    let folder = Folder::new();
    folder.write("lamps.txt", LAMPS);
    let run = |words: &[&str]| {
        let run = folder.run(words);
        assert_eq!(run.code, Some(0), "{words:?}: {}", run.err);
        run.out
    };
    let shown = run(&["show", "lamps.txt", "-l", "2"]);
    assert!(shown.contains("[o]") && shown.contains("[#]"), "{shown}");
    let picture = run(&["show", "lamps.txt", "-l", "1", "--format", "svg"]);
    assert!(picture.contains("crispEdges"), "{picture}");
    let code = run(&["show", "lamps.txt", "-l", "2", "--format", "code"]);
    assert!(
        code.trim_end().lines().last().is_some_and(|code| code.starts_with("lamps3-")),
        "{code}"
    );
    assert!(
        run(&["check", "lamps.txt", "-l", "1", "D", "X", "U", "X", "R", "X"]).contains("6 moves")
    );
    let space = run(&["space", "lamps.txt", "-l", "1"]);
    assert!(space.contains("positions"), "{space}");
    let compared = folder.run(&["compare", "lamps.txt", "-l", "1", "--max-nodes", "5000"]);
    assert!(compared.out.contains("bfs"), "{}{}", compared.out, compared.err);
    run(&["describe", "lamps.txt", "lamps.txt", "-l", "1"]);
    run(&["rate", "lamps.txt", "-l", "1"]);
}

#[test]
fn recordings_that_differ_are_printed_and_the_others_counted() {
    let folder = Folder::new();
    let case = |name: &str, inputs: &[u8]| {
        json!({
            "index": 1, "name": name, "source": PUSH, "level": 1, "seed": null, "inputs": inputs,
            "board": BOARD, "sounds": null,
        })
    };
    let cases = json!([case("stays", &[0, 1]), case("moves", &[3])]);
    folder.write("cases.json", cases.to_string());
    let run = folder.run(&["puzzlescript", "replay", "cases.json"]);
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.out.contains("moves") && !run.out.contains("stays"), "{}", run.out);
    assert_eq!(run.out.lines().last(), Some("1 of 2"));
}

#[test]
fn faults_have_a_line_and_a_way_out() {
    let folder = Folder::new();
    folder.write("game.txt", PUSH.replace("[ > Player | > Crate ]", "[ > Player | > Box ]"));
    let run = folder.run(&["puzzlescript", "check", "game.txt"]);
    assert_eq!(run.code, Some(2), "{}", run.out);
    assert!(run.err.contains("game.txt:") && run.err.contains("box"), "{}", run.err);
}
