/**
 * A page on which something goes on: as long as it has `[data-going]` (seconds), it is fetched again after so many, and its `[data-fragment]`s are put
 * in the place of the old ones.
 * A page that leads to another one has ended: the browser follows it there.
 */

import { all, first } from "./elements.js";

async function look() {
  const answer = await fetch(location.href, { redirect: "manual", headers: { Accept: "text/html", "X-Follows": "1" } }).catch(() => null);
  if (answer?.type === "opaqueredirect") {
    location.reload();
    return;
  }
  const text = answer?.ok ? await answer.text().catch(() => null) : null;
  if (text !== null) {
    const page = new DOMParser().parseFromString(text, "text/html");
    for (const old of all("[data-fragment]")) {
      const fresh = first(`[data-fragment="${old.dataset.fragment}"]`, page);
      if (fresh && fresh.innerHTML !== old.innerHTML) old.replaceWith(document.adoptNode(fresh));
    }
  }
  again();
}

function again() {
  const seconds = first("[data-going]")?.dataset.going;
  if (seconds) setTimeout(look, Number(seconds) * 1000);
}

again();
