//! Everything that the player sees, and how it changes by what happens. No terminal, no thread and
//! no clock in here: what is to be done outside is asked for as an [`Effect`], and the time comes
//! with each event.

use std::time::Duration;

use quadrille::Method;
use quadrille::grid::{Coord, Direction};
use ratatui::crossterm::event::{KeyEvent, KeyModifiers, MouseEvent};
use ratatui::layout::Rect;

use super::keys::{self, Action, Scope};
use super::menu::Menu;
use super::method::{MethodLists, named};
use super::progress::Progress;
use super::round::Round;
use super::shelf::{Place, Shelf};
use super::solver::{Answer, Job};
use super::view;
use super::watch::USUAL_SPEED;

#[derive(Debug)]
pub enum Event {
    Key(KeyEvent),
    Mouse(MouseEvent),
    /// The terminal has this size now.
    Resize(u16, u16),
    Tick,
    Answer(Answer),
    /// Something to tell the player.
    Note(String),
}

/// Something to be done outside.
#[derive(Clone, Debug)]
pub enum Effect {
    Search(Box<Job>),
    /// The progress has changed and is to be kept.
    Keep,
    /// Stop the program until the shell continues it.
    Suspend,
    Redraw,
    Quit,
}

/// A message to the player.
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

/// What lies over the rest.
#[derive(Clone, Debug)]
pub enum Overlay {
    /// The help screen, from this line on.
    Help(usize),
    /// What the heuristics say of the position, from this line on.
    Values(usize, Vec<String>),
    /// The choice of an algorithm.
    Method(MethodLists),
}

/// Everything that the player sees.
#[derive(Debug)]
pub struct App {
    pub shelf: Shelf,
    pub progress: Progress,
    pub menu: Menu,
    /// The level that is played; the menu is seen when there is none.
    pub round: Option<Round>,
    /// What lies over the rest.
    pub overlay: Option<Overlay>,
    /// How plans are searched for.
    pub method: Method,
    /// Whether moves are seen while they happen.
    pub animated: bool,
    /// Whether every position is checked for being solvable.
    pub checking: bool,
    /// A message to the player.
    pub notice: Option<Notice>,
    pub screen: Rect,
    /// The time since the start.
    pub now: Duration,
    /// Where the mouse was pressed.
    pub(super) pressed: Option<Coord>,
    /// How fast plans are shown.
    pub(super) speed: usize,
    /// The number of the last search.
    pub(super) ticket: u64,
    pub(super) effects: Vec<Effect>,
}

impl App {
    /// The menu over these levels.
    pub fn new(shelf: Shelf, progress: Progress, animated: bool) -> App {
        let mut app = App {
            shelf,
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

    /// Puts the cursor of the menu on the level that was played last.
    fn menu_at_last(&mut self) {
        let last = self.progress.last.as_ref();
        if let Some(place) = last.and_then(|last| self.shelf.find(&last.code)) {
            self.menu = Menu { place, in_levels: true };
            self.say(Tone::Plain, "Enter goes on where you left.");
        }
    }

    /// Puts the cursor of the menu on a group.
    pub fn show_group(&mut self, group: usize) {
        if self.menu.place.group != group {
            self.notice = None;
            self.menu.open_group(group, &self.shelf, &self.progress);
        }
        self.menu.in_levels = true;
    }

    /// What is to be done outside now.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Where keys are pressed now.
    pub fn scope(&self) -> Scope {
        match (&self.overlay, &self.round) {
            (Some(Overlay::Help(_) | Overlay::Values(..)), _) => Scope::Help,
            (Some(Overlay::Method(_)), _) => Scope::Method,
            (None, Some(round)) if round.watch.is_some() => Scope::Watch,
            (None, Some(_)) => Scope::Game,
            (None, None) => Scope::Menu,
        }
    }

    /// How soon something changes by itself; `None` when nothing does.
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

    /// Says something to the player.
    pub fn say(&mut self, tone: Tone, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), tone });
    }

    pub fn handle(&mut self, event: Event, now: Duration) {
        self.now = now;
        match event {
            Event::Key(key)
                if self.is_typing() && !key.modifiers.contains(KeyModifiers::CONTROL) =>
            {
                self.type_key(key);
            }
            Event::Key(key) => {
                if let Some(action) = keys::action(self.scope(), key) {
                    self.act(action);
                }
            }
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Resize(width, height) => {
                self.screen = Rect::new(0, 0, width, height);
                self.follow();
            }
            Event::Tick => self.tick(),
            Event::Answer(answer) => self.answer(answer),
            Event::Note(text) => self.say(Tone::Bad, text),
        }
    }

    /// Does what the player wants.
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
        self.menu.go(direction, lines, &self.shelf, &self.progress);
    }

    /// Opens a level, on from where it was left.
    pub fn open(&mut self, place: Place) {
        let Some(choice) = self.shelf.choice(place).cloned() else { return };
        if self.round.as_ref().is_some_and(|round| round.game() != choice.level.game) {
            // Heuristics belong to a game.
            self.method.heuristic = None;
        }
        let pack = self.shelf.groups[place.group].pack.clone();
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

    /// Leaves the level for the menu.
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
                    self.tell_method();
                }
            }
            Action::Back => self.overlay = None,
            _ => {}
        }
    }

    fn tell_method(&mut self) {
        if let Some(round) = &self.round {
            let name = named(&self.method, round.game());
            self.say(Tone::Plain, format!("v solves with {name} now."));
        }
    }

    /// Whether keys are letters of a method.
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
            self.tell_method();
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

/// A message with a capital and a full stop.
pub(super) fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    let end = if text.ends_with(['.', '!', '?', '…']) { "" } else { "." };
    format!("{first}{}{end}", characters.as_str())
}
