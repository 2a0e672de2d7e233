/**
 * Lets the referee set up a position by tapping. A piece is chosen below the board. Then each tapped square gets that piece, or loses it if
 * it
 * has it already. The text of the position (FEN) follows, and the board follows the text if somebody types there.
 *
 * `[data-setup]` contains the board (`[data-setup-board]`), buttons with `data-put` ("W", "WK", "B", "BK"; "" removes a piece), with
 * `data-turn`
 * ("W", "B"), and one with `data-clear`. It is shown once this script runs, and belongs to the text field `fen` of its form.
 */

import { drawBoard, piecesOf } from "./board.js";
import { all, first } from "./dom.js";

/** @type {Record<string, string>} */
const SIGNS = { man: "", king: "K", nothing: "G" };

for (const place of all("[data-setup]")) {
  const text = place.closest("form")?.elements.namedItem("fen");
  const board = first("[data-setup-board]", place);
  if (text instanceof HTMLTextAreaElement && board) offerSetup(place, board, text);
}

/** @type {(place: HTMLElement, board: HTMLElement, text: HTMLTextAreaElement) => void} */
function offerSetup(place, board, text) {
  let put = "W";
  const shown = () => piecesOf(text.value.replace(/\s/g, ""));
  const turn = () => (text.value.trim().startsWith("B") ? "B" : "W");

  /** @type {(pieces: import("./board.js").Pieces, first?: string) => void} */
  const write = (pieces, mover = turn()) => {
    /** @type {Record<string, string[]>} */
    const of = { white: [], black: [] };
    for (const [name, { side, rank }] of pieces) of[side]?.push(SIGNS[rank] + name);
    text.value = `${mover}:W${of.white}:B${of.black}`;
    text.dispatchEvent(new Event("input", { bubbles: true }));
  };

  /** @type {(name: string) => void} */
  const tapped = (name) => {
    const pieces = shown();
    const here = pieces.get(name);
    const side = put.startsWith("B") ? "black" : "white";
    const rank = put.endsWith("K") ? "king" : "man";
    if (!put || (here?.side === side && here.rank === rank)) pieces.delete(name);
    else pieces.set(name, { side, rank });
    write(pieces);
  };

  const show = () => {
    drawBoard(board, { fen: text.value.replace(/\s/g, ""), flipped: false, onTap: tapped });
    for (const button of all("[data-put]", place)) button.setAttribute("aria-pressed", String(button.dataset.put === put));
    for (const button of all("[data-turn]", place)) button.setAttribute("aria-pressed", String(button.dataset.turn === turn()));
  };

  place.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    const { put: chosen, turn: mover, clear } = button?.dataset ?? {};
    if (chosen !== undefined) put = chosen;
    if (mover !== undefined) write(shown(), mover);
    if (clear !== undefined) write(new Map());
    if (chosen !== undefined) show();
  });
  text.addEventListener("input", show);
  place.hidden = false;
  show();
}
