//! Levels as a file: a text, printable pages, a picture, or the animation of a solution.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use quadrille::diagnostic::Diagnostic;
use quadrille::games::Games;
use quadrille::levels::{self, Known, Level};
use quadrille::search::Cost;
use quadrille::{desk, draw, verify};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::level::level_of;

/// The most levels in a file.
const MOST: usize = 1000;

/// The most cells on printed pages.
const MOST_CELLS: usize = 100_000;

/// The levels side by side on a printed page.
const COLUMNS: usize = 3;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileRequest {
    kind: Kind,
    #[serde(default)]
    title: String,
    author: Option<String>,
    licence: Option<String>,
    levels: Vec<Part>,
}

#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// All levels with what is known about them.
    Text,
    /// Printable pages, with the solutions at the end.
    Pdf,
    /// The first level.
    Png,
    /// The plan of the first level.
    Gif,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Part {
    code: String,
    name: Option<String>,
    plan: Option<String>,
    /// The length of its shortest plan.
    optimum: Option<Cost>,
    /// The score of its rating.
    score: Option<u32>,
}

#[derive(Serialize)]
pub(crate) struct File {
    media_type: &'static str,
    /// Its bytes in base64.
    content: String,
}

pub(crate) fn file(request: &FileRequest, games: &Games) -> Result<File, Failure> {
    if request.levels.is_empty() || request.levels.len() > MOST {
        let message = format!("a file has 1 to {MOST} levels");
        return Err(Failure::unprocessable("level-count", message));
    }
    let levels = request.levels.iter().map(|part| request.level(part, games));
    let levels = levels.collect::<Result<Vec<Level>, Failure>>()?;
    let first = &levels[0];
    let (media_type, bytes) = match request.kind {
        Kind::Text => ("text/plain; charset=utf-8", text(&levels)?.into_bytes()),
        Kind::Pdf => ("application/pdf", pages(&request.title, &levels)?),
        Kind::Png => ("image/png", draw::png(first.game, &first.grid, draw::PNG_SCALE)),
        Kind::Gif => ("image/gif", film(first)?),
    };
    Ok(File { media_type, content: STANDARD.encode(bytes) })
}

impl FileRequest {
    fn level(&self, part: &Part, games: &Games) -> Result<Level, Failure> {
        let level = level_of(games, &part.code)?;
        let plan = part.plan.as_deref().map(|plan| level.game.notation().read(plan)).transpose();
        Ok(Level {
            name: part.name.clone(),
            author: self.author.clone(),
            licence: self.licence.clone(),
            known: part.optimum.map(Known::Optimal),
            solution: plan.map_err(|error| Failure::of(400, error))?,
            difficulty: part.score,
            ..level
        })
    }
}

fn text(levels: &[Level]) -> Result<String, Failure> {
    let texts = levels.iter().map(|level| levels::write(level, "native"));
    let texts = texts.collect::<Result<Vec<String>, _>>();
    texts
        .map(|texts| texts.join("\n"))
        .map_err(|error| Failure::unprocessable("bad-format", error.to_string()))
}

fn pages(title: &str, levels: &[Level]) -> Result<Vec<u8>, Failure> {
    let cells: usize = levels.iter().map(|level| level.grid.size().cells()).sum();
    if cells > MOST_CELLS {
        let message = format!("{cells} cells are too many for a printed sheet");
        let help = format!("up to {MOST_CELLS} are printed: leave out levels");
        return Err(Failure::unprocessable("sheet-too-large", message).help(help));
    }
    Ok(desk::sheet_pdf(title, levels, COLUMNS))
}

fn film(level: &Level) -> Result<Vec<u8>, Failure> {
    let plan = level.solution.as_deref().unwrap_or_default();
    let refused = |error: Diagnostic| Failure::of(422, error);
    let replay = verify::replay(level.game, &level.grid, plan).map_err(refused)?;
    let captions = draw::captions(level.game, plan);
    draw::gif(level.game, &replay.boards, &captions, draw::GIF_SCALE).map_err(refused)
}
