/**
 * The service worker of the tablets, where browsers allow one (over HTTPS): while the service is out of reach, whoever loads a page sees
 * one that says so, and that tries again by itself. Nothing else is kept, so that no tablet shows what is no longer so.
 */

const KEPT = "arbiter-out-of-touch";
const PAGES = ["/out-of-touch", "/static/site.css", "/static/board.css", "/static/tablet.css", "/static/icon.svg"];
const PATIENCE = 6_000;
const worker = /** @type {any} */ (globalThis);

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(PAGES)));
});

worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const page = request.mode === "navigate" && request.method === "GET";
  if (page) event.respondWith(Promise.race([fetch(request), late()]).catch(() => caches.match("/out-of-touch")));
  else if (PAGES.includes(new URL(request.url).pathname)) event.respondWith(fetch(request).catch(() => caches.match(request)));
});

/** @returns {Promise<Response>} never one: it is late */
function late() {
  return new Promise((_, reject) => setTimeout(() => reject(new Error("late")), PATIENCE));
}
