//! The state of the program and its changes by events. It uses no terminal, thread or clock:
//! requests to the outside are [`Effect`]s, and the time comes with each event.

use std::time::Duration;

use crossterm::event::{KeyEvent, KeyModifiers, MouseEvent};
use quadrille::Method;
use quadrille::grid::{Coord, Direction};

use super::canvas::Rect;
use super::keys::{self, Action, Scope};
use super::library::{Library, Place};
use super::menu::Menu;
use super::method::{MethodLists, named};
use super::progress::SavedProgress;
use super::round::Round;
use super::solver::{Job, SolverReport};
use super::view;
use super::watch::USUAL_SPEED;

#[derive(Debug)]
pub enum AppEvent {
    Key(KeyEvent),
    Mouse(MouseEvent),
    Resize(u16, u16),
    Tick,
    Answer(SolverReport),
    /// A message for the player.
    Note(String),
}

/// A request to the outside.
#[derive(Clone, Debug)]
pub enum Effect {
    Search(Box<Job>),
    /// The progress has changed and must be saved.
    Keep,
    /// Stop the process until the shell continues it.
    Suspend,
    Redraw,
    Quit,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    pub text: String,
    pub tone: Tone,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    Plain,
    Good,
    Bad,
}

#[derive(Clone, Debug)]
pub enum Overlay {
    /// The help screen, from this line on.
    Help(usize),
    /// The values of the heuristics for the position, from this line on.
    Values(usize, Vec<String>),
    Method(MethodLists),
}

#[derive(Debug)]
pub struct App {
    pub library: Library,
    pub progress: SavedProgress,
    pub menu: Menu,
    /// The level in play; `None` in the menu.
    pub round: Option<Round>,
    pub overlay: Option<Overlay>,
    /// The method for searching plans.
    pub method: Method,
    /// True if moves are animated.
    pub animated: bool,
    /// True if every position is checked for a solution.
    pub checking: bool,
    pub notice: Option<Notice>,
    pub screen: Rect,
    /// The time since the start.
    pub now: Duration,
    pub(super) pressed: Option<Coord>,
    /// The index of the speed of watched plans.
    pub(super) speed: usize,
    /// The number of the last search.
    pub(super) ticket: u64,
    pub(super) effects: Vec<Effect>,
}

impl App {
    /// Starts in the menu.
    pub fn new(library: Library, progress: SavedProgress, animated: bool) -> App {
        let mut app = App {
            library,
            progress,
            menu: Menu::default(),
            round: None,
            overlay: None,
            method: Method::default(),
            animated,
            checking: true,
            notice: None,
            screen: Rect::new(0, 0, 80, 24),
            now: Duration::ZERO,
            pressed: None,
            speed: USUAL_SPEED,
            ticket: 0,
            effects: Vec::new(),
        };
        app.menu_at_last();
        app
    }

    /// Selects the level that was played last.
    fn menu_at_last(&mut self) {
        let last = self.progress.last.as_ref();
        if let Some(place) = last.and_then(|last| self.library.find(&last.code)) {
            self.menu = Menu { place, in_levels: true };
            self.say(Tone::Plain, "Enter continues your last game.");
        }
    }

    pub fn show_group(&mut self, group: usize) {
        if self.menu.place.group != group {
            self.notice = None;
            self.menu.open_group(group, &self.library, &self.progress);
        }
        self.menu.in_levels = true;
    }

    /// Returns the requests to the outside, and forgets them.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// The scope of a key press.
    pub fn scope(&self) -> Scope {
        match (&self.overlay, &self.round) {
            (Some(Overlay::Help(_) | Overlay::Values(..)), _) => Scope::Help,
            (Some(Overlay::Method(_)), _) => Scope::Method,
            (None, Some(round)) if round.watch.is_some() => Scope::Watch,
            (None, Some(_)) => Scope::Game,
            (None, None) => Scope::Menu,
        }
    }

    /// The time until something changes by itself, if anything does.
    pub fn next_change(&self) -> Option<Duration> {
        let round = self.round.as_ref()?;
        if round.animation.is_some() {
            return Some(Duration::from_millis(16));
        }
        if let Some(wait) = round.watch.as_ref().and_then(|watch| watch.wait(self.now)) {
            return Some(wait);
        }
        round.search.as_ref().map(|_| Duration::from_millis(100))
    }

    pub fn say(&mut self, tone: Tone, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), tone });
    }

    pub fn handle(&mut self, event: AppEvent, now: Duration) {
        self.now = now;
        match event {
            AppEvent::Key(key)
                if self.is_typing() && !key.modifiers.contains(KeyModifiers::CONTROL) =>
            {
                self.type_key(key);
            }
            AppEvent::Key(key) => {
                if let Some(action) = keys::action(self.scope(), key) {
                    self.act(action);
                }
            }
            AppEvent::Mouse(mouse) => self.mouse(mouse),
            AppEvent::Resize(width, height) => {
                self.screen = Rect::new(0, 0, width, height);
                self.follow();
            }
            AppEvent::Tick => self.tick(),
            AppEvent::Answer(answer) => self.answer(answer),
            AppEvent::Note(text) => self.say(Tone::Bad, text),
        }
    }

    pub fn act(&mut self, action: Action) {
        match action {
            Action::Quit => return self.effects.push(Effect::Quit),
            Action::Suspend => return self.effects.push(Effect::Suspend),
            Action::Redraw => return self.effects.push(Effect::Redraw),
            Action::Help => {
                self.overlay = Some(Overlay::Help(0));
                return;
            }
            _ => {}
        }
        match self.scope() {
            Scope::Menu => self.act_in_menu(action),
            Scope::Game => self.act_in_game(action),
            Scope::Watch => self.act_in_watch(action),
            Scope::Method => self.act_in_method(action),
            Scope::Help | Scope::Everywhere => self.act_in_help(action),
        }
    }

    fn act_in_help(&mut self, action: Action) {
        let page = usize::from(self.screen.height.saturating_sub(4));
        let end = match &self.overlay {
            Some(Overlay::Values(_, values)) => view::last_start_of_values(self, values),
            _ => view::last_start_of_help(self),
        };
        let Some(Overlay::Help(first) | Overlay::Values(first, _)) = &mut self.overlay else {
            return;
        };
        match action {
            Action::Go(Direction::Up) => *first = first.saturating_sub(1),
            Action::Go(Direction::Down) => *first = (*first + 1).min(end),
            Action::PageUp => *first = first.saturating_sub(page),
            Action::PageDown => *first = (*first + page).min(end),
            Action::Back => self.overlay = None,
            _ => {}
        }
    }

    fn act_in_menu(&mut self, action: Action) {
        self.notice = None;
        let page = usize::from(self.screen.height.saturating_sub(6)).max(1);
        let in_levels = self.menu.in_levels;
        let (direction, lines) = match action {
            Action::Go(direction) => (direction, 1),
            Action::PageUp => (Direction::Up, page),
            Action::PageDown => (Direction::Down, page),
            Action::First => (Direction::Up, usize::MAX / 2),
            Action::Last => (Direction::Down, usize::MAX / 2),
            Action::Next | Action::Previous if in_levels => (Direction::Left, 1),
            Action::Next | Action::Previous => (Direction::Right, 1),
            Action::Pick if in_levels => return self.open(self.menu.place),
            Action::Pick => (Direction::Right, 1),
            Action::Back if in_levels => (Direction::Left, 1),
            Action::Back => return self.effects.push(Effect::Quit),
            _ => return,
        };
        self.menu.go(direction, lines, &self.library, &self.progress);
    }

    /// Opens a level where it was left.
    pub fn open(&mut self, place: Place) {
        let Some(choice) = self.library.choice(place).cloned() else { return };
        if self.round.as_ref().is_some_and(|round| round.game() != choice.level.game) {
            // Heuristics belong to a game.
            self.method.heuristic = None;
        }
        let pack = self.library.groups[place.group].pack.clone();
        let record = self.progress.of(&choice.code).cloned();
        let round = Round::new(place, choice, pack, record.as_ref());
        self.menu = Menu { place, in_levels: true };
        self.round = Some(round);
        self.overlay = None;
        self.notice = None;
        self.arrive();
        let notes = self.round.as_ref().map(|round| round.choice.level.notes.join(" "));
        if let Some(notes) = notes.filter(|notes| !notes.is_empty() && self.notice.is_none()) {
            self.say(Tone::Plain, notes);
        }
    }

    /// Returns to the menu.
    pub(super) fn leave(&mut self) {
        self.round = None;
        self.notice = None;
    }

    fn act_in_method(&mut self, action: Action) {
        let Some(Overlay::Method(lists)) = &mut self.overlay else { return };
        match action {
            Action::Go(direction) => lists.go(direction),
            Action::Next | Action::Previous => lists.switch(),
            Action::Write => lists.typed = Some(String::new()),
            Action::Pick | Action::Watch => {
                self.method = lists.method();
                self.overlay = None;
                if action == Action::Watch {
                    self.solve();
                } else {
                    self.show_method();
                }
            }
            Action::Back => self.overlay = None,
            _ => {}
        }
    }

    fn show_method(&mut self) {
        if let Some(round) = &self.round {
            let name = named(&self.method, round.game());
            self.say(Tone::Plain, format!("v solves with {name} now."));
        }
    }

    /// True while a method is typed.
    fn is_typing(&self) -> bool {
        matches!(&self.overlay, Some(Overlay::Method(lists)) if lists.typed.is_some())
    }

    fn type_key(&mut self, key: KeyEvent) {
        let (Some(Overlay::Method(lists)), Some(round)) = (&mut self.overlay, &self.round) else {
            return;
        };
        if let Some(method) = lists.type_key(key, round.game()) {
            self.method = method;
            self.overlay = None;
            self.show_method();
        }
    }

    fn tick(&mut self) {
        let now = self.now;
        let Some(round) = &mut self.round else { return };
        if round.animation.as_ref().is_some_and(|animation| animation.scene(now).is_none()) {
            round.animation = None;
        }
        if let Some(search) = &mut round.search {
            search.look(now);
        }
        self.watch_step(|watch| watch.tick(now));
    }
}

/// A message with a capital letter and a full stop.
pub(super) fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    let end = if text.ends_with(['.', '!', '?', '…']) { "" } else { "." };
    format!("{first}{}{end}", characters.as_str())
}
