/** The public pages: boards that follow the games, moves as they are played, and standings after each result. */

/** @import { Board } from "./shapes.js" */

import { timeText } from "./clock.js";
import { all, write } from "./dom.js";
import { liveFacts, livePage, PAIRING } from "./page.js";

const OF_A_BOARD = new Set(["MovePlayed", "DrawOffered", "DrawAnswered", "ArbiterCalled", "CallAnswered", "Noted", "PieceTouched"]);
/** The kinds of lines after which a game's page needs nothing but the board that comes with the line. */
const TOLD = new Set([...OF_A_BOARD, "GameEnded", "FlagFell", "DrawClaimed", "GamesStarted"]);
const SPREAD = 2000;
const { page, round, board } = liveFacts();

livePage({
  spread: SPREAD,
  again(line) {
    if (page === "whole" || page === "list") return !OF_A_BOARD.has(line.kind) && line.kind !== "IrregularMove";
    if (PAIRING.has(line.kind) || line.kind === "BallotDrawn") return true;
    return board !== undefined && line.board === Number(board) && line.round === Number(round) && !TOLD.has(line.kind);
  },
  shown(element, game) {
    if (board !== String(game.board)) return;
    element.dispatchEvent(new CustomEvent("shown", { detail: game }));
    const sheet = document.querySelector("[data-sheet]");
    if (sheet instanceof HTMLTableSectionElement) addMoves(sheet, game);
    for (const result of all("h1 [data-result]")) write(result, game.result ?? "");
  },
});

/**
 * Add the moves that the score sheet does not show yet: a message has the last few. A move that was taken back is struck through only when
 * the
 * page is fetched again.
 * @type {(sheet: HTMLTableSectionElement, game: Board) => void}
 */
function addMoves(sheet, game) {
  const count = sheet.querySelectorAll("a.move").length;
  const missing = game.plays.filter((play) => play.ply > count);
  if (missing[0] && missing[0].ply > count + 1) return location.reload();
  for (const play of missing) {
    const number = Math.ceil(play.ply / 2);
    const row = sheet.rows[number - 1] ?? emptyRow(sheet, number);
    const at = play.side === sheet.dataset.first ? 1 : 3;
    const link = document.createElement("a");
    link.className = "move";
    link.href = `?ply=${play.ply}`;
    link.textContent = play.move;
    row.cells[at]?.append(link);
    const time = row.cells[at + 1];
    if (game.clock.timed && time) time.textContent = timeText(play.left_ms);
  }
}

/** @type {(sheet: HTMLTableSectionElement, number: number) => HTMLTableRowElement} */
function emptyRow(sheet, number) {
  const row = sheet.insertRow();
  const head = document.createElement("th");
  head.scope = "row";
  head.className = "number";
  head.textContent = String(number);
  row.append(head);
  for (const name of ["", "number muted", "", "number muted"]) row.insertCell().className = name;
  return row;
}
