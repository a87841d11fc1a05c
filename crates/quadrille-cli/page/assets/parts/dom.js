// Creates elements. Text always becomes a text node, so that nothing from a level can become
// markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node | string | number | null | undefined | false | any[]} Child what is to stand in an element; lists may hold lists
 * @typedef {Record<string, any>} Properties `on…` are listeners, `class`, `data` and all others are attributes; `false` and `null` leave one out.
 */

/**
 * Makes an HTML element.
 * @param {string} tag
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {any}
 */
export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/**
 * Makes an SVG element.
 * @param {string} tag
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {any}
 */
export function s(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

/**
 * Puts children in the place of those that an element has.
 * @param {Element} element
 * @param {...Child} children
 */
export function put(element, ...children) {
  element.replaceChildren(...present(children));
}

function present(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/**
 * Sets a text only when it has changed, so that screen readers and the layout are left in peace.
 * @param {Element} element
 * @param {string | number} text
 */
export function write(element, text) {
  if (element.textContent !== String(text)) element.textContent = String(text);
}

let lastId = 0;

/**
 * An identifier that no other element has.
 * @param {string} word
 */
export function freshId(word) {
  lastId += 1;
  return `${word}-${lastId}`;
}

/**
 * A button.
 * @param {Child} label
 * @param {() => void} act
 * @param {Properties} [properties]
 * @returns {HTMLButtonElement}
 */
export function button(label, act, properties = {}) {
  return h("button", { type: "button", onclick: act, ...properties }, label);
}

/**
 * A choice from a list, with its label.
 * @param {string} label
 * @param {{value: string, text: string, title?: string}[]} options
 * @param {string} value
 * @param {(value: string) => void} act
 */
export function select(label, options, value, act) {
  const id = freshId("select");
  const list = h(
    "select",
    { id, onchange: () => act(list.value) },
    options.map((option) =>
      h("option", { value: option.value, title: option.title, selected: option.value === value }, option.text),
    ),
  );
  return h("div", { class: "field" }, h("label", { for: id }, label), list);
}
