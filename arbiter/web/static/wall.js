/**
 * A screen in the hall: its boards follow the games. Its pages change by the hall's clock, so that two screens side by side change
 * together.
 */

import { pageReceived, timeText } from "./clock.js";
import { all, first, write } from "./dom.js";
import { hallNow, heard } from "./hall_time.js";
import { liveFacts, livePage } from "./page.js";

/** The kinds of lines that the boards show without fetching the page. */
const OF_A_BOARD = new Set([
  "MovePlayed",
  "IrregularMove",
  "DrawOffered",
  "DrawAnswered",
  "DrawClaimed",
  "ArbiterCalled",
  "CallAnswered",
  "FlagFell",
  "Noted",
  "PieceTouched",
]);
const LISTS = "[data-shows=results], [data-shows=standings]";
const { now: began, speed } = liveFacts();

heard(Number(began), pageReceived(), Number(speed));

const fetchSoon = livePage({
  again: (line) => !OF_A_BOARD.has(line.kind) && (line.board === null || first(LISTS) !== undefined),
  spread: 1000,
});

let asked = -1;

/**
 * Fetch the page of a long list whose turn it is, and the next one.
 * @type {(slides: HTMLElement[], shown: number) => void}
 */
function fetchNext(slides, shown) {
  const missing = [shown, (shown + 1) % slides.length].some((place) => slides[place]?.dataset.later !== undefined);
  if (!missing || asked === shown) return;
  asked = shown;
  history.replaceState(null, "", `?slide=${shown + 1}`);
  fetchSoon();
}

function turn() {
  const now = hallNow();
  for (const wrapper of all("[data-slides]")) {
    const slides = all(":scope > .slide", wrapper);
    const shown = Math.floor(now / 1000 / Number(wrapper.dataset.seconds)) % slides.length;
    if (slides[shown]?.dataset.later === undefined) for (const [place, slide] of slides.entries()) slide.hidden = place !== shown;
    fetchNext(slides, shown);
  }
  for (const place of all("[data-until]")) {
    const left = Number(place.dataset.until) - now;
    write(place, left > 0 ? timeText(left) : "");
  }
}

setInterval(turn, 250);
turn();
