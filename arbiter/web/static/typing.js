/**
 * Moves typed on a keyboard, and commands for players who do not see the board. The first letter or figure of a square, typed anywhere on
 * the
 * page, opens the line for the move. Enter plays the move, as Confirm does, and Escape closes the line.
 *
 *   offerTyping({typed, entered, left}, keys)
 *                   calls typed(names) with the squares typed so far, entered(names) at Enter, and left() when the line is closed.
 *                   `keys`: further keys, each with the function that it calls
 *   squaresIn(text, squares)
 *                   returns the squares that a text names: 32-28, 28x19, 3228, c3-d4, c3d4
 */

/** @import { Squares } from "./shapes.js" */

import { geometry } from "./board.js";
import { $ } from "./dom.js";

/** @typedef {(names: string[], text: string) => void} Typed */

const BEGINS = /^[0-9a-h]$/;

/** @type {(handlers: { typed: Typed, entered: Typed, left: () => void }, keys: Record<string, () => void>) => void} */
export function offerTyping({ typed, entered, left }, keys) {
  const line = $("typed", HTMLInputElement);
  line.addEventListener("input", () => typed(squaresIn(line.value, geometry.squares), line.value));
  line.addEventListener("keydown", (event) => {
    if (event.key === "Escape") left();
  });
  line.addEventListener("focus", () => {
    line.value = "";
  });
  $("typing", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    if (line.value.trim()) entered(squaresIn(line.value, geometry.squares), line.value.trim());
  });
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    const elsewhere = target instanceof Element && target.closest("input, textarea, select, dialog");
    if (elsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
    keys[key.toLowerCase()]?.();
    if (BEGINS.test(key.toLowerCase())) line.focus();
  });
}

/** @type {(text: string, squares: Squares["squares"]) => string[]} */
export function squaresIn(text, squares) {
  const parts = text.toLowerCase().match(/[a-h][1-8]|\d+/g) ?? [];
  const names = parts.flatMap((part) => (part in squares || part.length < 3 ? [part] : (part.match(/..?/g) ?? [])));
  return names.every((name) => name in squares) ? names : [];
}
