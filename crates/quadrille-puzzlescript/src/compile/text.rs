//! Parses rules: directions, rows of cells on both sides, commands.

use super::MOST_OBJECTS;
use super::symbols::{Symbol, Symbols, WORDS, word};
use crate::fault::{At, Code, Faults};
use crate::parse::{RuleText, Source};
use crate::program::Command;
use crate::words::{is_blank, is_command, is_sfx};

/// The words and objects of a cell, in pairs.
pub(super) type CellText = Vec<(Symbol, Symbol)>;

/// A rule as written, or partly expanded.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Draft {
    pub(super) line: usize,
    /// The line of the first rule of its group.
    pub(super) group: usize,
    pub(super) direction: Symbol,
    pub(super) left: Vec<Vec<CellText>>,
    pub(super) right: Vec<Vec<CellText>>,
    pub(super) is_late: bool,
    pub(super) is_rigid: bool,
    pub(super) is_random: bool,
    pub(super) commands: Vec<Command>,
}

/// A line of the section RULES.
pub(super) enum RuleLine {
    Rule { draft: Draft, directions: Vec<Symbol> },
    StartLoop,
    EndLoop,
}

/// The outcome of reading the rules.
#[derive(Default)]
pub(super) struct Drafts {
    pub(super) rules: Vec<(Draft, Vec<Symbol>)>,
    /// Each line with `startloop` (true) or `endloop`.
    pub(super) loops: Vec<(usize, bool)>,
    /// A rule has a fault that leaves no game.
    pub(super) is_hopeless: bool,
}

pub(super) fn read(source: &Source, symbols: &mut Symbols, faults: &mut Faults) -> Drafts {
    let mut drafts = Drafts::default();
    for rule in &source.rules {
        let reader = Reader { source, symbols, faults, rule, at: At::Line(rule.line) };
        match reader.read(&mut drafts) {
            Some(RuleLine::Rule { draft, directions }) => drafts.rules.push((draft, directions)),
            Some(RuleLine::StartLoop) => drafts.loops.push((rule.line, true)),
            Some(RuleLine::EndLoop) => drafts.loops.push((rule.line, false)),
            None => {}
        }
    }
    drafts
}

struct Reader<'a> {
    source: &'a Source,
    symbols: &'a mut Symbols,
    faults: &'a mut Faults,
    rule: &'a RuleText,
    at: At,
}

/// The pieces of a rule: words, brackets, bars, arrows.
fn pieces(text: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(text.len() + 16);
    let text = text.replace("->", " \u{2} ");
    for c in text.chars() {
        match c {
            '[' | ']' | '|' => spaced.extend([' ', c, ' ']),
            '\u{2}' => spaced.push_str("->"),
            _ => spaced.push(c),
        }
    }
    let mut spaced = spaced.trim_matches(is_blank).to_string();
    if spaced.starts_with('+') {
        spaced.insert(1, ' ');
    }
    spaced.split(is_blank).filter(|piece| !piece.is_empty()).map(str::to_string).collect()
}

/// The words before the first bracket.
#[derive(Default)]
struct Prefix {
    directions: Vec<Symbol>,
    is_late: bool,
    is_rigid: bool,
    is_random: bool,
    has_plus: bool,
    group: usize,
}

/// The cells so far.
#[derive(Default)]
struct Cells {
    left: Vec<Vec<CellText>>,
    right: Vec<Vec<CellText>>,
    row: Vec<CellText>,
    /// Words and objects, alternating.
    cell: Vec<Symbol>,
    in_row: bool,
    is_right: bool,
    depth: i32,
    commands: Vec<Command>,
}

impl Cells {
    fn is_odd(&self) -> bool {
        self.cell.len() % 2 == 1
    }

    fn end_cell(&mut self) {
        let cell = std::mem::take(&mut self.cell);
        self.row.push(cell.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect());
    }
}

/// The number of commands a rule may have.
const MOST_COMMANDS: usize = 1000;

const ALL_FOUR: [Symbol; 4] = [word::UP, word::DOWN, word::LEFT, word::RIGHT];

impl Reader<'_> {
    fn report(&mut self, code: Code, args: &[&str]) {
        self.faults.add(code, self.at, args);
    }

    fn read(mut self, drafts: &mut Drafts) -> Option<RuleLine> {
        if self.rule.original.contains('(') && !self.rule.text.contains("->") {
            self.report(Code::RuleComment, &[]);
            return None;
        }
        let pieces = pieces(&self.rule.text);
        match &pieces[..] {
            [only] if only == "startloop" => return Some(RuleLine::StartLoop),
            [only] if only == "endloop" => return Some(RuleLine::EndLoop),
            _ => {}
        }
        if !pieces.iter().any(|piece| piece == "->") {
            self.report(Code::Arrow, &[]);
        }
        let mut prefix = Prefix { group: self.rule.line, ..Prefix::default() };
        let mut start = pieces.len();
        for (index, piece) in pieces.iter().enumerate() {
            if piece == "[" {
                if prefix.directions.is_empty() {
                    prefix.directions = ALL_FOUR.to_vec();
                }
                start = index;
                break;
            }
            self.prefix(piece, index, &mut prefix, &drafts.rules);
        }
        let cells = self.cells(&pieces, start, &prefix, &drafts.rules)?;
        if prefix.is_late && prefix.is_rigid {
            self.report(Code::LateRigid, &[]);
        }
        if cells.left.len() != cells.right.len() {
            if cells.commands.is_empty() || !cells.right.is_empty() {
                self.report(Code::RowCount, &[]);
                return None;
            }
        } else {
            for (left, right) in cells.left.iter().zip(&cells.right) {
                if left.len() != right.len() {
                    self.report(Code::RowLength, &[]);
                    drafts.is_hopeless = true;
                }
                if left.is_empty() {
                    self.faults.add(Code::EmptyPattern, At::Nowhere, &[]);
                }
            }
        }
        if cells.left.is_empty() {
            self.report(Code::EmptyRule, &[]);
        }
        let draft = Draft {
            line: self.rule.line,
            group: prefix.group,
            direction: word::NONE,
            left: cells.left,
            right: cells.right,
            is_late: prefix.is_late,
            is_rigid: prefix.is_rigid,
            is_random: prefix.is_random,
            commands: cells.commands,
        };
        let mut directions = prefix.directions;
        if !is_directed(&draft) {
            directions.truncate(1);
        }
        Some(RuleLine::Rule { draft, directions })
    }

    fn prefix(
        &mut self,
        piece: &str,
        index: usize,
        prefix: &mut Prefix,
        before: &[(Draft, Vec<Symbol>)],
    ) {
        match piece {
            "+" => {
                prefix.has_plus = true;
                if prefix.group != self.rule.line {
                    self.report(Code::PlusTwice, &[]);
                    return;
                }
                if before.is_empty() {
                    self.report(Code::PlusFirst, &[]);
                    prefix.has_plus = false;
                }
                if index != 0 {
                    self.report(Code::PlusStart, &[]);
                }
                if prefix.has_plus
                    && let Some((rule, _)) = before.last()
                {
                    prefix.group = rule.group;
                }
            }
            "^" | "v" | "<" | ">" | "perpendicular" | "parallel" => {
                self.report(Code::RelativeStart, &[]);
            }
            "horizontal" => prefix.directions.extend([word::LEFT, word::RIGHT]),
            "vertical" => prefix.directions.extend([word::UP, word::DOWN]),
            "orthogonal" | "moving" => prefix.directions.extend(ALL_FOUR),
            "late" => prefix.is_late = true,
            "rigid" => prefix.is_rigid = true,
            "random" => {
                prefix.is_random = true;
                if prefix.has_plus {
                    self.report(Code::RandomGroup, &[]);
                }
            }
            "up" => prefix.directions.push(word::UP),
            "down" => prefix.directions.push(word::DOWN),
            "left" => prefix.directions.push(word::LEFT),
            "right" => prefix.directions.push(word::RIGHT),
            _ => self.report(Code::RuleStart, &[&piece.to_uppercase()]),
        }
    }

    fn cells(
        &mut self,
        pieces: &[String],
        start: usize,
        prefix: &Prefix,
        before: &[(Draft, Vec<Symbol>)],
    ) -> Option<Cells> {
        let mut cells = Cells::default();
        for (index, piece) in pieces.iter().enumerate().skip(start) {
            match piece.as_str() {
                "[" => {
                    cells.depth += 1;
                    if cells.depth > 1 {
                        self.report(Code::OpenTwice, &[]);
                    }
                    if !cells.cell.is_empty() {
                        self.report(Code::OpenBefore, &[]);
                    }
                    cells.in_row = true;
                    cells.cell.clear();
                }
                "|" if !cells.in_row => self.report(Code::BarOutside, &[]),
                "|" if cells.is_odd() => self.report(Code::MovementAlone, &[]),
                "|" => cells.end_cell(),
                "]" => self.close(&mut cells)?,
                "->" => {
                    let parent = before.last().filter(|_| prefix.group != self.rule.line);
                    if parent.is_some_and(|(rule, _)| rule.is_late != prefix.is_late) {
                        self.report(Code::LateMix, &[]);
                    }
                    if cells.in_row {
                        self.report(Code::ArrowInside, &[]);
                    } else if cells.is_right {
                        self.report(Code::ArrowTwice, &[]);
                        return None;
                    } else {
                        cells.is_right = true;
                    }
                }
                "..." if !cells.in_row => self.report(Code::EllipsisOutside, &[]),
                "..." => cells.cell.extend([word::ELLIPSIS; 2]),
                _ if is_cell_word(piece) => self.cell_word(piece, prefix.is_late, &mut cells),
                _ if self.source.names.contains(piece) => self.name(piece, &mut cells),
                _ if is_command(piece) => {
                    if self.command(pieces, index, &mut cells) {
                        break;
                    }
                }
                _ => self.report(Code::RuleToken, &[piece]),
            }
        }
        Some(cells)
    }

    fn close(&mut self, cells: &mut Cells) -> Option<()> {
        cells.depth -= 1;
        if cells.depth < 0 {
            self.report(Code::CloseTwice, &[]);
            return None;
        }
        if cells.is_odd() {
            let is_ellipsis = cells.cell[0] == word::ELLIPSIS;
            let code = if is_ellipsis { Code::EllipsisEnd } else { Code::MovementAlone };
            self.report(code, &[]);
        } else {
            cells.end_cell();
        }
        let row = std::mem::take(&mut cells.row);
        if cells.is_right {
            cells.right.push(row)
        } else {
            cells.left.push(row)
        }
        cells.in_row = false;
        Some(())
    }

    fn cell_word(&mut self, piece: &str, is_late: bool, cells: &mut Cells) {
        if cells.is_odd() {
            self.report(Code::TwoDirections, &[]);
        } else if !cells.in_row {
            self.report(Code::DirectionOutside, &[]);
        } else if is_late && !matches!(piece, "no" | "random" | "randomdir") {
            self.report(Code::LateMovement, &[]);
        } else {
            cells.cell.push(self.symbols.intern(piece));
        }
    }

    fn name(&mut self, piece: &str, cells: &mut Cells) {
        let upper = piece.to_uppercase();
        if !cells.in_row {
            self.report(Code::NameBetween, &[&upper]);
            return;
        }
        if cells.cell.len() > 2 * MOST_OBJECTS {
            let why = format!("a cell names more than {MOST_OBJECTS} objects");
            self.report(Code::TooLarge, &[&why]);
            return;
        }
        let symbol = self.symbols.intern(piece);
        let new = if cells.is_odd() { cells.cell[cells.cell.len() - 1] } else { word::NONE };
        for pair in cells.cell.chunks_exact(2) {
            if pair[1] != symbol {
                continue;
            }
            if pair[0] == word::NO && new == word::NO {
                self.faults.add(Code::NoTwice, self.at, &[&upper]);
            } else {
                self.faults.add(Code::SameObject, self.at, &[&upper]);
                if self.symbols.get(symbol).property.is_some() {
                    self.faults.add(Code::SameProperty, At::Nowhere, &[]);
                }
            }
        }
        if !cells.is_odd() {
            cells.cell.push(word::NONE);
        }
        cells.cell.push(symbol);
    }

    /// Reads a command; returns true if the rest of the line belongs to it.
    fn command(&mut self, pieces: &[String], index: usize, cells: &mut Cells) -> bool {
        let piece = pieces[index].as_str();
        if cells.commands.len() > MOST_COMMANDS {
            let why = format!("the rule has more than {MOST_COMMANDS} commands");
            self.report(Code::TooLarge, &[&why]);
            return true;
        }
        if !cells.is_right {
            self.report(Code::CommandEarly, &[]);
        } else if cells.in_row || pieces[index..].iter().any(|piece| piece == "]") {
            self.report(Code::CommandPlace, &[]);
        }
        let command = match piece {
            "message" => {
                let text = message(&self.rule.original, &pieces[..=index]);
                cells.commands.push(Command::Message(text));
                return true;
            }
            "cancel" => Command::Cancel,
            "checkpoint" => Command::Checkpoint,
            "restart" => Command::Restart,
            "win" => Command::Win,
            "again" => Command::Again,
            _ => {
                debug_assert!(is_sfx(piece));
                let is_defined = |sound: &crate::parse::SoundText| sound.words[0].0 == piece;
                if !self.source.sounds.iter().any(is_defined) {
                    self.report(Code::SoundUndefined, &[piece]);
                }
                Command::Sound(piece[3..].parse().unwrap_or_default())
            }
        };
        cells.commands.push(command);
        false
    }
}

fn is_cell_word(piece: &str) -> bool {
    WORDS[1..20].contains(&piece)
}

/// The text of a message: the line after the given pieces.
fn message(original: &str, pieces: &[String]) -> String {
    let original: Vec<char> = original.chars().collect();
    let lower: Vec<char> = original.iter().map(|c| c.to_lowercase().next().unwrap_or(*c)).collect();
    let mut at = 0;
    for piece in pieces {
        let piece: Vec<char> = piece.chars().collect();
        let found = lower[at..].windows(piece.len()).position(|window| window == piece);
        at += found.map_or(0, |found| found + piece.len());
    }
    let text: String = original[at..].iter().collect();
    let text = text.trim();
    if text.is_empty() { " ".to_string() } else { text.to_string() }
}

/// True if the direction of a rule matters.
fn is_directed(draft: &Draft) -> bool {
    let is_relative = |row: &Vec<CellText>| {
        row.iter()
            .flatten()
            .any(|(word, _)| (word::PARALLEL..word::HORIZONTAL_PARALLEL).contains(word))
    };
    draft.left.iter().any(|row| row.len() > 1 || is_relative(row))
        || draft.right.iter().any(is_relative)
}
