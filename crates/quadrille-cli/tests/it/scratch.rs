//! Searches on disk: the same counts as in memory, also after being killed.

#![allow(unreachable_pub, reason = "the tests of clusters use a part of it")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{Folder, QUICK};

/// 39,607 positions, the farthest 33 moves away, none of them solved.
pub const SMALL: &str = "level small
. . # . . . . .
a . . . # . . .
. . . b . . # .
. # . . . A . .
. . . . . . . #
c . # . B . . .
. d . . . . C .
. . . # . e . .
";

/// 1,189,247 positions.
pub const LARGE: &str = "level large
. . # . . . . . . #
a . . . # . . . . .
. . . b . . # . . .
. # . . . A . . # .
. . . . . . . # . .
c . # . B . . . . f
. d . . . . C . # .
. . . # . e . . . .
# . . . . . # . . .
. . # . . . . . g .
";

fn lines(out: &str) -> Value {
    serde_json::from_str(out.trim()).unwrap_or_else(|error| panic!("{error}: {out}"))
}

pub fn sizes(space: &Value) -> Vec<u64> {
    let layers = space["layers"].as_array().expect("layers");
    layers.iter().map(|layer| layer["positions"].as_u64().expect("a count")).collect()
}

pub fn in_memory(folder: &Folder) -> Vec<u64> {
    let run = folder.run(&["space", "level.txt", "--game", "tiles", "--json"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    sizes(&lines(&run.out))
}

const ON_DISK: [&str; 7] =
    ["space", "level.txt", "--game", "tiles", "--json", "--scratch", "scratch"];

#[test]
fn the_same_layers_on_disk_and_in_memory() {
    let folder = Folder::with(SMALL);
    let expected = in_memory(&folder);
    assert_eq!((expected.len(), expected.iter().sum()), (34, 39_607_u64));
    for threads in ["1", "3"] {
        let run = folder.run(&[&ON_DISK[..], &["--threads", threads]].concat());
        let space = lines(&run.out);
        assert_eq!((run.code, sizes(&space)), (Some(0), expected.clone()), "{}", run.err);
        assert_eq!(space["farthest"].as_array().map(Vec::len), Some(33));
        assert_eq!(space["complete"], true);
        fs::remove_dir_all(folder.path("scratch")).unwrap();
    }
}

#[test]
fn plans_are_checked_and_shortest() {
    let folder = Folder::with(QUICK);
    let args = ["solve", "level.txt", "--algorithm", "external", "--scratch", "s", "--json"];
    let run = folder.run(&args);
    let answer = lines(&run.out);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!((&answer["cost"], &answer["optimal"]), (&2.into(), &true.into()));
    assert_eq!((&answer["method"], &answer["outcome"]), (&"external".into(), &"solved".into()));
    let folder = Folder::with(SMALL);
    let run = folder.run(&[&args[..], &["--game", "tiles"]].concat());
    assert_eq!((run.code, &lines(&run.out)["outcome"]), (Some(1), &"unsolvable".into()));
}

#[test]
fn a_folder_is_needed_and_of_use() {
    let folder = Folder::with(SMALL);
    let run = folder.run(&["solve", "level.txt", "--algorithm", "external"]);
    assert!(run.code == Some(2) && run.err.contains("--scratch"), "{}", run.err);
    let run = folder.run(&["solve", "level.txt", "--algorithm", "bfs", "--scratch", "s"]);
    assert!(run.code == Some(2) && run.err.contains("external"), "{}", run.err);
    folder.write("occupied", "not a folder");
    let run = folder.run(&["space", "level.txt", "-g", "tiles", "--scratch", "occupied"]);
    assert_eq!(run.code, Some(2), "{}", run.err);
}

/// Pseudo-random numbers, the same in every run.
fn scattered(seed: u64) -> u64 {
    seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_mul(0xe703_7ed1_a0b4_28db)
}

#[test]
fn killed_twenty_times_it_comes_to_the_same_counts() {
    let folder = Folder::with(LARGE);
    let expected = in_memory(&folder);
    assert_eq!(expected.iter().sum::<u64>(), 1_189_247);
    let args = [&ON_DISK[..], &["--max-memory", "64MiB"]].concat();
    let layers = |folder: &Folder| {
        let entries = fs::read_dir(folder.path("scratch")).into_iter().flatten().flatten();
        entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("layer-")).count()
    };
    let mut killed = 0;
    for round in 0.. {
        let mut child = folder
            .command(&args)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command");
        // About as long as writing a file or two takes, and a little longer at random.
        let (before, began) = (layers(&folder), Instant::now());
        let more = (scattered(round) >> 8) as usize % 3;
        while layers(&folder) <= before + more
            && began.elapsed() < Duration::from_secs(60)
            && child.try_wait().expect("the command").is_none()
        {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis((scattered(round) >> 20) % 30));
        if child.try_wait().expect("the command").is_some() {
            break;
        }
        child.kill().expect("a process that runs");
        child.wait().expect("its end");
        killed += 1;
        if killed == 20 {
            break;
        }
    }
    assert!(killed >= 10, "it was killed {killed} times before it was done");
    let run = folder.run(&args);
    let space = lines(&run.out);
    assert_eq!((run.code, sizes(&space)), (Some(0), expected), "{}", run.err);
    assert!(space["disk"]["resumed_layers"].as_u64().is_some_and(|layers| layers > 0));
}

#[test]
fn the_disk_limit_is_reported_and_can_be_raised() {
    let folder = Folder::with(LARGE);
    let run = folder.run(&[&ON_DISK[..], &["--max-disk", "300kB"]].concat());
    let part = lines(&run.out);
    assert_eq!((run.code, &part["stop"]), (Some(3), &"disk".into()), "{}", run.err);
    assert!(run.err.contains("continues"), "{}", run.err);
    let rest = lines(&folder.run(&ON_DISK).out);
    assert_eq!(rest["positions"], 1_189_247);
    assert_eq!(rest["disk"]["resumed_layers"], part["layers"].as_array().unwrap().len());
}

#[test]
fn a_full_disk_ends_with_a_clear_word() {
    let folder = Folder::with(LARGE);
    let scratch = folder.path("scratch");
    fs::create_dir(&scratch).unwrap();
    let Some(_mount) = Mount::new(&scratch) else {
        assert!(std::env::var_os("CI").is_none(), "a small disk cannot be mounted");
        eprintln!("skipped: a small disk cannot be mounted here");
        return;
    };
    let run = folder.run(&ON_DISK);
    let part = lines(&run.out);
    assert_eq!((run.code, &part["stop"]), (Some(3), &"disk".into()), "{}", run.err);
    let sizes = sizes(&part);
    assert_eq!(sizes, in_memory(&folder)[..sizes.len()]);
    let made = Command::new("mount").args(["-o", "remount,size=64m"]).arg(&scratch).status();
    assert!(made.is_ok_and(|status| status.success()));
    let run = folder.run(&ON_DISK);
    assert_eq!((run.code, &lines(&run.out)["positions"]), (Some(0), &1_189_247.into()));
}

struct Mount<'a>(&'a Path);

impl Mount<'_> {
    fn new(at: &Path) -> Option<Mount<'_>> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=512k", "tmpfs"]).arg(at);
        let done = mount.stdout(Stdio::null()).stderr(Stdio::null()).status();
        done.is_ok_and(|status| status.success()).then_some(Mount(at))
    }
}

impl Drop for Mount<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}
