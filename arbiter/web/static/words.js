/**
 * The texts of a page. Templates put them into `<script type="application/json" id="words">` (and `board-words`, which every page with
 * boards
 * includes), so that scripts contain no sentences.
 *
 *   say(key, facts)   returns the text under that key, with its {facts} filled in; the key itself if the page has no such text
 *   told(id, page)    returns the JSON in the page's `<script type="application/json" id="...">`, or null
 */

/** @type {<T>(id: string, page?: Document) => T | null} */
export function told(id, page = document) {
  const element = page.getElementById(id);
  return element ? JSON.parse(element.textContent) : null;
}

/** @type {Record<string, string>} */
const texts = { ...told("board-words"), ...told("words") };

/** @type {(key: string, facts?: object) => string} */
export function say(key, facts = {}) {
  const known = new Map(Object.entries(facts));
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => (known.has(name) ? String(known.get(name)) : whole));
}
