/** Offers practice against the computer on a tablet whose board has no game in progress, as long as practice is open. */

import { $ } from "./dom.js";

const AGAIN = 20_000;
const IDLE = ["none", "waiting", "over"];
const offer = document.getElementById("idle");
const table = $("table");

async function look() {
  if (!offer || !IDLE.includes(table.dataset.state ?? "")) return;
  const answer = await fetch("/api/v1/practice").catch(() => null);
  const told = answer?.ok ? await answer.json().catch(() => null) : null;
  offer.hidden = !told?.open;
}

new MutationObserver(look).observe(table, { attributeFilter: ["data-state"] });
setInterval(look, AGAIN);
look();
