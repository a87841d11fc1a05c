//! The options of algorithms and heuristics.

use quadrille::registry::OptionInfo;
use serde::Serialize;

/// An option as JSON.
#[derive(Serialize)]
pub struct OptionRow {
    name: &'static str,
    about: &'static str,
    expected: String,
    default: &'static str,
}

/// Options as JSON.
pub fn rows(options: &[OptionInfo]) -> Vec<OptionRow> {
    options
        .iter()
        .map(|option| OptionRow {
            name: option.name,
            about: option.about,
            expected: option.expected(),
            default: option.default,
        })
        .collect()
}

/// A name with its options at their defaults, as it could be typed.
pub fn call(name: &str, options: &[OptionInfo]) -> String {
    if options.is_empty() {
        return name.to_string();
    }
    let options: Vec<String> =
        options.iter().map(|option| format!("{}={}", option.name, option.default)).collect();
    format!("{name}({})", options.join(","))
}
