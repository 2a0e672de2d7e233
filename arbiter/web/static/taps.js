/**
 * Turns taps into a move. Any square may be tapped, because the checker judges the move afterwards: a player must be able to make a wrong
 * move. A capture is completed only if no other one fits the taps, and the completion can be taken back.
 *
 *   tap(taps, name, game)            returns {taps, hint}: the taps after one more. `hint` is the key of a text if the tap has no meaning
 *   entered(taps, legal, completing) returns {path, text, taken, completed}: the move that the taps mean. A `path` of two squares or
 *                                    more can be sent. `text` is its notation, and `taken` has the squares of the pieces that it
 *                                    takes. `completed`: it has more squares than were tapped. Further arguments: `jumped` (an
 *                                    opponent's piece lies on the way) and `sign` (between the squares of a capture)
 *   jumps(taps, squares, pieces)     returns whether an opponent's piece lies on the way
 *   sentText(path, text)             returns all squares of the move, in the form that the service reads
 *
 * game: {pieces: Map from board.js, turn, legal}; `legal` as in a board shape: [{move, path, taken}].
 */

/** @import { Pieces } from "./board.js" */
/** @import { Legal, Side, Squares } from "./shapes.js" */

/**
 * @typedef {object} Entered
 * @property {string[]} path
 * @property {string} text
 * @property {string[]} taken
 * @property {boolean} completed
 */

const MOST = 40;

/** @type {(taps: string[], name: string, game: { pieces: Pieces, turn: Side, legal: Legal[] }) => { taps: string[], hint?: string }} */
export function tap(taps, name, { pieces, turn, legal }) {
  const piece = pieces.get(name);
  if (!taps.length) return piece?.side === turn ? { taps: [name] } : { taps, hint: piece ? "hint_opponent" : "hint_piece" };
  if (name === taps.at(-1)) return { taps: taps.length === 1 ? [] : taps };
  const onward = captures(legal, [...taps, name]);
  if (name === taps[0] && !onward.length) return { taps: [] };
  if (piece?.side === turn && name !== taps[0]) return { taps: [name] };
  if (piece && name !== taps[0]) {
    const takers = captures(legal, taps).filter((move) => move.taken.includes(name));
    const [taker] = takers;
    return taker && takers.length === 1 ? { taps: taker.path } : { taps, hint: "hint_landing" };
  }
  const done = entered(taps, legal, true);
  if (done.completed && done.path.includes(name, taps.length)) return { taps };
  return taps.length < MOST ? { taps: [...taps, name] } : { taps };
}

/** @type {(taps: string[], legal: Legal[], completing?: boolean, told?: { jumped?: boolean, sign?: string }) => Entered} */
export function entered(taps, legal, completing = true, { jumped = false, sign = "x" } = {}) {
  if (taps.length < 2) return { path: taps, text: "", taken: [], completed: false };
  const begun = captures(legal, taps);
  const ends = legal.filter((move) => move.taken.length && move.path[0] === taps[0] && move.path.at(-1) === taps[1]);
  const fitting = begun.length || taps.length > 2 ? begun : ends;
  const move = completing && fitting.length === 1 ? fitting[0] : legal.find((one) => same(one.path, taps));
  const path = move?.path ?? taps;
  const parted = begun.length || path.length > 2 || jumped ? sign : "-";
  return { path, text: move?.move ?? path.join(parted), taken: move?.taken ?? [], completed: path.length > taps.length };
}

/** @type {(path: string[], text: string) => string} */
export function sentText(path, text) {
  return path.join(text.includes("-") ? "-" : "x");
}

/** @type {(taps: string[], squares: Squares["squares"], pieces: Pieces) => boolean} */
export function jumps([origin, ...landings], squares, pieces) {
  const own = pieces.get(origin ?? "")?.side;
  const standing = new Map([...pieces].map(([name, piece]) => [String(squares[name]), piece.side]));
  let here = squares[origin ?? ""];
  return landings.some((name) => {
    const [from, to] = [here, squares[name]];
    here = to;
    if (!from || !to) return false;
    const [row, column] = from;
    const [down, right] = [to[0] - row, to[1] - column];
    if (down && right && Math.abs(down) !== Math.abs(right)) return false;
    const far = Math.max(Math.abs(down), Math.abs(right));
    for (let step = 1; step < far; step++) {
      const side = standing.get(String([row + (down / far) * step, column + (right / far) * step]));
      if (side && side !== own) return true;
    }
    return false;
  });
}

/** @type {(legal: Legal[], prefix: string[]) => Legal[]} */
function captures(legal, prefix) {
  return legal.filter((move) => move.taken.length && prefix.every((name, at) => move.path[at] === name));
}

/** @type {(one: string[], other: string[]) => boolean} */
function same(one, other) {
  return one.length === other.length && one.every((name, at) => other[at] === name);
}
