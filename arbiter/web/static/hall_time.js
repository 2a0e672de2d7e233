/**
 * The hall's time on this device. It is the service's time, carried on with the device's monotonic clock. The device's date is never used.
 *
 *   hallNow()                  returns the instant in the hall, in Unix milliseconds
 *   heard(now, received, speed)
 *                              stores that a message made at *now* arrived at *received* (`performance.now()`). *speed* is that of
 *                              the hall's time (in a demonstration it runs faster)
 *   keepTime(said, told)       for a device at a board: measures round trips to the service now, when the device wakes up or is
 *                              connected again, and once a minute. Every two seconds it reports to the service that the device is
 *                              connected, with what *said* returns: the last journal line that the device knows, how many messages
 *                              it still has to send, and that line's number and hash. *told* gets the service's response
 *   report()                   sends that report at once
 *   stamp()                    returns what is sent with a press: the instant of the press as far as the device knows it, the round
 *                              trip by which it knows it, and its monotonic time. The journal stores them as evidence
 *   ownTime()                  returns the instant by the device's own clock, and how far that is behind the service's clock
 *   forgetTime()               forgets the measurements after a lost connection, because another service may answer next
 *
 * Of eight round trips the three shortest are used. Their median is the difference between the two clocks. No message arrives before it was
 * made, which gives a lower limit of the hall's time. A page that measures no round trips knows only this limit.
 */

const WAYS = 8;
const SHORTEST = 3;
const AGAIN = 60_000;
const HERE = 2_000;
const MESSAGES = 12;

/** @import { Told } from "./stored_game.js" */
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
  hallNow(); // stores the last known difference of the clocks, which is still evidence
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
 * Report to the service. A flag fall is only provisional at a board whose device does not report or still has messages to send. The round
 * trip
 * is measured too, because the first ones were made while the page was still loading.
 */
export async function report() {
  const { seen, waiting, head } = saying();
  const way = await there(`?seen=${seen}&waiting=${waiting}&head=${head}`).catch(() => null);
  if (way && ways.length) ways = [...ways, way].slice(-WAYS);
}

/** Measure a series of round trips, unless one is in progress. A round trip that fails ends the series. */
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
 * Make one round trip to the service and back.
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
