// The page: the tabs, and which view is shown.

import { h, put } from "./dom.js";
import { icon } from "./icons.js";
import * as catalogue from "./catalogue.js";
import { address, currentRoute, go, listen } from "./router.js";
import { gameAt, rememberGame } from "./present.js";
import { showHelp } from "./keys.js";
import { failure, announce } from "./say.js";
import * as levels from "./levels.js";
import * as play from "./play.js";
import * as search from "./search.js";
import * as compare from "./compare.js";
import * as edit from "./edit.js";

const VIEWS = {
  levels: { title: "Levels", open: levels.open },
  play: { title: "Play", open: play.open },
  search: { title: "Search", open: search.open },
  compare: { title: "Compare", open: compare.open },
  edit: { title: "Edit", open: edit.open },
};

/** The views that are about a position. */
const ABOUT_POSITION = new Set(["play", "search", "compare"]);

const host = document.getElementById("view");
const tabs = Object.entries(VIEWS).map(([view, { title }]) => {
  const link = h(
    "a",
    {
      onclick: (event) => {
        const state = view === "play" ? gameAt(present) : null;
        if (!state || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        go(link.getAttribute("href"), state);
      },
    },
    icon(view === "play" ? "board" : view),
    h("span", {}, title),
  );
  return { view, link, item: h("li", {}, link) };
});
put(
  document.getElementById("tabs"),
  tabs.map(({ item }) => item),
);
let leave = new AbortController();
let present = null;

function updateTabs(route) {
  present = route.code ?? present;
  if (route.view === "play" && route.state?.start) rememberGame(route.code, route.state);
  for (const { view, link, item } of tabs) {
    item.hidden = ABOUT_POSITION.has(view) && !present;
    link.href = address(view, view === "levels" ? null : present);
    if (route.view === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

async function show(route) {
  leave.abort();
  leave = new AbortController();
  const { signal } = leave;
  const view = VIEWS[route.view];
  updateTabs(route);
  try {
    await catalogue.load();
    if (!view) throw new Error(`There is no page '${route.view}'.`);
    if (ABOUT_POSITION.has(route.view) && !route.code) return go("#/");
    if (signal.aborted) return;
    document.title = `${view.title} · Quadrille`;
    await view.open(route, host, signal);
    if (signal.aborted) return;
    scrollTo(0, 0);
    // Whoever goes by keyboard or ear goes on in the new view, not at the top of the page.
    if (host.dataset.view && !host.contains(document.activeElement)) host.focus({ preventScroll: true });
    host.dataset.view = route.view;
  } catch (error) {
    if (signal.aborted || error.name === "AbortError") return;
    put(
      host,
      h(
        "div",
        { class: "page" },
        failure(
          error,
          h("button", { type: "button", class: "primary", onclick: () => show(currentRoute()) }, "Try again"),
          h("a", { class: "button quiet", href: "#/" }, "To the levels"),
        ),
      ),
    );
    announce(error.message);
    host.dataset.view = "failure";
  }
}

document.getElementById("help").addEventListener("click", () => catalogue.load().then(showHelp, () => {}));
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  host.focus();
});
addEventListener("keydown", (event) => {
  const typing = document.activeElement?.matches("input:not([type=range],[type=checkbox]), textarea, select");
  if ((event.key === "?" || event.key === "F1") && !typing && !document.querySelector("dialog[open]")) {
    event.preventDefault();
    catalogue.load().then(showHelp, () => {});
  }
});
listen(show, updateTabs);
