//! The cells of a game as one table: codes, glyphs, names, looks, help and brushes all come from
//! it.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::{BuildHasherDefault, Hash};

use quadrille_search::toolkit::Mixer;

use super::{Ground, Look};
use crate::formats::{Format, Layout};

/// The content of a cell, at the start of a level or later.
pub trait Cell: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// All cells of the game. The index of a cell in the table is its code. Share codes contain
    /// these codes, so new cells are only added at the end.
    fn table() -> &'static Table<Self>;

    /// The code of the cell. A cell that is not in the table has a code that no cell has.
    #[inline]
    fn code(self) -> u16 {
        Self::table().codes.get(&self).copied().unwrap_or(u16::MAX)
    }

    #[inline]
    fn from_code(code: u16) -> Option<Self> {
        Self::table().cells.get(usize::from(code)).copied()
    }

    fn glyph(self) -> &'static str {
        Self::table().kinds.get(self.code()).map_or("?", |kind| &kind.glyph)
    }

    fn look(self) -> Look {
        Self::table().kinds.get(self.code()).map_or(Look::bare(Ground::Hole), |kind| kind.look)
    }

    fn from_glyph(glyph: &str) -> Option<Self> {
        Self::table().kinds.code_of(glyph).and_then(Self::from_code)
    }
}

/// A row of a table of cells.
#[derive(Clone, Debug)]
pub struct Entry<C> {
    cell: C,
    kind: Kind,
}

/// The properties of a cell outside of its game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The cell as typed, without white space.
    pub glyph: String,
    pub aliases: Vec<String>,
    pub name: String,
    /// Its look on screens and in pictures.
    pub look: Look,
    /// The description of its glyph in messages, if it is not its glyph and its name. Consecutive
    /// cells with the same description are described once.
    help: Option<&'static str>,
}

impl Kind {
    /// A cell with its glyph, its name and its look.
    pub fn new(glyph: impl Into<String>, name: impl Into<String>, look: Look) -> Kind {
        let (glyph, name) = (glyph.into(), name.into());
        Kind { glyph, aliases: Vec::new(), name, look, help: None }
    }
}

/// The cells of a game that are created during play, where cells are combinations of things and too
/// many to list. Their codes follow those of the listed cells, and are only valid within this run
/// of the program.
pub trait LateKinds: Debug + Send + Sync {
    fn get(&self, code: u16) -> Option<&'static Kind>;

    /// The code of the cell for a typed glyph.
    fn code_of(&self, glyph: &str) -> Option<u16>;
}

impl<C> Entry<C> {
    /// A cell with its glyph, its name and its look.
    pub fn new(cell: C, glyph: impl Into<String>, name: impl Into<String>, look: Look) -> Entry<C> {
        Entry { cell, kind: Kind::new(glyph, name, look) }
    }

    #[must_use]
    pub fn or(mut self, alias: impl Into<String>) -> Entry<C> {
        self.kind.aliases.push(alias.into());
        self
    }

    /// The cell in which this piece is on a target: typed, named and drawn as both, in either
    /// order.
    #[must_use]
    pub fn on(&self, target: &Entry<C>, cell: C) -> Entry<C> {
        let (above, below) = (&self.kind, &target.kind);
        let name = format!("{} on {}", above.name, below.name);
        let look = Look { piece: above.look.piece, ..below.look };
        Entry::new(cell, format!("{}{}", above.glyph, below.glyph), name, look)
            .or(format!("{}{}", below.glyph, above.glyph))
    }

    /// Sets another glyph and name.
    #[must_use]
    pub fn called(mut self, glyph: impl Into<String>, name: impl Into<String>) -> Entry<C> {
        self.kind =
            Kind { glyph: glyph.into(), name: name.into(), aliases: Vec::new(), ..self.kind };
        self
    }

    /// Sets the description of the glyph in messages; consecutive cells with the same description
    /// are described once: `a small letter a block`.
    #[must_use]
    pub fn help(mut self, help: &'static str) -> Entry<C> {
        self.kind.help = Some(help);
        self
    }
}

/// All cells of a game.
#[derive(Clone, Debug)]
pub struct Table<C> {
    cells: Vec<C>,
    codes: HashMap<C, u16, BuildHasherDefault<Mixer>>,
    kinds: Kinds,
}

impl<C: Copy + Eq + Hash> Table<C> {
    /// The table with these cells, the empty one first.
    pub fn new(entries: impl IntoIterator<Item = Entry<C>>) -> Table<C> {
        let (cells, kinds): (Vec<C>, Vec<Kind>) =
            entries.into_iter().map(|entry| (entry.cell, entry.kind)).unzip();
        let codes = cells.iter().zip(0..).map(|(&cell, code)| (cell, code)).collect();
        Table { cells, codes, kinds: Kinds::new(kinds) }
    }

    /// The table of a game in which pieces can be on targets: cells without either, the empty one
    /// first, then the pieces, the targets, and every piece on every target. `both` makes the cell
    /// of a piece and a target.
    ///
    /// ```
    /// use quadrille::definition::{Entry, Ground, Look, Mark, Shape, Table};
    ///
    /// // A floor with a block and a goal of some colours; 0 is none.
    /// let block = |colour: u8, glyph| {
    ///     let look = Look::piece(Shape::Block, Mark::letter(colour, glyph));
    ///     Entry::new((colour, 0), glyph, format!("block {glyph}"), look)
    /// };
    /// let goal = |colour: u8, glyph| {
    ///     let target = Some(Mark::letter(colour, glyph));
    ///     let look = Look { target, ..Look::bare(Ground::Goal) };
    ///     Entry::new((0, colour), glyph, format!("goal {glyph}"), look)
    /// };
    /// let table = Table::layered(
    ///     [Entry::new((0, 0), ".", "floor", Look::bare(Ground::Floor))],
    ///     [block(1, 'a'), block(2, 'b')],
    ///     [goal(1, 'A'), goal(2, 'B')],
    ///     |(block, _), (_, goal)| (block, goal),
    /// );
    /// assert_eq!(table.cells().len(), 1 + 2 + 2 + 4);
    /// let both = table.kinds().code_of("bA").unwrap();
    /// assert_eq!(table.cells()[usize::from(both)], (2, 1));
    /// assert_eq!(table.kinds().get(both).unwrap().name, "block b on goal A");
    /// ```
    pub fn layered(
        bare: impl IntoIterator<Item = Entry<C>>,
        pieces: impl IntoIterator<Item = Entry<C>>,
        targets: impl IntoIterator<Item = Entry<C>>,
        both: impl Fn(C, C) -> C,
    ) -> Table<C> {
        let (pieces, targets): (Vec<_>, Vec<_>) =
            (pieces.into_iter().collect(), targets.into_iter().collect());
        let combined: Vec<Entry<C>> = targets
            .iter()
            .flat_map(|target| pieces.iter().map(move |piece| (piece, target)))
            .map(|(piece, target)| piece.on(target, both(piece.cell, target.cell)))
            .collect();
        Table::new(bare.into_iter().chain(pieces).chain(targets).chain(combined))
    }

    /// The cells in the order of their codes.
    pub fn cells(&self) -> &[C] {
        &self.cells
    }

    /// The table without the game's cell type.
    pub fn kinds(&self) -> &Kinds {
        &self.kinds
    }
}

/// All cells of a game, by their codes.
#[derive(Clone, Debug)]
pub struct Kinds {
    kinds: Vec<Kind>,
    by_glyph: HashMap<String, u16>,
    help: String,
    late: Option<&'static dyn LateKinds>,
}

/// A brush of an editor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Brush {
    pub code: u16,
    /// True if it is one of the first few of its kind, which are enough for most levels.
    pub is_common: bool,
}

/// The number of pieces, and of goals, that is enough for most levels.
const COMMON: usize = 10;

impl Kinds {
    /// These cells, in the order of their codes, and those created later.
    pub fn open(kinds: Vec<Kind>, late: &'static dyn LateKinds) -> Kinds {
        Kinds { late: Some(late), ..Kinds::new(kinds) }
    }

    /// True if there are cells that are not listed. Then codes must not be stored.
    pub fn is_open(&self) -> bool {
        self.late.is_some()
    }

    fn new(kinds: Vec<Kind>) -> Kinds {
        let mut by_glyph = HashMap::new();
        for (kind, code) in kinds.iter().zip(0..) {
            for glyph in std::iter::once(&kind.glyph).chain(&kind.aliases) {
                let _first_stays = by_glyph.entry(glyph.clone()).or_insert(code);
            }
        }
        let mut descriptions: Vec<String> = Vec::new();
        for kind in &kinds {
            let glyphs = || {
                let all = std::iter::once(&kind.glyph).chain(&kind.aliases);
                all.map(|glyph| format!("'{glyph}'")).collect::<Vec<_>>().join(" or ")
            };
            let described = match kind.help {
                Some(help) => help.to_string(),
                // The script of a puzzle may leave names out.
                None if kind.name == kind.glyph => glyphs(),
                None => format!("{} {}", glyphs(), kind.name),
            };
            if !descriptions.contains(&described) {
                descriptions.push(described);
            }
        }
        Kinds { kinds, by_glyph, help: descriptions.join(", "), late: None }
    }

    pub fn get(&self, code: u16) -> Option<&Kind> {
        let listed = self.kinds.get(usize::from(code));
        listed.or_else(|| self.late?.get(code))
    }

    /// All listed cells with their codes, in order.
    pub fn iter(&self) -> impl Iterator<Item = (u16, &Kind)> {
        (0..).zip(&self.kinds)
    }

    /// The code of the cell for a typed glyph.
    pub fn code_of(&self, glyph: &str) -> Option<u16> {
        self.by_glyph.get(glyph).copied().or_else(|| self.late?.code_of(glyph))
    }

    /// The glyphs in words, for messages and help.
    pub fn help(&self) -> &str {
        &self.help
    }

    /// All cells in which a piece is on a target and both are also cells of their own: the piece,
    /// the target and the cell of both.
    pub fn combinations(&self) -> Vec<(u16, u16, u16)> {
        let pieces = self.iter().filter(|(_, kind)| kind.look.piece.is_some());
        let pieces: Vec<_> = pieces.filter(|(_, kind)| kind.look.target.is_none()).collect();
        let targets = self.iter().filter(|(_, kind)| kind.look.piece.is_none());
        let targets: Vec<_> = targets.filter(|(_, kind)| kind.look.target.is_some()).collect();
        let both = self.iter().filter_map(|(code, kind)| {
            let Look { piece: above @ Some(_), target: below @ Some(_), .. } = kind.look else {
                return None;
            };
            let piece = pieces.iter().find(|(_, piece)| piece.look.piece == above)?.0;
            let target = targets.iter().find(|(_, target)| {
                target.look.target == below && target.look.ground == kind.look.ground
            })?;
            Some((piece, target.0, code))
        });
        both.collect()
    }

    /// The brushes with which every cell can be painted. A cell with a piece on a target is painted
    /// in two strokes, unless one of the two is not a cell by itself or the game has a legend.
    pub fn brushes(&self) -> Vec<Brush> {
        let combinations = if self.is_open() { Vec::new() } else { self.combinations() };
        let combined: Vec<u16> = combinations.into_iter().map(|(.., both)| both).collect();
        let (mut pieces, mut targets) = (0, 0);
        let mut is_common = |look: Look| {
            let count = match (look.piece, look.target) {
                (Some(_), _) => &mut pieces,
                (None, Some(_)) => &mut targets,
                (None, None) => return true,
            };
            *count += 1;
            *count <= COMMON
        };
        self.iter()
            .filter(|(code, _)| !combined.contains(code))
            .map(|(code, kind)| Brush { code, is_common: is_common(kind.look) })
            .collect()
    }
}

/// A format in which the cells are written by their glyphs.
pub const fn glyph_format<C: Cell>(
    name: &'static str,
    about: &'static str,
    layout: Layout,
) -> Format {
    Format {
        name,
        about,
        layout,
        read_cell: |token, _| C::from_glyph(token).map(C::code),
        write_cell: |code| C::from_code(code).map(|cell| cell.glyph().to_string()),
        tokens: None,
        hash_comments: false,
        optimum_line: false,
    }
}
