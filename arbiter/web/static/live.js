/**
 * The journal's lines as they are written, over server-sent events; and boards on a page that follow them.
 *
 *   follow(tournament, after, handlers, only) -> stop()
 *       every line after number *after*, in order, none twice; *only*: what is asked for, "board=7" or "brief=1" (no boards). handlers (all optional):
 *         line(line, received)   {seq, at, kind, round, board, game}
 *         game(game, received)   the board shape that came with a line, when it was about one board
 *         lost()                 the connection is gone; it is tried again after 1, 2, 3, 3 ... s from the last line on
 *         back()                 it is there again
 *         reload()               too much has happened for single lines; if left out, the page is loaded anew
 *       *received* is `performance.now()` of the message, for clock.js.
 *   showGame(element, game, received)
 *       puts a board shape into *element*: the board into `[data-diagram]` (flipped when it has `data-flipped`), the clocks into
 *       `[data-clock="white"]` and `"black"`, texts into `[data-name="white"]`, `[data-score="white"]` and of Black, `[data-move]` (the last move, numbered),
 *       `[data-result]`, `[data-halted]`; and sets `data-state` on the element: waiting, playing, owed, halted, paper, flag, over.
 *   stateOf(game)
 *       that word
 */

/** @import { Board, Line, State } from "./shapes.js" */

import { drawBoard } from "./board.js";
import { showClocks } from "./clock.js";
import { all, first, write } from "./elements.js";
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
/** White's part of a result and Black's, of which either may end in the minus of a draw. */
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
    // a move that has become old enough for spectators of a delayed tournament
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

  /** Once the service has said that it is alive, its silence means that the connection is dead, though nobody has closed it. */
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
