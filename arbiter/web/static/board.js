/**
 * A board as the service tells it: a square grid of playable squares, from the FEN of a board shape.
 *
 *   drawBoard(element, view)   draws or redraws the board into *element*; call it as often as you like, only what differs is touched
 *   piecesOf(fen)              Map of square name -> {side: "white"|"black", rank: "man"|"king"|...}
 *   geometry(size)             the squares of a board without any of its own, see `squares`
 *
 * view:
 *   fen       position, numbers ("W:W31-50:B1-20") or names ("W:Wc3:Bd8")
 *   squares   {size, squares: {name: [row, column]}, colours: {white, black}}, rows from the top with White at the bottom; if absent, what the page tells in
 *             `<script type="application/json" id="squares">`, else `size` numbered as on a score sheet
 *   size      8 or 10, only where the page tells no squares (default 10)
 *   last      names of the squares of the last move, to be marked
 *   flipped   Black at the bottom
 *   onTap     (name) => ...: the squares become buttons (arrow keys walk, Enter taps). null: buttons that do nothing for now.
 *             Left out: the board is a picture, with `label` (or the position in words) as its text
 *   label     accessible name
 *   marks     {name: "word word"}: further classes of squares (tapped, path, taken, bound, fix: see board.css)
 *   ghost     {from, to}: the piece of *from* is shown on *to*, as not yet settled
 *
 * The element needs a width from its surroundings; height follows. Look: board.css. Words: board_words.html.
 */

import { say, told } from "./words.js";

const COLOURS = { white: "white", black: "black" };
const boards = new WeakMap();
let ofPage;

export function drawBoard(element, view) {
  const { size, squares, colours = COLOURS } = view.squares ?? pageSquares() ?? geometry(view.size ?? 10);
  const tapping = view.onTap !== undefined;
  const shown = `${size} ${Boolean(view.flipped)} ${tapping}`;
  let board = boards.get(element);
  if (!board || board.shown !== shown || board.squares !== squares) {
    board = build(element, size, squares, Boolean(view.flipped), tapping, shown);
    boards.set(element, board);
  }
  board.onTap = view.onTap;
  const pieces = piecesOf(view.fen);
  for (const [name, square] of board.cells) draw(square, name, pieces, view, tapping, colours);
  element.setAttribute("aria-label", view.label ?? (tapping ? say("board") : positionWords(pieces)));
}

export function piecesOf(fen) {
  const pieces = new Map();
  for (const part of fen.replace(/\.$/, "").split(":").slice(1)) {
    const side = part[0] === "W" ? "white" : "black";
    for (const item of part.slice(1).split(",").filter(Boolean)) {
      const [, sign, first, last] = /^([A-Z]?)([^-]+)(?:-(.+))?$/.exec(item.trim());
      const rank = { "": "man", K: "king", G: "nothing" }[sign] ?? "man";
      if (last === undefined) pieces.set(first, { side, rank });
      else for (let n = Number(first); n <= Number(last); n++) pieces.set(String(n), { side, rank });
    }
  }
  return pieces;
}

export function geometry(size) {
  const squares = {};
  let number = 0;
  for (let row = 0; row < size; row++)
    for (let column = (row + 1) % 2; column < size; column += 2) squares[++number] = [row, column];
  return { size, squares };
}

function pageSquares() {
  if (ofPage === undefined) ofPage = told("squares");
  return ofPage;
}

function build(element, size, squares, flipped, tapping, shown) {
  element.classList.add("board");
  element.classList.toggle("every", Object.keys(squares).length === size * size);
  element.style.setProperty("--size", size);
  element.setAttribute("role", tapping ? "group" : "img");
  const cells = new Map();
  const rows = [];
  const board = { shown, squares, cells, rows, onTap: null };
  const placed = Object.entries(squares)
    .map(([name, [row, column]]) => [name, flipped ? size - 1 - row : row, flipped ? size - 1 - column : column])
    .sort((a, b) => a[1] - b[1] || a[2] - b[2]);
  for (const [name, row, column] of placed) {
    const cell = document.createElement(tapping ? "button" : "span");
    cell.className = "square";
    cell.dataset.square = name;
    cell.style.gridRow = row + 1;
    cell.style.gridColumn = column + 1;
    if (tapping) {
      cell.type = "button";
      cell.tabIndex = cells.size ? -1 : 0;
      cell.addEventListener("click", () => board.onTap?.(name));
      cell.addEventListener("focus", () => stay(cells, cell));
    }
    cells.set(name, cell);
    (rows[row] ??= []).push(cell);
  }
  element.replaceChildren(...cells.values());
  element.onkeydown = tapping ? (event) => walk(event, rows) : null;
  return board;
}

function draw(square, name, pieces, view, tapping, colours) {
  const { ghost, marks = {}, last = [] } = view;
  const piece = ghost?.to === name ? pieces.get(ghost.from) : pieces.get(name);
  const words = ["square", ...(marks[name] ?? "").split(" ").filter(Boolean)];
  if (last?.includes(name)) words.push("last");
  if (ghost?.to === name && ghost.to !== ghost.from) words.push("ghost");
  if (ghost?.from === name && ghost.to !== ghost.from) words.push("left");
  square.className = words.join(" ");
  if (piece) square.dataset.piece = `${colours[piece.side]} ${piece.rank}`;
  else delete square.dataset.piece;
  if (!tapping) return;
  const told = [name, say(piece ? `${piece.side}_${piece.rank}` : "empty")];
  for (const word of ["tapped", "path", "bound"]) if (words.includes(word)) told.push(say(`square_${word}`));
  square.setAttribute("aria-label", told.join(", "));
  square.setAttribute("aria-disabled", String(!view.onTap));
}

/** Only one square is in the order of the Tab key: where one left the board, one comes back to it. */
function stay(cells, here) {
  for (const cell of cells.values()) cell.tabIndex = cell === here ? 0 : -1;
}

function walk(event, rows) {
  const row = rows.findIndex((cells) => cells.includes(event.target));
  if (row < 0) return;
  const at = rows[row].indexOf(event.target);
  const to = {
    ArrowLeft: [row, at - 1],
    ArrowRight: [row, at + 1],
    ArrowUp: [row - 1, at],
    ArrowDown: [row + 1, at],
    Home: [row, 0],
    End: [row, rows[row].length - 1],
  }[event.key];
  if (!to) return;
  event.preventDefault();
  rows[to[0]]?.[to[1]]?.focus();
}

function positionWords(pieces) {
  const of = { white: [], black: [] };
  for (const [name, { side, rank }] of pieces) of[side].push(rank === "man" ? name : `${say(`${rank}_sign`)}${name}`);
  return say("position", { white: of.white.join(" ") || "-", black: of.black.join(" ") || "-" });
}
