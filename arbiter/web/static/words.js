/**
 * The words of a page: templates put what a person reads into `<script type="application/json" id="words">` (and `board-words`, which
 * every page with boards includes), so that no sentence stands in a script.
 *
 *   say(key, facts)   the text under that key, its {facts} filled in; the key itself when the page has no such text
 *   told(id)          what the page tells as JSON in `<script type="application/json" id="...">`, or null
 */

export function told(id) {
  const element = document.getElementById(id);
  return element ? JSON.parse(element.textContent) : null;
}

const texts = { ...told("board-words"), ...told("words") };

export function say(key, facts = {}) {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in facts ? facts[name] : whole));
}
