//! Changes of the state by events.

use super::*;
use crate::play::app::{Overlay, Tone};
use crate::play::keys::Scope;
use crate::play::round::{Outlook, Round};
use crate::play::solver::Job;

fn round(app: &App) -> &Round {
    app.round.as_ref().expect("a level is played")
}

fn notice(app: &App) -> &str {
    app.notice.as_ref().map_or("", |notice| &notice.text)
}

fn jobs(app: &mut App) -> Vec<Job> {
    let effects = app.take_effects().into_iter();
    effects
        .filter_map(|effect| if let Effect::Search(job) = effect { Some(*job) } else { None })
        .collect()
}

#[test]
fn hints_lead_to_the_end_in_every_game() {
    for group in 0..4 {
        let mut app = playing(LEVELS, group);
        search(&mut app);
        let Outlook::Solvable(moves, true) = round(&app).outlook() else {
            panic!("group {group} is solvable")
        };
        for _ in 0..moves {
            typed(&mut app, "i");
            search(&mut app);
            assert!(notice(&app).starts_with("Hint: "), "{}", notice(&app));
            typed(&mut app, "i");
        }
        assert_eq!(round(&app).outlook(), Outlook::Solved);
        assert!(notice(&app).contains(&format!("Solved in {moves} moves: shortest possible")));
        let record = app.progress.of(&round(&app).choice.code).unwrap();
        assert_eq!((record.best, record.proved), (Some(moves as u32), Some(moves as u32)));
    }
}

#[test]
fn what_the_heuristics_say_is_shown_and_scrolls() {
    for group in 0..4 {
        let mut app = playing(LEVELS, group);
        typed(&mut app, "e");
        let Some(Overlay::Values(0, values)) = &app.overlay else { panic!("the list is open") };
        let usual = round(&app).game().default_heuristic();
        assert!(values.iter().any(|line| line.starts_with(&format!("{usual}: "))), "{values:?}");
        assert_eq!(app.scope(), Scope::Help);
        app.handle(AppEvent::Resize(40, 12), app.now);
        press(&mut app, &[KeyCode::PageDown, KeyCode::PageDown, KeyCode::Down, KeyCode::Up]);
        press(&mut app, &[KeyCode::Esc]);
        assert!(app.overlay.is_none());
    }
}

#[test]
fn leaving_a_position_ends_its_search() {
    let mut app = playing(LEVELS, 0);
    let first = jobs(&mut app);
    assert!(!first[0].cancel.is_cancelled());
    typed(&mut app, "l");
    assert!(first[0].cancel.is_cancelled());
    let second = jobs(&mut app);
    // A late answer is about a position that is no longer shown.
    let late = SolverReport {
        ticket: first[0].ticket,
        report: solver::search(&Job { cancel: Default::default(), ..first[0].clone() }),
    };
    app.handle(AppEvent::Answer(late), app.now);
    assert_eq!(round(&app).outlook(), Outlook::Thinking);
    press(&mut app, &[KeyCode::Esc]);
    assert!(second[0].cancel.is_cancelled());
    assert_eq!(app.scope(), Scope::Menu);
}

#[test]
fn automatic_searches_have_a_limit_and_others_have_none() {
    let mut app = playing(LEVELS, 0);
    assert!(jobs(&mut app)[0].limits.max_time.is_some());
    typed(&mut app, "i");
    assert!(jobs(&mut app)[0].limits.max_time.is_none());
    press(&mut app, &[KeyCode::Esc]);
    assert_eq!(notice(&app), "The search is stopped.");
    assert_eq!(app.scope(), Scope::Game);
}

#[test]
fn illegal_moves_say_why() {
    let mut app = playing(LEVELS, 0);
    typed(&mut app, "l");
    typed(&mut app, "l");
    assert!(notice(&app).starts_with("R is not possible here: "), "{}", notice(&app));
    assert_eq!(app.notice.as_ref().unwrap().tone, Tone::Bad);
    assert_eq!(round(&app).line.played(), 1);
}

#[test]
fn a_dead_end_is_known_for_all_that_follows() {
    let mut app = playing("game: zhed\nname: none\n\n1..\n.2.\n...\nG..\n", 0);
    search(&mut app);
    assert_eq!(round(&app).outlook(), Outlook::DeadEnd);
    press(&mut app, &[KeyCode::Enter, KeyCode::Right]);
    assert_eq!((round(&app).line.played(), round(&app).outlook()), (1, Outlook::DeadEnd));
    assert!(jobs(&mut app).is_empty());
    typed(&mut app, "i");
    assert!(notice(&app).starts_with("Dead end"));
}

#[test]
fn moves_are_counted_against_the_shortest_plan() {
    let mut app = playing("game: tiles\nname: a\n\nr . .\n. . .\n. . R\n", 0);
    typed(&mut app, "lhjl");
    search(&mut app);
    assert_eq!(notice(&app), "Solved in 4 moves: 2 more than needed (shortest: 2).");
    typed(&mut app, "l");
    assert!(notice(&app).starts_with("The level is solved"));
    typed(&mut app, "Rlj");
    assert_eq!(notice(&app), "Solved in 2 moves: shortest possible.");
    assert_eq!(app.progress.of(&round(&app).choice.code).unwrap().best, Some(2));
}

#[test]
fn the_next_key_ends_what_is_seen() {
    let mut app = playing(LEVELS, 0);
    app.animated = true;
    typed(&mut app, "l");
    assert!(round(&app).animation.is_some() && app.next_change().is_some());
    typed(&mut app, "j");
    assert_eq!(round(&app).line.played(), 2);
    app.handle(AppEvent::Tick, app.now + Duration::from_secs(1));
    assert!(round(&app).animation.is_none());
}

#[test]
fn a_level_goes_on_where_it_was_left() {
    let mut app = playing(LEVELS, 0);
    typed(&mut app, "lju");
    press(&mut app, &[KeyCode::Esc, KeyCode::Enter]);
    assert_eq!((round(&app).line.played(), round(&app).line.moves().len()), (1, 2));
    let progress = app.progress.clone();
    let library = std::mem::take(&mut app.library);
    let mut again = App::new(library, progress, false);
    assert!(again.menu.in_levels);
    press(&mut again, &[KeyCode::Enter]);
    assert_eq!(round(&again).line.played(), 1);
}

#[test]
fn a_plan_is_watched_and_changes_nothing() {
    let mut app = playing(LEVELS, 3);
    search(&mut app);
    typed(&mut app, "v");
    search(&mut app);
    assert_eq!(app.scope(), Scope::Watch);
    press(&mut app, &[KeyCode::End]);
    let watch = round(&app).watch.as_ref().unwrap();
    assert!(round(&app).game().is_solved(watch.board()));
    press(&mut app, &[KeyCode::Esc]);
    assert_eq!((app.scope(), round(&app).line.played()), (Scope::Game, 0));
    assert_eq!(app.progress.of(&round(&app).choice.code).unwrap().best, None);
}

#[test]
fn every_method_on_offer_answers() {
    for group in 0..4 {
        for algorithm in 0..quadrille::registry::ALGORITHMS.len() {
            let mut app = playing(LEVELS, group);
            app.checking = false;
            app.take_effects();
            typed(&mut app, "m");
            press(&mut app, &vec![KeyCode::Down; algorithm]);
            typed(&mut app, "v");
            search(&mut app);
            let found =
                round(&app).watch.is_some() || notice(&app).starts_with("No plan was found");
            assert!(found, "group {group}, algorithm {algorithm}: {}", notice(&app));
        }
    }
}

#[test]
fn the_menu_is_walked_through() {
    let mut app = app(LEVELS);
    assert_eq!(app.scope(), Scope::Menu);
    press(&mut app, &[KeyCode::Down, KeyCode::Down, KeyCode::Down, KeyCode::Down, KeyCode::Up]);
    assert_eq!(app.menu.place.group, 2);
    press(&mut app, &[KeyCode::Enter, KeyCode::Enter]);
    assert_eq!(round(&app).game().id(), "squares");
    typed(&mut app, "n");
    assert!(notice(&app).contains("last level"));
    press(&mut app, &[KeyCode::Esc, KeyCode::Esc]);
    app.take_effects();
    press(&mut app, &[KeyCode::Esc]);
    assert!(matches!(app.take_effects().as_slice(), [Effect::Quit]));
}

#[test]
fn any_method_can_be_typed() {
    let mut app = playing(LEVELS, 0);
    typed(&mut app, "m");
    typed(&mut app, "t");
    typed(&mut app, "wastar(3) with h9");
    press(&mut app, &[KeyCode::Enter]);
    assert!(matches!(&app.overlay, Some(Overlay::Method(lists)) if lists.mistake.is_some()));
    press(&mut app, &[KeyCode::Backspace, KeyCode::Backspace]);
    typed(&mut app, "max(relaxed,2*collinear)");
    press(&mut app, &[KeyCode::Enter]);
    assert!(app.overlay.is_none());
    assert_eq!(app.method.to_string(), "wastar(3) with max(relaxed,2*collinear)");
}
