//! The sounds of objects.

use super::symbols::{Symbol, Symbols};
use crate::fault::{At, Code, Faults};
use crate::parse::{SoundText, SoundWord, Source};
use crate::program::{ACTION, DOWN, LEFT, RIGHT, Sounds, UP};

pub(super) fn read(source: &Source, symbols: &Symbols, faults: &mut Faults) -> Sounds {
    let layers = source.layers.len();
    let mut sounds = Sounds { movement: vec![Vec::new(); layers], ..Sounds::default() };
    let mut events = Vec::new();
    for sound in &source.sounds {
        let at = At::Line(sound.line);
        if sound.words.len() == 1 {
            faults.add(Code::SoundForm, at, &[]);
            continue;
        }
        let (seed, kind) = &sound.words[sound.words.len() - 1];
        if *kind != SoundWord::Number {
            faults.add(Code::SoundData, at, &[seed]);
        }
        let (name, kind) = &sound.words[0];
        if *kind == SoundWord::Event {
            if events.contains(name) {
                faults.add(Code::SoundTwice, at, &[&name.to_uppercase()]);
            }
            events.push(name.clone());
        } else {
            object_sound(sound, name, seed, symbols, &mut sounds, faults);
        }
    }
    sounds
}

fn object_sound(
    sound: &SoundText,
    name: &str,
    seed: &str,
    symbols: &Symbols,
    sounds: &mut Sounds,
    faults: &mut Faults,
) {
    let at = At::Line(sound.line);
    let Some(symbol) = symbols.find(name) else { return };
    let meaning = symbols.get(symbol);
    if meaning.aggregate.is_some() {
        faults.add(Code::SoundAggregate, at, &[name]);
        return;
    }
    let Some(mask) = &meaning.mask else {
        faults.add(Code::SoundObject, at, &[name]);
        return;
    };
    let verb = sound.words[1].0.as_str();
    let words = sound.words.get(2..sound.words.len() - 1).unwrap_or_default();
    let mut directions = words.iter().fold(0, |all, (word, _)| {
        all | match word.as_str() {
            "up" => UP,
            "down" => DOWN,
            "left" => LEFT,
            "right" => RIGHT,
            "horizontal" => LEFT | RIGHT,
            "vertical" => UP | DOWN,
            _ => UP | DOWN | LEFT | RIGHT,
        }
    });
    if verb == "action" {
        directions = ACTION;
    } else if directions == 0 {
        directions = UP | DOWN | LEFT | RIGHT;
    }
    match verb {
        "create" => sounds.create.push((mask.clone(), seed.to_string())),
        "destroy" => sounds.destroy.push((mask.clone(), seed.to_string())),
        _ => {
            for object in targets(symbol, symbols) {
                let Some(placed) = symbols.get(object).object.filter(|object| object.is_layered)
                else {
                    continue;
                };
                let seed = seed.to_string();
                if verb == "cantmove" {
                    sounds.blocked.push((placed.id, placed.layer, directions, seed));
                } else {
                    sounds.movement[placed.layer].push((placed.id, directions, seed));
                }
            }
        }
    }
}

fn targets(symbol: Symbol, symbols: &Symbols) -> Vec<Symbol> {
    let meaning = symbols.get(symbol);
    if let Some(meant) = meaning.synonym {
        return targets(meant, symbols);
    }
    meaning.property.as_ref().map_or_else(|| vec![symbol], |members| members.to_vec())
}
