//! A position as a file.

use quadrille::{draw, levels};
use serde::Deserialize;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::level::level_of;
use crate::position::Which;

/// The media type of pictures.
const PICTURE: &str = "image/svg+xml";

/// Which position, and in which format.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Export {
    code: String,
    format: String,
}

/// A position in a format.
pub(crate) fn export(export: &Export) -> Result<Answer, Failure> {
    let level = level_of(&export.code)?;
    let text = levels::write(&level, &export.format)
        .map_err(|error| Failure::unprocessable("bad-format", error.to_string()))?;
    let (ending, kind) = match export.format.as_str() {
        "svg" => ("svg", PICTURE),
        _ => ("txt", "text/plain; charset=utf-8"),
    };
    let file = Some(format!("{}.{ending}", level.game.id()));
    Ok(Answer { text, kind, file, is_lasting: false })
}

/// A position as a picture.
pub(crate) fn picture(which: &Which) -> Result<Answer, Failure> {
    let level = level_of(&which.code)?;
    let text = draw::svg(level.game, &level.grid);
    Ok(Answer { text, kind: PICTURE, file: None, is_lasting: true })
}
