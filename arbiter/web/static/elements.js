/**
 * The elements of a page, with their kind.
 *
 *   $(id, kind)              the element of that id; a page without it is a fault
 *   all(selector, root)      every element that the selector fits, as a list
 *   first(selector, root)    the first of them, or undefined
 *   write(place, text)       the text of an element, touched only where it differs
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
