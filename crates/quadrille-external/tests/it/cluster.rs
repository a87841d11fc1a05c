//! Several processes, here as threads of one, that communicate over the local network.

use std::net::TcpListener;
use std::path::Path;
use std::thread;
use std::time::Duration;

use quadrille_external::cluster::{Aim, Clustered, Member, take_part};
use quadrille_external::{ExternalError, Live, Settings};
use quadrille_search::{
    Control, Limits, Outcome, Pruning, Report, Search, Stop,
    algorithm::Astar,
    explore::Explore,
    space::{Claims, Heuristic, Space},
    toolkit::{PackedSpace, Rows},
};

use crate::spaces::{Jumps, Sliding, digits};

/// Addresses that are free now.
fn addresses(processes: usize) -> Vec<String> {
    let listeners: Vec<TcpListener> =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    listeners.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect()
}

fn member(addresses: &[String], process: usize, threads: usize) -> Member {
    Member {
        addresses: addresses.to_vec(),
        process,
        threads,
        task: "a test".into(),
        timeout: Duration::from_secs(20),
    }
}

fn settings(folder: &Path) -> Settings {
    let checkpoint_pause = Some(Duration::ZERO);
    Settings { buffer_rows: Some(1000), checkpoint_pause, ..Settings::new(folder, "a test") }
}

type Ends<M> = Vec<Result<Clustered<M>, ExternalError>>;

fn together<P>(
    space: &P,
    (processes, threads): (usize, usize),
    folder: &Path,
    aim: Aim,
    limits: Limits,
) -> Ends<P::Move>
where
    P: Space<State = u64>,
    P::Move: Clone + Send + 'static,
{
    let rows = Rows::new(space, Pruning::default());
    of_rows(&rows, (processes, threads), folder, aim, limits)
}

fn of_rows<M: Clone + Send + 'static>(
    rows: &dyn PackedSpace<Move = M>,
    (processes, threads): (usize, usize),
    folder: &Path,
    aim: Aim,
    limits: Limits,
) -> Ends<M> {
    let addresses = addresses(processes);
    let one = |process: usize| {
        let control = Control::with_limits(limits);
        let figures = (&control, &Live::default());
        let member = member(&addresses, process, threads);
        take_part(rows, &member, &settings(folder), aim, figures, &mut |_, _| {})
    };
    thread::scope(|scope| {
        let one = &one;
        let all: Vec<_> = (0..processes).map(|process| scope.spawn(move || one(process))).collect();
        all.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    })
}

fn sizes<M>(end: &Clustered<M>) -> Vec<u64> {
    end.survey.layers.iter().map(|layer| layer.positions).collect()
}

#[test]
fn any_number_of_workers_finds_the_same_layers() {
    let jumps = Jumps { size: 20_000, goal: u64::MAX };
    let expected = Explore::new(&jumps).layers(u32::MAX);
    for form in [(1, 1), (2, 2), (4, 1)] {
        let folder = tempfile::tempdir().unwrap();
        let all = together(&jumps, form, folder.path(), Aim::All, Limits::default());
        let all: Vec<_> = all.into_iter().map(|end| end.expect("no failure")).collect();
        for end in &all {
            assert_eq!(sizes(end), expected, "{form:?}");
            assert_eq!(end.survey.farthest.len() + 1, expected.len());
            assert_eq!(end.survey.stats.expanded, expected.iter().sum::<u64>());
            assert_eq!(end.survey.farthest, all[0].survey.farthest);
        }
        let shares = &all[0].shares;
        assert_eq!(shares.len(), form.0 * form.1);
        let owned: u64 = shares.iter().map(|share| share.positions).sum();
        assert_eq!(owned, expected.iter().sum::<u64>());
        assert_eq!(shares[0].sent_bytes > 0, form.0 > 1);
    }
}

#[test]
fn plans_are_those_of_the_search_on_disk() {
    for traces in [false, true] {
        let space = Sliding { goal: 806_547_231, traces, ..Sliding::new() };
        let rows = Rows::new(&space, Pruning::default());
        let folder = tempfile::tempdir().unwrap();
        let alone = settings(folder.path());
        let control = Control::default();
        let known = quadrille_external::search(&rows, &alone, &control, &Live::default()).unwrap();
        for form in [(2, 1), (3, 2)] {
            let folder = tempfile::tempdir().unwrap();
            let all = together(&space, form, folder.path(), Aim::Goal, Limits::default());
            for end in all {
                let report = end.expect("no failure").report.expect("a goal was looked for");
                assert_eq!(report.outcome, known.result.outcome, "{form:?}");
                assert!(report.is_optimal());
            }
        }
    }
}

#[test]
fn that_there_is_no_plan_is_proved() {
    let space = Sliding { goal: 876_543_120, ..Sliding::new() };
    let folder = tempfile::tempdir().unwrap();
    for end in together(&space, (2, 1), folder.path(), Aim::Goal, Limits::default()) {
        let end = end.expect("no failure");
        assert_eq!(end.report.expect("a goal was looked for").outcome, Outcome::Unsolvable);
        assert_eq!(end.survey.positions(), 181_440);
    }
}

#[test]
fn a_search_that_was_stopped_goes_on() {
    let jumps = Jumps { size: 20_000, goal: u64::MAX };
    let expected = Explore::new(&jumps).layers(u32::MAX);
    let folder = tempfile::tempdir().unwrap();
    let mut runs = 0;
    loop {
        runs += 1;
        let nodes = 5000 * runs;
        let limits = Limits { max_nodes: Some(nodes), ..Limits::default() };
        let all = together(&jumps, (2, 2), folder.path(), Aim::All, limits);
        let all: Vec<_> = all.into_iter().map(|end| end.expect("no failure")).collect();
        for end in &all {
            assert_eq!(sizes(end), expected[..end.survey.layers.len()]);
            assert!(end.survey.stats.expanded <= nodes);
            assert_eq!(end.survey.stop, all[0].survey.stop);
        }
        match all[0].survey.stop {
            None => break assert_eq!(sizes(&all[0]), expected),
            stop => assert_eq!(stop, Some(Stop::Nodes)),
        }
    }
    assert!(runs > 3);
}

#[test]
fn processes_that_search_something_else_are_refused() {
    let (jumps, addresses) = (Jumps { size: 100, goal: u64::MAX }, addresses(2));
    let rows = Rows::new(&jumps, Pruning::default());
    let rows: &dyn PackedSpace<Move = u8> = &rows;
    let folder = tempfile::tempdir().unwrap();
    let one = |process: usize| {
        let control = Control::default();
        let task = format!("task {process}");
        let member = Member { task, ..member(&addresses, process, 1) };
        let figures = (&control, &Live::default());
        take_part(rows, &member, &settings(folder.path()), Aim::All, figures, &mut |_, _| {})
    };
    thread::scope(|scope| {
        let one = &one;
        let all = [0, 1].map(|process| scope.spawn(move || one(process)));
        for end in all.map(|thread| thread.join().expect("no panic")) {
            let failure = end.expect_err("they do not belong together").to_string();
            assert!(failure.contains("another level"), "{failure}");
        }
    });
}

/// The sum of the tiles' distances from their places, perhaps not in every position.
struct Distance {
    goal: u64,
    is_consistent: bool,
}

impl Heuristic<u64, u8> for Distance {
    fn claims(&self) -> Claims {
        let consistent = if self.is_consistent { 1.0 } else { f64::INFINITY };
        Claims { admissible: 1.0, consistent, whole: true }
    }

    fn estimate(&self, state: &u64, _by: Option<&u8>) -> f64 {
        if !self.is_consistent && !state.is_multiple_of(3) {
            return 0.0;
        }
        let (here, there) = (digits(*state), digits(self.goal));
        let way = |tile: u8| {
            let [from, to] = [here, there].map(|board| board.iter().position(|&at| at == tile));
            let (from, to) = (from.unwrap_or(0), to.unwrap_or(0));
            (from / 3).abs_diff(to / 3) + (from % 3).abs_diff(to % 3)
        };
        (1..9).map(way).sum::<usize>() as f64
    }
}

#[test]
fn astar_finds_the_same_optimum_and_proves_it() {
    for goal in [806_547_231, 123_456_780, 876_543_120] {
        let space = Sliding { goal, ..Sliding::new() };
        for is_consistent in [true, false] {
            let distance = Distance { goal, is_consistent };
            let pruning = Pruning::default();
            let known = Search::new(&space).heuristic(&distance).algorithm(Astar).run();
            let rows = Rows::new(&space, pruning).guided(&distance);
            for form in [(1, 1), (2, 2)] {
                let nowhere = Path::new("");
                for end in of_rows(&rows, form, nowhere, Aim::Astar, Limits::default()) {
                    let end = end.expect("no failure");
                    let report = end.report.expect("a goal was looked for");
                    let (cost, proof) = (report.plan().map(|plan| plan.1), report.is_optimal());
                    assert_eq!(
                        (cost, proof),
                        (known.plan().map(|plan| plan.1), known.is_optimal())
                    );
                    assert_eq!(report.stop, None);
                    let mut at = space.start;
                    for mv in report.plan().map_or(&[][..], |plan| plan.0) {
                        let next = space.following(&at).into_iter().find(|(tile, _)| tile == mv);
                        at = next.expect("a legal move").1;
                    }
                    assert_eq!(space.is_goal(&at), cost.is_some());
                    assert_eq!(end.shares.len(), form.0 * form.1);
                }
            }
        }
    }
}

#[test]
fn astar_keeps_to_its_limits() {
    let space = Sliding { goal: 876_543_120, ..Sliding::new() };
    let distance = Distance { goal: space.goal, is_consistent: true };
    let rows = Rows::new(&space, Pruning::default()).guided(&distance);
    let limits = Limits { max_nodes: Some(20_000), ..Limits::default() };
    for end in of_rows(&rows, (2, 1), Path::new(""), Aim::Astar, limits) {
        let report = end.expect("no failure").report.expect("a goal was looked for");
        assert_eq!((report.outcome, report.stop), (Outcome::Unknown, Some(Stop::Nodes)));
        assert!(report.stats.expanded <= 20_000 && report.lower_bound > 1);
    }
}

#[test]
fn astar_that_was_stopped_continues_from_a_checkpoint() {
    for goal in [806_547_231, 876_543_120] {
        let space = Sliding { goal, traces: true, ..Sliding::new() };
        let distance = Distance { goal, is_consistent: true };
        let rows = Rows::new(&space, Pruning::default()).guided(&distance);
        let run = |folder: &Path, limits: Limits| -> Vec<Clustered<u8>> {
            let all = of_rows(&rows, (2, 2), folder, Aim::Astar, limits);
            all.into_iter().map(|end| end.expect("no failure")).collect()
        };
        let owned =
            |end: &Clustered<u8>| end.shares.iter().map(|share| share.positions).sum::<u64>();
        let uninterrupted = run(Path::new(""), Limits::default()).remove(0);
        let folder = tempfile::tempdir().unwrap();
        let mut runs = 0;
        loop {
            runs += 1;
            let nodes = owned(&uninterrupted) / 10 * runs;
            let ends = run(folder.path(), Limits { max_nodes: Some(nodes), ..Limits::default() });
            assert!(ends[0].resumed > 0 || runs == 1);
            assert!(ends.iter().all(|end| end.resumed == ends[0].resumed));
            assert!(ends[0].survey.stats.expanded <= nodes);
            if ends[0].survey.stop.is_none() {
                let [expected, report] = [&uninterrupted, &ends[0]]
                    .map(|end| end.report.as_ref().expect("a goal was looked for"));
                let cost = |report: &Report<u8>| report.plan().map(|plan| plan.1);
                assert_eq!(cost(report), cost(expected));
                assert_eq!(report.is_optimal(), expected.is_optimal());
                assert_eq!(report.lower_bound, expected.lower_bound);
                // How many of those that cost as much as the plan are expanded depends on time.
                if cost(report).is_none() {
                    assert_eq!(owned(&ends[0]), owned(&uninterrupted));
                }
                break;
            }
            assert_eq!(ends[0].survey.stop, Some(Stop::Nodes));
        }
        assert!(runs > 3);
        // Two checkpoints of each worker are kept.
        let parts = std::fs::read_dir(folder.path()).unwrap().flatten();
        for part in parts {
            let files = std::fs::read_dir(part.path()).unwrap().flatten();
            let keys: Vec<_> = files.filter(|file| is_checkpoint(&file.path())).collect();
            assert_eq!(keys.len(), 2);
            // A damaged one is detected.
            for file in keys {
                let mut bytes = std::fs::read(file.path()).unwrap();
                bytes[20] ^= 1;
                std::fs::write(file.path(), bytes).unwrap();
            }
        }
        let failed = of_rows(&rows, (2, 2), folder.path(), Aim::Astar, Limits::default());
        for end in failed {
            let failure = end.expect_err("damaged files").to_string();
            assert!(failure.contains("keys-") && failure.contains("checksum"), "{failure}");
        }
    }
}

fn is_checkpoint(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("keys-"))
}
