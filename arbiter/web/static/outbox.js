/**
 * What a tablet has to say to the service, kept until it has been answered: sent in order, one at a time, and again with the same key
 * after whatever went wrong on the way, so that it counts once. It outlives a reload where the browser lets it (localStorage), and works
 * without where it does not.
 *
 * What was confirmed is kept in a journal of the device's own as well: each entry carries the hash of the one before it and of itself, and the
 * head of that chain goes with everything that is sent. A device that comes back so shows what it held, and that nothing was put in between afterwards.
 *
 *   outbox(name, {answered, changed})
 *       name                        whose outbox: another board has another
 *       answered(item, status, body)  the service has said its last word on it
 *       changed({waiting, done, sentence})
 *                                   how many wait; whether the last try was answered; what the service said if it could not write
 *   post(item)                  once, and not again: a promise of its status, 0 without an answer, and its body
 *     -> {put(item), note(what), waiting(), nudge(), journal()}
 *       item                        {address, body, ...}: POSTed as JSON with a `key`; whatever else it has is kept with it
 *       note(what)                  one entry more in the device's own journal, of which nothing is sent
 *       nudge()                     try now
 *       journal()                   the entries of the device's own journal, the latest ones
 */

import { ownTime } from "./hall_time.js";
import { sha256 } from "./vendor/sha256.js";

/**
 * @typedef {{ move: string, path: string[], ply: number }} Played
 * @typedef {{ address: string, body: Record<string, unknown>, played?: Played, receipt?: string }} Item  `receipt`: what the service gave for it when it could not write
 * @typedef {{ text: string, chain: string }} Entry  one line of the device's own journal: `chain` is the hash of the entry before and `text`
 * @typedef {{ status: number, body: any, receipt?: string | undefined }} Answer
 * @typedef {(item: Item, status: number, body: any) => void} Answered
 * @typedef {(told: { waiting: number, done: boolean, sentence: string }) => void} Changed
 */

const DELAYS = [500, 1_000, 2_000];
const LONGEST = 3_000;
const PATIENCE = 8_000;
const KEPT = 300;
const NOTHING = "0".repeat(64);

/** @typedef {{ put: (item: Item) => void, note: (what: object) => void, waiting: () => Item[], nudge: () => void, journal: () => Entry[] }} Outbox */

/** @type {(name: string, handlers: { answered: Answered, changed: Changed }) => Outbox} */
export function outbox(name, { answered, changed }) {
  /** @type {Item[]} */
  const items = stored(name);
  /** @type {Entry[]} */
  const entries = stored(`${name} journal`);
  let tries = 0;
  let timer = 0;
  let sending = false;

  /** @type {(item: Item) => void} */
  function put(item) {
    const { address, body, ...more } = item;
    const own = ownTime();
    const chain = enter({ address, body, ...own });
    items.push({ address, ...more, body: { ...body, device: { ...own, chain }, key: freshKey() } });
    keep();
    send();
  }

  /**
   * One entry more; the head of the chain.
   * @type {(what: object) => string}
   */
  function enter(what) {
    const text = JSON.stringify(what);
    const chain = sha256(`${entries.at(-1)?.chain ?? NOTHING}\n${text}`);
    entries.push({ text, chain });
    entries.splice(0, entries.length - KEPT);
    store(`${name} journal`, entries);
    return chain;
  }

  function keep() {
    store(name, items);
  }

  async function send() {
    const [item] = items;
    if (sending || !item) return;
    sending = true;
    clearTimeout(timer);
    const { status, body, receipt } = await post(item);
    sending = false;
    if (status === 0 || status === 429 || status >= 500) {
      if (receipt) {
        item.receipt = receipt; // sent again with it, it counts from when it was received first
        keep();
      }
      changed({ waiting: items.length, done: false, sentence: body?.detail ?? "" });
      timer = setTimeout(send, DELAYS[tries++] ?? LONGEST);
      return;
    }
    tries = 0;
    items.shift();
    keep();
    changed({ waiting: items.length, done: true, sentence: "" });
    answered(item, status, body);
    send();
  }

  setTimeout(send);
  addEventListener("online", send);
  return {
    put,
    note: (what) => {
      enter({ ...what, ...ownTime() });
    },
    waiting: () => [...items],
    nudge: send,
    journal: () => [...entries],
  };
}

/** @type {(item: Item) => Promise<Answer>} */
export async function post({ address, body, receipt }) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-CSRF-Token": csrf(),
        "X-Arbiter-Tablet": "1",
        ...(receipt && { "Arbiter-Received": receipt }),
      },
      body: JSON.stringify(body),
      signal: patience.signal,
    });
    const received = response.headers.get("Arbiter-Received") ?? undefined;
    return { status: response.status, body: await response.json().catch(() => null), receipt: received };
  } catch {
    return { status: 0, body: null };
  } finally {
    clearTimeout(timer);
  }
}

function csrf() {
  return document.querySelector('meta[name="csrf"]')?.getAttribute("content") ?? "";
}

function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @type {(name: string) => any[]} */
function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "[]");
  } catch {
    return [];
  }
}

/** @type {(name: string, items: object[]) => void} */
function store(name, items) {
  try {
    if (items.length) localStorage.setItem(name, JSON.stringify(items));
    else localStorage.removeItem(name);
  } catch {
    // a private window keeps nothing: what waits lives as long as the page
  }
}
