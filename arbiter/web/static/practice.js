/**
 * Adds to a tablet's buttons those of practice: take back, hint, and next game once the game is over. Without this script the forms do the
 * same,
 * and load the page anew.
 */

import { $, all } from "./dom.js";
import { told } from "./words.js";

/** @type {{ hint: string, thinking: string } | null} */
const words = told("practice-words");
const table = $("table");
const said = $("said");

/** @type {(form: HTMLElement) => Promise<{ move?: string, detail?: string }>} */
async function asked(form) {
  if (!(form instanceof HTMLFormElement)) return {};
  const answer = await fetch(form.action, { method: "POST", body: new FormData(form), headers: { Accept: "application/json" } });
  return answer.headers.get("Content-Type")?.includes("json") ? answer.json() : {};
}

for (const form of all("[data-practice]"))
  form.addEventListener("submit", async (event) => {
    const { practice } = form.dataset;
    if (practice === "next") return;
    event.preventDefault();
    said.textContent = practice === "hint" ? (words?.thinking ?? "") : "";
    const { move } = await asked(form);
    if (move) said.textContent = (words?.hint ?? "{move}").replace("{move}", move);
  });

/** Show the button for the next game once the game is over. Taking back is then not possible. */
function offered() {
  const over = table.dataset.state === "over";
  for (const form of all("[data-practice]")) form.hidden = ["next", "look"].includes(form.dataset.practice ?? "") !== over;
}

new MutationObserver(offered).observe(table, { attributeFilter: ["data-state"] });
offered();
