/**
 * Finds the elements of a page.
 *
 *   $(id, kind)              returns the element of that id and kind; throws if the page has none
 *   all(selector, root)      returns a list of all elements that match the selector
 *   first(selector, root)    returns the first of them, or undefined
 *   write(place, text)       sets the text of an element if it differs
 */

/**
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function $(id, kind = /** @type {any} */ (HTMLElement)) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new TypeError(`the page has no ${kind.name} #${id}`);
  return element;
}

/** @type {(selector: string, root?: ParentNode) => HTMLElement[]} */
export function all(selector, root = document) {
  return [...root.querySelectorAll(selector)].filter((element) => element instanceof HTMLElement);
}

/** @type {(selector: string, root?: ParentNode) => HTMLElement | undefined} */
export function first(selector, root = document) {
  return all(selector, root)[0];
}

/** @type {(place: Element, text: string) => void} */
export function write(place, text) {
  if (place.textContent !== text) place.textContent = text;
}
