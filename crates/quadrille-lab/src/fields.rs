//! The fields of a struct from its serialisation, so that the columns of tables follow the struct.

use quadrille::search::Stats;
use serde::de::value::Error;
use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};

/// The names of the fields that a struct is read from, in order.
fn names<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut names: &'static [&'static str] = &[];
    // Always an error: only the names are needed.
    let _ = T::deserialize(Names(&mut names));
    names
}

struct Names<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for Names<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Error> {
        Err(Error::custom("not a struct"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value, Error> {
        *self.0 = fields;
        Err(Error::custom("only the names are wanted"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

pub fn stat_names() -> &'static [&'static str] {
    names::<Stats>()
}

pub fn stat_values(stats: &Stats) -> Map<String, Value> {
    match serde_json::to_value(stats) {
        Ok(Value::Object(values)) => values,
        // Serialising numbers cannot fail.
        _ => Map::new(),
    }
}

/// Reads statistics from named values; missing values and nulls are zero.
pub fn stats_from(
    values: impl IntoIterator<Item = (String, Value)>,
) -> Result<Stats, serde_json::Error> {
    let mut all = stat_values(&Stats::default());
    let given =
        values.into_iter().filter(|(name, value)| all.contains_key(name) && !value.is_null());
    let given: Vec<(String, Value)> = given.collect();
    all.extend(given);
    serde_json::from_value(Value::Object(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_statistic_has_a_name_and_survives_as_values() {
        let stats =
            Stats { expanded: 7, seconds: 0.5, first_plan_seconds: Some(0.25), ..Stats::default() };
        let values = stat_values(&stats);
        assert!(values.len() > 5);
        let mut names: Vec<&str> = values.keys().map(String::as_str).collect();
        let mut fields = stat_names().to_vec();
        names.sort_unstable();
        fields.sort_unstable();
        assert_eq!(names, fields);
        assert_eq!(stats_from(values).expect("they were written here"), stats);
        assert_eq!(stats_from([]).expect("all are missing"), Stats::default());
        assert_eq!(names_of_text(), 0, "a text has no fields");
    }

    fn names_of_text() -> usize {
        names::<String>().len()
    }
}
