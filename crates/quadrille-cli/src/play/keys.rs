//! The key bindings, in one table from which the status lines and the help screen are made.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use quadrille::grid::Direction;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Go(Direction),
    /// The next thing to pick, or the other list.
    Next,
    Previous,
    Pick,
    Back,
    Undo,
    Redo,
    Restart,
    /// Shows a hint; repeated, plays it.
    Hint,
    /// Solves the position and shows the plan.
    Watch,
    Method,
    Write,
    Values,
    /// Switches the check for a solution on or off.
    Check,
    NextLevel,
    PreviousLevel,
    PageUp,
    PageDown,
    First,
    Last,
    /// Pauses or continues the watched plan.
    Pause,
    Faster,
    Slower,
    Help,
    Quit,
    /// Stops the process until the shell continues it.
    Suspend,
    Redraw,
}

/// The context of a key press.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    Menu,
    Game,
    Watch,
    Method,
    Help,
    /// Anywhere, unless the key has another meaning there.
    Everywhere,
}

impl Scope {
    /// Its heading on the help screen.
    pub const fn title(self) -> &'static str {
        match self {
            Scope::Menu => "Levels",
            Scope::Game => "Playing",
            Scope::Watch => "Watching a plan",
            Scope::Method => "Choosing an algorithm",
            Scope::Help => "This page",
            Scope::Everywhere => "Everywhere",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key(KeyCode, bool);

const fn key(code: KeyCode) -> Key {
    Key(code, false)
}

const fn letter(letter: char) -> Key {
    Key(KeyCode::Char(letter), false)
}

const fn ctrl(letter: char) -> Key {
    Key(KeyCode::Char(letter), true)
}

impl Key {
    pub fn name(self) -> String {
        match self.0 {
            KeyCode::Up => "↑".to_string(),
            KeyCode::Down => "↓".to_string(),
            KeyCode::Left => "←".to_string(),
            KeyCode::Right => "→".to_string(),
            KeyCode::Char(' ') => "Space".to_string(),
            KeyCode::Char(letter) if self.1 => format!("Ctrl-{}", letter.to_ascii_uppercase()),
            KeyCode::Char(letter) => letter.to_string(),
            KeyCode::BackTab => "Shift-Tab".to_string(),
            KeyCode::PageUp => "PgUp".to_string(),
            KeyCode::PageDown => "PgDn".to_string(),
            KeyCode::F(number) => format!("F{number}"),
            other => format!("{other:?}"),
        }
    }

    fn is(self, event: KeyEvent) -> bool {
        let code = match event.code {
            // Terminals differ in whether Ctrl comes with a capital.
            KeyCode::Char(letter) if self.1 => KeyCode::Char(letter.to_ascii_lowercase()),
            code => code,
        };
        let foreign =
            KeyModifiers::ALT | KeyModifiers::SUPER | KeyModifiers::META | KeyModifiers::HYPER;
        code == self.0
            && event.modifiers.contains(KeyModifiers::CONTROL) == self.1
            && !event.modifiers.intersects(foreign)
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Binding {
    pub scope: Scope,
    pub keys: &'static [Key],
    pub action: Action,
    /// The word for the status line; empty if it is not shown there.
    pub short: &'static str,
    /// The text for the help screen; empty if the previous line covers it.
    pub about: &'static str,
}

const fn bind(
    scope: Scope,
    keys: &'static [Key],
    action: Action,
    short: &'static str,
    about: &'static str,
) -> Binding {
    Binding { scope, keys, action, short, about }
}

const UP: &[Key] = &[key(KeyCode::Up), letter('k'), letter('w')];
const DOWN: &[Key] = &[key(KeyCode::Down), letter('j'), letter('s')];
const LEFT: &[Key] = &[key(KeyCode::Left), letter('h'), letter('a')];
const RIGHT: &[Key] = &[key(KeyCode::Right), letter('l'), letter('d')];
const TAB: &[Key] = &[key(KeyCode::Tab)];
const SHIFT_TAB: &[Key] = &[key(KeyCode::BackTab)];
const ENTER: &[Key] = &[key(KeyCode::Enter), letter(' ')];
const LEAVE: &[Key] = &[key(KeyCode::Esc), letter('q')];
const PAGE_UP: &[Key] = &[key(KeyCode::PageUp)];
const PAGE_DOWN: &[Key] = &[key(KeyCode::PageDown)];
const HOME: &[Key] = &[key(KeyCode::Home)];
const END: &[Key] = &[key(KeyCode::End)];

use Action::Go;
use Direction::{Down, Left, Right, Up};

/// All bindings. The first that matches is used. The order is that of the status line and the help
/// screen.
pub static BINDINGS: &[Binding] = &[
    bind(Scope::Menu, UP, Go(Up), "", "go up in the list"),
    bind(Scope::Menu, DOWN, Go(Down), "", "go down in the list"),
    bind(Scope::Menu, LEFT, Go(Left), "", "to the games and packs"),
    bind(Scope::Menu, RIGHT, Go(Right), "", "to the levels"),
    bind(Scope::Menu, TAB, Action::Next, "", "from one list to the other"),
    bind(Scope::Menu, SHIFT_TAB, Action::Previous, "", ""),
    bind(Scope::Menu, ENTER, Action::Pick, "open", "open the pack; play the level, or continue it"),
    bind(Scope::Menu, PAGE_UP, Action::PageUp, "", "a page up"),
    bind(Scope::Menu, PAGE_DOWN, Action::PageDown, "", "a page down"),
    bind(Scope::Menu, HOME, Action::First, "", "to the first"),
    bind(Scope::Menu, END, Action::Last, "", "to the last"),
    bind(Scope::Menu, LEAVE, Action::Back, "back", "back to the packs; from there, quit"),
    bind(Scope::Game, UP, Go(Up), "", "move up; in games with a cursor, move the cursor"),
    bind(Scope::Game, DOWN, Go(Down), "", "the same, down"),
    bind(Scope::Game, LEFT, Go(Left), "", "the same, left"),
    bind(Scope::Game, RIGHT, Go(Right), "", "the same, right"),
    bind(
        Scope::Game,
        ENTER,
        Action::Pick,
        "pick",
        "pick the piece under the cursor; then choose a direction",
    ),
    bind(Scope::Game, TAB, Action::Next, "", "the next piece"),
    bind(Scope::Game, SHIFT_TAB, Action::Previous, "", "the previous piece"),
    bind(Scope::Game, &[letter('u'), key(KeyCode::Backspace)], Action::Undo, "undo", "undo a move"),
    bind(Scope::Game, &[letter('r'), ctrl('r')], Action::Redo, "redo", "replay an undone move"),
    bind(
        Scope::Game,
        &[letter('R')],
        Action::Restart,
        "",
        "go back to the start; redo replays the moves",
    ),
    bind(
        Scope::Game,
        &[letter('i')],
        Action::Hint,
        "hint",
        "show the next move of a shortest plan; again to play it",
    ),
    bind(Scope::Game, &[letter('v')], Action::Watch, "solve", "solve from here and watch the plan"),
    bind(Scope::Game, &[letter('m')], Action::Method, "method", "choose the algorithm that solves"),
    bind(Scope::Game, &[letter('e')], Action::Values, "", "show the values of the heuristics"),
    bind(
        Scope::Game,
        &[letter('c')],
        Action::Check,
        "",
        "show whether the position can still be solved (on or off)",
    ),
    bind(Scope::Game, &[letter('n')], Action::NextLevel, "next", "the next level"),
    bind(Scope::Game, &[letter('p')], Action::PreviousLevel, "", "the previous level"),
    bind(Scope::Game, PAGE_UP, Action::PageUp, "", "scroll a large board up"),
    bind(Scope::Game, PAGE_DOWN, Action::PageDown, "", "scroll it down"),
    bind(Scope::Game, HOME, Action::First, "", "scroll it to the left"),
    bind(Scope::Game, END, Action::Last, "", "scroll it to the right"),
    bind(
        Scope::Game,
        LEAVE,
        Action::Back,
        "levels",
        "cancel the pick, stop a search, or go back to the levels",
    ),
    bind(Scope::Watch, ENTER, Action::Pause, "pause", "pause or continue"),
    bind(Scope::Watch, LEFT, Go(Left), "", "the previous move"),
    bind(Scope::Watch, RIGHT, Go(Right), "step", "show the next move"),
    bind(
        Scope::Watch,
        &[letter('+'), letter('='), key(KeyCode::Up), letter('k'), letter('w')],
        Action::Faster,
        "faster",
        "faster",
    ),
    bind(
        Scope::Watch,
        &[letter('-'), key(KeyCode::Down), letter('j'), letter('s')],
        Action::Slower,
        "slower",
        "slower",
    ),
    bind(Scope::Watch, PAGE_UP, Action::PageUp, "", "scroll a large board up"),
    bind(Scope::Watch, PAGE_DOWN, Action::PageDown, "", "scroll it down"),
    bind(Scope::Watch, HOME, Action::First, "", "to the start of the plan"),
    bind(Scope::Watch, END, Action::Last, "", "to its end"),
    bind(
        Scope::Watch,
        &[key(KeyCode::Esc), letter('q'), letter('v')],
        Action::Back,
        "back",
        "back to your game",
    ),
    bind(Scope::Method, UP, Go(Up), "", "go up in the list"),
    bind(Scope::Method, DOWN, Go(Down), "", "go down in the list"),
    bind(Scope::Method, LEFT, Go(Left), "", "to the algorithms"),
    bind(Scope::Method, RIGHT, Go(Right), "", "to the heuristics"),
    bind(Scope::Method, TAB, Action::Next, "other list", "from one list to the other"),
    bind(Scope::Method, SHIFT_TAB, Action::Previous, "", ""),
    bind(Scope::Method, ENTER, Action::Pick, "choose", "choose"),
    bind(Scope::Method, &[letter('v')], Action::Watch, "solve", "choose, solve and watch"),
    bind(
        Scope::Method,
        &[letter('t'), letter('/')],
        Action::Write,
        "type",
        "type a method with its options, as in wastar(3) with max(a,2*b)",
    ),
    bind(
        Scope::Method,
        &[key(KeyCode::Esc), letter('q'), letter('m')],
        Action::Back,
        "back",
        "leave everything as it was",
    ),
    bind(Scope::Help, UP, Go(Up), "up", "up"),
    bind(Scope::Help, DOWN, Go(Down), "down", "down"),
    bind(Scope::Help, PAGE_UP, Action::PageUp, "", "a page up"),
    bind(Scope::Help, PAGE_DOWN, Action::PageDown, "", "a page down"),
    bind(
        Scope::Help,
        &[key(KeyCode::Esc), letter('q'), letter('?'), key(KeyCode::Enter)],
        Action::Back,
        "back",
        "back",
    ),
    bind(Scope::Everywhere, &[letter('?'), key(KeyCode::F(1))], Action::Help, "help", "this page"),
    bind(
        Scope::Everywhere,
        &[letter('Q'), ctrl('c')],
        Action::Quit,
        "quit",
        "quit; your progress is kept",
    ),
    bind(
        Scope::Everywhere,
        &[ctrl('z')],
        Action::Suspend,
        "",
        "suspend; 'fg' in the shell resumes",
    ),
    bind(Scope::Everywhere, &[ctrl('l')], Action::Redraw, "", "draw everything again"),
];

pub const SCOPES: [Scope; 6] =
    [Scope::Game, Scope::Watch, Scope::Method, Scope::Menu, Scope::Everywhere, Scope::Help];

/// The action of a key in a scope.
pub fn action(scope: Scope, event: KeyEvent) -> Option<Action> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let in_scope = |wanted: Scope| {
        let mut fitting = BINDINGS.iter().filter(move |binding| binding.scope == wanted);
        fitting.find(|binding| binding.keys.iter().any(|key| key.is(event)))
    };
    in_scope(scope).or_else(|| in_scope(Scope::Everywhere)).map(|binding| binding.action)
}

/// The keys of a scope for the status line, each with a word.
pub fn status(scope: Scope) -> impl Iterator<Item = (String, &'static str)> {
    BINDINGS
        .iter()
        .filter(move |binding| binding.scope == scope || binding.scope == Scope::Everywhere)
        .filter(|binding| !binding.short.is_empty())
        .filter_map(|binding| Some((binding.keys.first()?.name(), binding.short)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_means_two_things_at_one_place() {
        for scope in SCOPES {
            let keys: Vec<Key> = BINDINGS
                .iter()
                .filter(|binding| binding.scope == scope)
                .flat_map(|binding| binding.keys)
                .copied()
                .collect();
            for (index, key) in keys.iter().enumerate() {
                assert!(!keys[..index].contains(key), "{key:?} twice in {scope:?}");
            }
        }
    }

    #[test]
    fn capitals_and_ctrl_are_keys_of_their_own() {
        let press = |code, modifiers| action(Scope::Game, KeyEvent::new(code, modifiers));
        assert_eq!(press(KeyCode::Char('r'), KeyModifiers::NONE), Some(Action::Redo));
        assert_eq!(press(KeyCode::Char('R'), KeyModifiers::SHIFT), Some(Action::Restart));
        assert_eq!(press(KeyCode::Char('r'), KeyModifiers::CONTROL), Some(Action::Redo));
        assert_eq!(press(KeyCode::Char('u'), KeyModifiers::CONTROL), None);
        assert_eq!(press(KeyCode::Char('u'), KeyModifiers::ALT), None);
        assert_eq!(press(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Action::Quit));
        assert_eq!(press(KeyCode::Char('c'), KeyModifiers::NONE), Some(Action::Check));
    }

    /// The table of keys in the manual is made from the bindings. SNAPSHOTS=overwrite updates it.
    #[test]
    fn the_manual_tells_every_key() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/play.md");
        let manual = std::fs::read_to_string(path).expect("the manual is there");
        let (before, rest) = manual.split_once("<!-- keys -->\n").expect("the table begins");
        let (_, after) = rest.split_once("<!-- end of keys -->").expect("the table ends");
        let mut table = String::from("| where | keys | what they do |\n|---|---|---|\n");
        for scope in SCOPES {
            for binding in BINDINGS
                .iter()
                .filter(|binding| binding.scope == scope && !binding.about.is_empty())
            {
                let keys: Vec<String> =
                    binding.keys.iter().map(|key| format!("`{}`", key.name())).collect();
                table +=
                    &format!("| {} | {} | {} |\n", scope.title(), keys.join(" "), binding.about);
            }
        }
        let wanted = format!("{before}<!-- keys -->\n{table}<!-- end of keys -->{after}");
        if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
            std::fs::write(path, &wanted).expect("the manual can be written");
        } else {
            assert_eq!(manual, wanted);
        }
    }
}
