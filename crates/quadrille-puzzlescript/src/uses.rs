//! The objects that the rules of a game can change, and those that they depend on.

use crate::bits::{Bits, movement_place};
use crate::program::{Pattern, Program};

/// The objects that rules can create, destroy or move, and those that a rule, a win condition or a
/// collision depends on.
#[derive(Clone, Debug)]
pub(crate) struct Uses {
    /// Created or destroyed by a rule.
    pub(crate) rewritten: Bits,
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
        let Some(made) = &pattern.replacement else { return };
        let mut created = made.set.clone();
        created.remove(&pattern.present);
        self.rewritten.add(&created);
        self.rewritten.add(&made.random);
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
                self.movable.add(&held);
                self.movable.add(&common(&made.set));
            }
            let mut destroyed = held;
            destroyed.remove(&made.set);
            let words = destroyed.0.iter().zip(&made.clear.0).map(|(one, other)| one & other);
            self.rewritten.add(&Bits(words.collect()));
            if !made.random.is_empty() && made.random.meets(&mask.0) {
                self.rewritten.add(mask);
            }
        }
    }
}
