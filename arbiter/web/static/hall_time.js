/**
 * The hall's time on this device. It is the service's time, carried on with the device's monotonic clock; the device's date is never asked.
 *
 *   hallNow()                  the instant in the hall, in Unix milliseconds
 *   heard(now, received, speed)
 *                              a message that was made at *now* came in at *received* (`performance.now()`); *speed* is that of the hall's
 *                              time (a demonstration's runs faster)
 *   keepTime(said, told)       for a device at a board: the way to the service and back is timed, now, whenever the device wakes up or
 *                              has found its connection again, and once a minute; every two seconds the service hears that the device is there,
 *                              and what *said* says: the last line of the journal that it knows, how many messages it still holds, and the
 *                              last line's number and hash as the service has told them; *told* is given what it answers to that
 *   report()                   the service hears that at once
 *   stamp()                    what a press is sent with: when it was made, as far as this device knows, with the round trip by which it knows,
 *                              and its own monotonic time; evidence for the journal
 *   ownTime()                  the same by the device's own clock, and by how much that is behind the service's as far as it was ever known
 *   forgetTime()               after a lost connection: the service may have been another one since
 *
 * Of eight ways there and back the three shortest say, by their median, how far the two clocks are apart. No message comes in before it
 * was made: that bounds the time from below, and is all that a page knows which times no ways.
 */

const WAYS = 8;
const SHORTEST = 3;
const AGAIN = 60_000;
const HERE = 2_000;
const MESSAGES = 12;

/** @import { Told } from "./kept.js" */
/** @typedef {{ took: number, apart: number }} Way */

let speed = 1;
/** @type {number[]} */
let least = [];
/** @type {Way[]} */
let ways = [];
/** @type {Promise<void> | null} */
let timing = null;
let apart = Number.NaN;
/** @type {() => { seen: number, waiting: number, head: string }} */
let saying = () => ({ seen: 0, waiting: 0, head: "" });
/** @type {(answer: Told) => void} */
let told = () => {};

export function hallNow() {
  const told = ways.length ? [median(shortest(), "apart")] : [];
  const now = Math.max(...told, ...least);
  if (Number.isFinite(now)) apart = now;
  return now + performance.now() * speed;
}

export function ownTime() {
  hallNow();
  const own = performance.timeOrigin + performance.now();
  const offset = Number.isFinite(apart) ? apart + performance.now() * speed - own : 0;
  return { pressed: Math.round(own), offset_ms: Math.round(offset) };
}

/** @type {(now: number, received: number, atSpeed?: number) => void} */
export function heard(now, received, atSpeed = 1) {
  if (atSpeed !== speed) forgetTime();
  speed = atSpeed;
  least = [...least, now - received * speed].slice(-MESSAGES);
}

export function stamp() {
  const device_ms = Math.round(performance.now());
  if (!ways.length) return { device_ms };
  return { pressed: Math.round(hallNow()), round_trip_ms: Math.ceil(median(shortest(), "took")), device_ms };
}

export function forgetTime() {
  hallNow(); // what was known last is still evidence
  least = [];
  ways = [];
}

/** @type {(said: typeof saying, hear: typeof told) => void} */
export function keepTime(said, hear) {
  saying = said;
  told = hear;
  const awake = () => {
    if (document.hidden) return;
    forgetTime();
    time();
  };
  document.addEventListener("visibilitychange", awake);
  addEventListener("pageshow", (event) => {
    if (event.persisted) awake();
  });
  setInterval(time, AGAIN);
  setInterval(report, HERE);
  time();
}

/**
 * A flag at a board whose device is not heard of, or still holds a message, is only provisional. The way is one more that is timed: the first
 * ones were gone while the page was still busy with itself.
 */
export async function report() {
  const { seen, waiting, head } = saying();
  const way = await there(`?seen=${seen}&waiting=${waiting}&head=${head}`).catch(() => null);
  if (way && ways.length) ways = [...ways, way].slice(-WAYS);
}

/** One series of ways at a time; what a series could not reach is left to the next. */
export function time() {
  timing ??= series().finally(() => {
    timing = null;
  });
  return timing;
}

async function series() {
  /** @type {Way[]} */
  const timed = [];
  for (let way = 0; way < WAYS; way++) {
    const one = await there("").catch(() => null);
    if (!one) return;
    timed.push(one);
  }
  ways = timed;
}

/**
 * One way to the service and back.
 * @type {(query: string) => Promise<Way>}
 */
async function there(query) {
  const left = performance.now();
  const response = await fetch(`/api/v1/time${query}`, { cache: "no-store" });
  const { now_ms: now, speed: atSpeed, ...answer } = await response.json();
  if (query) told(answer);
  const back = performance.now();
  if (atSpeed !== speed) forgetTime();
  speed = atSpeed;
  return { took: back - left, apart: now - ((left + back) / 2) * speed };
}

function shortest() {
  return ways.toSorted((a, b) => a.took - b.took).slice(0, SHORTEST);
}

/** @type {(timed: Way[], what: keyof Way) => number} */
function median(timed, what) {
  return timed.map((way) => way[what]).sort((a, b) => a - b)[Math.floor(timed.length / 2)] ?? 0;
}
