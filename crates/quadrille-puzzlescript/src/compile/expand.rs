//! Expands the words and names in rules that stand for several.

use std::collections::{HashSet, VecDeque};

use super::symbols::{Symbol, Symbols, word};
use super::text::{CellText, Draft};
use crate::fault::{At, Code, Faults};

/// The number of rules a game may have. The largest of the recorded games has 14,242.
pub(super) const MOST_RULES: usize = 50_000;

/// The reason why the rules cannot be used.
pub(super) enum Hopeless {
    /// A fault was reported that leaves no game.
    Reported,
    TooMany,
}

pub(super) fn expand(
    drafts: Vec<(Draft, Vec<Symbol>)>,
    is_hopeless: bool,
    symbols: &Symbols,
    faults: &mut Faults,
) -> Result<Vec<Draft>, Hopeless> {
    let mut directed = Vec::new();
    for (draft, directions) in drafts {
        for &direction in &directions {
            directed.push(Draft { direction, ..draft.clone() });
        }
        if directed.len() > MOST_RULES {
            return Err(Hopeless::TooMany);
        }
    }
    for draft in &mut directed {
        make_absolute(draft);
        turn_around(draft);
        for cell in draft.left.iter_mut().flatten().chain(draft.right.iter_mut().flatten()) {
            split_aggregates(cell, draft.line, symbols, faults);
        }
        if is_hopeless {
            return Err(Hopeless::Reported);
        }
        for cell in draft.left.iter_mut().flatten().chain(draft.right.iter_mut().flatten()) {
            for (_, name) in cell {
                *name = symbols.get(*name).synonym.unwrap_or(*name);
            }
        }
    }
    if is_hopeless {
        return Err(Hopeless::Reported);
    }
    let mut moving = Vec::new();
    let mut is_ambiguous = false;
    for draft in directed {
        let from = moving.len();
        expand_movements(draft, &mut moving)?;
        let right = moving[from..].iter().flat_map(|draft| draft.right.iter().flatten().flatten());
        if let Some((word, _)) = right.clone().find(|(word, _)| alternatives(*word).is_some()) {
            let line = moving[from].line;
            // The original reports the two kinds of `parallel` one by one.
            let kind = super::symbols::WORDS[*word as usize];
            faults.add(Code::MovementRight, At::Line(line), &[written(*word), kind]);
            is_ambiguous = true;
        }
    }
    let mut all = Vec::new();
    for draft in moving {
        expand_properties(draft, symbols, faults, &mut all)?;
    }
    for draft in &mut all {
        stop_new_objects(draft, symbols);
    }
    if is_ambiguous { Err(Hopeless::Reported) } else { Ok(all) }
}

/// A word as the author wrote it.
fn written(word: Symbol) -> &'static str {
    match word {
        word::HORIZONTAL_PARALLEL | word::VERTICAL_PARALLEL => "parallel",
        word::HORIZONTAL_PERPENDICULAR | word::VERTICAL_PERPENDICULAR => "perpendicular",
        _ => super::symbols::WORDS[word as usize],
    }
}

/// The directions that a word stands for.
fn alternatives(word: Symbol) -> Option<&'static [Symbol]> {
    const HORIZONTAL: &[Symbol] = &[word::LEFT, word::RIGHT];
    const VERTICAL: &[Symbol] = &[word::UP, word::DOWN];
    const ORTHOGONAL: &[Symbol] = &[word::UP, word::DOWN, word::LEFT, word::RIGHT];
    const MOVING: &[Symbol] = &[word::UP, word::DOWN, word::LEFT, word::RIGHT, word::ACTION];
    match word {
        word::HORIZONTAL | word::HORIZONTAL_PARALLEL | word::HORIZONTAL_PERPENDICULAR => {
            Some(HORIZONTAL)
        }
        word::VERTICAL | word::VERTICAL_PARALLEL | word::VERTICAL_PERPENDICULAR => Some(VERTICAL),
        word::ORTHOGONAL => Some(ORTHOGONAL),
        word::MOVING => Some(MOVING),
        _ => None,
    }
}

/// Replaces words that are relative to the direction of the rule.
fn make_absolute(draft: &mut Draft) {
    use word::{DOWN, LEFT, RIGHT, UP};
    let (ahead, parallel, perpendicular) = match draft.direction {
        UP => ([LEFT, RIGHT, DOWN, UP], word::VERTICAL_PARALLEL, word::HORIZONTAL_PERPENDICULAR),
        DOWN => ([RIGHT, LEFT, UP, DOWN], word::VERTICAL_PARALLEL, word::HORIZONTAL_PERPENDICULAR),
        LEFT => ([DOWN, UP, RIGHT, LEFT], word::HORIZONTAL_PARALLEL, word::VERTICAL_PERPENDICULAR),
        _ => ([UP, DOWN, LEFT, RIGHT], word::HORIZONTAL_PARALLEL, word::VERTICAL_PERPENDICULAR),
    };
    let cells = draft.left.iter_mut().flatten().chain(draft.right.iter_mut().flatten());
    for (word, _) in cells.flatten() {
        // In the order of the list of words: ^ v < >.
        *word = match *word {
            relative @ 16..=19 => ahead[relative as usize - 16],
            word::PARALLEL => parallel,
            word::PERPENDICULAR => perpendicular,
            other => other,
        };
    }
}

/// Makes a rule that goes up or left one that goes down or right.
fn turn_around(draft: &mut Draft) {
    let has_ellipsis =
        draft.left.iter().flatten().any(|cell| cell.first().is_some_and(|c| c.1 == word::ELLIPSIS));
    draft.direction = match draft.direction {
        word::UP if !has_ellipsis => word::DOWN,
        word::LEFT if !has_ellipsis => word::RIGHT,
        _ => return,
    };
    let rows = draft.left.len();
    draft.left.iter_mut().for_each(|row| row.reverse());
    draft.right.iter_mut().take(rows).for_each(|row| row.reverse());
}

fn split_aggregates(cell: &mut CellText, line: usize, symbols: &Symbols, faults: &mut Faults) {
    let mut at = 0;
    while at < cell.len() {
        let (word, name) = cell[at];
        if let Some(members) = &symbols.get(name).aggregate {
            if word == word::NO {
                faults.add(Code::NoAggregate, At::Line(line), &[&symbols.upper(name)]);
            }
            if let [first, rest @ ..] = &members[..] {
                cell[at].1 = *first;
                cell.extend(rest.iter().map(|member| (word, *member)));
            }
        }
        at += 1;
        if cell.len() > 10_000 {
            return;
        }
    }
}

/// A word replaced on the left, for the same word on the right.
#[derive(Clone)]
struct Moved {
    word: Symbol,
    name: Symbol,
    direction: Symbol,
    count: usize,
    at: (usize, usize),
}

#[derive(Clone)]
struct Moving {
    draft: Draft,
    by_object: Vec<Moved>,
    by_word: Vec<(Symbol, Symbol, usize)>,
}

/// Expands words such as `moving`. Rules come out in the order in which the last of these words was
/// replaced.
fn expand_movements(draft: Draft, done: &mut Vec<Draft>) -> Result<(), Hopeless> {
    let mut queue = VecDeque::new();
    queue.push_back(Moving { draft, by_object: Vec::new(), by_word: Vec::new() });
    while let Some(rule) = queue.pop_front() {
        let mut is_open = false;
        for (row, cells) in rule.draft.left.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                let found = cell.iter().find(|(word, _)| alternatives(*word).is_some());
                let Some(&(word, name)) = found else { continue };
                // A rule with several such cells is expanded from each of them; equal rules are
                // dropped later.
                is_open = true;
                for &direction in alternatives(word).unwrap_or_default() {
                    queue.push_back(rule.with(row, column, word, name, direction));
                }
            }
        }
        if !is_open {
            done.push(rule.finished());
        }
        if done.len() + queue.len() > MOST_RULES {
            return Err(Hopeless::TooMany);
        }
    }
    Ok(())
}

fn replace_word(cell: &mut CellText, word: Symbol, name: Option<Symbol>, direction: Symbol) {
    for pair in cell {
        if pair.0 == word && name.is_none_or(|name| name == pair.1) {
            pair.0 = direction;
        }
    }
}

impl Moving {
    fn with(
        &self,
        row: usize,
        column: usize,
        word: Symbol,
        name: Symbol,
        direction: Symbol,
    ) -> Moving {
        let mut new = self.clone();
        replace_word(&mut new.draft.left[row][column], word, Some(name), direction);
        if let Some(cell) = new.draft.right.get_mut(row).and_then(|row| row.get_mut(column)) {
            replace_word(cell, word, Some(name), direction);
        }
        match new.by_object.iter_mut().find(|moved| (moved.word, moved.name) == (word, name)) {
            Some(moved) => moved.count += usize::from(moved.at != (row, column)),
            None => {
                let at = (row, column);
                new.by_object.push(Moved { word, name, direction, count: 1, at });
            }
        }
        match new.by_word.iter_mut().find(|known| known.0 == word) {
            Some(known) => known.2 += 1,
            None => new.by_word.push((word, direction, 1)),
        }
        new
    }

    /// The rule with the words on the right replaced as on the left.
    fn finished(mut self) -> Draft {
        for moved in self.by_object.iter().filter(|moved| moved.count == 1) {
            for cell in self.draft.right.iter_mut().flatten() {
                replace_word(cell, moved.word, Some(moved.name), moved.direction);
            }
        }
        for (word, direction, _) in self.by_word.iter().filter(|known| known.2 == 1) {
            for cell in self.draft.right.iter_mut().flatten() {
                replace_word(cell, *word, None, *direction);
            }
        }
        self.draft
    }
}

/// Replaces `no property` by `no` for each of its objects.
fn expand_no(cell: &mut CellText, symbols: &Symbols) {
    let is_needed = |(word, name): &(Symbol, Symbol)| {
        *word == word::NO && symbols.get(*name).property.is_some()
    };
    if !cell.iter().any(is_needed) {
        return;
    }
    *cell = cell
        .iter()
        .flat_map(|&(word, name)| match &symbols.get(name).property {
            Some(members) if word == word::NO => {
                members.iter().map(|member| (word, *member)).collect()
            }
            _ => vec![(word, name)],
        })
        .collect();
}

fn properties<'a>(cell: &'a CellText, symbols: &'a Symbols) -> impl Iterator<Item = Symbol> + 'a {
    cell.iter()
        .filter(|(word, name)| *word != word::RANDOM && symbols.get(*name).property.is_some())
        .map(|(_, name)| *name)
}

fn replace_name(cell: &mut CellText, name: Symbol, object: Symbol) {
    for pair in cell {
        if pair.1 == name && pair.0 != word::RANDOM {
            pair.1 = object;
        }
    }
}

/// A rule, and for each property replaced in it the object and the number of times.
type Chosen = (Draft, Vec<(Symbol, Symbol, usize)>);

/// Expands names made with `or`, except where one layer holds all their objects and the right side
/// need not distinguish them.
fn expand_properties(
    mut draft: Draft,
    symbols: &Symbols,
    faults: &mut Faults,
    done: &mut Vec<Draft>,
) -> Result<(), Hopeless> {
    for cell in draft.left.iter_mut().flatten().chain(draft.right.iter_mut().flatten()) {
        expand_no(cell, symbols);
    }
    let mut ambiguous: HashSet<Symbol> = HashSet::new();
    for (left, right) in draft.left.iter().flatten().zip(draft.right.iter().flatten()) {
        for name in properties(right, symbols) {
            if !properties(left, symbols).any(|known| known == name) {
                ambiguous.insert(name);
            }
        }
    }
    let line = draft.line;
    let is_open = |name: &Symbol| !symbols.get(*name).is_single || ambiguous.contains(name);
    let mut queue: VecDeque<Chosen> = VecDeque::from([(draft, Vec::new())]);
    let mut expanded = Vec::new();
    while let Some((rule, chosen)) = queue.pop_front() {
        let place = rule.left.iter().enumerate().find_map(|(row, cells)| {
            cells.iter().enumerate().find_map(|(column, cell)| {
                let name = properties(cell, symbols).find(is_open)?;
                Some((row, column, name))
            })
        });
        let Some((row, column, name)) = place else {
            expanded.push(settled(rule, &chosen));
            continue;
        };
        for &object in symbols.get(name).property.iter().flat_map(|members| members.iter()) {
            let (mut rule, mut chosen) = (rule.clone(), chosen.clone());
            replace_name(&mut rule.left[row][column], name, object);
            if let Some(cell) = rule.right.get_mut(row).and_then(|row| row.get_mut(column)) {
                replace_name(cell, name, object);
            }
            match chosen.iter_mut().find(|known| known.0 == name) {
                Some(known) => known.2 += 1,
                None => chosen.push((name, object, 1)),
            }
            queue.push_back((rule, chosen));
        }
        if done.len() + expanded.len() + queue.len() > MOST_RULES {
            return Err(Hopeless::TooMany);
        }
    }
    let right = expanded.iter().flat_map(|rule| rule.right.iter().flatten());
    let left_open =
        right.flat_map(|cell| properties(cell, symbols)).filter(|name| ambiguous.contains(name));
    if let Some(name) = left_open.last() {
        faults.add(Code::PropertyRight, At::Line(line), &[&symbols.upper(name)]);
        return Ok(());
    }
    done.append(&mut expanded);
    Ok(())
}

/// The rule with properties on the right that occur once on the left replaced by the same object.
fn settled(mut rule: Draft, chosen: &[(Symbol, Symbol, usize)]) -> Draft {
    for (name, object, _) in chosen.iter().filter(|known| known.2 == 1) {
        for cell in rule.right.iter_mut().flatten() {
            replace_name(cell, *name, *object);
        }
    }
    rule
}

/// Objects that are new on the right, in a layer that the left does not mention, do not move.
fn stop_new_objects(draft: &mut Draft, symbols: &Symbols) {
    if draft.is_late {
        return;
    }
    for (left, right) in draft.left.iter().flatten().zip(draft.right.iter_mut().flatten()) {
        let mut known = Vec::new();
        for (_, name) in left {
            let meaning = symbols.get(*name);
            if meaning.object.is_some() {
                known.push(*name);
            } else if let Some(members) = &meaning.property {
                known.extend(members.iter());
            }
        }
        let layers: Vec<(usize, bool)> = known
            .iter()
            .filter_map(|name| symbols.get(*name).object)
            .map(|object| (object.layer, object.is_layered))
            .collect();
        for (word, name) in right {
            let meaning = symbols.get(*name);
            if *word == word::NONE
                && meaning.property.is_none()
                && !known.contains(name)
                && let Some(object) = meaning.object
                && !layers.contains(&(object.layer, object.is_layered))
            {
                *word = word::STATIONARY;
            }
        }
    }
}
