//! The static site: broken workers, no network, a new version, another server, a level embedded in
//! another page.

mod answers;
mod versions;
mod workers;

pub(crate) use answers::same_answers;
pub(crate) use versions::versions;
pub(crate) use workers::{broken_workers, workers_at_work};

use crate::support::{Page, Server};
use crate::tour::{code, play};
use serde_json::json;

/// A `quadrille serve` elsewhere answers the page of the site if the address names it, and it
/// allows the site.
pub(crate) fn another_server(page: &mut Page) {
    page.go("#/");
    let code = code(page, "twins");
    let origin = page.origin();
    let mut server = Server::start(&["--allow-origin", &origin]);
    let requests = "performance.getEntriesByType('resource').map((one) => one.name)";
    let address = server.address.clone();
    page.go(&format!("?server={address}#/play/{code}"));
    page.wait_for_text(".outlook", "6 to go");
    play(page, "R", 1, true);
    page.go(&format!("?server={address}#/search/{code}?a=astar"));
    page.click(".to-end");
    page.wait_for_text(".state", "6 moves, proved shortest");
    let used = page.value(&format!(
        "[{requests}.some((name) => name.startsWith('{address}api/watch')), {requests}.some((name) => name.endsWith('engine.wasm'))]"
    ));
    assert_eq!(used, json!([true, false]), "the server answers, and no engine is loaded");
    // A drawn level is sent to it as well, after a preflight request.
    page.go(&format!("?server={address}#/edit/{code}"));
    page.wait_for_text(".problems", "solvable in 6 moves");
    server.stop();
    page.go(&format!("?server={address}#/play/{code}"));
    page.wait_for_text(".failure", "The server that this page is pointed to does not answer");
    // A server that does not allow the site does not answer it.
    let other = Server::start(&[]);
    page.go(&format!("?server={}#/play/{code}", other.address));
    page.wait_for_text(".failure", "--allow-origin");
    page.go(&format!("?server=nonsense#/play/{code}"));
    page.wait_for_text(".failure", "is not the address of a server");
    page.inspect("a server that does not answer");
    // Messages of the browser about refused requests.
    page.forget_complaints(&["Failed to load resource", "blocked by CORS policy"]);
}

/// Another page embeds a level in a frame, as in the documentation.
pub(crate) fn embedded(page: &mut Page) {
    page.go("#/");
    let code = code(page, "stopper");
    let written = include_str!("../../../../../docs/site.md");
    let frame = written.lines().find(|line| line.contains("<iframe")).expect("an example").trim();
    let own = page.address("");
    let frame = frame.replace("https://example.org/quadrille/", &own).replace("CODE", &code);
    // Any other page on the same server.
    page.go_beside("/courses/search/engine/catalogue.json");
    page.value(&format!("document.body.innerHTML = {frame:?}"));
    let inside = "document.querySelector('iframe').contentDocument";
    page.wait(
        "the level is in the frame",
        &format!("/to go/.test({inside}.querySelector('.outlook')?.textContent)"),
    );
    let shown = page.value(&format!(
        "[Boolean({inside}.querySelector('header.bar').offsetParent), {inside}.querySelector('h1').textContent, \
         {inside}.documentElement.scrollWidth <= document.querySelector('iframe').clientWidth]"
    ));
    assert_eq!(
        shown,
        json!([false, "Stopper", true]),
        "the board alone, and nothing beyond the frame"
    );
    page.value(&format!("{inside}.querySelector('[data-act=hint]').click()"));
    page.wait(
        "an arrow shows the hint",
        &format!("[...{inside}.querySelectorAll('.arrow.hinted')].some((one) => one.offsetParent)"),
    );
    page.value(&format!(
        "document.querySelector('iframe').src = {:?}",
        page.address(&format!("?embed=1&view=search&code={code}"))
    ));
    page.wait("a search is in the frame", &format!("{inside}.querySelector('.run .numbers')"));
    // The other page has no icon.
    page.expect_refusals();
}
