//! Names as numbers, and their meanings: an object, several that share cells (`and`), one of
//! several (`or`).

use std::collections::HashMap;
use std::rc::Rc;

use crate::bits::Bits;
use crate::fault::{At, Code, Faults};
use crate::parse::{Entry, Source};

/// A name or a word.
pub(super) type Symbol = u32;

/// The words that may stand before an object in a cell. Their numbers are their indices.
pub(super) const WORDS: [&str; 25] = [
    "",
    "up",
    "down",
    "left",
    "right",
    "action",
    "moving",
    "stationary",
    "randomdir",
    "random",
    "no",
    "horizontal",
    "vertical",
    "orthogonal",
    "parallel",
    "perpendicular",
    "^",
    "v",
    "<",
    ">",
    // `parallel` and `perpendicular` of a rule with a direction; no source can write these.
    "\u{1}horizontal parallel",
    "\u{1}horizontal perpendicular",
    "\u{1}vertical parallel",
    "\u{1}vertical perpendicular",
    "...",
];

pub(super) mod word {
    use super::Symbol;
    pub(in crate::compile) const NONE: Symbol = 0;
    pub(in crate::compile) const UP: Symbol = 1;
    pub(in crate::compile) const DOWN: Symbol = 2;
    pub(in crate::compile) const LEFT: Symbol = 3;
    pub(in crate::compile) const RIGHT: Symbol = 4;
    pub(in crate::compile) const ACTION: Symbol = 5;
    pub(in crate::compile) const MOVING: Symbol = 6;
    pub(in crate::compile) const STATIONARY: Symbol = 7;
    pub(in crate::compile) const RANDOMDIR: Symbol = 8;
    pub(in crate::compile) const RANDOM: Symbol = 9;
    pub(in crate::compile) const NO: Symbol = 10;
    pub(in crate::compile) const HORIZONTAL: Symbol = 11;
    pub(in crate::compile) const VERTICAL: Symbol = 12;
    pub(in crate::compile) const ORTHOGONAL: Symbol = 13;
    pub(in crate::compile) const PARALLEL: Symbol = 14;
    pub(in crate::compile) const PERPENDICULAR: Symbol = 15;
    pub(in crate::compile) const HORIZONTAL_PARALLEL: Symbol = 20;
    pub(in crate::compile) const HORIZONTAL_PERPENDICULAR: Symbol = 21;
    pub(in crate::compile) const VERTICAL_PARALLEL: Symbol = 22;
    pub(in crate::compile) const VERTICAL_PERPENDICULAR: Symbol = 23;
    pub(in crate::compile) const ELLIPSIS: Symbol = 24;
}

/// An object's number and layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placed {
    pub(super) id: usize,
    pub(super) layer: usize,
    /// An object without a layer counts as number 0 in layer 0, as in the original.
    pub(super) is_layered: bool,
}

#[derive(Clone, Default, Debug)]
pub(super) struct Meaning {
    pub(super) text: String,
    pub(super) object: Option<Placed>,
    pub(super) aggregate: Option<Rc<[Symbol]>>,
    pub(super) property: Option<Rc<[Symbol]>>,
    pub(super) synonym: Option<Symbol>,
    /// The objects of an object, a synonym or a property.
    pub(super) mask: Option<Bits>,
    pub(super) aggregate_mask: Option<Bits>,
    /// The objects of a property share a layer, or are all outside of the layers.
    pub(super) is_single: bool,
    /// The layer of all objects of a property.
    pub(super) layer: Option<usize>,
}

pub(super) struct Symbols {
    all: Vec<Meaning>,
    index: HashMap<String, Symbol>,
    aggregates: Vec<Symbol>,
    properties: Vec<Symbol>,
    synonyms: Vec<Symbol>,
}

/// The limit for names that refer to each other in a cycle.
const MOST_ROUNDS: usize = 200;

impl Symbols {
    pub(super) fn new() -> Symbols {
        let mut symbols = Symbols {
            all: Vec::new(),
            index: HashMap::new(),
            aggregates: Vec::new(),
            properties: Vec::new(),
            synonyms: Vec::new(),
        };
        for word in WORDS {
            symbols.intern(word);
        }
        symbols
    }

    pub(super) fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&symbol) = self.index.get(text) {
            return symbol;
        }
        let symbol = self.all.len() as Symbol;
        self.all.push(Meaning { text: text.to_string(), ..Meaning::default() });
        self.index.insert(text.to_string(), symbol);
        symbol
    }

    pub(super) fn find(&self, text: &str) -> Option<Symbol> {
        self.index.get(text).copied()
    }

    pub(super) fn get(&self, symbol: Symbol) -> &Meaning {
        &self.all[symbol as usize]
    }

    pub(super) fn get_mut(&mut self, symbol: Symbol) -> &mut Meaning {
        &mut self.all[symbol as usize]
    }

    pub(super) fn named(&self, text: &str) -> Option<&Meaning> {
        self.find(text).map(|symbol| self.get(symbol))
    }

    pub(super) fn upper(&self, symbol: Symbol) -> String {
        self.get(symbol).text.to_uppercase()
    }

    fn interned(&mut self, entry: &Entry) -> (Symbol, Vec<Symbol>) {
        let members = entry.members.iter().map(|name| self.intern(name)).collect();
        (self.intern(&entry.name), members)
    }

    fn set_aggregate(&mut self, symbol: Symbol, members: Rc<[Symbol]>) {
        if self.get_mut(symbol).aggregate.replace(members).is_none() {
            self.aggregates.push(symbol);
        }
    }

    fn set_property(&mut self, symbol: Symbol, members: Rc<[Symbol]>) {
        if self.get_mut(symbol).property.replace(members).is_none() {
            self.properties.push(symbol);
        }
    }

    /// Resolves the legend, so every name stands for objects.
    pub(super) fn resolve(&mut self, source: &Source, faults: &mut Faults) {
        for entry in &source.aggregates {
            let (symbol, members) = self.interned(entry);
            self.set_aggregate(symbol, members.into());
        }
        for entry in &source.properties {
            let (symbol, members) = self.interned(entry);
            self.set_property(symbol, members.into());
        }
        for entry in &source.synonyms {
            let (symbol, members) = self.interned(entry);
            let meant = members[0];
            if let Some(members) = self.get(meant).aggregate.clone() {
                self.set_aggregate(symbol, members);
            } else if let Some(members) = self.get(meant).property.clone() {
                self.set_property(symbol, members);
            } else if symbol != meant && self.get_mut(symbol).synonym.replace(meant).is_none() {
                self.synonyms.push(symbol);
            }
        }
        for _ in 0..MOST_ROUNDS {
            let mut is_changed = false;
            for symbol in self.synonyms.clone() {
                let Some(meant) = self.get(symbol).synonym else { continue };
                if let Some(members) = self.get(meant).property.clone() {
                    self.get_mut(symbol).synonym = None;
                    self.set_property(symbol, members);
                    is_changed = true;
                } else if let Some(members) = self.get(meant).aggregate.clone() {
                    self.get_mut(symbol).synonym = None;
                    self.set_aggregate(symbol, members);
                    is_changed = true;
                } else if let Some(further) = self.get(meant).synonym {
                    self.get_mut(symbol).synonym = Some(further);
                }
            }
            for is_property in [true, false] {
                is_changed |= self.expand(is_property, faults);
            }
            if !is_changed {
                break;
            }
        }
        self.find_layers();
    }

    /// Replaces synonyms and entries of the same kind among the members of entries.
    fn expand(&mut self, is_property: bool, faults: &mut Faults) -> bool {
        let entries = if is_property { &self.properties } else { &self.aggregates }.clone();
        let kind = |meaning: &Meaning, property: bool| {
            if property { meaning.property.clone() } else { meaning.aggregate.clone() }
        };
        let mut is_changed = false;
        for symbol in entries {
            let Some(members) = kind(self.get(symbol), is_property) else { continue };
            let mut members = members.to_vec();
            let mut touched = false;
            let mut at = 0;
            while at < members.len() {
                let value = members[at];
                if let Some(meant) = self.get(value).synonym {
                    members[at] = meant;
                    touched = true;
                } else if let Some(inner) = kind(self.get(value), is_property) {
                    members.remove(at);
                    let inner: &[Symbol] = if value == symbol { &[] } else { &inner };
                    for new in inner {
                        if !members.contains(new) {
                            members.push(*new);
                        }
                    }
                    touched = true;
                }
                if kind(self.get(value), !is_property).is_some() {
                    let (name, value) = (self.upper(symbol), self.upper(value));
                    faults.add(Code::LegendCross, At::Nowhere, &[&name, &value]);
                }
                at += 1;
            }
            if touched {
                is_changed = true;
                let members: Rc<[Symbol]> = members.into();
                let meaning = self.get_mut(symbol);
                if is_property {
                    meaning.property = Some(members);
                } else {
                    meaning.aggregate = Some(members);
                }
            }
        }
        is_changed
    }

    fn find_layers(&mut self) {
        for symbol in self.properties.clone() {
            let Some(members) = self.get(symbol).property.clone() else { continue };
            let layer_of = |member: &Symbol| {
                // An object outside all layers has none here.
                self.get(*member).object.map(|placed| placed.is_layered.then_some(placed.layer))
            };
            let Some(first) = members.first().map(layer_of) else { continue };
            let same = members
                .iter()
                .all(|member| layer_of(member).is_some() && layer_of(member) == first);
            if same {
                let layer = first.flatten();
                let meaning = self.get_mut(symbol);
                (meaning.is_single, meaning.layer) = (true, layer);
            }
        }
    }

    pub(super) fn find_masks(&mut self, source: &Source, stride: usize) {
        for object in &source.objects {
            let symbol = self.intern(&object.name);
            let mut mask = Bits::new(stride);
            let id = self.get(symbol).object.map_or(0, |placed| placed.id);
            mask.set(id);
            self.get_mut(symbol).mask = Some(mask);
        }
        let mut entries: Vec<&Entry> = source.synonyms.iter().chain(&source.properties).collect();
        entries.sort_by_key(|entry| entry.line);
        for entry in entries {
            let (symbol, members) = self.interned(entry);
            if let [member] = members[..] {
                if let Some(mask) = self.get(member).mask.clone() {
                    self.get_mut(symbol).mask = Some(mask);
                }
            } else {
                self.get_mut(symbol).mask = Some(self.union(&members, stride));
            }
        }
        for symbol in self.aggregates.clone() {
            let members = self.get(symbol).aggregate.clone().unwrap_or_default();
            self.get_mut(symbol).aggregate_mask = Some(self.union(&members, stride));
        }
    }

    fn union(&self, members: &[Symbol], stride: usize) -> Bits {
        let mut union = Bits::new(stride);
        for mask in members.iter().filter_map(|member| self.get(*member).mask.as_ref()) {
            union.add(mask);
        }
        union
    }
}
