// A button that saves levels as a file and shows how far it is.

import { h, put, button } from "./dom.js";
import { icon } from "./icons.js";
import { toast } from "./notify.js";
import { saveFile } from "../model/files.js";
import { sentence } from "../model/numbers.js";
import { text } from "../texts/index.js";

/**
 * @param {string} label
 * @param {"text" | "pdf" | "png" | "gif"} kind
 * @param {() => {title: string, levels: import("../model/files.js").Level[], author?: string, licence?: string}} what called when it is pressed
 * @param {AbortSignal} signal of the view
 * @param {string} [style]
 */
export function saveButton(label, kind, what, signal, style = "quiet") {
  const plain = [icon("download"), label];
  const save = async () => {
    const { title, levels, author, licence } = what();
    element.disabled = true;
    const onStep = (index) => levels.length > 1 && put(element, h("span", { class: "spinner" }), text.making.step(index + 1, levels.length));
    try {
      await saveFile(kind, title, levels, { signal, author, licence, onStep });
    } catch (error) {
      if (!signal.aborted) toast(sentence(error.message), "bad");
    }
    put(element, plain);
    element.disabled = false;
  };
  const element = button(plain, save, { class: style, data: { save: kind } });
  return element;
}
