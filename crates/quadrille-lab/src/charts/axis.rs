//! Axes: units, scales, ticks.

use quadrille_base::quantities;

/// The unit of an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    Seconds,
    Count,
    Moves,
    Bytes,
    Levels,
    Factor,
}

impl Unit {
    /// Formats a value for people.
    pub fn write(self, value: f64) -> String {
        match self {
            Unit::Seconds => quantities::seconds(value),
            Unit::Bytes => quantities::bytes(value.round() as u64),
            // Attributes of external solvers can be any number.
            Unit::Count if value < 0.0 => format!("-{}", self.write(-value)),
            Unit::Count if value > 0.0 && value < 1.0 => {
                // Two digits that count.
                let digits = 1 + value.log10().floor().abs() as usize;
                format!("{value:.digits$}").trim_end_matches('0').to_string()
            }
            Unit::Count | Unit::Moves | Unit::Levels if value == value.trunc() => {
                quantities::commas(value as u64)
            }
            Unit::Count | Unit::Moves | Unit::Levels if value >= 1000.0 => {
                quantities::commas(value.round() as u64)
            }
            Unit::Count | Unit::Moves | Unit::Levels => format!("{value:.1}"),
            Unit::Factor => format!("{value:.2}"),
        }
    }

    /// The factor between the powers that bound a logarithmic axis.
    fn base(self) -> f64 {
        if self == Unit::Bytes { 2.0 } else { 10.0 }
    }

    /// The logarithm of a value to the base.
    fn power(self, value: f64) -> f64 {
        if self == Unit::Bytes { value.log2() } else { value.log10() }
    }

    /// Formats a value as short as possible, for ticks.
    fn tick(self, value: f64) -> String {
        let scaled = |value: f64| {
            let text = format!("{value:.3}");
            text.trim_end_matches('0').trim_end_matches('.').to_string()
        };
        match self {
            Unit::Seconds if value == 0.0 => "0".to_string(),
            Unit::Seconds if value < 0.999e-3 => format!("{} µs", scaled(value * 1e6)),
            Unit::Seconds if value < 0.999 => format!("{} ms", scaled(value * 1e3)),
            Unit::Seconds if value < 59.99 => format!("{} s", scaled(value)),
            Unit::Seconds => quantities::seconds(value),
            Unit::Bytes => match value {
                v if v >= f64::from(1 << 30) => format!("{} GiB", scaled(v / f64::from(1 << 30))),
                v if v >= f64::from(1 << 20) => format!("{} MiB", scaled(v / f64::from(1 << 20))),
                v if v >= 1024.0 => format!("{} KiB", scaled(v / 1024.0)),
                v => format!("{} B", scaled(v)),
            },
            Unit::Count | Unit::Moves | Unit::Levels | Unit::Factor => match value {
                1e9.. => format!("{}G", scaled(value / 1e9)),
                1e6.. => format!("{}M", scaled(value / 1e6)),
                1e4.. => format!("{}k", scaled(value / 1e3)),
                _ => scaled(value),
            },
        }
    }
}

#[derive(Clone, Debug)]
pub struct Axis {
    /// Its name: `time`, `expanded positions`.
    pub name: String,
    pub unit: Unit,
    /// True if the axis is logarithmic.
    pub log: bool,
}

impl Axis {
    pub fn linear(name: impl Into<String>, unit: Unit) -> Axis {
        Axis { name: name.into(), unit, log: false }
    }

    pub fn log(name: impl Into<String>, unit: Unit) -> Axis {
        Axis { name: name.into(), unit, log: true }
    }

    /// A scale for these values between two places on the canvas.
    pub(super) fn scale(&self, values: impl Iterator<Item = f64>, from: f64, to: f64) -> Scale {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|value| value.is_finite() && (!self.log || *value > 0.0)) {
            low = low.min(value);
            high = high.max(value);
        }
        let (low, high) = match (low.is_finite(), self.log) {
            (false, true) => (0.0, 1.0),
            (false, false) => (0.0, 1.0),
            (true, true) => {
                let (low, high) = (self.unit.power(low), self.unit.power(high));
                let (low, high) = ((low + 1e-9).floor(), (high - 1e-9).ceil());
                (low, high.max(low + 1.0))
            }
            (true, false) => {
                let high = if high <= 0.0 { 1.0 } else { high };
                let step = step(high, 5);
                (0.0, (high / step - 1e-9).ceil() * step)
            }
        };
        Scale { unit: self.unit, log: self.log, low, high, from, to }
    }
}

/// A step for about this many round ticks. It is a whole number: linear axes show counts.
fn step(high: f64, ticks: u32) -> f64 {
    let rough = (high / f64::from(ticks)).max(1e-9);
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|&s| s >= rough * 0.999);
    step.unwrap_or(10.0 * power).max(1.0)
}

#[derive(Clone, Copy, Debug)]
pub struct Scale {
    unit: Unit,
    log: bool,
    /// The lowest value, or its power.
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// The place of a value. Values that a logarithmic axis cannot show are at its start.
    pub fn place(&self, value: f64) -> f64 {
        let along = match self.log {
            true if value <= 0.0 => self.low,
            true => self.unit.power(value),
            false => value,
        };
        let share = ((along - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        self.from + share * (self.to - self.from)
    }

    pub(super) fn between(self, from: f64, to: f64) -> Scale {
        Scale { from, to, ..self }
    }

    /// Places and texts of the ticks, at most one per `room`.
    pub(super) fn ticks(&self, room: f64) -> Vec<(f64, String)> {
        let most = ((self.to - self.from).abs() / room).floor().max(1.0);
        let values: Vec<f64> = if self.log {
            let base = self.unit.base();
            let every = ((self.high - self.low) / most).ceil().max(1.0) as i32;
            // For bytes every power of two can be a tick, but 1 KiB and 1 MiB are rounder than 2
            // KiB and 2 MiB.
            let rounder = [1, 2, 5, 10].into_iter().find(|&step| step >= every);
            let (every, first) = match rounder.filter(|_| self.unit == Unit::Bytes) {
                Some(every) => (every, 0),
                None => (every, self.low as i32),
            };
            let powers = (self.low as i32)..=(self.high as i32);
            powers.filter(|power| (power - first) % every == 0).map(|p| base.powi(p)).collect()
        } else {
            let step = step(self.high, (most as u32).clamp(1, 6));
            let count = (self.high / step + 1e-9).floor() as u32;
            (0..=count).map(|n| f64::from(n) * step).collect()
        };
        values.into_iter().map(|value| (self.place(value), self.unit.tick(value))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_can_be_any_number() {
        let texts =
            [-5.0, 0.04, 0.5, 0.256, 0.0, 12.5, 1234.5].map(|value| Unit::Count.write(value));
        assert_eq!(texts, ["-5", "0.04", "0.5", "0.26", "0", "12.5", "1,235"]);
    }

    #[test]
    fn scales_hold_their_values() {
        let axis = Axis::log("time", Unit::Seconds);
        let scale = axis.scale([0.003, 4.0, 0.0].into_iter(), 100.0, 500.0);
        assert_eq!(scale.place(0.001), 100.0);
        assert_eq!(scale.place(10.0), 500.0);
        assert_eq!(scale.place(0.0), 100.0);
        let texts: Vec<String> = scale.ticks(50.0).into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts, ["1 ms", "10 ms", "100 ms", "1 s", "10 s"]);
        let bytes = Axis::log("memory", Unit::Bytes).scale([9_000.0, 3e6].into_iter(), 0.0, 300.0);
        let texts: Vec<String> = bytes.ticks(50.0).into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts, ["16 KiB", "64 KiB", "256 KiB", "1 MiB", "4 MiB"]);
        let linear = Axis::linear("moves", Unit::Moves).scale([0.0, 17.0].into_iter(), 0.0, 100.0);
        assert_eq!(linear.place(20.0), 100.0);
        assert_eq!(
            Axis::linear("moves", Unit::Moves).scale([].into_iter(), 0.0, 1.0).place(1.0),
            1.0
        );
    }
}
