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

const DELAYS = [500, 1_000, 2_000, 3_000];
const PATIENCE = 8_000;

export function outbox(name, { answered, changed }) {
  const items = stored(name);
  let tries = 0;
  let timer = 0;
  let sending = false;

  function put(item) {
    items.push({ ...item, body: { ...item.body, key: freshKey() } });
    keep();
    send();
  }

  function keep() {
    store(name, items);
  }

  async function send() {
    if (sending || !items.length) return;
    sending = true;
    clearTimeout(timer);
    const item = items[0];
    const { status, body } = await post(item);
    sending = false;
    if (status === 0 || status === 429 || status >= 500) {
      changed({ waiting: items.length, done: false, sentence: body?.detail ?? "" });
      timer = setTimeout(send, DELAYS[Math.min(tries++, DELAYS.length - 1)]);
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
  return document.querySelector('meta[name="csrf"]')?.content ?? "";
}

function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? [];
  } catch {
    return [];
  }
}

function store(name, items) {
  try {
    if (items.length) localStorage.setItem(name, JSON.stringify(items));
    else localStorage.removeItem(name);
  } catch {
    // a private window keeps nothing: what waits lives as long as the page
  }
}
