// Makes a new level to order: game, size, pieces, difficulty. The generator proves its shortest
// plan.

import * as api from "../api/index.js";
import { h, put, write, button, select, freshId } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { game as gameOf, games, titleOf, difficultyOf } from "../model/catalogue.js";
import { keepMade, ownPacks } from "../model/own-levels.js";
import { address, go, rewrite } from "../parts/router.js";
import { setting, keepSetting } from "../model/store.js";
import { levelCard } from "./home.js";
import { rulesCard } from "./rules-card.js";
import { announce, toast } from "../parts/notify.js";
import { seconds, whole } from "../model/numbers.js";
import { text } from "../texts/index.js";

const DIFFICULTIES = ["easy", "medium", "hard", "expert"];
/** The options besides the game and the difficulty. */
const WISHES = ["rows", "cols", "least_pieces", "most_pieces", "least_moves", "most_moves"];
/** Seconds that a player waits at most, and how many of them each attempt with fewer wishes gets. */
const [SECONDS, FALLBACK_SECONDS] = [10, 1.5];
/** Beyond these sides the generator takes too long to wait for. */
const [LEAST, MOST] = [2, 10];
/** The most levels made before that are shown. */
const SHOWN = 12;

/** The request, then with options dropped one by one. @param {Record<string, string>} order */
function relaxed({ difficulty, ...order }) {
  const easier = DIFFICULTIES[DIFFICULTIES.indexOf(difficulty ?? "") - 1];
  const { least_moves: _least, most_moves: _most, ...anyLength } = order;
  const all = [difficulty ? { ...order, difficulty } : order, easier ? { ...order, difficulty: easier } : order, order, anyLength];
  return all.filter((one, index) => all.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === index);
}

/** @param {Record<string, string>} order @param {any} level */
const hasOtherMoves = ({ least_moves: least, most_moves: most }, { known }) =>
  known?.moves !== undefined && (known.moves < Number(least || 0) || known.moves > Number(most || Infinity));

/**
 * Opens the view.
 * @param {import("../parts/router.js").Route} route
 * @param {HTMLElement} host
 * @param {AbortSignal} signal
 */
export async function open(route, host, signal) {
  const kept = setting("order", /** @type {Record<string, string>} */ ({}));
  /** @type {Record<string, string>} */
  const order = { game: games()[0].name, difficulty: "medium", ...kept, ...Object.fromEntries(route.query) };
  delete order.go;
  delete order.seed;
  const state = h("p", { class: "notice", role: "status" });
  const start = button([icon("new"), text.new.make], () => (making ? making.abort() : make()), { class: "primary", id: "make" });
  /** @type {AbortController | null} */
  let making = null;
  const change = (name) => (value) => {
    if (value === "") delete order[name];
    else order[name] = value;
    keepSetting("order", order);
  };
  const number = (name, label, least, most) => {
    const id = freshId(name);
    const field = h("input", { id, type: "number", min: least, max: most, value: order[name] ?? "", placeholder: text.new.any, oninput: () => change(name)(field.value) });
    return h("div", { class: "field" }, h("label", { for: id }, label), field);
  };
  const make = async () => {
    making = new AbortController();
    const { signal: stop } = making;
    signal.addEventListener("abort", () => making?.abort());
    put(start, icon("stop"), text.new.cancel);
    start.classList.remove("primary");
    put(state, h("span", { class: "spinner" }), text.new.starting);
    const asked = { ...order };
    const seed = Math.floor(Math.random() * 2 ** 31);
    try {
      const figures = h("span", {});
      const begun = performance.now();
      // Boards tried in earlier attempts and in this one.
      let [before, latest] = [0, 0];
      const progress = (data) => {
        if (!figures.isConnected) put(state, h("span", { class: "spinner" }), figures);
        latest = data.tried;
        write(figures, `${text.new.progress(before + latest, whole(before + latest))}, ${seconds((performance.now() - begun) / 1000)}`);
      };
      let level;
      const attempts = relaxed(asked);
      const first = SECONDS - FALLBACK_SECONDS * (attempts.length - 1);
      for (const [index, wishes] of attempts.entries()) {
        [level] = await api.generate({ ...wishes, seed, count: 1, max_time: index === 0 ? first : FALLBACK_SECONDS }, stop, progress);
        if (level) break;
        [before, latest] = [before + latest, 0];
      }
      if (!level) return put(state, text.new.none);
      const differs = asked.difficulty && level.difficulty && level.difficulty.label !== asked.difficulty;
      const made = ownPacks().find((pack) => pack.name === "made")?.levels.length ?? 0;
      const title = [text.new.name(made + 1), difficultyOf(level)].filter(Boolean).join(", ");
      keepMade({ ...level, title, name: `made-${made + 1}`, order: asked });
      announce(text.new.ready);
      go(address("play", level.code));
      if (differs) toast(text.new.nearest(text.difficulty[asked.difficulty], difficultyOf(level)));
      else if (hasOtherMoves(asked, level)) toast(text.new.nearestMoves(level.known?.moves));
    } catch (error) {
      put(state, error.name === "AbortError" ? text.new.cancelled : `${error.message} ${error.help ?? ""}`);
    } finally {
      making = null;
      put(start, icon("new"), text.new.make);
      start.classList.add("primary");
    }
  };
  const rules = h("div", {});
  const showRules = () => put(rules, rulesCard(gameOf(order.game) ?? games()[0], false));
  showRules();
  const before = ownPacks().find((pack) => pack.name === "made")?.levels ?? [];
  put(
    host,
    h(
      "div",
      { class: "page new" },
      h("header", { class: "hero" }, h("h1", {}, text.new.title), h("p", {}, text.new.about)),
      h(
        "div",
        { class: "ordering" },
        h(
          "form",
          {
            class: "card order",
            onsubmit: (event) => {
              event.preventDefault();
              if (!making) make();
            },
          },
          select(text.new.game, games().map(({ name }) => ({ value: name, text: titleOf(name) })), order.game, (value) => {
            change("game")(value);
            showRules();
          }),
          select(
            text.new.difficulty,
            [{ value: "", text: text.new.any }, ...DIFFICULTIES.map((word) => ({ value: word, text: text.difficulty[word] }))],
            order.difficulty ?? "",
            change("difficulty"),
          ),
          h(
            "details",
            // Options chosen before stay visible.
            { open: WISHES.some((name) => order[name] !== undefined) },
            h("summary", {}, text.new.more),
            h(
              "div",
              { class: "wishes" },
              h("div", { class: "pair" }, number("rows", text.new.rows, LEAST, MOST), number("cols", text.new.cols, LEAST, MOST)),
              h("div", { class: "pair" }, number("least_pieces", text.new.leastPieces, 1, 26), number("most_pieces", text.new.mostPieces, 1, 26)),
              h("div", { class: "pair" }, number("least_moves", text.new.leastMoves, 1, 99), number("most_moves", text.new.mostMoves, 1, 99)),
            ),
          ),
          h("div", { class: "row" }, start),
          state,
        ),
        rules,
      ),
      before.length > 0 ? [h("h2", {}, text.packs.made), h("ul", { class: "levels" }, before.slice(-SHOWN).reverse().map((level) => levelCard(level)))] : null,
    ),
  );
  if (route.query.get("go")) {
    rewrite(address("new", null, order));
    make();
  }
}
