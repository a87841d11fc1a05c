//! Many environments in Rust, stepped on several threads.
//!
//! Every environment has its own streams of random numbers, so that nothing depends on the number
//! of threads.

use quadrille::games::{
    fold::FoldPlay, sokoban::SokobanPlay, squares::SquaresPlay, zhed::ZhedPlay,
};
use quadrille::grid::Grid;
use quadrille::levels;
use quadrille_base::random::Random;
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::layout::Layout;
use crate::oracle::{Optimum, Tables};
use crate::rules::{Fast, PackedRules, Plain, Rules, Step};
use crate::scripts::Scripts;

/// The time at which an environment starts its next episode.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Autoreset {
    /// With the next step, whose action is ignored.
    NextStep,
    /// At once; the last observation is stored separately.
    SameStep,
    /// Only on request.
    Disabled,
}

/// Settings of all environments.
pub(crate) struct Terms {
    pub(crate) autoreset: Autoreset,
    /// True if each environment plays only the level with its own index.
    pub(crate) has_own_levels: bool,
    pub(crate) max_steps: u32,
    /// The rewards of a solved level, of any step, and of an illegal action.
    pub(crate) rewards: [f64; 3],
}

#[derive(Clone)]
struct Slot<S> {
    /// The level that it always plays, if it has its own.
    own_level: Option<u32>,
    state: S,
    level: u32,
    steps: u32,
    is_over: bool,
    /// The seed of the random numbers, and the numbers of levels and actions drawn. Every draw has
    /// its own stream, so that these three numbers are the whole state.
    seed: u64,
    levels_drawn: u64,
    actions_drawn: u64,
}

impl<S> Slot<S> {
    fn draw_level(&mut self, levels: usize) -> usize {
        if let Some(level) = self.own_level {
            return level as usize;
        }
        self.levels_drawn += 1;
        Random::new(self.seed, 2 * self.levels_drawn).below(levels)
    }

    fn draw_action(&mut self, legal: usize) -> usize {
        self.actions_drawn += 1;
        Random::new(self.seed, 2 * self.actions_drawn + 1).below(legal)
    }
}

/// A saved environment: its position, then level, steps, true if its episode is over, seed, and the
/// numbers of draws.
pub(crate) type Saved = (Vec<u64>, u32, u32, bool, u64, u64, u64);

pub(crate) struct Rows<'a> {
    pub(crate) observations: &'a mut [u8],
    pub(crate) masks: &'a mut [i8],
    pub(crate) rewards: &'a mut [f64],
    pub(crate) terminated: &'a mut [bool],
    pub(crate) truncated: &'a mut [bool],
    pub(crate) levels: &'a mut [i32],
    /// True where the episode ended without a legal move.
    pub(crate) dead_ends: &'a mut [bool],
    /// The last observations and masks of episodes that ended and restarted in the same step.
    pub(crate) last: Option<(&'a mut [u8], &'a mut [i8])>,
}

struct Environments<R: Rules> {
    rules: R,
    levels: usize,
    terms: Terms,
    slots: Vec<Slot<R::State>>,
    tables: Tables<R::Key>,
}

/// One optional new seed per environment.
pub(crate) type Seeds<'a> = &'a [Option<u64>];

/// The interface for the Python class, independent of the rules.
pub(crate) trait Core: Send + Sync {
    fn reset(&mut self, chosen: Option<&[bool]>, seeds: Seeds<'_>, rows: Rows<'_>);
    fn step(&mut self, pool: Option<&ThreadPool>, actions: &[i64], rows: Rows<'_>);
    fn sample(&mut self, pool: Option<&ThreadPool>, masks: &[i8], actions: &mut [i64]);
    fn is_any_over(&self) -> bool;
    fn end(&mut self, chosen: &[bool]);
    fn boards(&self) -> Vec<Grid<u16>>;
    /// Replaces a level; false if the new one does not fit.
    fn replace(&mut self, number: usize, level: &levels::Level) -> bool;
    /// The known facts about the position of every environment.
    fn ask(&self, pool: Option<&ThreadPool>, with_actions: bool) -> Vec<Option<Optimum>>;
    /// The known facts about a position of a level.
    fn ask_board(&self, level: usize, board: &Grid<u16>) -> Option<Optimum>;
    fn save(&self) -> Vec<Saved>;
    /// Loads saved environments; false if they are of other levels.
    fn load(&mut self, saved: &[Saved], rows: Rows<'_>) -> bool;
}

impl<R: Rules> Environments<R> {
    fn new(rules: R, levels: usize, count: usize, terms: Terms) -> Environments<R> {
        let state = rules.start(0).state.clone();
        let slot = |number: usize| Slot {
            own_level: terms.has_own_levels.then_some(number as u32),
            state: state.clone(),
            level: 0,
            steps: 0,
            is_over: false,
            seed: number as u64,
            levels_drawn: 0,
            actions_drawn: 0,
        };
        let slots = (0..count).map(slot).collect();
        Environments { rules, levels, terms, slots, tables: Tables::new(levels) }
    }
}

/// Starts an episode with a random level.
fn begin<R: Rules>(
    rules: &R,
    levels: usize,
    slot: &mut Slot<R::State>,
    observation: &mut [u8],
    mask: &mut [i8],
) {
    let level = slot.draw_level(levels);
    slot.level = level as u32;
    slot.steps = 0;
    slot.is_over = false;
    let start = rules.start(level);
    slot.state.clone_from(&start.state);
    start.write(observation, mask);
}

/// Steps some environments.
fn step_rows<R: Rules>(
    (rules, levels, terms): (&R, usize, &Terms),
    slots: &mut [Slot<R::State>],
    actions: &[i64],
    rows: Rows<'_>,
) {
    let count = slots.len();
    let (values, moves) = (rows.observations.len() / count.max(1), rows.masks.len() / count.max(1));
    let mut last = rows.last;
    for (number, slot) in slots.iter_mut().enumerate() {
        let observation = &mut rows.observations[number * values..][..values];
        let mask = &mut rows.masks[number * moves..][..moves];
        rows.terminated[number] = false;
        rows.truncated[number] = false;
        rows.dead_ends[number] = false;
        if slot.is_over && terms.autoreset == Autoreset::NextStep {
            begin(rules, levels, slot, observation, mask);
            rows.levels[number] = slot.level as i32;
            rows.rewards[number] = 0.0;
            continue;
        }
        let [solved, each, illegal] = terms.rewards;
        let action = actions[number] as usize;
        slot.steps += 1;
        let (reward, is_solved, is_stuck) =
            match rules.step(slot.level as usize, &mut slot.state, action, observation, mask) {
                Step::Illegal => (each + illegal, false, mask.iter().all(|&bit| bit == 0)),
                Step::Moved { is_solved: true, .. } => (each + solved, true, false),
                Step::Moved { has_moves, .. } => (each, false, !has_moves),
            };
        let is_late = !is_solved && !is_stuck && slot.steps >= terms.max_steps;
        rows.rewards[number] = reward;
        rows.terminated[number] = is_solved || is_stuck;
        rows.truncated[number] = is_late;
        rows.dead_ends[number] = is_stuck;
        slot.is_over = is_solved || is_stuck || is_late;
        if slot.is_over && terms.autoreset == Autoreset::SameStep {
            if let Some((observations, masks)) = &mut last {
                observations[number * values..][..values].copy_from_slice(observation);
                masks[number * moves..][..moves].copy_from_slice(mask);
            }
            begin(rules, levels, slot, observation, mask);
            rows.levels[number] = slot.level as i32;
        }
    }
}

/// Chooses a random legal action for some environments; 0 if there is none.
fn sample_rows<S>(slots: &mut [Slot<S>], masks: &[i8], actions: &mut [i64]) {
    let moves = masks.len() / slots.len().max(1);
    for ((slot, mask), action) in slots.iter_mut().zip(masks.chunks(moves.max(1))).zip(actions) {
        let legal = mask.iter().map(|&bit| usize::from(bit as u8 & 1)).sum();
        let at = nth_legal(mask, slot.draw_action(legal));
        *action = at as i64;
    }
}

/// The action with this index among the legal ones; 0 if there are fewer.
fn nth_legal(mask: &[i8], mut number: usize) -> usize {
    let (words, rest) = mask.as_chunks::<8>();
    let in_words = 8 * words.len();
    for (word, bytes) in words.iter().enumerate() {
        let bits = u64::from_le_bytes(bytes.map(|bit| bit as u8 & 1));
        let legal = (bits.wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize;
        if number < legal {
            let mut left = bits;
            for _ in 0..number {
                left &= left - 1;
            }
            return 8 * word + left.trailing_zeros() as usize / 8;
        }
        number -= legal;
    }
    let legal = rest.iter().enumerate().filter(|(_, bit)| **bit & 1 == 1);
    legal.map(|(at, _)| in_words + at).nth(number).unwrap_or(0)
}

impl<'a> Rows<'a> {
    /// Splits the arrays into chunks of `size` environments.
    fn chunks(self, size: usize, count: usize) -> Vec<Rows<'a>> {
        let values = self.observations.len() / count.max(1);
        let moves = self.masks.len() / count.max(1);
        let mut last = self.last.map(|(observations, masks)| {
            (observations.chunks_mut(size * values), masks.chunks_mut(size * moves))
        });
        let arrays = self
            .observations
            .chunks_mut(size * values)
            .zip(self.masks.chunks_mut(size * moves))
            .zip(self.rewards.chunks_mut(size).zip(self.levels.chunks_mut(size)))
            .zip(self.terminated.chunks_mut(size).zip(self.truncated.chunks_mut(size)))
            .zip(self.dead_ends.chunks_mut(size));
        arrays
            .map(|((((observations, masks), (rewards, levels)), ends), dead_ends)| Rows {
                observations,
                masks,
                rewards,
                terminated: ends.0,
                truncated: ends.1,
                levels,
                dead_ends,
                last: last
                    .as_mut()
                    .and_then(|(observations, masks)| observations.next().zip(masks.next())),
            })
            .collect()
    }
}

impl<R: Rules> Core for Environments<R> {
    fn reset(&mut self, chosen: Option<&[bool]>, seeds: Seeds<'_>, rows: Rows<'_>) {
        let count = self.slots.len().max(1);
        let values = rows.observations.len() / count;
        let moves = rows.masks.len() / count;
        for (number, slot) in self.slots.iter_mut().enumerate() {
            if chosen.is_some_and(|chosen| !chosen[number]) {
                continue;
            }
            if let Some(seed) = seeds[number] {
                (slot.seed, slot.levels_drawn, slot.actions_drawn) = (seed, 0, 0);
            }
            let observation = &mut rows.observations[number * values..][..values];
            let mask = &mut rows.masks[number * moves..][..moves];
            begin(&self.rules, self.levels, slot, observation, mask);
            rows.levels[number] = slot.level as i32;
            rows.rewards[number] = 0.0;
            rows.terminated[number] = false;
            rows.truncated[number] = false;
            rows.dead_ends[number] = false;
        }
    }

    fn step(&mut self, pool: Option<&ThreadPool>, actions: &[i64], rows: Rows<'_>) {
        let count = self.slots.len();
        let Environments { rules, levels, terms, slots, .. } = self;
        let common = (&*rules, *levels, &*terms);
        let Some(pool) = pool else { return step_rows(common, slots, actions, rows) };
        let size = count.div_ceil(pool.current_num_threads()).max(1);
        let work: Vec<_> = slots
            .chunks_mut(size)
            .zip(actions.chunks(size))
            .zip(rows.chunks(size, count))
            .collect();
        pool.install(|| {
            work.into_par_iter().for_each(|((slots, actions), rows)| {
                step_rows(common, slots, actions, rows);
            });
        });
    }

    fn sample(&mut self, pool: Option<&ThreadPool>, masks: &[i8], actions: &mut [i64]) {
        let count = self.slots.len();
        let Some(pool) = pool else { return sample_rows(&mut self.slots, masks, actions) };
        let size = count.div_ceil(pool.current_num_threads()).max(1);
        let moves = masks.len() / count.max(1);
        let work = self.slots.par_chunks_mut(size).zip(masks.par_chunks((size * moves).max(1)));
        pool.install(|| {
            work.zip(actions.par_chunks_mut(size))
                .for_each(|((slots, masks), actions)| sample_rows(slots, masks, actions));
        });
    }

    fn is_any_over(&self) -> bool {
        self.slots.iter().any(|slot| slot.is_over)
    }

    fn end(&mut self, chosen: &[bool]) {
        for (slot, _) in self.slots.iter_mut().zip(chosen).filter(|(_, chosen)| **chosen) {
            slot.is_over = true;
        }
    }

    fn replace(&mut self, number: usize, level: &levels::Level) -> bool {
        let is_there = number < self.levels && self.rules.replace(number, level);
        if is_there {
            self.tables.forget(number);
        }
        is_there
    }

    fn boards(&self) -> Vec<Grid<u16>> {
        let board = |slot: &Slot<R::State>| self.rules.board(slot.level as usize, &slot.state);
        self.slots.iter().map(board).collect()
    }

    fn ask(&self, pool: Option<&ThreadPool>, with_actions: bool) -> Vec<Option<Optimum>> {
        let ask = |slot: &Slot<R::State>| {
            self.tables.ask(&self.rules, slot.level as usize, &slot.state, with_actions)
        };
        let Some(pool) = pool else { return self.slots.iter().map(ask).collect() };
        pool.install(|| self.slots.par_iter().map(ask).collect())
    }

    fn ask_board(&self, level: usize, board: &Grid<u16>) -> Option<Optimum> {
        self.tables.ask(&self.rules, level, &self.rules.state(level, board)?, true)
    }

    fn save(&self) -> Vec<Saved> {
        let slots = self.slots.iter();
        slots
            .map(|slot| {
                let draws = (slot.levels_drawn, slot.actions_drawn);
                let position = self.rules.save(slot.level as usize, &slot.state);
                (position, slot.level, slot.steps, slot.is_over, slot.seed, draws.0, draws.1)
            })
            .collect()
    }

    fn load(&mut self, saved: &[Saved], rows: Rows<'_>) -> bool {
        let count = self.slots.len().max(1);
        let (values, moves) = (rows.observations.len() / count, rows.masks.len() / count);
        let mut slots = Vec::with_capacity(count);
        for (number, saved) in saved.iter().enumerate().take(count) {
            let observation = &mut rows.observations[number * values..][..values];
            let mask = &mut rows.masks[number * moves..][..moves];
            let &(ref position, level, steps, is_over, seed, levels_drawn, actions_drawn) = saved;
            let Some(state) = self.rules.load(level as usize, position, observation, mask) else {
                return false;
            };
            rows.levels[number] = level as i32;
            let own_level = self.slots[number].own_level;
            slots.push(Slot {
                own_level,
                state,
                level,
                steps,
                is_over,
                seed,
                levels_drawn,
                actions_drawn,
            });
        }
        let is_whole = slots.len() == self.slots.len();
        if is_whole {
            self.slots = slots;
        }
        is_whole
    }
}

/// The environments with the fastest rules that support the levels.
pub(crate) fn cores(
    layout: Layout,
    levels: &[&levels::Level],
    count: usize,
    terms: Terms,
) -> Box<dyn Core> {
    fn boxed<R: Rules + 'static>(
        rules: R,
        (levels, count, terms): (usize, usize, Terms),
    ) -> Box<dyn Core> {
        Box::new(Environments::new(rules, levels, count, terms))
    }
    macro_rules! first_that_fits {
        ($($rules:ty),*) => {{
            $(if let Some(rules) = <$rules>::new(&layout, levels) {
                return boxed(rules, (levels.len(), count, terms));
            })*
        }};
    }
    match layout.game.id() {
        "tiles" => first_that_fits!(Fast<1>, Fast<4>),
        "zhed" => first_that_fits!(PackedRules<ZhedPlay<1>>, PackedRules<ZhedPlay<4>>),
        "fold" => first_that_fits!(PackedRules<FoldPlay<1, 1>>, PackedRules<FoldPlay<4, 4>>),
        "sokoban" => first_that_fits!(PackedRules<SokobanPlay<1>>, PackedRules<SokobanPlay<4>>),
        "squares" => first_that_fits!(
            PackedRules<SquaresPlay<1, 3, 1>>,
            PackedRules<SquaresPlay<1, 5, 5>>,
            PackedRules<SquaresPlay<4, 5, 20>>
        ),
        _ => first_that_fits!(Scripts),
    }
    boxed(Plain::new(layout, levels), (levels.len(), count, terms))
}
