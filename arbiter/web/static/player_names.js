/**
 * The players' names that complete a number in a form of a large tournament. They are fetched once somebody is about to choose one, because
 * they are longer than the page.
 */

import { first } from "./dom.js";

/** @type {Promise<HTMLOptionElement[]> | undefined} */
let names;

document.addEventListener("focusin", async ({ target }) => {
  const list = first("datalist[data-names]");
  if (!list || list.firstChild || !(target instanceof HTMLInputElement) || target.getAttribute("list") !== list.id) return;
  names ??= fetched(list.dataset.names ?? "");
  const options = await names;
  if (!options.length) names = undefined;
  list.replaceChildren(...options);
});

/** @type {(address: string) => Promise<HTMLOptionElement[]>} */
async function fetched(address) {
  const answer = await fetch(address).catch(() => null);
  /** @type {{ entries: { entry: number, name: string }[] } | null} */
  const told = answer?.ok ? await answer.json().catch(() => null) : null;
  return (told?.entries ?? []).map(({ entry, name }) => new Option(name, String(entry)));
}
