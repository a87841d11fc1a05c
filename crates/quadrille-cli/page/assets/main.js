// The page: the tabs and the current view. Views are loaded when they are first opened.

import { h, put } from "./parts/dom.js";
import { icon } from "./parts/icons.js";
import * as catalogue from "./model/catalogue.js";
import { ApiError } from "./api/error.js";
import { address, currentRoute, go, listen } from "./parts/router.js";
import { gameAt, rememberGame, usualCode } from "./model/current.js";
import { giveFocusBack } from "./parts/keys.js";
import { failure, announce, toast } from "./parts/notify.js";
import { bringGame, isSource } from "./model/puzzlescript.js";
import { text } from "./texts/index.js";

/** @type {Record<string, {title: string, load: () => Promise<any>}>} */
const VIEWS = {
  home: { title: text.tabs.home, load: () => import("./views/home.js") },
  pack: { title: text.tabs.home, load: () => import("./views/pack.js") },
  themes: { title: text.themes.title, load: () => import("./views/themes.js") },
  learn: { title: text.tabs.play, load: () => import("./views/learn.js") },
  daily: { title: text.daily.title, load: () => import("./views/daily.js") },
  new: { title: text.new.title, load: () => import("./views/new-level.js") },
  gallery: { title: text.gallery.title, load: () => import("./views/gallery.js") },
  mine: { title: text.mine.title, load: () => import("./views/mine.js") },
  assignment: { title: text.assignment.title, load: () => import("./views/assignment.js") },
  play: { title: text.tabs.play, load: () => import("./views/play.js") },
  search: { title: text.tabs.search, load: () => import("./views/search.js") },
  compare: { title: text.tabs.compare, load: () => import("./views/compare.js") },
  puzzlescript: { title: text.puzzlescript.title, load: () => import("./views/puzzlescript.js") },
  edit: { title: text.tabs.edit, load: () => import("./views/edit.js") },
  map: { title: text.map.title, load: () => import("./views/map.js") },
};
/** The tabs, and the views that belong to each. */
const TABS = { home: ["home", "pack", "daily", "new", "mine", "gallery", "themes", "assignment", "puzzlescript"], play: ["play", "learn"], search: ["search"], compare: ["compare"], edit: ["edit", "map"] };

/** The views that are about a position. */
const ABOUT_POSITION = new Set(["play", "search", "compare"]);

/** The views that need the game of the position in their address. */
const OF_GAME = new Set([...ABOUT_POSITION, "edit", "map"]);

const host = document.getElementById("view");
const tabs = Object.keys(TABS).map((view) => {
  const link = h(
    "a",
    {
      data: { tab: view },
      onclick: (event) => {
        const state = view === "play" ? gameAt(present) : null;
        if (!state || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        go(link.getAttribute("href"), state);
      },
    },
    icon(view === "play" ? "board" : view),
    h("span", {}, VIEWS[view].title),
  );
  return { view, link, item: h("li", {}, link) };
});
put(
  document.getElementById("tabs"),
  tabs.map(({ item }) => item),
);
for (const [id, label] of Object.entries({ settings: text.settings.button, help: text.help.button, skip: text.skip })) {
  const element = document.getElementById(id);
  if (id === "skip") element.textContent = label;
  element.setAttribute("aria-label", label);
  element.title = label;
}
document.querySelector(".bar nav").setAttribute("aria-label", text.tabs.label);
let leave = new AbortController();
/** @type {string | null} */
let present = null;

function updateTabs(route) {
  if (ABOUT_POSITION.has(route.view)) present = route.code ?? present;
  if (route.view === "play" && route.state?.start) rememberGame(route.code, route.state);
  for (const { view, link } of tabs) {
    link.href = address(view, ABOUT_POSITION.has(view) ? present : null);
    if (TABS[view].includes(route.view)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

async function show(route) {
  leave.abort();
  leave = new AbortController();
  // A dialog belongs to the view that opened it.
  for (const dialog of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (dialog).close();
  const { signal } = leave;
  const view = VIEWS[route.view];
  updateTabs(route);
  try {
    // A view that cannot be loaded is a server that is gone.
    const module = view?.load().catch(() => {
      throw new ApiError("", { code: "gone" });
    });
    const [, opened] = await Promise.all([catalogue.load(), module]);
    if (!view) throw new Error(text.failure.noPage(route.view));
    if (signal.aborted) return;
    // Without a position, the last one that was looked at, or the first level.
    if (ABOUT_POSITION.has(route.view) && !route.code) {
      const code = usualCode(route.view);
      if (!code) return go("#/");
      history.replaceState(null, "", address(route.view, code, Object.fromEntries(route.query)));
      return show(currentRoute());
    }
    if (OF_GAME.has(route.view)) await bringGame(route.code, route.query);
    if (signal.aborted) return;
    document.title = `${view.title} · Quadrille`;
    await opened.open(route, host, signal);
    if (signal.aborted) return;
    scrollTo(0, 0);
    // Keyboard and screen-reader users continue in the new view, not at the top of the page.
    if (host.dataset.view && !host.contains(document.activeElement)) host.focus({ preventScroll: true });
    host.dataset.view = route.view;
    dispatchEvent(new Event("quadrille-open"));
  } catch (error) {
    if (signal.aborted || error.name === "AbortError") return;
    put(
      host,
      h(
        "div",
        { class: "page" },
        failure(
          error,
          h("button", { type: "button", class: "primary", onclick: () => show(currentRoute()) }, text.failure.again),
          h("a", { class: "button quiet", href: "#/" }, text.failure.home),
        ),
      ),
    );
    announce(error.message);
    host.dataset.view = "failure";
  }
}

const help = () => Promise.all([catalogue.load(), import("./views/help-dialog.js")]).then(([, { showHelp }]) => showHelp(), () => {});
document.getElementById("help").addEventListener("click", help);
document.getElementById("settings").addEventListener("click", () => import("./views/settings-dialog.js").then(({ showSettings }) => showSettings(), () => {}));
document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  host.focus();
});
addEventListener("keydown", (event) => {
  const typing = document.activeElement?.matches("input:not([type=range],[type=checkbox]), textarea, select");
  if ((event.key === "?" || event.key === "F1") && !typing && !document.querySelector("dialog[open]")) {
    event.preventDefault();
    help();
  }
});
// The source of a PuzzleScript game may be dropped anywhere.
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", async (event) => {
  const file = event.dataTransfer?.files[0];
  if (!file) return;
  event.preventDefault();
  const source = await file.text();
  if (isSource(source) || file.name.endsWith(".puzzlescript")) go(address("puzzlescript"), { source });
  else toast(text.puzzlescript.notSource(file.name), "bad");
});
giveFocusBack();
listen(show, updateTabs);
