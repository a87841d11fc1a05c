//! A lower bound from cells that must change, one by one.
//!
//! Take `no Sand`, where sand never moves, and is only removed in the cell of the player. Then the
//! player must come to every cell with sand: the turns are at least the edges of a shortest tree
//! over these cells and the player. A removal counts as a turn of its own if it happens before the
//! player moves away, and adds to the edges if the player does not move in that turn (the action
//! key). A cell that the player cannot reach any more is a dead end.
//!
//! If instead each removal uses up the movement of a player, and no rule gives a player movement,
//! a turn removes a fixed number at most, wherever the cells are.

use quadrille::heuristics::DEAD_END;

use crate::bits::{Bits, movement_place};
use crate::bound::{Grounds, has_leaps, movement, new_movement, single_layer};
use crate::program::{
    ACTION, ANY_MOVEMENT, Cell, Command, Filter, Pattern, Program, Quantifier, Rule, WinCondition,
};
use crate::sight::Sight;
use crate::uses::{Effect, Uses};
use crate::{Position, Positions};

/// Larger boards have no table of distances.
const MOST_CELLS: usize = 1024;

/// The cells that must change, and what a turn can do about them.
#[derive(Debug)]
pub(crate) struct Visits {
    conditions: Vec<Condition>,
    pace: Pace,
}

/// A win condition that each cell must satisfy.
#[derive(Debug)]
struct Condition {
    what: Sight,
    place: Option<Sight>,
    /// The cells must have both, instead of the first without the second.
    is_both: bool,
}

#[derive(Debug)]
enum Pace {
    /// A turn changes so many cells at most.
    Most(u32),
    /// A cell changes only while the player is in it.
    Visits(Box<Walks>),
}

/// The way of one player over a level.
#[derive(Debug)]
struct Walks {
    player: Sight,
    /// Objects that stay where they are and that the player cannot share a cell with.
    blocks: Sight,
    neighbours: Vec<Vec<u16>>,
    /// For each cell, the fewest steps to each other one, around objects that never change.
    steps: Vec<Vec<u16>>,
    when: When,
}

/// The steps to a cell that cannot be reached.
const NEVER: u16 = u16::MAX;

/// The time of a change in the cell of the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum When {
    /// The player does not move in that turn.
    Staying,
    /// Before the player moves.
    Before,
    /// Perhaps after the player moved.
    After,
}

impl Visits {
    /// The bound of all win conditions that have one; none where the rules allow other changes.
    pub(crate) fn new(positions: &Positions) -> Option<Visits> {
        let program = &*positions.program;
        if has_leaps(program) {
            return None;
        }
        let uses = &Uses::new(program);
        let mut objects = [Bits::new(program.stride), Bits::new(program.stride)];
        let mut conditions = Vec::new();
        for win in &program.wins {
            let Some([lost, made]) = changes(program, uses, win) else { continue };
            objects[0].add(&lost);
            objects[1].add(&made);
            conditions.push(Condition {
                what: Sight::new(positions, &win.what),
                place: win.place.as_ref().map(|place| Sight::new(positions, place)),
                is_both: win.quantifier == Quantifier::No,
            });
        }
        if conditions.is_empty() {
            return None;
        }
        let changes = |pattern: &Pattern| {
            pattern.replacement.is_some() && {
                let Effect { created, destroyed, .. } = Effect::of(pattern, program);
                destroyed.meets(&objects[0].0) || created.meets(&objects[1].0)
            }
        };
        let pace = match Walks::new(positions, uses, &changes) {
            Some(walks) => Pace::Visits(Box::new(walks)),
            None => Pace::Most(most_per_turn(positions, &changes)?),
        };
        Some(Visits { conditions, pace })
    }

    /// The bound for a position that is not won.
    pub(crate) fn estimate(&self, position: &Position) -> f64 {
        self.turns(position).map_or(DEAD_END, f64::from)
    }

    /// The fewest turns; `None` for a dead end.
    fn turns(&self, position: &Position) -> Option<u32> {
        let mut cells: Vec<u64> = Vec::new();
        for condition in &self.conditions {
            let mut these = condition.what.bits(position);
            if let Some(place) = &condition.place {
                for (word, place) in these.iter_mut().zip(place.bits(position)) {
                    *word &= if condition.is_both { place } else { !place };
                }
            }
            cells.resize(these.len(), 0);
            cells.iter_mut().zip(these).for_each(|(all, word)| *all |= word);
        }
        let cells: Vec<usize> = crate::bits::iterate(&cells).collect();
        match &self.pace {
            _ if cells.is_empty() => Some(0),
            Pace::Most(most) => Some((cells.len() as u32).div_ceil(*most)),
            Pace::Visits(walks) => walks.estimate(position, &cells),
        }
    }
}

/// The objects that a cell may lose, and those it may gain, to satisfy a condition; none where it
/// may also be satisfied otherwise.
fn changes(program: &Program, uses: &Uses, win: &WinCondition) -> Option<[Bits; 2]> {
    let is_plain = |filter: &Filter| {
        let one = filter.objects.iter().count() == 1;
        (!filter.is_aggregate || one) && !filter.objects.meets(&uses.movable.0)
    };
    if !is_plain(&win.what) || !win.place.as_ref().is_none_or(is_plain) {
        return None;
    }
    let (mut lost, mut made) = (win.what.objects.clone(), Bits::new(program.stride));
    match (win.quantifier, &win.place) {
        (Quantifier::No, place) => place.iter().for_each(|place| lost.add(&place.objects)),
        (Quantifier::All, Some(place)) => made.add(&place.objects),
        _ => return None,
    }
    Some([lost, made])
}

/// True if a cell that matches holds the player.
fn holds_player(program: &Program, pattern: &Pattern) -> bool {
    let player = &program.player.objects;
    pattern.present.meets(&player.0) || pattern.any.iter().any(|any| any.is_within(&player.0))
}

/// The cells of a rule with a pattern.
fn patterns(rule: &Rule) -> impl Iterator<Item = &Pattern> {
    rule.rows.iter().flat_map(|row| &row.cells).filter_map(|cell| match cell {
        Cell::Pattern(pattern) => Some(pattern),
        Cell::Ellipsis => None,
    })
}

impl Walks {
    fn new(
        positions: &Positions,
        uses: &Uses,
        changes: &dyn Fn(&Pattern) -> bool,
    ) -> Option<Walks> {
        let program = &*positions.program;
        let player = &program.player;
        let layer = single_layer(program, &player.objects)?;
        let cells = positions.width * positions.height;
        let sight = Sight::new(positions, player);
        let is_fit = !player.is_aggregate
            && !uses.rewritten.meets(&player.objects.0)
            && cells <= MOST_CELLS
            && sight.cells(positions.first()).len() == 1;
        if !is_fit {
            return None;
        }
        let moves = |pattern: &Pattern| movement(&pattern.movements, layer);
        let mut when = When::Staying;
        for (phase, is_late) in [(&program.rules, false), (&program.late, true)] {
            for rule in phase.groups.iter().flat_map(|group| &group.rules) {
                for pattern in patterns(rule) {
                    let is_pushed = new_movement(program, pattern, &player.objects, layer) != 0;
                    if is_pushed && when == When::Staying {
                        when = When::Before;
                    }
                    if !changes(pattern) {
                        continue;
                    }
                    if !holds_player(program, pattern) {
                        return None;
                    }
                    if is_late {
                        when = When::After;
                    } else if moves(pattern) != ACTION && when == When::Staying {
                        when = When::Before;
                    }
                }
            }
        }
        let grounds = Grounds { positions, uses };
        let is_open = |cell: &usize| !grounds.is_blocked(*cell, layer);
        let neighbours: Vec<Vec<u16>> = (0..cells)
            .map(|cell| {
                let steps = [(0, -1), (0, 1), (-1, 0), (1, 0)];
                let beside = steps.iter().filter_map(|&step| grounds.beside(cell, step));
                beside.filter(is_open).map(|cell| cell as u16).collect()
            })
            .collect();
        let steps = (0..cells).map(|from| distances(&neighbours, from, |_| true)).collect();
        let objects = permanent_blocks(program, uses, layer);
        let blocks = Sight::new(positions, &Filter { objects, is_aggregate: false });
        Some(Walks { player: sight, blocks, neighbours, steps, when })
    }

    fn estimate(&self, position: &Position, cells: &[usize]) -> Option<u32> {
        let player = *self.player.cells(position).first()?;
        let blocks = self.blocks.bits(position);
        let is_free = |cell: usize| blocks[cell / 64] >> (cell % 64) & 1 == 0;
        let own = distances(&self.neighbours, player, is_free);
        // The shortest tree: the nearest cell outside of it joins it.
        let mut left: Vec<(u16, u16)> = Vec::with_capacity(cells.len());
        left.extend(cells.iter().map(|&cell| (cell as u16, own[cell])));
        if left.iter().any(|&(_, steps)| steps == NEVER) {
            return None;
        }
        let mut edges = 0;
        while let Some(next) = (0..left.len()).min_by_key(|&at| left[at].1) {
            let (cell, distance) = left.swap_remove(next);
            edges += u32::from(distance);
            let steps = &self.steps[usize::from(cell)];
            for (other, nearest) in &mut left {
                *nearest = steps[usize::from(*other)].min(*nearest);
            }
        }
        Some(match self.when {
            When::Staying => edges + cells.len() as u32,
            When::Before => edges + 1,
            When::After => edges,
        })
    }
}

/// The fewest steps from a cell to every other one, over free cells.
fn distances(neighbours: &[Vec<u16>], from: usize, is_free: impl Fn(usize) -> bool) -> Vec<u16> {
    let mut steps = vec![NEVER; neighbours.len()];
    let mut open = Vec::with_capacity(neighbours.len());
    steps[from] = 0;
    open.push(from as u16);
    let mut at = 0;
    while let Some(&cell) = open.get(at) {
        at += 1;
        let step = steps[usize::from(cell)] + 1;
        for &next in &neighbours[usize::from(cell)] {
            let steps = &mut steps[usize::from(next)];
            if *steps == NEVER && is_free(usize::from(next)) {
                *steps = step;
                open.push(next);
            }
        }
    }
    steps
}

/// Objects that no rule moves or destroys, in cells that the player cannot enter: those of its
/// layer, and those with which a late rule cancels the turn.
fn permanent_blocks(program: &Program, uses: &Uses, layer: usize) -> Bits {
    let mut blocks = program.layer_masks[layer].clone();
    let mut stay = Bits::new(program.stride);
    (0..program.objects.len()).for_each(|object| stay.set(object));
    stay.remove(&uses.movable);
    stay.remove(&uses.destroyed);
    for rule in program.late.groups.iter().flat_map(|group| &group.rules) {
        let [row] = &rule.rows[..] else { continue };
        let [Cell::Pattern(pattern)] = &row.cells[..] else { continue };
        let cancels = rule.commands.contains(&Command::Cancel);
        if !cancels || !pattern.missing.is_empty() || !pattern.movements.is_empty() {
            continue;
        }
        let player = &program.player.objects;
        let others: Vec<&Bits> =
            pattern.any.iter().filter(|any| !any.is_within(&player.0)).collect();
        let mut present = pattern.present.clone();
        present.remove(player);
        // The cell holds the player, and one further object or one of a set.
        let names_player = player.is_within(&pattern.present.0)
            || pattern.any.iter().any(|any| player.is_within(&any.0) && any.is_within(&player.0));
        match (&others[..], present.iter().count()) {
            _ if !names_player => {}
            ([], 1) => blocks.add(&present),
            ([any], 0) => blocks.add(any),
            _ => {}
        }
    }
    let mut kept = blocks.clone();
    kept.remove(&stay);
    blocks.remove(&kept);
    blocks
}

/// The most cells that one turn changes, if each change uses up the movement of a player; none if
/// the rules do not show that.
fn most_per_turn(positions: &Positions, changes: &dyn Fn(&Pattern) -> bool) -> Option<u32> {
    let program = &*positions.program;
    let player = &program.player;
    let layer = single_layer(program, &player.objects)?;
    if player.is_aggregate {
        return None;
    }
    let (word, shift) = movement_place(layer);
    let own = u64::from(ANY_MOVEMENT) << shift;
    let mut most = 0;
    for (phase, is_late) in [(&program.rules, false), (&program.late, true)] {
        for rule in phase.groups.iter().flat_map(|group| &group.rules) {
            let (mut changed, mut spent, mut gone, mut come) = (0, 0, 0, 0);
            for pattern in patterns(rule) {
                let Some(new) = &pattern.replacement else { continue };
                changed += u32::from(changes(pattern));
                let sets = movement(&new.set_movements, layer) != 0;
                let clears = (new.clear_movements.0[word] | new.layers.0[word]) & own == own;
                let comes = Effect::of(pattern, program).created.meets(&player.objects.0);
                if new_movement(program, pattern, &player.objects, layer) != 0
                    || comes && (sets || !clears)
                {
                    return None;
                }
                let holds = holds_player(program, pattern);
                let goes = holds
                    && player.objects.is_within(&new.clear.0)
                    && !new.set.meets(&player.objects.0);
                let moved = holds && movement(&pattern.movements, layer) != 0;
                spent += u32::from(moved && (goes || clears && !sets));
                gone += u32::from(goes);
                come += u32::from(comes && !holds);
            }
            let is_counted = changed > 0 || come > 0;
            // Rows may match the same cells.
            if is_counted && rule.rows.len() > 1
                || come > gone
                || changed > 0 && (is_late || spent == 0)
            {
                return None;
            }
            most = most.max(changed);
        }
    }
    let players = Sight::new(positions, player).cells(positions.first()).len() as u32;
    (most > 0 && players > 0).then_some(most * players)
}
