//! Moves as people write them: `U`, `3,4U`, `2,0r`, `7L`.

use crate::diagnostic::{Diagnostic, message};
use crate::grid::{Coord, Direction, Size};
use crate::text::shown;

/// One move of any game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Everything on the board moves in a direction: `U`.
    All(Direction),
    /// The thing on a cell moves in a direction: `3,4U`.
    Cell(Coord, Direction),
    /// A cell is touched: `3,4`.
    Touch(Coord),
    /// A piece, given by its identity, moves in a direction: `7U`. Identities from 10 on are
    /// letters, as on the board.
    Piece(u8, Direction),
    /// The action key is pressed: `X`.
    Action,
    /// No key is pressed while time passes: `.`.
    Wait,
}

impl Move {
    pub const fn kind(self) -> MoveKind {
        match self {
            Move::All(_) => MoveKind::All,
            Move::Cell(..) => MoveKind::Cell,
            Move::Touch(_) => MoveKind::Touch,
            Move::Piece(..) => MoveKind::Piece,
            Move::Action | Move::Wait => MoveKind::Keys,
        }
    }
}

/// The kinds of [`Move`] that a game uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum MoveKind {
    All,
    Cell,
    Touch,
    Piece,
    /// [`Move::All`], [`Move::Action`] and [`Move::Wait`].
    Keys,
}

/// The notation of a game's moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Notation {
    pub kind: MoveKind,
    /// True if directions are small letters. Both cases are read.
    pub lowercase: bool,
}

/// The highest identity of a piece: `1`–`9`, `a`–`z` and `A`–`Z`.
pub const MAX_PIECE: u8 = 61;

/// The character of a piece: `1`–`9` for 1 to 9, `a`–`z` for 10 to 35, `A`–`Z` for 36 to 61.
///
/// ```
/// use quadrille::moves::{piece_glyph, piece_identity};
/// assert_eq!(piece_glyph(12), Some('c'));
/// assert_eq!(piece_identity('c'), Some(12));
/// assert_eq!(piece_glyph(62), None);
/// ```
pub const fn piece_glyph(identity: u8) -> Option<char> {
    match identity {
        1..=9 => Some((b'0' + identity) as char),
        10..=35 => Some((b'a' + identity - 10) as char),
        36..=MAX_PIECE => Some((b'A' + identity - 36) as char),
        _ => None,
    }
}

/// The identity of the piece for a character: the inverse of [`piece_glyph`].
pub const fn piece_identity(glyph: char) -> Option<u8> {
    match glyph {
        '1'..='9' => Some(glyph as u8 - b'0'),
        'a'..='z' => Some(glyph as u8 - b'a' + 10),
        'A'..='Z' => Some(glyph as u8 - b'A' + 36),
        _ => None,
    }
}

impl Notation {
    pub fn write(self, mv: Move) -> String {
        let letter = |direction: Direction| {
            let letter = direction.letter();
            if self.lowercase { letter.to_ascii_lowercase() } else { letter }
        };
        match mv {
            Move::All(direction) => letter(direction).to_string(),
            Move::Cell(at, direction) => format!("{at}{}", letter(direction)),
            Move::Touch(at) => at.to_string(),
            Move::Piece(identity, direction) => match piece_glyph(identity) {
                Some(glyph) => format!("{glyph}{}", letter(direction)),
                None => format!("{identity}{}", letter(direction)),
            },
            Move::Action => if self.lowercase { "x" } else { "X" }.to_string(),
            Move::Wait => ".".to_string(),
        }
    }

    pub fn write_all(self, moves: &[Move]) -> String {
        moves.iter().map(|&mv| self.write(mv)).collect::<Vec<_>>().join(" ")
    }

    /// Reads moves separated by blanks, commas or nothing.
    ///
    /// ```
    /// use quadrille::moves::{MoveKind, Notation};
    /// let zhed = Notation { kind: MoveKind::Cell, lowercase: false };
    /// let moves = zhed.read("3,4U, 0,12l").unwrap();
    /// assert_eq!(zhed.write_all(&moves), "3,4U 0,12L");
    /// assert_eq!(zhed.read("3,4X").unwrap_err().code(), "not-a-cell-move");
    /// ```
    pub fn read(self, text: &str) -> Result<Vec<Move>, Diagnostic> {
        let mut scanner = Scanner { text, offset: 0 };
        let mut moves = Vec::new();
        loop {
            scanner.skip(|c| c.is_whitespace() || c == ',' || c == ';');
            if scanner.rest().is_empty() {
                return Ok(moves);
            }
            moves.push(self.read_one(&mut scanner)?);
        }
    }

    /// Every move of the notation for a board of this size, legal or not.
    pub fn all(self, size: Size) -> Vec<Move> {
        let ways = |make: &dyn Fn(Direction) -> Move| Direction::ALL.map(make);
        match self.kind {
            MoveKind::All => Direction::ALL.map(Move::All).to_vec(),
            MoveKind::Keys => Direction::ALL
                .map(Move::All)
                .into_iter()
                .chain([Move::Action, Move::Wait])
                .collect(),
            MoveKind::Cell => {
                size.coords().flat_map(|at| ways(&|way| Move::Cell(at, way))).collect()
            }
            MoveKind::Touch => size.coords().map(Move::Touch).collect(),
            MoveKind::Piece => {
                (1..=MAX_PIECE).flat_map(|piece| ways(&|way| Move::Piece(piece, way))).collect()
            }
        }
    }

    /// An example of a move, for messages.
    pub fn example(self) -> String {
        let at = Coord { row: 3, col: 4 };
        self.write(match self.kind {
            MoveKind::All | MoveKind::Keys => Move::All(Direction::Up),
            MoveKind::Cell => Move::Cell(at, Direction::Up),
            MoveKind::Touch => Move::Touch(at),
            MoveKind::Piece => Move::Piece(3, Direction::Up),
        })
    }

    fn read_one(self, scanner: &mut Scanner<'_>) -> Result<Move, Diagnostic> {
        let start = scanner.offset;
        let mv = match self.kind {
            MoveKind::All => scanner.direction().map(Move::All),
            MoveKind::Keys => scanner.key().or_else(|| scanner.direction().map(Move::All)),
            MoveKind::Cell => {
                scanner.coord().and_then(|at| Some(Move::Cell(at, scanner.direction()?)))
            }
            MoveKind::Touch => scanner.coord().map(Move::Touch),
            MoveKind::Piece => {
                scanner.piece().and_then(|piece| Some(Move::Piece(piece, scanner.direction()?)))
            }
        };
        mv.ok_or_else(|| {
            let word = scanner.text[start..].split(char::is_whitespace).next().unwrap_or_default();
            let error = match self.kind {
                MoveKind::All => message::not_a_direction(shown(word)),
                MoveKind::Keys => message::not_a_key(shown(word)),
                MoveKind::Cell => message::not_a_cell_move(shown(word), self.example()),
                MoveKind::Touch => message::not_a_touch(shown(word), self.example()),
                MoveKind::Piece => message::not_a_piece_move(shown(word), self.example()),
            };
            error.at(start..start + word.len().max(1))
        })
    }
}

struct Scanner<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    fn skip(&mut self, test: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !test(c)).unwrap_or(rest.len());
        self.offset += length;
        &rest[..length]
    }

    fn direction(&mut self) -> Option<Direction> {
        let direction = self.rest().chars().next().and_then(Direction::from_letter)?;
        self.offset += 1;
        Some(direction)
    }

    fn key(&mut self) -> Option<Move> {
        let key = match self.rest().chars().next()? {
            'x' | 'X' => Move::Action,
            '.' => Move::Wait,
            _ => return None,
        };
        self.offset += 1;
        Some(key)
    }

    fn number(&mut self) -> Option<u8> {
        self.skip(|c| c.is_ascii_digit())
            .parse()
            .ok()
            .filter(|&n| usize::from(n) < 10 * Size::MAX_SIDE)
    }

    fn coord(&mut self) -> Option<Coord> {
        let row = self.number()?;
        self.skip(|c| c == ' ');
        if self.skip(|c| c == ',').len() != 1 {
            return None;
        }
        self.skip(|c| c == ' ');
        Some(Coord { row, col: self.number()? })
    }

    fn piece(&mut self) -> Option<u8> {
        let first = self.rest().chars().next()?;
        if first.is_ascii_digit() {
            return self.number().filter(|piece| (1..=MAX_PIECE).contains(piece));
        }
        let piece = piece_identity(first)?;
        self.offset += 1;
        Some(piece)
    }
}
