/**
 * Follows the journal by server-sent events, and shows boards on a page that follow it.
 *
 *   follow(tournament, after, handlers, only) -> stop()
 *       calls the handlers for every line after number *after*, in order, and never twice for the same line. *only*: limits what
 *       is asked for, "board=7" or "brief=1" (no boards). handlers (all optional):
 *         line(line, received)   a line {seq, at, kind, round, board, game}
 *         game(game, received)   the board shape that came with a line about one board
 *         lost()                 the connection is lost. It is tried again after 1, 2, 3, 3 ... s, from the last line on
 *         back()                 the connection is back
 *         reload()               there are too many lines to send one by one. If it is left out, the page is loaded anew
 *       *received* is `performance.now()` at the arrival of the message, for clock.js.
 *   showGame(element, game, received)
 *       shows a board shape in *element*: the board in `[data-diagram]` (flipped if it has `data-flipped`), the clocks in
 *       `[data-clock="white"]` and `"black"`, and texts in `[data-name="white"]`, `[data-score="white"]`, the same for Black,
 *       `[data-move]` (the last move with its number), `[data-result]` and `[data-halted]`. It sets `data-state` of the element to
 *       waiting, playing, owed, halted, paper, flag or over.
 *   stateOf(game)
 *       returns that word
 */

/** @import { Board, Line, State } from "./shapes.js" */

import { drawBoard } from "./board.js";
import { showClocks } from "./clock.js";
import { all, first, write } from "./dom.js";
import { forgetTime } from "./hall_time.js";
import { SIDES } from "./sides.js";
import { say } from "./words.js";

/**
 * @typedef {object} Handlers
 * @property {(line: Line, received: number) => void} [line]
 * @property {(game: Board, received: number) => void} [game]
 * @property {() => void} [lost]
 * @property {() => void} [back]
 * @property {() => void} [reload]
 */

const DELAYS = [1_000, 2_000];
const LONGEST = 3_000;
const SILENT = 20_000;
/** Pattern of a result: White's part and Black's part. Each may end in the minus sign of a draw. */
const RESULT = /^([^-]+-?)-(.+)$/;

/** @type {(tournament: string, after: number, handlers: Handlers, only?: string) => () => void} */
export function follow(tournament, after, handlers, only = "") {
  let last = after;
  let id = String(after);
  let tries = 0;
  let lost = false;
  /** @type {EventSource | null} */
  let source = null;
  let again = 0;
  let watch = 0;

  function open() {
    const { lang } = document.documentElement;
    const asked = `after=${id}&lang=${lang}${only && `&${only}`}`;
    source = new EventSource(`/api/v1/tournaments/${encodeURIComponent(tournament)}/events?${asked}`);
    source.onopen = () => {
      tries = 0;
      if (lost) handlers.back?.();
      lost = false;
    };
    source.onerror = reopen;
    source.addEventListener("line", hear);
    // a move that is now old enough for the spectators of a delayed tournament
    source.addEventListener("board", ({ data }) => handlers.game?.(JSON.parse(data), performance.now()));
    source.addEventListener("reload", handlers.reload ?? (() => location.reload()));
    source.addEventListener("alive", attend);
  }

  /** @type {(message: MessageEvent<string>) => void} */
  function hear(message) {
    const received = performance.now();
    /** @type {Line} */
    const line = JSON.parse(message.data);
    if (line.seq <= last) return;
    last = line.seq;
    id = message.lastEventId;
    if (line.game) handlers.game?.(line.game, received);
    handlers.line?.(line, received);
    if (watch) attend();
  }

  /** Start the time limit for the next message. A service that has sent `alive` once sends it regularly, so silence means a dead connection. */
  function attend() {
    clearTimeout(watch);
    watch = setTimeout(reopen, SILENT);
  }

  function reopen() {
    close();
    if (!lost) {
      lost = true;
      forgetTime();
      handlers.lost?.();
    }
    again = setTimeout(open, DELAYS[tries++] ?? LONGEST);
  }

  function close() {
    clearTimeout(watch);
    clearTimeout(again);
    watch = 0;
    source?.close();
  }

  open();
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => {
    if (event.persisted) open();
  });
  return close;
}

/** @type {(element: HTMLElement, game: Board, received?: number) => void} */
export function showGame(element, game, received = performance.now()) {
  const diagram = first("[data-diagram]", element);
  if (diagram) drawBoard(diagram, { fen: game.fen, last: game.last?.path, flipped: "flipped" in diagram.dataset });
  showClocks(element, game, received);
  const parted = RESULT.exec(game.result ?? "");
  for (const [place, side] of SIDES.entries()) {
    fill(element, `name="${side}"`, game.players[side].name);
    fill(element, `score="${side}"`, parted?.[place + 1] ?? "");
  }
  fill(element, "move", game.last ? `${Math.ceil(game.ply / 2)}${game.ply % 2 ? "." : "..."} ${game.last.move}` : "");
  fill(element, "result", game.result ?? "");
  fill(element, "halted", game.halted ? say(`halted_${game.halted}`) : "");
  element.dataset.state = stateOf(game);
}

/** @type {(game: Board) => State} */
export function stateOf(game) {
  if (game.result !== null) return "over";
  if (game.started === null) return "waiting";
  if (game.flag) return "flag";
  if (game.halted) return game.halted === "paper" ? "paper" : "halted";
  return game.owed ? "owed" : "playing";
}

/** @type {(element: HTMLElement, part: string, text: string) => void} */
function fill(element, part, text) {
  for (const place of all(`[data-${part}]`, element)) write(place, text);
}
