/**
 * Draws a board from the FEN of a board shape (a game as the API returns it): a square grid of playable squares.
 *
 *   drawBoard(element, view)   draws the board into *element*, or changes what differs from *view* if it was drawn before
 *   piecesOf(fen)              returns a Map of square name -> {side: "white"|"black", rank: "man"|"king"|...}
 *   positionWords(pieces)      returns the position as a text, for readers who hear the page
 *   geometry                   the places of the squares, from the page's `<script type="application/json" id="squares">`
 *
 * view:
 *   fen       the position, with numbers ("W:W31-50:B1-20") or names ("W:Wc3:Bd8")
 *   last      the names of the squares of the last move, which are marked
 *   flipped   Black is at the bottom
 *   onTap     a function (name) => ...: the squares become buttons (arrow keys move the focus, Enter taps). null: the buttons do
 *             nothing for now. If it is left out, the board is a picture, and the position in words is its text
 *   marks     {name: "word word"}: further classes of squares (tapped, path, taken, bound, fix: see board.css)
 *   ghost     {from, to}: the piece of *from* is shown on *to*, as a move that is not settled yet
 *   moved     the squares of the move from the position shown before to this one, in the order in which the piece passed them, or
 *             in reverse if the move is taken back. The piece glides, and a taken piece disappears once it has been passed. If it
 *             is left out, `last` is used
 *
 * The surroundings give the element its width; the height follows from it. The look is in board.css, the words are in board_words.html.
 */

/** @import { Both, Side, Squares } from "./shapes.js" */

import { say, told } from "./words.js";

/**
 * @typedef {"man" | "king" | "nothing"} Rank
 * @typedef {{ side: Side, rank: Rank }} Piece
 * @typedef {Map<string, Piece>} Pieces
 * @typedef {((name: string) => void) | null} OnTap
 * @typedef {Record<string, string>} Marks
 * @typedef {{ fen: string, last?: string[] | undefined, moved?: string[] | undefined, flipped: boolean, onTap?: OnTap, marks?: Marks, ghost?: { from: string, to: string } | undefined }} View
 * @typedef {HTMLButtonElement | HTMLSpanElement} Cell
 * @typedef {{ shown: string, cells: Map<string, Cell>, rows: Cell[][], onTap: OnTap, pieces: Pieces | null, at: Map<string, string>, gliding: (() => void) | null }} Board
 */

/** @type {Record<string, Rank>} */
const RANKS = { K: "king", G: "nothing" };
const GLIDE_MS = 150;
/** Whether the reader's system is set to show no movements. */
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {WeakMap<HTMLElement, Board>} */
const boards = new WeakMap();
/** @type {Squares} */
export const geometry = told("squares") ?? { size: 0, squares: {}, colours: { white: "white", black: "black" }, sign: "x" };

/** @type {(element: HTMLElement, view: View) => void} */
export function drawBoard(element, view) {
  const tapping = view.onTap !== undefined;
  const shown = `${view.flipped} ${tapping}`;
  let board = boards.get(element);
  if (board?.shown !== shown) {
    board = build(element, view.flipped, tapping, shown);
    boards.set(element, board);
  }
  board.onTap = view.onTap ?? null;
  const pieces = piecesOf(view.fen);
  board.gliding?.();
  for (const [name, square] of board.cells) draw(square, name, pieces, view, tapping);
  glide(board, pieces, view);
  element.setAttribute("aria-label", tapping ? say("board") : positionWords(pieces));
}

/** @type {(fen: string) => Pieces} */
export function piecesOf(fen) {
  /** @type {Pieces} */
  const pieces = new Map();
  for (const part of fen.replace(/\.$/, "").split(":").slice(1)) {
    /** @type {Side} */
    const side = part.startsWith("W") ? "white" : "black";
    for (const item of part.slice(1).split(",").filter(Boolean)) {
      const [, sign = "", from = "", to] = /^([A-Z]?)([^-]+)(?:-(.+))?$/.exec(item.trim()) ?? [];
      const piece = { side, rank: RANKS[sign] ?? "man" };
      if (to === undefined) pieces.set(from, piece);
      else for (let n = Number(from); n <= Number(to); n++) pieces.set(String(n), piece);
    }
  }
  return pieces;
}

/** @type {(element: HTMLElement, flipped: boolean, tapping: boolean, shown: string) => Board} */
function build(element, flipped, tapping, shown) {
  const { size, squares } = geometry;
  element.classList.add("board");
  element.classList.toggle("every", Object.keys(squares).length === size * size);
  element.style.setProperty("--size", String(size));
  element.setAttribute("role", tapping ? "group" : "img");
  /** @type {Board} */
  const board = { shown, cells: new Map(), rows: [], onTap: null, pieces: null, at: new Map(), gliding: null };
  const { cells, rows } = board;
  const placed = Object.entries(squares)
    .map(([name, [row, column]]) => ({ name, row: flipped ? size - 1 - row : row, column: flipped ? size - 1 - column : column }))
    .sort((a, b) => a.row - b.row || a.column - b.column);
  for (const { name, row, column } of placed) {
    const cell = tapping ? button(board, name) : document.createElement("span");
    cell.className = "square";
    cell.dataset.square = name;
    cell.style.gridRow = String(row + 1);
    cell.style.gridColumn = String(column + 1);
    cells.set(name, cell);
    (rows[row] ??= []).push(cell);
  }
  element.replaceChildren(...cells.values());
  element.onkeydown = tapping ? (event) => walk(event, rows) : null;
  return board;
}

/** @type {(board: Board, name: string) => HTMLButtonElement} */
function button(board, name) {
  const cell = document.createElement("button");
  cell.type = "button";
  cell.tabIndex = board.cells.size ? -1 : 0;
  cell.addEventListener("click", () => board.onTap?.(name));
  cell.addEventListener("focus", () => stay(board.cells, cell));
  return cell;
}

/** @type {(square: Cell, name: string, pieces: Pieces, view: View, tapping: boolean) => void} */
function draw(square, name, pieces, view, tapping) {
  const { ghost, marks = {}, last = [] } = view;
  const piece = ghost?.to === name ? pieces.get(ghost.from) : pieces.get(name);
  const words = ["square", ...(marks[name] ?? "").split(" ").filter(Boolean)];
  if (last.includes(name)) words.push("last");
  if (ghost?.to === name && ghost.to !== ghost.from) words.push("ghost");
  if (ghost?.from === name && ghost.to !== ghost.from) words.push("left");
  square.className = words.join(" ");
  if (piece) square.dataset.piece = `${geometry.colours[piece.side]} ${piece.rank}`;
  else delete square.dataset.piece;
  if (!tapping) return;
  const said = [name, say(piece ? `${piece.side}_${piece.rank}` : "empty")];
  for (const word of ["tapped", "path", "bound"]) if (words.includes(word)) said.push(say(`square_${word}`));
  square.setAttribute("aria-label", said.join(", "));
  square.setAttribute("aria-disabled", String(!view.onTap));
}

/**
 * Let the piece of the last move, or of the move that is being entered, glide to its square.
 * @type {(board: Board, pieces: Pieces, view: View) => void}
 */
function glide(board, pieces, { ghost, last = [], moved = last, flipped }) {
  const { pieces: before, at } = board;
  const shown = new Map([...pieces].map(([name, { side }]) => [name, side]));
  if (ghost) {
    const side = shown.get(ghost.from);
    shown.delete(ghost.from);
    if (side) shown.set(ghost.to, side);
  }
  Object.assign(board, { pieces, at: shown });
  const path = ghost && !at.has(ghost.to) ? [ghost.from, ghost.to] : moved;
  const [from = "", to = ""] = [path[0], path.at(-1)];
  const mover = at.get(from);
  if (!before || !mover || from === to || shown.get(to) !== mover || at.get(to) === mover || STILL.matches) return;
  const square = board.cells.get(to);
  const [row, column] = geometry.squares[to] ?? [0, 0];
  const turned = flipped ? -100 : 100;
  const frames = path.map((name) => {
    const [y, x] = geometry.squares[name] ?? [row, column];
    return { translate: `${(x - column) * turned}% ${(y - row) * turned}%` };
  });
  const gone = [...before].filter(([name]) => at.has(name) && !shown.has(name) && name !== from);
  board.gliding = carried(square, frames, GLIDE_MS * (path.length - 1));
  for (const [name, piece] of gone) fade(board, name, piece, passed(path, name) * GLIDE_MS);
}

/**
 * Move a copy of the square's piece over the other squares. The square itself stays in its place.
 * @type {(square: Cell | undefined, frames: Keyframe[], duration: number) => (() => void) | null}
 */
function carried(square, frames, duration) {
  if (!square?.dataset.piece) return null;
  const piece = document.createElement("span");
  piece.className = "square gliding";
  piece.dataset.piece = square.dataset.piece;
  square.append(piece);
  square.classList.add("landing");
  const gliding = piece.animate(frames, { duration, easing: frames.length > 2 ? "linear" : "ease-out" });
  const done = () => {
    piece.remove();
    square.classList.remove("landing");
  };
  gliding.onfinish = done;
  return done;
}

/**
 * Show a taken piece until the capturing piece has passed it, unless its square has been drawn anew.
 * @type {(board: Board, name: string, piece: Piece, ms: number) => void}
 */
function fade(board, name, { side, rank }, ms) {
  const square = board.cells.get(name);
  if (!square) return;
  const ghost = document.createElement("span");
  ghost.className = "square gliding";
  ghost.dataset.piece = `${geometry.colours[side]} ${rank}`;
  square.append(ghost);
  const fading = ghost.animate([{ opacity: 1 }, { opacity: 1, offset: 0.9 }, { opacity: 0 }], { duration: ms });
  fading.onfinish = () => ghost.remove();
}

/**
 * Return after how many landings of the move the piece on *name* has been passed.
 * @type {(path: string[], name: string) => number}
 */
function passed(path, name) {
  const place = geometry.squares[name];
  const leg = path.slice(1).findIndex((to, at) => {
    const [one, other] = [geometry.squares[path[at] ?? ""], geometry.squares[to]];
    if (!place || !one || !other) return false;
    return [0, 1].every((axis) => between(place[axis] ?? 0, one[axis] ?? 0, other[axis] ?? 0));
  });
  return leg < 0 ? path.length - 1 : leg + 1;
}

/** @type {(n: number, one: number, other: number) => boolean} */
function between(n, one, other) {
  return n >= Math.min(one, other) && n <= Math.max(one, other);
}

/**
 * Keep exactly one square in the order of the Tab key: *here*, if the square that was in it has left the board.
 * @type {(cells: Map<string, Cell>, here: Cell) => void}
 */
function stay(cells, here) {
  for (const cell of cells.values()) cell.tabIndex = cell === here ? 0 : -1;
}

/** @type {(event: KeyboardEvent, rows: Cell[][]) => void} */
function walk(event, rows) {
  const { target } = event;
  if (!(target instanceof HTMLElement)) return;
  const row = rows.findIndex((cells) => cells.includes(target));
  const cells = rows[row];
  if (!cells) return;
  const at = cells.indexOf(target);
  /** @type {Record<string, Cell | undefined>} */
  const ways = {
    ArrowLeft: cells[at - 1],
    ArrowRight: cells[at + 1],
    ArrowUp: rows[row - 1]?.[at],
    ArrowDown: rows[row + 1]?.[at],
    Home: cells[0],
    End: cells.at(-1),
  };
  if (!(event.key in ways)) return;
  event.preventDefault();
  ways[event.key]?.focus();
}

/** @type {(pieces: Pieces) => string} */
export function positionWords(pieces) {
  /** @type {Both<string[]>} */
  const of = { white: [], black: [] };
  for (const [name, { side, rank }] of pieces) of[side].push(rank === "man" ? name : `${say(`${rank}_sign`)}${name}`);
  return say("position", { white: of.white.join(" ") || "-", black: of.black.join(" ") || "-" });
}
