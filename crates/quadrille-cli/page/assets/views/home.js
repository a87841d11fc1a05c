// The home page: ways to start, the games with their packs, the workbench.

import { h, put, s } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { games, titleOf, aboutGame, boardOf, levelNote, packTitle } from "../model/catalogue.js";
import { allPacks, levelOf, placeOf } from "../model/levels.js";
import { address, go } from "../parts/router.js";
import { recordOf, standing, isSolved } from "../model/progress.js";
import { hasLessons, lessonCount, lessonSheet } from "../model/lessons.js";
import { dailies, dateInWords, streak, today } from "../model/daily.js";
import { lessonsDone } from "../model/learned.js";
import { allDrafts } from "../model/own-levels.js";
import { SHIPPED, SIGNS } from "../model/puzzlescript.js";
import { setting } from "../model/store.js";
import { CELL } from "../board/outline.js";
import { spriteOf } from "../board/pieces.js";
import { thumbnail } from "../board/thumbnail.js";
import { wordmark } from "../board/wordmark.js";
import { moves } from "../model/numbers.js";
import { text } from "../texts/index.js";

/**
 * Opens the view.
 * @param {import("../parts/router.js").Route} _route
 * @param {HTMLElement} host
 */
export async function open(_route, host) {
  put(
    host,
    h(
      "div",
      { class: "page home" },
      h("header", { class: "hero" }, wordmark(), h("h1", {}, text.home.title), h("p", {}, text.home.about)),
      h("section", { class: "doors", "aria-label": text.home.begin }, resume(), learnDoor(), dayDoor(), themesDoor(), newDoor(), drawDoor()),
      h("h2", {}, text.home.games),
      h("ul", { class: "gamecards" }, games().map(gameCard)),
      h("h2", {}, text.puzzlescript.home),
      h("p", { class: "muted" }, text.puzzlescript.homeAbout, " ", h("a", { href: address("puzzlescript"), id: "own-source" }, text.puzzlescript.homeOwn)),
      sourceDoors(),
      ownSection(),
      h("h2", {}, text.home.workbench),
      h(
        "div",
        { class: "doors small" },
        door("search", text.home.search, text.home.searchAbout, "#/search"),
        door("compare", text.home.compare, text.home.compareAbout, "#/compare"),
        door("learn", text.home.assignments, text.home.assignmentsAbout, "#/assignment"),
        door("mine", text.mine.title, text.home.mineAbout, address("mine")),
        door("levels", text.gallery.title, text.home.galleryAbout, address("gallery")),
      ),
    ),
  );
}

/** Doors to the PuzzleScript games that ship. */
export function sourceDoors() {
  const { games: words } = text.puzzlescript;
  return h("div", { class: "doors small sources" }, SHIPPED.map((name) => door(sign(SIGNS[name]), words[name].title, words[name].about, address("puzzlescript", name), { data: { shipped: name } })));
}

const sign = (sprite) => s("svg", { viewBox: `0 0 ${CELL} ${CELL}`, "aria-hidden": "true" }, spriteOf(sprite));

/** A way to another view. @param {string | Element} picture the name of an icon, or a picture */
function door(picture, title, about, href, more = {}) {
  return h(
    "a",
    { class: "door", href, ...more },
    h("span", { class: "sign" }, typeof picture === "string" ? icon(picture) : picture),
    h("span", { class: "words" }, h("strong", {}, title), h("span", { class: "muted" }, about)),
  );
}

/** The level that was left in the middle, if there is one; else the first one. */
function resume() {
  const code = setting("last", "");
  const level = code ? levelOf(code) : undefined;
  const record = code ? recordOf(code) : undefined;
  const left = level && record?.played && record.played !== record.best;
  const open = (to) => ({
    class: "door first",
    onclick: (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      go(address("play", to), { resume: true });
    },
  });
  if (left) {
    const { name, about } = placeOf(level, level.game);
    return door("play", text.home.goOn, `${name}, ${about}, ${text.home.after(moves(record.played))}`, address("play", code), open(code));
  }
  const next = (level?.pack?.levels ?? allPacks()[0]?.levels ?? []).find((other) => !isSolved(other.code) && other.known?.kind !== "unsolvable");
  if (!next || !level) return null;
  const { name, about } = placeOf(next, next.game);
  return door("play", text.home.next, `${name}, ${about}`, address("play", next.code), open(next.code));
}

function learnDoor() {
  const fresh = games().find((game) => hasLessons(game.name) && lessonsDone(game.name) < lessonCount(game.name));
  if (!fresh) return null;
  const begun = games().some((game) => lessonsDone(game.name) > 0);
  const first = setting("last", "") === "" ? "first" : "";
  return door("learn", begun ? text.home.learnNext(titleOf(fresh.name)) : text.home.learn, text.home.learnAbout, address("learn", fresh.name), { class: `door ${first}` });
}

function dayDoor() {
  const date = today();
  const days = streak();
  const done = dailies(date).filter(({ level }) => level && isSolved(level.code)).length;
  const about = [dateInWords(date), done > 0 ? text.daily.done(done, games().length) : "", days > 0 ? text.daily.streak(days) : ""];
  return door("day", text.home.day, about.filter(Boolean).join(" · "), address("daily"));
}

const themesDoor = () => door("levels", text.themes.title, text.themes.homeAbout, address("themes"));
const newDoor = () => door("new", text.home.new, text.home.newAbout, address("new"));

function drawDoor() {
  const count = allDrafts().length;
  return door("edit", text.home.draw, count > 0 ? text.home.drafts(count) : text.home.drawAbout, address(count > 0 ? "mine" : "edit"));
}

/** A game with its packs and how far they are solved. */
function gameCard(game) {
  const own = allPacks()
    .map((pack) => ({ pack, levels: pack.levels.filter((level) => level.game === game.name) }))
    .filter(({ pack, levels }) => levels.length > 0 && !isOwn(pack));
  const done = lessonsDone(game.name);
  const lessons = lessonCount(game.name);
  const last = lessons > 0 ? lessonSheet(game.name, lessons - 1) : undefined;
  // A level that shows what the game is like: neither the first nor a hard one.
  const sample = own.flatMap(({ levels }) => levels).find((level) => level.difficulty?.label === "medium" && level.rows * level.cols <= 36) ?? own[0]?.levels[0] ?? last;
  const toPack = own.length > 0 ? packAddress(own[0], game) : address("new", null, { game: game.name });
  const first = done < lessons ? address("learn", game.name) : toPack;
  return h(
    "li",
    { class: "gamecard card" },
    // The title is the link that is read and reached by keyboard; the picture leads to the same place.
    h("a", { class: "picture", href: first, tabindex: "-1", "aria-hidden": "true" }, sample ? thumbnail(boardOf(sample)) : null),
    h(
      "div",
      { class: "gamewords" },
      h("h3", {}, h("a", { href: first }, titleOf(game.name))),
      h("p", { class: "muted small" }, aboutGame(game.name)),
      h(
        "ul",
        { class: "ways" },
        lessons > 0 ? packRow(address("learn", game.name), text.home.lessons, done, lessons) : null,
        // A game without a pack generates levels on request.
        own.length === 0 ? h("li", {}, h("a", { href: address("new", null, { game: game.name }) }, h("span", {}, text.home.new))) : null,
        own.map(({ pack, levels }) => packRow(packAddress({ pack, levels }, game), packTitle(pack) === titleOf(game.name) ? text.home.levels : packTitle(pack), solvedOf(levels), levels.length)),
      ),
    ),
  );
}

/** A pack with levels of several games shows those of one. */
const packAddress = ({ pack, levels }, game) => address("pack", pack.name, pack.levels.length > levels.length ? { game: game.name } : {});

const isOwn = (pack) => pack.name === "made" || pack.own;
const solvedOf = (levels) => levels.filter((level) => isSolved(level.code)).length;

function packRow(href, title, done, all) {
  const bar = h("progress", { max: all, value: done, "aria-hidden": "true" });
  return h("li", {}, h("a", { href }, h("span", {}, title), h("span", { class: "muted small" }, text.home.solved(done, all)), bar));
}

/** Packs that were read in and levels that were made. */
function ownSection() {
  const own = allPacks().filter(isOwn);
  if (own.length === 0 && allDrafts().length === 0) return null;
  return [
    h("h2", {}, text.mine.title),
    h(
      "ul",
      { class: "ways card" },
      own.map((pack) => packRow(address("pack", pack.name), packTitle(pack), solvedOf(pack.levels), pack.levels.length)),
      h("li", {}, h("a", { href: address("mine") }, h("span", {}, text.mine.all), h("span", { class: "muted small" }, text.home.drafts(allDrafts().length)))),
    ),
  ];
}

/** A level as a card that leads to it. @param {any} level @param {{theme?: string}} [from] the theme whose next level follows */
export function levelCard(level, from = {}) {
  const { mark, words } = standingWords(level);
  const open = (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(address("play", level.code), { resume: true, ...from });
  };
  return h(
    "li",
    {},
    h(
      "a",
      { class: "level", href: address("play", level.code), onclick: open, title: levelNote(level) },
      h("div", { class: "picture" }, thumbnail(boardOf(level))),
      h("span", { class: "name" }, placeOf(level, level.game).name),
      from.theme ? h("span", { class: "small" }, titleOf(level.game)) : null,
      h("span", { class: "muted small" }, words),
      mark ? h("span", { class: `mark ${mark.kind}`, "aria-hidden": "true" }, mark.sign) : null,
    ),
  );
}

function standingWords(level) {
  const { state, best, fewest, played } = standing(level);
  const { standing: words } = text;
  const needed = fewest === undefined ? "" : moves(fewest);
  if (state === "shortest") return { mark: { kind: "star", sign: "★" }, words: words.shortest(best) };
  if (state === "helped") return { mark: { kind: "hollow", sign: "☆" }, words: words.helped(best) };
  if (state === "solved") return { mark: { kind: "check", sign: "✓" }, words: words.solved(best, fewest) };
  if (state === "begun") return { mark: { kind: "begun", sign: "…" }, words: words.begun(played) };
  return { mark: null, words: level.known?.kind === "unsolvable" ? words.unsolvable : needed };
}

