/**
 * On every office page, says within two seconds that moves cannot be recorded, that a journal is damaged, that a tablet has moves which the
 * service lacks, or that the service does not answer. It fills the element `[data-service]` with sentences.
 */

import { first } from "./dom.js";

const PACE = 1_500;
const PATIENCE = 4_000;
const place = first("[data-service]");

/** @typedef {{ sentence: string, urgent: boolean }} Notice */

/** @type {() => Promise<string[]>} */
async function sentences() {
  const patience = AbortSignal.timeout(PATIENCE);
  try {
    const response = await fetch(`/api/v1/service?lang=${document.documentElement.lang}`, { cache: "no-store", signal: patience });
    if (!response.ok) return []; // signed out meanwhile: the next request shows the sign-in page
    /** @type {{ notices: Notice[] }} */
    const { notices } = await response.json();
    return notices.filter((notice) => notice.urgent).map((notice) => notice.sentence);
  } catch {
    return place?.dataset.service ? [place.dataset.service] : [];
  }
}

/** @type {(said: string[]) => void} */
function show(said) {
  if (!place || place.dataset.said === said.join("\n")) return;
  place.dataset.said = said.join("\n");
  place.hidden = !said.length;
  const link = document.createElement("a");
  link.href = "/office/service";
  link.textContent = said.join(" ");
  place.replaceChildren(...(said.length ? [link] : []));
}

async function look() {
  if (!document.hidden) show(await sentences());
  setTimeout(look, PACE);
}

look();
