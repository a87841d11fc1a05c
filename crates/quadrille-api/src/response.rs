//! A response as it is sent.

use serde::Serialize;

use crate::failure::Failure;

/// The response to a request that needs no search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Response {
    pub text: String,
    pub media_type: &'static str,
    /// The name for saving it as a file.
    pub file_name: Option<String>,
    /// True if this version of the program always gives the same response to the same request.
    pub is_cacheable: bool,
}

impl Response {
    pub(crate) fn json(value: &impl Serialize) -> Result<Response, Failure> {
        let text = serde_json::to_string(value).map_err(|_| Failure::bug())?;
        Ok(Response { text, media_type: "application/json", file_name: None, is_cacheable: false })
    }
}
