//! Tests of the page in a headless Chromium, in desktop and phone sizes. A test is one scenario in
//! its own tab; all tabs share one browser process.
//!
//! `server::` tests use the engine of the built command, `site::` tests that of the static site in
//! the browser. The page is the same in both, so `site::` repeats only scenarios that reach the
//! engine in another way, and has some of its own.
//!
//! Without a Chromium, axe-core (which checks accessibility) or a site, tests are ignored with that
//! reason; if `CI` is set they fail. `.ci/run` installs what is needed, `./test site` makes the
//! site.

mod analysis;
mod desk;
mod faults;
mod look;
mod puzzlescript;
mod site;
mod support;
mod tour;
mod views;
mod words;

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use support::{Browser, Engine, Page, Screen};

/// A scenario mostly waits for the page, not for the processor.
const TABS_AT_ONCE: usize = 3;

const DESK: Screen =
    Screen { name: "desk", width: 1280, height: 800, touch: false, dark: false, language: "en-GB" };
const PHONE: Screen =
    Screen { name: "phone", width: 360, height: 740, touch: true, dark: true, language: "en" };
const SIDEWAYS: Screen = Screen {
    name: "sideways",
    width: 844,
    height: 390,
    touch: true,
    dark: false,
    language: "pt-PT,pt",
};

/// A small phone held sideways, in the language with the longer words.
const SMALL: Screen = Screen {
    name: "small",
    width: 640,
    height: 360,
    touch: true,
    dark: false,
    language: "pt-PT,pt",
};

/// Switches the check of moves on, so that scenarios can wait for the solver's result.
const CHECKING: &str = "try { localStorage['quadrille.check'] ??= 'true'; } catch { /* There is no store on about:blank. */ }";

/// A name and a function that uses the page.
type Scenario = (&'static str, fn(&mut Page));

/// Scenarios for every engine: each sends a request that no other sends.
const EVERY_ENGINE: &[(Screen, &[Scenario])] = &[
    (
        DESK,
        &[
            ("front_door", tour::front_door),
            ("play_to_the_end", |page| tour::play_to_the_end(page, true)),
            ("take_hints", tour::take_hints),
            ("solve_and_watch", tour::solve_and_watch),
            ("watch_search", views::watch_search),
            ("explain_and_describe", views::explain_and_describe),
            ("compare_methods", views::compare_methods),
            ("draw_and_share", views::draw_and_share),
            ("paste_a_level", views::paste_a_level),
            ("make_levels", views::make_levels),
            ("fail_kindly", views::fail_kindly),
            ("plans_come_as_they_are_found", analysis::plans_come_as_they_are_found),
            ("heuristics_are_seen", analysis::heuristics_are_seen),
            ("a_script_is_written", analysis::a_script_is_written),
            ("an_assignment_is_worked_on", analysis::an_assignment_is_worked_on),
            ("a_puzzle_is_written", analysis::a_puzzle_is_written),
            ("making_can_be_cancelled", analysis::making_can_be_cancelled),
            ("a_level_is_reported_while_it_is_drawn", desk::a_level_is_reported_while_it_is_drawn),
            ("a_solution_is_forbidden", desk::a_solution_is_forbidden),
            ("variations_are_taken_over", desk::variations_are_taken_over),
            ("a_pack_is_made_and_saved", desk::a_pack_is_made_and_saved),
            ("the_map_shows_every_position", desk::the_map_shows_every_position),
            ("the_map_follows_the_player", desk::the_map_follows_the_player),
            ("a_game_that_ships", puzzlescript::a_game_that_ships),
            ("a_source_is_pasted", puzzlescript::a_source_is_pasted),
            ("a_link_carries_the_game", puzzlescript::a_link_carries_the_game),
            ("the_workbench_takes_a_game", puzzlescript::the_workbench_takes_a_game),
        ],
    ),
    (SIDEWAYS, &[("every_screen_is_small_enough", words::every_screen_is_small_enough)]),
];

const SERVER: &[(Screen, &[Scenario])] = &[
    (
        DESK,
        &[
            ("a_large_map_moves", desk::a_large_map_moves),
            ("a_small_map_fills_its_view", desk::a_small_map_fills_its_view),
            ("nothing_jumps_at_the_start", look::nothing_jumps),
            ("learn", tour::learn),
            ("share_and_return", tour::share_and_return),
            ("find_the_mistake", tour::find_the_mistake),
            ("keep_own_levels", views::keep_own_levels),
            ("lose_the_server", views::lose_the_server),
            ("modules", words::modules),
            ("methods_can_be_typed", analysis::methods_can_be_typed),
            ("zoom_and_heat", analysis::zoom_and_heat),
            ("plan_and_bound_close_in", analysis::plan_and_bound_close_in),
            ("walk_variations", analysis::walk_variations),
            ("keys_work_after_the_mouse", faults::keys_work_after_the_mouse),
            ("quick_keys_are_not_lost", faults::quick_keys_are_not_lost),
            ("a_hint_covers_no_letter", faults::a_hint_covers_no_letter),
            ("home_shows_the_start_of_the_film", faults::home_shows_the_start_of_the_film),
            ("a_tap_pins_a_node", faults::a_tap_pins_a_node),
            ("quick_strokes_leave_no_cell_out", faults::quick_strokes_leave_no_cell_out),
            ("our_own_link_can_be_pasted", faults::our_own_link_can_be_pasted),
            ("no_message_speaks_of_options", faults::no_message_speaks_of_options),
            ("switching_checks_off_stops_them", faults::switching_checks_off_stops_them),
            ("a_plan_hides_what_does_not_count", faults::a_plan_hides_what_does_not_count),
            ("all_brushes_can_be_closed_again", faults::all_brushes_can_be_closed_again),
            ("holes_are_not_empty_in_the_dark", faults::holes_are_not_empty_in_the_dark),
            ("the_editor_fits_the_screen", faults::the_editor_fits_the_screen),
            ("no_star_with_help", faults::no_star_with_help),
            ("twenty_seconds_are_twenty", faults::twenty_seconds_are_twenty),
            ("previews_and_dragging", faults::previews_and_dragging),
            ("refused_moves_say_why", faults::refused_moves_say_why),
            ("the_plan_is_whole_in_the_tree", faults::the_plan_is_whole_in_the_tree),
            ("the_puzzle_is_shared", faults::the_puzzle_is_shared),
            ("a_daily_result_has_no_spoiler", faults::a_daily_result_has_no_spoiler),
            ("a_solution_that_was_seen_is_help", faults::a_solution_that_was_seen_is_help),
            ("a_new_level_comes_in_time", faults::a_new_level_comes_in_time),
            ("swaps_of_alike_do_not_count", faults::swaps_of_alike_do_not_count),
            ("a_broken_script_is_not_measured", faults::a_broken_script_is_not_measured),
            ("a_race_is_explained_in_its_own_terms", faults::a_race_is_explained_in_its_own_terms),
            ("no_level_is_one_sentence", faults::no_level_is_one_sentence),
            ("small_things_are_right", faults::small_things_are_right),
            ("nothing_is_given_away", tour::nothing_is_given_away),
            ("a_newcomer_is_shown_how", tour::a_newcomer_is_shown_how),
            ("a_player_walks_by_tap", tour::a_player_walks_by_tap),
            ("titles_have_a_face", look::titles_have_a_face),
            ("settings_hold", look::settings_hold),
            ("cells_are_named_as_players_count", look::cells_are_named_as_players_count),
            ("every_game_lights_up", look::every_game_lights_up),
            ("sound_is_a_choice", look::sound_is_a_choice),
            ("a_box_is_pushed_by_dragging", look::a_box_is_pushed_by_dragging),
            ("the_board_stays_beside_its_panel", look::the_board_stays_beside_its_panel),
            ("search_is_for_people", look::search_is_for_people),
            ("days_gone_by", look::days_gone_by),
            ("long_names_leave_room", look::long_names_leave_room),
            ("packs_beside_the_page", look::packs_beside_the_page),
            ("a_dialog_closes_with_its_view", look::a_dialog_closes_with_its_view),
            ("the_gallery_that_ships", look::the_gallery_that_ships),
            ("puzzles_by_theme", look::puzzles_by_theme),
            ("a_source_is_dropped", puzzlescript::a_source_is_dropped),
        ],
    ),
    (
        PHONE,
        &[
            ("front_door", |page| {
                page.go("#/");
                page.inspect("the front door");
            }),
            ("play_to_the_end", |page| tour::play_to_the_end(page, false)),
            ("learn", tour::learn),
            ("take_hints", tour::take_hints),
            ("solve_and_watch", tour::solve_and_watch),
            ("watch_search", views::watch_search),
            ("compare_methods", views::compare_methods),
            ("draw_and_share", views::draw_and_share),
            ("paste_a_level", views::paste_a_level),
            ("an_assignment_fits", analysis::an_assignment_fits_a_phone),
            ("fail_kindly", views::fail_kindly),
            ("small_screens_lose_nothing", faults::small_screens_lose_nothing),
            ("a_player_walks_by_tap", tour::a_player_walks_by_tap),
            ("every_game_lights_up", look::every_game_lights_up),
            ("a_box_is_pushed_by_dragging", look::a_box_is_pushed_by_dragging),
            ("the_tree_comes_first", look::the_tree_comes_first),
            ("positions_are_seen_in_the_dark", look::positions_are_seen_in_the_dark),
            ("nothing_jumps_at_the_start", look::nothing_jumps),
            ("a_phone_shows_what_matters", look::a_phone_shows_what_matters),
            ("a_phone_has_keys", puzzlescript::a_phone_has_keys),
        ],
    ),
    (
        SIDEWAYS,
        &[("portuguese", words::portuguese), ("boards_fit_sideways", words::boards_fit_sideways)],
    ),
    (SMALL, &[("nothing_overlaps", look::nothing_overlaps)]),
];

const SITE: &[(Screen, &[Scenario])] = &[(
    DESK,
    &[
        ("what_ends_a_worker_is_one_message", site::broken_workers),
        ("stopping_ends_a_worker_and_the_next_is_ready", site::workers_at_work),
        ("answers_are_those_of_the_command", site::same_answers),
        ("it_works_offline_and_a_new_version_replaces_it", site::versions),
        ("a_server_elsewhere_can_be_asked", site::another_server),
        ("a_level_can_be_embedded", site::embedded),
    ],
)];

fn main() {
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(TABS_AT_ONCE);
    let tests = [(Engine::Server, SERVER), (Engine::Site, SITE)]
        .into_iter()
        .flat_map(|(engine, own)| EVERY_ENGINE.iter().chain(own).map(move |part| (engine, part)))
        .flat_map(|(engine, (screen, scenarios))| {
            scenarios.iter().map(move |scenario| trial(engine, *screen, *scenario))
        })
        .collect();
    let conclusion = libtest_mimic::run(&arguments, tests);
    Browser::stop();
    conclusion.exit();
}

fn trial(engine: Engine, screen: Screen, (name, scenario): Scenario) -> Trial {
    let name = format!("{}::{}::{name}", engine.name(), screen.name);
    Trial::ignorable_test(name, move || match Page::open(screen, engine) {
        Ok(mut page) => {
            page.before_loading(CHECKING);
            scenario(&mut page);
            page.assert_no_complaints();
            Ok(Completion::Completed)
        }
        Err(missing) if std::env::var_os("CI").is_some() => Err(Failed::from(missing)),
        Err(missing) => Ok(Completion::ignored_with(missing)),
    })
}
