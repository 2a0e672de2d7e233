/**
 * Enters players, and checks them in, without waiting: the line is sent while the next name is typed. If it is refused, the text comes back
 * into the form with the sentence, unless something else has been typed into it. Without this script the form is sent like any other form.
 */

import { $, first } from "./dom.js";

const PAUSE = 120;
const PARTS = ["step", "refusal", "field"];
const form = document.querySelector("form[data-enter]");
let last = Promise.resolve();

if (form instanceof HTMLFormElement)
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const sent = new FormData(form);
    form.reset();
    for (const input of fields(form)) input.value = "";
    name(form)?.focus();
    last = last.then(() => send(form, sent)).catch(() => giveBack(form, sent));
  });

/**
 * Completes names of people who have played here before or are in the stored rating list. Names are offered from two letters on. Choosing
 * one
 * fills the other fields.
 */
let asked = 0;
form?.querySelector('input[name="family"]')?.addEventListener("input", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !(form instanceof HTMLFormElement)) return;
  const known = options(target).find((one) => one.value === target.value);
  if (known)
    for (const input of [...fields(form), ...form.querySelectorAll("select")]) input.value = known.dataset[input.name] ?? input.value;
  else {
    clearTimeout(asked);
    asked = setTimeout(() => offer(target, form.dataset.enter ?? ""), PAUSE);
  }
});

/** @type {(input: HTMLInputElement, tournament: string) => Promise<void>} */
async function offer(input, tournament) {
  const typed = input.value;
  const query = new URLSearchParams({ q: typed });
  const answer = await fetch(`/api/v1/tournaments/${encodeURIComponent(tournament)}/entries/remembered?${query}`).catch(() => null);
  if (!answer?.ok || input.value !== typed) return;
  /** @type {{ people: Record<string, string | number | null>[] }} */
  const { people } = await answer.json();
  input.list?.replaceChildren(
    ...people.map(({ listed, name, ...facts }) => {
      const option = document.createElement("option");
      option.value = String(listed);
      option.label = [facts.rating, facts.club ?? facts.federation].filter(Boolean).join(" \u00b7 ");
      for (const [field, value] of Object.entries({ ...facts, family: facts.family ?? name })) option.dataset[field] = String(value ?? "");
      return option;
    }),
  );
}

/** @type {(input: HTMLInputElement) => HTMLOptionElement[]} */
function options(input) {
  return [...(input.list?.querySelectorAll("option") ?? [])];
}

/** @type {(form: HTMLFormElement, sent: FormData) => Promise<void>} */
async function send(form, sent) {
  const body = new URLSearchParams([...sent].map(([name, value]) => [name, String(value)]));
  const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
  if (answer.redirected && !answer.url.startsWith(form.action)) return location.assign(answer.url);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!answer.ok || page.querySelector('form[data-enter] input[name="q"]:not([value=""])')) giveBack(form, sent);
  $("messages").replaceChildren(...(page.getElementById("messages")?.children ?? []));
  for (const part of PARTS) {
    const fresh = first(`[data-part="${part}"]`, page);
    if (fresh) first(`[data-part="${part}"]`)?.replaceWith(fresh);
  }
}

/** @type {(form: HTMLFormElement, sent: FormData) => void} */
function giveBack(form, sent) {
  if (fields(form).some((input) => input.value)) return;
  for (const input of [...fields(form), ...form.querySelectorAll("select")]) input.value = String(sent.get(input.name) ?? "");
  name(form)?.select();
}

/** @type {(form: HTMLFormElement) => HTMLInputElement[]} */
function fields(form) {
  return [...form.elements].filter((input) => input instanceof HTMLInputElement).filter((input) => ["text", "search"].includes(input.type));
}

/** @type {(form: HTMLFormElement) => HTMLInputElement | undefined} */
function name(form) {
  return fields(form)[0];
}
