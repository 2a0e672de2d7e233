/**
 * Clocks that count down between two messages of the service. The hall's time is the server's: it is carried on with the device's
 * monotonic time, never with its date. Of the last messages the one that was under way shortest says how late it is.
 *
 *   drawClocks(root)              sets every `[data-clock]` under *root* ticking (once for a page is enough; needs no further call)
 *   showClock(element, clock, side, flag, received)
 *                                 what this clock is to show: `clock` of a board shape, "white" or "black", its `flag` (or null)
 *   showClocks(root, game, received)
 *                                 both clocks of a board shape: every `[data-clock="white"]` and `[data-clock="black"]` under *root*
 *   timeText(ms)                  "1:42:07"; under a minute "59.9"
 *   hallNow()                     the instant in the hall, in Unix milliseconds
 *   forgetTime()                  after a lost connection: the service may have been another one since
 *   pageReceived()                when this page's HTML came in: `received` for shapes that the template has put into it
 *
 * *received* is `performance.now()` when the message came (left out: now). In the element, `[data-left]`, `[data-to-go]`,
 * `[data-period]` and `[data-flag]` are filled; what is missing of `data-left` and `data-to-go` is made. The element has the classes `running`, `low`, `fallen`,
 * `untimed` (board.css shows them). Words: board_words.html.
 */

import { say } from "./words.js";

const TICK = 100;
const MINUTE = 60_000;
const SAMPLES = 12;

const clocks = new Map();
let samples = [];
let speed = 1;
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
  hear(clock, received);
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

export function hallNow() {
  return Math.max(...samples) + performance.now() * speed;
}

export function forgetTime() {
  samples = [];
}

export function pageReceived() {
  return performance.getEntriesByType("navigation")[0]?.responseStart || performance.now();
}

function hear(clock, received) {
  if (clock.speed !== speed) samples = [];
  speed = clock.speed;
  samples = [...samples, clock.now_ms - received * speed].slice(-SAMPLES);
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
  write(element, "period", clock.timed ? say("period", { period }) : "");
  write(element, "flag", fallen ? say("flag") : "", fallen);
  element.classList.toggle("running", clock.running === side && !fallen);
  element.classList.toggle("low", clock.timed && !fallen && low(ms, toGo));
  element.classList.toggle("fallen", fallen);
  element.classList.toggle("untimed", !clock.timed);
}

/** The last minute, or the last five with less than half a minute a move. */
function low(ms, toGo) {
  return ms < MINUTE || (ms < 5 * MINUTE && (toGo === null || ms < (toGo * MINUTE) / 2));
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
