// Settings: theme, letters, animation, sound, notation, language. Each takes effect at once.

import { h, button, select } from "../parts/dom.js";
import { CHOICES, choose, preference } from "../model/preferences.js";
import { play } from "../parts/sound.js";
import { language, languages, setLanguage, text } from "../texts/index.js";

/** Shows it. */
export function showSettings() {
  const { settings } = text;
  const field = (name) =>
    h(
      "div",
      { class: "setting", data: { name } },
      select(
        settings.names[name],
        CHOICES[name].map((value) => ({ value, text: settings.choices[name][value] })),
        preference(name),
        (value) => {
          choose(name, value);
          if (name === "sound") play("won");
        },
      ),
      h("p", { class: "muted small" }, settings.about[name]),
    );
  const dialog = h(
    "dialog",
    { class: "settings", "aria-labelledby": "settings-title", onclose: () => dialog.remove() },
    h("header", {}, h("h2", { id: "settings-title" }, settings.title), button(text.close, () => dialog.close(), { class: "quiet" })),
    h(
      "div",
      { class: "scroll" },
      Object.keys(CHOICES).map(field),
      h("div", { class: "setting", data: { name: "language" } }, select(text.language, languages(), language, setLanguage), h("p", { class: "muted small" }, settings.about.language)),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
