//! Grading of programs: their isolation, and the points of search programs.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::Folder;

/// True if these programs are installed. They must be in CI.
fn has(programs: &[&str]) -> bool {
    let runs = |program: &&str| Command::new(program).arg("--version").output().is_ok();
    let all = programs.iter().all(runs);
    assert!(all || std::env::var_os("CI").is_none(), "not all of {programs:?} are installed");
    all
}

/// An assignment of a heuristic with a hidden level, and a replacement for the package.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("levels.txt", crate::common::QUICK);
    folder.write("hidden.txt", "game: tiles\nname: secret\n\n. . R\n. . r\n. . .\n");
    folder.write("quadrille.py", "class Level:\n    def __init__(self, code):\n        pass\n");
    folder.write(
        "a.toml",
        "title = \"t\"\nkind = \"heuristic\"\ngame = \"tiles\"\nlevels = [\"levels.txt\"]\nhidden = [\"hidden.txt\"]\n\
         time = \"3s\"\n[[check]]\nholds = \"admissible\"\nrandom = 0\npoints = 3\n",
    );
    folder
}

/// Grades a Python file. Also returns the time that it took.
fn graded(folder: &Folder, name: &str, text: &str) -> (Value, Duration) {
    folder.write(name, text);
    let started = Instant::now();
    let mut command = folder.command(&["grade", "a.toml", name, "--json"]);
    let output = command.env("PYTHONPATH", folder.path("")).output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let mut lines = text.lines();
    let graded = serde_json::from_str(lines.next().expect("a line")).expect("JSON");
    assert_eq!(lines.next(), None, "{text}");
    (graded, started.elapsed())
}

fn isolation(graded: &Value) -> String {
    graded["isolation"].to_string()
}

fn runs(words: &str) -> bool {
    let is_it = |entry: std::fs::DirEntry| {
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).replace('\0', " ").contains(words)
    };
    std::fs::read_dir("/proc").into_iter().flatten().flatten().any(is_it)
}

#[test]
#[cfg(target_os = "linux")]
fn what_a_submission_starts_ends_with_it_and_in_time() {
    if !has(&["python3"]) {
        return;
    }
    let folder = folder();
    // In its own session, with the pipes open; the first keeps the grader waiting.
    let open = "import os, time\n\
                def estimate(level):\n    \
                if os.fork() == 0:\n        os.setsid()\n        os.fork()\n        time.sleep(60)\n    \
                time.sleep(60)\n";
    let (late, took) = graded(&folder, "open.py", open);
    assert_eq!(late["error"], "it was stopped: time limit", "{late}");
    assert!(took < Duration::from_secs(30), "{took:?}");
    // With closed pipes, and without the mark that its processes inherit.
    let closed = "import os\n\
                  if os.fork() == 0:\n    os.setsid()\n    [os.close(fd) for fd in range(3)]\n    \
                  os.fork() and os._exit(0)\n    os.execve('/bin/sleep', ['sleep', '61.257'], {})\n\
                  def estimate(level):\n    return 0\n";
    let (fine, took) = graded(&folder, "closed.py", closed);
    assert_eq!(fine["points"], 3.0, "{fine}");
    assert!(took < Duration::from_secs(30), "{took:?}");
    assert!(!runs("sleep 61.257"), "a process outlives its grading");
}

#[test]
#[cfg(target_os = "linux")]
fn a_submission_has_no_network_and_cannot_read_what_is_hidden() {
    if !has(&["python3"]) {
        return;
    }
    let folder = folder();
    let (port, _listener) = listener();
    let spy = format!(
        "import socket\n\
         def tried(work):\n    try:\n        return work()\n    except OSError as error:\n        return type(error).__name__\n\
         hidden = tried(lambda: open({:?}).read())\n\
         wrote = tried(lambda: open('mine', 'w').write('x'))\n\
         network = tried(lambda: socket.create_connection(('127.0.0.1', {}), 1))\n\
         raise ValueError(repr((hidden, wrote, network)))\n",
        folder.path("hidden.txt"),
        port,
    );
    let (graded, _) = graded(&folder, "spy.py", &spy);
    if isolation(&graded).contains("no network") {
        let message = graded["error"].as_str().expect("an error");
        assert!(message.starts_with("ValueError: ('', 'OSError', 'OSError')"), "{message}");
        assert!(isolation(&graded).contains("hidden files are out of reach"), "{graded}");
    } else {
        assert!(isolation(&graded).contains("NOT active: it can use the network"), "{graded}");
    }
}

/// Submissions often are in one folder: none can copy another.
#[test]
#[cfg(target_os = "linux")]
fn a_submission_cannot_read_the_others() {
    if !has(&["python3"]) {
        return;
    }
    let folder = folder();
    folder.write("ann.py", "def estimate(level):\n    return 0\n");
    std::fs::create_dir(folder.path("cyd")).expect("a folder");
    folder.write("cyd/run", "secret");
    let copy = "import os\nraise ValueError((open('ann.py').read(), os.listdir('cyd')))\n";
    folder.write("bob.py", copy);
    let args = ["grade", "a.toml", "ann.py", "cyd", "bob.py", "--json"];
    let mut command = folder.command(&args);
    let output = command.env("PYTHONPATH", folder.path("")).output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let graded: Value = serde_json::from_str(text.lines().nth(2).expect("three")).expect("JSON");
    if isolation(&graded).contains("files are read-only") {
        let message = graded["error"].as_str().expect("an error");
        assert!(message.starts_with("ValueError: ('', [])"), "{message}");
    }
}

/// A port with a listener.
fn listener() -> (u16, std::net::TcpListener) {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    (listener.local_addr().expect("an address").port(), listener)
}

#[test]
#[cfg(target_os = "linux")]
fn a_submission_cannot_write_what_the_grader_prints() {
    if !has(&["python3"]) {
        return;
    }
    let folder = folder();
    let forge = "import glob, os\n\
                 def estimate(level):\n    \
                 print('noise', flush=True)\n    \
                 for path in glob.glob('/proc/[0-9]*/fd/1'):\n        \
                 if f'/{os.getpid()}/' in path: continue\n        \
                 try:\n            open(path, 'w').write('{\"mark\":[0,null]}\\n')\n        \
                 except OSError: pass\n    return 0\n";
    // It can only falsify its own answers.
    let (graded, _) = graded(&folder, "forge.py", forge);
    assert_eq!(graded["marks"].as_array().map(Vec::len), Some(1), "{graded}");
    assert_eq!(graded["marks"][0]["check"], "it is admissible", "{graded}");
}

/// The kernel must limit a fork bomb; otherwise this test is skipped, as it would take the machine
/// down.
#[test]
#[cfg(target_os = "linux")]
fn a_submission_that_only_forks_is_bounded() {
    if !has(&["python3"]) {
        return;
    }
    let folder = folder();
    let (calm, _) = graded(&folder, "calm.py", "def estimate(level):\n    return 0\n");
    if !isolation(&calm).contains("processes at most") {
        return;
    }
    let bomb = "import os\n\
                def estimate(level):\n    \
                count = 0\n    \
                while count < 3000:\n        \
                try:\n            count += 1\n            \
                if os.fork() == 0:\n                import time; time.sleep(60)\n        \
                except OSError: raise ValueError(f'after {count}')\n";
    let (bombed, took) = graded(&folder, "bomb.py", bomb);
    let message = format!("{} {}", bombed["error"], bombed["marks"][0]["message"]);
    let count = message.split("after ").nth(1).and_then(|rest| rest.split(' ').next());
    let count = count.and_then(|count| count.parse::<u32>().ok());
    let is_stopped =
        ["too many processes", "memory limit"].iter().any(|stop| message.contains(stop));
    let is_bounded = is_stopped || count.is_some_and(|count| count < 400);
    assert!(is_bounded && took < Duration::from_secs(30), "{message} {took:?}");
}

#[test]
fn a_crash_shows_its_signal_or_its_traceback() {
    if !has(&["python3"]) {
        return;
    }
    let folder = folder();
    for (text, wanted) in [
        ("import ctypes\ndef estimate(level):\n    ctypes.string_at(0)\n", "SIGSEGV"),
        ("import ctypes\ndef estimate(level):\n    ctypes.string_at(0)\n", "line 3 in estimate"),
        ("import os\ndef estimate(level):\n    os._exit(3)\n", "exit code 3"),
        (
            "def half(x):\n    return 1 / x\ndef estimate(level):\n    return half(0)\n",
            "(line 2, in half)",
        ),
        ("def estimate(level)\n    return 0\n", "SyntaxError"),
    ] {
        let (graded, _) = graded(&folder, "crash.py", text);
        let message = format!("{} {}", graded["error"], graded["marks"][0]["message"]);
        assert!(message.contains(wanted), "{wanted}: {message}");
    }
}

#[test]
fn what_an_assignment_allows_requires_and_shares() {
    let folder = folder();
    let head = "title = \"t\"\nkind = \"heuristic\"\ngame = \"tiles\"\nlevels = [\"levels.txt\"]\n";
    folder.write(
        "scripts.toml",
        format!("{head}allow = [\"script\"]\n[[check]]\nlonger = 0\npoints = 3\n"),
    );
    folder.write("mine.py", "def estimate(level):\n    return 0\n");
    let run = folder.run(&["grade", "scripts.toml", "mine.py", "--json"]);
    let message = run.json()[0]["error"].to_string();
    assert!(message.contains("the assignment accepts script"), "{run:?}");
    // An overestimate is inadmissible, so its speed gets no points; partial credit counts.
    folder.write(
        "parts.toml",
        format!(
            "{head}[[check]]\nholds = \"admissible\"\nrandom = 20\npoints = 3\n\
             [[check]]\nexpansions = 1000\nlevel = \"quick\"\npoints = 4\nrequires = \"admissible\"\n\
             [[check]]\nexpansions = 0\nlevel = \"quick\"\npoints = 4\npartial = [[500, 1.5]]\n"
        ),
    );
    folder.write("far.heuristic", "fn estimate(board) { 100 * board.off_goal }");
    let run = folder.run(&["grade", "parts.toml", "far.heuristic", "--json", "--csv", "book.csv"]);
    let graded = &run.json()[0];
    let points: Vec<&Value> = (0..3).map(|at| &graded["marks"][at]["points"]).collect();
    assert_eq!(points, [&Value::from(0.0), &Value::from(0.0), &Value::from(1.5)], "{graded}");
    assert_eq!(graded["marks"][1]["finding"]["kind"], "required");
    let book = folder.read("book.csv");
    assert!(book.starts_with("submission,points,of,seconds,error,it is admissible,"), "{book}");
    assert!(
        book.lines().nth(1).is_some_and(|line| line.starts_with("far.heuristic,1.5,11,")),
        "{book}"
    );
}

#[test]
fn levels_with_the_same_name_are_qualified_by_their_files() {
    let folder = folder();
    folder.write("hidden.txt", crate::common::QUICK);
    folder.write("zero.heuristic", "fn estimate(board) { 0 }");
    let text = |level: &str| {
        format!(
            "title = \"t\"\nkind = \"heuristic\"\ngame = \"tiles\"\nlevels = [\"levels.txt\"]\nhidden = [\"hidden.txt\"]\n\
             [[check]]\nexpansions = 1000\nlevel = \"{level}\"\npoints = 3\n"
        )
    };
    folder.write("b.toml", text("quick"));
    let run = folder.run(&["grade", "b.toml", "zero.heuristic"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.err.contains("levels.txt:quick, hidden.txt:quick"), "{run:?}");
    folder.write("b.toml", text("hidden.txt:quick"));
    let run =
        folder.run(&["grade", "b.toml", "zero.heuristic", "--json", "--gradescope", "r.json"]);
    assert_eq!(run.json()[0]["marks"][0]["hidden"], true, "{run:?}");
    // The results that students see at once do not include the points of hidden checks.
    let results: Value = serde_json::from_str(&folder.read("r.json")).expect("JSON");
    assert_eq!(results["score"], Value::Null, "{results}");
    assert_eq!(results["output"], "visible checks: 0 of 0 points", "{results}");
}

fn assignment(file: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assignments/tiles-solver");
    folder.join(file).to_string_lossy().into_owned()
}

/// Five submissions: good, wrong, slow, cheating and crashing.
#[test]
fn search_programs_are_graded() {
    if !has(&["python3"]) {
        return;
    }
    let folder = Folder::new();
    let model = std::fs::read_to_string(assignment("model.py")).expect("the model");
    let changed = |from: &str, to: &str| {
        assert!(model.contains(from), "{from}");
        model.replace(from, to)
    };
    folder.write("good.py", &model);
    folder.write("wrong.py", changed("list(plan), expanded", "list(plan) + ['U'], expanded"));
    folder.write("slow.py", changed("expanded = 0", "import time; time.sleep(60); expanded = 0"));
    folder.write("cheat.py", changed("list(plan), expanded", "list(plan), 1"));
    folder.write("crash.py", changed("expanded = 0", "expanded = 0; raise KeyError('x')"));
    folder.write("fault.py", changed("expanded = 0", "import ctypes; ctypes.string_at(0)"));
    let text = std::fs::read_to_string(assignment("assignment.toml")).expect("the assignment");
    folder.write("a.toml", text.replace("5s", "1s").replace("60s", "20s"));
    let copy = |name: &str| std::fs::copy(assignment(name), folder.path(name)).expect("a copy");
    copy("levels.txt");
    copy("hidden.txt");
    let files = ["good.py", "wrong.py", "slow.py", "cheat.py", "crash.py", "fault.py"];
    let run = folder.run(&[&["grade", "a.toml"], &files[..], &["--json"]].concat());
    let graded = run.json();
    let points: Vec<f64> = graded.iter().map(|one| one["points"].as_f64().unwrap()).collect();
    // The model answer is hidden from submissions, but not from itself.
    let model =
        folder.run(&["grade", &assignment("assignment.toml"), &assignment("model.py"), "--json"]);
    assert!(model.json()[0]["points"].as_f64().is_some_and(|points| points >= 90.0), "{model:?}");
    // Only a slow machine can cost the good one points.
    assert!(points[0] >= 90.0, "{}", graded[0]);
    assert_eq!(points[1], 0.0, "{}", graded[1]);
    assert!(graded[1]["marks"][0]["message"].to_string().contains("refused"), "{}", graded[1]);
    assert_eq!(points[2], 0.0, "{}", graded[2]);
    assert!(
        graded[2]["marks"][0]["message"].to_string().contains("no plan within its time limit"),
        "{}",
        graded[2]
    );
    assert!(points[3] <= 80.0, "{}", graded[3]);
    assert!(graded[3]["marks"][2]["message"].to_string().contains("expanded=1"), "{}", graded[3]);
    assert_eq!(points[4], 0.0, "{}", graded[4]);
    assert!(graded[4]["marks"][0]["message"].to_string().contains("KeyError"), "{}", graded[4]);
    let fault = graded[5]["marks"][0]["message"].as_str().expect("a message");
    assert!(fault.contains("SIGSEGV") && fault.contains("in search"), "{fault}");
}

/// A program could write a hidden level into its error, or into its plan.
#[test]
fn a_failure_on_a_hidden_level_does_not_show_it() {
    if !has(&["python3"]) {
        return;
    }
    let folder = Folder::new();
    folder.write("levels.txt", crate::common::QUICK);
    folder.write("hidden.txt", "game: tiles\nname: secret\n\n. . R\n. . r\n. . .\n");
    folder.write(
        "a.toml",
        "title = \"t\"\nkind = \"solver\"\ngame = \"tiles\"\nlevels = [\"levels.txt\"]\nhidden = [\"hidden.txt\"]\n\
         time = \"20s\"\n[[check]]\nname = \"open\"\nsolves = true\npoints = 1\n[[check]]\nsolves = true\nlevel = \"secret\"\npoints = 1\n",
    );
    let tell = "import sys\ntext = 'LEAK ' + '/'.join(sys.stdin.read().split())\n";
    folder.write("a.py", format!("{tell}raise ValueError(text)\n"));
    folder.write("b.py", format!("{tell}print(text)\n"));
    for name in ["a.py", "b.py"] {
        let run = folder.run(&["grade", "a.toml", name, "--json"]);
        let marks = &run.json()[0]["marks"];
        assert!(marks[0]["message"].to_string().contains("LEAK"), "an open level: {marks}");
        assert!(!marks[1].to_string().contains("LEAK"), "{marks}");
    }
}

/// On a busy machine a program waits: the limits count its processor time.
#[test]
#[cfg(target_os = "linux")]
fn waiting_does_not_count_as_time() {
    if !has(&["python3"]) {
        return;
    }
    let folder = folder();
    folder.write(
        "a.toml",
        "title = \"t\"\nkind = \"solver\"\ngame = \"tiles\"\nlevels = [\"levels.txt\"]\ntime = \"1s\"\neach = \"1s\"\n\
         [[check]]\nsolves = true\npoints = 3\n",
    );
    let plan = folder.run(&["solve", "levels.txt", "--json"]).json()[0]["plan"].clone();
    let plan: Vec<&str> =
        plan.as_array().expect("a plan").iter().filter_map(Value::as_str).collect();
    let print = format!("print('{}')\n", plan.join(" "));
    folder.write("waits.py", format!("import time\ntime.sleep(1.5)\n{print}"));
    folder
        .write("works.py", format!("import time\nwhile time.process_time() < 1.5: pass\n{print}"));
    let graded = folder.run(&["grade", "a.toml", "waits.py", "works.py", "--json"]).json();
    assert_eq!(graded[0]["points"], 3.0, "{}", graded[0]);
    assert_eq!(graded[1]["points"], 0.0, "{}", graded[1]);
}

/// A run that needs too much memory costs its level, not the others.
#[test]
#[cfg(target_os = "linux")]
fn memory_is_limited_for_each_run() {
    if !has(&["python3"]) {
        return;
    }
    let folder = Folder::new();
    folder.write(
        "levels.txt",
        "game: tiles\nname: large\n\nr . . R\n. . . .\n\ngame: tiles\nname: small\n\nr . R\n. . .\n",
    );
    folder.write(
        "a.toml",
        "title = \"t\"\nkind = \"solver\"\ngame = \"tiles\"\nlevels = [\"levels.txt\"]\nmemory = \"200MiB\"\n\
         [[check]]\nsolves = true\npoints = 3\npartial = [[1, 1]]\n",
    );
    let hog = "import sys\nhog = []\n\
               while len(sys.stdin.readline().split()) == 4 or hog:\n    hog.append(bytearray(5_000_000))\n\
               print('R')\n";
    folder.write("hog.py", hog);
    let graded = folder.run(&["grade", "a.toml", "hog.py", "--json"]).json();
    assert_eq!(graded[0]["points"], 1.0, "{}", graded[0]);
    let message = graded[0]["marks"][0]["message"].to_string();
    assert!(message.contains("1 of 2 levels; large: it was stopped: memory limit"), "{message}");
}

#[test]
fn what_students_begin_with_runs_in_every_language() {
    let folder = Folder::new();
    for (file, compiler) in
        [("solver.py", "python3"), ("Solver.java", "javac"), ("solver.rs", "rustc")]
    {
        if !has(&[compiler]) {
            continue;
        }
        let starter = assignment(&format!("starter/{file}"));
        let run = folder.run(&["grade", &assignment("assignment.toml"), &starter, "--json"]);
        let message = run.json()[0]["marks"][0]["message"].to_string();
        assert!(
            message.contains("0 of 10 levels") && message.contains("it wrote no plan"),
            "{run:?}"
        );
    }
}
