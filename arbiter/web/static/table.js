/**
 * What a tablet shows: board, clocks, names, the panel below, the buttons, and what is said aloud. Everything follows from `table`, which
 * tablet.js keeps; nothing here is remembered but what stands on the page already.
 *
 *   drawTable(table, {tapped, answer})   tapped(name) when a square is tapped, answer(action) when a question of the panel is answered
 *   tappable(table)                      whether a move may be entered here and now
 *   irregularClaimable(game)             whether a player may claim from the arbiter that the other moved irregularly
 *   speak(text)                          into the one live region of the page
 */

import { drawBoard } from "./board.js";
import { showClocks } from "./clock.js";
import { stateOf } from "./live.js";
import { panelOf, stillOf } from "./panel.js";
import { say } from "./words.js";

const SIDES = ["white", "black"];
const AT_ONCE = 300;
const $ = (id) => document.getElementById(id);
let spoken = { text: "", at: 0 };

export function tappable({ game, side, waiting, unbound }) {
  return Boolean(game) && !unbound && !waiting && !stillOf(game) && !game.crown && (side === null || side === game.turn);
}

export function drawTable(table, { tapped, answer }) {
  const { game } = table;
  const here = $("table");
  here.dataset.bottom = table.bottom;
  here.dataset.state = game ? stateOf(game) : "none";
  write($("round"), game ? [say("round", game), game.opening?.text && say("opening", game.opening)].filter(Boolean).join(" · ") : "");
  drawCounts(game?.counts?.[0]);
  if (game) drawGame(table, tapped);
  drawPanel(panelOf(table), answer);
  drawWire(table.wire);
  drawButtons(table);
}

/** The count that is nearest to its end, where the regulations show it to players. */
function drawCounts(count) {
  $("counts").hidden = !count;
  write($("counts"), count ? `${count.number} / ${count.limit} · ${count.says}` : "");
}

function drawGame(table, tapped) {
  const { game, bottom, waiting, move } = table;
  const shown = waiting?.path ?? move.path;
  drawBoard($("board"), {
    fen: game.fen,
    last: game.last?.path,
    flipped: bottom === "black",
    onTap: tappable(table) ? tapped : null,
    marks: marksOf(table, shown),
    ghost: shown.length > 1 ? { from: shown[0], to: shown.at(-1) } : undefined,
  });
  showClocks($("table"), game, table.received);
  for (const side of SIDES) {
    const count = game.irregular[side];
    write(document.querySelector(`[data-name="${side}"]`), game.players[side].name);
    write(document.querySelector(`[data-irregular="${side}"]`), count ? say("irregular_count", { count }) : "");
  }
}

function marksOf({ game, taps, move }, shown) {
  const marks = {};
  const mark = (name, word) => (marks[name] = `${marks[name] ?? ""} ${word}`);
  shown.forEach((name, at) => mark(name, at < taps.length ? "tapped" : "path"));
  for (const name of move.taken) mark(name, "taken");
  if (game.owed?.piece && stateOf(game) === "owed") mark(game.owed.piece, "bound");
  return marks;
}

function drawPanel(shown, answer) {
  const { tone, title, said, answers } = shown;
  const panel = $("panel");
  const whole = JSON.stringify(shown);
  if (whole === panel.dataset.whole) return;
  panel.dataset.whole = whole;
  panel.dataset.tone = tone;
  write($("title"), title);
  $("said").replaceChildren(...said.map((text) => element("p", { textContent: text })));
  $("answers").replaceChildren(
    ...answers.map((action, at) => {
      const button = element("button", { type: "button", id: action, textContent: say(action), className: at ? "" : "main" });
      button.addEventListener("click", () => answer(action));
      return button;
    }),
  );
  speak([title, ...said].join(" "));
}

function drawWire({ lost, waiting, moves, sentence }) {
  const what = waiting > 1 ? "waiting_many" : moves ? "waiting_one" : "waiting_message";
  const text = waiting ? sentence || say(what, { count: waiting }) : lost ? say("lost") : "";
  $("wire").hidden = !text;
  write($("wire"), text);
}

/** Where irregular moves are sealed, and an arbiter looks at them on a claim. As neutral as the button: it says nothing about the last move. */
export function irregularClaimable(game) {
  return game.policy === "silent" && !stillOf(game) && game.ply > 0;
}

function drawButtons(table) {
  const { game, move, taps, unbound } = table;
  const open = tappable(table);
  const going = Boolean(game) && !stillOf(game) && !unbound;
  const called = Boolean(game?.calls.length);
  $("undo").disabled = !open || !taps.length;
  $("confirm").disabled = !open || move.path.length < 2;
  write($("confirm"), move.text ? say("confirm_move", { move: move.text }) : say("confirm"));
  $("draw").disabled = $("resign").disabled = !going;
  $("object").hidden = !game?.may_object || (table.side !== null && table.side !== game.may_object);
  $("object").disabled = !going;
  $("call").disabled = !game || unbound || (called && !game.may_appeal && !irregularClaimable(game));
  write($("call"), say(called ? "called" : "call"));
  if (!going) for (const id of ["draw-dialog", "resign-dialog"]) $(id).close();
}

/** What comes together is said together, so that a move is not drowned by what follows from it. */
export function speak(text) {
  const now = performance.now();
  const before = now - spoken.at < AT_ONCE && !spoken.text.endsWith(text) ? `${spoken.text} ` : "";
  spoken = { text: before + text, at: now };
  write($("spoken"), spoken.text);
}

function write(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

function element(kind, properties) {
  return Object.assign(document.createElement(kind), properties);
}
