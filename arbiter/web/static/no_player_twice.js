/** In a form with `data-once`, removes a player who is chosen in one list from the other lists. */

document.addEventListener("change", ({ target }) => offer(target instanceof HTMLSelectElement ? target.form : null));
for (const form of document.forms) offer(form);

/** @type {(form: HTMLFormElement | null) => void} */
function offer(form) {
  if (!form || !("once" in form.dataset)) return;
  const lists = [...form.querySelectorAll("select")];
  const taken = new Set(lists.map((list) => list.value));
  for (const list of lists)
    for (const option of list.options) {
      option.disabled = option.value !== "" && option.value !== list.value && taken.has(option.value);
      option.hidden = option.disabled;
    }
}

export {};
