/**
 * Updates a page about something that is in progress, such as a job. The page has `[data-going]`, a number of seconds, after which it is
 * fetched
 * again and its `[data-fragment]`s are replaced. If the page redirects to another one, the progress has ended, and the browser goes to that
 * page.
 */

import { all, first } from "./dom.js";

async function look() {
  const answer = await fetch(location.href, { redirect: "manual", headers: { Accept: "text/html", "X-Follows": "1" } }).catch(() => null);
  if (answer?.type === "opaqueredirect") {
    const ready = first("[data-ready]"); // a browser that saves the result stays on this page
    if (ready) {
      for (const old of all("[data-fragment], main form")) old.hidden = true;
      ready.hidden = false;
    }
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
