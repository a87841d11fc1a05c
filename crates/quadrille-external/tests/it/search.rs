//! The search on disk, compared with searches in memory.

use std::fs;
use std::path::{Path, PathBuf};

use quadrille_external::{External, ExternalError, Live, Settings, explore, search};
use quadrille_search::{
    Control, Limits, Outcome, Pruning, Report, Search, Stop,
    algorithm::Bfs,
    explore::{Explore, Survey},
    space::Space,
    toolkit::Rows,
};

use crate::spaces::{Jumps, Sliding};

fn settings(folder: &Path) -> Settings {
    Settings { threads: 2, buffer_rows: Some(1000), ..Settings::new(folder, "a test") }
}

fn explored<P: Space<State = u64>>(space: &P, settings: &Settings) -> Survey<P::Move> {
    let rows = Rows::new(space, Pruning::default());
    explore(&rows, settings, &Control::default(), &Live::default()).expect("no failure").result
}

fn sizes<M>(survey: &Survey<M>) -> Vec<u64> {
    survey.layers.iter().map(|layer| layer.positions).collect()
}

fn searched<P: Space<State = u64>>(
    space: &P,
    settings: &Settings,
    limits: Limits,
) -> External<Report<P::Move>> {
    let rows = Rows::new(space, Pruning::default());
    let control = Control::with_limits(limits);
    search(&rows, settings, &control, &Live::default()).expect("no failure")
}

fn in_memory<P: Space>(space: &P) -> Report<P::Move, P::State> {
    Search::new(space).algorithm(Bfs).run()
}

#[test]
fn layers_are_those_of_the_search_in_memory() {
    let jumps = Jumps { size: 60_000, goal: u64::MAX };
    let expected = Explore::new(&jumps).layers(u32::MAX);
    assert!(expected.len() > 10);
    for (threads, buffer_rows) in [(1, Some(50_000)), (2, Some(1000)), (3, Some(90)), (2, None)] {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings { threads, buffer_rows, ..settings(folder.path()) };
        assert_eq!(sizes(&explored(&jumps, &settings)), expected, "{threads}, {buffer_rows:?}");
    }
}

#[test]
fn two_layers_are_enough_where_moves_can_be_taken_back() {
    let expected = Explore::new(Sliding::new()).layers(u32::MAX);
    assert_eq!(expected.iter().sum::<u64>(), 181_440);
    for declares_locality in [true, false] {
        for traces in [true, false] {
            let folder = tempfile::tempdir().unwrap();
            let space = Sliding { declares_locality, traces, ..Sliding::new() };
            let survey = explored(&space, &settings(folder.path()));
            assert_eq!(sizes(&survey), expected);
            assert_eq!((survey.stop, survey.farthest.len()), (None, 31));
        }
    }
}

#[test]
fn plans_are_shortest_and_the_same_in_every_run() {
    for start in [123_456_780, 806_547_231, 647_850_321] {
        let space =
            Sliding { start: Sliding::SOLVED, goal: start, declares_locality: true, traces: false };
        let known = in_memory(&space);
        let folder = tempfile::tempdir().unwrap();
        let report = searched(&space, &settings(folder.path()), Limits::default()).result;
        assert_eq!(report.lower_bound, known.lower_bound);
        match (&report.outcome, &known.outcome) {
            (
                Outcome::Solved { cost, optimal: true, plan },
                Outcome::Solved { cost: known, .. },
            ) => {
                assert_eq!(cost, known);
                let mut at = space.start;
                for mv in plan {
                    let next = space.following(&at).into_iter().find(|(tile, _)| tile == mv);
                    at = next.expect("a legal move").1;
                }
                assert!(space.is_goal(&at));
                let other = tempfile::tempdir().unwrap();
                let settings = Settings { threads: 1, buffer_rows: None, ..settings(other.path()) };
                let again = searched(&space, &settings, Limits::default()).result;
                assert_eq!(again.outcome, report.outcome);
            }
            (Outcome::Unsolvable, Outcome::Unsolvable) => {}
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_search_that_was_stopped_goes_on() {
    let jumps = Jumps { size: 60_000, goal: u64::MAX };
    let expected = Explore::new(&jumps).layers(u32::MAX);
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    let mut runs = 0;
    let survey = loop {
        runs += 1;
        let rows = Rows::new(&jumps, Pruning::default());
        let nodes = Some(3000 * runs);
        let control = Control::with_limits(Limits { max_nodes: nodes, ..Limits::default() });
        let result = explore(&rows, &settings, &control, &Live::default()).unwrap();
        let (done, whole) = (sizes(&result.result), &expected[..result.result.layers.len()]);
        assert_eq!(done, whole);
        match result.result.stop {
            None => break result.result,
            stop => assert_eq!(stop, Some(Stop::Nodes)),
        }
    };
    assert!(runs > 3);
    assert_eq!(sizes(&survey), expected);
    // Complete layers are read, not searched again.
    let again = explore(
        &Rows::new(&jumps, Pruning::default()),
        &settings,
        &Control::default(),
        &Live::default(),
    );
    assert_eq!(again.unwrap().resumed, expected.len());
}

#[test]
fn a_full_disk_is_a_limit_and_room_lets_it_go_on() {
    let jumps = Jumps { size: 200_000, goal: u64::MAX };
    let expected = Explore::new(&jumps).layers(u32::MAX);
    let folder = tempfile::tempdir().unwrap();
    let mut disk = 1 << 14;
    let mut stops = 0;
    loop {
        let settings = Settings { disk: Some(disk), ..settings(folder.path()) };
        let survey = explored(&jumps, &settings);
        let used: u64 = fs::read_dir(folder.path())
            .unwrap()
            .map(|e| e.unwrap().metadata().unwrap().len())
            .sum();
        assert!(used <= disk + 100_000, "{used} of {disk}");
        assert_eq!(sizes(&survey), expected[..survey.layers.len()]);
        match survey.stop {
            None => break,
            stop => assert_eq!(stop, Some(Stop::Disk)),
        }
        stops += 1;
        disk *= 2;
    }
    assert!(stops > 1);
}

fn layer_files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| !path.ends_with("search.lock"));
    files.sort();
    files
}

#[test]
fn damage_is_noticed_wherever_it_is() {
    let jumps = Jumps { size: 30_000, goal: u64::MAX };
    let expected = Explore::new(&jumps).layers(u32::MAX);
    let whole = tempfile::tempdir().unwrap();
    let rows = Rows::new(&jumps, Pruning::default());
    // Some layers, so that the rest must be made from them.
    let control = Control::with_limits(Limits { max_nodes: Some(9000), ..Limits::default() });
    explore(&rows, &settings(whole.path()), &control, &Live::default()).unwrap();
    let files = layer_files(whole.path());
    assert!(files.len() > 5);
    let mut noticed = 0;
    for (number, path) in files.iter().enumerate() {
        let bytes = fs::read(path).unwrap();
        for at in [0, 5, 9, bytes.len() / 2, bytes.len() - 20, bytes.len() - 1] {
            let folder = tempfile::tempdir().unwrap();
            for file in &files {
                fs::copy(file, folder.path().join(file.file_name().unwrap())).unwrap();
            }
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (number % 8);
            fs::write(folder.path().join(path.file_name().unwrap()), damaged).unwrap();
            let settings = settings(folder.path());
            match explore(&rows, &settings, &Control::default(), &Live::default()) {
                Err(ExternalError::Damaged { .. }) => noticed += 1,
                Err(other) => panic!("{other}"),
                Ok(result) => panic!("{:?} with damage in {path:?} at {at}", sizes(&result.result)),
            }
        }
    }
    assert_eq!(noticed, 6 * files.len());
    let rest = explored(&jumps, &settings(whole.path()));
    assert_eq!(sizes(&rest), expected);
}

#[test]
fn folders_of_others_are_left_alone() {
    let jumps = Jumps { size: 100, goal: u64::MAX };
    let folder = tempfile::tempdir().unwrap();
    explored(&jumps, &settings(folder.path()));
    let other = Settings { identity: "another".into(), ..settings(folder.path()) };
    let rows = Rows::new(&jumps, Pruning::default());
    let end = explore(&rows, &other, &Control::default(), &Live::default());
    assert!(matches!(end, Err(ExternalError::Foreign { .. })));
    let photos = tempfile::tempdir().unwrap();
    fs::write(photos.path().join("photo.jpg"), "a photo").unwrap();
    let end = explore(&rows, &settings(photos.path()), &Control::default(), &Live::default());
    assert!(matches!(end, Err(ExternalError::Occupied { .. })));
    assert!(photos.path().join("photo.jpg").exists());
    let file = photos.path().join("photo.jpg");
    let end = explore(&rows, &settings(&file), &Control::default(), &Live::default());
    assert!(matches!(end, Err(ExternalError::Io { .. })));
}

#[test]
fn one_process_at_a_time() {
    let jumps = Jumps { size: 100, goal: u64::MAX };
    let folder = tempfile::tempdir().unwrap();
    let lock = fs::File::create(folder.path().join("search.lock")).unwrap();
    fs4::FileExt::lock(&lock).unwrap();
    let rows = Rows::new(&jumps, Pruning::default());
    let end = explore(&rows, &settings(folder.path()), &Control::default(), &Live::default());
    assert!(matches!(end, Err(ExternalError::Locked { .. })));
    drop(lock);
    explored(&jumps, &settings(folder.path()));
}
