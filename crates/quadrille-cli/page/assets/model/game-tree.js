// A game with all its variations: a tree of moves from the start, and the node at which the player
// is.

import * as api from "../api/index.js";

/**
 * @typedef {import("../api/types.js").Position} Position
 * @typedef {import("../api/types.js").Move} Move
 * @typedef {{parent: TreeNode | null, move: Move | null, text: string, position: Position | null, children: TreeNode[], depth: number}} TreeNode
 *   the first child is the one that was played last; a position that was never shown is not loaded yet
 * @typedef {[number, string][]} Kept each move with the number of the node that it follows; the start is 0
 */

/** Moves that are kept of a game. */
const MOST = 600;

/** A game. */
export class GameTree {
  /** @param {Position} start */
  constructor(start) {
    /** @type {TreeNode} */
    this.root = { parent: null, move: null, text: "", position: start, children: [], depth: 0 };
    this.current = this.root;
    /** Answers that have been asked for before they are needed. @type {Map<string, Promise<Position>>} */
    this.ahead = new Map();
    /** The same when they are there. @type {Map<string, Position>} */
    this.known = new Map();
  }

  /**
   * A game that was kept. Moves that are no longer possible end it.
   * @param {string} code where it starts
   * @param {Kept} kept
   * @param {number} at the node where the player stands
   */
  static async open(code, kept = [], at = 0) {
    const tree = new GameTree(await api.position(code));
    const nodes = [tree.root];
    for (const [parent, text] of kept) {
      const under = nodes[parent];
      if (!under) break;
      const node = { parent: under, move: null, text, position: null, children: [], depth: under.depth + 1 };
      under.children.push(node);
      nodes.push(node);
    }
    const wanted = nodes[at] ?? tree.root;
    const line = tree.lineThrough(wanted);
    await tree.fill(line.at(-1) ?? tree.root).catch((error) => {
      if (error.isGone) throw error;
    });
    const good = pathTo(wanted).findLast((node) => node.position);
    tree.current = good ?? tree.root;
    const broken = line.find((node) => !node.position);
    if (broken?.parent) broken.parent.children = broken.parent.children.filter((node) => node !== broken);
    return tree;
  }

  /** @returns {Position} */
  get start() {
    return this.root.position;
  }

  /** @returns {Position} */
  get position() {
    return this.current.position;
  }

  /** The number of moves played. */
  get played() {
    return this.current.depth;
  }

  /** The number of those that the game counts separately, such as the pushes of Sokoban. */
  get tallied() {
    return pathTo(this.current).filter((node) => node.move?.tallied).length;
  }

  /** The nodes of the line that the player is on, without the start, on to where it was left. */
  get line() {
    return this.lineThrough(this.current);
  }

  /** @param {TreeNode} node @returns {TreeNode[]} */
  lineThrough(node) {
    const line = pathTo(node).slice(1);
    for (let next = node.children[0]; next; next = next.children[0]) line.push(next);
    return line;
  }

  /** The moves that were played, as text. */
  get texts() {
    return pathTo(this.current).slice(1).map((node) => node.text);
  }

  /** Asks for the positions after some moves before they are played. @param {Move[]} moves */
  prefetch(moves) {
    for (const move of moves) this.ask(move).catch(() => {});
  }

  /** The position after a move, when it is there already. @param {Move} move */
  after(move) {
    return this.known.get(`${this.position.code} ${move.text}`);
  }

  /** The position after a move. @param {Move} move @returns {Promise<Position>} */
  ask(move) {
    const { code } = this.position;
    const key = `${code} ${move.text}`;
    if (!this.ahead.has(key)) {
      const asked = api.play(code, [move.text]).then((answer) => answer.positions[0]);
      asked.then((position) => this.known.set(key, position)).catch(() => this.ahead.delete(key));
      this.ahead.set(key, asked);
    }
    return this.ahead.get(key);
  }

  /** Plays a move: on along the line, into a known variation, or into a new one. @param {Move} move */
  async play(move) {
    const from = this.current;
    const position = await this.ask(move);
    // Keys can be faster than answers: what has been played meanwhile stands.
    if (from !== this.current) return false;
    const node = this.add(from, move.text, position);
    node.move = move;
    this.enter(node);
    return true;
  }

  /** @param {TreeNode} parent @param {string} text @param {Position | null} position */
  add(parent, text, position) {
    let node = parent.children.find((child) => child.text === text);
    if (!node) {
      const move = parent.position?.moves.find((one) => one.text === text) ?? null;
      node = { parent, move, text, position, children: [], depth: parent.depth + 1 };
      parent.children.push(node);
    }
    node.position ??= position;
    return node;
  }

  /** Goes to a node; its line is the one to go on with. @param {TreeNode} node */
  enter(node) {
    for (let at = node; at.parent; at = at.parent) at.parent.children = [at, ...at.parent.children.filter((child) => child !== at)];
    this.current = node;
  }

  /** Goes to a node whose position may not be there yet. @param {TreeNode} node */
  async visit(node) {
    if (!node.position) await this.fill(node);
    this.enter(node);
  }

  /** Finds the positions on the way to a node. @param {TreeNode} node */
  async fill(node) {
    const path = pathTo(node).slice(1);
    let done = path.findLastIndex((one) => one.position) + 1;
    while (done < path.length) {
      const from = done === 0 ? this.root : path[done - 1];
      const { positions } = await api.play(from.position.code, path.slice(done).map((one) => one.text));
      for (const position of positions) {
        const one = path[done];
        one.position = position;
        one.move = one.parent.position.moves.find((move) => move.text === one.text) ?? null;
        done += 1;
      }
      if (positions.length === 0) return;
    }
  }

  /** Takes a node and all that follows from it away. @param {TreeNode} node */
  remove(node) {
    if (!node.parent) return;
    if (pathTo(this.current).includes(node)) this.current = node.parent;
    node.parent.children = node.parent.children.filter((child) => child !== node);
  }

  /** The game as it can be kept: the moves, and where the player stands. @returns {{tree: Kept, at: number}} */
  get kept() {
    const numbers = new Map([[this.root, 0]]);
    /** @type {Kept} */
    const tree = [];
    const queue = [this.root];
    // The line of the player first, so that it is kept whatever else is cut off.
    for (const node of this.line) {
      numbers.set(node, tree.length + 1);
      tree.push([numbers.get(node.parent), node.text]);
      queue.push(node);
    }
    for (const node of queue) {
      for (const child of node.children) {
        if (numbers.has(child) || tree.length >= MOST) continue;
        numbers.set(child, tree.length + 1);
        tree.push([numbers.get(node), child.text]);
        queue.push(child);
      }
    }
    return { tree, at: numbers.get(this.current) ?? 0 };
  }
}

/** The nodes from the start to a node. @param {TreeNode} node @returns {TreeNode[]} */
export function pathTo(node) {
  const path = [];
  for (let at = node; at; at = at.parent) path.unshift(at);
  return path;
}

/** A plain line of moves as a tree that was kept. @param {string[]} moves @returns {Kept} */
export const asTree = (moves) => moves.map((move, index) => [index, move]);
