//! A puzzle as a script, in every command that takes a game or levels; and the formats of other
//! programs.

use crate::common::{Folder, QUICK, Run};

const LIGHTS: &str = "const ID = \"lamps\";\nconst TITLE = \"Lamps\";\nconst MOVE = \"cell\";\n\
const CELLS = [#{ glyph: \".\" }, #{ glyph: \"o\", disc: 24 }];\n\
fn play(board, move) {\n  for step in [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]] {\n    \
board.cycle(move.row + step[0], move.col + step[1], \".o\");\n  }\n  board\n}\n\
fn is_solved(board) { board.count(\"o\") == 0 }\n\
fn estimate(board) { board.count(\"o\") / 5 }\n\
---\nname: cross\n\n. o .\no o o\n. o .\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("my.puzzle", LIGHTS);
    folder
}

#[test]
fn one_file_is_a_game_and_its_levels_in_every_command() {
    let folder = folder();
    let fine = |args: &[&str]| {
        let run = folder.run(args);
        assert_eq!(run.code, Some(0), "{args:?}: {run:?}");
        run
    };
    let solved = &fine(&["solve", "my.puzzle", "--json"]).json()[0];
    assert_eq!(
        (&solved["game"], &solved["cost"], &solved["optimal"]),
        (&"lamps".into(), &1.into(), &true.into())
    );
    let code = fine(&["show", "my.puzzle", "--format", "code"]).out;
    assert!(code.starts_with("lamps1-"), "{code}");
    let other = fine(&["solve", code.trim(), "--puzzle", "my.puzzle", "--json"]);
    assert_eq!(other.json()[0]["plan"][0], "1,1");
    assert!(fine(&["show", "my.puzzle", "--format", "svg"]).out.contains("</svg>"));
    assert!(fine(&["check", "my.puzzle", "1,1"]).out.contains("solved"));
    let heuristic = ["-a", "astar", "--heuristic", "@my.puzzle"];
    fine(&[&["solve", "my.puzzle"], &heuristic[..]].concat());
    fine(&["compare", "my.puzzle", "--algorithms", "bfs,astar"]);
    let described = fine(&["describe", "my.puzzle", "my.puzzle"]).out;
    assert!(described.contains("Lamps") && !described.contains("| operator |"), "{described}");
    folder.run(&["describe", "my.puzzle"]).is_refused(&["no example of lamps", "name a file"]);
    assert!(fine(&["space", "my.puzzle"]).out.contains("512"));
    assert!(fine(&["list", "games", "--puzzle", "my.puzzle"]).out.contains("lamps"));
    let made = fine(&["generate", "my.puzzle", "--size", "3x3", "--count", "2"]).out;
    assert!(made.contains("game: lamps"), "{made}");
    folder.write("made.txt", made);
    fine(&["solve", "made.txt", "--puzzle", "my.puzzle"]);
    let mut play = folder.command(&["play", "my.puzzle", "--plain"]);
    let played = Run::of(play.env("XDG_DATA_HOME", folder.path("")).output().expect("it runs"));
    assert!(played.out.contains("cross"), "{played:?}");
    assert!(fine(&["solve", "@rush.puzzle"]).out.contains("proved shortest"));
    assert!(fine(&["list", "scripts", "pegs.puzzle"]).out.contains("Peg solitaire"));
}

#[test]
fn the_estimate_of_a_puzzle_is_for_its_own_levels() {
    let folder = Folder::new();
    folder.write("my.puzzle", LIGHTS.replace("/ 5 }", "* 5 }"));
    let claims = ["claims", "--heuristic", "@my.puzzle", "--puzzle", "my.puzzle", "--json"];
    let run = folder.run(&[&claims[..], &["--random", "20"]].concat());
    assert_eq!(run.code, Some(1), "{run:?}");
    let games = run.json();
    let games = games.iter().filter_map(|row| row["counterexample"]["game"].as_str());
    assert!(games.clone().count() > 0 && games.clone().all(|game| game == "lamps"), "{run:?}");
    folder
        .run(&[
            "solve", "@classics", "-l", "first-slide", "-a", "astar", "--heuristic", "@my.puzzle",
        ])
        .is_refused(&["@my.puzzle is for lamps, not for tiles"]);
}

#[test]
fn a_file_with_several_levels_becomes_several_pictures() {
    let folder = Folder::new();
    folder.write("two.puzzle", format!("{LIGHTS}\nname: a b\n\n. o .\no o o\n. o .\n"));
    let run = folder.run(&["show", "two.puzzle", "--output", "out.svg"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    for name in ["out-cross.svg", "out-a-b.svg"] {
        assert!(folder.read(name).contains("</svg>") && run.err.contains(name), "{run:?}");
    }
    assert!(!folder.path("out.svg").exists());
}

#[test]
fn a_piece_on_a_target_is_shown_once() {
    let folder = Folder::new();
    folder.write(
        "my.puzzle",
        "const ID = \"ring\";\nconst MOVE = \"cell\";\n\
         const CELLS = [#{ glyph: \".\" }, #{ glyph: \"s\", disc: 3, target: 3 }];\n\
         fn play(board, move) { board }\nfn is_solved(board) { false }\n---\nname: a\n\n. s\n. .\n",
    );
    let run = folder.run(&["show", "my.puzzle"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.out.contains("‹s›") && !run.out.contains("s/s"), "{run:?}");
}

#[test]
fn mistakes_in_a_puzzle_are_shown_where_they_are() {
    let folder = folder();
    let error = |text: String| {
        folder.write("bad.puzzle", text);
        let run = folder.run(&["solve", "bad.puzzle"]);
        assert_eq!(run.code, Some(2), "{run:?}");
        run.err
    };
    let typo = error(LIGHTS.replace("for step in", "for for step in"));
    assert!(typo.contains("bad.puzzle:6:"), "{typo}");
    let endless = error(LIGHTS.replace("  board\n}", "  loop {}\n}"));
    assert!(endless.contains("too many steps"), "{endless}");
    let cell = error(LIGHTS.replace(". o .\no o o", ". ? .\no o o"));
    assert!(cell.contains("bad.puzzle:16:3"), "{cell}");
    let taken = error(LIGHTS.replace("\"lamps\"", "\"tiles\""));
    assert!(taken.contains("there is a game 'tiles' already"), "{taken}");
    let bare = error(LIGHTS.split("---").next().unwrap().to_string());
    assert!(bare.contains("this puzzle has no levels"), "{bare}");
    let code = folder.run(&["solve", "lamps1-IgEAAboBq2Zk7Q"]);
    assert!(code.err.contains("there is no such game"), "{code:?}");
    let gone = folder.run(&["generate", "gone.puzzle"]);
    assert_eq!(gone.code, Some(2), "{gone:?}");
    assert!(gone.err.contains("no such puzzle file"), "{gone:?}");
}

#[test]
fn a_plan_is_a_picture_that_moves_a_space_a_graph_and_a_search_a_trace() {
    let folder = Folder::with(QUICK);
    let film = folder.run(&["show", "level.txt", "--plan", "D R", "--output", "plan.svg"]);
    assert_eq!(film.code, Some(0), "{film:?}");
    let svg = folder.read("plan.svg");
    assert_eq!(svg.matches("<g class=\"f").count(), 3, "{svg}");
    assert!(svg.contains("@keyframes") && svg.contains("2 of 2: R"), "{svg}");
    let output = folder.run(&["show", "level.txt", "--plan", "D R"]).out;
    assert!(output.contains("1 of 2: D") && output.contains("2 of 2: R"), "{output}");
    let refused = folder.run(&["show", "level.txt", "--plan", "D X"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    let space = folder.run(&["space", "level.txt", "--dot", "level.dot"]);
    assert_eq!(space.code, Some(0), "{space:?}");
    let dot = folder.read("level.dot");
    assert!(dot.starts_with("digraph") && dot.contains("doublecircle"), "{dot}");
    assert!(dot.contains("n0 -> n"), "{dot}");
    let solve = ["solve", "level.txt", "-a", "astar", "--trace", "a.trace.yaml"];
    assert_eq!(folder.run(&solve).code, Some(0));
    let trace = folder.read("a.trace.yaml");
    assert!(trace.starts_with("version: 1.4.0\n"), "{trace}");
    assert!(trace.contains("  - { type: expand, id: 1, pId: null, x: 0, y: 0, g: 0,"), "{trace}");
    assert!(trace.contains("type: generate, id: 2, pId: 1, x: 0, y: 1, move: \""), "{trace}");
}

/// A level of each game, and one of a script puzzle, with a shortest plan.
const ONE_OF_EACH: [(&str, &str, &str); 6] = [
    ("@classics", "first-slide", "D R"),
    ("@classics", "first-step", "1,1R"),
    ("@classics", "two-swaps", "0,2d 0,2r"),
    ("@classics", "four-folds", "1L 1R 1U 1D"),
    ("@classics", "round-the-box", "R U R U L L"),
    ("@lights.puzzle", "cross", "1,1"),
];

fn field<'a>(event: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = event.split_once(&format!(" {name}: "))?;
    rest.split([',', ' ']).next()
}

/// Posthoc needs `version`, `views` and `events`, and ids other than 0; it takes the parent of a
/// position from its last event.
#[test]
fn traces_of_all_games_are_trees() {
    let folder = Folder::new();
    for (file, level, _) in ONE_OF_EACH {
        for algorithm in ["astar", "bfs", "dfs"] {
            let args = ["solve", file, "-l", level, "-a", algorithm, "--trace", "a.trace.yaml"];
            let run = folder.run(&args);
            assert_eq!(run.code, Some(0), "{level}, {algorithm}: {run:?}");
            let trace = folder.read("a.trace.yaml");
            for key in ["version: 1.4.0\n", "\nviews:\n  main:\n", "\nevents:\n  - { type: source,"]
            {
                assert!(trace.contains(key), "{trace}");
            }
            let mut parents = std::collections::BTreeMap::new();
            for event in trace.lines().filter(|line| line.starts_with("  - {")) {
                let id: u32 = field(event, "id").and_then(|id| id.parse().ok()).expect("an id");
                let parent = field(event, "pId").expect("a parent");
                let parent: Option<u32> = (parent != "null").then(|| parent.parse().unwrap());
                assert!(id > 0 && field(event, "x").is_some() && field(event, "y").is_some());
                assert!(parent.is_none_or(|parent| parents.contains_key(&parent)), "{event}");
                let is_new = field(event, "type") == Some("reopen") || !parents.contains_key(&id);
                assert!(is_new || parents[&id] == parent, "{level}, {algorithm}: {event}");
                parents.insert(id, parent);
            }
            let roots: Vec<_> = parents.iter().filter(|(_, parent)| parent.is_none()).collect();
            assert_eq!(roots, [(&1, &None)], "{level}, {algorithm}");
        }
    }
}

#[test]
fn plans_of_all_games_are_pictures_that_move() {
    let folder = Folder::new();
    for (file, level, plan) in ONE_OF_EACH {
        let args = ["show", file, "-l", level, "--plan", plan, "--output", "plan.svg"];
        let film = folder.run(&args);
        assert_eq!(film.code, Some(0), "{film:?}");
        let svg = folder.read("plan.svg");
        let moves = plan.split(' ').count();
        assert_eq!(svg.matches("<g class=\"f").count(), moves + 1, "{level}");
        assert!(svg.contains(&format!("{moves} of {moves}: ")), "{level}");
    }
}

/// The rules of a puzzle end with the limits of the search, even within a call.
#[test]
fn slow_rules_end_with_the_time_of_the_search() {
    let folder = folder();
    let slow = "fn play(board, move) {\n  let n = 0; for i in 0..8000 { n += i; }\n";
    folder.write("slow.puzzle", LIGHTS.replace("fn play(board, move) {\n", slow));
    for algorithm in ["bfs", "best", "astar"] {
        let started = std::time::Instant::now();
        let run = folder.run(&[
            "solve", "slow.puzzle", "--algorithm", algorithm, "--max-time", "5ms", "--json",
        ]);
        let took = started.elapsed();
        let found = &run.json()[0];
        assert_eq!(found["stop"], "time", "{run:?}");
        assert_ne!(found["outcome"], "unsolvable", "{run:?}");
        assert!(took < std::time::Duration::from_secs(10), "{algorithm}: {took:?}");
    }
}
