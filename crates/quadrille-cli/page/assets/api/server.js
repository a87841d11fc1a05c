// The engine behind a server. Requests use `fetch`; streams are server-sent events read by `fetch`,
// so that error responses can be read and closing a stream stops the search behind it.

import { ApiError } from "./error.js";
import { POSTED } from "./posted.js";

/** Other requests have a query, unless they bring scripts, many levels or the source of a game with them. */
const isPosted = (question, values) => POSTED.has(question) || [values.scripts, values.like, values.puzzlescript].some((one) => one !== undefined);

/** @param {import("./types.js").Values} values */
function query(values) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/**
 * A question as text: JSON where it has a body, else a query.
 * @param {string} question
 * @param {import("./types.js").Values} values
 */
export const asked = (question, values) => (isPosted(question, values) ? JSON.stringify(values) : query(values));

/** @param {Response} response */
const read = (response) => (response.headers.get("content-type")?.startsWith("application/json") ? response.json() : response.text());

async function send(address, options = {}, gone = "gone") {
  let response;
  try {
    response = await fetch(address, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError("The server does not answer.", { code: gone });
  }
  if (response.ok) return response;
  const body = await response.json().catch(() => ({}));
  const error = body.error ?? {};
  throw new ApiError(error.message ?? `The server refused: ${response.status}.`, { ...error, status: response.status });
}

/**
 * The engine of a server.
 * @param {string} base where it is, with a slash at the end; nothing for the server that the page comes from
 * @returns {import("./types.js").Engine}
 */
export const serverAt = (base) => {
  const gone = base === "" ? "gone" : "elsewhere";
  return {
    async ask(question, values, signal) {
      const text = asked(question, values);
      if (isPosted(question, values)) {
        const headers = { "content-type": "application/json", accept: "application/json" };
        const response = await send(`${base}api/${question}`, { method: "POST", signal, headers, body: text }, gone);
        return read(response);
      }
      const response = await send(`${base}api/${question}${text ? `?${text}` : ""}`, { signal }, gone);
      return read(response);
    },

    async *stream(question, values, signal) {
      const headers = { accept: "text/event-stream" };
      const text = asked(question, values);
      const response = isPosted(question, values)
        ? await send(`${base}api/${question}`, { method: "POST", signal, headers: { ...headers, "content-type": "application/json" }, body: text }, gone)
        : await send(`${base}api/${question}?${text}`, { signal, headers }, gone);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      try {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return;
          rest += value.replaceAll("\r", "");
          const blocks = rest.split("\n\n");
          rest = blocks.pop() ?? "";
          for (const block of blocks) {
            const event = parseEvent(block);
            if (event) yield event;
          }
        }
      } catch (error) {
        if (error.name === "AbortError") throw error;
        throw new ApiError("The connection to the server broke.", { code: gone });
      } finally {
        reader.cancel().catch(() => {});
      }
    },
  };
};

/** The server that the page comes from. */
export const server = serverAt("");

/**
 * One block of a stream of server-sent events.
 * @param {string} block
 * @returns {import("./types.js").StreamEvent | null}
 */
export function parseEvent(block) {
  let name = "message";
  const lines = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) lines.push(line.slice(5).replace(/^ /, ""));
  }
  return lines.length === 0 ? null : { name, data: JSON.parse(lines.join("\n")) };
}
