//! The mouse: clicks and drags on the board and in the lists.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use quadrille::grid::{Coord, Direction};
use quadrille::moves::Move;

use super::app::App;
use super::geometry::{Hit, first_line, menu_lists};
use super::keys::{Action, Scope};
use super::library::Place;
use super::menu::Menu;
use super::picker::Picked;

impl App {
    pub(super) fn mouse(&mut self, event: MouseEvent) {
        match (event.kind, self.scope()) {
            (MouseEventKind::ScrollUp, Scope::Menu | Scope::Method | Scope::Help) => {
                self.act(Action::Go(Direction::Up));
            }
            (MouseEventKind::ScrollDown, Scope::Menu | Scope::Method | Scope::Help) => {
                self.act(Action::Go(Direction::Down));
            }
            (MouseEventKind::Down(MouseButton::Left), Scope::Menu) => {
                self.click_in_menu(event.column, event.row);
            }
            (MouseEventKind::Down(MouseButton::Left), Scope::Game) => {
                self.pressed = match self.hit(event) {
                    Some(Hit::Cell(at)) => Some(at),
                    _ => None,
                };
            }
            (MouseEventKind::Up(MouseButton::Left), Scope::Game) => self.release(event),
            (MouseEventKind::Down(MouseButton::Left), Scope::Watch) => self.act(Action::Pause),
            _ => {}
        }
    }

    fn hit(&self, event: MouseEvent) -> Option<Hit> {
        Some(self.board_geometry()?.hit(event.column, event.row))
    }

    fn release(&mut self, event: MouseEvent) {
        let (Some(hit), pressed) = (self.hit(event), self.pressed.take()) else { return };
        let Some(round) = &mut self.round else { return };
        round.animation = None;
        self.notice = None;
        let choice = match (pressed, hit) {
            (Some(from), Hit::Cell(to)) if from == to => round.picker.click(to),
            (Some(from), Hit::Cell(to)) => round.picker.drag(from, towards(from, to)),
            (Some(from), Hit::Side(direction)) => round.picker.drag(from, direction),
            (None, Hit::Side(direction)) if round.picker.is_picked() => round.picker.go(direction),
            (None, Hit::Side(direction)) if !round.picker.picks() => {
                Picked::Play(Move::All(direction))
            }
            (None, _) => return,
        };
        self.choose(choice);
    }

    fn click_in_menu(&mut self, x: u16, y: u16) {
        let Some((packs, levels)) = menu_lists(self.screen, self.menu.in_levels) else { return };
        let line = |area: super::canvas::Rect, cursor: usize, lines: usize| {
            let first = first_line(cursor, lines, area.height.into());
            area.contains((x, y))
                .then(|| first + usize::from(y - area.y))
                .filter(|&line| line < lines)
        };
        let Place { group, level } = self.menu.place;
        let count = self.library.groups.get(group).map_or(0, |group| group.levels.len());
        if let Some(line) = levels.and_then(|area| line(area, level, count)) {
            return self.open(Place { group, level: line });
        }
        if let Some(line) = packs.and_then(|area| line(area, group, self.library.groups.len())) {
            self.menu.open_group(line, &self.library, &self.progress);
            self.menu = Menu { in_levels: packs.is_some() && levels.is_none(), ..self.menu };
        }
    }
}

/// The main direction from one cell to another.
fn towards(from: Coord, to: Coord) -> Direction {
    let rows = i32::from(to.row) - i32::from(from.row);
    let cols = i32::from(to.col) - i32::from(from.col);
    match rows.abs() > cols.abs() {
        true if rows < 0 => Direction::Up,
        true => Direction::Down,
        false if cols < 0 => Direction::Left,
        false => Direction::Right,
    }
}
