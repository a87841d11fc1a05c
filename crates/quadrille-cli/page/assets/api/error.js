// An error reported by the engine, or an engine that cannot be reached.

import { localised, text } from "../texts/index.js";
import { sentence } from "../model/numbers.js";

/** An error, in the page's own words where it has some. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {{code?: string, args?: Record<string, any>, help?: string, cell?: number, diagnostics?: any[], status?: number}} [more]
   */
  constructor(message, more = {}) {
    const own = { ...localised({ ...more, message }), ...text.errors[more.code ?? ""] };
    super(sentence(own.message));
    this.name = "ApiError";
    this.code = more.code ?? "unknown";
    this.args = more.args ?? {};
    this.cell = more.cell;
    this.help = sentence(own.help);
    this.diagnostics = more.diagnostics ?? [];
    this.status = more.status ?? 0;
  }

  /** True if the server did not answer at all. */
  get isGone() {
    return this.code === "gone" || this.code === "elsewhere";
  }
}
