//! Grading of submissions against the assignments that ship, and against others.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::{Folder, Run};

fn assignments() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assignments")
}

fn path(file: &str) -> String {
    assignments().join(file).to_string_lossy().into_owned()
}

fn grade(folder: &Folder, assignment: &str, rest: &[&str]) -> Run {
    folder.run(&[&["grade", &path(assignment)], rest].concat())
}

#[test]
fn the_model_answers_have_all_points() {
    let folder = Folder::new();
    for (assignment, model) in [
        ("tiles-heuristic/assignment.toml", "tiles-heuristic/model.heuristic"),
        ("write-zhed/assignment.toml", "write-zhed/model.puzzle"),
    ] {
        let run = grade(&folder, assignment, &[&path(model), "--json"]);
        assert_eq!(run.code, Some(0), "{run:?}");
        let graded = &run.json()[0];
        assert_eq!(graded["points"], 100.0, "{graded}");
        assert_eq!(graded["points"], graded["most"]);
    }
}

#[test]
fn a_submission_that_crashes_or_loops_costs_only_itself() {
    let folder = Folder::new();
    folder.write("loop.heuristic", "fn estimate(board) { loop {} }");
    folder.write("far.heuristic", "fn estimate(board) { 100 * board.off_goal }");
    folder.write("typo.heuristic", "fn estimate(board) {\n  1 +\n}");
    folder.write("bytes.heuristic", [0xff, 0xfe]);
    folder.write("zero.heuristic", "fn estimate(board) { 0 }");
    let files = [
        "loop.heuristic", "far.heuristic", "typo.heuristic", "bytes.heuristic", "none",
        "zero.heuristic",
    ];
    let run = grade(
        &folder,
        "tiles-heuristic/assignment.toml",
        &[&files[..], &["--json", "--junit", "all.xml"]].concat(),
    );
    assert_eq!(run.code, Some(1), "{run:?}");
    let graded = run.json();
    let points: Vec<f64> = graded.iter().map(|one| one["points"].as_f64().unwrap()).collect();
    // A zero heuristic is admissible and consistent, and its plans are shortest.
    assert_eq!(points[..1], [0.0], "{graded:?}");
    assert_eq!(points[2..], [0.0, 0.0, 0.0, 50.0], "{graded:?}");
    assert!(graded[0]["marks"][0]["message"].as_str().unwrap().contains("too many steps"));
    let wrong = graded[1]["marks"][0]["message"].as_str().unwrap();
    assert!(wrong.contains("solves it, on this board"), "{wrong}");
    assert!(graded[2]["error"].as_str().unwrap().contains("line 3"), "{}", graded[2]);
    assert!(graded[4]["error"].as_str().unwrap().contains("No such file"), "{}", graded[4]);
    let xml = folder.read("all.xml");
    assert_eq!(xml.matches("<testsuite ").count(), 6, "{xml}");
    assert!(xml.contains("<failure message=\"0 of 30: "), "{xml}");
}

#[test]
fn time_is_limited_from_outside_and_what_was_earned_stays() {
    let folder = Folder::new();
    folder.write("levels.txt", crate::common::QUICK);
    let checks = "[[check]]\nholds = \"admissible\"\nrandom = 0\npoints = 3\n\
                  [[check]]\nholds = \"consistent\"\nrandom = 1000000000\npoints = 4\n";
    let head = "title = \"t\"\nkind = \"heuristic\"\ngame = \"tiles\"\nlevels = [\"levels.txt\"]\n";
    folder.write("a.toml", format!("{head}time = \"2s\"\n{checks}"));
    folder.write("zero.heuristic", "fn estimate(board) { 0 }");
    let run = folder.run(&["grade", "a.toml", "zero.heuristic", "--gradescope", "results.json"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.out.contains("3 of 7 points"), "{run:?}");
    let results: Value = serde_json::from_str(&folder.read("results.json")).expect("JSON");
    assert_eq!(results["score"], 3.0);
    assert_eq!(results["tests"][0]["status"], "passed");
    assert_eq!(results["tests"][1]["output"], "not checked");
    assert!(results["output"].as_str().unwrap().contains("stopped"), "{results}");
}

/// Scripts that use too much are stopped by their own limits: no process has to be killed.
#[test]
fn scripts_that_want_much_are_refused() {
    let folder = Folder::new();
    let rest =
        "fn hog(n) { let a = []; a.pad(4500, 0); if n == 0 { 0 } else { hog(n - 1) + a.len() } }";
    folder.write(
        "array.heuristic",
        "fn estimate(board) { let a = []; loop { a.push([1, 2, 3]); } 0 }",
    );
    folder.write("string.heuristic", "fn estimate(board) { let s = \"x\"; loop { s += s; } 0 }");
    folder.write("calls.heuristic", "fn f(n) { f(n + 1) } fn estimate(board) { f(0) }");
    folder.write("lists.heuristic", format!("{rest} fn estimate(board) {{ hog(100) }}"));
    std::fs::create_dir(folder.path("folder.heuristic")).expect("a folder");
    let files = [
        "array.heuristic", "string.heuristic", "calls.heuristic", "lists.heuristic",
        "folder.heuristic",
    ];
    let run =
        grade(&folder, "tiles-heuristic/assignment.toml", &[&files[..], &["--json"]].concat());
    let graded = run.json();
    for (one, why) in graded.iter().zip(["too large", "too large", "overflow", "overflow"]) {
        assert_eq!(one["error"], Value::Null, "{one}");
        assert!(one["marks"][0]["message"].as_str().unwrap().contains(why), "{one}");
    }
    assert_eq!(graded[4]["error"], "it is a folder; submit a file");
}

/// The memory of a process and its children is limited from outside. Only Python can use that much.
#[test]
fn memory_is_limited_from_outside() {
    let python = std::process::Command::new("python3").arg("--version").output();
    if !python.is_ok_and(|run| run.status.success()) {
        assert!(std::env::var_os("CI").is_none(), "there is no python3");
        return;
    }
    let folder = Folder::new();
    folder.write("levels.txt", crate::common::QUICK);
    // Replaces the package, which is not built here.
    folder.write("quadrille.py", "class Level:\n    def __init__(self, code):\n        pass\n");
    folder.write(
        "hog.py",
        "def estimate(level):\n    hog = []\n    while True:\n        hog.append(bytearray(20_000_000))\n",
    );
    folder.write("zero.py", "def estimate(level):\n    return 0\n");
    folder.write(
        "a.toml",
        "title = \"t\"\nkind = \"heuristic\"\ngame = \"tiles\"\nlevels = [\"levels.txt\"]\nmemory = \"300MiB\"\n\
         [[check]]\nholds = \"admissible\"\nrandom = 0\npoints = 3\n",
    );
    let mut command = folder.command(&["grade", "a.toml", "hog.py", "zero.py", "--json"]);
    let output = command.env("PYTHONPATH", folder.path("")).output().expect("it runs");
    let output = String::from_utf8(output.stdout).expect("text");
    let graded: Vec<Value> =
        output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(graded[0]["error"], "it was stopped: memory limit", "{output}");
    assert_eq!(graded[1]["points"], 3.0, "{output}");
}

#[test]
fn an_assignment_has_a_link_without_its_hidden_levels() {
    let folder = Folder::new();
    let link =
        grade(&folder, "tiles-heuristic/assignment.toml", &["--link=https://example.org/q/"]);
    assert_eq!(link.code, Some(0), "{link:?}");
    let (page, word) = link.out.trim().split_once("#/assignment?with=").expect("a link");
    assert_eq!(page, "https://example.org/q/");
    assert!(
        word.len() < 4000 && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
    );
    // The link and the name both refer to the assignment.
    folder.write("zero.heuristic", "fn estimate(board) { 0 }");
    for assignment in [link.out.trim(), "@tiles-heuristic"] {
        let run = folder.run(&["grade", assignment, "zero.heuristic", "--json"]);
        let graded = &run.json()[0];
        assert_eq!((&graded["points"], &graded["most"]), (&50.0.into(), &80.0.into()), "{run:?}");
        assert!(run.err.contains("hidden levels are not available"), "{run:?}");
    }
    let unknown = folder.run(&["grade", "@nothing", "zero.heuristic"]);
    assert!(unknown.err.contains("@tiles-heuristic"), "{unknown:?}");
    let refused = grade(&folder, "tiles-heuristic/assignment.toml", &["--link=javascript:0"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    let neither = grade(&folder, "tiles-heuristic/assignment.toml", &[]);
    assert_eq!(neither.code, Some(2), "{neither:?}");
    folder.write(
        "large.toml",
        "title = \"t\"\nkind = \"heuristic\"\ngame = \"tiles\"\nlevels = [\"@tiles\", \"@tiles\"]\n[[check]]\nlonger = 0\npoints = 3\n",
    );
    let large = folder.run(&["grade", "large.toml", "--link"]);
    assert_eq!(large.code, Some(2), "{large:?}");
    assert!(large.err.contains("quadrille serve --assignment"), "{large:?}");
    let text =
        folder.read("large.toml").replace("\"@tiles\"", "\"@tiles\", \"@tiles\", \"@tiles\"");
    folder.write("larger.toml", text);
    let larger = folder.run(&["serve", "--port", "0", "--assignment", "larger.toml"]);
    assert_eq!(larger.code, Some(2), "{larger:?}");
    assert!(larger.err.contains("at most 200 levels"), "{larger:?}");
}

#[test]
fn levels_and_wrong_puzzles_are_graded() {
    let folder = Folder::new();
    let head = "title = \"t\"\nkind = \"levels\"\ngame = \"tiles\"\n";
    folder.write(
        "a.toml",
        format!("{head}[[check]]\nmoves = \"2..\"\npoints = 1\n[[check]]\ncount = 2\npoints = 1\n"),
    );
    folder.write("mine.txt", crate::common::QUICK);
    let run = folder.run(&["grade", "a.toml", "mine.txt", "--json"]);
    assert_eq!(run.json()[0]["points"], 1.0, "{run:?}");
    // A walk that does not skip filled cells.
    let model = std::fs::read_to_string(path("write-zhed/model.puzzle")).expect("the model");
    let wrong = model.replace("            left -= 1;\n        }", "        }\n        left -= 1;");
    assert_ne!(model, wrong);
    folder.write("wrong.puzzle", wrong);
    let run = grade(&folder, "write-zhed/assignment.toml", &["wrong.puzzle", "--json"]);
    let message = run.json()[0]["marks"][0]["message"].as_str().unwrap().to_string();
    assert!(message.contains("; expected "), "{run:?}");
}

#[test]
fn mistakes_of_an_assignment_have_their_place() {
    let folder = Folder::new();
    folder.write("zero.heuristic", "fn estimate(board) { 0 }");
    let error = |text: &str| {
        folder.write("a.toml", text);
        let run = folder.run(&["grade", "a.toml", "zero.heuristic"]);
        assert_eq!(run.code, Some(2), "{run:?}");
        run.err
    };
    let head = "title = \"t\"\nkind = \"heuristic\"\ngame = \"tiles\"\n";
    assert!(error("title = 1\n").contains("a.toml:1:9"));
    assert!(error(&head.replace("tiles", "chess")).contains("unknown game 'chess'"));
    assert!(error(head).contains("has no checks"));
    assert!(error(&format!("{head}[[check]]\npoints = 1\n")).contains("has no criterion"));
    assert!(
        error(&format!("{head}[[check]]\nlike = \"zhed\"\npoints = 1\n")).contains("does not fit")
    );
    let unknown = format!("{head}[[check]]\nlevel = \"x\"\nexpansions = 1\npoints = 1\n");
    assert!(error(&unknown).contains("unknown level 'x'"));
}
