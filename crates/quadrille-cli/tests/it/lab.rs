//! The lab in adverse conditions: killed, disk full, started twice.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{Folder, LONG, Run};
use quadrille_lab::Results;

/// Only limits of positions, so that everything but the times is the same in every run.
const PLAN: &str = "
title = 'Rough treatment'
limits = { nodes = 2000, time = '10m', memory = '64MiB' }
repeats = 6
[[experiment]]
name = 'algorithms'
levels = ['@classics']
methods = ['bfs', 'dfs', 'ids', 'astar', 'greedy', 'beam(50)']
[[experiment]]
name = 'heuristics'
levels = ['@classics']
algorithms = ['astar']
heuristics = ['all']
";

fn rows(path: &Path) -> usize {
    Results::read(path).map_or(0, |results| results.trials.len())
}

/// The exported rows without values that differ in every run.
fn timeless(folder: &Folder, results: &str) -> Vec<serde_json::Value> {
    let run = folder.run(&["lab", "export", results, "--jsonl", "rows.jsonl"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let text = folder.read("rows.jsonl");
    let lines = text.lines().map(|line| {
        let mut row: serde_json::Value = serde_json::from_str(line).unwrap();
        let fields = row.as_object_mut().unwrap();
        for time in ["seconds", "cpu_seconds", "peak_rss", "first_plan_seconds", "finished", "jobs"]
        {
            assert!(fields.remove(time).is_some());
        }
        row
    });
    lines.collect()
}

fn start(folder: &Folder, args: &[&str]) -> Child {
    folder.command(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Waits until a condition holds. False if the child ended first.
fn until(child: &mut Child, holds: impl Fn() -> bool) -> bool {
    let begun = Instant::now();
    while !holds() {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        assert!(begun.elapsed() < Duration::from_secs(300), "nothing happens");
        thread::sleep(Duration::from_millis(2));
    }
    true
}

#[test]
fn killed_at_any_time_it_goes_on_and_ends_with_the_same_rows() {
    let folder = Folder::new();
    folder.write("plan.toml", PLAN);
    let run =
        folder.run(&["lab", "run", "plan.toml", "--results", "undisturbed.sqlite", "--jobs", "1"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let all = rows(&folder.path("undisturbed.sqlite"));
    assert!(all > 250, "{all}");
    let path = folder.path("killed.sqlite");
    let args = ["lab", "run", "plan.toml", "--results", "killed.sqlite", "--jobs", "2"];
    // At the very beginning, while the file is created, and then with more and more rows.
    let mut kills = 0;
    let mut child = start(&folder, &args);
    thread::sleep(Duration::from_millis(3));
    child.kill().unwrap();
    child.wait().unwrap();
    for share in 1..8 {
        let mut child = start(&folder, &args);
        if until(&mut child, || rows(&path) >= all * share / 9) {
            // `kill` is SIGKILL: the process cannot react.
            child.kill().unwrap();
            kills += 1;
        }
        child.wait().unwrap();
    }
    assert!(kills >= 3, "only {kills} of the kills came in time");
    assert!(rows(&path) < all, "the last kill came too late");
    let run = folder.run(&args);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.contains("continuing: "), "{}", run.err);
    let (killed, undisturbed) =
        (timeless(&folder, "killed.sqlite"), timeless(&folder, "undisturbed.sqlite"));
    assert_eq!(killed.len(), all);
    assert_eq!(killed, undisturbed);
    // Another run has nothing to do.
    let run = folder.run(&args);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.contains(", 0 left"), "{}", run.err);
    assert_eq!(rows(&path), all);
}

#[test]
fn an_interrupt_stops_cleanly_and_says_how_to_go_on() {
    let folder = Folder::with(LONG);
    folder.write(
        "plan.toml",
        PLAN.replace("'@classics'", "'level.txt', '@classics'").replace("nodes = 2000, ", ""),
    );
    let path = folder.path("plan.sqlite");
    let mut child = folder.command(&["lab", "run", "plan.toml", "--jobs", "2"]);
    let mut child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The long level keeps breadth-first search busy, so the run is certainly not over.
    assert!(until(&mut child, || rows(&path) >= 1));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let run = Run::of(child.wait_with_output().unwrap());
    assert_eq!(run.code, Some(130), "{}", run.err);
    assert!(run.out.contains("trials in plan.sqlite"), "{}", run.out);
    assert!(run.err.contains("run the same command again to continue"), "{}", run.err);
    assert!(rows(&path) >= 1);
    let results = Results::read(&path).unwrap();
    let cancelled = |trial: &&quadrille_lab::Trial| trial.record.is_cancelled();
    assert_eq!(results.trials.iter().filter(cancelled).count(), 0);
    assert!(!folder.names().iter().any(|name| name.ends_with("-wal") || name.ends_with(".lock")));
}

#[test]
fn a_second_run_on_the_same_results_is_refused() {
    let folder = Folder::with(LONG);
    folder.write("plan.toml", PLAN.replace("@classics", "level.txt").replace("nodes = 2000, ", ""));
    let path = folder.path("plan.sqlite");
    let mut first = start(&folder, &["lab", "run", "plan.toml"]);
    // The file is locked before anything is written to it.
    assert!(until(&mut first, || path.metadata().is_ok_and(|file| file.len() > 0)));
    thread::sleep(Duration::from_millis(200));
    let run = folder.run(&["lab", "run", "plan.toml"]);
    first.kill().unwrap();
    first.wait().unwrap();
    run.is_refused(&["another run is writing to these results", "plan.sqlite"]);
}

#[test]
fn a_changed_plan_is_refused() {
    let folder = Folder::new();
    let plan = PLAN.replace("repeats = 6", "repeats = 1");
    folder.write("plan.toml", &plan);
    assert_eq!(folder.run(&["lab", "run", "plan.toml"]).code, Some(0));
    folder.write("plan.toml", plan.replace("nodes = 2000", "nodes = 2001"));
    let run = folder.run(&["lab", "run", "plan.toml"]);
    run.is_refused(&[
        "another plan",
        "the limit of nodes changed from 2000 to 2001",
        "nothing was written",
    ]);
}

#[test]
fn without_room_it_stops_and_goes_on_later() {
    let folder = Folder::new();
    folder.write("plan.toml", PLAN);
    // No file may grow beyond 64 KiB; writing more is an error instead of a signal.
    let program = env!("CARGO_BIN_EXE_quadrille");
    let script =
        format!("ulimit -f 64 && trap '' XFSZ && exec '{program}' lab run plan.toml --jobs 2");
    let mut command = Command::new("bash");
    command.args(["-c", &script]).current_dir(folder.path("")).stdin(Stdio::null());
    let output = match command.output() {
        Ok(output) => output,
        Err(error) => {
            eprintln!("skipped: there is no bash to limit the size of files with ({error})");
            return;
        }
    };
    let run = Run::of(output);
    run.is_refused(&["plan.sqlite"]);
    assert!(run.err.contains("full") || run.err.contains("no room"), "{}", run.err);
    let path = folder.path("plan.sqlite");
    let results = Results::read(&path).expect("the file is whole");
    let (stored, planned) = (results.trials.len(), results.planned);
    assert!(stored < planned, "the limit was never reached");
    let run = folder.run(&["lab", "run", "plan.toml"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(rows(&path), planned);
}

#[test]
fn mistakes_in_a_plan_are_pointed_at() {
    let folder = Folder::new();
    let refused = |plan: &str, words: &[&str]| {
        folder.write("plan.toml", plan);
        folder.run(&["lab", "run", "plan.toml"]).is_refused(words);
        assert_eq!(folder.names(), ["plan.toml"]);
    };
    refused(
        "[[experiment]]\nlevels = [\"@classics\"]\nmethods = [\"asta\"]\n",
        &["plan.toml:3:13", "astar"],
    );
    refused("[[experiment]]\nlevels = [\"@clasics\"]\nmethods = [\"bfs\"]\n", &["@classics"]);
    refused(
        "[[experiment]]\nlevels = [\"@classics\"]\nmethods = [\"astar with nope\"]\n",
        &["plan.toml:3", "nope"],
    );
    refused("[[experiment]\n", &["plan.toml:1"]);
    refused(
        "[[experiment]]\nlevels = [\"@classics\"]\nmethods = [\"bfs\"]\nspeed = 3\n",
        &["plan.toml:4", "speed"],
    );
    let run = folder.run(&["lab", "run", "@minuet"]);
    run.is_refused(&["'@minute'"]);
    folder.run(&["lab", "run", "none.toml"]).is_refused(&["no such file"]);
    folder.run(&["lab", "report", "plan.toml"]).is_refused(&["not a file of lab results"]);
    folder.run(&["lab", "export", "none.sqlite"]).is_refused(&["no such file"]);
}

#[test]
fn the_common_case_needs_no_plan() {
    let folder = Folder::new();
    let args = [
        "lab", "run", "--levels", "@classics", "--algorithms", "bfs,ordered(0,1)", "--heuristics",
        "all",
    ];
    let run = folder.run(&[&args[..], &["--max-nodes", "500", "--html", "report"]].concat());
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("trials in lab.sqlite"), "{}", run.out);
    let page = folder.read("report/index.html");
    assert!(page.contains("ordered(0,1) with each heuristic") && page.contains("</html>"));
    assert!(folder.path("report/tiles-coverage.svg").exists());
    let markdown = folder.run(&["lab", "report", "lab.sqlite"]);
    assert!(markdown.out.contains("## Coverage, all games"), "{}", markdown.out);
    let csv = folder.run(&["lab", "report", "lab.sqlite", "--csv"]);
    assert!(csv.out.starts_with("game,section,row,column,value\n"), "{}", csv.out);
    let json = folder.run(&["lab", "report", "lab.sqlite", "--json"]);
    assert!(json.json()[0]["sections"].as_array().unwrap().len() > 10);
    let plain = folder.run(&["lab", "export", "lab.sqlite"]);
    assert!(plain.out.starts_with("task,experiment,game,"), "{}", plain.out);
}

#[test]
fn every_built_in_plan_is_without_mistakes() {
    let folder = Folder::new();
    let listed = folder.run(&["lab", "plan"]);
    let names: Vec<&str> = listed.out.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(names.contains(&"@minute"), "{names:?}");
    for name in names {
        let plan = folder.run(&["lab", "plan", name]);
        let quick = plan.out.replace("time = \"1s\"", "time = \"1ms\", nodes = 20");
        assert_ne!(quick, plan.out, "the limit of {name} is elsewhere now");
        folder.write("quick.toml", quick);
        let run = folder.run(&["lab", "run", "quick.toml", "--results", &format!("{name}.sqlite")]);
        assert_eq!(run.code, Some(0), "{}", run.err);
    }
}

/// A replacement for Python: prints the version of the package, and records its arguments.
fn stand_in(folder: &Folder, version: &str, end: i32) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.path("python");
    let script = format!(
        "#!/bin/sh\nif [ \"$1\" = -c ]; then echo '{version}'; exit 0; fi\necho \"$@\" > called.txt\nexit {end}\n"
    );
    folder.write("python", script);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path.to_string_lossy().into_owned()
}

#[test]
fn the_trials_of_a_plan_are_handed_to_ray() {
    let folder = Folder::new();
    folder.write("plan.toml", PLAN);
    let on_ray = |python: &str, cluster: &str| {
        let args = ["lab", "run", "plan.toml", "--on", cluster, "--jobs", "3"];
        Run::of(folder.command(&args).env("QUADRILLE_PYTHON", python).output().unwrap())
    };
    let run = on_ray(&stand_in(&folder, env!("CARGO_PKG_VERSION"), 0), "ray=auto");
    assert_eq!(run.code, Some(0), "{}", run.err);
    let called = "-m quadrille.lab run plan.toml --on ray=auto --results plan.sqlite --workers 3";
    assert_eq!(folder.read("called.txt").trim(), called);
    let run = on_ray(&stand_in(&folder, env!("CARGO_PKG_VERSION"), 3), "ray");
    assert!(run.code == Some(0) && run.err.contains("to continue"), "{}", run.err);
    on_ray(&stand_in(&folder, "0.0.1", 0), "ray").is_refused(&["0.0.1", "pip install"]);
    on_ray("/nowhere/python", "ray").is_refused(&["/nowhere/python", "QUADRILLE_PYTHON"]);
    on_ray("false", "ray").is_refused(&["is not installed", "pip install"]);
    on_ray("false", "slurm").is_refused(&["ray=ADDRESS"]);
}

/// The rows of results as they are exported.
#[cfg(target_os = "linux")]
fn exported(folder: &Folder, results: &str) -> Vec<serde_json::Value> {
    let run = folder.run(&["lab", "export", results, "--jsonl", "rows.jsonl"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let text = folder.read("rows.jsonl");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[cfg(target_os = "linux")]
const OWN_AND_EXTERNAL: &str = "
[[method]]
name = 'theirs'
command = \"cat > /dev/null; echo '; Evaluated 1,234 state(s).'; echo 'done in 0.5s.' >&2; echo '# cores='$(nproc); echo D R\"
attributes = { evaluated = 'Evaluated {} state', took = ' in {}s' }
[[experiment]]
levels = ['level.txt']
methods = ['bfs', 'best', 'parallel', 'theirs']
";

/// Own methods and external ones are measured alike: each trial is a process.
#[cfg(target_os = "linux")]
#[test]
fn every_trial_has_its_processor_time_and_resident_memory() {
    let folder = Folder::with("game: tiles\nname: one\n\nr . .\n. . .\n. . R\n");
    folder.write("plan.toml", OWN_AND_EXTERNAL);
    let run = folder.run(&["lab", "run", "plan.toml", "--pin", "--jobs", "1"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let rows = exported(&folder, "plan.sqlite");
    assert_eq!(rows.len(), 4);
    for row in &rows {
        assert_eq!(row["cost"], 2, "{row}");
        assert!(row["cpu_seconds"].as_f64().unwrap() >= 0.0, "{row}");
        assert!(row["peak_rss"].as_u64().unwrap() > 300_000, "{row}");
        assert!(row["machine"].as_str().unwrap().ends_with("one core per trial"), "{row}");
        let is_theirs = row["method"] == "theirs";
        assert_eq!(row["peak_bytes"].is_null(), is_theirs, "{row}");
        // Figures of the program's own: by pattern, and from its remarks.
        let own = (&row["evaluated"], &row["took"], &row["cores"]);
        match is_theirs {
            true => assert_eq!(own, (&1234.0.into(), &0.5.into(), &1.0.into())),
            false => assert!(own.0.is_null() && own.1.is_null() && own.2.is_null()),
        }
    }
    let many = folder.run(&["lab", "run", "plan.toml", "-r", "b.sqlite", "--pin", "--jobs", "999"]);
    many.is_refused(&["999 trials cannot have a core each", "leave out --pin"]);
}

/// A stand-in for Fast Downward, under the name of its packages, and a method that fails.
#[cfg(target_os = "linux")]
#[test]
fn a_planner_is_found_under_either_name_and_a_failure_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with("game: tiles\nname: one\n\nr . .\n. . .\n. . R\n");
    std::fs::create_dir(folder.path("bin")).expect("a folder");
    folder.write(
        "bin/fast-downward",
        "#!/bin/sh\nprintf '(choose c2-0 down)\\n(choose c0-2 right)\\n' > \"$2\"\n",
    );
    let program = folder.path("bin/fast-downward");
    std::fs::set_permissions(program, std::fs::Permissions::from_mode(0o755)).expect("a program");
    folder.write(
        "plan.toml",
        "[[method]]\nplanner = 'fast-downward'\n[[method]]\nname = 'broken'\ncommand = 'echo oops >&2; exit 3'\n\
         [[experiment]]\nlevels = ['level.txt']\nmethods = ['fast-downward', 'broken']\n",
    );
    let path = format!("{}:/usr/bin:/bin", folder.path("bin").display());
    let output = folder.command(&["lab", "run", "plan.toml"]).env("PATH", path).output();
    let errors = String::from_utf8(output.expect("it runs").stderr).expect("text");
    let named = "the first failure: broken on one: the command ended with exit code 3: oops";
    assert!(errors.contains(named), "{errors}");
    let rows = exported(&folder, "plan.sqlite");
    assert_eq!((&rows[0]["cost"], &rows[1]["cost"]), (&2.into(), &serde_json::Value::Null));
}

#[cfg(target_os = "linux")]
#[test]
fn patterns_of_attributes_are_checked() {
    let folder = Folder::with("game: tiles\nname: one\n\nr . .\n. . .\n. . R\n");
    for (wrong, message) in [
        ("evaluated = 'Evaluated'", "one {} in it"),
        ("evaluated = '{}'", "one {} in it"),
        ("seconds = 'in {}s'", "'seconds' cannot be the name of an attribute"),
    ] {
        let right = "evaluated = 'Evaluated {} state', took = ' in {}s'";
        folder.write("plan.toml", OWN_AND_EXTERNAL.replace(right, wrong));
        folder.run(&["lab", "run", "plan.toml"]).is_refused(&[message]);
    }
}

/// Heuristics and puzzles in files are known to the process of a trial too.
#[test]
fn scripts_and_puzzles_are_tried() {
    let folder = Folder::new();
    folder.write("my.heuristic", "fn estimate(board) { 0 }\n");
    let plan = "
        [[experiment]]
        name = 'script'
        levels = ['@classics']
        only = ['twins']
        methods = ['astar with @my.heuristic']
        [[experiment]]
        name = 'puzzle'
        levels = ['@lights.puzzle']
        sample = 1
        methods = ['bfs']
        limits = { nodes = 1000 }
    ";
    folder.write("plan.toml", plan);
    let run = folder.run(&["lab", "run", "plan.toml"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let results = Results::read(&folder.path("plan.sqlite")).unwrap();
    assert_eq!(results.trials.len(), 2);
    for trial in &results.trials {
        assert!(!trial.record.is_failed(), "{:?}", trial.record);
        assert!(trial.record.stats.expanded > 0, "{:?}", trial.record);
    }
}
