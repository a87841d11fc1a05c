//! Compiles a parsed source.

mod expand;
mod groups;
mod levels;
mod masks;
mod redundant;
mod settings;
mod sounds;
mod symbols;
mod text;

use std::collections::{HashMap, HashSet};

use crate::bits::{Bits, LAYERS_PER_WORD};
use crate::colours::{colour, is_colour, is_palette};
use crate::fault::{At, Code, Faults};
use crate::parse::{ObjectText, Source, single};
use crate::program::{Filter, Object, Program, Quantifier, WinCondition};
use expand::{Hopeless, MOST_RULES};
use symbols::{Placed, Symbols};

pub use levels::MOST_CELLS;
pub(crate) use settings::check_title;

/// The number of objects a game may have. The largest of the recorded games has 358.
pub const MOST_OBJECTS: usize = 4096;

pub(crate) fn compile(source: &Source, faults: &mut Faults) -> Option<Program> {
    for (name, code) in [("player", Code::NoPlayer), ("background", Code::NoBackground)] {
        if source.defined(name).is_none() {
            faults.add(code, At::Nowhere, &[]);
        }
    }
    if source.layers.is_empty() {
        faults.add(Code::NoLayers, At::Nowhere, &[]);
        return None;
    }
    if source.objects.len() > MOST_OBJECTS || source.layers.len() > MOST_OBJECTS {
        let why = format!("there are more than {MOST_OBJECTS} objects");
        faults.add(Code::TooLarge, At::Nowhere, &[&why]);
        return None;
    }
    let mut symbols = Symbols::new();
    let names = place_objects(source, &mut symbols);
    // A game without objects is read to the end for its faults.
    let stride = names.len().div_ceil(64).max(1);
    let movement_stride = source.layers.len().div_ceil(LAYERS_PER_WORD);
    check_palette(source, faults);
    let objects = read_objects(source, &names, &symbols, faults);
    let glyphs = read_glyphs(source, &mut symbols, &names, stride, faults);
    symbols.resolve(source, faults);
    if names.is_empty() {
        faults.add(Code::NoObjects, At::Nowhere, &[]);
    }
    let background =
        find_background(source, &symbols, &names, faults).filter(|placed| placed.is_layered);
    symbols.find_masks(source, stride);
    let player = find_player(&symbols, stride);
    if names.is_empty() || player.objects.is_empty() {
        faults.add(Code::EmptyName, At::Nowhere, &["player"]);
    }
    let layer_masks: Vec<Bits> = layer_masks(source, &symbols, stride);
    let boards = levels::Boards {
        symbols: &symbols,
        glyph: &|glyph| glyphs.get(&glyph.to_string()).cloned(),
        background: background.map(|placed| (placed.id, &layer_masks[placed.layer])),
        stride,
    };
    let levels = boards.read(source, faults)?;
    let rules = compile_rules(source, &mut symbols, &layer_masks, &names, stride, faults);
    let (mut rules, mut late, mut loops) = rules?;
    let rigid_groups = groups::number_rigid(&mut rules, faults);
    let wins = read_wins(source, &symbols, faults);
    check_layers(source, &symbols, faults);
    let mut settings = settings::read(source, faults);
    groups::check_loops(&mut loops, faults);
    groups::place_loops(&mut rules, &loops, faults);
    groups::place_loops(&mut late, &loops, faults);
    let sounds = sounds::read(source, &symbols, faults);
    settings::read_colours(source, &mut settings, faults);
    if levels.is_empty() {
        faults.add(Code::NoLevels, At::Nowhere, &[]);
    }
    if names.is_empty() {
        return None;
    }
    let text = |key: &str| {
        let setting = source.settings.iter().rev().find(|(name, _)| name == key);
        setting.map(|(_, value)| value.clone())
    };
    let mut glyph_order: Vec<(usize, char)> =
        glyphs.keys().filter_map(|name| Some((source.defined(name)?, single(name)?))).collect();
    glyph_order.sort_unstable();
    Some(Program {
        title: text("title"),
        author: text("author"),
        homepage: text("homepage"),
        settings,
        objects,
        levels,
        layer_masks,
        player,
        background_layer: background.map(|placed| placed.layer),
        rules,
        late,
        rigid_groups,
        wins,
        sounds,
        glyphs: glyphs
            .into_iter()
            .filter_map(|(name, mask)| Some((single(&name)?, mask)))
            .collect(),
        glyph_order: glyph_order.into_iter().map(|(_, glyph)| glyph).collect(),
        stride,
        movement_stride,
    })
}

/// Numbers the objects in the order of the layers. If one is in two layers, the last counts.
fn place_objects(source: &Source, symbols: &mut Symbols) -> Vec<String> {
    let mut names = Vec::new();
    for object in &source.objects {
        let symbol = symbols.intern(&object.name);
        let unplaced = Placed { id: 0, layer: 0, is_layered: false };
        symbols.get_mut(symbol).object = Some(unplaced);
    }
    for (layer, members) in source.layers.iter().enumerate() {
        for name in members {
            if source.object(name).is_some() {
                let symbol = symbols.intern(name);
                let placed = Placed { id: names.len(), layer, is_layered: true };
                symbols.get_mut(symbol).object = Some(placed);
                names.push(name.clone());
            }
        }
    }
    names
}

fn check_palette(source: &Source, faults: &mut Faults) {
    for (key, value) in &source.settings {
        if key == "color_palette" && !is_palette(value) {
            faults.add(Code::Palette, At::Line(0), &[value]);
        }
    }
}

fn read_objects(
    source: &Source,
    names: &[String],
    symbols: &Symbols,
    faults: &mut Faults,
) -> Vec<Object> {
    let mut looks: HashMap<&str, Object> = HashMap::new();
    for text in &source.objects {
        looks.insert(&text.name, read_object(text, faults));
    }
    let layer = |name: &str| symbols.named(name).and_then(|meaning| meaning.object);
    names
        .iter()
        .map(|name| Object {
            layer: layer(name).map_or(0, |placed| placed.layer),
            ..looks[name.as_str()].clone()
        })
        .collect()
}

fn read_object(text: &ObjectText, faults: &mut Faults) -> Object {
    let name = text.name.to_uppercase();
    if text.colours.len() > 10 {
        faults.add(Code::TooManyColours, At::Line(text.line + 1), &[&name]);
    }
    for colour in text.colours.iter().filter(|colour| !is_colour(colour)) {
        faults.add(Code::BadColour, At::Line(text.line + 1), &[&name, colour]);
    }
    if text.colours.is_empty() {
        faults.add(Code::NoColour, At::Line(text.line), &[&name]);
    }
    let mut sprite = [[Some(0); 5]; 5];
    if !text.sprite.is_empty() {
        let is_square = text.sprite.len() == 5 && text.sprite.iter().all(|row| row.len() == 5);
        if !is_square {
            faults.add(Code::SpriteSize, At::Line(text.line), &[&name]);
        }
        sprite = [[None; 5]; 5];
        for (row, pixels) in text.sprite.iter().take(5).enumerate() {
            for (column, pixel) in pixels.chars().take(5).enumerate() {
                sprite[row][column] = pixel.to_digit(10).map(|digit| digit as u8);
            }
        }
    }
    let colours = text.colours.iter().map(|text| colour(text)).collect();
    Object { name: text.name.clone(), layer: 0, colours, sprite }
}

/// The objects of every name that may stand for cells of a level.
fn read_glyphs(
    source: &Source,
    symbols: &mut Symbols,
    names: &[String],
    stride: usize,
    faults: &mut Faults,
) -> HashMap<String, Bits> {
    let placed = |name: &str| symbols.named(name).and_then(|meaning| meaning.object);
    let mut glyphs: HashMap<String, Bits> = HashMap::new();
    for object in &source.objects {
        let mut mask = Bits::new(stride);
        if let Some(placed) = placed(&object.name).filter(|placed| placed.is_layered) {
            mask.set(placed.id);
        }
        glyphs.insert(object.name.clone(), mask);
    }
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for entry in &source.synonyms {
            if !glyphs.contains_key(&entry.name)
                && let Some(mask) = glyphs.get(&entry.members[0]).cloned()
            {
                glyphs.insert(entry.name.clone(), mask);
                is_changed = true;
            }
        }
        for entry in &source.aggregates {
            let is_known = |name: &String| glyphs.contains_key(name);
            if is_known(&entry.name) || !entry.members.iter().all(is_known) {
                continue;
            }
            let mut mask = Bits::new(stride);
            let mut used: HashMap<usize, usize> = HashMap::new();
            for member in &entry.members {
                let at = At::Line(entry.line);
                let Some(placed) = placed(member) else {
                    faults.add(Code::ObjectMissing, at, &[member]);
                    continue;
                };
                if !placed.is_layered {
                    faults.add(Code::Unlayered, at, &[&member.to_uppercase()]);
                } else if let Some(other) = used.get(&placed.layer) {
                    let (one, other) = (member.to_uppercase(), names[*other].to_uppercase());
                    faults.add(Code::AggregateOverlap, at, &[&one, &other]);
                } else {
                    used.insert(placed.layer, placed.id);
                    mask.set(placed.id);
                }
            }
            glyphs.insert(entry.name.clone(), mask);
            is_changed = true;
        }
    }
    glyphs
}

fn find_background(
    source: &Source,
    symbols: &Symbols,
    names: &[String],
    faults: &mut Faults,
) -> Option<Placed> {
    let object = |name: &str| symbols.named(name).and_then(|meaning| meaning.object);
    let first = || names.first().and_then(|name| object(name));
    if source.object("background").is_some() {
        return object("background");
    }
    let line = source.defined("background").map_or(At::Nowhere, At::Line);
    let meaning = symbols.named("background");
    if let Some(meant) = meaning.and_then(|meaning| meaning.synonym) {
        symbols.get(meant).object
    } else if let Some(members) = meaning.and_then(|meaning| meaning.property.as_ref()) {
        let members: Vec<Option<Placed>> =
            members.iter().map(|member| symbols.get(*member).object).collect();
        let first = (*members.first()?)?;
        let is_same =
            |other: &Placed| (other.layer, other.is_layered) == (first.layer, first.is_layered);
        if !members.iter().flatten().all(is_same) {
            faults.add(Code::BackgroundLayers, line, &[]);
        }
        Some(first)
    } else if meaning.is_some_and(|meaning| meaning.aggregate.is_some()) {
        faults.add(Code::BackgroundAggregate, line, &[]);
        first()
    } else {
        faults.add(Code::BackgroundMissing, At::Nowhere, &[]);
        first()
    }
}

fn find_player(symbols: &Symbols, stride: usize) -> Filter {
    let mut objects = Bits::new(stride);
    let mut is_aggregate = false;
    if let Some(meaning) = symbols.named("player") {
        is_aggregate = meaning.aggregate.is_some();
        let lists = [&meaning.aggregate, &meaning.property];
        let members = lists.into_iter().flatten().flat_map(|members| members.iter().copied());
        let placed = members.chain(meaning.synonym).filter_map(|member| symbols.get(member).object);
        for placed in placed.chain(meaning.object) {
            objects.set(placed.id);
        }
    }
    Filter { objects, is_aggregate }
}

fn layer_masks(source: &Source, symbols: &Symbols, stride: usize) -> Vec<Bits> {
    let mut masks = vec![Bits::new(stride); source.layers.len()];
    for object in &source.objects {
        let placed = symbols.named(&object.name).and_then(|meaning| meaning.object);
        if let Some(placed) = placed.filter(|placed| placed.is_layered) {
            masks[placed.layer].set(placed.id);
        }
    }
    masks
}

type Compiled = (crate::program::Phase, crate::program::Phase, Vec<(usize, bool)>);

fn compile_rules(
    source: &Source,
    symbols: &mut Symbols,
    layer_masks: &[Bits],
    names: &[String],
    stride: usize,
    faults: &mut Faults,
) -> Option<Compiled> {
    let mut drafts = if source.rules.len() > MOST_RULES {
        too_many_rules(faults);
        return None;
    } else {
        text::read(source, symbols, faults)
    };
    let layout = redundant::Layout { symbols, layer_masks, stride };
    for (draft, _) in &mut drafts.rules {
        redundant::trim(draft, &layout, faults);
    }
    let expanded = expand::expand(drafts.rules, drafts.is_hopeless, symbols, faults);
    let masker = masks::Masker {
        layout,
        names,
        movement_stride: layer_masks.len().div_ceil(LAYERS_PER_WORD),
    };
    let masked = expanded.map(drop_equal).and_then(|drafts| masker.rules(&drafts, faults));
    match masked {
        Ok(masked) => {
            let (rules, late) = groups::arrange(masked, faults);
            Some((rules, late, drafts.loops))
        }
        Err(Hopeless::Reported) => None,
        Err(Hopeless::TooMany) => {
            too_many_rules(faults);
            None
        }
    }
}

fn too_many_rules(faults: &mut Faults) {
    let why = format!("the rules stand for more than {MOST_RULES} simple ones");
    faults.add(Code::TooLarge, At::Nowhere, &[&why]);
}

/// Of equal rules in a group, keeps the last.
fn drop_equal(drafts: Vec<text::Draft>) -> Vec<text::Draft> {
    let mut seen: HashSet<text::Draft> = HashSet::new();
    let mut group = None;
    let mut kept: Vec<text::Draft> = Vec::with_capacity(drafts.len());
    for draft in drafts.into_iter().rev() {
        if group != Some(draft.group) {
            seen.clear();
            group = Some(draft.group);
        }
        let mut key = draft.clone();
        if draft.left.iter().all(|row| row.len() <= 1) {
            key.direction = symbols::word::NONE;
        }
        if seen.insert(key) {
            kept.push(draft);
        }
    }
    kept.reverse();
    kept
}

fn read_wins(source: &Source, symbols: &Symbols, faults: &mut Faults) -> Vec<WinCondition> {
    let mut wins = Vec::new();
    for (words, line) in &source.wins {
        let at = At::Line(*line);
        if words.len() <= 1 {
            faults.add(Code::WinShape, at, &[]);
            continue;
        }
        let quantifier = match words[0].as_str() {
            "no" => Quantifier::No,
            "all" => Quantifier::All,
            _ => Quantifier::Some,
        };
        let mut filter = |name: &str| {
            let meaning = symbols.named(name);
            let mask = meaning.and_then(|meaning| meaning.mask.clone());
            let aggregate = meaning.and_then(|meaning| meaning.aggregate_mask.clone());
            if let Some(objects) = mask {
                return Some(Filter { objects, is_aggregate: false });
            }
            if aggregate.is_none() {
                faults.add(Code::WinTerm, at, &[name]);
            }
            aggregate.map(|objects| Filter { objects, is_aggregate: true })
        };
        let what = filter(&words[1]);
        let place = if words.len() == 4 { Some(filter(&words[3])) } else { None };
        match (what, place) {
            (Some(what), None) => wins.push(WinCondition { quantifier, what, place: None }),
            (Some(what), Some(Some(place))) => {
                wins.push(WinCondition { quantifier, what, place: Some(place) });
            }
            _ => {}
        }
    }
    wins
}

fn check_layers(source: &Source, symbols: &Symbols, faults: &mut Faults) {
    for object in &source.objects {
        let placed = symbols.named(&object.name).and_then(|meaning| meaning.object);
        if !placed.is_some_and(|placed| placed.is_layered) {
            faults.add(Code::Unlayered, At::Line(object.line), &[&object.name.to_uppercase()]);
        }
    }
}
