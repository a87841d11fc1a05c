//! The designer's desk compared with an enumeration by the plain rules.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::generate::{blind_length, classes_of_plans};
use crate::support::{Random, random_level};
use quadrille::Method;
use quadrille::desk::{self, Goal, LevelReport, Map, Question};
use quadrille::games;
use quadrille::grid::{Coord, Direction, Grid};
use quadrille::heuristics::Expression;
use quadrille::levels::{Level, read};
use quadrille::moves::Move;
use quadrille::search::{Control, Limits, toolkit::Clock};
use quadrille::verify;

/// Every board that can be reached, by the plain rules, with its different successors.
struct Enumerated {
    boards: Vec<Grid<u16>>,
    numbers: HashMap<Grid<u16>, usize>,
    depths: Vec<u32>,
    solved: Vec<bool>,
    after: Vec<BTreeSet<usize>>,
    distances: Vec<Option<u32>>,
}

/// One board for all that differ only by names: in squares only the difference of colours matters.
fn key(level: &Level, board: &Grid<u16>) -> Grid<u16> {
    if level.game.id() != "squares" {
        return board.clone();
    }
    let mut names = vec![0];
    board.map(|code| {
        let known = names.iter().position(|&name| name == code);
        known.unwrap_or_else(|| {
            names.push(code);
            names.len() - 1
        }) as u16
    })
}

fn enumerate(level: &Level, most: usize) -> Option<Enumerated> {
    let game = level.game;
    let mut boards = vec![level.grid.clone()];
    let mut numbers = HashMap::from([(key(level, &level.grid), 0)]);
    let (mut depths, mut solved, mut after) = (vec![0], Vec::new(), Vec::new());
    let mut next = 0;
    while next < boards.len() {
        if boards.len() > most {
            return None;
        }
        let board = boards[next].clone();
        solved.push(game.is_solved(&board));
        let mut to = BTreeSet::new();
        let moves = if solved[next] { Vec::new() } else { game.moves(&board) };
        for mv in moves {
            let board_after = game.play(&board, mv).unwrap();
            if board_after == board {
                continue;
            }
            let number = *numbers.entry(key(level, &board_after)).or_insert_with(|| {
                boards.push(board_after);
                depths.push(depths[next] + 1);
                boards.len() - 1
            });
            to.insert(number);
        }
        after.push(to);
        next += 1;
    }
    // Backwards from the solved boards, by relaxing all of them until nothing changes.
    let mut distances: Vec<Option<u32>> =
        solved.iter().map(|&solved| solved.then_some(0)).collect();
    loop {
        let mut changed = false;
        for number in (0..after.len()).rev() {
            let nearest = after[number].iter().filter_map(|&to| distances[to]).min();
            let distance = if solved[number] { Some(0) } else { nearest.map(|near| near + 1) };
            changed |= distance != distances[number];
            distances[number] = distance;
        }
        if !changed {
            return Some(Enumerated { boards, numbers, depths, solved, after, distances });
        }
    }
}

impl Enumerated {
    /// The boards from which the start can be reached again.
    fn returning(&self) -> BTreeSet<usize> {
        let mut returning = BTreeSet::from([0]);
        loop {
            let more: Vec<usize> = (0..self.after.len())
                .filter(|number| !returning.contains(number))
                .filter(|&number| self.after[number].iter().any(|to| returning.contains(to)))
                .collect();
            if more.is_empty() {
                return returning;
            }
            returning.extend(more);
        }
    }

    /// The number of steps that lose the level, come nearer by the game's heuristic, and come as
    /// near as any step that does not lose.
    fn traps(&self, level: &Level) -> usize {
        let heuristic = [Expression::from(level.game.vocabulary().default)];
        let value = |number: usize| {
            let board = &self.boards[number];
            match self.solved[number] {
                true => 0.0,
                false => level.game.values(board, &heuristic).unwrap()[0].value,
            }
        };
        let values: Vec<f64> = (0..self.boards.len()).map(value).collect();
        let mut count = 0;
        for from in (0..self.after.len()).filter(|&from| self.distances[from].is_some()) {
            let (alive, dead): (Vec<usize>, Vec<usize>) =
                self.after[from].iter().copied().partition(|&to| self.distances[to].is_some());
            let is_trap = |&&to: &&usize| {
                values[to] < values[from] && alive.iter().all(|&right| values[to] <= values[right])
            };
            count += dead.iter().filter(is_trap).count();
        }
        count
    }

    fn line(&self, level: &Level, moves: &[Move]) -> Vec<usize> {
        let replay = verify::replay(level.game, &level.grid, moves).unwrap();
        replay.boards.iter().map(|board| self.numbers[&key(level, board)]).collect()
    }
}

fn moves(level: &Level, texts: &[String]) -> Vec<Move> {
    level.game.notation().read(&texts.join(" ")).unwrap()
}

/// True if a block has no goal of its colour.
fn has_stoppers(level: &Level) -> bool {
    let looks = level.game.looks(&level.grid);
    let goals: Vec<u8> =
        looks.cells().iter().filter_map(|look| Some(look.target?.colour)).collect();
    let mut blocks = looks.cells().iter().filter_map(|look| Some(look.piece?.1.colour));
    blocks.any(|colour| !goals.contains(&colour))
}

/// Random small levels of every game, some of which cannot be solved.
fn small_levels(each: usize) -> Vec<(Level, Enumerated)> {
    let mut random = Random(23);
    let mut levels = Vec::new();
    for &game in games::ALL {
        let mut count = 0;
        while count < each {
            let level = random_level(game.id(), &mut random, 4);
            // Blocks without goals have no names in a search.
            if game.id() == "tiles" && has_stoppers(&level) {
                continue;
            }
            let Some(own) = enumerate(&level, 2_000).filter(|own| own.depths.len() > 4) else {
                continue;
            };
            levels.push((level, own));
            count += 1;
        }
    }
    levels
}

fn assert_is_true(report: &LevelReport, level: &Level, own: &Enumerated) {
    let name = format!("{}: {:?}", level.game.id(), level.grid);
    let positions = report.positions.unwrap();
    let alive = |number: usize| own.distances[number].is_some();
    let all = 0..own.depths.len();
    assert_eq!(positions.all, all.len(), "{name}");
    assert_eq!(positions.solved, own.solved.iter().filter(|solved| **solved).count(), "{name}");
    assert_eq!(positions.dead, all.clone().filter(|&number| !alive(number)).count(), "{name}");
    let loses = |number: usize| alive(number) && own.after[number].iter().any(|&to| !alive(to));
    let no_return = all.clone().filter(|&number| loses(number)).count();
    assert_eq!(positions.points_of_no_return, no_return, "{name}");
    let returning = own.returning();
    assert_eq!(positions.returning, returning.len(), "{name}");
    assert_eq!(report.optimum, own.distances[0], "{name}");
    assert_eq!(report.solvable, Some(alive(0)), "{name}");
    for warning in report.losing.iter().chain(&report.irreversible) {
        let mut way = moves(level, &warning.after);
        let from = *own.line(level, &way).last().unwrap();
        way.extend(moves(level, std::slice::from_ref(&warning.mv)));
        let to = *own.line(level, &way).last().unwrap();
        assert_eq!(own.depths[from] as usize, way.len() - 1, "{name}: a shortest way to it");
        assert_eq!(warning.loses, !alive(to), "{name}");
    }
    assert!(report.losing.iter().all(|warning| warning.loses));
    let earliest = all.filter(|&number| loses(number)).map(|number| own.depths[number]).min();
    let first = report.losing.first().map(|warning| warning.after.len() as u32);
    assert_eq!(first, earliest, "{name}");
    assert_eq!(report.trap_count, Some(own.traps(level)), "{name}");
    let Some(optimum) = report.optimum.filter(|&optimum| optimum > 0) else { return };
    let plans: Vec<Vec<Move>> = report.solutions.iter().map(|plan| moves(level, plan)).collect();
    assert_eq!(plans.iter().collect::<HashSet<_>>().len(), plans.len(), "{name}");
    for plan in &plans {
        verify::replay(level.game, &level.grid, plan).unwrap().solves(optimum).unwrap();
    }
    if let (Some(count), "tiles" | "zhed" | "squares" | "sokoban") = (report.plans, level.game.id())
    {
        assert_eq!(plans.len(), (count as usize).min(10), "{name}");
        if let Some(counted) = classes_of_plans(level, optimum as usize, 500) {
            assert_eq!(count as usize, counted, "{name}");
        }
    }
    let line = own.line(level, &plans[0]);
    let leaves = |number: &usize| !returning.contains(number) && !own.solved[*number];
    assert_eq!(report.first_irreversible, line.iter().position(leaves), "{name}");
    let is_forced = |index: usize| {
        let back = index.checked_sub(1).map(|before| line[before]);
        let choices = own.after[line[index]].iter();
        choices.filter(|&&to| alive(to) && Some(to) != back).count() == 1
    };
    let forced: Vec<usize> = (0..plans[0].len()).filter(|&index| is_forced(index)).collect();
    let stretches = report.forced.iter();
    let reported: Vec<usize> = stretches
        .flat_map(|stretch| stretch.first - 1..stretch.first - 1 + stretch.moves)
        .collect();
    assert_eq!(reported, forced, "{name}");
    for other in &report.other_ways {
        let plan = moves(level, &other.plan);
        let replay = verify::replay(level.game, &level.grid, &plan).unwrap();
        replay.solves(optimum + other.extra).unwrap();
        assert!(other.extra > 0 && replay.solved_after == Some(plan.len()), "{name}");
        for index in 0..plan.len() {
            let rest = [&plan[..index], &plan[index + 1..]].concat();
            let replay = verify::replay(level.game, &level.grid, &rest);
            let is_plan = replay.is_ok_and(|replay| replay.solved_after.is_some());
            assert!(!is_plan, "{name}: {plan:?} does not need move {index}");
        }
        let line = own.line(level, &plan);
        let visited: HashSet<&usize> = line.iter().collect();
        assert_eq!(visited.len(), line.len(), "{name}: {plan:?} comes back to a position");
        let is_on_plan = |number: usize| {
            own.distances[number].map(|left| left + own.depths[number]) == Some(optimum)
        };
        let shared = line[1..line.len() - 1].iter().filter(|&&number| is_on_plan(number)).count();
        assert!(2 * shared < plan.len(), "{name}: {plan:?} shares {shared}");
    }
}

#[test]
fn reports_are_those_of_an_enumeration() {
    let (mut ways, mut solvable) = (0, 0);
    for (level, own) in small_levels(30) {
        let report = desk::inspect(&level, &Control::default()).unwrap();
        assert_is_true(&report, &level, &own);
        ways += report.other_ways.len();
        solvable += usize::from(report.solvable == Some(true));
    }
    assert!(ways > 10 && solvable > 40, "{ways} {solvable}");
}

#[test]
fn another_way_is_not_the_shortest_with_more_moves() {
    // U D leads back to the start, and R U before the only shortest solution, L D R, is not needed.
    let text = "game: tiles\n\n. . . .\n. . r .\n. R # .\n. . . bB\n";
    let level = read(text, None).levels().next().unwrap().clone();
    let report = desk::inspect(&level, &Control::default()).unwrap();
    assert_is_true(&report, &level, &enumerate(&level, 100).unwrap());
    assert_eq!(report.other_ways, []);
}

#[test]
fn a_trap_is_found() {
    let text = "game: tiles\n\n. # R .\n. . # B\nr . b .\n. . # .\n";
    let level = read(text, None).levels().next().unwrap().clone();
    let report = desk::inspect(&level, &Control::default()).unwrap();
    assert_is_true(&report, &level, &enumerate(&level, 100).unwrap());
    assert_eq!((report.trap_count, report.traps[0].mv.as_str()), (Some(1), "R"));
    let reported = report.sentences().join(" ");
    assert!(reported.contains("looks like the best move, as in R U R."), "{reported}");
    // 38 % of its choices are right, which is not most of them.
    assert!(!reported.contains("most choices are right"), "{reported}");
}

#[test]
fn a_level_with_too_many_positions_is_inspected_along_its_plan() {
    let text = "game: tiles\n\nr . . b\n. # . .\n. . R .\nB . . .\n";
    let level = read(text, None).levels().next().unwrap().clone();
    let limits = Limits { max_nodes: Some(3), ..Limits::default() };
    let report = desk::inspect(&level, &Control::with_limits(limits)).unwrap();
    assert_eq!((report.positions, report.traps.len()), (None, 0));
    assert!(report.stop.is_some());
    let reported = report.sentences().join(" ");
    let open = "Not found out within the limits: the shortest solution, ";
    assert!(
        reported.contains("It has at least 4 positions.") && reported.contains(open),
        "{reported}"
    );
    let map = Map::draw(&level, &Control::with_limits(limits)).unwrap();
    assert!(map.sampled && map.svg("a").contains("A sample"));
}

/// A control with a clock that goes on by a millisecond whenever it is read.
fn ticking(milliseconds: u64, cores: usize) -> Control {
    let now = AtomicU64::new(0);
    let clock = Clock::new(move || Duration::from_millis(now.fetch_add(1, Relaxed)));
    let limits =
        Limits { max_time: Some(Duration::from_millis(milliseconds)), ..Limits::default() };
    Control { clock, cores: NonZero::new(cores), ..Control::with_limits(limits) }
}

/// An answer is complete or missing, and what is missing is named.
#[test]
fn an_answer_does_not_depend_on_the_time() {
    let (mut incomplete, mut without_positions, mut without_rating) = (0, 0, 0);
    for (level, _) in small_levels(4) {
        let whole = desk::inspect(&level, &Control::default()).unwrap();
        assert_eq!(whole.open, [], "{:?}", level.grid);
        let one_core = Control { cores: NonZero::new(1), ..Control::default() };
        assert_eq!(desk::inspect(&level, &one_core).unwrap(), whole);
        for (time, cores) in (0..12).map(|power| 1 << power).flat_map(|time| [(time, 1), (time, 2)])
        {
            let report = desk::inspect(&level, &ticking(time, cores)).unwrap();
            let open = |question| report.open.contains(&question);
            assert_eq!(report.optimum, whole.optimum.filter(|_| !open(Question::Optimum)));
            assert_eq!(report.plans, whole.plans.filter(|_| !open(Question::Plans)));
            assert_eq!(report.rating, whole.rating.clone().filter(|_| !open(Question::Rating)));
            assert!(report.trap_count.is_none() || report.trap_count == whole.trap_count);
            assert!(report.positions.is_none() || report.positions == whole.positions);
            if report.positions.is_some() {
                assert_eq!(report.losing, whole.losing);
                let ways = [vec![], whole.other_ways.clone()];
                assert_eq!(report.other_ways, ways[usize::from(!open(Question::OtherWays))]);
            } else if report.solvable == Some(true) && report.optimum != Some(0) {
                assert!(open(Question::DeadEnds) && open(Question::Traps));
            }
            let things = |report: &LevelReport| {
                report.useless.as_ref().map_or(Vec::new(), |useless| useless.things.clone())
            };
            assert!(things(&report).iter().all(|thing| things(&whole).contains(thing)));
            assert!(open(Question::Useless) || things(&report) == things(&whole));
            let sentences = report.sentences().join(" ");
            assert_eq!(sentences.contains("Not found out"), !report.open.is_empty());
            incomplete += usize::from(!report.open.is_empty());
            without_positions += usize::from(report.positions.is_none());
            without_rating += usize::from(open(Question::Rating) && report.plans.is_some());
        }
    }
    let counts = (incomplete, without_positions, without_rating);
    assert!(incomplete > 20 && without_positions > 20 && without_rating > 5, "{counts:?}");
}

#[test]
fn the_rating_of_a_report_is_that_of_the_level() {
    for (level, _) in small_levels(10) {
        let report = desk::inspect(&level, &Control::default()).unwrap();
        if let Some(rating) = report.rating {
            let limits = Limits { max_nodes: Some(20_000), ..Limits::default() };
            let rated = level.game.rate(&level.grid, &Control::with_limits(limits)).unwrap();
            assert_eq!(rating, rated);
        }
    }
}

#[test]
fn maps_have_every_position_at_its_distances() {
    for (level, own) in small_levels(10) {
        let map = Map::draw(&level, &Control::default()).unwrap();
        assert!(!map.sampled);
        assert_eq!(map.positions, own.depths.len());
        assert_eq!(map.weights.iter().sum::<u32>() as usize, own.depths.len());
        let mut places = HashSet::new();
        for number in 0..map.depths.len() {
            let way: Vec<String> = map.way_to(number).into_iter().map(String::from).collect();
            let at = *own.line(&level, &moves(&level, &way)).last().unwrap();
            assert_eq!(
                (map.depths[number], map.distances[number]),
                (own.depths[at], own.distances[at])
            );
            let loses = own.distances[at].is_some()
                && own.after[at].iter().any(|&to| own.distances[to].is_none());
            assert_eq!(map.marks[number] & Map::NO_RETURN != 0, loses);
            assert!(places.insert(map.places[number]), "two dots in one place");
            assert!(map.places[number].0 < map.size.0 && map.places[number].1 < map.size.1);
        }
        let svg = map.svg("a <level>");
        assert!(svg.starts_with("<svg") && svg.contains("a &lt;level&gt;"));
    }
}

/// No text of a picture is cut off, and a small map fills half of its picture or more.
#[test]
fn a_small_map_is_drawn_large_with_all_of_its_words() {
    for text in [
        "game: tiles\n\n. # R .\n. . # B\nr . b .\n. . # .\n",
        "game: tiles\n\nr . .\n. # .\n. . R\n",
    ] {
        let level = read(text, None).levels().next().unwrap().clone();
        let svg = Map::draw(&level, &Control::default()).unwrap().svg("a");
        let number = |text: &str, name: &str| -> f64 {
            let (_, rest) = text.split_once(&format!("{name}=\"")).unwrap();
            rest.split_once('"').unwrap().0.parse().unwrap()
        };
        let width = number(&svg, " width");
        let lines: Vec<&str> = svg.lines().filter(|line| line.starts_with("<text")).collect();
        for line in lines.iter().filter(|line| line.contains("\"start\"")) {
            let words = line.split_once('>').unwrap().1.trim_end_matches("</text>");
            let end = number(line, "x") + 7.0 * words.chars().count() as f64;
            assert!(end <= width, "{words} ends at {end} of {width}");
        }
        let last = lines.iter().filter(|line| line.ends_with("</text>")).filter(|line| {
            let words = line.split_once('>').unwrap().1.trim_end_matches("</text>");
            words.chars().all(|letter| letter.is_ascii_digit()) && line.contains("\"start\"")
        });
        let right = last.map(|line| number(line, "x")).fold(0.0, f64::max);
        assert!(right >= width / 2.0, "the last column is at {right} of {width}");
    }
}

#[test]
fn a_map_knows_where_a_player_is() {
    let mut random = Random(7);
    for (level, own) in small_levels(10) {
        let map = Map::draw(&level, &Control::default()).unwrap();
        let numbers: HashMap<u64, u32> = map.keys.iter().copied().collect();
        assert_eq!(numbers.len(), map.positions, "every position has a key of its own");
        let mut walk = Vec::new();
        let mut board = level.grid.clone();
        while walk.len() < 12 && !level.game.is_solved(&board) {
            let moves = level.game.moves(&board);
            let Some(&mv) = moves.get(random.below(moves.len().max(1))) else { break };
            board = level.game.play(&board, mv).unwrap();
            walk.push(mv);
        }
        let keys = level.game.keys_along(&level.grid, &walk).unwrap();
        let line = own.line(&level, &walk);
        assert_eq!(keys.len(), line.len());
        for (key, at) in keys.iter().zip(line) {
            let number = numbers[key] as usize;
            let drawn = (map.depths[number], map.distances[number]);
            assert_eq!(drawn, (own.depths[at], own.distances[at]), "{}", level.game.id());
            if map.depths.len() == map.positions {
                let way: Vec<String> = map.way_to(number).into_iter().map(String::from).collect();
                assert_eq!(own.line(&level, &moves(&level, &way)).last(), Some(&at));
            }
        }
    }
}

#[test]
fn symmetric_positions_are_merged() {
    let level = |text: &str| read(text, None).levels().next().unwrap().clone();
    let drawn = |text: &str| {
        let map = Map::draw(&level(text), &Control::default()).unwrap();
        (map.depths.len(), map.positions)
    };
    // Left and right of the middle column are the same.
    let (drawn_same, all) = drawn("game: tiles\n\n. . r . .\n. . . . .\n# . . . #\n. . R . .\n");
    assert!(drawn_same < all, "{drawn_same} of {all}");
    let (drawn_other, all) = drawn("game: tiles\n\n. . r . .\n. . . . .\n# . . . .\n. . R . .\n");
    assert_eq!(drawn_other, all);
    let (drawn_same, all) =
        drawn("game: sokoban\n\n- - - - -\n- - @ - -\n- - $ - -\n- - . - -\n- - - - -\n");
    assert!(2 * drawn_same < all + all / 4, "{drawn_same} of {all}");
}

#[test]
fn variations_are_proved_and_different() {
    for id in ["tiles", "zhed", "squares", "fold", "sokoban"] {
        let text = games::by_id(id).unwrap().formulation().unwrap().example;
        let level = read(text, games::by_id(id)).levels().next().unwrap().clone();
        let variations = desk::vary(&level, 20, &Control::default());
        assert!(variations.len() >= 8, "{id}: {}", variations.len());
        let base = level.game.rate(&level.grid, &Control::default()).unwrap();
        let mut seen = HashSet::new();
        for variation in &variations {
            let plan = variation.level.solution.clone().unwrap();
            assert_eq!(blind_length(&variation.level), Some(plan.len() as u32), "{id}");
            assert!(seen.insert(variation.level.grid.clone()), "{id}: twice");
            assert!(!variation.what.is_empty());
            assert_ne!(variation.whole.is_some(), !variation.changes.is_empty(), "{id}");
            match variation.goal {
                Goal::Harder => assert!(variation.rating.score > base.score),
                Goal::Easier => assert!(variation.rating.score < base.score),
                Goal::Unique => assert_eq!(variation.rating.parts.plans, Some(1)),
                Goal::Mirrored => {
                    let canonical = |level: &Level| level.game.canonical(&level.grid);
                    assert_eq!(canonical(&variation.level), canonical(&level));
                }
                _ => {}
            }
        }
    }
}

#[test]
fn walls_around_a_level_are_its_shape() {
    let useless = |text: &str| {
        let level = read(text, None).levels().next().unwrap().clone();
        let report = desk::inspect(&level, &Control::default()).unwrap();
        let useless = report.useless.clone().unwrap();
        let cells = useless.things.iter().map(|thing| (thing[0].row, thing[0].col)).collect();
        (cells, useless.walls, useless.shape, report.sentences())
    };
    let room = "game: sokoban\n\n########\n#@$.---#\n#--#-#-#\n#------#\n########\n";
    let (cells, walls, shape, _): (Vec<(u8, u8)>, _, _, _) = useless(room);
    assert_eq!((cells, walls, shape), (vec![(2, 3), (2, 5)], 2, 22));
    let (cells, walls, shape, sentences) = useless("game: sokoban\n\n#####\n#@$.#\n#####\n");
    assert_eq!((cells.len(), walls, shape), (0, 0, 12));
    assert!(sentences.contains(&"Every piece has an effect.".to_string()), "{sentences:?}");
}

#[test]
fn changes_put_nothing_out_of_reach() {
    let text = "game: sokoban\n\n#######\n#@-$-.#\n#-$---#\n#######\n#-----#\n#######\n";
    let level = read(text, None).levels().next().unwrap().clone();
    let stranded = |level: &Level| {
        let size = level.grid.size();
        let has = |at: Coord, glyphs: &str| {
            let glyph = level.game.cell_glyph(level.grid[at]).unwrap();
            glyphs.contains(&glyph)
        };
        let mut reached: Vec<Coord> = size.coords().filter(|&at| has(at, "@+")).collect();
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            let beside = Direction::ALL.into_iter().filter_map(|way| size.step(at, way));
            let new = beside.filter(|&to| !has(to, "#") && !reached.contains(&to));
            let new: Vec<Coord> = new.collect();
            reached.extend(new);
            next += 1;
        }
        size.coords().filter(|&at| has(at, "$*.+") && !reached.contains(&at)).count()
    };
    let variations = desk::vary(&level, 500, &Control::default());
    assert!(variations.len() > 50, "{}", variations.len());
    for variation in variations.iter().filter(|one| one.whole.is_none()) {
        assert_eq!(stranded(&variation.level), 0, "{}", variation.what);
    }
    let plan = level.game.notation().read("R R R").unwrap();
    let forbidden = desk::forbid(&level, &plan, 1000, &Control::default()).unwrap();
    assert!(!forbidden.remedies.is_empty());
    for remedy in &forbidden.remedies {
        assert_eq!(stranded(&remedy.level), 0, "{}", remedy.what());
    }
}

#[test]
fn remedies_forbid_the_plan_and_leave_another() {
    let level = |text: &str| read(text, None).levels().next().unwrap().clone();
    let open = level("game: tiles\n\nr . . .\n. . . .\n. . . .\n. . . R\n");
    let plan = open.game.notation().read("D R").unwrap();
    let forbidden = desk::forbid(&open, &plan, 10, &Control::default()).unwrap();
    assert_eq!((forbidden.orders, forbidden.unsettled), (2, 0), "R D is the same plan");
    assert_eq!(forbidden.remedies, [], "one of the two always works");
    assert!(desk::forbid(&open, &plan[..1], 10, &Control::default()).is_err());

    let stopper = level("game: tiles\n\n. # R .\n. . # B\nr . b .\n. . # .\n");
    let plan = stopper.game.notation().read("R D R U L").unwrap();
    let forbidden = desk::forbid(&stopper, &plan, 10, &Control::default()).unwrap();
    // The changes of one cell are those of an enumeration: one wall more or less.
    let all = desk::forbid(&stopper, &plan, 1000, &Control::default()).unwrap();
    let one_cell = all.remedies.iter().filter(|remedy| remedy.changes.len() == 1);
    let mut reported: Vec<Vec<u16>> =
        one_cell.map(|remedy| remedy.level.grid.cells().to_vec()).collect();
    let code = |glyph: char| {
        let kinds = stopper.game.kinds().brushes().into_iter();
        let mut codes = kinds.map(|brush| brush.code);
        codes.find(|&code| stopper.game.cell_glyph(code) == Some(glyph.to_string())).unwrap()
    };
    let (floor, wall) = (code('.'), code('#'));
    let mut own = Vec::new();
    for (at, cell) in stopper.grid.iter().filter(|&(_, cell)| cell == floor || cell == wall) {
        let mut grid = stopper.grid.clone();
        grid[at] = if cell == wall { floor } else { wall };
        let changed = Level::new(stopper.game, grid);
        let replay = verify::replay(stopper.game, &changed.grid, &plan);
        let works = replay.is_ok_and(|replay| replay.solved_after.is_some());
        if !works && blind_length(&changed).is_some() {
            own.push(changed.grid.cells().to_vec());
        }
    }
    reported.sort();
    own.sort();
    assert!(!own.is_empty() && (all.orders, all.unsettled) == (1, 0));
    assert_eq!(reported, own);
    for remedy in &forbidden.remedies {
        let replay = verify::replay(stopper.game, &remedy.level.grid, &plan);
        assert!(!replay.is_ok_and(|replay| replay.is_solved), "{}", remedy.what());
        assert_eq!(blind_length(&remedy.level), Some(remedy.optimum), "{}", remedy.what());
        assert!((1..=2).contains(&remedy.changes.len()), "{}", remedy.what());
    }
}

#[test]
fn similar_levels_are_found_turned_and_with_other_names() {
    let level = |text: &str| read(text, None).levels().next().unwrap().clone();
    let one = level("game: tiles\n\nr . .\n. # .\n. . R\n");
    let same = level("game: tiles\n\n. . b\n. # .\nB . .\n");
    let near = level("game: tiles\n\nr . .\n. # #\n. . R\n");
    let other = level("game: tiles\n\n. R #\n# r #\n# . #\n");
    let similar = desk::similar(&one, [("near", &near), ("same", &same), ("other", &other)]);
    let similar: Vec<(&str, usize)> =
        similar.iter().map(|one| (one.name.as_str(), one.cells)).collect();
    assert_eq!(similar, [("same", 0), ("near", 1)]);
}

#[test]
fn gaps_are_filled_with_levels_between() {
    let level = |text: &str| {
        let level = read(text, None).levels().next().unwrap().clone();
        let rating = level.game.rate(&level.grid, &Control::default()).unwrap();
        let plan = level.game.solve(&level.grid, &Method::default(), &Control::default(), None);
        let solution = plan.unwrap().plan().map(|(plan, _)| plan.to_vec());
        Level { difficulty: Some(rating.score), solution, ..level }
    };
    let easy = level("game: tiles\n\nr . . .\n. . . .\n. . . .\n. . . R\n");
    let hard = level("game: tiles\n\n. # R .\n. . # B\nr . b .\n. . # .\n");
    let scores = (easy.difficulty.unwrap(), hard.difficulty.unwrap());
    assert!(scores.1 - scores.0 > 4, "{scores:?}");
    let gaps = desk::fill(&[hard.clone(), easy.clone()], 4, 0, &Control::default());
    assert_eq!((gaps.len(), gaps[0].scores, gaps[0].is_closed), (1, scores, true));
    assert!(!gaps[0].levels.is_empty());
    for made in &gaps[0].levels {
        let score = made.difficulty.unwrap();
        assert!(scores.0 < score && score < scores.1);
        assert_eq!(blind_length(made), made.solution.as_ref().map(|plan| plan.len() as u32));
    }
    assert_eq!(desk::fill(&[easy, hard], 100, 0, &Control::default()), []);
}

#[test]
fn a_licence_is_read_and_written() {
    let text = "game: tiles\nname: a\nauthor: Ann\nlicense: CC-BY-4.0\n\nr . .\n. . R\n";
    let level = read(text, None).levels().next().unwrap().clone();
    assert_eq!(level.licence.as_deref(), Some("CC-BY-4.0"));
    let written = quadrille::levels::write(&level, "native").unwrap();
    assert!(written.contains("licence: CC-BY-4.0\n"), "{written}");
    assert_eq!(read(&written, None).levels().next(), Some(&level));
    let sheet = desk::sheet("pack", &[level.clone(), level], 2).join("");
    assert_eq!(sheet.matches("by Ann, CC-BY-4.0").count(), 1);
}

#[test]
fn a_sheet_names_cells_as_players_do() {
    let text = "game: zhed\nsolution: 2,1R\n\n. . . .\n. . . .\n. 2 . G\n";
    let level = read(text, None).levels().next().unwrap().clone();
    let sheet = desk::sheet("pack", &[level], 2).join("");
    assert!(sheet.contains(">1. B3R<") && sheet.contains("A1 at the top left"), "{sheet}");
}
