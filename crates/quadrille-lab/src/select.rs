//! Selects parts of results: trials by their columns, methods by their names, and files as
//! revisions.

use std::cmp::Ordering;
use std::str::FromStr;

use quadrille::games;

use crate::export::{Column, Value, columns};
use crate::{Results, Trial};

/// A condition on a column of the exported results: `optimum >= 10`, `game = zhed`, `level ~ easy`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filter {
    column: String,
    test: Test,
    value: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Test {
    AtLeast,
    AtMost,
    Unlike,
    Equal,
    More,
    Less,
    Contains,
}

/// The most methods that an error lists if one of them is similar to the unknown one.
const MOST_LISTED: usize = 12;

/// The operators; longer ones before their prefixes.
const TESTS: [(&str, Test); 7] = [
    (">=", Test::AtLeast),
    ("<=", Test::AtMost),
    ("!=", Test::Unlike),
    ("=", Test::Equal),
    (">", Test::More),
    ("<", Test::Less),
    ("~", Test::Contains),
];

impl FromStr for Filter {
    type Err = String;

    fn from_str(text: &str) -> Result<Filter, String> {
        let places = TESTS.iter().filter_map(|(sign, test)| Some((text.find(sign)?, sign, *test)));
        // The first operator is used; of two at one place the longer.
        let Some((at, sign, test)) = places.min_by_key(|(at, sign, _)| (*at, 2 - sign.len()))
        else {
            return Err(format!(
                "'{text}' has no sign: write COLUMN = VALUE, or !=, <, <=, >, >=, ~"
            ));
        };
        let (column, value) = (text[..at].trim(), text[at + sign.len()..].trim());
        if column.is_empty() {
            return Err(format!("'{text}' names no column"));
        }
        Ok(Filter { column: column.to_string(), test, value: value.to_string() })
    }
}

impl Filter {
    fn keeps(&self, column: &Column<Trial>, trial: &Trial) -> bool {
        let Some(value) = column.value(trial) else { return self.test == Test::Unlike };
        let text = shown(&value);
        let order = match (text.parse::<f64>(), self.value.parse::<f64>()) {
            (Ok(a), Ok(b)) => a.total_cmp(&b),
            _ => text.as_str().cmp(&self.value),
        };
        match self.test {
            Test::AtLeast => order != Ordering::Less,
            Test::AtMost => order != Ordering::Greater,
            Test::Unlike => order != Ordering::Equal,
            Test::Equal => order == Ordering::Equal,
            Test::More => order == Ordering::Greater,
            Test::Less => order == Ordering::Less,
            Test::Contains => text.contains(&self.value),
        }
    }
}

/// A value as in CSV.
pub(crate) fn shown(value: &Value<'_>) -> String {
    match value {
        Value::Text(text) => text.to_string(),
        Value::Whole(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Truth(truth) => truth.to_string(),
    }
}

/// Finds a column by name.
pub(crate) fn column_of<'c>(
    columns: &'c [Column<Trial>],
    name: &str,
) -> Result<&'c Column<Trial>, String> {
    columns.iter().find(|column| column.name == name).ok_or_else(|| {
        let near = quadrille::registry::nearest(name, columns.iter().map(|c| c.name.as_ref()));
        let hint = match near.first() {
            Some(near) => format!("did you mean '{near}'?"),
            None => "docs/lab.md lists them".to_string(),
        };
        format!("there is no column '{name}'; {hint}")
    })
}

impl Results {
    /// The trials that satisfy all of these conditions.
    pub fn filtered(self, filters: &[Filter]) -> Result<Results, String> {
        let all = columns(&self.trials);
        let tests: Result<Vec<(&Filter, &Column<Trial>)>, String> =
            filters.iter().map(|filter| Ok((filter, column_of(&all, &filter.column)?))).collect();
        let tests = tests?;
        let keeps =
            |trial: &Trial| tests.iter().all(|(filter, column)| filter.keeps(column, trial));
        Ok(self.only(keeps))
    }

    /// The trials of these methods, in their order. A name may leave out the game's default
    /// heuristic and the label of a revision, and end in `*` for all with that prefix.
    pub fn with_methods(self, names: &[String]) -> Result<Results, String> {
        let place = |trial: &Trial| names.iter().position(|name| is_method(trial, name));
        if let Some(name) =
            names.iter().find(|name| !self.trials.iter().any(|trial| is_method(trial, name)))
        {
            let mut all: Vec<&str> = Vec::new();
            for trial in &self.trials {
                if !all.contains(&trial.record.method.as_str()) {
                    all.push(&trial.record.method);
                }
            }
            let near = quadrille::registry::nearest(name, all.iter().copied());
            let hint = match near.first().filter(|_| all.len() > MOST_LISTED) {
                Some(near) => format!("did you mean '{near}'?"),
                None => format!("there are {}", all.join(", ")),
            };
            return Err(format!("these results have no method '{name}'; {hint}"));
        }
        let mut chosen = self.only(|trial| place(trial).is_some());
        chosen.trials.sort_by_key(place);
        Ok(chosen)
    }

    /// Appends a label to the name of each method, to distinguish revisions.
    pub fn labelled(mut self, label: &str) -> Results {
        for trial in &mut self.trials {
            let record = &mut trial.record;
            record.method = format!("{} [{label}]", record.method);
            record.algorithm = format!("{} [{label}]", record.algorithm);
        }
        self
    }

    fn only(mut self, keeps: impl Fn(&Trial) -> bool) -> Results {
        let missing = self.planned.saturating_sub(self.trials.len());
        self.trials.retain(keeps);
        self.planned = self.trials.len() + missing;
        self
    }
}

fn is_method(trial: &Trial, name: &str) -> bool {
    let method = &trial.record.method;
    if let Some(start) = name.strip_suffix('*') {
        return method.starts_with(start);
    }
    let resolved = || {
        let game = games::by_id(&trial.game)?;
        Some(game.resolve(&name.parse().ok()?).ok()?.to_string())
    };
    let is_it = |method: &str| method == name || resolved().is_some_and(|one| one == method);
    let plain = method.strip_suffix(']').and_then(|method| method.rsplit_once(" ["));
    is_it(method) || plain.is_some_and(|(plain, _)| is_it(plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_read() {
        let read = |text: &str| text.parse::<Filter>().map(|f| (f.column, f.test, f.value));
        let is =
            |column: &str, test, value: &str| Ok((column.to_string(), test, value.to_string()));
        assert_eq!(read("optimum>=10"), is("optimum", Test::AtLeast, "10"));
        assert_eq!(read("method = ordered(0,1) >"), is("method", Test::Equal, "ordered(0,1) >"));
        assert_eq!(read("stop != time"), is("stop", Test::Unlike, "time"));
        assert_eq!(read("level~a=b"), is("level", Test::Contains, "a=b"));
        assert!(read("optimum 10").unwrap_err().contains("COLUMN = VALUE"));
        assert!(read("= 10").unwrap_err().contains("names no column"));
    }
}
