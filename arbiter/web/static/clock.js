/**
 * Clocks that count down between two messages of the service, by the hall's time (hall_time.js).
 *
 *   showClocks(root, game, received)
 *                                 shows both clocks of a board shape in the elements `[data-clock="white"]` and
 *                                 `[data-clock="black"]` under *root*
 *   timeText(ms)                  returns "1:42:07", under an hour "42:07", under a minute "59.9"
 *   pageReceived()                returns when this page's HTML arrived: `received` for the shapes in the page itself
 *
 * *received* is `performance.now()` at the arrival of the message; if it is left out, now. The elements `[data-left]`, `[data-to-go]`,
 * `[data-period]` and `[data-flag]` in a clock are filled. If `data-left` or `data-to-go` is missing, it is added. A clock has the classes
 * `running`, `short` (under an hour), `low`, `fallen` and `untimed` (see board.css), and sends the events `clock-low` and `clock-fallen`
 * when it becomes so. The words are in board_words.html.
 */

/** @import { Board, Clock, Side } from "./shapes.js" */

import { all, first, write } from "./dom.js";
import { hallNow, heard } from "./hall_time.js";
import { SIDES } from "./sides.js";
import { say } from "./words.js";

/** @typedef {{ clock: Clock, side: Side, fallen: boolean }} Shown */

const TICK = 100;
const HOUR = 3_600_000;

/** @type {Map<HTMLElement, Shown>} */
const clocks = new Map();
let ticking = 0;

/** @type {(root: ParentNode, game: Board, received?: number) => void} */
export function showClocks(root, { clock, flag }, received = performance.now()) {
  heard(clock.now_ms, received, clock.speed);
  for (const side of SIDES)
    for (const element of all(`[data-clock="${side}"]`, root)) {
      const shown = { clock, side, fallen: flag?.side === side };
      clocks.set(element, shown);
      draw(element, shown);
    }
  ticking ||= setInterval(tick, TICK);
}

/** @type {(ms: number) => string} */
export function timeText(ms) {
  const tenths = Math.floor(Math.max(0, ms) / 100);
  if (tenths < 600) return `${Math.floor(tenths / 10)}.${tenths % 10}`;
  const seconds = Math.floor(tenths / 10);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

export function pageReceived() {
  const [loaded] = performance.getEntriesByType("navigation");
  return (loaded instanceof PerformanceNavigationTiming && loaded.responseStart) || performance.now();
}

/**
 * Return the milliseconds left, counted on without the service: the clock reaches zero before the service says so.
 * @type {(shown: Shown) => number}
 */
function left({ clock, side }) {
  return clock[side].left_ms - (clock.running === side ? Math.max(0, hallNow() - clock.now_ms) : 0);
}

function tick() {
  for (const [element, shown] of clocks) {
    if (!element.isConnected) clocks.delete(element);
    else if (shown.clock.running) draw(element, shown);
  }
}

/** @type {(element: HTMLElement, shown: Shown) => void} */
function draw(element, shown) {
  const { clock, side } = shown;
  const { moves_to_go: toGo, period } = clock[side];
  const ms = left(shown);
  const fallen = shown.fallen || (clock.timed && !clock.calls_flags && clock.running === side && ms <= 0);
  fill(element, "left", clock.timed ? timeText(fallen ? 0 : ms) : say("no_clock"), true);
  fill(element, "to-go", toGo === null || !clock.timed ? "" : say("to_go", { moves: toGo }), true);
  fill(element, "period", clock.timed && (period > 1 || toGo !== null) ? say("period", { period }) : "");
  fill(element, "flag", fallen ? say("flag") : "", fallen);
  element.classList.toggle("short", clock.timed && ms < HOUR);
  element.classList.toggle("running", clock.running === side && !fallen);
  become(element, "low", clock.timed && !fallen && low(ms, toGo, clock.low_ms));
  become(element, "fallen", fallen);
  element.classList.toggle("untimed", !clock.timed);
  element.dataset.seen = "yes";
}

/**
 * Set or remove the class *state*. Send the event `clock-low` or `clock-fallen` if the clock was shown before without the class.
 * @type {(element: HTMLElement, state: "low" | "fallen", now: boolean) => void}
 */
function become(element, state, now) {
  const before = element.dataset.seen ? element.classList.contains(state) : now;
  element.classList.toggle(state, now);
  if (now && !before) element.dispatchEvent(new CustomEvent(`clock-${state}`, { bubbles: true }));
}

/**
 * Return whether little time is left: less than *warned*, or both less than five times *warned* and less than half of it for each move.
 * @type {(ms: number, toGo: number | null, warned: number) => boolean}
 */
function low(ms, toGo, warned) {
  return ms < warned || (toGo !== null && ms < 5 * warned && ms < (toGo * warned) / 2);
}

/** @type {(element: HTMLElement, part: string, text: string, needed?: boolean) => void} */
function fill(element, part, text, needed = false) {
  const place = first(`[data-${part}]`, element) ?? (needed ? made(element, part) : null);
  if (place) write(place, text);
}

/** @type {(element: HTMLElement, part: string) => HTMLElement} */
function made(element, part) {
  const place = document.createElement("span");
  place.setAttribute(`data-${part}`, "");
  element.append(place);
  return place;
}
