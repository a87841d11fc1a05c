//! The page in a real browser: a headless Chromium, at the width of a desk and of a phone. The same tests run with each engine: that of
//! the built command (`server::`), and that of the static site in the browser (`site::`), which has some more of its own.
//!
//! Without a Chromium, axe-core (which checks accessibility) or a site, tests are ignored with that reason; where `CI` is set they
//! fail. `.ci/run` installs what is needed, `./test site` makes the site.

mod browser_analysis;
mod browser_faults;
mod browser_site;
mod browser_support;
mod browser_tour;
mod browser_views;
mod browser_words;

use browser_support::{Engine, Page, Screen};
use libtest_mimic::{Arguments, Completion, Trial};

/// A name, a screen, and what is done on it.
type Tour = (&'static str, Screen, fn(&mut Page));

fn main() {
    let both: [Tour; 5] = [
        ("at_a_desk", DESK, at_a_desk),
        ("analysis", DESK, analysis),
        ("faults_stay_mended", DESK, faults_stay_mended),
        ("on_a_phone", PHONE, on_a_phone),
        ("a_phone_held_sideways_in_portuguese", SIDEWAYS, a_phone_held_sideways_in_portuguese),
    ];
    let of_the_site: [Tour; 6] = [
        ("what_ends_a_worker_is_one_message", DESK, browser_site::broken_workers),
        ("stopping_ends_a_worker_and_the_next_is_ready", DESK, browser_site::workers_at_work),
        ("answers_are_those_of_the_command", DESK, browser_site::same_answers),
        ("it_works_offline_and_a_new_version_replaces_it", DESK, browser_site::versions),
        ("a_server_elsewhere_can_be_asked", DESK, browser_site::another_server),
        ("a_level_can_be_embedded", DESK, browser_site::embedded),
    ];
    let of_both = Engine::ALL.into_iter().flat_map(|engine| both.map(|tour| (engine, tour)));
    let of_one = of_the_site.map(|tour| (Engine::Site, tour));
    let trials = of_both.chain(of_one).map(|(engine, (name, screen, test))| {
        let name = format!("{}::{name}", engine.name());
        Trial::ignorable_test(name, move || match Page::open(screen, engine) {
            Ok(mut page) => {
                test(&mut page);
                page.assert_content();
                Ok(Completion::Completed)
            }
            Err(missing) if std::env::var_os("CI").is_some() => Err(missing.into()),
            Err(missing) => Ok(Completion::ignored_with(missing)),
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

const DESK: Screen =
    Screen { width: 1280, height: 800, touch: false, dark: false, language: "en-GB" };
const PHONE: Screen = Screen { width: 360, height: 740, touch: true, dark: true, language: "en" };
const SIDEWAYS: Screen =
    Screen { width: 844, height: 390, touch: true, dark: false, language: "pt-PT,pt" };

fn at_a_desk(page: &mut Page) {
    browser_tour::front_door(page);
    browser_tour::play_to_the_end(page, true);
    browser_tour::learn(page);
    browser_tour::take_hints(page);
    browser_tour::solve_and_watch(page);
    browser_tour::share_and_return(page);
    browser_tour::find_the_mistake(page);
    browser_views::watch_search(page);
    browser_views::explain_and_describe(page);
    browser_views::compare_methods(page);
    browser_views::draw_and_share(page);
    browser_views::paste_a_level(page);
    browser_views::keep_own_levels(page);
    browser_views::make_levels(page);
    browser_views::fail_kindly(page);
    browser_words::modules(page);
    if page.engine() == Engine::Server {
        browser_views::lose_the_server(page);
    }
}

fn analysis(page: &mut Page) {
    browser_analysis::plans_come_as_they_are_found(page);
    browser_analysis::heuristics_are_seen(page);
    browser_analysis::methods_can_be_typed(page);
    browser_analysis::zoom_and_heat(page);
    browser_analysis::plan_and_bound_close_in(page);
    browser_analysis::a_script_is_written(page);
    browser_analysis::an_assignment_is_worked_on(page);
    browser_analysis::a_puzzle_is_written(page);
    browser_analysis::making_can_be_cancelled(page);
    browser_analysis::walk_variations(page);
}

fn faults_stay_mended(page: &mut Page) {
    page.go("#/");
    browser_faults::keys_work_after_the_mouse(page);
    browser_faults::quick_keys_are_not_lost(page);
    browser_faults::a_hint_covers_no_letter(page);
    browser_faults::home_shows_the_start_of_the_film(page);
    browser_faults::a_tap_pins_a_node(page);
    browser_faults::quick_strokes_leave_no_cell_out(page);
    browser_faults::our_own_link_can_be_pasted(page);
    browser_faults::no_message_speaks_of_options(page);
    browser_faults::switching_checks_off_stops_them(page);
    browser_faults::a_plan_hides_what_does_not_count(page);
    browser_faults::all_brushes_can_be_closed_again(page);
    browser_faults::holes_are_not_empty_in_the_dark(page);
    browser_faults::the_editor_fits_the_screen(page);
    browser_faults::no_star_with_help(page);
    browser_faults::twenty_seconds_are_twenty(page);
    browser_faults::previews_and_dragging(page);
    browser_faults::refused_moves_say_why(page);
    browser_faults::the_plan_is_whole_in_the_tree(page);
}

fn on_a_phone(page: &mut Page) {
    page.go("#/");
    page.inspect("the front door");
    browser_tour::play_to_the_end(page, false);
    browser_tour::learn(page);
    browser_tour::take_hints(page);
    browser_tour::solve_and_watch(page);
    browser_views::watch_search(page);
    browser_views::compare_methods(page);
    browser_views::draw_and_share(page);
    browser_views::paste_a_level(page);
    browser_analysis::an_assignment_fits_a_phone(page);
    browser_views::fail_kindly(page);
}

fn a_phone_held_sideways_in_portuguese(page: &mut Page) {
    browser_words::portuguese(page);
    browser_words::boards_fit_sideways(page);
    browser_words::every_screen_is_small_enough(page);
}
