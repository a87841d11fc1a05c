//! A position as a file.

use quadrille::draw;
use quadrille::games::Games;
use quadrille::levels::{self, Level};
use serde::Deserialize;

use crate::failure::Failure;
use crate::level::level_of;
use crate::position::PositionRequest;
use crate::response::Response;

const SVG: &str = "image/svg+xml";

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportRequest {
    code: String,
    format: String,
    /// The name of the level in the file.
    name: Option<String>,
}

pub(crate) fn export(request: &ExportRequest, games: &Games) -> Result<Response, Failure> {
    let name = request.name.clone().filter(|name| !name.trim().is_empty());
    let level = Level { name, ..level_of(games, &request.code)? };
    let text = levels::write(&level, &request.format)
        .map_err(|error| Failure::unprocessable("bad-format", error.to_string()))?;
    let (ending, media_type) = match request.format.as_str() {
        "svg" => ("svg", SVG),
        _ => ("txt", "text/plain; charset=utf-8"),
    };
    let file_name = Some(format!("{}.{ending}", level.game.id()));
    Ok(Response { text, media_type, file_name, is_cacheable: false })
}

pub(crate) fn picture(request: &PositionRequest, games: &Games) -> Result<Response, Failure> {
    let level = level_of(games, &request.code)?;
    let text = draw::svg(level.game, &level.grid);
    Ok(Response { text, media_type: SVG, file_name: None, is_cacheable: true })
}
