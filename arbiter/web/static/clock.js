/**
 * Clocks that count down between two messages of the service, by the hall's time (hall_time.js).
 *
 *   drawClocks(root)              sets every `[data-clock]` under *root* ticking (once for a page is enough; needs no further call)
 *   showClock(element, clock, side, flag, received)
 *                                 what this clock is to show: `clock` of a board shape, "white" or "black", its `flag` (or null)
 *   showClocks(root, game, received)
 *                                 both clocks of a board shape: every `[data-clock="white"]` and `[data-clock="black"]` under *root*
 *   timeText(ms)                  "1:42:07"; under a minute "59.9"
 *   pageReceived()                when this page's HTML came in: `received` for shapes that the template has put into it
 *
 * *received* is `performance.now()` when the message came (left out: now). In the element, `[data-left]`, `[data-to-go]`,
 * `[data-period]` and `[data-flag]` are filled; what is missing of `data-left` and `data-to-go` is made. The element has the classes `running`, `low`, `fallen`,
 * `untimed` (board.css shows them), and tells `clock-low` and `clock-fallen` when it becomes so. Words: board_words.html.
 */

import { hallNow, heard } from "./hall_time.js";
import { say } from "./words.js";

const TICK = 100;

const clocks = new Map();
let ticking = 0;

export function drawClocks(root = document) {
  ticking ||= setInterval(tick, TICK);
  for (const element of root.querySelectorAll("[data-clock]")) if (clocks.has(element)) draw(element);
}

export function showClocks(root, game, received = performance.now()) {
  for (const side of ["white", "black"])
    for (const element of root.querySelectorAll(`[data-clock="${side}"]`)) showClock(element, game.clock, side, game.flag, received);
}

export function showClock(element, clock, side, flag = null, received = performance.now()) {
  heard(clock.now_ms, received, clock.speed);
  clocks.set(element, { clock, side, fallen: flag?.side === side });
  draw(element);
  ticking ||= setInterval(tick, TICK);
}

export function timeText(ms) {
  const tenths = Math.floor(Math.max(0, ms) / 100);
  if (tenths < 600) return `${Math.floor(tenths / 10)}.${tenths % 10}`;
  const seconds = Math.floor(tenths / 10);
  const two = (n) => String(n).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

export function pageReceived() {
  return performance.getEntriesByType("navigation")[0]?.responseStart || performance.now();
}

/** What is left, as far as one can know without the service: a clock that has run out shows so before the service says it. */
function left({ clock, side }) {
  return clock[side].left_ms - (clock.running === side ? Math.max(0, hallNow() - clock.now_ms) : 0);
}

function tick() {
  for (const element of clocks.keys()) {
    if (!element.isConnected) clocks.delete(element);
    else if (clocks.get(element).clock.running) draw(element);
  }
}

function draw(element) {
  const state = clocks.get(element);
  const { clock, side } = state;
  const { moves_to_go: toGo, period } = clock[side];
  const ms = left(state);
  const fallen = state.fallen || (clock.timed && clock.running === side && ms <= 0);
  write(element, "left", clock.timed ? timeText(fallen ? 0 : ms) : say("no_clock"), true);
  write(element, "to-go", toGo === null || !clock.timed ? "" : say("to_go", { moves: toGo }), true);
  write(element, "period", clock.timed && (period > 1 || toGo !== null) ? say("period", { period }) : "");
  write(element, "flag", fallen ? say("flag") : "", fallen);
  element.classList.toggle("running", clock.running === side && !fallen);
  become(element, "low", clock.timed && !fallen && low(ms, toGo, clock.low_ms));
  become(element, "fallen", fallen);
  element.classList.toggle("untimed", !clock.timed);
  element.dataset.seen = "yes";
}

/** The class, and the event `clock-low` or `clock-fallen` when it comes to a clock that was seen before. */
function become(element, state, now) {
  const before = element.dataset.seen ? element.classList.contains(state) : now;
  element.classList.toggle(state, now);
  if (now && !before) element.dispatchEvent(new CustomEvent(`clock-${state}`, { bubbles: true }));
}

/** Less than the regulations warn at, or less than five times that with less than half of it a move. */
function low(ms, toGo, warned) {
  return ms < warned || (toGo !== null && ms < 5 * warned && ms < (toGo * warned) / 2);
}

function write(element, part, text, needed = false) {
  let place = element.querySelector(`[data-${part}]`);
  if (!place) {
    if (!needed) return;
    place = document.createElement("span");
    place.setAttribute(`data-${part}`, "");
    element.append(place);
  }
  if (place.textContent !== text) place.textContent = text;
}
