//! Several processes that share the positions of a level.

use std::fs;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{Folder, LONG, QUICK, Run};
use crate::scratch::{LARGE, SMALL, in_memory, sizes};

const RUN: [&str; 6] = ["cluster", "run", "level.txt", "--json", "--scratch", "parts"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&RUN[..], more].concat()
}

fn answer(run: &Run) -> Value {
    serde_json::from_str(run.out.trim()).unwrap_or_else(|error| panic!("{error}: {run:?}"))
}

#[test]
fn any_number_of_processes_finds_the_same_layers() {
    let folder = Folder::with(SMALL);
    let expected = in_memory(&folder);
    for (processes, threads) in [("1", "1"), ("2", "1"), ("4", "1"), ("2", "2")] {
        let run =
            folder.run(&with(&["-g", "tiles", "--space", "-p", processes, "--threads", threads]));
        assert_eq!(run.code, Some(0), "{}", run.err);
        let space = answer(&run);
        assert_eq!(sizes(&space), expected);
        assert_eq!(space["farthest"].as_array().map(Vec::len), Some(33));
        assert_eq!(space["cluster"]["processes"].to_string(), processes);
        let workers = space["cluster"]["workers"].as_array().expect("workers");
        let owned: u64 = workers.iter().filter_map(|worker| worker["positions"].as_u64()).sum();
        assert_eq!(owned, 39_607);
        fs::remove_dir_all(folder.path("parts")).unwrap();
    }
}

#[test]
fn plans_are_checked_and_shortest() {
    let folder = Folder::with(QUICK);
    let run = folder.run(&with(&["-p", "3"]));
    let solved = answer(&run);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!((&solved["cost"], &solved["optimal"]), (&2.into(), &true.into()));
    // A folder belongs to one number of workers.
    folder.run(&with(&["-p", "2"])).is_refused(&["another number of workers: 3", "as before"]);
    let folder = Folder::with(SMALL);
    let run = folder.run(&with(&["-g", "tiles"]));
    assert_eq!((run.code, &answer(&run)["outcome"]), (Some(1), &"unsolvable".into()));
}

#[test]
fn astar_needs_no_folder_and_proves_the_same_optimum() {
    let folder = Folder::new();
    for (level, heuristic) in [("twins", "relaxed"), ("twins", "zero")] {
        let task = ["@classics", "--level", level, "--algorithm", "astar", "--json"];
        let with = [&task[..], &["--heuristic", heuristic]].concat();
        let alone = folder.run(&[&["solve"], &with[..]].concat());
        let run = folder.run(&[&["cluster", "run"], &with[..], &["-p", "2"]].concat());
        assert_eq!(run.code, Some(0), "{}", run.err);
        let (alone, found) = (answer(&alone), answer(&run));
        for field in ["cost", "optimal", "lower_bound", "algorithm", "heuristic"] {
            assert_eq!(found[field], alone[field], "{field} of {level}");
        }
    }
    let task = ["cluster", "run", "@classics", "--level", "twins"];
    folder.run(&task).is_refused(&["folder", "--scratch"]);
    folder.run(&[&task[..], &["-a", "astar", "--space"]].concat()).is_refused(&["--space"]);
}

/// Waits until a worker has committed this many layers.
fn wait_for_layers(folder: &Folder, worker: &str, count: usize) {
    let manifest = folder.path(&format!("parts/{worker}/search.state"));
    let layers = || fs::read_to_string(&manifest).map_or(0, |m| m.matches("solved").count());
    wait_for("layers", || layers() >= count);
}

fn wait_for(what: &str, is_there: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_there() {
        assert!(began.elapsed() < Duration::from_secs(120), "no {what}");
        thread::sleep(Duration::from_millis(2));
    }
}

fn started(folder: &Folder, args: &[&str]) -> Child {
    let mut command = folder.command(args);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command")
}

fn signal(signal: &str, process: &str) {
    assert!(Command::new("kill").args([signal, process]).status().unwrap().success());
}

/// The child processes of a process.
fn children(process: u32) -> Vec<String> {
    let tasks = fs::read_to_string(format!("/proc/{process}/task/{process}/children"));
    tasks.unwrap_or_default().split_whitespace().map(str::to_string).collect()
}

#[test]
fn a_killed_process_ends_the_run_and_the_next_continues() {
    let folder = Folder::with(LARGE);
    let expected = in_memory(&folder);
    let args = with(&["-g", "tiles", "--space", "-p", "4"]);
    let child = started(&folder, &args);
    wait_for_layers(&folder, "worker-2-of-4", 4);
    let workers = children(child.id());
    assert_eq!(workers.len(), 4);
    signal("-9", &workers[2]);
    let run = Run::of(child.wait_with_output().unwrap());
    run.is_refused(&["process 2 of the cluster died", "continues"]);
    for worker in workers {
        assert!(!PathBuf::from(format!("/proc/{worker}/exe")).exists(), "{worker} lives on");
    }
    let run = folder.run(&args);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let space = answer(&run);
    assert_eq!(sizes(&space), expected);
    let resumed = space["cluster"]["resumed_layers"].as_u64();
    assert!(resumed.is_some_and(|layers| layers > 0), "{resumed:?}");
}

#[test]
fn a_killed_astar_continues_from_its_checkpoint() {
    let folder = Folder::with(LARGE);
    let astar = ["-g", "tiles", "-a", "astar", "--heuristic", "zero", "--checkpoint", "100ms"];
    let args = with(&astar);
    let owned = |run: &Run| -> u64 {
        assert_eq!((run.code, &answer(run)["outcome"]), (Some(1), &"unsolvable".into()), "{run:?}");
        let answer = answer(run);
        let workers = answer["cluster"]["workers"].as_array().expect("workers");
        workers.iter().filter_map(|worker| worker["positions"].as_u64()).sum()
    };
    let uninterrupted = folder.run(&args);
    assert_eq!(answer(&uninterrupted)["cluster"]["resumed_checkpoint"], Value::Null);
    fs::remove_dir_all(folder.path("parts")).unwrap();
    let child = started(&folder, &args);
    let checkpoint = folder.path("parts/worker-1-of-2/keys-000003");
    wait_for("checkpoint", || checkpoint.exists());
    signal("-9", &children(child.id())[0]);
    let run = Run::of(child.wait_with_output().unwrap());
    run.is_refused(&["process 0 of the cluster died", "continues"]);
    let run = folder.run(&args);
    assert_eq!(owned(&run), owned(&uninterrupted));
    let resumed = answer(&run)["cluster"]["resumed_checkpoint"].as_u64();
    assert!(resumed.is_some_and(|number| number >= 2), "{resumed:?}");
    // The checkpoints are those of one heuristic.
    let other = [&RUN[..], &["-g", "tiles", "-a", "astar"]].concat();
    folder.run(&other).is_refused(&["another level or method"]);
}

#[test]
fn a_signal_ends_all_processes_and_keeps_the_layers() {
    let folder = Folder::with(LONG);
    let child = started(&folder, &with(&["-g", "tiles"]));
    wait_for_layers(&folder, "worker-1-of-2", 10);
    signal("-TERM", &child.id().to_string());
    let run = Run::of(child.wait_with_output().unwrap());
    assert_eq!(run.code, Some(143), "{}", run.err);
    let stopped = answer(&run);
    assert_eq!((&stopped["outcome"], &stopped["stop"]), (&"unknown".into(), &"cancelled".into()));
    assert!(run.err.contains("continues"), "{}", run.err);
    let limits: [&[&str]; 2] = [&["-n", "5000"], &["-t", "300ms"]];
    for (limit, name) in limits.into_iter().zip(["nodes", "time"]) {
        let run = folder.run(&with(&[&["-g", "tiles"], limit].concat()));
        assert_eq!((run.code, &answer(&run)["stop"]), (Some(3), &name.into()), "{}", run.err);
    }
}

#[test]
fn wrong_hosts_are_refused() {
    let folder = Folder::with(QUICK);
    let refused = |hosts: &str, words: &[&str]| {
        folder.write("hosts.txt", hosts);
        folder.run(&with(&["--hosts", "hosts.txt", "--wait", "300ms"])).is_refused(words);
    };
    refused("nowhere\n", &["line 1", "host:port"]);
    refused("# none\n\n", &["no address"]);
    refused("127.0.0.1:0\n", &["is not an address"]);
    refused("127.0.0.1:4000\n127.0.0.1:4000\n", &["line 2", "twice"]);
    refused("there-is-no-such-host.invalid:4000\n", &["there-is-no-such-host"]);
    // An address of another machine.
    refused("192.0.2.1:4000\n", &["another machine"]);
    folder.write("hosts.txt", "127.0.0.1:4000\n");
    let run = folder.run(&with(&["--hosts", "hosts.txt", "-p", "2"]));
    run.is_refused(&["2 processes", "1 address"]);
    let busy = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = busy.local_addr().unwrap();
    refused(&format!("{port}\n"), &["process 0", "in use", "choose another"]);
    // The second process is never started: 'run' starts only those of this machine.
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    refused(&format!("{free}\n192.0.2.1:4000\n"), &["process 1", "does not answer", "worker"]);
    let worker = ["cluster", "worker", "level.txt", "--scratch", "p", "--process", "1", "--wait"];
    folder.write("hosts.txt", format!("{free}\n{port}\n"));
    drop(busy);
    let run = folder.run(&[&worker[..], &["200ms", "--hosts", "hosts.txt"]].concat());
    run.is_refused(&["process 0", "does not answer"]);
}

/// Two network namespaces with a cable between them, two processes in each: 'run' starts those of
/// the first.
const TWO_MACHINES: &str = r#"
set -e
mount -t tmpfs none /run
ip netns add one
ip netns add two
ip link add one-end netns one type veth peer name other-end netns two
ip -n one address add 10.9.0.1/24 dev one-end
ip -n two address add 10.9.0.2/24 dev other-end
for network in one two; do ip -n $network link set lo up; done
ip -n one link set one-end up
ip -n two link set other-end up
[ "$1" = try ] && exit
printf '%s\n' 10.9.0.1:4001 10.9.0.2:4001 10.9.0.1:4002 10.9.0.2:4002 > hosts.txt
task="level.txt --game tiles --space --hosts hosts.txt --scratch parts"
ip netns exec two "$1" cluster worker $task --process 1 > /dev/null 2>&1 &
ip netns exec two "$1" cluster worker $task --process 3 > other.out 2> other.err &
ip netns exec one "$1" cluster run $task --json
wait
"#;

fn in_networks(folder: &Folder, argument: &str) -> Run {
    let script = ["-rnm", "sh", "-c", TWO_MACHINES, "sh", argument];
    let mut command = Command::new("unshare");
    let run = command.args(script).current_dir(folder.path("")).stdin(Stdio::null()).output();
    run.map_or_else(|_| Run { code: None, out: String::new(), err: String::new() }, Run::of)
}

#[test]
fn processes_in_networks_of_their_own_find_each_other() {
    let folder = Folder::with(SMALL);
    let tried = in_networks(&folder, "try");
    if tried.code != Some(0) {
        assert!(std::env::var_os("CI").is_none(), "no network namespaces: {}", tried.err);
        eprintln!("skipped: no network namespaces here");
        return;
    }
    let run = in_networks(&folder, env!("CARGO_BIN_EXE_quadrille"));
    assert_eq!(run.code, Some(0), "{}", run.err);
    let space = answer(&run);
    assert_eq!((sizes(&space), &space["cluster"]["processes"]), (in_memory(&folder), &4.into()));
    // The others have the same result.
    assert!(folder.read("other.out").contains("39,607"), "{}", folder.read("other.err"));
}
