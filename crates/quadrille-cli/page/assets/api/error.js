// An error reported by the engine, or an engine that cannot be reached.

import { localised, text } from "../texts/index.js";
import { sentence } from "../model/numbers.js";

/** What went wrong, in the words of the page where it has any for it. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {{code?: string, args?: Record<string, any>, help?: string, diagnostics?: any[], status?: number}} [more]
   */
  constructor(message, more = {}) {
    const own = { ...localised({ ...more, message }), ...text.errors[more.code ?? ""] };
    super(sentence(own.message));
    this.name = "ApiError";
    this.code = more.code ?? "unknown";
    this.help = sentence(own.help);
    this.diagnostics = more.diagnostics ?? [];
    this.status = more.status ?? 0;
  }

  /** Whether the server did not answer at all. */
  get isGone() {
    return this.code === "gone" || this.code === "elsewhere";
  }
}
