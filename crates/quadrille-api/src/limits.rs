//! What one search may take: bounds that a question can lower and not raise.

use std::time::Duration;

use quadrille::search::Limits;
use serde::Serialize;

use crate::failure::Failure;

/// The most that one search may take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// Positions that are expanded.
    pub nodes: u64,
    /// Time.
    pub time: Duration,
    /// Bytes of its tables.
    pub bytes: u64,
}

/// The bounds as JSON.
#[derive(Serialize)]
pub(crate) struct BoundsRow {
    nodes: u64,
    seconds: f64,
    bytes: u64,
}

impl Bounds {
    /// As JSON.
    pub(crate) fn row(&self) -> BoundsRow {
        BoundsRow { nodes: self.nodes, seconds: self.time.as_secs_f64(), bytes: self.bytes }
    }

    /// The limits of a search for which these were asked, where any were.
    pub(crate) fn lowered(
        &self,
        seconds: Option<f64>,
        nodes: Option<u64>,
        bytes: Option<u64>,
    ) -> Result<Limits, Failure> {
        let time = match seconds {
            None => self.time,
            // What is too long for a clock is longer than any limit.
            Some(seconds) if seconds > 0.0 => {
                Duration::try_from_secs_f64(seconds).unwrap_or(self.time).min(self.time)
            }
            Some(_) => {
                return Err(Failure::bad_request("bad-limit", "the time is not above zero")
                    .help("give seconds, as in seconds=2.5, or leave it out"));
            }
        };
        let bytes = bytes.unwrap_or(self.bytes).min(self.bytes);
        Ok(Limits {
            max_nodes: Some(nodes.unwrap_or(self.nodes).min(self.nodes)),
            max_time: Some(time),
            max_memory: Some(usize::try_from(bytes).unwrap_or(usize::MAX)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds { nodes: 1000, time: Duration::from_secs(60), bytes: 1 << 20 };

    #[test]
    fn requests_lower_limits_and_never_raise_them() {
        let most = BOUNDS.lowered(None, None, None).unwrap();
        assert_eq!(most.max_time, Some(BOUNDS.time));
        assert_eq!(BOUNDS.lowered(Some(1e300), Some(u64::MAX), Some(u64::MAX)).unwrap(), most);
        let less = BOUNDS.lowered(Some(0.5), Some(7), Some(9)).unwrap();
        assert_eq!(less.max_time, Some(Duration::from_millis(500)));
        assert_eq!((less.max_nodes, less.max_memory), (Some(7), Some(9)));
        for bad in [0.0, -1.0, f64::NAN, f64::NEG_INFINITY] {
            assert!(BOUNDS.lowered(Some(bad), None, None).is_err(), "{bad}");
        }
    }
}
