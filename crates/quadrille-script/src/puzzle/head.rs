//! The constants at the head of a puzzle's script.

use quadrille::definition::{
    COLOUR_NAMES, Entry, Ground, Identity, Look, Mark, PALETTE, Shape, Table,
};
use quadrille::diagnostic::Diagnostic;
use quadrille::games;
use quadrille::moves::{MoveKind, Notation};
use quadrille::registry::nearest;
use rhai::{AST, Array, Dynamic, Map, Scope};

use super::code::{Code, MOST};
use super::identities;
use crate::message;
use crate::script::{ENGINE, kind, runtime_error};

/// The kinds of moves, by their names in a script.
const MOVES: [(&str, MoveKind); 4] = [
    ("direction", MoveKind::All),
    ("cell", MoveKind::Touch),
    ("cell and direction", MoveKind::Cell),
    ("piece and direction", MoveKind::Piece),
];

/// The keys of a cell.
const KEYS: [&str; 9] =
    ["glyph", "name", "or", "ground", "target", "block", "disc", "joined", "label"];

/// Runs the head of a script and reads its constants.
pub(super) fn read(tree: &AST) -> Result<Identity, Diagnostic> {
    let mut scope = Scope::new();
    crate::budget::one_call(|| ENGINE.run_ast_with_scope(&mut scope, tree))
        .map_err(|error| runtime_error(&error))?;
    let id = text(&scope, "ID")?
        .ok_or_else(|| message::missing_constant("ID", "the word for the puzzle: \"lights\""))?;
    if id.is_empty() || id.len() > 24 || !id.bytes().all(|letter| letter.is_ascii_lowercase()) {
        return Err(message::bad_id(id));
    }
    if games::ALL.iter().any(|game| game.id() == id) {
        return Err(message::taken_id(id));
    }
    let title = text(&scope, "TITLE")?.unwrap_or_else(|| id.clone());
    let about = text(&scope, "ABOUT")?.unwrap_or_default();
    let kinds = MOVES.map(|(name, _)| format!("\"{name}\"")).join(", ");
    let kind = text(&scope, "MOVE")?
        .ok_or_else(|| message::missing_constant("MOVE", format!("one of {kinds}")))?;
    let entry = MOVES.iter().find(|(name, _)| *name == kind);
    let &(_, of_moves) = entry.ok_or_else(|| message::bad_move(kind.as_str(), kinds))?;
    let cells = scope.get_value::<Array>("CELLS");
    let cells = cells.ok_or_else(|| {
        message::missing_constant("CELLS", "the list of its cells, the empty one first")
    })?;
    let notation = Notation { kind: of_moves, lowercase: false };
    identities::kept([&id, &title, &about], notation, table(&cells)?)
}

fn text(scope: &Scope<'_>, name: &str) -> Result<Option<String>, Diagnostic> {
    let Some(value) = scope.get_value::<Dynamic>(name) else { return Ok(None) };
    let given = kind(&value);
    let text = value.into_string();
    text.map(Some).map_err(|_| message::constant_not_text(name, given))
}

fn table(cells: &Array) -> Result<Table<Code>, Diagnostic> {
    if cells.is_empty() || cells.len() > MOST {
        return Err(message::wrong_cell_count(cells.len(), MOST));
    }
    let mut glyphs: Vec<String> = Vec::new();
    let mut entries = Vec::new();
    for (code, cell) in (0..=u8::MAX).zip(cells) {
        let wrong = |cause: Diagnostic| message::wrong_cell(code, cause);
        let map = cell.as_map_ref().map_err(|kind| {
            wrong(message::cell_not_map("#{ glyph: \"o\", name: \"lamp\" }", kind))
        })?;
        let entry = entry(Code(code), &map, &mut glyphs).map_err(wrong)?;
        entries.push(entry);
    }
    Ok(Table::new(entries))
}

fn entry(code: Code, map: &Map, glyphs: &mut Vec<String>) -> Result<Entry<Code>, Diagnostic> {
    for key in map.keys() {
        if !KEYS.contains(&key.as_str()) {
            let key = key.as_str();
            return Err(match nearest(key, KEYS.into_iter()).first() {
                Some(&near) => message::misspelt_cell_key(key, near),
                None => message::unknown_cell_key(key),
            });
        }
    }
    let glyph = string(map, "glyph")?.ok_or_else(message::no_glyph)?;
    let aliases: Vec<String> = string(map, "or")?.into_iter().collect();
    for glyph in std::iter::once(&glyph).chain(&aliases) {
        let is_good =
            |letter: char| !letter.is_whitespace() && !letter.is_control() && letter != ';';
        if glyph.is_empty() || glyph.chars().count() > 4 || !glyph.chars().all(is_good) {
            return Err(message::bad_glyph(glyph.as_str()));
        }
        if glyphs.contains(glyph) {
            return Err(message::glyph_twice(glyph.as_str()));
        }
        glyphs.push(glyph.clone());
    }
    let name = string(map, "name")?.unwrap_or_else(|| glyph.clone());
    let label = string(map, "label")?.unwrap_or_else(|| glyph.clone());
    let look = look(map, &label)?;
    let entry = Entry::new(code, glyph, name, look);
    Ok(aliases.into_iter().fold(entry, Entry::or))
}

fn look(map: &Map, label: &str) -> Result<Look, Diagnostic> {
    let mut letters = label.chars();
    let label = [letters.next(), letters.next()];
    let mark = |key: &str| -> Result<Option<Mark>, Diagnostic> {
        let Some(value) = map.get(key) else { return Ok(None) };
        Ok(Some(Mark { colour: colour(value)?, label }))
    };
    let target = mark("target")?;
    let ground = match string(map, "ground")?.as_deref() {
        None if target.is_some() => Ground::Goal,
        None | Some("floor") => Ground::Floor,
        Some("wall") => Ground::Wall,
        Some("hole") => Ground::Hole,
        Some("goal") => Ground::Goal,
        Some(other) => return Err(message::bad_ground(other)),
    };
    let shapes = [("block", Shape::Block), ("disc", Shape::Disc), ("joined", Shape::Joined)];
    let mut piece = None;
    for (key, shape) in shapes {
        if let Some(mark) = mark(key)? {
            if piece.is_some() {
                return Err(message::several_pieces());
            }
            piece = Some((shape, mark));
        }
    }
    // On a cell with both, the letters are the piece's.
    let bare = |mark: Mark| if piece.is_some() { Mark { label: [None; 2], ..mark } } else { mark };
    Ok(Look { target: target.map(bare), piece, ..Look::bare(ground) })
}

fn string(map: &Map, key: &str) -> Result<Option<String>, Diagnostic> {
    let Some(value) = map.get(key) else { return Ok(None) };
    let text = value.clone().into_string();
    text.map(Some).map_err(|_| message::key_not_text(key, kind(value)))
}

/// A colour of the palette, by its name or its number.
fn colour(value: &Dynamic) -> Result<u8, Diagnostic> {
    if let Ok(number) = value.as_int() {
        let found = u8::try_from(number).ok().filter(|&colour| usize::from(colour) < PALETTE.len());
        return found
            .ok_or_else(|| message::bad_colour_number(number.to_string(), PALETTE.len() - 1));
    }
    let name = value.clone().into_string();
    let name = name.map_err(message::colour_not_name)?;
    let found = (0..).zip(COLOUR_NAMES).find(|(_, known)| *known == name);
    found
        .map(|(colour, _)| colour)
        .ok_or_else(|| message::unknown_colour(name, COLOUR_NAMES.join(", ")))
}
