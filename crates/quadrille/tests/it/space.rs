//! The whole space of a level, compared with counts by the plain rules.

use std::collections::HashMap;

use quadrille::grid::Grid;
use quadrille::levels::{Level, read};
use quadrille::search::{Control, Limits, Pruning, Stop, Survey};
use quadrille::verify::replay;

const LEVELS: &str = "
game: tiles
name: slides

. # R r
. . # B
. b . .
. . # .

game: tiles
name: twins

r . # R
. . . .
# r . .
R . . #

game: zhed
name: numbers

. . 1 . .
. 2 . . .
. . . G .
. 1 . . 1

game: fold
name: folds

1 . . .
. . . 2
. . . .
. . . 3
";

fn levels() -> Vec<Level> {
    let document = read(LEVELS, None);
    let all: Vec<Level> = document.levels().cloned().collect();
    assert_eq!(all.len(), 4);
    all
}

fn survey(level: &Level, limits: Limits) -> Survey {
    let control = Control::with_limits(limits);
    level.game.survey(&level.grid, Pruning::ALL, &control).expect("a level")
}

/// Positions by depth, and for each its moves to the nearest solved one, by the plain rules and
/// brute force.
fn counted(level: &Level) -> (Vec<Vec<Grid<u16>>>, HashMap<Grid<u16>, Option<u32>>) {
    let mut layers = vec![vec![level.grid.clone()]];
    let mut after: HashMap<Grid<u16>, Vec<Grid<u16>>> = HashMap::new();
    while let Some(layer) = layers.last().filter(|layer| !layer.is_empty()) {
        let mut next: Vec<Grid<u16>> = Vec::new();
        for board in layer.clone() {
            let play = |mv| level.game.play(&board, mv).expect("a legal move");
            after.insert(board.clone(), level.game.moves(&board).into_iter().map(play).collect());
        }
        for board in layer.iter().flat_map(|board| &after[board]) {
            if !after.contains_key(board) && !next.contains(board) {
                next.push(board.clone());
            }
        }
        layers.push(next);
    }
    layers.pop();
    let mut to_goal: HashMap<Grid<u16>, Option<u32>> = after
        .keys()
        .map(|board| (board.clone(), level.game.is_solved(board).then_some(0)))
        .collect();
    for round in 1.. {
        let nearer = |board: &Grid<u16>| to_goal[board] == Some(round - 1);
        let boards: Vec<Grid<u16>> = after
            .iter()
            .filter(|(board, next)| to_goal[*board].is_none() && next.iter().any(nearer))
            .map(|(board, _)| board.clone())
            .collect();
        if boards.is_empty() {
            break;
        }
        boards.into_iter().for_each(|board| {
            to_goal.insert(board, Some(round));
        });
    }
    (layers, to_goal)
}

#[test]
fn every_position_is_counted_as_the_plain_rules_count_it() {
    for level in levels() {
        let name = level.name.as_deref().unwrap_or_default();
        let (layers, to_goal) = counted(&level);
        let survey = survey(&level, Limits::default());
        assert_eq!(survey.stop, None);
        assert_eq!(survey.layers.len(), layers.len(), "{name}");
        for (depth, (layer, boards)) in survey.layers.iter().zip(&layers).enumerate() {
            assert_eq!(layer.positions, boards.len() as u64, "{name}, depth {depth}");
            let count = |test: &dyn Fn(&Grid<u16>) -> bool| {
                boards.iter().filter(|board| test(board)).count() as u64
            };
            assert_eq!(layer.solved, count(&|board| level.game.is_solved(board)), "{name}");
            let is_stuck = |board: &Grid<u16>| level.game.moves(board).is_empty();
            assert_eq!(layer.stuck, Some(count(&is_stuck)), "{name}, depth {depth}");
            let is_dead = |board: &Grid<u16>| to_goal[board].is_none();
            assert_eq!(layer.dead_ends, Some(count(&is_dead)), "{name}, depth {depth}");
        }
        let most = to_goal.values().flatten().max().copied();
        let distances = survey.to_goal.as_ref().expect("room enough");
        assert_eq!(distances.len() as u32, most.map_or(0, |most| most + 1), "{name}");
        for (distance, &count) in distances.iter().enumerate() {
            let known = to_goal.values().filter(|&&known| known == Some(distance as u32)).count();
            assert_eq!(count, known as u64, "{name}, distance {distance}");
        }
        let end = |moves: &[quadrille::moves::Move]| {
            let boards = replay(level.game, &level.grid, moves).expect("legal moves").boards;
            boards.last().expect("the start").clone()
        };
        assert!(layers.last().is_some_and(|last| last.contains(&end(&survey.farthest))), "{name}");
        let hardest = survey.hardest.as_deref().and_then(|moves| to_goal[&end(moves)]);
        assert_eq!(hardest, most, "{name}");
    }
}

#[test]
fn limits_leave_complete_layers() {
    let level = &levels()[0];
    let whole = survey(level, Limits::default());
    for nodes in [0, 1, 5, 20] {
        let part = survey(level, Limits { max_nodes: Some(nodes), ..Limits::default() });
        assert_eq!(part.stop, Some(Stop::Nodes));
        assert!(!part.layers.is_empty() && part.layers.len() < whole.layers.len());
        for (part, whole) in part.layers.iter().zip(&whole.layers) {
            assert_eq!((part.positions, part.solved), (whole.positions, whole.solved));
        }
        assert_eq!(part.dead_ends(), None);
    }
    let cancelled = Control::default();
    cancelled.cancel.cancel();
    let none = level.game.survey(&level.grid, Pruning::ALL, &cancelled).expect("a level");
    assert_eq!(none.stop, Some(Stop::Cancelled));
}

/// 39,607 positions.
const LARGER: &str = "game: tiles
name: larger

. . # . . . . .
a . . . # . . .
. . . b . . # .
. # . . . A . .
. . . . . . . #
c . # . B . . .
. d . . . . C .
. . . # . e . .
";

#[test]
fn positions_come_before_dead_ends_where_memory_is_short() {
    let document = read(LARGER, None);
    let level = document.levels().next().expect("a level");
    let survey = |memory| {
        let control = Control::with_limits(Limits { max_memory: memory, ..Limits::default() });
        level.game.survey(&level.grid, Pruning::ALL, &control).expect("a level")
    };
    let sizes = |survey: &Survey| -> Vec<u64> {
        survey.layers.iter().map(|layer| layer.positions).collect()
    };
    let whole = survey(None);
    let layers = level.game.layers(&level.grid, u32::MAX, Pruning::ALL).expect("layers");
    assert_eq!((sizes(&whole), whole.dead_ends()), (layers.clone(), Some(39_607)));
    let mut only_positions = 0;
    for share in 1..=20 {
        let memory = whole.stats.peak_bytes as usize / 20 * share;
        let part = survey(Some(memory));
        assert!(part.stats.peak_bytes as usize <= memory, "{share}: {:?}", part.stats);
        match part.stop {
            None => {
                assert_eq!(sizes(&part), layers);
                only_positions += usize::from(part.dead_ends().is_none());
            }
            stop => assert_eq!(stop, Some(Stop::Memory)),
        }
    }
    assert!(only_positions > 0, "no budget was enough for the positions alone");
}
