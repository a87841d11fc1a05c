//! The objects that the rules of a game can change, and those that they depend on.

use crate::bits::{Bits, movement_place};
use crate::program::{Pattern, Program};

/// The objects that rules can create, destroy or move, and those that a rule, a win condition or a
/// collision depends on.
#[derive(Clone, Debug)]
pub(crate) struct Uses {
    /// Created or destroyed by a rule.
    pub(crate) rewritten: Bits,
    pub(crate) destroyed: Bits,
    /// Created, destroyed or moved.
    pub(crate) changing: Bits,
    pub(crate) movable: Bits,
    pub(crate) seen: Bits,
}

impl Uses {
    pub(crate) fn new(program: &Program) -> Uses {
        let empty = Bits::new(program.stride);
        let mut uses = Uses {
            rewritten: empty.clone(),
            destroyed: empty.clone(),
            changing: empty.clone(),
            movable: empty.clone(),
            seen: empty,
        };
        uses.movable.add(&program.player.objects);
        uses.seen.add(&program.player.objects);
        for pattern in program.patterns() {
            uses.add(pattern, program);
        }
        for win in &program.wins {
            for filter in [Some(&win.what), win.place.as_ref()].into_iter().flatten() {
                uses.seen.add(&filter.objects);
            }
        }
        // A moving object is stopped by objects of its layer.
        for layer in &program.layer_masks {
            if uses.movable.meets(&layer.0) {
                uses.seen.add(layer);
            }
        }
        uses.changing = uses.rewritten.clone();
        uses.changing.add(&uses.movable);
        uses
    }

    fn add(&mut self, pattern: &Pattern, program: &Program) {
        self.seen.add(&pattern.present);
        self.seen.add(&pattern.missing);
        pattern.any.iter().for_each(|any| self.seen.add(any));
        let Effect { created, destroyed, moved } = Effect::of(pattern, program);
        self.rewritten.add(&created);
        self.rewritten.add(&destroyed);
        self.destroyed.add(&destroyed);
        self.movable.add(&moved);
    }
}

/// The objects that a rule may create, destroy and move in a cell that matches.
pub(crate) struct Effect {
    pub(crate) created: Bits,
    pub(crate) destroyed: Bits,
    pub(crate) moved: Bits,
}

impl Effect {
    pub(crate) fn of(pattern: &Pattern, program: &Program) -> Effect {
        let empty = || Bits::new(program.stride);
        let mut effect = Effect { created: empty(), destroyed: empty(), moved: empty() };
        let Some(made) = &pattern.replacement else { return effect };
        effect.created = made.set.clone();
        effect.created.remove(&pattern.present);
        effect.created.add(&made.random);
        for (layer, mask) in program.layer_masks.iter().enumerate() {
            let common = |bits: &Bits| {
                let words = bits.0.iter().zip(&mask.0).map(|(one, other)| one & other);
                Bits(words.collect())
            };
            // The objects that the cell may hold in this layer before.
            let mut held = common(&pattern.present);
            if held.is_empty() {
                for any in &pattern.any {
                    held.add(&common(any));
                }
            }
            if held.is_empty() {
                held = mask.clone();
                held.remove(&pattern.missing);
            }
            let (word, shift) = movement_place(layer);
            let moves = made.set_movements.0[word] >> shift & 31 != 0
                || made.random_layers.contains(&layer);
            if moves {
                effect.moved.add(&held);
                effect.moved.add(&common(&made.set));
            }
            held.remove(&made.set);
            let words = held.0.iter().zip(&made.clear.0).map(|(one, other)| one & other);
            effect.destroyed.add(&Bits(words.collect()));
            if !made.random.is_empty() && made.random.meets(&mask.0) {
                effect.destroyed.add(mask);
            }
        }
        effect
    }
}
