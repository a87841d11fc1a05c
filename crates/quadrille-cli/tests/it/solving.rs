//! The output of `solve` and `show` for programs: objects, order, limits and files.

use std::collections::BTreeSet;
use std::fs;

use crate::common::{Folder, LONG, QUICK};
use serde_json::Value;

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn objects_have_their_fields() {
    let folder = Folder::with(format!("{QUICK}\nlevel stuck\nr # R\n# . .\n\nlevel bad\nr ?\n"));
    let lines = folder.run(&["solve", "level.txt", "--json", "--game", "tiles"]).json();
    let fields = "schema file level game method algorithm heuristic outcome optimal cost lower_bound stop plan stats";
    let counts = "expanded generated duplicates reopened dead_ends peak_open peak_bytes depth seconds first_plan_seconds";
    for line in &lines[..2] {
        assert_eq!(keys(line), fields.split(' ').collect());
        assert_eq!(keys(&line["stats"]), counts.split(' ').collect());
        assert_eq!(line["schema"], 3);
    }
    assert_eq!(keys(&lines[2]), "schema file level error".split(' ').collect());
    assert_eq!(
        keys(&lines[2]["error"]),
        "severity code args message help place".split(' ').collect()
    );
    let solved = &lines[0];
    assert_eq!(solved["outcome"], "solved");
    assert_eq!((&solved["optimal"], &solved["cost"]), (&true.into(), &2.into()));
    assert_eq!(solved["plan"].as_array().unwrap().len(), 2);
    assert_eq!((&solved["stop"], &solved["lower_bound"]), (&Value::Null, &2.into()));
    let stuck = &lines[1];
    assert_eq!((&stuck["outcome"], &stuck["plan"]), (&"unsolvable".into(), &Value::Null));
    assert_eq!((&stuck["cost"], &stuck["optimal"]), (&Value::Null, &false.into()));
}

#[test]
fn limits_stop_a_search() {
    let folder = Folder::with(LONG);
    for (flag, value, limit) in [
        ("--max-time", "50ms", "time"),
        ("--max-nodes", "2_000", "nodes"),
        ("--max-memory", "1MiB", "memory"),
    ] {
        let run = folder.run(&["solve", "level.txt", "--json", "--algorithm", "bfs", flag, value]);
        assert_eq!(run.code, Some(3), "{run:?}");
        let line = &run.json()[0];
        assert_eq!((&line["outcome"], &line["stop"]), (&"unknown".into(), &limit.into()));
        assert!(line["lower_bound"].as_u64().unwrap() > 1);
        let stats = &line["stats"];
        assert!(limit != "nodes" || stats["expanded"] == 2000, "{stats}");
        assert!(limit != "memory" || stats["peak_bytes"].as_u64().unwrap() <= 1 << 20, "{stats}");
    }
    let run = folder.run(&["solve", "level.txt", "--algorithm", "bfs", "--max-nodes", "1k"]);
    assert!(run.out.contains("the nodes limit was reached"), "{}", run.out);
}

/// A level with a long plan that is found early and a short one that takes longer.
const WINDING: &str = "level winding
. . A . . b
. . B # . .
. # . . a .
# . . # . #
# # . . # .
# # # # . .
";

#[test]
fn a_plan_without_its_proof_is_solved_and_says_why() {
    let folder = Folder::with(WINDING);
    // The limit at which the first plan appears depends on the search; it appears before the proof.
    let unproved = (1..60).find_map(|nodes: u32| {
        let nodes = nodes.to_string();
        let args =
            ["solve", "level.txt", "--json", "--algorithm", "anytime", "--max-nodes", &nodes];
        let run = folder.run(&args);
        let line = run.json().remove(0);
        (line["outcome"] == "solved" && line["optimal"] == false).then_some((run.code, line))
    });
    let (code, line) = unproved.expect("some limit falls between plan and proof");
    assert_eq!((code, &line["stop"]), (Some(3), &"nodes".into()));
    assert!(line["lower_bound"].as_u64() < line["cost"].as_u64(), "{line}");
    assert_eq!(line["plan"].as_array().unwrap().len() as u64, line["cost"].as_u64().unwrap());
}

#[test]
fn jobs_change_nothing_but_time() {
    // Levels of very different effort, so that they do not end in the order in which they start.
    let mut text = String::new();
    for index in 0..16 {
        let level = if index % 4 == 0 { LONG } else { QUICK };
        text += &level.replacen("level ", &format!("level {index}-"), 1);
        text.push('\n');
    }
    let folder = Folder::with(text);
    let outcomes = |jobs: &str| -> Vec<Value> {
        let args = [
            "solve", "level.txt", "--json", "--algorithm", "bfs", "--max-nodes", "20k", "--jobs",
            jobs,
        ];
        let mut lines = folder.run(&args).json();
        for line in &mut lines {
            line["stats"]["seconds"] = Value::Null;
            line["stats"]["first_plan_seconds"] = Value::Null;
        }
        lines
    };
    let one = outcomes("1");
    assert_eq!(one.len(), 16);
    assert_eq!(one[4]["level"], "4-long");
    assert_eq!(outcomes("4"), one);
    assert_eq!(outcomes("64"), one);
}

#[test]
fn a_share_code_is_a_level_unless_a_file_has_its_name() {
    let folder = Folder::with(QUICK);
    let code = folder.run(&["show", "level.txt", "--format", "code"]).out;
    let code = code.trim();
    assert_eq!(folder.run(&["solve", code]).code, Some(0));
    folder.write(code, "level inside\nr . R\n. . .\n");
    let line = &folder.run(&["solve", code, "--json"]).json()[0];
    assert_eq!(line["level"], "inside");
    let damaged = format!("{code}A");
    folder.run(&["solve", &damaged]).is_refused(&["damaged"]);
}

#[test]
fn a_plan_passes_the_check() {
    let folder = Folder::with(QUICK);
    let line = &folder.run(&["solve", "level.txt", "--json"]).json()[0];
    let moves: Vec<&str> =
        line["plan"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    let mut args = vec!["check", "level.txt"];
    args.extend(moves);
    assert_eq!(folder.run(&args).code, Some(0));
}

#[test]
fn levels_survive_every_format() {
    let folder = Folder::with(QUICK);
    for format in ["native", "glyphs", "compact", "matrix", "matrix-lines", "code"] {
        let run = folder.run(&["show", "level.txt", "--format", format, "--output", "other.txt"]);
        assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{format}");
        let codes = |name: &str| folder.run(&["show", name, "--format", "code"]).out;
        assert_eq!(codes("level.txt"), codes("other.txt"), "{format}");
    }
}

#[test]
fn a_file_is_replaced_only_by_a_whole_one() {
    let folder = Folder::with(format!("{QUICK}\nlevel bad\nr ?\n"));
    folder.write("old.txt", "precious");
    for args in [
        &["show", "level.txt", "--game", "tiles", "--output", "old.txt"][..],
        &["show", "level.txt", "--level", "quick", "--format", "xml", "--output", "old.txt"],
        &["show", "level.txt", "--level", "quick", "--after", "U", "--output", "old.txt"],
        &["show", "none.txt", "--output", "old.txt"],
    ] {
        folder.run(args).is_refused(&["error"]);
        assert_eq!(folder.read("old.txt"), "precious", "{args:?}");
    }
    let args = ["show", "level.txt", "--level", "quick", "--output"];
    assert_eq!(folder.run(&[&args[..], &["old.txt"]].concat()).code, Some(0));
    assert!(folder.read("old.txt").starts_with("game: tiles\n"));
    assert_eq!(folder.run(&[&args[..], &["new.svg"]].concat()).code, Some(0));
    assert!(folder.read("new.svg").starts_with("<svg"));
    folder.run(&[&args[..], &["."]].concat()).is_refused(&["folder"]);
    assert_eq!(folder.names(), ["level.txt", "new.svg", "old.txt"]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let folder = Folder::with(QUICK);
    folder.write("real.txt", "old");
    std::os::unix::fs::symlink("real.txt", folder.path("link.txt")).unwrap();
    let run = folder.run(&["show", "level.txt", "--output", "link.txt"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(folder.read("real.txt").starts_with("game: tiles"));
    assert!(fs::symlink_metadata(folder.path("link.txt")).unwrap().is_symlink());
}

#[test]
fn colours_follow_the_environment() {
    let folder = Folder::with(QUICK);
    let shown = |variables: &[(&str, &str)]| {
        let mut command = folder.command(&["show", "level.txt"]);
        command.envs(variables.iter().copied());
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let plain = shown(&[]);
    assert!(!plain.contains('\u{1b}') && plain.contains("[r]") && plain.contains("‹R›"), "{plain}");
    let force = ("CLICOLOR_FORCE", "1");
    assert!(shown(&[force, ("COLORTERM", "truecolor")]).contains("\u{1b}[48;2;"));
    assert!(shown(&[force, ("TERM", "xterm-256color")]).contains("\u{1b}[48;5;"));
    let basic = shown(&[force, ("TERM", "linux")]);
    assert!(basic.contains('\u{1b}') && !basic.contains("48;"), "{basic:?}");
}

#[test]
fn pages_of_the_manual_are_written() {
    let folder = Folder::new();
    assert_eq!(folder.run(&["man", "--dir", "man"]).code, Some(0));
    for page in ["quadrille.1", "quadrille-solve.1", "quadrille-list-levels.1"] {
        assert!(folder.read(&format!("man/{page}")).contains(".TH"), "{page}");
    }
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(folder.run(&["completions", shell]).out.contains("quadrille"), "{shell}");
    }
}
