//! Made levels meet their spec, and their counts are correct.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{Random, random_level};
use quadrille::Method;
use quadrille::desk;
use quadrille::games::{self, Game};
use quadrille::generate::{self, Attempt, Batch, Difficulty, Made, Spec, Symmetry, Unrated};
use quadrille::grid::{Direction, Grid, Size};
use quadrille::levels::{Level, read};
use quadrille::moves::Move;
use quadrille::search::{Control, Limits};

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).unwrap()
}

/// A spec that is met quickly.
fn small_spec(game: &dyn Game) -> Spec {
    let sizes = match game.id() {
        "squares" => vec![size(2, 4), size(3, 4), size(4, 4)],
        "zhed" => vec![size(5, 5), size(6, 6)],
        _ => vec![size(3, 4), size(4, 4), size(5, 4)],
    };
    Spec { sizes, seed: 11, ..Spec::default() }
}

fn made(game: &'static dyn Game, spec: &Spec, count: usize) -> Vec<(Level, Made)> {
    let mut batch = Batch::new(game, count);
    for number in 0..20_000 {
        batch.take(game.attempt(spec, number, &Control::default()));
        if batch.is_full() {
            break;
        }
    }
    assert!(batch.is_full(), "{}: {} found, {:?}", game.id(), batch.found(), batch.reasons());
    batch.levels(spec).into_iter().map(|(level, made)| (level, made.clone())).collect()
}

/// True if nothing can be removed from a level without changing its shortest plans.
fn is_free_of_useless(level: &Level, nodes: u64) -> bool {
    let limits = Limits { max_nodes: Some(nodes), ..Limits::default() };
    desk::useless(level, &Control::with_limits(limits)).is_some_and(|useless| useless.is_free())
}

/// The length of the shortest plan by blind search.
pub(crate) fn blind_length(level: &Level) -> Option<u32> {
    let request =
        Method { algorithm: quadrille::registry::algorithm("bfs").unwrap(), ..Method::default() };
    let report = level.game.solve(&level.grid, &request, &Control::default(), None).unwrap();
    report.plan().map(|(_, cost)| cost)
}

#[test]
fn made_levels_meet_their_spec() {
    for &game in games::ALL {
        let spec = Spec { moves: Some(2..=6), ..small_spec(game) };
        let levels = made(game, &spec, 12);
        let mut seen = BTreeSet::new();
        let mut last = 0;
        for (level, made) in &levels {
            let name = format!("{} {}", game.id(), level.name.as_deref().unwrap());
            let moves = made.plan.len() as u32;
            assert_eq!(game.problems(&level.grid), [], "{name}");
            assert_eq!(blind_length(level), Some(moves), "{name}");
            assert!((2..=6).contains(&moves), "{name}");
            assert!(spec.sizes.contains(&level.grid.size()), "{name}");
            assert!(is_free_of_useless(level, 1_000_000), "{name}");
            assert!(
                seen.insert(game.canonical(&level.grid).cells().to_vec()),
                "{name} is there twice"
            );
            let rating = generate::rate(level, &Control::default()).unwrap();
            assert_eq!(Some(rating.score), level.difficulty, "{name}");
            assert!(last <= rating.score, "{name} is easier than the one before");
            last = rating.score;
        }
        let text = quadrille::levels::write_all(
            &levels.iter().map(|(level, _)| level.clone()).collect::<Vec<_>>(),
            "native",
        );
        let again: Vec<Level> = read(&text.unwrap(), None).levels().cloned().collect();
        assert!(again.iter().zip(&levels).all(|(again, (level, _))| again == level));
    }
}

#[test]
fn a_candidate_depends_on_its_number_alone() {
    for &game in games::ALL {
        let spec = small_spec(game);
        let control = Control::default();
        let forwards: Vec<Attempt> = (0..30).map(|k| game.attempt(&spec, k, &control)).collect();
        let mut backwards: Vec<Attempt> =
            (0..30).rev().map(|k| game.attempt(&spec, k, &control)).collect();
        backwards.reverse();
        assert_eq!(forwards, backwards, "{}", game.id());
        let other = Spec { seed: spec.seed + 1, ..spec };
        let others: Vec<Attempt> = (0..30).map(|k| game.attempt(&other, k, &control)).collect();
        assert_ne!(forwards, others, "{}", game.id());
    }
}

#[test]
fn difficulty_and_uniqueness_are_kept_to() {
    let mut counted = 0;
    for &game in games::ALL {
        let spec = Spec { difficulty: Some(Difficulty::Medium), unique: true, ..small_spec(game) };
        for (level, made) in made(game, &spec, 3) {
            assert_eq!(made.rating.difficulty, Difficulty::Medium);
            assert_eq!(made.rating.parts.plans, Some(1));
            // Some levels have too many prefixes to follow all of them.
            if let Some(classes) = classes_of_plans(&level, made.plan.len(), 30_000) {
                assert_eq!(classes, 1, "{:?}", level.grid);
                counted += 1;
            }
        }
    }
    assert!(counted >= 3, "{counted} levels were counted the long way");
}

/// Moves with the boards before, between and after them.
type Played = (Vec<Move>, Vec<Grid<u16>>);

/// All plans of this length by the plain rules, up to names of the same move; `None` if there are
/// more than `most` prefixes.
fn all_plans(level: &Level, length: usize, most: usize) -> Option<Vec<Played>> {
    let game = level.game;
    let mut plans = vec![(Vec::new(), vec![level.grid.clone()])];
    for step in 0..length {
        let mut longer = Vec::new();
        for (moves, boards) in plans {
            let here: &Grid<u16> = &boards[step];
            for mv in game.moves(here) {
                let next = game.play(here, mv).unwrap();
                // A swap can be written from either side.
                let is_second_name = game.id() == "squares"
                    && matches!(mv, Move::Cell(_, Direction::Up | Direction::Left));
                if next == *here || is_second_name {
                    continue;
                }
                if game.is_solved(&next) != (step + 1 == length) {
                    continue;
                }
                let (mut moves, mut boards) = (moves.clone(), boards.clone());
                moves.push(mv);
                boards.push(next);
                longer.push((moves, boards));
            }
        }
        plans = longer;
        if plans.len() > most {
            return None;
        }
    }
    Some(plans)
}

/// The number of plans up to swaps of consecutive moves, by brute force.
pub(crate) fn classes_of_plans(level: &Level, length: usize, most: usize) -> Option<usize> {
    let plans = all_plans(level, length, most)?;
    if level.game.id() == "zhed" {
        let sets: BTreeSet<BTreeSet<Move>> =
            plans.into_iter().map(|(moves, _)| moves.into_iter().collect()).collect();
        return Some(sets.len());
    }
    let index: BTreeMap<&[Move], usize> =
        plans.iter().enumerate().map(|(index, (moves, _))| (&moves[..], index)).collect();
    let mut class: Vec<usize> = (0..plans.len()).collect();
    fn find(class: &[usize], mut of: usize) -> usize {
        while class[of] != of {
            of = class[of];
        }
        of
    }
    for (number, (moves, boards)) in plans.iter().enumerate() {
        for at in 0..length.saturating_sub(1) {
            let mut swapped = moves.clone();
            swapped.swap(at, at + 1);
            let Some(&other) = index.get(&swapped[..]) else { continue };
            if plans[other].1[at + 2] == boards[at + 2] {
                let (one, other) = (find(&class, number), find(&class, other));
                class[one.max(other)] = one.min(other);
            }
        }
    }
    Some((0..plans.len()).filter(|&plan| class[plan] == plan).count())
}

#[test]
fn plans_are_counted_as_the_long_way_counts_them() {
    let mut random = Random(5);
    for &game in games::ALL {
        let mut counted = 0;
        while counted < 40 {
            let level = random_level(game.id(), &mut random, 4);
            let Some(moves) = blind_length(&level).filter(|moves| (1..=5).contains(moves)) else {
                continue;
            };
            let Some(long_way) = classes_of_plans(&level, moves as usize, 2_000) else { continue };
            let rating = generate::rate(&level, &Control::default()).unwrap();
            if let Some(plans) = rating.parts.plans {
                assert_eq!(plans as usize, long_way.min(1000), "{}: {:?}", game.id(), level.grid);
                counted += 1;
            }
        }
    }
}

#[test]
fn equal_boards_have_one_canonical_form() {
    let mut random = Random(9);
    for &game in games::ALL {
        for _ in 0..20 {
            let level = random_level(game.id(), &mut random, 5);
            let same = game.canonical(&level.grid);
            for way in Symmetry::all() {
                assert_eq!(game.canonical(&way.of(&level.grid)), same, "{way:?}");
            }
        }
    }
    let level = |text: &str| read(text, None).levels().next().unwrap().clone();
    let (one, other) = (level("level a\nr.B\n.b.\nR.#\n"), level("level a\ng.Y\n.y.\nG.#\n"));
    assert_eq!(one.game.canonical(&one.grid), one.game.canonical(&other.grid));
}

#[test]
fn useless_things_are_noticed() {
    let level = |text: &str| read(text, None).levels().next().unwrap().clone();
    let useless = |text: &str| {
        let useless = desk::useless(&level(text), &Control::default()).unwrap();
        assert_eq!(useless.unsettled, 0);
        let words = |changes: Vec<desk::Change>| {
            changes.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
        };
        useless.things.into_iter().map(words).collect::<Vec<_>>()
    };
    let none: [&str; 0] = [];
    assert_eq!(useless("level a\nr..\n...\n..R\n"), none);
    assert_eq!(useless("level a\nr..\n.#.\n..R\n"), ["1,1: wall becomes floor"]);
    assert_eq!(useless("level a\nr..R\n....\n...b\n"), ["2,3: blue block becomes floor"]);
    assert_eq!(useless("level a\nr.Rb\n....\n"), none, "a stopper behind the goal");
    assert_eq!(useless("game: zhed\n. . . .\n. 2 . G\n. . . .\n"), none);
    let aside = useless("game: zhed\n1 . . .\n. 2 . G\n. . . .\n");
    assert_eq!(aside, ["0,0: number 1 becomes empty"]);
}

#[test]
fn a_sweep_finds_the_hardest_of_all_starts_and_goals() {
    // Every start and goal of one block on this ground, solved one by one.
    let game = games::by_id("tiles").unwrap();
    let ground = read("level a\nrR . . .\n. . # .\n. . . .\n# . . .\n", None);
    let ground = &ground.levels().next().unwrap().grid;
    let cell = |glyph: &str| game.cell_from_glyph(glyph).unwrap();
    let bare = ground.map(|code| if code == cell("rR") { cell(".") } else { code });
    let mut longest = 0;
    for start in bare.coords_where(|code| code == cell(".")) {
        for goal in bare.coords_where(|code| code == cell(".")) {
            let mut board = bare.clone();
            board[goal] = cell("R");
            board[start] = if start == goal { cell("rR") } else { cell("r") };
            longest = longest.max(blind_length(&Level::new(game, board)).unwrap_or(0));
        }
    }
    let spec = Spec { sizes: vec![size(4, 4)], pieces: Some(1..=1), seed: 2, ..Spec::default() };
    let climbed = game.climb(&spec, 0, 200, &Control::default());
    let made = climbed.made.unwrap();
    assert!(climbed.rated > 10_000);
    assert!(made.plan.len() as u32 >= longest, "{} < {longest}", made.plan.len());
    assert_eq!(blind_length(&made.level(game)), Some(made.plan.len() as u32));
}

#[test]
fn stoppers_are_made_as_asked() {
    let game = games::by_id("tiles").unwrap();
    let stoppers = |grid: &Grid<u16>| {
        let looks = || grid.cells().iter().filter_map(|&cell| game.look(cell));
        let blocks = looks().filter(|look| look.piece.is_some()).count();
        (blocks, blocks - looks().filter(|look| look.target.is_some()).count())
    };
    let spec = Spec { stoppers: 1, pieces: Some(2..=3), ..small_spec(game) };
    for (level, made) in made(game, &spec, 10) {
        let (blocks, stoppers) = stoppers(&level.grid);
        assert!((2..=3).contains(&blocks));
        assert_eq!(stoppers, 1);
        assert_eq!(blind_length(&level), Some(made.plan.len() as u32));
        assert!(is_free_of_useless(&level, 100_000));
    }
    let spec = Spec { stoppers: 2, seed: 3, ..small_spec(game) };
    let climbed = game.climb(&spec, 0, 60, &Control::default()).made.unwrap();
    assert_eq!(blind_length(&climbed.level(game)), Some(climbed.plan.len() as u32));
    assert_eq!(stoppers(&climbed.board).1, 2);
}

#[test]
fn climbs_come_higher_than_candidates() {
    for &game in games::ALL {
        let spec = small_spec(game);
        let climbed = game.climb(&spec, 0, 150, &Control::default());
        let made = climbed.made.unwrap_or_else(|| panic!("{}", game.id()));
        assert_eq!(blind_length(&made.level(game)), Some(made.plan.len() as u32), "{}", game.id());
        let again = game.climb(&spec, 0, 150, &Control::default());
        assert_eq!(again.made.map(|again| *again), Some(*made), "{}", game.id());
    }
}

#[test]
fn ratings_know_the_easy_from_the_hard() {
    let rate = |text: &str| {
        let level = read(text, None).levels().next().unwrap().clone();
        generate::rate(&level, &Control::default())
    };
    let first = rate("level a\nr..\n...\n..R\n").unwrap();
    assert_eq!((first.difficulty, first.parts.plans), (Difficulty::Easy, Some(1)));
    let stopper = rate("level a\n.#R.\n..#B\nr.b.\n..#.\n").unwrap();
    assert!(stopper.score > first.score);
    assert_eq!(rate("level a\nr.R\n...\n.#.\n").map(|rating| rating.parts.moves), Ok(1));
    assert_eq!(rate("level a\nr..\n.R.\n...\n"), Err(Unrated::Unsolvable));
}

#[test]
fn impossible_specs_are_refused() {
    let tiles = games::by_id("tiles").unwrap();
    let spec = |change: fn(&mut Spec)| {
        let mut spec = Spec::default();
        change(&mut spec);
        spec.check(tiles).map_err(|error| error.message())
    };
    assert_eq!(spec(|_| {}), Ok(()));
    assert!(spec(|spec| spec.sizes = vec![size(1, 5)]).unwrap_err().contains("too small"));
    assert!(spec(|spec| spec.pieces = Some(40..=50)).unwrap_err().contains("40 to 50 blocks"));
    let stoppers = |spec: &mut Spec| (spec.stoppers, spec.pieces) = (2, Some(1..=2));
    assert_eq!(spec(stoppers).unwrap_err(), "2 of 2 blocks cannot be stoppers");
    let zhed = Spec { stoppers: 1, ..Spec::default() }.check(games::by_id("zhed").unwrap());
    assert_eq!(zhed.unwrap_err().message(), "zhed has no stoppers");
    assert!(spec(|spec| spec.moves = Some(0..=0)).unwrap_err().contains("moves"));
}
