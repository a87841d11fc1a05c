//! Rules as masks.

use super::expand::{Hopeless, MOST_RULES};
use super::redundant::Layout;
use super::symbols::{Symbol, Symbols, word};
use super::text::{CellText, Draft};
use crate::bits::Bits;
use crate::fault::{At, Code, Faults};
use crate::program::{
    ACTION, ANY_MOVEMENT, Cell, DOWN, LEFT, Pattern, RIGHT, Replacement, Row, Rule, UP,
};

/// A rule with masks, and the two objects of one layer that it requires in one cell.
pub(super) struct Masked {
    pub(super) rule: Rule,
    pub(super) group: usize,
    pub(super) is_late: bool,
    pub(super) overlap: Option<(String, String)>,
}

/// The left side of a cell, for the right side.
struct Left {
    pattern: Pattern,
    /// The name in each layer.
    used: Vec<Option<Symbol>>,
    /// The layers of its objects, as movements.
    layers: Bits,
}

pub(super) struct Masker<'a> {
    pub(super) layout: Layout<'a>,
    /// The names of the objects, by number.
    pub(super) names: &'a [String],
    pub(super) movement_stride: usize,
}

fn movement(word: Symbol) -> u8 {
    match word {
        word::UP => UP,
        word::DOWN => DOWN,
        word::LEFT => LEFT,
        word::RIGHT => RIGHT,
        word::ACTION => ACTION,
        _ => 0,
    }
}

impl Masker<'_> {
    fn symbols(&self) -> &Symbols {
        self.layout.symbols
    }

    pub(super) fn rules(
        &self,
        drafts: &[Draft],
        faults: &mut Faults,
    ) -> Result<Vec<Masked>, Hopeless> {
        if drafts.len() > MOST_RULES {
            return Err(Hopeless::TooMany);
        }
        Ok(drafts.iter().filter_map(|draft| self.rule(draft, faults)).collect())
    }

    /// The masks of a rule; `None` if it has a fault or can never match.
    fn rule(&self, draft: &Draft, faults: &mut Faults) -> Option<Masked> {
        let at = At::Line(draft.line);
        let mut overlap = None;
        let mut is_at_edge = false;
        let mut rows = Vec::with_capacity(draft.left.len());
        for (row, left) in draft.left.iter().enumerate() {
            let right = draft.right.get(row);
            let mut cells = Vec::with_capacity(left.len());
            for (column, cell) in left.iter().enumerate() {
                let made = right.map(|row| &row[column]);
                let side = self.left(cell, at, &mut overlap, faults);
                let is_ellipsis = cell.iter().any(|(word, _)| *word == word::ELLIPSIS);
                if is_ellipsis {
                    if cell.len() != 1 {
                        faults.add(Code::EllipsisAlone, at, &[]);
                        return None;
                    }
                    if column == 0 || column + 1 == left.len() {
                        faults.add(Code::EllipsisEdge, at, &[]);
                        is_at_edge = true;
                    }
                    if made.is_some_and(|made| made.len() != 1 || made[0].0 != word::ELLIPSIS) {
                        faults.add(Code::EllipsisLeft, at, &[]);
                    }
                    cells.push(Cell::Ellipsis);
                    continue;
                }
                let Left { mut pattern, used, layers } = side;
                if pattern.present.meets(&pattern.missing.0) {
                    let names = self.names(&pattern.present, &pattern.missing);
                    faults.add(Code::NeverMatch, at, &[&names]);
                    return None;
                }
                if let Some(made) = made {
                    let overlaps = overlap.is_some();
                    pattern.replacement =
                        self.right(made, &pattern, &used, layers, overlaps, at, faults);
                }
                cells.push(Cell::Pattern(pattern));
            }
            let ellipses = cells.iter().filter(|cell| matches!(cell, Cell::Ellipsis)).count();
            rows.push(Row { cells, ellipses });
        }
        if is_at_edge {
            return None;
        }
        let rule = Rule {
            line: draft.line,
            direction: movement(draft.direction),
            rows,
            replaces: !draft.right.is_empty(),
            is_rigid: draft.is_rigid,
            is_random: draft.is_random,
            commands: draft.commands.clone(),
        };
        Some(Masked { rule, group: draft.group, is_late: draft.is_late, overlap })
    }

    fn names(&self, some: &Bits, others: &Bits) -> String {
        let both = some.iter().filter(|id| others.has(*id));
        let names = both.filter_map(|id| self.names.get(id));
        names.map(|name| name.to_uppercase()).collect::<Vec<_>>().join(", ")
    }

    /// The layer of an object, or of all objects of a property.
    fn layer(&self, name: Symbol) -> Option<usize> {
        let meaning = self.symbols().get(name);
        meaning.object.map(|object| object.layer).or(meaning.layer)
    }

    fn left(
        &self,
        cell: &CellText,
        at: At,
        overlap: &mut Option<(String, String)>,
        faults: &mut Faults,
    ) -> Left {
        let (stride, moves) = (self.layout.stride, self.movement_stride);
        let mut pattern = Pattern {
            present: Bits::new(stride),
            missing: Bits::new(stride),
            any: Vec::new(),
            movements: Bits::new(moves),
            no_movements: Bits::new(moves),
            replacement: None,
        };
        let mut used = vec![None; self.layout.layer_masks.len()];
        let mut layers = Bits::new(moves);
        for &(word, name) in cell {
            if word == word::ELLIPSIS {
                break;
            }
            if word == word::RANDOM {
                faults.add(Code::RandomLeft, at, &[]);
                continue;
            }
            let meaning = self.symbols().get(name);
            let (Some(layer), Some(mask)) = (self.layer(name), &meaning.mask) else {
                faults.add(Code::RuleUnlayered, at, &[&self.symbols().upper(name)]);
                continue;
            };
            if word == word::NO {
                pattern.missing.add(mask);
                continue;
            }
            if let Some(other) = used[layer] {
                let symbols = self.symbols();
                *overlap = Some((symbols.upper(name), symbols.upper(other)));
            }
            used[layer] = Some(name);
            if meaning.object.is_some() {
                pattern.present.add(mask);
                layers.add_movement(layer, ANY_MOVEMENT);
            } else {
                pattern.any.push(mask.clone());
            }
            if word == word::STATIONARY {
                pattern.no_movements.add_movement(layer, ANY_MOVEMENT);
            } else {
                // As in the original: `randomdir` on the left has two bits that no movement
                // combines.
                let movement = if word == word::RANDOMDIR { UP | LEFT } else { movement(word) };
                pattern.movements.add_movement(layer, movement);
            }
        }
        Left { pattern, used, layers }
    }

    #[allow(clippy::too_many_arguments)]
    fn right(
        &self,
        cell: &CellText,
        left: &Pattern,
        used_left: &[Option<Symbol>],
        left_layers: Bits,
        overlaps: bool,
        at: At,
        faults: &mut Faults,
    ) -> Option<Replacement> {
        let (stride, moves) = (self.layout.stride, self.movement_stride);
        let symbols = self.symbols();
        if cell.first().is_some_and(|(word, _)| *word == word::ELLIPSIS) {
            faults.add(Code::EllipsisRight, at, &[]);
        }
        if cell.len() != 1 && cell.iter().any(|(word, _)| *word == word::ELLIPSIS) {
            faults.add(Code::EllipsisAlone, at, &[]);
        }
        let mut made = Replacement {
            clear: Bits::new(stride),
            set: Bits::new(stride),
            clear_movements: Bits::new(moves),
            set_movements: Bits::new(moves),
            layers: Bits::new(moves),
            random: Bits::new(stride),
            random_layers: Vec::new(),
        };
        let mut used = vec![None; used_left.len()];
        let mut used_random = vec![None; used_left.len()];
        let mut right_layers = Bits::new(moves);
        for &(word, name) in cell {
            if word == word::ELLIPSIS {
                break;
            }
            if word == word::RANDOM {
                self.random(name, &mut made, &used, &mut used_random, at, faults);
                continue;
            }
            let meaning = symbols.get(name);
            let (Some(layer), Some(mask)) = (self.layer(name), &meaning.mask) else {
                faults.add(Code::RuleUnlayered, at, &[&symbols.upper(name)]);
                continue;
            };
            if word == word::NO {
                made.clear.add(mask);
                continue;
            }
            if let Some(other) = used[layer].or(used_random[layer])
                && !overlaps
            {
                let (name, other) = (symbols.upper(name), symbols.upper(other));
                faults.add(Code::CannotOverlap, at, &[&name, &other]);
            }
            used[layer] = Some(name);
            if word != word::NONE {
                made.layers.add_movement(layer, ANY_MOVEMENT);
            }
            if let Some(object) = meaning.object {
                made.set.set(object.id);
                made.clear.add(&self.layout.layer_masks[layer]);
                right_layers.add_movement(layer, ANY_MOVEMENT);
            }
            match word {
                word::STATIONARY => made.clear_movements.add_movement(layer, ANY_MOVEMENT),
                word::RANDOMDIR => made.random_layers.push(layer),
                _ => made.set_movements.add_movement(layer, movement(word)),
            }
        }
        made.random_layers.sort_unstable();
        made.random_layers.dedup();
        if !left.present.is_within(&made.set.0) {
            made.clear.add(&left.present);
        }
        if !left.movements.is_within(&made.set_movements.0) {
            made.clear_movements.add(&left.movements);
        }
        for (layer, used_left) in used_left.iter().enumerate() {
            if used_left.is_some() && used[layer].is_none() {
                made.clear.add(&self.layout.layer_masks[layer]);
                made.layers.add_movement(layer, ANY_MOVEMENT);
            }
        }
        let mut gone = left_layers;
        gone.remove(&right_layers);
        made.layers.add(&gone);
        let does_nothing = made.clear.is_empty()
            && made.set.is_empty()
            && made.clear_movements.is_empty()
            && made.set_movements.is_empty()
            && made.layers.is_empty()
            && made.random.is_empty()
            && made.random_layers.is_empty();
        (!does_nothing).then_some(made)
    }

    fn random(
        &self,
        name: Symbol,
        made: &mut Replacement,
        used: &[Option<Symbol>],
        used_random: &mut [Option<Symbol>],
        at: At,
        faults: &mut Faults,
    ) {
        let symbols = self.symbols();
        let meaning = symbols.get(name);
        let Some(mask) = &meaning.mask else {
            faults.add(Code::RandomUnknown, at, &[&symbols.upper(name)]);
            return;
        };
        made.random.add(mask);
        let members: &[Symbol] = meaning.property.as_deref().unwrap_or(std::slice::from_ref(&name));
        if members.len() == 1 {
            faults.add(Code::RandomSingle, at, &[&symbols.upper(name)]);
        }
        for &member in members {
            let Some(object) = symbols.get(member).object.filter(|object| object.is_layered) else {
                continue;
            };
            if let Some(other) = used[object.layer].filter(|other| *other != member) {
                let (one, other) = (symbols.upper(member), symbols.upper(other));
                faults.add(Code::RandomOverlap, at, &[&one, &other]);
            }
            used_random[object.layer] = Some(member);
        }
    }
}
