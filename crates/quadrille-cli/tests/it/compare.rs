//! Comparing methods on a level: pictures, limits, and results after an interrupt.

use crate::common::{Folder, LONG, QUICK};

#[test]
fn every_method_has_a_row_and_agrees_on_the_optimum() {
    let folder = Folder::with(QUICK);
    let run = folder.run(&["compare", "level.txt", "--json"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let rows = run.json();
    assert!(rows.len() > 15, "{}", run.out);
    for row in &rows {
        assert_eq!((&row["outcome"], &row["game"]), (&"solved".into(), &"tiles".into()), "{row}");
        assert!(row["cost"].as_u64().unwrap() >= 2, "{row}");
        assert!(row["optimal"] == false || row["cost"] == 2, "{row}");
    }
    let has = |method: &str| rows.iter().any(|row| row["method"] == method);
    assert!(has("best") && has("astar with relaxed") && has("astar with collision"));
}

#[test]
fn a_share_code_is_a_level_too() {
    let folder = Folder::with(QUICK);
    let code = folder.run(&["show", "level.txt", "--format", "code"]).out;
    let run = folder.run(&["compare", code.trim(), "--algorithms", "bfs", "--json"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(run.json()[0]["cost"], 2);
}

#[test]
fn the_picture_has_every_method() {
    let folder = Folder::with(QUICK);
    let run =
        folder.run(&["compare", "level.txt", "--algorithms", "bfs,beam(7)", "--svg", "c.svg"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let picture = folder.read("c.svg");
    assert!(picture.starts_with("<svg") && picture.contains("beam(7) with relaxed"));
    let run = folder.run(&["compare", "level.txt", "-a", "bfs", "--svg", "no/folder/c.svg"]);
    run.is_refused(&["no/folder/c.svg"]);
}

#[test]
fn limits_are_rows() {
    let folder = Folder::with(LONG);
    let run =
        folder.run(&["compare", "level.txt", "-a", "bfs,astar", "--max-nodes", "50", "--json"]);
    assert_eq!(run.code, Some(3), "{}", run.err);
    for row in run.json() {
        assert_eq!(
            (&row["outcome"], &row["stop"], &row["stats"]["expanded"]),
            (&"unknown".into(), &"nodes".into(), &50.into())
        );
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_there() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let folder = Folder::with(LONG);
    let args =
        ["compare", "level.txt", "-a", "beam(1),bfs,dfs", "-t", "10m", "--json", "--svg", "c.svg"];
    let mut child =
        folder.command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    assert!(first.contains("beam(1) with relaxed"), "{first}");
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{err}");
    assert!(err.contains("not started"), "{err}");
    assert!(rest.is_empty() || rest.contains("\"stop\":\"cancelled\""), "{rest}");
    assert!(folder.read("c.svg").contains("beam(1) with relaxed"));
}
