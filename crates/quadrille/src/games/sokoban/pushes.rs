//! Sokoban by pushes: a position is the boxes and the region of the player, and a move is one push.
//!
//! The region is written as its first square. Pushes that certainly lose are left out:
//!
//! * a push to a square from which a box reaches no goal, even alone on the board,
//! * a push after which a box off the goals can never move again (a *freeze*),
//! * pushes elsewhere while a *corral* waits: an area that the player cannot reach, with boxes
//!   around it that can only be pushed inwards, each of them now. One of these pushes must come
//!   before anything inside changes, and coming first it costs no more. A box in a tunnel and a box
//!   at the door of a room of goals are such corrals.
//!
//! None of these holds if there are more boxes than goals, since some boxes may then be lost.

use super::Game;
use super::heuristics::PUSHES;
use super::rules::{PLAYER_BITS, Sokoban};
use crate::definition::Definition as _;
use crate::grid::{Direction, Grid, Words};
use crate::heuristics::{DEAD_END, Estimate, Valued, Vocabulary, least_matching};
use crate::moves::Move;
use crate::puzzle::Puzzle;
use crate::registry::Value;
use crate::search::space::{Space, Successors};

/// The most squares of a level: the player's square has [`PLAYER_BITS`].
const MOST_SQUARES: usize = 1 << PLAYER_BITS;
/// The parts of a board around a box: at most one on each of its sides.
const SIDES: usize = 4;

/// A level of Sokoban whose moves are pushes.
pub(super) struct Pushes<const N: usize> {
    rules: Sokoban<N>,
    /// True if every box is needed, so that a lost box loses the level.
    needs_all: bool,
    /// The squares from which a box can reach a goal.
    live: Words<N>,
    /// For each square of a box and each of the player, the part of the board that the player is in
    /// if the box is the only one.
    sides: Vec<u8>,
    /// For each goal, the pushes of a box alone on the board, by its square and the player's side.
    prices: Vec<Vec<Option<u32>>>,
}

impl<const N: usize> Pushes<N> {
    pub(super) fn new(rules: Sokoban<N>) -> Pushes<N> {
        let all = rules.squares.len();
        let mut sides = vec![0; all * all];
        for at in 0..all {
            let mut around = Words::EMPTY;
            around.insert(at);
            let mut side = 0;
            let mut known = Words::EMPTY;
            for beside in rules.next[at].into_iter().flatten().map(usize::from) {
                if !known.contains(beside) {
                    let part = rules.region(around, beside);
                    part.bits().for_each(|square| sides[at * all + square] = side);
                    known |= part;
                    side += 1;
                }
            }
        }
        let boxes = rules.start().without_high(PLAYER_BITS);
        let prices: Vec<_> =
            rules.goals.bits().map(|goal| prices_of(&rules, &sides, goal)).collect();
        let is_live = |square: &usize| {
            let of_square = SIDES * square..SIDES * (square + 1);
            prices.iter().any(|prices| prices[of_square.clone()].iter().any(Option::is_some))
        };
        Pushes {
            needs_all: boxes.count() == rules.goals.count(),
            live: (0..all).filter(is_live).collect(),
            sides,
            prices,
            rules,
        }
    }

    #[inline]
    fn beside(&self, at: usize, way: Direction) -> Option<usize> {
        self.rules.next[at][way as usize].map(usize::from)
    }

    /// The fewest pushes that bring a box to every goal, each box on its own; `None` if that is
    /// impossible.
    fn matching(&self, state: &Words<N>) -> Option<u32> {
        let (boxes, player) = (state.without_high(PLAYER_BITS), state.high(PLAYER_BITS));
        let all = self.rules.squares.len();
        let place = |at: usize| SIDES * at + usize::from(self.sides[at * all + player]);
        least_matching(&self.prices, boxes.bits().map(place))
    }

    /// The push of a box, unless it is blocked or certainly loses.
    #[inline]
    fn pushed(&self, boxes: Words<N>, at: usize, way: Direction) -> Option<Words<N>> {
        let to = self.beside(at, way).filter(|&to| !boxes.contains(to))?;
        let mut after = boxes;
        after.remove(at);
        after.insert(to);
        if self.needs_all && (!self.live.contains(to) || self.loses(after, to)) {
            return None;
        }
        after.set_high(PLAYER_BITS, at);
        Some(after)
    }

    /// True if the box that was pushed to a square, or others with it, can never move again, and
    /// one of them is not on a goal.
    fn loses(&self, boxes: Words<N>, at: usize) -> bool {
        if !self.is_frozen(boxes, at, Words::EMPTY) {
            return false;
        }
        let off_goals = boxes & !self.rules.goals;
        off_goals.bits().any(|other| other == at || self.is_frozen(boxes, other, Words::EMPTY))
    }

    /// True if a box can never move again. Those in `fixed` are taken as walls: if two boxes can
    /// only move after each other, neither can.
    fn is_frozen(&self, boxes: Words<N>, at: usize, mut fixed: Words<N>) -> bool {
        fixed.insert(at);
        let is_blocked = |one: Direction| {
            let ends = (self.beside(at, one), self.beside(at, one.opposite()));
            let (Some(one), Some(other)) = ends else { return true };
            let is_stuck = |next| {
                fixed.contains(next) || boxes.contains(next) && self.is_frozen(boxes, next, fixed)
            };
            !self.live.contains(one) && !self.live.contains(other)
                || is_stuck(one)
                || is_stuck(other)
        };
        is_blocked(Direction::Up) && is_blocked(Direction::Left)
    }

    /// The boxes of a corral of which one must be pushed first, if there is such a corral. `reach`
    /// is the region of the player.
    fn corral(&self, boxes: Words<N>, reach: Words<N>) -> Option<Words<N>> {
        let mut left = !(boxes | reach) & self.rules.all;
        let mut best: Option<Words<N>> = None;
        while let Some(first) = left.lowest() {
            let area = self.rules.region(boxes, first);
            left &= !area;
            if let Some(corral) = self.corral_around(boxes, reach, area)
                && best.is_none_or(|best| corral.count() < best.count())
            {
                best = Some(corral);
            }
        }
        best
    }

    /// The boxes around an area, with those behind them, if only pushes into the area can be made
    /// before one of them moves, if each of those can be made now, and if one of them must be.
    fn corral_around(&self, boxes: Words<N>, reach: Words<N>, area: Words<N>) -> Option<Words<N>> {
        let near = |at: usize| self.rules.next[at].into_iter().flatten().map(usize::from);
        let borders = |&at: &usize| near(at).any(|next| area.contains(next));
        let mut corral: Words<N> = boxes.bits().filter(borders).collect();
        loop {
            let mut wider = corral;
            for at in corral.bits() {
                for way in Direction::ALL {
                    let ends = (self.beside(at, way.opposite()), self.beside(at, way));
                    let (Some(from), Some(to)) = ends else { continue };
                    let is_inner = area.contains(from) || corral.contains(from);
                    if is_inner || corral.contains(to) || !self.live.contains(to) {
                        continue;
                    }
                    if !area.contains(to) {
                        return None;
                    }
                    if boxes.contains(from) {
                        wider.insert(from);
                    } else if !reach.contains(from) {
                        return None;
                    }
                }
            }
            if wider == corral {
                break;
            }
            corral = wider;
        }
        let goals = self.rules.goals;
        let must_move = !(corral & !goals).is_empty() || area.intersects(goals);
        must_move.then_some(corral)
    }
}

/// The pushes that bring a box alone on the board from each square to a goal, by the player's side.
fn prices_of<const N: usize>(rules: &Sokoban<N>, sides: &[u8], goal: usize) -> Vec<Option<u32>> {
    let all = rules.squares.len();
    let place = |at: usize, player: usize| SIDES * at + usize::from(sides[at * all + player]);
    let mut prices = vec![None; SIDES * all];
    let mut queue = std::collections::VecDeque::new();
    for beside in rules.next[goal].into_iter().flatten() {
        let start = place(goal, usize::from(beside));
        if prices[start].is_none() {
            prices[start] = Some(0);
            queue.push_back((goal, start));
        }
    }
    if queue.is_empty() {
        prices[SIDES * goal..SIDES * (goal + 1)].fill(Some(0));
    }
    // Backwards, the player pulls the box.
    while let Some((at, here)) = queue.pop_front() {
        for way in Direction::ALL {
            let Some(to) = rules.next[at][way as usize].map(usize::from) else { continue };
            let Some(player) = rules.next[to][way as usize].map(usize::from) else { continue };
            let there = place(to, player);
            if place(at, to) == here && prices[there].is_none() {
                prices[there] = prices[here].map(|price| price + 1);
                queue.push_back((to, there));
            }
        }
    }
    prices
}

impl<const N: usize> Sokoban<N> {
    /// The squares that the player can reach from a square.
    #[inline]
    fn region(&self, boxes: Words<N>, from: usize) -> Words<N> {
        let mut region = Words::EMPTY;
        region.insert(from);
        let mut queue = [0_u16; MOST_SQUARES];
        queue[0] = from as u16;
        let (mut done, mut len) = (0, 1);
        while done < len {
            let at = usize::from(queue[done]);
            done += 1;
            for next in self.next[at].into_iter().flatten() {
                let square = usize::from(next);
                if !region.contains(square) && !boxes.contains(square) {
                    region.insert(square);
                    queue[len] = next;
                    len += 1;
                }
            }
        }
        region
    }
}

impl<const N: usize> Space for Pushes<N> {
    type State = Words<N>;
    type Move = Move;

    fn start(&self) -> Words<N> {
        self.rules.start()
    }

    fn is_goal(&self, state: &Words<N>) -> bool {
        self.rules.is_goal(state)
    }

    fn successors(&self, state: &Words<N>, next: &mut Successors<Words<N>, Move>) {
        let (boxes, player) = (state.without_high(PLAYER_BITS), state.high(PLAYER_BITS));
        let push =
            |at, way| Some((Move::Cell(self.rules.squares[at], way), self.pushed(boxes, at, way)?));
        let reach = self.rules.region(boxes, player);
        let corral = if self.needs_all { self.corral(boxes, reach) } else { None };
        for at in corral.unwrap_or(boxes).bits() {
            for way in Direction::ALL {
                let behind = self.beside(at, way.opposite());
                if behind.is_some_and(|behind| reach.contains(behind))
                    && let Some((mv, after)) = push(at, way)
                {
                    next.push(mv, after);
                }
            }
        }
    }

    /// The player's square within a region does not matter.
    fn canonical(&self, state: &mut Words<N>) {
        let boxes = state.without_high(PLAYER_BITS);
        let region = self.rules.region(boxes, state.high(PLAYER_BITS));
        state.set_high(PLAYER_BITS, region.lowest().unwrap_or_default());
    }

    fn is_dead_end(&self, state: &Words<N>) -> bool {
        self.rules.is_dead_end(state)
    }
}

impl<const N: usize> Puzzle for Pushes<N> {
    fn vocabulary(&self) -> Vocabulary {
        Game.vocabulary()
    }

    fn board(&self, state: &Words<N>) -> Grid<u16> {
        self.rules.board(state)
    }

    fn heuristic(&self, name: &str, _options: &[Value]) -> Option<Estimate<'_, Words<N>>> {
        let estimate = move |state: &Words<N>, _: Option<&Move>| {
            self.matching(state).map_or(DEAD_END, f64::from)
        };
        (name == PUSHES.name).then(|| Box::new(estimate) as _)
    }

    fn parts(
        &self,
        name: &str,
        options: &[Value],
        state: &Words<N>,
        by: Option<&Move>,
    ) -> Vec<Valued> {
        self.rules.parts(name, options, state, by)
    }
}
