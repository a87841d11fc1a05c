//! Sources that would run for years or fill the memory end with an error, or are played.

use std::sync::Arc;

use quadrille_puzzlescript::{Input, Play, Positions, Stepper, Trouble, compile};

/// A game with three objects in one layer, with further lines in its sections.
fn source(legend: &str, rules: &str, levels: &str) -> String {
    format!(
        "OBJECTS\nBackground\ngreen\n\nPlayer\nred\n\nA\nblue\n\nB\nwhite\n\nC\npink\n\n\
         LEGEND\n. = Background\nP = Player\n* = A\n{legend}\nSOUNDS\nCOLLISIONLAYERS\n\
         Background\nPlayer\nA, B, C\nRULES\n{rules}\nWINCONDITIONS\nNo Player\nLEVELS\n{levels}\n"
    )
}

fn last_code(source: &str) -> Option<&'static str> {
    compile(source).faults.last().map(|fault| fault.code.name())
}

/// The trouble of one input, by the plain and by the fast rules.
fn trouble(rules: &str, level: &str) -> [Option<Trouble>; 2] {
    let program = Arc::new(compile(&source("", rules, level)).program.unwrap());
    let mut play = Play::new(Arc::clone(&program), 0, None).unwrap();
    let plain = play.settle().and_then(|()| play.input(Input::Right)).err();
    let board = play.board();
    let mut fast = Stepper::new(&program, board.width, board.height);
    let Ok(positions) = Positions::new(Arc::clone(&program), 0).unwrap() else {
        return [plain, plain];
    };
    let board = positions.board(&quadrille_search::space::Space::start(&positions));
    fast.set(board.words(), board.words());
    [plain, fast.step(Input::Right).err()]
}

#[test]
fn names_that_double_are_refused() {
    let double = |joint: &str, first: &str| {
        let line = |at: usize| format!("n{} = n{at} {joint} m{at}\nm{} = n{at}\n", at + 1, at + 1);
        let lines: String = (0..60).map(line).collect();
        source(&format!("n0 = {first}\nm0 = {first}\n{lines}"), "", "P.")
    };
    for text in [double("and", "A"), double("or", "A")] {
        let codes: Vec<&str> = compile(&text).faults.iter().map(|it| it.code.name()).collect();
        assert!(codes.contains(&"too-large"), "{codes:?}");
    }
}

#[test]
fn long_legends_are_read_in_time() {
    let names: String = (0..100_000).map(|at| format!("n{at} = A\n")).collect();
    assert!(compile(&source(&names, "", "P.")).program.is_some());
    let chain: String = (1..20_000).map(|at| format!("n{at} = n{}\n", at - 1)).collect();
    assert!(compile(&source(&format!("n0 = A\n{chain}"), "", "P.")).program.is_some());
    let long = format!("n = {}A", "A or ".repeat(500_000));
    assert_eq!(last_code(&source(&long, "", "P.")), Some("too-large"));
}

#[test]
fn long_lines_are_read_in_time() {
    let rules = [
        format!("[ {} ] -> [ ]", "A ".repeat(500_000)),
        format!("[ {} ] -> [ ]", "| ".repeat(500_000)),
        format!("{} [ A ] -> [ ]", "up ".repeat(500_000)),
        "[ A ] -> [ ] ".repeat(200_000),
        format!("{}A{} -> [ ]", "[".repeat(500_000), "]".repeat(500_000)),
        format!("[ A ] -> [ ] message {}", "long ".repeat(400_000)),
        "[ A ] -> [ ] ".to_string() + &"again ".repeat(300_000),
        "(".repeat(1_000_000),
        ")".repeat(1_000_000),
    ];
    for rule in rules {
        compile(&source("", &rule, "P."));
    }
    compile(&source("", "", &"message x\n".repeat(300_000)));
    compile(&source("", "", &"P.\n\n".repeat(500_000)));
    compile(&source("", "", &".".repeat(2_000_000)));
    compile(&source("", "", &".\n".repeat(1_000_000)));
}

/// A rule that is left out because of an overlap once moved all rules behind it.
#[test]
fn large_groups_are_compiled_in_time() {
    let rule = |at: usize| {
        let joint = if at == 0 { "" } else { "+ " };
        format!("{joint}[ > Player | Some ] [ A Some ] -> [ > Player | ] [ Some ] message {at}\n")
    };
    let rules: String = (0..4000).map(rule).collect();
    let text = source("Some = A or B or C or Player", &rules, "P.");
    let compiled = compile(&text);
    assert!(compiled.program.is_some() || last_code(&text) == Some("too-large"));
}

#[test]
fn ellipses_on_a_large_board_are_bounded() {
    let rule = "[ | ... | | ... | ] -> [ | ... | | ... | A ]";
    let level = format!("P{}\n{}", ".".repeat(249), (".".repeat(250) + "\n").repeat(249));
    assert_eq!(trouble(rule, &level), [Some(Trouble::TooMuchWork); 2]);
}

/// Many rules whose objects are absent take time too.
#[test]
fn loops_over_many_rules_are_bounded() {
    let flips = "[ A ] -> [ B ]\n+ [ B ] -> [ A ]\n";
    let absent = "+ [ C | A ] -> [ C | B ]\n".repeat(2000);
    let rules = format!("startloop\n{flips}{absent}[ A ] -> [ B ]\nendloop");
    assert_eq!(trouble(&rules, "P*.."), [Some(Trouble::TooMuchWork); 2]);
}

#[test]
fn a_layer_after_a_stray_bracket_is_an_error() {
    let text = source("", "", "P.").replace("COLLISIONLAYERS\n", "COLLISIONLAYERS\n) ");
    let codes: Vec<&str> = compile(&text).faults.iter().map(|it| it.code.name()).collect();
    assert!(codes.contains(&"layer-first"), "{codes:?}");
}

/// As in the original, objects whose names are numbers are reported first.
#[test]
fn numbers_come_first_among_objects() {
    let text = "OBJECTS\nzed\n\n20\n\n7\n\nLEGEND\nSOUNDS\nCOLLISIONLAYERS\nzed, 20, 7\n\
                RULES\nWINCONDITIONS\nLEVELS\n";
    let faults = compile(text).faults;
    let lines: Vec<_> = faults.iter().filter(|it| it.code.name() == "no-colour").collect();
    let lines: Vec<_> = lines.iter().map(|fault| fault.line()).collect();
    assert_eq!(lines, [Some(6), Some(4), Some(2)]);
}

#[test]
fn a_property_outside_of_all_layers_is_an_error_in_rules() {
    let text = source("Any2 = D or E", "[ > Player | Any2 ] -> [ > Player | > Any2 ]", "P.")
        .replace("LEGEND", "D\nred\n\nE\nred\n\nLEGEND");
    let codes: Vec<&str> = compile(&text).faults.iter().map(|it| it.code.name()).collect();
    assert!(codes.contains(&"rule-unlayered"), "{codes:?}");
}

/// The sounds of the turn before the first input are not recorded.
#[test]
fn sounds_begin_with_the_first_input() {
    let text =
        source("", "[ A ] -> [ B ]", "P*.").replace("SOUNDS\n", "SOUNDS\nB create 36772507\n");
    let text = format!("run_rules_on_level_start\n{text}");
    let program = Arc::new(compile(&text).program.unwrap());
    let play = Play::new(program, 0, None).unwrap();
    assert!(play.sounds().is_empty());
}

/// Rules need objects to be compiled to masks.
#[test]
fn rules_without_objects_are_errors() {
    let text = source("", "[ > Player | A ] -> [ > Player | > A ]", "P.");
    let text = text.replace("LAYERS\nBackground\nPlayer\nA, B, C\n", "LAYERS\nnothing\n");
    let compiled = compile(&text);
    assert!(compiled.program.is_none());
    let codes: Vec<&str> = compiled.faults.iter().map(|it| it.code.name()).collect();
    assert!(codes.contains(&"no-objects"), "{codes:?}");
}

/// As in the original, cells then stay without a background.
#[test]
fn a_background_outside_of_all_layers_fills_no_cells() {
    let text = source("", "", "P.").replace("LAYERS\nBackground\n", "LAYERS\nB\n");
    let program = Arc::new(compile(&text).program.unwrap());
    let play = Play::new(Arc::clone(&program), 0, None).unwrap();
    assert_eq!(program.board_text(&play.board()), "player:0,:1,\n");
}

/// As in the original, which counts them by their exact texts and by the widths of rows.
#[test]
fn stray_words_among_colours_and_pixels_are_counted() {
    let codes = |objects: &str| -> Vec<&str> {
        let text = source("", "", "P.").replace("LEGEND\n", &format!("{objects}\nLEGEND\n"));
        compile(&text).faults.iter().map(|it| it.code.name()).collect()
    };
    let expected = codes("D\nnot red not\n");
    assert_eq!(expected.iter().filter(|&&code| code == "colour-expected").count(), 2);
    assert!(codes("D\nred\n Background .000.\n").contains(&"sprite-wide"));
}
