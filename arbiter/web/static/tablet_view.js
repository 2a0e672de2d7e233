/**
 * Draws what a tablet shows: board, clocks, names, the panel below the board, the buttons, and what is said aloud. All of it follows from
 * `table`, the state in tablet.js. This module stores nothing that is not on the page.
 *
 *   drawTable(table, {tapped, answer})   draws everything. tapped(name) is called when a square is tapped, answer(action) when a
 *                                        question of the panel is answered
 *   tappable(table)                      returns whether a move may be entered now
 *   undoable(table)                      returns whether the last move may be undone: moves are not confirmed, and nothing was
 *                                        touched since
 *   irregularClaimable(game)             returns whether a player may claim from the arbiter that the other moved irregularly
 *   speak(text), speakAgain(text)        write into the page's live region; speakAgain also repeats a text that it has already
 */

/** @import { Marks } from "./board.js" */
/** @import { Played } from "./outbox.js" */
/** @import { Asked, Panel, Playing, Tone } from "./panel.js" */
/** @import { Board, ClaimAnswer, Near, Result, Side } from "./shapes.js" */
/** @import { Entered } from "./taps.js" */

import { drawBoard } from "./board.js";
import { showClocks } from "./clock.js";
import { $, all, write } from "./dom.js";
import { stateOf } from "./live.js";
import { panelOf, stillOf } from "./panel.js";
import { SIDES } from "./sides.js";
import { say } from "./words.js";

/**
 * @typedef {object} Wire
 * @property {boolean} lost
 * @property {number} waiting      the number of messages that wait for a response
 * @property {boolean} moves       whether all of these messages are moves
 * @property {string} sentence     the service's sentence if it could not write
 *
 * @typedef {object} Table
 * @property {string} tournament
 * @property {number} board
 * @property {Side | null} side    the side that this tablet was given; null: it lies between the players
 * @property {number} version     the number of the journal line after which the game is as shown
 * @property {Result[]} results  the results that the players may report of a game without moves
 * @property {string | null} chosen  the result that was chosen on a shared tablet, and that no player has confirmed yet
 * @property {ClaimAnswer | null} answer  the arbiter's answer to a claim that was not granted
 * @property {Board | null} game    the board shape. `received`: `performance.now()` when it arrived
 * @property {number} received
 * @property {Side} bottom
 * @property {string[]} taps
 * @property {{ ply: number, names: string[] }} touched  the own pieces tapped in this ply, in order: the first that can move must move
 *                                 if the touch-move rule applies
 * @property {boolean} completing
 * @property {Entered} move        the move that the taps mean
 * @property {Record<Side, number> | null} places  the places of both players, once the tournament is over
 * @property {Played | null} waiting  the move that was sent and has no response yet; `late` once that takes long
 * @property {boolean} late
 * @property {{ tone: Tone, text: string, version?: number } | null} notice  a text to be read once; with a version, until the next journal line after it
 * @property {boolean} unbound
 * @property {boolean} behind     the service has lost journal lines that this tablet knows
 * @property {Wire} wire
 *
 * @typedef {(action: string) => void} Answer
 */

const AT_ONCE = 300;
let spoken = { text: "", at: 0 };

/** @type {(table: Table) => boolean} */
export function tappable({ game, side, waiting, unbound }) {
  return game !== null && !unbound && !waiting && !stillOf(game) && !game.crown && (side === null || side === game.turn);
}

/** @type {(table: Table) => boolean} */
export function undoable({ game, side, taps, touched, waiting, unbound }) {
  if (!game?.may_undo || unbound || waiting || taps.length) return false;
  return (side === null || side === game.may_undo) && !(touched.ply === game.ply && touched.names.length);
}

/** @type {(table: Table, handlers: { tapped: (name: string) => void, answer: Answer }) => void} */
export function drawTable(table, { tapped, answer }) {
  const { game } = table;
  const here = $("table");
  here.dataset.bottom = table.bottom;
  here.dataset.state = game ? stateOf(game) : "none";
  here.dataset.played = String(game?.ply ?? 0);
  write($("round"), game ? [say("round", game), game.opening?.text && say("opening", game.opening)].filter(Boolean).join(" · ") : "");
  drawCounts(game?.counts?.[0]);
  if (game) drawGame({ ...table, game }, tapped);
  drawMoves(game?.moves ?? []);
  drawPanel(panelOf(table), answer);
  drawWire(table.wire);
  drawButtons(table);
}

/**
 * Show the draw count that is nearest to its end, if the regulations show it to players.
 * @type {(count: Near | undefined) => void}
 */
function drawCounts(count) {
  $("counts").hidden = !count;
  write($("counts"), count ? `${count.number} / ${count.limit} · ${count.says}` : "");
}

/** @type {(table: Playing, tapped: (name: string) => void) => void} */
function drawGame(table, tapped) {
  const { game, bottom, waiting, move } = table;
  const shown = waiting?.path ?? move.path;
  const [from, to] = [shown[0], shown.at(-1)];
  drawBoard($("board"), {
    fen: game.fen,
    last: game.last?.path,
    flipped: bottom === "black",
    onTap: tappable(table) ? tapped : null,
    marks: marksOf(table, shown),
    ghost: from && to && shown.length > 1 ? { from, to } : undefined,
  });
  showClocks($("table"), game, table.received);
  for (const side of SIDES) {
    const count = game.irregular[side];
    const told = [...(count ? [say("irregular_count", { count })] : []), ...(game.penalties?.[side] ?? [])].join(" · ");
    for (const place of all(`[data-name="${side}"]`)) write(place, game.players[side].name);
    for (const place of all(`[data-irregular="${side}"]`)) write(place, told);
  }
}

/** @type {(table: Playing, shown: string[]) => Marks} */
function marksOf({ game, taps, move }, shown) {
  /** @type {Marks} */
  const marks = {};
  /** @type {(name: string | number, word: string) => void} */
  const mark = (name, word) => {
    marks[name] = `${marks[name] ?? ""} ${word}`;
  };
  for (const [at, name] of shown.entries()) mark(name, at < taps.length ? "tapped" : "path");
  for (const name of move.taken) mark(name, "taken");
  if (game.owed?.piece && stateOf(game) === "owed") mark(game.owed.piece, "bound");
  return marks;
}

/**
 * Show the moves so far, two on a line, scrolled to the last one.
 * @type {(moves: string[]) => void}
 */
function drawMoves(moves) {
  const list = $("moves", HTMLOListElement);
  const whole = moves.join(" ");
  if (whole === list.dataset.whole) return;
  list.dataset.whole = whole;
  const pairs = Array.from({ length: Math.ceil(moves.length / 2) }, (_, at) => moves.slice(2 * at, 2 * at + 2));
  list.replaceChildren(
    ...pairs.map((pair, at) => {
      const line = document.createElement("li");
      line.append(...[`${at + 1}.`, ...pair].map(part));
      return line;
    }),
  );
  toLastMove();
}

function toLastMove() {
  const list = $("moves");
  list.scrollTo(list.scrollWidth, list.scrollHeight);
}
addEventListener("resize", toLastMove);

/** @type {(text: string) => HTMLElement} */
function part(text) {
  const element = document.createElement("span");
  element.textContent = text;
  return element;
}

/** @type {(shown: Panel, answer: Answer) => void} */
function drawPanel(shown, answer) {
  const { tone, title, said, answers } = shown;
  const panel = $("panel");
  const whole = JSON.stringify(shown);
  if (whole === panel.dataset.whole) return;
  panel.dataset.whole = whole;
  panel.dataset.tone = tone;
  write($("title"), title);
  $("said").replaceChildren(...said.map(paragraph));
  $("answers").replaceChildren(...answers.map((one, at) => button(one, at === 0, answer)));
  speak([title, ...said].join(" "));
}

/** @type {(text: string) => HTMLElement} */
function paragraph(text) {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}

/** @type {(one: Asked, main: boolean, answer: Answer) => HTMLElement} */
function button(one, main, answer) {
  const { action, text } = typeof one === "string" ? { action: one, text: say(one) } : one;
  const element = document.createElement("button");
  element.type = "button";
  element.id = action;
  element.textContent = text;
  element.className = main && !action.startsWith("chosen") ? "main" : "";
  element.addEventListener("click", () => answer(action));
  return element;
}

/** @type {(wire: Wire) => void} */
function drawWire({ lost, waiting, moves, sentence }) {
  const what = waiting > 1 ? "waiting_many" : moves ? "waiting_one" : "waiting_message";
  const text = waiting ? sentence || say(what, { count: waiting }) : lost ? say("lost") : "";
  $("wire").hidden = !text;
  write($("wire"), text);
}

/**
 * Return whether an arbiter looks at irregular moves only on a claim, while they are kept secret. It must not reveal anything about the
 * last move.
 * @type {(game: Board) => boolean}
 */
export function irregularClaimable(game) {
  return game.policy === "silent" && !stillOf(game) && game.ply > 0;
}

/** @type {(table: Table) => void} */
function drawButtons(table) {
  const { game, move, taps, unbound } = table;
  const open = tappable(table);
  const going = game !== null && !stillOf(game) && !unbound;
  const called = Boolean(game?.calls.length);
  const undo = $("undo", HTMLButtonElement);
  const last = undoable(table) ? game?.last : null;
  undo.disabled = !last && (!open || !taps.length);
  write(undo, last ? say("undo_move", last) : say("undo_tap"));
  $("confirm", HTMLButtonElement).disabled = !open || move.path.length < 2;
  write($("confirm"), move.text ? say("confirm_move", { move: move.text }) : say("confirm"));
  for (const id of ["draw", "resign"]) $(id, HTMLButtonElement).disabled = !going;
  $("object", HTMLButtonElement).disabled = !going && !game?.may_object; // an objection is possible even if the last move has ended the game
  $("object").hidden = !game?.may_object || (table.side !== null && table.side !== game.may_object);
  $("call", HTMLButtonElement).disabled = !game || unbound || (called && !game.may_appeal && !irregularClaimable(game));
  write($("call"), say(called ? "called" : "call"));
  if (!going) for (const id of ["draw-dialog", "resign-dialog"]) $(id, HTMLDialogElement).close();
}

/**
 * Say the text aloud. Texts that come together are said together, so that a move is not drowned by what follows from it.
 * @type {(text: string) => void}
 */
export function speak(text) {
  const now = performance.now();
  const before = now - spoken.at < AT_ONCE && !spoken.text.endsWith(text) ? `${spoken.text} ` : "";
  spoken = { text: before + text, at: now };
  write($("spoken"), spoken.text);
}

/**
 * Say a text that was asked for, even if it was the last one that was said.
 * @type {(text: string) => void}
 */
export function speakAgain(text) {
  spoken = { text: "", at: 0 };
  write($("spoken"), "");
  setTimeout(() => speak(text));
}
