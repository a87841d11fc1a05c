//! PuzzleScript games as many environments at once use them: a position keeps where all moves lead,
//! so that a step is a look, and the mask comes with it.

use quadrille::grid::Grid;
use quadrille::levels::Level;
use quadrille::search::Control;
use quadrille_puzzlescript::{LevelRules, Position};

use crate::layout::Layout;
use crate::rules::{Distances, Rules, Start, Step, explored, key_of, put};

/// The levels of a PuzzleScript game by its fast rules.
pub(crate) struct Scripts {
    layout: Layout,
    levels: Vec<ScriptLevel>,
}

struct ScriptLevel {
    rules: LevelRules,
    start: Start<Reached>,
    /// Where the cells of the board are in a plane.
    cells: Vec<usize>,
    /// Where the planes of objects that can change begin.
    changing: Vec<usize>,
}

/// A position and where its moves lead, by their actions.
#[derive(Clone)]
pub(crate) struct Reached {
    position: Position,
    next: Vec<(usize, Position)>,
}

impl ScriptLevel {
    fn new(layout: &Layout, level: &Level) -> Option<ScriptLevel> {
        let rules = LevelRules::new(layout.script()?, &level.grid)?;
        let start = reached(layout, &rules, rules.start());
        let start = Start::new(layout, &level.grid, start);
        let cells = level.grid.size().coords().map(|at| layout.cell(at)).collect();
        let changing = rules.changing().iter().filter_map(|&object| layout.object_plane(object));
        Some(ScriptLevel { changing: changing.collect(), rules, start, cells })
    }

    /// Brings observation and mask up to date.
    fn write(&self, layout: &Layout, here: &Reached, observation: &mut [u8], mask: &mut [i8]) {
        for &plane in &self.changing {
            observation[plane..plane + layout.area()].fill(0);
        }
        self.rules.each_object(&here.position, |object, cell| {
            if let Some(plane) = layout.object_plane(object) {
                observation[plane + self.cells[cell]] = 1;
            }
        });
        mask.fill(0);
        for (action, _) in &here.next {
            mask[*action] = 1;
        }
    }
}

fn reached(layout: &Layout, rules: &LevelRules, position: Position) -> Reached {
    let mut next = Vec::with_capacity(6);
    rules.each_move(&position, |mv, after| next.push((layout.action(mv), after)));
    Reached { position, next }
}

impl Scripts {
    /// The rules for these levels, if they are of a PuzzleScript game without random numbers.
    pub(crate) fn new(layout: &Layout, levels: &[&Level]) -> Option<Scripts> {
        let levels = levels.iter().map(|level| ScriptLevel::new(layout, level));
        Some(Scripts { levels: levels.collect::<Option<_>>()?, layout: layout.clone() })
    }
}

impl Rules for Scripts {
    type State = Reached;
    type Key = Position;

    fn start(&self, level: usize) -> &Start<Reached> {
        &self.levels[level].start
    }

    fn step(
        &self,
        level: usize,
        here: &mut Reached,
        action: usize,
        observation: &mut [u8],
        mask: &mut [i8],
    ) -> Step {
        let level = &self.levels[level];
        let Some(at) = here.next.iter().position(|(known, _)| *known == action) else {
            return Step::Illegal;
        };
        let (_, after) = here.next.swap_remove(at);
        let is_solved = level.rules.is_won(&after);
        *here = reached(&self.layout, &level.rules, after);
        level.write(&self.layout, here, observation, mask);
        Step::Moved { is_solved, has_moves: !here.next.is_empty() }
    }

    fn board(&self, level: usize, here: &Reached) -> Grid<u16> {
        let ScriptLevel { rules, .. } = &self.levels[level];
        // Only a game with 65,535 different cells has no code for another one.
        rules.board(&here.position).expect("a code for every cell")
    }

    fn state(&self, level: usize, board: &Grid<u16>) -> Option<Reached> {
        let rules = &self.levels.get(level)?.rules;
        Some(reached(&self.layout, rules, rules.position(board)?))
    }

    fn distances(&self, level: usize, control: &Control) -> Option<Distances<Position>> {
        let positions = self.levels.get(level)?.rules.positions();
        // Where the rules did not end somewhere, nothing is known.
        explored(positions, control).filter(|_| positions.trouble().is_none())
    }

    fn key(&self, level: usize, here: &Reached) -> Position {
        key_of(self.levels[level].rules.positions(), here.position.clone())
    }

    fn next_keys(&self, level: usize, here: &Reached, mut visit: impl FnMut(usize, Position)) {
        let positions = self.levels[level].rules.positions();
        for (action, after) in &here.next {
            visit(*action, key_of(positions, after.clone()));
        }
    }

    fn replace(&mut self, number: usize, level: &Level) -> bool {
        put(&mut self.levels, number, ScriptLevel::new(&self.layout, level))
    }

    fn save(&self, _level: usize, here: &Reached) -> Vec<u64> {
        here.position.to_vec()
    }

    fn load(
        &self,
        level: usize,
        saved: &[u64],
        observation: &mut [u8],
        mask: &mut [i8],
    ) -> Option<Reached> {
        let level = self.levels.get(level)?;
        let position = level.rules.positions().restored(saved)?;
        let here = reached(&self.layout, &level.rules, position);
        level.start.write(observation, mask);
        level.write(&self.layout, &here, observation, mask);
        Some(here)
    }
}
