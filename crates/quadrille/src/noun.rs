//! Nouns in messages: one block, two boxes.

/// The plural of a noun by rule.
///
/// ```
/// use quadrille::noun::plural;
/// assert_eq!(plural("block"), "blocks");
/// assert_eq!(plural("box"), "boxes");
/// assert_eq!(plural("push"), "pushes");
/// assert_eq!(plural("key"), "keys");
/// assert_eq!(plural("ally"), "allies");
/// ```
pub fn plural(noun: &str) -> String {
    let hisses = ["s", "x", "z", "ch", "sh"].iter().any(|end| noun.ends_with(end));
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if hisses => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

/// A number of things in words: `1 box`, `2 boxes`.
pub fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {}", plural(noun)) }
}
