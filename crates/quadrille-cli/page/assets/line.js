// The line of a game: where it started, the moves, and how many of them are played.

import * as api from "./api.js";

/**
 * @typedef {import("./catalogue.js").Position} Position
 * @typedef {import("./catalogue.js").Move} Move
 */

/** A game from a start, with moves to take back and to play again. */
export class Line {
  /**
   * @param {Position} start
   * @param {Position[]} [after] the positions after each move
   * @param {Move[]} [moves]
   * @param {number} [played]
   */
  constructor(start, after = [], moves = [], played = moves.length) {
    this.positions = [start, ...after];
    this.moves = moves;
    this.played = played;
    /** Answers that have been asked for before they are needed. @type {Map<string, Promise<Position>>} */
    this.ahead = new Map();
  }

  /**
   * A line that was kept. Moves that are no longer possible end it.
   * @param {string} code where it starts
   * @param {string[]} texts
   * @param {number} played
   */
  static async open(code, texts = [], played = 0) {
    const start = await api.position(code);
    if (texts.length === 0) return new Line(start);
    const { positions } = await api.play(code, texts).catch((error) => {
      if (error.code === "gone") throw error;
      return { positions: [] };
    });
    const all = [start, ...positions];
    const moves = positions.map((_, index) => all[index].moves.find((move) => move.text === texts[index]));
    const good = moves.findIndex((move) => !move);
    const length = good < 0 ? moves.length : good;
    return new Line(start, positions.slice(0, length), moves.slice(0, length), Math.min(played, length));
  }

  /** Where it started. */
  get start() {
    return this.positions[0];
  }

  /** Where it stands. */
  get position() {
    return this.positions[this.played];
  }

  /** The moves as text. */
  get texts() {
    return this.moves.map((move) => move.text);
  }

  /** Asks for the positions after some moves before they are played. @param {Move[]} moves */
  prefetch(moves) {
    for (const move of moves) this.ask(move).catch(() => {});
  }

  ask(move) {
    const { code } = this.position;
    const key = `${code} ${move.text}`;
    if (!this.ahead.has(key)) {
      const asked = api.play(code, [move.text]).then((answer) => answer.positions[0]);
      asked.catch(() => this.ahead.delete(key));
      this.ahead.set(key, asked);
    }
    return this.ahead.get(key);
  }

  /** Plays a move; what could be played again is forgotten, unless it is the same. @param {Move} move */
  async play(move) {
    const { played } = this;
    const position = await this.ask(move);
    // Keys can be faster than answers: what has been played meanwhile stands.
    if (played !== this.played) return false;
    if (this.moves[played]?.text !== move.text) {
      this.moves.length = played;
      this.positions.length = played + 1;
      this.moves.push(move);
      this.positions.push(position);
    }
    this.played += 1;
    return true;
  }

  /** Goes to the position after so many moves. @param {number} played */
  goTo(played) {
    this.played = Math.max(0, Math.min(played, this.moves.length));
  }
}
