/**
 * The service worker of the tablets, if the browser allows one (over HTTPS). While the service cannot be reached, it shows a page that says
 * so
 * and tries again by itself. Nothing else is stored, so that no tablet shows what is out of date.
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

/** @returns {Promise<Response>} never a response: it fails after the time limit */
function late() {
  return new Promise((_, reject) => setTimeout(() => reject(new Error("late")), PATIENCE));
}
