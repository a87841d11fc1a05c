//! Runs have the same results, however often they are interrupted.

use std::fs;
use std::path::Path;

use crate::common::{mixed, schedule, timeless};
use quadrille::record::Verdict;
use quadrille::search::Cancel;
use quadrille_lab::{Conditions, End, Results, Schedule, Step, Store, StoreError, run};

fn complete(path: &Path, schedule: &Schedule, jobs: usize) -> Results {
    let mut store = Store::open(path, schedule).unwrap();
    assert_eq!(
        run(
            schedule,
            &mut store,
            &Conditions::new(jobs, "test"),
            &Cancel::default(),
            |_, _| {},
            |_| {}
        )
        .unwrap(),
        End::Complete
    );
    store.close().unwrap();
    timeless(Results::read(path).unwrap())
}

#[test]
fn results_do_not_depend_on_the_order_of_finishing() {
    let folder = tempfile::tempdir().unwrap();
    let schedule = mixed(2);
    let one = complete(&folder.path().join("one"), &schedule, 1);
    let four = complete(&folder.path().join("four"), &schedule, 4);
    assert_eq!(one, four);
    assert_eq!(one.trials.len(), schedule.tasks.len());
    assert_eq!(one.planned, schedule.tasks.len());
    let count = |outcome| one.trials.iter().filter(|r| r.record.outcome == outcome).count();
    assert!(count(Verdict::Solved) > 0 && count(Verdict::Unsolvable) > 0);
    // Trials that reached a limit are rows as well.
    assert!(count(Verdict::Unknown) > 0);
    let record = &one.trials[0];
    assert_eq!((record.limit_nodes, record.limit_seconds), (Some(300), Some(600.0)));
    assert_eq!(record.version, "test");
    assert!(record.machine.contains("cores") && record.fingerprint.len() == 16);
}

#[test]
fn a_run_that_is_stopped_again_and_again_ends_with_the_same_rows() {
    let folder = tempfile::tempdir().unwrap();
    let schedule = mixed(3);
    let undisturbed = complete(&folder.path().join("undisturbed"), &schedule, 2);
    let path = folder.path().join("stopped");
    let mut rounds = 0;
    loop {
        let mut store = Store::open(&path, &schedule).unwrap();
        let (before, cancel) = (store.len(), Cancel::default());
        let mut made = 0;
        let end = run(
            &schedule,
            &mut store,
            &Conditions::new(2, "test"),
            &cancel,
            |_, _| {},
            |step| {
                if let Step::Done(_, record) = step {
                    made += 1;
                    if made == 7 {
                        cancel.cancel();
                    }
                    assert!(made < 30 || record.is_cancelled(), "the cancel came to nothing");
                }
            },
        );
        assert!(store.len() > before || end.as_ref().unwrap() == &End::Complete);
        rounds += 1;
        // In half of the rounds the store is not closed.
        if rounds % 2 == 0 {
            store.close().unwrap();
        }
        if end.unwrap() == End::Complete {
            break;
        }
    }
    assert!(rounds > 3);
    assert_eq!(timeless(Results::read(&path).unwrap()), undisturbed);
}

#[test]
fn finished_results_are_one_file() {
    let folder = tempfile::tempdir().unwrap();
    complete(&folder.path().join("r.sqlite"), &mixed(1), 2);
    let names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["r.sqlite"]);
}

#[test]
fn results_can_be_read_while_the_run_is_under_way() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.sqlite");
    let schedule = mixed(1);
    let mut store = Store::open(&path, &schedule).unwrap();
    let mut seen = Vec::new();
    let mut done = 0;
    run(
        &schedule,
        &mut store,
        &Conditions::new(1, "test"),
        &Cancel::default(),
        |_, _| {},
        |step| {
            if let Step::Done(..) = step {
                done += 1;
                seen.push(Results::read(&path).unwrap().trials.len() == done);
            }
        },
    )
    .unwrap();
    assert_eq!(seen, vec![true; schedule.tasks.len()]);
}

#[test]
fn a_changed_plan_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.sqlite");
    let base = "methods = ['bfs', 'astar']\nlimits = { nodes = 50 }\n";
    complete(&path, &schedule(base), 1);
    let before = fs::read(&path).unwrap();
    for (changed, word) in [
        ("methods = ['bfs']\nlimits = { nodes = 50 }\n", "'astar with relaxed' was removed"),
        ("methods = ['bfs', 'astar', 'ids']\nlimits = { nodes = 50 }\n", "'ids' is new"),
        (
            "methods = ['bfs', 'astar']\nlimits = { nodes = 51 }\n",
            "limit of nodes changed from 50 to 51",
        ),
        (
            "methods = ['bfs', 'astar']\nlimits = { nodes = 50 }\nrepeats = 2\n",
            "number of repeats changed from 1 to 2",
        ),
        ("methods = ['bfs', 'astar']\nlimits = { nodes = 50 }\nsample = 3\n", "2 were removed"),
        ("methods = ['bfs', 'astar']\nlimits = { nodes = 50, time = '1s' }\n", "limit of time"),
    ] {
        match Store::open(&path, &schedule(changed)) {
            Err(StoreError::OtherPlan(difference)) => {
                assert!(difference.contains(word), "{difference}");
            }
            other => panic!("{changed}: {other:?}"),
        }
    }
    assert_eq!(fs::read(&path).unwrap(), before, "a refusal writes nothing");
    // The same plan, written differently, is accepted.
    let same =
        "methods = ['bfs', 'astar with relaxed', 'astar with reach']\nlimits = { nodes = '50' }\n";
    assert!(!Store::open(&path, &schedule(same)).unwrap().is_empty());
}

#[test]
fn a_second_writer_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.sqlite");
    let schedule = mixed(1);
    let first = Store::open(&path, &schedule).unwrap();
    assert!(matches!(Store::open(&path, &schedule), Err(StoreError::Busy)));
    drop(first);
    assert!(Store::open(&path, &schedule).is_ok());
}

#[test]
fn other_files_are_left_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let schedule = mixed(1);
    for (name, content) in
        [("short", "x".to_string()), ("plan.toml", "title = 'mine'\n".repeat(99))]
    {
        let path = folder.path().join(name);
        fs::write(&path, &content).unwrap();
        assert!(matches!(Store::open(&path, &schedule), Err(StoreError::NotResults)), "{name}");
        assert!(matches!(Results::read(&path), Err(StoreError::NotResults)), "{name}");
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
    let other = folder.path().join("other.sqlite");
    let database = rusqlite::Connection::open(&other).unwrap();
    database.execute_batch("CREATE TABLE precious (x); INSERT INTO precious VALUES (1);").unwrap();
    assert!(matches!(Store::open(&other, &schedule), Err(StoreError::NotResults)));
    assert!(matches!(Store::open(folder.path(), &schedule), Err(StoreError::NotResults)));
    assert!(matches!(Results::read(&folder.path().join("none")), Err(StoreError::Missing)));
    // An empty file can hold results.
    let empty = folder.path().join("empty");
    fs::write(&empty, "").unwrap();
    assert!(Store::open(&empty, &schedule).is_ok());
}

#[test]
fn a_read_only_file_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let schedule = mixed(1);
    assert!(Store::open(&folder.path().join("no/such/folder/r.sqlite"), &schedule).is_err());
    let path = folder.path().join("r.sqlite");
    complete(&path, &schedule, 1);
    let mut rights = fs::metadata(&path).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(&path, rights).unwrap();
    if fs::OpenOptions::new().write(true).open(&path).is_ok() {
        eprintln!("skipped: this user may write to everything, so nothing is read-only");
        return;
    }
    assert!(matches!(Store::open(&path, &schedule), Err(StoreError::ReadOnly)));
    assert_eq!(Results::read(&path).unwrap().trials.len(), schedule.tasks.len());
}
