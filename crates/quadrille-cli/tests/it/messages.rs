//! Every message has a template in each language of the page, with the same arguments.

use std::collections::{BTreeMap, BTreeSet};

use quadrille::diagnostic::{MESSAGES, Template, arguments};

const PORTUGUESE: &str = include_str!("../../page/assets/texts/messages-pt.js");

fn templates() -> Vec<&'static Template> {
    let others = quadrille_script::MESSAGES.iter().chain(quadrille_puzzlescript::MESSAGES);
    MESSAGES.iter().chain(others).copied().collect()
}

/// The templates of a language: the table of its module is JSON except for a last comma.
fn translated(module: &str) -> BTreeMap<String, Vec<String>> {
    let (_, table) = module.split_once("export default ").expect("the table");
    let table = table.trim_end().trim_end_matches(';').trim_end_matches('}').trim_end();
    serde_json::from_str(&format!("{}}}", table.trim_end_matches(','))).expect("JSON")
}

#[test]
fn every_message_has_its_portuguese_template_with_the_same_arguments() {
    let translated = translated(PORTUGUESE);
    for template in templates() {
        let parts = translated.get(template.code);
        let parts = parts.unwrap_or_else(|| panic!("no Portuguese template: {}", template.code));
        let named = |texts: &mut dyn Iterator<Item = &str>| -> BTreeSet<String> {
            texts.flat_map(arguments).map(ToString::to_string).collect()
        };
        let english = named(&mut std::iter::once(template.message).chain(template.help));
        let declared: BTreeSet<String> = template.args.iter().map(ToString::to_string).collect();
        assert_eq!(english, declared, "{}", template.code);
        let ours = named(&mut parts.iter().map(String::as_str));
        assert!(ours.is_subset(&declared), "{}: {ours:?} {declared:?}", template.code);
        let in_message = |text: &str| -> BTreeSet<String> {
            arguments(text).into_iter().map(ToString::to_string).collect()
        };
        assert_eq!(in_message(&parts[0]), in_message(template.message), "{}", template.code);
        assert_eq!(parts.len() > 1, template.help.is_some(), "{}", template.code);
    }
    for code in translated.keys() {
        assert!(templates().iter().any(|it| it.code == code), "no such message: {code}");
    }
}

#[test]
fn codes_are_unique_and_templates_are_closed() {
    let mut codes: Vec<&str> = MESSAGES.iter().map(|template| template.code).collect();
    codes.sort_unstable();
    assert!(codes.windows(2).all(|pair| pair[0] != pair[1]), "{codes:?}");
    for template in templates() {
        for text in std::iter::once(template.message).chain(template.help) {
            assert_eq!(text.matches('{').count(), text.matches('}').count(), "{text}");
            assert!(!text.ends_with('.'), "{text}");
        }
    }
}
