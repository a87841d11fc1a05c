//! The looks of cells: the picture of their sprites, and letters and outlines for displays without
//! colours.

use quadrille::definition::{Ground, Look, Mark, Rgb, Shape, Sprite};

use std::sync::Arc;

use crate::bits::{Bits, iterate};
use crate::program::{Object, Program};
use crate::uses::Uses;

/// The facts that determine the looks of cells.
pub(super) struct Looks {
    program: Arc<Program>,
    background: Bits,
    /// Objects that never change and stop the player.
    walls: Bits,
    /// Objects that never change and that a win condition names.
    goals: Bits,
}

impl Looks {
    pub(super) fn new(program: &Arc<Program>, background: &Bits) -> Looks {
        let (mut walls, mut goals) = (Bits::new(program.stride), Bits::new(program.stride));
        for layer in &program.layer_masks {
            if program.player.objects.meets(&layer.0) {
                walls.add(layer);
            }
        }
        for win in &program.wins {
            goals.add(&win.what.objects);
            win.place.iter().for_each(|place| goals.add(&place.objects));
        }
        let changing = Uses::new(program).changing;
        for set in [&mut walls, &mut goals] {
            set.remove(&changing);
            set.remove(background);
        }
        walls.remove(&goals);
        Looks { program: Arc::clone(program), background: background.clone(), walls, goals }
    }

    pub(super) fn of(&self, objects: &[u64]) -> Look {
        let is_shown = |object: &usize| !self.background.has(*object);
        let topmost = |set: &Bits| iterate(objects).filter(|&object| set.has(object)).last();
        let goal = topmost(&self.goals);
        let mut things: Vec<usize> = iterate(objects).filter(is_shown).collect();
        things.retain(|&object| !self.goals.has(object) && !self.walls.has(object));
        let ground = match (goal, topmost(&self.walls)) {
            (Some(_), _) => Ground::Goal,
            (None, Some(_)) => Ground::Wall,
            (None, None) => Ground::Floor,
        };
        let mark = |object: usize, shown: &[u64]| {
            Mark::letter(self.colour(object).nearest(), self.program.glyph(shown))
        };
        let piece = things.last().map(|&object| {
            let mut shown = Bits(objects.into());
            shown.remove(&self.goals);
            (Shape::Block, mark(object, &shown.0))
        });
        let target = goal.map(|object| {
            let mut shown = self.background.clone();
            shown.set(object);
            mark(object, &shown.0)
        });
        let sprite: &'static Sprite = Box::leak(Box::new(self.sprite(objects)));
        Look { target, piece, sprite: Some(sprite), ..Look::bare(ground) }
    }

    /// The sprites of the objects, one over the other.
    fn sprite(&self, objects: &[u64]) -> Sprite {
        let behind = rgb(&self.program.settings.background_colour).unwrap_or(Rgb(0, 0, 0));
        let mut sprite = Sprite([[behind; Sprite::SIDE]; Sprite::SIDE]);
        for object in iterate(objects).filter_map(|object| self.program.objects.get(object)) {
            for (row, pixels) in sprite.0.iter_mut().zip(&object.sprite) {
                for (pixel, number) in row.iter_mut().zip(pixels) {
                    if let Some(colour) = number.and_then(|number| colour(object, number)) {
                        *pixel = colour;
                    }
                }
            }
        }
        sprite
    }

    /// The colour that an object has most of.
    fn colour(&self, object: usize) -> Rgb {
        let Some(object) = self.program.objects.get(object) else { return Rgb(0, 0, 0) };
        let pixels = || object.sprite.iter().flatten().flatten();
        let count = |number: u8| pixels().filter(|&&other| other == number).count();
        let most = pixels().copied().max_by_key(|&number| count(number));
        let first = || object.colours.iter().flatten().find_map(|text| rgb(text));
        most.and_then(|number| colour(object, number)).or_else(first).unwrap_or(Rgb(128, 128, 128))
    }
}

fn colour(object: &Object, number: u8) -> Option<Rgb> {
    rgb(object.colours.get(usize::from(number))?.as_deref()?)
}

/// A colour from `#rrggbb`.
fn rgb(text: &str) -> Option<Rgb> {
    let number = u32::from_str_radix(text.strip_prefix('#')?, 16).ok()?;
    let [_, red, green, blue] = number.to_be_bytes();
    Some(Rgb(red, green, blue))
}
