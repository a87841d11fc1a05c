//! Levels as subjects of experiments.

use std::path::Path;

use quadrille::levels::Level;
use quadrille_lab::Subject;

use crate::errors::Fault;
use crate::input::{Complaints, Item};

/// Returns the levels. Bad levels are reported and make it fail.
pub fn subjects_of(items: &[Item]) -> Result<Vec<Subject>, Fault> {
    let mut complaints = Complaints::default();
    let mut subjects = Vec::new();
    let mut bad = 0;
    for item in items {
        match &item.level {
            Ok(level) => subjects.push(subject(item, level, &item.source.name)),
            Err(_) => {
                bad += 1;
                complaints.report(item);
            }
        }
    }
    complaints.finish();
    match bad {
        0 => Ok(subjects),
        _ => Err(Fault::new("some levels cannot be read").help("fix them, or leave them out")),
    }
}

pub fn subject(item: &Item, level: &Level, source: &str) -> Subject {
    Subject {
        source: source.to_string(),
        name: called(item, level),
        level: level.clone(),
        made_by: made_by(&item.source.text),
    }
}

/// The command that made a file, from its first line.
fn made_by(text: &str) -> Option<String> {
    let line = text.lines().find(|line| !line.trim().is_empty())?;
    let command = line.trim().strip_prefix([';', '#'])?.trim();
    command.starts_with("quadrille generate ").then(|| command.to_string())
}

/// The name of a level in results: its own, or its file and its place in it.
fn called(item: &Item, level: &Level) -> String {
    let label = item.label.as_deref().unwrap_or(&item.title);
    if level.name.is_some() {
        return label.to_string();
    }
    let file = Path::new(&item.source.name).file_name();
    let file = file.map_or(item.source.name.as_str().into(), |name| name.to_string_lossy());
    format!("{file} {label}")
}
