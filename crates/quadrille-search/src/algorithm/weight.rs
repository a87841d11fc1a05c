//! Exact decimal weights.

use std::fmt;

/// A decimal number with up to three places: exact, so it prints as it was typed and orders the
/// same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Weight(i32);

impl Weight {
    /// The weight 1.
    pub const ONE: Weight = Weight(1000);

    /// A whole weight.
    pub const fn whole(weight: i16) -> Weight {
        Weight(weight as i32 * 1000)
    }

    /// Parses a number such as `2`, `1.5` or `0.125`, below 10000.
    pub fn parse(text: &str) -> Option<Weight> {
        let (whole, places) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(whole) || !digits(places) || !(1..=4).contains(&whole.len()) {
            return None;
        }
        if places.is_empty() || places.len() > 3 {
            return None;
        }
        let thousandths = places.parse::<i32>().ok()? * 10_i32.pow(3 - places.len() as u32);
        Some(Weight(whole.parse::<i32>().ok()? * 1000 + thousandths))
    }

    /// As [`Weight::parse`], with an optional minus sign.
    pub fn parse_signed(text: &str) -> Option<Weight> {
        match text.strip_prefix('-') {
            Some(text) => Weight::parse(text).map(|Weight(thousandths)| Weight(-thousandths)),
            None => Weight::parse(text),
        }
    }

    /// The weight with the opposite sign.
    #[must_use]
    pub const fn negative(self) -> Weight {
        Weight(-self.0)
    }

    /// The nearest floating-point number.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 1000.0
    }

    /// True if it has no decimal places.
    pub const fn is_whole(self) -> bool {
        self.0 % 1000 == 0
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, places) = (self.0.abs() / 1000, format!("{:03}", self.0.abs() % 1000));
        match places.trim_end_matches('0') {
            "" => write!(f, "{sign}{whole}"),
            places => write!(f, "{sign}{whole}.{places}"),
        }
    }
}
