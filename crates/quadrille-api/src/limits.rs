//! The limits of a request: they lower those of the server and never raise them.

use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use quadrille::search::Limits;
use quadrille_base::quantities;
use serde::de::{self, Deserialize, Deserializer, Visitor};

/// Reads `max_nodes`, `max_time` and `max_memory`, which every search request has.
///
/// A query has texts where a body has numbers, so each limit is a number or a text with a unit:
/// `max_time=2.5`, `"max_time": "10s"`.
pub(crate) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Limits, D::Error> {
    #[derive(serde::Deserialize)]
    struct Keys {
        max_nodes: Option<Quantity<u64>>,
        max_time: Option<Quantity<Duration>>,
        max_memory: Option<Quantity<usize>>,
    }
    let Keys { max_nodes, max_time, max_memory } = Keys::deserialize(deserializer)?;
    Ok(Limits {
        max_nodes: max_nodes.map(|limit| limit.0),
        max_time: max_time.map(|limit| limit.0),
        max_memory: max_memory.map(|limit| limit.0),
    })
}

pub(crate) fn lower(limits: &Limits, requested: &Limits) -> Limits {
    fn least<T: Ord>(bound: Option<T>, requested: Option<T>) -> Option<T> {
        bound.into_iter().chain(requested).min()
    }
    Limits {
        max_nodes: least(limits.max_nodes, requested.max_nodes),
        max_time: least(limits.max_time, requested.max_time),
        max_memory: least(limits.max_memory, requested.max_memory),
    }
}

struct Quantity<T>(T);

/// A quantity that is written as a number, or as a text with a unit.
trait Measured: Sized {
    const EXPECTED: &'static str;
    fn from_number(number: f64) -> Option<Self>;
    fn from_text(text: &str) -> Result<Self, String>;
}

impl Measured for u64 {
    const EXPECTED: &'static str = "a number of positions";

    fn from_number(number: f64) -> Option<u64> {
        (number >= 0.0).then_some(number as u64)
    }

    fn from_text(text: &str) -> Result<u64, String> {
        quantities::count(text)
    }
}

impl Measured for usize {
    const EXPECTED: &'static str = "a number of bytes, or a text such as \"1GiB\"";

    fn from_number(number: f64) -> Option<usize> {
        (number >= 0.0).then_some(number as usize)
    }

    fn from_text(text: &str) -> Result<usize, String> {
        quantities::size(text).map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX))
    }
}

impl Measured for Duration {
    const EXPECTED: &'static str = "seconds above 0, or a text such as \"10s\"";

    fn from_number(seconds: f64) -> Option<Duration> {
        // A time that overflows the clock is longer than any limit.
        (seconds > 0.0).then(|| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
    }

    fn from_text(text: &str) -> Result<Duration, String> {
        match text.trim().parse() {
            Ok(seconds) => Duration::from_number(seconds).ok_or_else(|| Self::EXPECTED.to_string()),
            Err(_) => quantities::duration(text),
        }
    }
}

impl<'de, T: Measured> Deserialize<'de> for Quantity<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Quantity<T>, D::Error> {
        deserializer.deserialize_any(QuantityVisitor(PhantomData))
    }
}

struct QuantityVisitor<T>(PhantomData<T>);

impl<T: Measured> Visitor<'_> for QuantityVisitor<T> {
    type Value = Quantity<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Quantity<T>, E> {
        let quantity = T::from_number(number).map(Quantity);
        quantity.ok_or_else(|| E::invalid_value(de::Unexpected::Float(number), &self))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Quantity<T>, E> {
        self.visit_f64(number as f64)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Quantity<T>, E> {
        self.visit_f64(number as f64)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Quantity<T>, E> {
        T::from_text(text).map(Quantity).map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct Request {
        #[serde(flatten, deserialize_with = "read")]
        limits: Limits,
    }

    const BOUNDS: Limits = Limits {
        max_nodes: Some(1000),
        max_time: Some(Duration::from_secs(60)),
        max_memory: Some(1 << 20),
    };

    fn query(text: &str) -> Result<Limits, String> {
        let request: Result<Request, _> = serde_urlencoded::from_str(text);
        request.map(|request| request.limits).map_err(|error| error.to_string())
    }

    fn body(text: &str) -> Result<Limits, String> {
        let request: Result<Request, _> = serde_json::from_str(text);
        request.map(|request| request.limits).map_err(|error| error.to_string())
    }

    #[test]
    fn a_limit_is_a_number_or_a_text_in_queries_and_bodies() {
        let expected = Limits {
            max_nodes: Some(7),
            max_time: Some(Duration::from_millis(500)),
            max_memory: Some(1024),
        };
        assert_eq!(query("max_nodes=7&max_time=0.5&max_memory=1024"), Ok(expected));
        assert_eq!(query("max_nodes=7&max_time=500ms&max_memory=1KiB"), Ok(expected));
        assert_eq!(body(r#"{"max_nodes":7,"max_time":0.5,"max_memory":1024}"#), Ok(expected));
        assert_eq!(body(r#"{"max_nodes":7,"max_time":"500ms","max_memory":"1KiB"}"#), Ok(expected));
        assert_eq!(body("{}"), Ok(Limits::default()));
        for bad in ["max_time=0", "max_time=-1", "max_time=soon", "max_nodes=many", "seconds=1"] {
            assert!(query(bad).is_err(), "{bad}");
        }
        assert!(body(r#"{"max_time":0}"#).is_err());
        assert!(body(r#"{"seconds":1}"#).is_err());
    }

    #[test]
    fn requests_lower_limits_and_never_raise_them() {
        assert_eq!(lower(&BOUNDS, &Limits::default()), BOUNDS);
        let huge = query("max_time=1e300&max_nodes=100G&max_memory=100TiB").unwrap();
        assert_eq!(lower(&BOUNDS, &huge), BOUNDS);
        let less = query("max_time=0.5&max_nodes=7&max_memory=9").unwrap();
        assert_eq!(lower(&BOUNDS, &less), less);
    }
}
