// The user's own levels, and all progress as a file.

import { h, put, button } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { boardOf, lookOf, packTitle, packs, titleOf } from "../model/catalogue.js";
import { allDrafts, clearOwn, ownPacks, ownText, removeDraft, takeOwn } from "../model/own-levels.js";
import { clearProgress, isSolved, progressText, takeProgress } from "../model/progress.js";
import { keepSetting, setting } from "../model/store.js";
import { address, go } from "../parts/router.js";
import { download, toast } from "../parts/notify.js";
import { thumbnail } from "../board/thumbnail.js";
import { showImport } from "./import-dialog.js";
import { packable, showPackDialog } from "./pack-dialog.js";
import { today } from "../model/daily.js";
import { text } from "../texts/index.js";

const FORMAT = "quadrille-progress";
/** Small things that belong to progress, by the name under which they are kept. */
const OTHERS = { lessons: {}, daily: {}, days: {}, streak: [], scripts: {} };

/**
 * Opens the view.
 * @param {import("../parts/router.js").Route} _route
 * @param {HTMLElement} host
 */
export async function open(_route, host) {
  const { mine } = text;
  const again = () => open(_route, host);
  const file = h("input", {
    type: "file",
    id: "progress-file",
    accept: ".json,application/json",
    class: "unseen",
    onchange: async () => {
      const taken = takeFile((await file.files[0]?.text()) ?? "");
      toast(taken ? mine.taken : mine.notOurs, taken ? "good" : "bad");
      again();
    },
  });
  put(
    host,
    h(
      "div",
      { class: "page mine" },
      h(
        "header",
        { class: "pagehead" },
        h("div", {}, h("h1", {}, mine.title), h("p", { class: "muted" }, mine.about)),
        h(
          "div",
          { class: "row" },
          h("a", { class: "button primary", href: address("edit", null, { fresh: "1" }) }, icon("edit"), mine.draw),
          h("a", { class: "button quiet", href: address("gallery") }, icon("levels"), text.gallery.title),
          button([icon("upload"), mine.import], () => showImport((code) => go(address("play", code))), { class: "quiet", id: "paste" }),
        ),
      ),
      h(
        "div",
        { class: "halves" },
        h(
          "section",
          {},
          h(
            "div",
            { class: "sectionhead" },
            h("h2", {}, mine.drafts),
            packable(allDrafts()).length > 0
              ? button([icon("levels"), mine.makePack], () => showPackDialog(packable(allDrafts()), (name) => go(address("pack", name))), { class: "quiet small", id: "pack" })
              : null,
          ),
          allDrafts().length === 0 ? noDrafts() : h("ul", { class: "levels" }, allDrafts().map((draft) => draftCard(draft, again))),
          ownPacks().length > 0
            ? [
                h("h2", {}, mine.packs),
                h(
                  "ul",
                  { class: "ways card" },
                  ownPacks().map((pack) => {
                    const solved = pack.levels.filter((level) => isSolved(level.code)).length;
                    return h(
                      "li",
                      {},
                      h(
                        "a",
                        { href: address("pack", pack.name) },
                        h("span", {}, packTitle(pack)),
                        h("span", { class: "muted small" }, text.home.solved(solved, pack.levels.length)),
                        h("progress", { max: pack.levels.length, value: solved, "aria-hidden": "true" }),
                      ),
                    );
                  }),
                ),
              ]
            : null,
        ),
        h(
          "section",
          {},
          h("h2", {}, mine.progress),
          h(
            "div",
            { class: "card" },
            h("p", { class: "muted" }, mine.progressAbout),
            h(
              "div",
              { class: "row" },
              button([icon("download"), mine.save], () => download(`quadrille-${today()}.json`, fileText(), "application/json"), { class: "quiet", id: "save" }),
              button([icon("upload"), mine.load], () => file.click(), { class: "quiet" }),
              h("label", { class: "unseen", for: "progress-file" }, mine.load),
              file,
              button([icon("trash"), mine.reset], () => {
                if (!confirm(mine.sure)) return;
                clearProgress();
                clearOwn();
                for (const [name, empty] of Object.entries(OTHERS)) keepSetting(name, empty);
                toast(mine.isReset);
                again();
              }, { class: "quiet", id: "reset" }),
            ),
          ),
        ),
      ),
    ),
  );
}

/** All that is kept, as a text. */
export function fileText() {
  const others = Object.fromEntries(Object.entries(OTHERS).map(([name, empty]) => [name, setting(name, empty)]));
  return JSON.stringify({ format: FORMAT, version: 1, progress: progressText(), own: ownText(), ...others }, null, 1);
}

/** Takes in such a text; false when it is none. @param {string} words */
export function takeFile(words) {
  let value;
  try {
    value = JSON.parse(words);
  } catch {
    return false;
  }
  if (value?.format !== FORMAT || value.version !== 1) return false;
  takeProgress(value.progress);
  takeOwn(value.own);
  for (const [name, empty] of Object.entries(OTHERS)) {
    const other = value[name];
    if (typeof other !== typeof empty || Array.isArray(other) !== Array.isArray(empty) || !other) continue;
    const known = setting(name, empty);
    keepSetting(name, Array.isArray(other) && Array.isArray(known) ? [...new Set([...known, ...other])] : { ...other, ...known });
  }
  return true;
}

/** What stands in the place of drawings: an example of one. */
function noDrafts() {
  const example = packs().flatMap((pack) => pack.levels).find((level) => level.name === "stopper");
  return h(
    "div",
    { class: "card nothing" },
    example ? h("div", { class: "picture", "aria-hidden": "true" }, thumbnail(boardOf(example))) : null,
    h("p", {}, h("strong", {}, text.mine.noDrafts), " ", text.mine.noDraftsAbout),
  );
}

function draftCard(draft, again) {
  const { rows, cols, cells } = draft.sheet;
  const href = address("edit", null, { draft: draft.id });
  return h(
    "li",
    {},
    h(
      "div",
      { class: "level" },
      // The name is the link that is read and reached by keyboard; the picture leads to the same place.
      h("a", { class: "picture", href, tabindex: "-1", "aria-hidden": "true" }, thumbnail({ rows, cols, cells: cells.map((glyph) => lookOf(draft.game, glyph)) })),
      h("a", { class: "name", href }, draft.name),
      h("span", { class: "muted small" }, titleOf(draft.game)),
      h(
        "div",
        { class: "row" },
        draft.code ? h("a", { class: "button quiet small", href: address("play", draft.code) }, text.mine.play) : null,
        button(icon("trash"), () => {
          if (!confirm(text.mine.sureDraft(draft.name))) return;
          removeDraft(draft.id);
          again();
        }, { class: "quiet icon small", "aria-label": text.mine.remove(draft.name) }),
      ),
    ),
  );
}
