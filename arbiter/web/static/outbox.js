/**
 * What a tablet has to say to the service, kept until it has been answered: sent in order, one at a time, and again with the same key
 * after whatever went wrong on the way, so that it counts once. It outlives a reload where the browser lets it (localStorage), and works
 * without where it does not.
 *
 *   outbox(name, {answered, changed})
 *       name                        whose outbox: another board has another
 *       answered(item, status, body)  the service has said its last word on it
 *       changed({waiting, done, sentence})
 *                                   how many wait; whether the last try was answered; what the service said if it could not write
 *     -> {put(item), waiting(), nudge()}
 *       item                        {address, body, ...}: POSTed as JSON with a `key`; whatever else it has is kept with it
 *       nudge()                     try now
 */

/**
 * @typedef {{ move: string, path: string[], ply: number }} Played
 * @typedef {{ address: string, body: Record<string, unknown>, played?: Played }} Item
 * @typedef {{ status: number, body: any }} Answer
 * @typedef {(item: Item, status: number, body: any) => void} Answered
 * @typedef {(told: { waiting: number, done: boolean, sentence: string }) => void} Changed
 */

const DELAYS = [500, 1_000, 2_000];
const LONGEST = 3_000;
const PATIENCE = 8_000;

/** @type {(name: string, handlers: { answered: Answered, changed: Changed }) => { put: (item: Item) => void, waiting: () => Item[], nudge: () => void }} */
export function outbox(name, { answered, changed }) {
  const items = stored(name);
  let tries = 0;
  let timer = 0;
  let sending = false;

  /** @type {(item: Item) => void} */
  function put(item) {
    items.push({ ...item, body: { ...item.body, key: freshKey() } });
    keep();
    send();
  }

  function keep() {
    store(name, items);
  }

  async function send() {
    const [item] = items;
    if (sending || !item) return;
    sending = true;
    clearTimeout(timer);
    const { status, body } = await post(item);
    sending = false;
    if (status === 0 || status === 429 || status >= 500) {
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
  return { put, waiting: () => [...items], nudge: send };
}

/** @type {(item: Item) => Promise<Answer>} */
async function post({ address, body }) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRF-Token": csrf(), "X-Arbiter-Tablet": "1" },
      body: JSON.stringify(body),
      signal: patience.signal,
    });
    return { status: response.status, body: await response.json().catch(() => null) };
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

/** @type {(name: string) => Item[]} */
function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "[]");
  } catch {
    return [];
  }
}

/** @type {(name: string, items: Item[]) => void} */
function store(name, items) {
  try {
    if (items.length) localStorage.setItem(name, JSON.stringify(items));
    else localStorage.removeItem(name);
  } catch {
    // a private window keeps nothing: what waits lives as long as the page
  }
}
