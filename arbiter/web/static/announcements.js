/**
 * Shows the office's announcements over a tablet's list of moves, until a player presses "Seen". Nothing else on the page moves.
 *
 *   announcements(tournament) -> heard(line)
 *       shows the present announcements in the element #announced. `heard` is called with each journal line, and shows them
 *       again if the line changes them.
 */

/** @import { Announcement, Line } from "./shapes.js" */

import { $ } from "./dom.js";
import { say } from "./words.js";

const KINDS = new Set(["AnnouncementMade", "AnnouncementEnded"]);

/** @type {(tournament: string) => (line: Line) => void} */
export function announcements(tournament) {
  const place = $("announced");
  const name = `arbiter announced ${tournament}`;
  const seen = new Set(stored(name));

  async function ask() {
    const answer = await fetch(`/api/v1/tournaments/${encodeURIComponent(tournament)}/announcements`).catch(() => null);
    if (!answer?.ok) return;
    /** @type {Announcement[]} */
    const told = (await answer.json()).announcements;
    place.replaceChildren(...told.filter((one) => !seen.has(one.announcement)).map(shown));
  }

  /** @type {(one: Announcement) => HTMLElement} */
  function shown({ announcement, text }) {
    const item = document.createElement("p");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = say("seen");
    button.addEventListener("click", () => {
      seen.add(announcement);
      store(name, [...seen]);
      item.remove();
    });
    const words = document.createElement("span");
    words.textContent = text;
    item.append(words, button);
    return item;
  }

  ask();
  return (line) => {
    if (KINDS.has(line.kind)) ask();
  };
}

/** @type {(name: string) => number[]} */
function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "[]");
  } catch {
    return [];
  }
}

/** @type {(name: string, seen: number[]) => void} */
function store(name, seen) {
  try {
    localStorage.setItem(name, JSON.stringify(seen));
  } catch {
    // a private window stores nothing: the announcements come back after a reload
  }
}
