//! Solvers of other people: checked, limited, and gone when they are stopped.

#![cfg(unix)]

use std::fs;
use std::time::{Duration, Instant};

use quadrille::levels::{Level, read};
use quadrille::record::{Record, Verdict};
use quadrille::search::{Control, Limits, Stop};
use quadrille_lab::Foreign;

fn level() -> Level {
    let document = read("game: tiles\nname: one\n\nr . .\n. . .\n. . R\n", None);
    document.levels().next().unwrap().clone()
}

fn tried(command: &str, limits: Limits) -> Record {
    let (name, format) = ("theirs".to_string(), "glyphs".to_string());
    let foreign = Foreign { name, command: command.to_string(), format, game: None };
    foreign.measure(&level(), &Control::with_limits(limits))
}

fn failure(command: &str) -> String {
    tried(command, Limits::default()).error.expect("a failure").message()
}

#[test]
fn a_plan_counts_when_it_solves_the_level() {
    let record =
        tried("cat > /dev/null; echo '# expanded=7 generated=9'; echo D R", Limits::default());
    assert_eq!((record.outcome, record.cost), (Verdict::Solved, Some(2)));
    assert_eq!(record.plan, Some(vec!["D".to_string(), "R".to_string()]));
    assert!(!record.optimal, "nobody has proved it");
    assert_eq!((record.stats.expanded, record.stats.generated), (7, 9));
    assert!(record.counts().is_some());
    // The level comes in the format that was chosen. What is not told is not counted as nothing.
    let silent = tried("grep -q '^r . .$' && echo DR", Limits::default());
    assert_eq!((silent.cost, silent.counts()), (Some(2), None));
    assert_eq!(tried("true", Limits::default()).outcome, Verdict::Unknown);
    // Somebody says so, and nobody has proved it.
    let claimed = tried("echo unsolvable", Limits::default());
    assert_eq!((claimed.outcome, claimed.is_proved()), (Verdict::Claimed, false));
    assert_eq!(quadrille_lab::told(&claimed, None), "claimed unsolvable, not proved");
}

#[test]
fn what_is_wrong_is_said() {
    assert!(failure("echo D D").contains("refused"));
    assert!(failure("echo D").contains("not solved"));
    assert!(failure("echo hello").contains("no plan"));
    assert!(failure("echo oops >&2; exit 3").contains("exit code 3: oops"));
}

#[test]
fn limits_are_kept_and_nothing_lives_on() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("mark");
    // The child of the command would leave a mark if it outlived it.
    let command = format!("(sleep 3; touch {}) & sleep 60", mark.display());
    let limits = Limits { max_time: Some(Duration::from_millis(300)), ..Limits::default() };
    let started = Instant::now();
    let record = tried(&command, limits);
    assert!(started.elapsed() < Duration::from_secs(30));
    assert_eq!((record.outcome, record.stop), (Verdict::Unknown, Some(Stop::Time)));
    std::thread::sleep(Duration::from_secs(4).saturating_sub(started.elapsed()));
    assert!(fs::metadata(&mark).is_err(), "the child lived on");
    if cfg!(target_os = "linux") {
        let limits = Limits { max_memory: Some(1 << 16), ..Limits::default() };
        let record = tried("sleep 60", limits);
        assert_eq!(record.stop, Some(Stop::Memory));
    }
}
