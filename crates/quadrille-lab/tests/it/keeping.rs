//! Results are extended, repeated, compared, imported, and repaired.

use std::fs;
use std::path::Path;

use crate::common::{schedule, subjects};
use quadrille::games::Games;
use quadrille::search::Cancel;
use quadrille_lab::report::{Cell, LabReport};
use quadrille_lab::{Conditions, Results, Schedule, Store, StoreError, export, import, run};

fn complete(path: &Path, schedule: &Schedule) {
    let mut store = Store::open(path, schedule).unwrap();
    run(schedule, &mut store, &Conditions::new(2, "test"), &Cancel::default(), |_, _| {}, |_| {})
        .unwrap();
    store.close().unwrap();
}

const SMALL: &str = "methods = ['bfs', 'astar']\nlimits = { nodes = 50 }\n";
const LARGE: &str = "methods = ['greedy', 'astar', 'bfs']\nlimits = { nodes = 50 }\nrepeats = 2\n";

#[test]
fn results_are_extended_and_keep_what_they_have() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.sqlite");
    complete(&path, &schedule(SMALL));
    let before = Results::read(&path).unwrap();
    let larger = schedule(LARGE);
    assert!(matches!(Store::open(&path, &larger), Err(StoreError::OtherPlan(_))));
    let mut store = Store::extend(&path, &larger).unwrap();
    assert_eq!(store.len(), before.trials.len());
    run(&larger, &mut store, &Conditions::new(1, "test"), &Cancel::default(), |_, _| {}, |_| {})
        .unwrap();
    store.close().unwrap();
    let after = Results::read(&path).unwrap();
    assert_eq!((after.trials.len(), after.planned), (larger.tasks.len(), larger.tasks.len()));
    for old in &before.trials {
        let new = after.trials.iter().find(|new| new.key() == old.key()).unwrap();
        assert_eq!(new.record, old.record, "rows that were there are kept");
    }
    let tasks: Vec<u64> = after.trials.iter().map(|trial| trial.task).collect();
    assert_eq!(tasks, (0..larger.tasks.len() as u64).collect::<Vec<_>>());
    // A plan with fewer methods or other limits is not an extension.
    assert!(matches!(Store::extend(&path, &schedule(SMALL)), Err(StoreError::OtherPlan(_))));
    let other = LARGE.replace("nodes = 50", "nodes = 51");
    assert!(matches!(Store::extend(&path, &schedule(&other)), Err(StoreError::OtherPlan(_))));
}

#[test]
fn results_can_be_made_again_from_their_file() {
    let folder = tempfile::tempdir().unwrap();
    let (path, again) = (folder.path().join("r.sqlite"), folder.path().join("again.sqlite"));
    complete(&path, &schedule(LARGE));
    let restored = Results::schedule(&Games::default(), &path).unwrap();
    assert_eq!(restored.identity, schedule(LARGE).identity);
    complete(&again, &restored);
    let (first, second) = (Results::read(&path).unwrap(), Results::read(&again).unwrap());
    assert_eq!(first.difference(&second).found, []);
    let mut changed = second;
    changed.trials[3].record.stats.expanded += 1;
    changed.trials.pop();
    let found = first.difference(&changed).found;
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().any(|difference| difference.what.starts_with("expanded: ")));
    assert!(found.iter().any(|difference| difference.what == "only in the first"));
}

#[test]
fn exported_rows_can_be_brought_back_and_plans_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.sqlite");
    complete(&path, &schedule(SMALL));
    let results = Results::read(&path).unwrap();
    let mut rows = Vec::new();
    export::json_lines(&results.trials, &mut rows).unwrap();
    let rows = String::from_utf8(rows).unwrap();
    let back = folder.path().join("back.sqlite");
    let imported = import(&Games::default(), &rows, &[], "Back", &back).unwrap();
    assert_eq!((imported.rows, imported.refused.len()), (results.trials.len(), 0));
    // A proof cannot be replayed: an unsolvable level is imported as a claim, and nothing else
    // differs.
    let found = results.difference(&Results::read(&back).unwrap()).found;
    assert!(!found.is_empty());
    assert!(found.iter().all(|one| one.what == "outcome: unsolvable and claimed"), "{found:?}");
    // A row with the name of a level, and with a plan that does not solve it.
    let rows = r#"{"level":"first-slide","method":"theirs","plan":"U U","seconds":1.5}
{"level":"first-slide","method":"theirs","plan":["D","R"],"seconds":0.5}"#;
    let other = folder.path().join("other.sqlite");
    let imported = import(&Games::default(), rows, &subjects(), "Theirs", &other).unwrap();
    assert_eq!(imported.refused.len(), 1);
    let theirs = Results::read(&other).unwrap();
    assert!(theirs.trials[0].record.is_failed());
    assert_eq!((theirs.trials[1].record.cost, theirs.trials[1].repeat), (Some(2), 1));
    assert!(
        import(&Games::default(), rows, &subjects(), "Theirs", &other).is_err(),
        "the file is there already"
    );
    // A row without a time has none in tables either.
    let untimed = folder.path().join("untimed.sqlite");
    let row = r#"{"level":"first-slide","method":"theirs","plan":"D R"}"#;
    import(&Games::default(), row, &subjects(), "Theirs", &untimed).unwrap();
    let report = LabReport::new(&Results::read(&untimed).unwrap(), None);
    let table = &report.sections.iter().find(|s| s.title == "Coverage, tiles").unwrap().table;
    assert_eq!((table.columns[5].as_str(), &table.rows[0][5]), ("median time", &Cell::None));
    let merged = Results::merged(vec![results, theirs]);
    assert!(merged.trials.iter().any(|trial| trial.record.method == "theirs"));
}

#[test]
fn damaged_rows_are_found_and_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.sqlite");
    complete(&path, &schedule(SMALL));
    let complete_results = Results::read(&path).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    // The name of a method in one row, as if the disk had damaged it.
    let name = b"astar with reachastar";
    let at = bytes.windows(name.len()).position(|window| window == name).unwrap();
    bytes[at..at + 5].copy_from_slice(b"@!#?x");
    fs::write(&path, &bytes).unwrap();
    assert!(matches!(Results::read(&path), Err(StoreError::Damaged(1))));
    let mut store = Store::open(&path, &schedule(SMALL)).unwrap();
    assert_eq!((store.damaged(), store.len()), (1, complete_results.trials.len() - 1));
    run(
        &schedule(SMALL),
        &mut store,
        &Conditions::new(1, "test"),
        &Cancel::default(),
        |_, _| {},
        |_| {},
    )
    .unwrap();
    store.close().unwrap();
    assert_eq!(complete_results.difference(&Results::read(&path).unwrap()).found, []);
}

#[cfg(unix)]
#[test]
fn a_second_writer_is_refused_whatever_link_it_comes_by() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.sqlite");
    let small = schedule(SMALL);
    let first = Store::open(&path, &small).unwrap();
    let (soft, hard) = (folder.path().join("soft"), folder.path().join("hard"));
    std::os::unix::fs::symlink(&path, &soft).unwrap();
    fs::hard_link(&path, &hard).unwrap();
    for link in [&soft, &hard] {
        assert!(matches!(Store::open(link, &small), Err(StoreError::Busy)), "{link:?}");
    }
    drop(first);
    assert!(Store::open(&soft, &small).is_ok());
}
