//! The memory that the solver of ZHED reports, compared with actual allocations, and the memory of
//! reading texts without end. A separate program, since it counts every allocation of the process.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use quadrille::Method;
use quadrille::games::by_id;
use quadrille::levels;
use quadrille::search::{Control, Limits, Stop};

/// Counts the allocated bytes, and their maximum.
struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn count(bytes: usize) {
    let held = HELD.fetch_add(bytes, Relaxed) + bytes;
    PEAK.fetch_max(held, Relaxed);
}

// SAFETY: every call is passed to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller keeps the promises of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the pointer came from `alloc` with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Held by a test while it counts: the others allocate, too.
static COUNTS: Mutex<()> = Mutex::new(());

/// A board that is not solved within the time of this test.
const HARD: &str = "level hard
G..1..........
..............
..............
........13....
...1..........
.........4....
.......3......
......11...1..
.3..2....2.2..
.....3..2..4.4
....1..21...1.
.13....11.11..
......2.1.....
...22523..4...
";

#[test]
fn no_more_is_allocated_than_the_limit_allows() {
    let _alone = COUNTS.lock().unwrap_or_else(PoisonError::into_inner);
    let zhed = by_id("zhed").expect("the game exists");
    let document = levels::read(HARD, Some(zhed));
    let level = document.levels().next().expect("a level");
    let mut kinds = Vec::new();
    for limit in (14..23).map(|power| 1 << power) {
        let limits = Limits { max_memory: Some(limit), max_nodes: Some(6000), ..Limits::default() };
        let control = Control::with_limits(limits);
        let before = HELD.load(Relaxed);
        PEAK.store(before, Relaxed);
        let report = zhed.solve(&level.grid, &Method::default(), &control, None).expect("solves");
        let peak = PEAK.load(Relaxed) - before;
        // Beside the tables there are the board in a few forms, plans and their replay: small and
        // not counted.
        assert!(peak < limit + (64 << 10), "{peak} bytes allocated where {limit} were allowed");
        let counted = report.stats.peak_bytes as usize;
        assert!(counted <= limit);
        if report.stop == Some(Stop::Nodes) {
            assert!(
                peak < counted + counted / 2 + (64 << 10),
                "{peak} bytes allocated, {counted} counted"
            );
        }
        kinds.push(report.stop);
    }
    assert!(kinds.contains(&Some(Stop::Memory)), "{kinds:?}");
    assert!(kinds.contains(&Some(Stop::Nodes)), "{kinds:?}");
}

/// A text with more lines than any board is refused before it is split: by their number alone.
#[test]
fn texts_without_end_take_no_memory() {
    let _alone = COUNTS.lock().unwrap_or_else(PoisonError::into_inner);
    let heads = ["", "game: tiles\n\n", "level a\n", "9 9\n", "r . R\n\n"];
    for line in
        ["x\n", "; note\n", "# note\n", "####\n", "1 1 1\n", "r . .\n", "| 1 | 2\n", "x: y\n"]
    {
        for head in heads {
            let text = head.to_string() + &line.repeat(300_000);
            let before = HELD.load(Relaxed);
            PEAK.store(before, Relaxed);
            let document = levels::read(&text, None);
            let peak = PEAK.load(Relaxed) - before;
            assert!(document.mistakes().next().is_some(), "{head:?} {line:?}");
            assert!(peak < 4 << 20, "{peak} bytes allocated for {head:?} and lines of {line:?}");
        }
    }
}

/// Texts of a megabyte, as a server accepts, with many boards that are no levels: each was kept in
/// every format of every game, with its mistakes.
#[test]
fn boards_without_end_take_little_memory() {
    let _alone = COUNTS.lock().unwrap_or_else(PoisonError::into_inner);
    for board in ["AAAA\n\n", "#@\n\n", "1 G\n\n", "level \n", "level a\n", "3 3\n0 0 1\n\n"] {
        let text = board.repeat((1 << 20) / board.len());
        let before = HELD.load(Relaxed);
        PEAK.store(before, Relaxed);
        let document = levels::read(&text, None);
        let peak = PEAK.load(Relaxed) - before;
        assert!(document.mistakes().next().is_some(), "{board:?}");
        assert!(peak < 150 << 20, "{peak} bytes allocated for boards {board:?}");
    }
}
