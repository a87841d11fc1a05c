//! An answer as it is sent.

use serde::Serialize;

use crate::failure::Failure;

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The text.
    pub text: String,
    /// Its media type.
    pub kind: &'static str,
    /// The name under which it is saved, where it is a file.
    pub file: Option<String>,
    /// Whether the same question always has the same answer, as long as the program is the same.
    pub is_lasting: bool,
}

impl Answer {
    /// A value as JSON.
    pub(crate) fn json(value: &impl Serialize) -> Result<Answer, Failure> {
        let text = serde_json::to_string(value).map_err(|_| Failure::bug())?;
        Ok(Answer { text, kind: "application/json", file: None, is_lasting: false })
    }
}
