//! Nouns and counts in messages: one block, two boxes, 1,234 moves.

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

/// A number of things in words.
///
/// ```
/// use quadrille::noun::counted;
/// assert_eq!(counted(1, "box"), "1 box");
/// assert_eq!(counted(2, "box"), "2 boxes");
/// assert_eq!(counted(1000, "move"), "1,000 moves");
/// ```
pub fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{} {}", commas(count), plural(noun)) }
}

/// A count with commas.
///
/// ```
/// use quadrille::noun::commas;
/// assert_eq!(commas(0), "0");
/// assert_eq!(commas(1_234_567), "1,234,567");
/// ```
pub fn commas(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
