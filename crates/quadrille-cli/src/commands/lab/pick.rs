//! Selects trials of results.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use quadrille_lab::{Filter, Results};

use super::read;
use crate::errors::Fault;

#[derive(Args, Debug)]
pub struct Pick {
    /// Read these results; several files are combined
    #[arg(required = true, value_name = "RESULTS", value_hint = ValueHint::FilePath)]
    results: Vec<PathBuf>,

    /// Select these methods, in this order, separated by commas: 'bfs,astar*'
    #[arg(long, value_name = "LIST")]
    methods: Option<String>,

    /// Select trials by this condition: 'optimum >= 10', 'level ~ easy'; may be repeated
    ///
    /// A column of the exported results, one of = != < <= > >= ~ (contains), and a value.
    #[arg(long = "where", value_name = "CONDITION")]
    filters: Vec<Filter>,

    /// Keep the methods of each file separate, with the file's name appended
    ///
    /// This compares two revisions of a method that were run at different times.
    #[arg(long)]
    revisions: bool,
}

impl Pick {
    pub fn results(&self) -> Result<Results, Fault> {
        let mut parts = Vec::new();
        for path in &self.results {
            let part = read(path)?;
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            parts.push(if self.revisions { part.labelled(&stem) } else { part });
        }
        let results = match parts.len() {
            1 => parts.remove(0),
            _ => Results::merged(parts),
        };
        let mut results = results.filtered(&self.filters).map_err(Fault::new)?;
        if let Some(list) = &self.methods {
            let names = quadrille::split_list(list).into_iter().map(str::to_string);
            results = results.with_methods(&names.collect::<Vec<_>>()).map_err(Fault::new)?;
        }
        if results.trials.is_empty() {
            return Err(Fault::new("no trial is left").help("choose less with --where"));
        }
        Ok(results)
    }
}
