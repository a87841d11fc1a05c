//! A lower bound from the win conditions, where the rules allow one.
//!
//! Take `all Target on Crate`, where no rule changes a target, and none creates or destroys a
//! crate: crates only move. One turn moves an object by one cell at most. So the distance of the
//! nearest crate, over cells that no fixed object of the crate's layer fills, bounds the turns
//! until a target is covered. If also every rule that moves a crate names a moving player at a
//! fixed place beside it, then the number of crates that a player moves per turn is limited, and
//! the player needs a cell to stand on: the distances of all targets add up, and a crate in a
//! corner is a dead end.
//!
//! If a move may be more than one turn (`again`), or a rule can win or restart by itself, the bound
//! is 0. In a game that nothing wins, every position is a dead end.

use std::collections::{HashSet, VecDeque};

use quadrille::heuristics::{DEAD_END, least_matching};

use crate::bits::{Bits, movement_place};
use crate::program::{
    ANY_MOVEMENT, Cell, Command, Filter, Pattern, Program, Quantifier, Rule, step,
};
use crate::sight::Sight;
use crate::uses::Uses;
use crate::{Position, Positions};

/// A lower bound on the remaining moves.
#[derive(Debug)]
pub(crate) struct Bound {
    terms: Vec<Term>,
    can_win: bool,
}

#[derive(Debug)]
enum Shape {
    /// Every moving object must reach a place.
    Movers,
    /// Every place must get a moving object.
    Places,
    /// One of the moving objects must reach a place.
    One,
}

/// The bound of one win condition.
#[derive(Debug)]
struct Term {
    shape: Shape,
    movers: Sight,
    /// For each place, the fewest steps of a moving object from each cell; `None` if it cannot get
    /// there.
    steps: Vec<Vec<Option<u32>>>,
    /// The most objects that one move can move; `None` if unknown.
    at_once: Option<u32>,
}

/// A way in which the player moves an object: the direction of the object, the direction of the
/// player, and the place of the player relative to the object.
type Push = (u8, u8, (isize, isize));

impl Bound {
    pub(crate) fn new(positions: &Positions) -> Bound {
        let program = &*positions.program;
        let can_win = program.can_win();
        if has_leaps(program) {
            return Bound { terms: Vec::new(), can_win };
        }
        let uses = Uses::new(program);
        let term = |win: &crate::program::WinCondition| {
            let place = win.place.as_ref()?;
            let is_plain =
                |filter: &Filter| !filter.is_aggregate || filter.objects.iter().count() == 1;
            if !is_plain(&win.what) || !is_plain(place) {
                return None;
            }
            let is_fixed = |filter: &Filter| !filter.objects.meets(&uses.changing.0);
            match (win.quantifier, is_fixed(&win.what), is_fixed(place)) {
                (Quantifier::All, false, true) => {
                    Term::new(positions, &uses, Shape::Movers, &win.what, place)
                }
                (Quantifier::All, true, false) => {
                    Term::new(positions, &uses, Shape::Places, place, &win.what)
                }
                (Quantifier::Some, false, true) => {
                    Term::new(positions, &uses, Shape::One, &win.what, place)
                }
                (Quantifier::Some, true, false) => {
                    Term::new(positions, &uses, Shape::One, place, &win.what)
                }
                _ => None,
            }
        };
        Bound { terms: program.wins.iter().filter_map(term).collect(), can_win }
    }

    /// True if it can be more than 0.
    pub(crate) fn is_informed(&self) -> bool {
        !self.terms.is_empty() || !self.can_win
    }

    /// The bound for a position that is not won.
    pub(crate) fn estimate(&self, position: &Position) -> f64 {
        if !self.can_win {
            return DEAD_END;
        }
        let values = self.terms.iter().map(|term| term.estimate(position));
        values.map(|value| value.map_or(DEAD_END, f64::from)).fold(0.0, f64::max)
    }
}

impl Term {
    fn new(
        positions: &Positions,
        uses: &Uses,
        shape: Shape,
        movers: &Filter,
        places: &Filter,
    ) -> Option<Term> {
        let program = &*positions.program;
        if movers.objects.meets(&uses.rewritten.0) {
            return None;
        }
        let layer = single_layer(program, &movers.objects)?;
        let pushes = pushes(program, uses, movers, layer);
        let players = Sight::new(positions, &program.player).cells(positions.first()).len() as u32;
        let at_once = pushes.as_ref().map(|pushes| players * most_at_once(pushes).max(1));
        let grounds = Grounds { positions, uses };
        let ways = Ways { grounds, layer, pushes: pushes.filter(|all| !all.is_empty()) };
        let places = Sight::new(positions, places).cells(positions.first());
        let steps = places.into_iter().map(|place| ways.to(place)).collect();
        Some(Term { shape, movers: Sight::new(positions, movers), steps, at_once })
    }

    /// The bound; `None` for a dead end.
    fn estimate(&self, position: &Position) -> Option<u32> {
        let movers = self.movers.cells(position);
        let nearest = |steps: &Vec<Option<u32>>| movers.iter().filter_map(|&at| steps[at]).min();
        if let Shape::One = self.shape {
            return self.steps.iter().filter_map(nearest).min();
        }
        let (farthest, sum) = match self.shape {
            Shape::Places => {
                let all: Option<Vec<u32>> = self.steps.iter().map(nearest).collect();
                let farthest = all?.into_iter().max().unwrap_or(0);
                (farthest, least_matching(&self.steps, movers.iter().copied())?)
            }
            Shape::Movers | Shape::One => {
                let row = |&at: &usize| -> Vec<Option<u32>> {
                    self.steps.iter().map(|steps| steps[at]).collect()
                };
                let rows: Vec<Vec<Option<u32>>> = movers.iter().map(row).collect();
                let near = |row: &Vec<Option<u32>>| row.iter().flatten().copied().min();
                let all: Option<Vec<u32>> = rows.iter().map(near).collect();
                let farthest = all?.into_iter().max().unwrap_or(0);
                (farthest, least_matching(&rows, 0..self.steps.len())?)
            }
        };
        Some(farthest.max(self.at_once.map_or(0, |most| sum.div_ceil(most))))
    }
}

/// True if a move may be more than one turn, or a rule can win or restart by itself: then no bound
/// holds.
pub(crate) fn has_leaps(program: &Program) -> bool {
    let leaps = [Command::Again, Command::Restart, Command::Win];
    leaps.iter().any(|command| program.has_command(command)) || program.is_random()
}

/// The layer of some objects, if it is the same for all.
pub(crate) fn single_layer(program: &Program, objects: &Bits) -> Option<usize> {
    let mut layers = objects.iter().filter_map(|at| program.objects.get(at)).map(|it| it.layer);
    let first = layers.next()?;
    layers.all(|layer| layer == first).then_some(first)
}

pub(crate) fn movement(bits: &Bits, layer: usize) -> u8 {
    let (word, shift) = movement_place(layer);
    bits.0.get(word).map_or(0, |word| (word >> shift) as u8 & ANY_MOVEMENT)
}

/// True if a cell that matches may hold one of these objects in a layer.
fn may_hold(program: &Program, pattern: &Pattern, objects: &Bits, layer: usize) -> bool {
    let mask = &program.layer_masks[layer];
    let held: Vec<usize> = pattern.present.iter().filter(|&object| mask.has(object)).collect();
    if !held.is_empty() {
        return held.into_iter().any(|object| objects.has(object));
    }
    let any =
        pattern.any.iter().filter(|any| any.is_within(&mask.0)).all(|any| any.meets(&objects.0));
    any && objects.iter().any(|object| mask.has(object) && !pattern.missing.has(object))
}

/// The movements that a rule gives to such an object, unless it had them before.
pub(crate) fn new_movement(
    program: &Program,
    pattern: &Pattern,
    objects: &Bits,
    layer: usize,
) -> u8 {
    let Some(made) = &pattern.replacement else { return 0 };
    let set = movement(&made.set_movements, layer);
    let is_new = set & !movement(&pattern.movements, layer) != 0;
    if is_new && may_hold(program, pattern, objects, layer) { set } else { 0 }
}

/// The ways in which these objects are moved, if each needs a moving player at a fixed place and
/// only the input moves the player; `None` if that cannot be shown.
fn pushes(program: &Program, uses: &Uses, movers: &Filter, layer: usize) -> Option<Vec<Push>> {
    let player = &program.player;
    let player_layer = single_layer(program, &player.objects)?;
    if uses.rewritten.meets(&player.objects.0) || player.is_aggregate {
        return None;
    }
    let mut pushes = Vec::new();
    for rule in program.all_rules() {
        for row in &rule.rows {
            let patterns: Vec<Option<&Pattern>> = row
                .cells
                .iter()
                .map(|cell| match cell {
                    Cell::Pattern(pattern) => Some(pattern),
                    Cell::Ellipsis => None,
                })
                .collect();
            for (at, pattern) in patterns.iter().enumerate() {
                let Some(pattern) = pattern else { continue };
                if new_movement(program, pattern, &player.objects, player_layer) != 0 {
                    return None;
                }
                let set = new_movement(program, pattern, &movers.objects, layer);
                if set == 0 {
                    continue;
                }
                if row.ellipses > 0 {
                    return None;
                }
                pushes.push(push(program, rule, &patterns, (at, set), player_layer)?);
            }
        }
    }
    // The input moves the player, wherever it is.
    if movers.objects.meets(&player.objects.0) {
        return pushes.is_empty().then_some(pushes);
    }
    Some(pushes)
}

/// The way in which a rule moves the object in one of its cells, by a moving player in the same
/// row.
fn push(
    program: &Program,
    rule: &Rule,
    patterns: &[Option<&Pattern>],
    (at, set): (usize, u8),
    player_layer: usize,
) -> Option<Push> {
    let (columns, rows) = step(rule.direction)?;
    let player = &program.player.objects;
    let holds_player = |pattern: &Pattern| {
        pattern.present.meets(&player.0) || pattern.any.iter().any(|any| any.is_within(&player.0))
    };
    patterns.iter().enumerate().find_map(|(place, pattern)| {
        let moves = pattern.map(|pattern| movement(&pattern.movements, player_layer))?;
        let is_player = moves != 0 && pattern.is_some_and(holds_player);
        let away = place as isize - at as isize;
        is_player.then_some((set, moves, (columns * away, rows * away)))
    })
}

/// The most objects that one player moves in one turn: the number of places around it in the rules
/// for one direction of the player.
fn most_at_once(pushes: &[Push]) -> u32 {
    let directions: HashSet<u8> = pushes.iter().map(|push| push.1).collect();
    let places = |direction: u8| {
        let of = pushes.iter().filter(|push| push.1 == direction);
        of.map(|push| push.2).collect::<HashSet<_>>().len() as u32
    };
    directions.into_iter().map(places).max().unwrap_or(0)
}

/// The cells of a level.
pub(crate) struct Grounds<'a> {
    pub(crate) positions: &'a Positions,
    pub(crate) uses: &'a Uses,
}

impl Grounds<'_> {
    pub(crate) fn beside(&self, cell: usize, (columns, rows): (isize, isize)) -> Option<usize> {
        let Positions { width, height, .. } = *self.positions;
        let column = (cell / height).checked_add_signed(columns).filter(|&at| at < width)?;
        let row = (cell % height).checked_add_signed(rows).filter(|&at| at < height)?;
        Some(column * height + row)
    }

    /// True if an object that never changes fills a layer of a cell.
    pub(crate) fn is_blocked(&self, cell: usize, layer: usize) -> bool {
        let program = &self.positions.program;
        let words = &self.positions.base[cell * program.stride..][..program.stride];
        let mut blocks = program.layer_masks[layer].clone();
        blocks.remove(&self.uses.changing);
        blocks.meets(words)
    }
}

/// The ways of moving objects over a level.
struct Ways<'a> {
    grounds: Grounds<'a>,
    layer: usize,
    /// The ways in which they are moved; `None` if they may move in any direction from anywhere.
    pushes: Option<Vec<Push>>,
}

impl Ways<'_> {
    /// True if an object can be moved away from a cell in a direction.
    fn can_leave(&self, cell: usize, direction: u8) -> bool {
        let Some(pushes) = &self.pushes else { return true };
        let program = &self.grounds.positions.program;
        let player = single_layer(program, &program.player.objects);
        pushes.iter().any(|&(moves, _, place)| {
            let stand = self.grounds.beside(cell, place);
            let is_free =
                |at: usize| player.is_none_or(|layer| !self.grounds.is_blocked(at, layer));
            moves & direction != 0 && stand.is_some_and(is_free)
        })
    }

    /// The fewest steps from each cell to a place.
    fn to(&self, place: usize) -> Vec<Option<u32>> {
        let cells = self.grounds.positions.width * self.grounds.positions.height;
        let mut steps = vec![None; cells];
        let mut open = VecDeque::from([place]);
        if !self.grounds.is_blocked(place, self.layer) {
            steps[place] = Some(0);
        }
        while let Some(cell) = open.pop_front() {
            let Some(here) = steps[cell] else { continue };
            for direction in [1, 2, 4, 8] {
                let Some((columns, rows)) = step(direction) else { continue };
                let Some(from) = self.grounds.beside(cell, (-columns, -rows)) else { continue };
                let is_new = steps[from].is_none() && !self.grounds.is_blocked(from, self.layer);
                if is_new && self.can_leave(from, direction) {
                    steps[from] = Some(here + 1);
                    open.push_back(from);
                }
            }
        }
        steps
    }
}
