//! Quantities as people read and write them: `10s`, `2GiB`, `5M`, `1,234 moves`.

use std::time::Duration;

/// Splits a number from its unit.
fn split(text: &str) -> Option<(f64, &str)> {
    let end =
        text.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '_')).unwrap_or(text.len());
    let digits = text[..end].replace('_', "");
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    Some((digits.parse().ok()?, text[end..].trim()))
}

/// Reads a whole number, exactly if it has no fraction.
fn whole(text: &str, scale: u64) -> Option<u64> {
    let digits: String = text
        .chars()
        .take_while(|c| c.is_ascii_digit() || matches!(c, '.' | '_'))
        .filter(|&c| c != '_')
        .collect();
    match digits.parse::<u64>() {
        Ok(count) => count.checked_mul(scale),
        Err(_) => {
            let amount = digits.parse::<f64>().ok()? * scale as f64;
            (amount < u64::MAX as f64).then_some(amount as u64)
        }
    }
}

/// Reads `500ms`, `10s`, `2m`, `1.5h` or `1h30m`.
pub fn duration(text: &str) -> Result<Duration, String> {
    const EXPECTED: &str = "write a number with ms, s, m or h, as in 500ms, 10s, 2m, 1h or 1h30m";
    let mut rest = text.trim();
    let mut seconds = 0.0;
    // Parts go from the largest unit to the smallest: 1h30m is a time; 30m1h and 1h1h are mistakes.
    let mut larger = f64::INFINITY;
    loop {
        let (number, after) = split(rest).ok_or(EXPECTED)?;
        let end = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
        let unit = match &after[..end] {
            "ms" => 0.001,
            "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            "" => return Err(format!("the unit is missing; {EXPECTED}")),
            _ => return Err(EXPECTED.to_string()),
        };
        if unit >= larger {
            return Err(EXPECTED.to_string());
        }
        larger = unit;
        seconds += number * unit;
        rest = after[end..].trim_start();
        if rest.is_empty() {
            break;
        }
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| format!("this is too long; {EXPECTED}"))
}

/// Reads `64MiB`, `2GiB`, `500MB` or a number of bytes.
pub fn size(text: &str) -> Result<u64, String> {
    const EXPECTED: &str =
        "write bytes, or a number with kB, MB, GB, KiB, MiB or GiB, as in 64MiB or 2GiB";
    let text = text.trim();
    let (_, unit) = split(text).ok_or(EXPECTED)?;
    let scale = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        "kib" => 1 << 10,
        "mib" => 1 << 20,
        "gib" => 1 << 30,
        "tib" => 1 << 40,
        _ => return Err(EXPECTED.to_string()),
    };
    whole(text, scale).ok_or_else(|| format!("this is too much; {EXPECTED}"))
}

/// Reads `1_000_000`, `10k` or `5M`.
pub fn count(text: &str) -> Result<u64, String> {
    const EXPECTED: &str = "write a number, as in 1_000_000, 10k or 5M";
    let text = text.trim();
    let (_, unit) = split(text).ok_or(EXPECTED)?;
    let scale = match unit {
        "" => 1,
        "k" | "K" => 1_000,
        "M" => 1_000_000,
        "G" => 1_000_000_000,
        _ => return Err(EXPECTED.to_string()),
    };
    whole(text, scale).ok_or_else(|| format!("this is too much; {EXPECTED}"))
}

/// Writes a number of bytes: `1.5 MiB`.
pub fn bytes(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    let mut amount = bytes as f64 / 1024.0;
    let mut unit = 0;
    while amount >= 1000.0 && unit + 1 < UNITS.len() {
        amount /= 1024.0;
        unit += 1;
    }
    if amount < 10.0 {
        format!("{amount:.1} {}", UNITS[unit])
    } else {
        format!("{amount:.0} {}", UNITS[unit])
    }
}

/// Writes a time: `12 ms`, `3.21 s`, `2 min 5 s`.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        ..0.001 => format!("{:.0} µs", seconds * 1e6),
        ..0.1 => format!("{:.1} ms", seconds * 1e3),
        ..1.0 => format!("{:.0} ms", seconds * 1e3),
        ..100.0 => format!("{seconds:.2} s"),
        _ => {
            let whole = seconds as u64;
            let (hours, minutes) = (whole / 3600, whole / 60 % 60);
            match hours {
                0 => format!("{minutes} min {} s", whole % 60),
                _ => format!("{hours} h {minutes} min"),
            }
        }
    }
}

/// Returns the plural of a noun by rule.
///
/// ```
/// use quadrille_base::quantities::plural;
/// assert_eq!(plural("block"), "blocks");
/// assert_eq!(plural("box"), "boxes");
/// assert_eq!(plural("push"), "pushes");
/// assert_eq!(plural("key"), "keys");
/// assert_eq!(plural("ally"), "allies");
/// ```
pub fn plural(noun: &str) -> String {
    let has_sibilant = ["s", "x", "z", "ch", "sh"].iter().any(|end| noun.ends_with(end));
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if has_sibilant => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

/// Writes a number of things.
///
/// ```
/// use quadrille_base::quantities::counted;
/// assert_eq!(counted(1, "box"), "1 box");
/// assert_eq!(counted(2, "box"), "2 boxes");
/// assert_eq!(counted(1000, "move"), "1,000 moves");
/// ```
pub fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{} {}", commas(count), plural(noun)) }
}

/// Writes a number with commas.
///
/// ```
/// use quadrille_base::quantities::commas;
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
