// Generated from the list of requests in `quadrille-api`; a test compares the two.

/** Requests that are sent as a body. */
export const POSTED = new Set(["play", "board", "check", "trace", "script", "puzzle", "puzzlescript", "assignment", "file", "grade"]);
