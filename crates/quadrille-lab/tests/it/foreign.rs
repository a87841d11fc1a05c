//! External solvers: their plans are checked, their limits enforced, and their processes killed.

#![cfg(unix)]

use std::collections::BTreeMap;
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
    let foreign = Foreign {
        name,
        command: command.to_string(),
        format,
        game: None,
        with_optimum: false,
        attributes: BTreeMap::new(),
    };
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
    assert!(!record.optimal, "a plan is not a proof");
    assert_eq!((record.stats.expanded, record.stats.generated), (7, 9));
    assert!(record.counts().is_some());
    // The board is in the chosen format, and nothing is above it. A count that is not reported is
    // missing, not 0.
    let silent = tried("read row && test \"$row\" = 'r . .' && echo DR", Limits::default());
    assert_eq!((silent.cost, silent.counts()), (Some(2), None));
    assert_eq!(tried("true", Limits::default()).outcome, Verdict::Unknown);
    // One of the counts can be missing, too.
    let half = tried("echo '# expanded=7'; echo DR", Limits::default());
    assert_eq!((half.stats.expanded, half.generated()), (7, None));
    assert_eq!(record.generated(), Some(9));
    // A claim is not a proof.
    let claimed = tried("echo unsolvable", Limits::default());
    assert_eq!((claimed.outcome, claimed.is_proved()), (Verdict::Claimed, false));
    assert_eq!(quadrille_lab::summary(&claimed, None), "claimed unsolvable, not proved");
}

#[test]
fn the_optimum_is_not_handed_to_a_solver() {
    let text = "game: tiles\nname: one\noptimal: 2\nsolution: D R\nnote: D, then R\n\nr . .\n. . .\n. . R\n";
    let level = read(text, None).levels().next().unwrap().clone();
    let (name, command) =
        ("theirs".to_string(), "grep -q -e optimal -e solution -e then && echo DR");
    for format in ["glyphs", "native"] {
        for with_optimum in [false, true] {
            let (name, command) = (name.clone(), command.to_string());
            let format = format.to_string();
            let foreign = Foreign {
                name,
                command,
                format,
                game: None,
                with_optimum,
                attributes: BTreeMap::new(),
            };
            let record = foreign.measure(&level, &Control::default());
            assert_eq!(record.cost.is_some(), with_optimum, "{record:?}");
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn processor_time_and_resident_memory_are_those_of_everything_it_started() {
    let busy = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
    let record = tried(&format!("sh -c '{busy}'; sleep 0.3; echo D R"), Limits::default());
    let (cpu, wall) = (record.cpu_seconds.unwrap(), record.stats.seconds);
    assert!(cpu > 0.0 && cpu < wall, "{cpu} of {wall}");
    assert!(record.peak_rss.unwrap() > 100_000, "{record:?}");
    assert_eq!(record.stats.peak_bytes, 0, "an external solver has no tables");
    // A failed run took time and memory, too.
    let failed = tried("exit 3", Limits::default());
    assert!(failed.error.is_some() && failed.cpu_seconds.is_some() && failed.peak_rss.is_some());
    let method = "bfs".parse().unwrap();
    let own = quadrille_lab::measure(&level(), &method, &Control::default());
    assert!(own.cpu_seconds.is_some() && own.peak_rss.is_none());
}

#[test]
#[cfg(target_os = "linux")]
fn what_left_its_group_and_its_parents_is_killed_too() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("mark");
    let command = format!("setsid sh -c '(sleep 2; touch {}) &' & wait; echo D R", mark.display());
    assert_eq!(tried(&command, Limits::default()).cost, Some(2));
    std::thread::sleep(Duration::from_secs(3));
    assert!(fs::metadata(&mark).is_err(), "the grandchild lived on");
}

#[test]
fn errors_name_the_cause() {
    assert!(failure("echo D D").contains("refused"));
    assert!(failure("echo D").contains("not solved"));
    assert!(failure("echo hello").contains("not a plan"));
    assert!(failure("echo oops >&2; exit 3").contains("exit code 3: oops"));
}

#[test]
fn limits_kill_all_child_processes() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("mark");
    // The child of the command would leave a file if it survived.
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

/// A planner that checks its files and writes a plan to a file.
fn plans_to(file: &str) -> String {
    let plan = "(choose c2-0 down)\n(pass c2-0 c1-0 c2-0 down)\n(CHOOSE c0-2 RIGHT)\n; cost = 2 (general cost)";
    format!(
        "grep -q quadrille-tiles {{domain}} && grep -q c2-2 {{problem}} && echo 'Expanded 12 state(s).' && echo '{plan}' > {file}"
    )
}

#[test]
fn a_planner_gets_pddl_and_its_actions_become_moves() {
    for file in ["{plan}", "{plan}.1", "sas_plan", "problem.pddl.soln"] {
        let record = tried(&plans_to(file), Limits::default());
        assert_eq!((record.outcome, record.cost), (Verdict::Solved, Some(2)), "{file}: {record:?}");
        assert_eq!(record.plan, Some(vec!["D".to_string(), "R".to_string()]));
        assert_eq!(record.stats.expanded, 12);
    }
    // The last of several plans counts.
    let better = format!("echo '(choose c0-0 up)' > {{plan}}.1; {}", plans_to("{plan}.2"));
    assert_eq!(tried(&better, Limits::default()).cost, Some(2));
}

#[test]
fn the_exit_codes_of_planners_are_understood() {
    let ends = |rest: &str| {
        tried(&format!("test -f {{domain}} -a -f {{problem}}; {rest}"), Limits::default())
    };
    assert_eq!(ends("exit 11").outcome, Verdict::Claimed);
    assert_eq!(ends("exit 12").outcome, Verdict::Unknown);
    assert!(ends("exit 12").error.is_none());
    assert_eq!(ends("exit 23").stop, Some(Stop::Time));
    assert_eq!(ends("exit 22").stop, Some(Stop::Memory));
    let failure = |rest| ends(rest).error.expect("a failure").message();
    assert!(failure("echo oops >&2; exit 1").contains("exit code 1: oops"));
    assert!(failure("echo '(fly c0-0)' > {plan}").contains("not an action"));
    assert!(failure("echo '(choose c0-0 down)' > {plan}").contains("not solved"));
}

#[test]
fn a_plan_names_a_planner() {
    let plan = |method: &str| {
        quadrille_lab::Plan::parse(&format!(
            "[[method]]\n{method}\n[[experiment]]\nlevels = ['@classics']\nmethods = ['bfs']\n"
        ))
    };
    let good = plan("planner = 'fast-downward'").expect("a known planner");
    assert!(format!("{good:?}").contains("{problem}"), "{good:?}");
    let message = |method| plan(method).expect_err("a mistake").message();
    assert!(message("planner = 'fast'").contains("no planner 'fast'"));
    assert!(message("name = 'x'").contains("no command"));
    assert!(message("planner = 'pyperplan'\ncommand = 'x'").contains("both"));
}
