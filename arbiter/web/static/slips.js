/**
 * Results from a heap of slips: one key a board. A key chooses the result of the board that has the focus and goes on to the next one, so that
 * the same key again is the next board's; a key that is held down, or bounces, counts once. Without this script the choices are tapped.
 */

import { all } from "./elements.js";

const BOUNCE = 40;
const form = document.querySelector("form[data-slips]");
let last = { key: "", at: 0 };

if (form instanceof HTMLFormElement) {
  /** @type {Record<string, string>} */
  const keys = JSON.parse(form.dataset.slips ?? "{}");
  const lines = () => all("[data-slip]", form); // others enter results too, and their boards leave the list

  /** @type {(line: HTMLElement | undefined) => void} */
  const go = (line) => {
    const choice = line && (chosen(line) ?? choices(line)[0]);
    (choice ?? form.querySelector("button"))?.focus();
    line?.scrollIntoView({ block: "nearest" });
  };

  form.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLInputElement) || event.target.type !== "radio")
      return;
    const open = lines();
    const at = open.findIndex((line) => line.contains(event.target instanceof Node ? event.target : null));
    const line = open[at];
    const value = keys[event.key];
    if (!line || !(value || ["Backspace", "ArrowUp", "ArrowDown"].includes(event.key))) return;
    event.preventDefault();
    const bounced = event.repeat || (event.key === last.key && event.timeStamp - last.at < BOUNCE);
    last = { key: event.key, at: event.timeStamp };
    if (value && !bounced) {
      for (const choice of choices(line)) choice.checked = choice.value === value;
      go(open[at + 1]);
    } else if (event.key === "Backspace" && !bounced) {
      const back = chosen(line) ? line : (open[at - 1] ?? line);
      for (const choice of choices(back)) choice.checked = false;
      go(back);
    } else if (event.key === "ArrowUp") go(open[Math.max(at - 1, 0)]);
    else if (event.key === "ArrowDown") go(open[at + 1]);
  });
  go(lines().find((line) => !chosen(line)));
}

/** @type {(line: HTMLElement) => HTMLInputElement[]} */
function choices(line) {
  return [...line.querySelectorAll("input")].filter((input) => input.type === "radio");
}

/** @type {(line: HTMLElement) => HTMLInputElement | undefined} */
function chosen(line) {
  return choices(line).find((choice) => choice.checked);
}
