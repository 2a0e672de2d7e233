/**
 * Moves from a keyboard, and what a player who does not see the board asks for. A square's first letter or figure, typed anywhere on the page,
 * opens the line in which the move is written; Enter plays it, as Confirm does, and Escape leaves it.
 *
 *   offerTyping({typed, entered, left}, keys)
 *                   typed(names): the squares written so far; entered(names): Enter; left(): the line is left; `keys` are further keys
 *                   with what they do
 *   squaresIn(text, squares)
 *                   the squares that a text names: 32-28, 28x19, 3228, c3-d4, c3d4
 */

/** @import { Squares } from "./shapes.js" */

import { geometry } from "./board.js";
import { $ } from "./elements.js";

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
