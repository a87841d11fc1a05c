//! Writes pictures of levels: the kind by the end of the file's name, one file per level.

use std::path::Path;

use quadrille::levels::Level;
use quadrille::moves::Move;
use quadrille::{draw, verify};

use super::file;
use crate::console;
use crate::errors::Fault;
use crate::input::Item;

/// The kind of a picture.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Svg,
    Png,
    Gif,
}

impl Kind {
    /// The kind of the file with this name.
    pub fn of(path: &Path) -> Option<Kind> {
        let ends =
            |end: &str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(end));
        let kinds = [("svg", Kind::Svg), ("png", Kind::Png), ("gif", Kind::Gif)];
        kinds.into_iter().find(|(end, _)| ends(end)).map(|(_, kind)| kind)
    }

    /// Draws a level; as a GIF it has one frame.
    pub fn board(self, level: &Level) -> Vec<u8> {
        let (game, board) = (level.game, &level.grid);
        match self {
            Kind::Svg => draw::svg(game, board).into_bytes(),
            Kind::Png => draw::png(game, board, draw::PNG_SCALE),
            Kind::Gif => draw::gif(game, std::slice::from_ref(board), &[], draw::GIF_SCALE)
                .expect("one frame is not too many"),
        }
    }

    /// Draws the positions of a plan as an animation.
    pub fn film(self, level: &Level, plan: &[Move]) -> Result<Vec<u8>, Fault> {
        let replay = verify::replay(level.game, &level.grid, plan)
            .map_err(|refusal| Fault::new(refusal.to_string()))?;
        let captions = draw::captions(level.game, plan);
        match self {
            Kind::Svg => Ok(draw::film(level.game, &replay.boards, &captions).into_bytes()),
            Kind::Gif => Ok(draw::gif(level.game, &replay.boards, &captions, draw::GIF_SCALE)?),
            Kind::Png => Err(Fault::new("a PNG picture shows one board, not a plan")
                .help("use a name that ends with .gif or .svg")),
        }
    }
}

/// Writes one picture per level, `X-NAME.svg` beside `X.svg`; a single one to the path itself.
pub fn write(path: &Path, pictures: &[(&Item, Vec<u8>)]) -> Result<(), Fault> {
    if let [(_, picture)] = pictures {
        return file::replace(path, picture);
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let end = path.extension().unwrap_or_default().to_string_lossy();
    let mut names: Vec<String> = Vec::new();
    for (item, picture) in pictures {
        let label = item.label.as_deref().unwrap_or(&item.title);
        let plain = label.replace(|c: char| !c.is_alphanumeric() && c != '_' && c != '-', "-");
        let mut name = format!("{stem}-{plain}.{end}");
        if names.contains(&name) {
            name = format!("{stem}-{plain}-{}.{end}", names.len() + 1);
        }
        file::replace(&path.with_file_name(&name), picture)?;
        names.push(name);
    }
    console::remark(&format!("a picture per level: {}", names.join(", ")));
    Ok(())
}
