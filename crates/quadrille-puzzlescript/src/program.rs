//! A compiled game.

use std::collections::HashMap;

use crate::bits::Bits;

/// A direction, as the bit of a movement.
pub(crate) const UP: u8 = 1;
pub(crate) const DOWN: u8 = 2;
pub(crate) const LEFT: u8 = 4;
pub(crate) const RIGHT: u8 = 8;
pub(crate) const ACTION: u8 = 16;
/// All movements of a layer.
pub(crate) const ANY_MOVEMENT: u8 = 31;

/// The columns and rows of a movement.
pub(crate) const fn step(movement: u8) -> Option<(isize, isize)> {
    match movement {
        UP => Some((0, -1)),
        DOWN => Some((0, 1)),
        LEFT => Some((-1, 0)),
        RIGHT => Some((1, 0)),
        ACTION | 15 | 3 => Some((0, 0)),
        _ => None,
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// Its name, in lower case.
    pub name: String,
    pub layer: usize,
    /// Its colours as `#rrggbb`; `None` is transparent.
    pub colours: Vec<Option<String>>,
    /// The number of the colour of each pixel, row by row; `None` is transparent.
    pub sprite: [[Option<u8>; 5]; 5],
}

/// An effect of a rule besides changing the board.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Command {
    Cancel,
    Checkpoint,
    Restart,
    Win,
    Again,
    Message(String),
    Sound(u8),
}

/// The condition of a cell for a rule to match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pattern {
    pub(crate) present: Bits,
    pub(crate) missing: Bits,
    /// The cell must hold at least one of each of these sets.
    pub(crate) any: Vec<Bits>,
    pub(crate) movements: Bits,
    pub(crate) no_movements: Bits,
    pub(crate) replacement: Option<Replacement>,
}

/// The effect of a rule on a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Replacement {
    pub(crate) clear: Bits,
    pub(crate) set: Bits,
    pub(crate) clear_movements: Bits,
    pub(crate) set_movements: Bits,
    /// The layers whose movement is replaced. Rigid rules mark them.
    pub(crate) layers: Bits,
    /// The objects of which one is chosen at random.
    pub(crate) random: Bits,
    pub(crate) random_layers: Vec<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(clippy::large_enum_variant, reason = "nearly every cell is a pattern")]
pub(crate) enum Cell {
    Pattern(Pattern),
    /// Any number of cells.
    Ellipsis,
}

/// A row of cells that must match side by side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    pub(crate) cells: Vec<Cell>,
    pub(crate) ellipses: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rule {
    pub(crate) line: usize,
    pub(crate) direction: u8,
    pub(crate) rows: Vec<Row>,
    pub(crate) replaces: bool,
    pub(crate) is_rigid: bool,
    pub(crate) is_random: bool,
    pub(crate) commands: Vec<Command>,
}

/// Rules that are applied together until none changes anything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Group {
    pub(crate) rules: Vec<Rule>,
    pub(crate) is_random: bool,
    /// The number of the group among those with rigid rules, from 1.
    pub(crate) rigid: Option<u8>,
}

/// Groups in order, with the loops among them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Phase {
    pub(crate) groups: Vec<Group>,
    /// For the last group of a loop, the first.
    pub(crate) loops: Vec<Option<usize>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Quantifier {
    No,
    Some,
    All,
}

/// A set of objects of which a cell holds one, or all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Filter {
    pub(crate) objects: Bits,
    pub(crate) is_aggregate: bool,
}

impl Filter {
    pub(crate) fn accepts(&self, cell: &[u64]) -> bool {
        if self.is_aggregate { self.objects.is_within(cell) } else { self.objects.meets(cell) }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct WinCondition {
    pub(crate) quantifier: Quantifier,
    pub(crate) what: Filter,
    /// Any non-empty cell if `None`.
    pub(crate) place: Option<Filter>,
}

impl WinCondition {
    pub(crate) fn is_at(&self, cell: &[u64]) -> bool {
        match &self.place {
            Some(place) => place.accepts(cell),
            None => cell.iter().any(|word| *word != 0),
        }
    }
}

/// The sounds of objects.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Sounds {
    pub(crate) create: Vec<(Bits, String)>,
    pub(crate) destroy: Vec<(Bits, String)>,
    /// The object, the directions as movements of its layer, the sound; by layer.
    pub(crate) movement: Vec<Vec<(usize, u8, String)>>,
    /// The object, its layer, the directions, the sound.
    pub(crate) blocked: Vec<(usize, usize, u8, String)>,
}

/// A board of a level: the objects of each cell, column by column.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub width: usize,
    pub height: usize,
    pub(crate) objects: Vec<u64>,
}

/// An entry of the list of levels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LevelEntry {
    Message(String),
    /// A board to play, and the line of the source on which it begins.
    Board(Board, usize),
}

/// The settings of a game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Settings {
    /// Loading a level runs a turn without input.
    pub run_rules_on_level_start: bool,
    /// A turn in which no player moves is undone.
    pub require_player_movement: bool,
    pub no_action: bool,
    pub no_undo: bool,
    pub no_restart: bool,
    /// The seconds between two turns without input.
    pub realtime: Option<String>,
    /// The part of the board that is shown, page by page: columns and rows.
    pub flickscreen: Option<(usize, usize)>,
    /// The part of the board that is shown around the player: columns and rows.
    pub zoomscreen: Option<(usize, usize)>,
    /// The colour behind the board.
    pub background_colour: String,
    pub text_colour: String,
}

/// A compiled game, made by [`crate::compile`].
#[derive(Clone, Debug)]
pub struct Program {
    pub title: Option<String>,
    pub author: Option<String>,
    /// The author's page, if the source names one.
    pub homepage: Option<String>,
    pub settings: Settings,
    /// The objects, by number: those of the first layer first.
    pub objects: Vec<Object>,
    /// The boards and messages, in order.
    pub levels: Vec<LevelEntry>,
    pub(crate) layer_masks: Vec<Bits>,
    pub(crate) player: Filter,
    pub(crate) background_layer: Option<usize>,
    pub(crate) rules: Phase,
    pub(crate) late: Phase,
    pub(crate) rigid_groups: Vec<usize>,
    pub(crate) wins: Vec<WinCondition>,
    pub(crate) sounds: Sounds,
    pub(crate) glyphs: HashMap<char, Bits>,
    /// The glyphs in the order of their definition.
    pub(crate) glyph_order: Vec<char>,
    /// Words of objects per cell.
    pub(crate) stride: usize,
    /// Words of movements per cell.
    pub(crate) movement_stride: usize,
}

impl Program {
    pub fn layers(&self) -> usize {
        self.layer_masks.len()
    }

    /// The number of rules after expansion.
    pub fn rules(&self) -> usize {
        let groups = self.rules.groups.iter().chain(&self.late.groups);
        groups.map(|group| group.rules.len()).sum()
    }

    /// The bytes that it takes, by estimate.
    pub(crate) fn bytes(&self) -> usize {
        const BITS: usize = 12;
        let words = self.stride + self.movement_stride + 3;
        let boards = self.levels.iter().map(|level| match level {
            LevelEntry::Message(text) => text.len(),
            LevelEntry::Board(board, _) => 8 * board.objects.len(),
        });
        self.patterns().count() * BITS * 8 * words + boards.sum::<usize>()
    }

    pub(crate) fn all_rules(&self) -> impl Iterator<Item = &Rule> {
        let groups = self.rules.groups.iter().chain(&self.late.groups);
        groups.flat_map(|group| &group.rules)
    }

    pub(crate) fn patterns(&self) -> impl Iterator<Item = &Pattern> {
        self.all_rules().flat_map(|rule| &rule.rows).flat_map(|row| &row.cells).filter_map(|cell| {
            match cell {
                Cell::Pattern(pattern) => Some(pattern),
                Cell::Ellipsis => None,
            }
        })
    }

    /// True if there is a win condition, or a rule that wins.
    pub fn can_win(&self) -> bool {
        !self.wins.is_empty() || self.has_command(&Command::Win)
    }

    /// True if its rules draw random numbers.
    pub fn is_random(&self) -> bool {
        let mut groups = self.rules.groups.iter().chain(&self.late.groups);
        let mut replacements = self.patterns().filter_map(|pattern| pattern.replacement.as_ref());
        groups.any(|group| group.is_random)
            || replacements.any(|made| !made.random.is_empty() || !made.random_layers.is_empty())
    }

    pub(crate) fn has_command(&self, command: &Command) -> bool {
        self.all_rules().any(|rule| rule.commands.contains(command))
    }
}
