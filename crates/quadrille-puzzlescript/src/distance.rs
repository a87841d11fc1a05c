//! An estimate from the win conditions that orders positions.

use std::collections::VecDeque;

use quadrille::moves::Move;
use quadrille_search::space::{Claims, Heuristic};

use crate::bits::Bits;
use crate::bound::{Grounds, single_layer};
use crate::program::{Cell, Command, Filter, Pattern, Program, Quantifier};
use crate::sight::Sight;
use crate::uses::Uses;
use crate::{Position, Positions};

/// An estimate from the win conditions: the distances between objects that must meet.
///
/// For `all A on B` it adds up, over the cells with `A` outside of `B`, the steps to the nearest
/// `B`; for `some A on B` it takes the least of them; for `no A` it counts the cells. Steps lead
/// around objects that never change. A rule that wins asks for the objects of its cells to meet.
/// The way of the player to the nearest of the objects that must still change counts too, but less.
/// It only orders positions; it is not admissible.
#[derive(Debug)]
pub struct Distance {
    height: usize,
    player: Sight,
    conditions: Vec<Condition>,
    /// For each rule that wins, the objects that must meet, row by row.
    wins: Vec<Vec<Vec<Sight>>>,
}

#[derive(Debug)]
struct Condition {
    quantifier: Quantifier,
    what: Sight,
    place: Option<Place>,
}

#[derive(Debug)]
struct Place {
    sight: Sight,
    /// The steps from each cell to the nearest place, if the places never change.
    steps: Option<Vec<u32>>,
    /// The objects that must come are those of the place.
    is_moving: bool,
}

/// The distance to an object that does not exist.
const FAR: u32 = 100;

/// The most rules that win.
const MOST_WINS: usize = 16;

impl Distance {
    pub fn new(positions: &Positions) -> Distance {
        let program = &*positions.program;
        let uses = Uses::new(program);
        let changes = |filter: &Filter| filter.objects.meets(&uses.changing.0);
        let conditions = program.wins.iter().map(|win| {
            let place = win.place.as_ref().map(|place| {
                let sight = Sight::new(positions, place);
                let steps = (!changes(place)).then(|| {
                    let layer = single_layer(program, &win.what.objects);
                    steps(&Grounds { positions, uses: &uses }, layer, &sight)
                });
                Place { sight, steps, is_moving: !changes(&win.what) }
            });
            let what = Sight::new(positions, &win.what);
            Condition { quantifier: win.quantifier, what, place }
        });
        Distance {
            height: positions.height.max(1),
            player: Sight::new(positions, &program.player),
            conditions: conditions.collect(),
            wins: winning_cells(positions, program),
        }
    }

    fn between(&self, one: usize, other: usize) -> u32 {
        let place = |cell: usize| (cell / self.height, cell % self.height);
        let ((column, row), (other_column, other_row)) = (place(one), place(other));
        (column.abs_diff(other_column) + row.abs_diff(other_row)) as u32
    }

    fn nearest(&self, from: usize, to: &[usize]) -> u32 {
        to.iter().map(|&to| self.between(from, to)).min().unwrap_or(FAR)
    }

    /// The steps that objects must make, and the cells of those that must still change.
    fn condition(&self, condition: &Condition, state: &Position, left: &mut Vec<usize>) -> u32 {
        let Condition { quantifier, what, place } = condition;
        let what = what.cells(state);
        let Some(Place { sight, steps, is_moving }) = place else {
            return match quantifier {
                Quantifier::All => 0,
                Quantifier::Some => u32::from(what.is_empty()),
                Quantifier::No => {
                    left.extend(&what);
                    what.len() as u32
                }
            };
        };
        let places = sight.cells(state);
        let nearest = |from: usize| match steps {
            Some(steps) => steps[from],
            None => self.nearest(from, &places),
        };
        match quantifier {
            Quantifier::No => {
                let both = what.iter().filter(|cell| places.contains(cell));
                let before = left.len();
                left.extend(both);
                (left.len() - before) as u32
            }
            Quantifier::All => {
                let open = what.iter().copied().filter(|cell| !places.contains(cell));
                if *is_moving {
                    left.extend(places.iter().filter(|cell| !what.contains(cell)));
                    open.map(nearest).sum()
                } else {
                    open.map(|cell| {
                        left.push(cell);
                        nearest(cell)
                    })
                    .sum()
                }
            }
            Quantifier::Some => {
                left.extend(if *is_moving { &places } else { &what });
                what.iter().map(|&from| nearest(from)).min().unwrap_or(FAR)
            }
        }
    }

    /// The steps until the cells of a rule that wins may match.
    fn win(&self, rows: &[Vec<Sight>], state: &Position) -> u32 {
        let rows = rows.iter().map(|cells| {
            let cells: Vec<Vec<usize>> = cells.iter().map(|cell| cell.cells(state)).collect();
            let Some((first, others)) = cells.split_first() else { return 0 };
            let meet = |&from: &usize| others.iter().map(|to| self.nearest(from, to)).sum();
            first.iter().map(meet).min().unwrap_or(FAR)
        });
        rows.sum()
    }
}

/// The steps from each cell to the nearest of some places, around objects that never change.
fn steps(grounds: &Grounds<'_>, layer: Option<usize>, places: &Sight) -> Vec<u32> {
    let cells = grounds.positions.width * grounds.positions.height;
    let mut steps = vec![FAR; cells];
    let mut open = VecDeque::new();
    for place in places.cells(grounds.positions.first()) {
        steps[place] = 0;
        open.push_back(place);
    }
    while let Some(cell) = open.pop_front() {
        for way in [(0, -1), (0, 1), (-1, 0), (1, 0)] {
            let Some(next) = grounds.beside(cell, way) else { continue };
            let is_blocked = layer.is_some_and(|layer| grounds.is_blocked(next, layer));
            if steps[next] > steps[cell] + 1 && !is_blocked {
                steps[next] = steps[cell] + 1;
                open.push_back(next);
            }
        }
    }
    steps
}

/// For each rule that wins, the objects that must meet, row by row.
fn winning_cells(positions: &Positions, program: &Program) -> Vec<Vec<Vec<Sight>>> {
    let background = program.background_layer.map(|layer| &program.layer_masks[layer]);
    let stride = program.stride;
    let filters = |pattern: &Pattern| {
        let mut present = pattern.present.clone();
        background.into_iter().for_each(|mask| present.remove(mask));
        let single = |object: usize| {
            let mut objects = Bits::new(stride);
            objects.set(object);
            objects
        };
        let present: Vec<Bits> = present.iter().map(single).collect();
        let objects = present.into_iter().chain(pattern.any.iter().cloned());
        objects.map(|objects| Filter { objects, is_aggregate: false }).collect::<Vec<_>>()
    };
    let mut all: Vec<Vec<Vec<Filter>>> = Vec::new();
    for rule in program.all_rules().filter(|rule| rule.commands.contains(&Command::Win)) {
        let rows = rule.rows.iter().map(|row| {
            let patterns = row.cells.iter().filter_map(|cell| match cell {
                Cell::Pattern(pattern) => Some(pattern),
                Cell::Ellipsis => None,
            });
            patterns.flat_map(filters).collect()
        });
        let rows: Vec<Vec<Filter>> = rows.collect();
        // A rule stands for one in each direction.
        if !all.contains(&rows) && all.len() < MOST_WINS {
            all.push(rows);
        }
    }
    let sight = |filter: Filter| Sight::new(positions, &filter);
    let sights = |rows: Vec<Vec<Filter>>| {
        rows.into_iter().map(|row| row.into_iter().map(sight).collect()).collect()
    };
    all.into_iter().map(sights).collect()
}

impl Heuristic<Position, Move> for Distance {
    fn claims(&self) -> Claims {
        Claims { whole: true, ..Claims::NONE }
    }

    fn estimate(&self, state: &Position, _by: Option<&Move>) -> f64 {
        if state.last() == Some(&1) {
            return 0.0;
        }
        let mut left = Vec::new();
        let conditions: u32 =
            self.conditions.iter().map(|it| self.condition(it, state, &mut left)).sum();
        let win = self.wins.iter().map(|rows| self.win(rows, state)).min();
        let steps = match win {
            Some(win) if self.conditions.is_empty() => win,
            Some(win) => win.min(conditions),
            None => conditions,
        };
        let players = self.player.cells(state);
        let way = left.iter().map(|&cell| self.nearest(cell, &players)).min().unwrap_or(0);
        f64::from(2 * steps + way)
    }
}
