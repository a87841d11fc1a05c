//! Loads levels from the arguments of a command.

mod packs;
mod read;
mod source;

pub use packs::{PACK_SIGN, pack_names, pack_text, packs};
pub use read::{LONGEST, read_text};
pub use source::Source;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::sync::Arc;

use quadrille::diagnostic::Diagnostic;
use quadrille::games::Game;
use quadrille::levels::{self, Document, Level};

use crate::Context;
use crate::args::Selection;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::output::json::Broken;
use crate::puzzles::{self, Puzzles};

/// The most bad levels of a file that are reported to people.
const SHOWN: usize = 20;

/// A requested level, or the errors in it.
#[derive(Clone, Debug)]
pub struct Item {
    pub source: Arc<Source>,
    /// Its name, or its index in the text; `None` if the text as a whole is bad.
    pub label: Option<String>,
    /// Its title among all requested levels: its name, its file, or both.
    pub title: String,
    pub level: Result<Level, Bad>,
    /// The assumptions made where the text is ambiguous.
    pub notes: Vec<Diagnostic>,
}

/// The errors of a level or a file.
#[derive(Clone, Debug)]
pub enum Bad {
    Text(Vec<Diagnostic>),
    /// The file cannot be read, or it does not have the level.
    Whole(Fault),
}

impl Item {
    fn new(source: Arc<Source>, label: Option<String>, level: Result<Level, Bad>) -> Item {
        let title = label.clone().unwrap_or_else(|| source.name.clone());
        Item { source, label, title, level, notes: Vec::new() }
    }

    fn whole(source: Source, label: Option<String>, fault: Fault) -> Item {
        let fault = fault.of_file(&source.name);
        Item::new(Arc::new(source), label, Err(Bad::Whole(fault)))
    }

    /// Reports an error of the item, also as JSON if requested.
    pub fn print_fault(
        &self,
        fault: Fault,
        json: bool,
        context: &mut Context,
    ) -> Result<(), Abort> {
        fault.clone().of_file(&self.full_name()).report();
        if json {
            context.console.json(&Broken::with_fault(self, fault))?;
        }
        Ok(())
    }

    /// The errors in the order of the text; empty if it is good.
    pub fn faults(&self) -> Vec<Fault> {
        match &self.level {
            Ok(_) => Vec::new(),
            Err(Bad::Whole(fault)) => vec![fault.clone()],
            Err(Bad::Text(mistakes)) => {
                let mut faults: Vec<Fault> = mistakes
                    .iter()
                    .map(|mistake| Fault::from_diagnostic(&self.source, mistake))
                    .collect();
                // Do not repeat the same help.
                for index in (1..faults.len()).rev() {
                    if faults[index - 1].help == faults[index].help {
                        faults[index - 1].help = None;
                    }
                }
                faults
            }
        }
    }

    /// The first error with its help.
    pub fn first_fault(&self) -> Option<Fault> {
        match &self.level {
            Ok(_) => None,
            Err(Bad::Whole(fault)) => Some(fault.clone()),
            Err(Bad::Text(mistakes)) => {
                mistakes.first().map(|mistake| Fault::from_diagnostic(&self.source, mistake))
            }
        }
    }

    /// The assumptions in the order of the text.
    pub fn assumptions(&self) -> impl Iterator<Item = Fault> {
        let notes = self.level.as_ref().map_or(&[][..], |_| &self.notes);
        notes.iter().map(|note| Fault::from_diagnostic(&self.source, note))
    }

    pub fn full_name(&self) -> String {
        match &self.label {
            Some(label) => format!("{}, level '{label}'", self.source.name),
            None => self.source.name.clone(),
        }
    }
}

/// Loads all requested levels in order. An unreadable one is an item, too, so one bad level does
/// not stop the others. Assumptions about good levels are reported at once.
pub fn load(
    puzzles: &mut Puzzles,
    files: &[OsString],
    selection: &Selection,
) -> Result<Vec<Item>, Fault> {
    // A file may contain levels of a puzzle that is named in it.
    for name in files.iter().filter_map(|file| file.to_str()).filter(|name| puzzles::is_name(name))
    {
        puzzles.find(name).transpose()?;
    }
    let game = selection.game.as_ref().map(|name| name.find(puzzles)).transpose()?;
    let items = read_items(puzzles, files, game, &selection.levels);
    let notes: Vec<Fault> = items.iter().flat_map(Item::assumptions).collect();
    notes.iter().take(SHOWN).for_each(Fault::remark);
    if notes.len() > SHOWN {
        Fault::new(format!("there are {} more notes", notes.len() - SHOWN)).remark();
    }
    Ok(items)
}

fn read_items(
    puzzles: &mut Puzzles,
    files: &[OsString],
    game: Option<&'static dyn Game>,
    wanted: &[String],
) -> Vec<Item> {
    let mut items = Vec::new();
    let mut documents = Vec::new();
    let mut seen = BTreeSet::new();
    for file in files {
        let source = match read::read(puzzles, file) {
            Ok(source) => source,
            Err((name, fault)) => {
                items.push(Item::whole(Source::new(name, String::new()), None, fault));
                continue;
            }
        };
        if let Some(mistake) = source.not_utf8() {
            items.push(Item::new(Arc::new(source), None, Err(Bad::Text(vec![mistake]))));
            continue;
        }
        let Document { entries, errors, mut notes, format } =
            levels::read_with(puzzles.games(), &source.text, game.or(source.game));
        let source = Arc::new(source);
        if !errors.is_empty() {
            items.push(Item::new(source, None, Err(Bad::Text(errors))));
            continue;
        }
        let mut others = Vec::new();
        let (alone, several) = (entries.len() == 1, files.len() > 1);
        for entry in entries {
            if !wanted.is_empty() && !wanted.contains(&entry.label) {
                others.push(entry);
                continue;
            }
            seen.insert(entry.label.clone());
            let unnamed = entry.level.as_ref().is_ok_and(|level| level.name.is_none());
            let title = match entry.label.as_str() {
                _ if alone && unnamed => source.name.clone(),
                label if several => format!("{}: {label}", source.name),
                label => label.to_string(),
            };
            items.push(Item {
                source: Arc::clone(&source),
                label: Some(entry.label),
                title,
                level: entry.level.map_err(Bad::Text),
                // Notes on the whole text belong to its first level.
                notes: notes.drain(..).chain(entry.notes).collect(),
            });
        }
        documents.push((source, Document { entries: others, errors, notes, format }));
    }
    if !documents.is_empty() {
        let missing = wanted.iter().filter(|name| !seen.contains(*name));
        items.extend(missing.map(|name| no_such_level(name, &documents)));
    }
    items
}

fn no_such_level(name: &str, documents: &[(Arc<Source>, Document)]) -> Item {
    let near = documents.iter().flat_map(|(_, document)| document.nearest_labels(name));
    let near: BTreeSet<&str> = near.take(3).collect();
    let (source, _) = &documents[0];
    let help = if near.is_empty() {
        format!("'quadrille list levels {}' shows their names", source.name)
    } else {
        let near: Vec<String> = near.iter().map(|name| format!("'{name}'")).collect();
        format!("did you mean {}?", near.join(" and "))
    };
    let fault = Fault::new(format!("there is no level '{name}'")).help(help);
    Item::whole(Source::new(source.name.clone(), String::new()), Some(name.to_string()), fault)
}

/// Fails if there are several levels for something that takes one.
pub fn check_single(items: &[Item], noun: &str) -> Result<(), Fault> {
    match items.iter().filter(|item| item.level.is_ok()).count() {
        0 | 1 => Ok(()),
        levels => Err(Fault::new(format!("there are {levels} levels, but {noun} takes one"))
            .help("choose one of them with --level")),
    }
}

/// Loads exactly one level. Reports an error if there is none, or several.
pub fn load_one(
    file: &OsString,
    selection: &Selection,
    json: bool,
    context: &mut Context,
) -> Result<(Item, Level), Abort> {
    let item = one(&mut context.puzzles, file, selection)?;
    match item.level.clone() {
        Ok(level) => Ok((item, level)),
        Err(_) => {
            Complaints::default().print(&item, json, context)?;
            Err(Abort::Reported(Exit::Bad))
        }
    }
}

fn one(puzzles: &mut Puzzles, file: &OsString, selection: &Selection) -> Result<Item, Fault> {
    let mut items = load(puzzles, std::slice::from_ref(file), selection)?;
    let many = items.len();
    if many > 1 {
        let names: Vec<String> =
            items.iter().take(8).map(|item| format!("'{}'", item.title)).collect();
        let rest = if many > names.len() { " …" } else { "" };
        let fault = Fault::new(format!("there are {many} levels here, but one is needed"))
            .help(format!("choose one with --level: {}{rest}", names.join(", ")));
        let source = Source::new(items[0].source.name.clone(), String::new());
        return Ok(Item::whole(source, None, fault));
    }
    Ok(items.pop().unwrap_or_else(|| {
        let source = Source::new(file.to_string_lossy(), String::new());
        Item::whole(source, None, Fault::new("there is no level here"))
    }))
}

/// Reports bad levels, up to a limit.
#[derive(Debug, Default)]
pub struct Complaints {
    source: Option<Arc<Source>>,
    shown: usize,
    hidden: usize,
}

impl Complaints {
    /// Reports the errors of an item, also as JSON if requested.
    pub fn print(&mut self, item: &Item, json: bool, context: &mut Context) -> Result<(), Abort> {
        self.report(item);
        if json {
            context.console.json(&Broken::new(item))?;
        }
        Ok(())
    }

    /// Reports the errors of an item. Items come file by file.
    pub fn report(&mut self, item: &Item) {
        let same = self.source.as_ref().is_some_and(|source| Arc::ptr_eq(source, &item.source));
        if !same {
            self.finish();
            self.source = Some(Arc::clone(&item.source));
            self.shown = 0;
        }
        if self.shown == SHOWN {
            self.hidden += 1;
            return;
        }
        self.shown += 1;
        item.faults().iter().for_each(Fault::report);
    }

    /// Reports the number of levels that were left out.
    pub fn finish(&mut self) {
        if let (1.., Some(source)) = (self.hidden, &self.source) {
            Fault::new(format!("{} more levels are bad", self.hidden))
                .of_file(&source.name)
                .report();
        }
        self.hidden = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pack_is_without_mistakes() {
        for pack in pack_names() {
            let files = [OsString::from(format!("{PACK_SIGN}{pack}"))];
            let items = load(&mut Puzzles::default(), &files, &Selection::all()).unwrap();
            assert!(!items.is_empty(), "{pack}");
            for item in items {
                let messages: Vec<String> =
                    item.faults().into_iter().map(|fault| fault.message).collect();
                assert!(messages.is_empty(), "{}: {messages:?}", item.full_name());
            }
        }
    }
}
