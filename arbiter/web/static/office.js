/** The office: boards that follow the games, and the tasks of the director as soon as they arise. */

import { all, write } from "./dom.js";
import { hallNow } from "./hall_time.js";
import { liveFacts, livePage } from "./page.js";
import { say } from "./words.js";

const OF_A_BOARD = new Set(["MovePlayed", "IrregularMove", "DrawOffered", "DrawAnswered", "PieceTouched"]);
const { page, round, board, tournament = "" } = liveFacts();
let { tablets } = liveFacts();

const fetchSoon = livePage({
  again: (line) => !OF_A_BOARD.has(line.kind) || (page === "board" && line.board === Number(board) && line.round === Number(round)),
  shown(element, game) {
    for (const place of all("[data-irregular]", element)) {
      const side = place.dataset.irregular === "black" ? "black" : "white";
      const count = game.irregular[side];
      const told = [...(count ? [say("irregular", { count })] : []), ...(game.penalties?.[side] ?? [])];
      place.hidden = !told.length;
      write(place, told.join(" · "));
    }
    for (const place of all("[data-to-move]", element)) place.hidden = game.turn !== place.dataset.toMove;
    for (const place of all("[data-called]", element)) place.hidden = !game.calls.length;
  },
});

const DONE = 15_000;

setTimeout(() => {
  for (const message of all("#messages .done")) message.remove();
}, DONE);

setInterval(() => {
  for (const place of all("[data-since]")) {
    const seconds = Math.max(0, Math.floor((hallNow() - Number(place.dataset.since)) / 1000));
    if (Number.isFinite(seconds)) write(place, `(${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")})`);
  }
}, 1000);

/** Look whether a tablet has connected or disappeared, which no journal line tells. If so, fetch the page. */
async function lookAtTablets() {
  const answer = await fetch(`/api/v1/tournaments/${encodeURIComponent(tournament)}/tablets`).catch(() => null);
  if (!answer?.ok) return;
  /** @type {{ tablets: { state: string }[], waiting: number[] }} */
  const told = await answer.json();
  const now = [...told.tablets.map(({ state }) => state), ...told.waiting].join(",");
  if (now !== tablets) fetchSoon();
  tablets = now;
}

const LOOK = 4_000;
if (tablets !== undefined) setInterval(lookAtTablets, LOOK);
