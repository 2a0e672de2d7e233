/**
 * Stores a tablet's messages to the service until they are answered. They are sent in order, one at a time. After a failure a message is
 * sent
 * again with the same key, so that it counts once. The messages are in localStorage, so that they outlive a reload; a browser without it
 * loses
 * them at a reload.
 *
 * Each confirmed act is also stored in a journal of the device. Each entry has a hash of the entry before it and of itself. The last hash
 * is sent
 * with every message. So a device that was offline can show what it has stored, and that nothing was inserted later.
 *
 *   outbox(name, {answered, changed}) -> {put(item), note(what), waiting(), nudge(), journal()}
 *       name                        the name under which the messages are stored, one for each board
 *       answered(item, status, body)  is called with the service's final response
 *       changed({waiting, done, sentence})
 *                                   is called with the number of waiting messages, whether the last attempt was answered, and the
 *                                   service's sentence if it could not write
 *       put(item)                   stores and sends {address, body, ...}: POSTed as JSON with a `key`; other properties stay with it
 *       note(what)                  adds an entry to the device's journal. Nothing is sent
 *       waiting()                   returns the messages that wait
 *       nudge()                     sends now
 *       journal()                   returns the latest entries of the device's journal
 *   post(item)                      sends once, and never again. Returns a promise of the status, 0 without a response, and the body
 */

import { ownTime } from "./hall_time.js";
import { sha256 } from "./vendor/sha256.js";

/**
 * @typedef {{ move: string, path: string[], ply: number }} Played
 * @typedef {{ address: string, body: Record<string, unknown>, played?: Played, receipt?: string }} Item  `receipt`: the receipt that the service gave when it could not write
 * @typedef {{ text: string, chain: string }} Entry  an entry of the device's journal: `chain` is the hash of the entry before and of `text`
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
   * Add an entry to the device's journal, and return its hash.
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
        item.receipt = receipt; // with the receipt, a message that is sent again counts from its first receipt
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
    // a private window stores nothing: the messages last until the page is reloaded
  }
}
