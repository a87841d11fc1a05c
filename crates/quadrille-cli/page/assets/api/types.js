// Types of the responses of the engine.

/**
 * @typedef {"up" | "down" | "left" | "right"} Direction
 * @typedef {{colour: number, label: string}} Mark
 * @typedef {{shape: string, colour: number, label: string}} Piece
 * @typedef {{colours: string[], pixels: string}} Sprite a picture of 5 by 5 pixels, each the letter of a colour
 * @typedef {{ground: string, target: Mark | null, piece: Piece | null, glyph: string, sprite?: Sprite}} Look how a cell looks
 * @typedef {{text: string, kind: string, direction?: Direction, row?: number, col?: number, piece?: string, tallied?: boolean}} Move
 * @typedef {{glides: {from: number, to: number}[], fills: {cell: number, rank: number}[], vanishes: number[], changes: number[], cells?: Look[]}} Step
 *   everything in a move that happens at the same time, by cells; all but the last step have the board that they lead to
 * @typedef {{cells: number[], moves: string[]}} Pick something that can be taken hold of, with its moves
 * @typedef {{rows: number, cols: number, cells: Look[], picks?: Pick[], steps?: Step[]}} Board `steps` are those of the move that led there
 * @typedef {Board & {game: string, code: string, moves: Move[], picks: Pick[], tally?: string, solved: boolean}} Position
 * @typedef {{kind: "optimal" | "best" | "unsolvable", moves?: number}} Known
 * @typedef {{index: number, game: string, name: string, code: string, rows: number, cols: number, cells: string[], known: Known | null,
 *   difficulty?: {label: string, score: number}, note?: string, themes?: string[]}} ListedLevel
 * @typedef {{name: string, title: string, levels: ListedLevel[]}} Pack
 * @typedef {{glyph: string, name: string, look: Look, common?: boolean, on?: {target: string, glyph: string}[]}} Brush `on` are the goals it can stand on
 * @typedef {{name: string, about: string, admissible: boolean, consistent: boolean}} Heuristic
 * @typedef {{name: string, about: string, optimality: "always" | "with_admissible" | "never", uses_heuristic: boolean}} Algorithm
 * @typedef {{name: string, title: string, about: string, move_kind: string, default_heuristic: string, heuristics: Heuristic[],
 *   formats: {name: string, title: string}[], palette: Brush[], size: {min: number, max: number}}} Game
 * @typedef {{version: string, limits: {max_nodes: number | null, max_time: number | null, max_memory: number | null}, games: Game[], algorithms: Algorithm[], palette_rgb: string[]}} Catalogue
 * @typedef {{outcome: "solved" | "unsolvable" | "unknown", plan: string[] | null, cost: number | null, optimal: boolean,
 *   lower_bound: number | null, stop: string | null, stats: any}} Report
 * @typedef {{name: string, value: number | null, cell?: number, parts?: Valued[]}} Valued no value is a dead end
 * @typedef {{name?: string, points: number, hidden?: boolean, holds?: string, random?: number, positions?: number, level?: string, algorithm?: string,
 *   expansions?: number, longer?: number, count?: number, moves?: string, unique?: boolean, like?: string}} Check
 * @typedef {{title: string, about: string, kind: "heuristic" | "levels" | "puzzle", game: string | null, levels: ListedLevel[], has_hidden: boolean,
 *   max_time: number, checks: Check[]}} Assignment
 * @typedef {{check: string, points: number, most: number, hidden: boolean, message: string, finding: Record<string, any>}} CheckMark
 * @typedef {{name: string, data: any}} StreamEvent
 * @typedef {Record<string, any>} Values
 */

/**
 * Something that answers questions: a server, or an engine in the browser.
 * @typedef {object} Engine
 * @property {(question: string, values: Values, signal?: AbortSignal) => Promise<any>} ask an answer as JSON
 * @property {(question: string, values: Values, signal: AbortSignal) => AsyncGenerator<StreamEvent>} stream events until the stream ends;
 *   aborting the signal stops the work behind it
 */

export {};
