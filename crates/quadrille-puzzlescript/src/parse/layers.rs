//! The section COLLISIONLAYERS.

use super::cursor::Cursor;
use super::{Meaning, Parser};
use crate::fault::Code;
use crate::parse::legend::flattened;

impl Parser<'_> {
    pub(super) fn layer(&mut self, cursor: &mut Cursor, is_first: bool) {
        if is_first {
            self.source.layers.push(Vec::new());
            self.layer_names.clear();
            self.step = 0;
        }
        let from = cursor.at;
        let Some(name) = cursor.take_word() else {
            cursor.skip_while(|c| c == ' ' || c == ',');
            if cursor.at == from
                && let Some(c) = cursor.peek()
            {
                cursor.at += 1;
                self.report_from(Code::LayerCharacter, cursor, from, &[&c.to_string()]);
            }
            return;
        };
        let upper = name.to_uppercase();
        if name == "background" {
            if self.source.layers.last().is_some_and(|layer| !layer.is_empty()) {
                self.report_from(Code::BackgroundAlone, cursor, from, &[]);
            }
            self.step = 1;
        } else if self.step != 0 {
            self.report_from(Code::BackgroundAlone, cursor, from, &[]);
        }
        let mut aggregates = Vec::new();
        let mut members = flattened(&self.source, &name, &mut aggregates, 0);
        for aggregate in &aggregates {
            self.report_from(Code::LayerAggregate, cursor, from, &[aggregate]);
        }
        let before = members.len();
        members.retain(|member| matches!(self.source.meaning(member), Meaning::Object(_)));
        if members.len() < before {
            self.report_from(Code::LayerUndeclared, cursor, from, &[&upper]);
        }
        // A stray `)` before the first name hides the start of the line.
        let Some(layer) = self.source.layers.len().checked_sub(1) else {
            self.report_from(Code::LayerFirst, cursor, from, &[]);
            return;
        };
        let others: Vec<String> = members
            .iter()
            .flat_map(|member| {
                let layers = self.source.layers[..layer].iter().enumerate();
                layers.filter(move |(_, layer)| layer.contains(member))
            })
            .map(|(index, _)| (index + 1).to_string())
            .collect();
        if !others.is_empty() {
            let others = others.join(", ");
            self.report_from(Code::ManyLayers, cursor, from, &[&upper, &others]);
        }
        if self.layer_names.contains(&name) {
            self.report_from(Code::LayerTwice, cursor, from, &[&upper]);
        }
        self.layer_names.push(name);
        self.source.layers[layer].extend(members);
    }
}
