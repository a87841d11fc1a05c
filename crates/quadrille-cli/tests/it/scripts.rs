//! Heuristics in files: used wherever a heuristic is named, with errors, and refuted by `claims`.

use crate::common::{Folder, QUICK};

const MINE: &str =
    "// game: tiles\nfn estimate(board) { 2 * board.goals.filter(|goal| !goal.covered).len() }\n";

fn folder() -> Folder {
    let folder = Folder::with(QUICK);
    folder.write("my.heuristic", MINE);
    folder
}

#[test]
fn a_script_is_a_heuristic_wherever_one_is_named() {
    let folder = folder();
    let solve = ["solve", "level.txt", "--algorithm", "astar", "--json", "--heuristic"];
    for heuristic in ["@my.heuristic", "max(@my.heuristic,relaxed)", "0.5*@\"my.heuristic\""] {
        let run = folder.run(&[&solve[..], &[heuristic]].concat());
        assert_eq!(run.code, Some(0), "{run:?}");
        let line = &run.json()[0];
        assert_eq!((&line["outcome"], &line["cost"]), (&"solved".into(), &2.into()));
        assert!(line["heuristic"].as_str().unwrap().contains("@my.heuristic"), "{line}");
    }
    let show =
        folder.run(&["show", "level.txt", "--heuristic", "@my.heuristic+1,@tiles-collinear"]);
    assert!(show.out.contains("@my.heuristic+1: 3 (@my.heuristic: 2)"), "{show:?}");
    assert!(show.out.contains("@tiles-collinear: 2"), "{show:?}");
    let methods = "bfs,astar with @my.heuristic";
    let compare = folder.run(&["compare", "level.txt", "--algorithms", methods, "--json"]);
    assert_eq!(compare.code, Some(0), "{compare:?}");
    assert_eq!(compare.json()[1]["method"], "astar with @my.heuristic");
}

#[test]
fn the_list_of_words_has_the_functions_too() {
    let words = Folder::new().run(&["list", "scripts", "--game", "tiles", "--json"]).json();
    for word in ["goals", "rows", "steps", "distance", "in_line", "least", "infinity", "log2"] {
        let is_it = |row: &serde_json::Value| {
            row["word"]
                .as_str()
                .is_some_and(|text| text.split(['(', ',']).any(|w| w.trim() == word))
        };
        assert!(words.iter().any(is_it), "{word}: {words:?}");
    }
}

#[test]
fn errors_in_a_script_have_their_line() {
    let folder = folder();
    let solve = |heuristic: &str| {
        let run = folder.run(&["solve", "level.txt", "-a", "astar", "--heuristic", heuristic]);
        assert_eq!(run.code, Some(2), "{run:?}");
        run.err
    };
    folder.write("typo.heuristic", "fn estimate(board) {\n  1 +\n}\n");
    assert!(
        solve("@typo.heuristic").contains("@typo.heuristic, line 3"),
        "{}",
        solve("@typo.heuristic")
    );
    folder.write("loop.heuristic", "fn estimate(board) {\n  loop {}\n}\n");
    assert!(solve("@loop.heuristic").contains("takes too many steps"));
    folder.write("word.heuristic", "fn estimate(board) { board.numbers.len() }\n");
    assert!(solve("@word.heuristic").contains("a board of tiles has no 'numbers'"));
    assert!(solve("@gone.heuristic").contains("there is no file gone.heuristic"));
    assert!(solve("@tiles-colinear").contains("did you mean @tiles-collinear?"));
    assert!(solve("@zhed-h1").contains("@zhed-h1 is for zhed, not for tiles"));
    folder.write("bytes.heuristic", [0xff, 0xfe]);
    assert!(solve("@bytes.heuristic").contains("is not a text"));
}

/// A list of copies of a long list takes little time per megabyte.
#[cfg(target_os = "linux")]
#[test]
fn a_script_that_fills_the_memory_ends() {
    let folder = folder();
    let fill = "fn estimate(board) {
        let long = [];
        for i in 0..4900 { long.push(i); }
        let a = long; for i in 0..4900 { a[i] = long; }
        let b = long; for i in 0..4900 { b[i] = long; }
        let c = long; for i in 0..4900 { c[i] = long; }
        0
    }";
    folder.write("fill.heuristic", fill);
    let method = ["--algorithm", "astar", "--heuristic", "@fill.heuristic"];
    let run = folder.run(&[&["solve", "level.txt"], &method[..]].concat());
    assert!(run.err.contains("too much memory"), "{run:?}");
}

#[test]
fn scripts_and_words_are_listed_and_printed() {
    let folder = Folder::new();
    let list = folder.run(&["list", "scripts"]);
    assert!(list.out.contains("@zhed-h1") && list.out.contains("blocks"), "{list:?}");
    let text = folder.run(&["list", "scripts", "@zhed-h2"]);
    assert!(text.out.contains("fn estimate(board)"), "{text:?}");
    let words = folder.run(&["list", "scripts", "--game", "fold", "--json"]).json();
    assert!(words.iter().any(|line| line["word"] == "cells_left"));
    assert!(words.iter().any(|line| line["name"] == "fold-h4"));
    assert_eq!(folder.run(&["list", "scripts", "nothing"]).code, Some(2));
}

#[test]
fn claims_finds_a_small_board_that_proves_a_heuristic_wrong() {
    let folder = folder();
    let run = folder.run(&["claims", "--heuristic", "@my.heuristic", "--json", "--max-time", "1m"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    let lines = run.json();
    assert_eq!(lines[0]["property"], "admissible");
    assert_eq!(lines[0]["holds"], false);
    let found = &lines[0]["counterexample"];
    assert_eq!(found["game"], "tiles");
    // An estimate of two for a plan of one move: a block beside its goal.
    assert_eq!((&found["estimate"], found["moves"].as_str().map(str::len)), (&2.0.into(), Some(1)));
    folder.write("small.txt", found["board"].as_str().unwrap());
    let again = folder.run(&["show", "small.txt", "--heuristic", "@my.heuristic"]);
    assert!(again.out.contains("@my.heuristic: 2"), "{again:?}");

    let good = ["claims", "--heuristic", "reach", "--game", "zhed", "--random", "40"];
    let held = folder.run(&good);
    assert_eq!(held.code, Some(0), "{held:?}");
    assert!(held.out.contains("admissible: no counter-example found"), "{held:?}");
    assert!(held.out.contains("Examined"), "{held:?}");
    let own = folder.run(&["claims", "--heuristic", "3*off_goal", "level.txt"]);
    assert!(own.out.contains("not admissible: counter-example of tiles:"), "{own:?}");
    assert_eq!(folder.run(&["claims", "--heuristic", "nothing"]).code, Some(2));
}

#[test]
#[cfg(unix)]
fn plans_of_the_lab_take_scripts_and_notice_when_they_change() {
    let folder = folder();
    let plan = "[[experiment]]\nlevels = ['level.txt']\nalgorithms = ['astar']\nheuristics = ['zero', '@my.heuristic']\n";
    folder.write("plan.toml", plan);
    let run = folder.run(&["lab", "run", "plan.toml"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    folder.write("my.heuristic", MINE.replace('2', "3"));
    let changed = folder.run(&["lab", "run", "plan.toml"]);
    assert_eq!(changed.code, Some(2), "{changed:?}");
    assert!(changed.err.contains("the script '@my.heuristic' has changed"), "{changed:?}");
}
