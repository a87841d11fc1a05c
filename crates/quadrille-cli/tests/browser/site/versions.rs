//! The site on a device: without a network, and when there is a new version.

use std::fs;
use std::path::Path;

use crate::support::{FileServer, Page, Source, site_folder};
use crate::tour::{board, code, play};
use serde_json::json;

const TITLE: &str = "Puzzles on a grid, and how they are solved";
const TEXTS: &str = "assets/texts/en.js";

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a file is copied");
        }
    }
}

/// After one visit the site works without a network. A new version takes over as a whole, and only
/// when it is complete.
pub(crate) fn versions(_: &mut Page) {
    let folder = tempfile::tempdir().expect("a folder");
    copy(&site_folder().expect("the site"), folder.path());
    let server = FileServer::start(folder.path());
    let port = server.port();
    let mut page = Page::open_at(crate::DESK, Source::Files(server)).expect("a browser");
    let page = &mut page;
    page.go("#/");
    page.wait_for_text("h1", TITLE);
    page.value("navigator.serviceWorker.ready.then(() => 0)");
    page.wait("all is kept", "navigator.serviceWorker.controller");
    let names = page.value(
        "(async () => { const cache = await caches.open((await caches.keys())[0]); return (await cache.keys()).length; })()",
    );
    assert!(names.as_u64() > Some(60), "{names} files");
    // It can be installed: the browser finds no error in the manifest, and every icon matches its
    // description.
    let manifest = page.browser("Page.getAppManifest", json!({}));
    assert_eq!(manifest["errors"], json!([]));
    let icons = page.value(
        "(async () => { const address = document.querySelector('link[rel=manifest]').href; const { icons } = await (await fetch(address)).json(); \
         const wrong = []; for (const { src, sizes, type } of icons) { const file = await fetch(new URL(src, address)); \
         const picture = type === 'image/png' ? await createImageBitmap(await file.blob()) : null; \
         if (!file.ok || (picture && `${picture.width}x${picture.height}` !== sizes)) wrong.push(src); } return [icons.length, wrong]; })()",
    );
    assert_eq!(icons, json!([4, []]));

    page.lose_server();
    let twins = code(page, "twins");
    page.go("#/");
    page.wait_for_text("h1", TITLE);
    page.click(".gamecard a[href*='pack']");
    page.wait("a pack is open", "document.querySelectorAll('.level').length > 2");
    page.go(&format!("#/play/{twins}"));
    page.wait("the switch is there", "document.querySelector('#check') !== null");
    page.value(
        "document.querySelector('#check').checked || document.querySelector('#check').click()",
    );
    page.wait_for_text(".outlook", "6 to go");
    let start = board(page);
    play(page, "R", 1, true);
    assert_ne!(board(page), start);
    page.go(&format!("#/compare/{twins}"));
    page.click("#start");
    page.wait_for_text("[role=status]", "methods found a solution. The shortest has 6 moves");
    page.go("#/learn/fold/2");
    page.wait_for_text(".title", "Step 2");

    // An incomplete new version: its list is new, one of its files is not.
    let mut server = FileServer::start_at(folder.path(), port);
    let old = fs::read_to_string(folder.path().join(TEXTS)).expect("texts");
    let new = old.replace(TITLE, "The second version");
    assert_ne!(old, new);
    let hash = |page: &mut Page, text: &str| {
        let hash = page.value(&format!(
            "crypto.subtle.digest('SHA-256', new TextEncoder().encode({})).then((digest) => \
             [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join(''))",
            json!(text)
        ));
        hash.as_str().expect("a hash").to_string()
    };
    let (before, after) = (hash(page, &old), hash(page, &new));
    let list = fs::read_to_string(folder.path().join("sw.js")).expect("the worker");
    assert!(list.contains(&before), "the list has the hash of the texts");
    let list = list.replace(&before, &after).replace("const VERSION = \"", "const VERSION = \"2-");
    fs::write(folder.path().join("sw.js"), list).expect("a file is written");
    page.go("#/");
    page.value("navigator.serviceWorker.ready.then((registration) => registration.update()).then(() => 0, () => 0)");
    page.wait_for_text("h1", TITLE);
    page.wait(
        "the half version is thrown away",
        "(() => { navigator.serviceWorker.ready.then((one) => { window.waits = Boolean(one.installing || one.waiting); }); return window.waits === false; })()",
    );

    // The complete version waits for the next visit, and then takes over.
    fs::write(folder.path().join(TEXTS), new).expect("a file is written");
    page.value("navigator.serviceWorker.ready.then((registration) => registration.update()).then(() => 0, () => 0)");
    page.wait(
        "it is fetched",
        "(() => { navigator.serviceWorker.ready.then((one) => { window.fetched = Boolean(one.waiting); }); return window.fetched; })()",
    );
    assert_eq!(page.text("h1"), TITLE, "a page never mixes two versions");
    page.go("#/");
    page.wait_for_text("h1", "The second version");
    page.wait(
        "nothing of the old one is left",
        "(() => { caches.keys().then((names) => { window.kept = names; }); return window.kept?.length === 1 && window.kept[0].includes('2-'); })()",
    );
    server.stop();
    page.go("#/");
    page.wait_for_text("h1", "The second version");
    page.forget_complaints(&[
        "Failed to load resource",
        "is of another version",
        "ServiceWorker script",
    ]);
    page.assert_no_complaints();
}
