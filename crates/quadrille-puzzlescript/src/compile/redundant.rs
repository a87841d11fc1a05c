//! Cells that exclude objects that cannot be there anyway.

use super::symbols::{Symbol, Symbols, word};
use super::text::{CellText, Draft};
use crate::bits::Bits;
use crate::fault::{At, Code, Faults};

/// The objects and layers of a game.
pub(super) struct Layout<'a> {
    pub(super) symbols: &'a Symbols,
    pub(super) layer_masks: &'a [Bits],
    pub(super) stride: usize,
}

pub(super) fn trim(draft: &mut Draft, layout: &Layout<'_>, faults: &mut Faults) {
    for cell in draft.right.iter().flatten() {
        layout.check_right(cell, draft.line, faults);
    }
    for (row, cells) in draft.right.iter_mut().enumerate() {
        for (column, cell) in cells.iter_mut().enumerate() {
            let Some(left) = draft.left.get(row).and_then(|row| row.get(column)) else { continue };
            // Like the original, skips an item after each one that is removed.
            let mut at = 0;
            while at < cell.len() {
                if cell[at].0 == word::NO && left.contains(&cell[at]) {
                    cell.remove(at);
                }
                at += 1;
            }
        }
    }
    for cell in draft.left.iter_mut().flatten() {
        layout.trim_left(cell, draft.line, faults);
    }
}

impl Layout<'_> {
    fn check_right(&self, cell: &CellText, line: usize, faults: &mut Faults) {
        let mut present = Bits::new(self.stride);
        let mut names = Vec::new();
        for (word, name) in cell {
            if *word != word::NO
                && let Some(object) = self.symbols.get(*name).object
            {
                names.push(self.symbols.upper(*name));
                present.set(object.id);
            }
        }
        for (word, name) in cell {
            if *word == word::NO
                && let Some(mask) = &self.symbols.get(*name).mask
                && mask.meets(&present.0)
            {
                let (name, names) = (self.symbols.upper(*name), names.join(", "));
                faults.add(Code::NoAndYes, At::Line(line), &[&name, &names]);
            }
        }
    }

    fn trim_left(&self, cell: &mut CellText, line: usize, faults: &mut Faults) {
        let mut required = Bits::new(self.stride);
        let mut occupier: Vec<Option<Symbol>> = vec![None; self.layer_masks.len()];
        for (word, name) in cell.iter() {
            if *word == word::NO {
                continue;
            }
            let meaning = self.symbols.get(*name);
            let members: &[Symbol] = if meaning.is_single {
                meaning.property.as_deref().unwrap_or_default()
            } else if meaning.object.is_some() {
                std::slice::from_ref(name)
            } else {
                meaning.aggregate.as_deref().unwrap_or_default()
            };
            for object in members.iter().filter_map(|member| self.symbols.get(*member).object) {
                required.set(object.id);
                if object.is_layered {
                    occupier[object.layer] = Some(*name);
                }
            }
        }
        let mut at = 0;
        while at < cell.len() {
            let (word, name) = cell[at];
            at += 1;
            if word != word::NO {
                continue;
            }
            let Some(mask) = &self.symbols.get(name).mask else { continue };
            let mut layers = self.layer_masks.iter().enumerate();
            let is_covered =
                layers.all(|(layer, all)| !all.meets(&mask.0) || occupier[layer].is_some());
            if is_covered && !mask.meets(&required.0) {
                let present: Vec<(usize, Symbol)> = occupier
                    .iter()
                    .enumerate()
                    .filter_map(|(layer, name)| Some((layer, (*name)?)))
                    .collect();
                let names: Vec<String> =
                    present.iter().map(|(_, name)| self.symbols.upper(*name)).collect();
                let layers: Vec<String> =
                    present.iter().map(|(layer, _)| (layer + 1).to_string()).collect();
                let args = [self.symbols.upper(name), names.join(", "), layers.join(", ")];
                let args: Vec<&str> = args.iter().map(String::as_str).collect();
                faults.add(Code::NoNeedless, At::Line(line), &args);
                at -= 1;
                cell.remove(at);
            }
        }
    }
}
