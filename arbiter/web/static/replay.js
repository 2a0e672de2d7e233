/**
 * Steps through a game without loading a page: by the buttons, the moves of the score sheet, the arrow keys, a swipe over the board, or by
 * itself.
 * The URL always names the position that is shown, so that a reader can pass it on. Without this script buttons and moves are links.
 *
 * The element `[data-replay]` contains the board (`.picture`) and the texts about the position: `[data-step]` links (-1, 1, "first",
 * "last"), the
 * button `[data-auto]`, `[data-position]` (a sentence about an earlier position; empty at the present one), `[data-worth]` (the computer's
 * evaluation).
 */

/** @import { Replay } from "./shapes.js" */

import { drawBoard, geometry } from "./board.js";
import { all, first, write } from "./dom.js";
import { liveFacts } from "./page.js";
import { say } from "./words.js";

const STEP_MS = 1_200;
const SWIPE_PX = 40;
/** The evaluation at which its bar is full, in hundredths of a man. */
const REACH = 400;
const SVG = "http://www.w3.org/2000/svg";

const { tournament = "", round, board } = liveFacts();
const here = `/api/v1/tournaments/${encodeURIComponent(tournament)}/rounds/${round}/boards/${board}`;
const place = first("[data-replay]");
const picture = place && first(".picture", place);
/** @type {Replay | null} */
let game = null;
/** A promise of the last step, so that steps follow one after the other. The first step loads the game. */
let steps = Promise.resolve();
/** @type {number[] | null} */
let scores = null;
let shown = Number(place?.dataset.replay);
let playing = 0;

/** @type {<T>(address: string) => Promise<T | null>} */
async function told(address) {
  const answer = await fetch(address).catch(() => null);
  return answer?.ok ? answer.json().catch(() => null) : null;
}

async function load() {
  game = await told(`${here}/replay`);
  if (place?.dataset.analysed === undefined || scores) return;
  /** @type {{ moments: { score: number }[] } | null} */
  const analysed = await told(`${here}/analysis`);
  scores = analysed?.moments.length ? [0, ...analysed.moments.map(({ score }) => score)] : null;
  weigh();
}

/** @type {(to: number) => Promise<void>} */
async function go(to) {
  if (!game || to >= game.positions.length) await load();
  if (!game || !picture || !place) return;
  const end = game.positions.length - 1;
  const ply = Math.min(Math.max(to, 0), end);
  const path = game.paths[ply - 1];
  const moved = ply === shown + 1 ? path : ply === shown - 1 ? [...(game.paths[ply] ?? [])].reverse() : [];
  if (ply === end) picture.dataset.diagram = "";
  else delete picture.dataset.diagram;
  // at the first step the page's picture becomes a board, with the position that the picture has
  if (!first("[data-square]", picture)) drawBoard(picture, { fen: game.positions[shown] ?? "", flipped: false });
  drawBoard(picture, { fen: game.positions[ply] ?? "", last: path, moved, flipped: false });
  shown = ply;
  point(path);
  for (const link of all("a.move")) {
    const current = plyOf(link) === ply;
    if (current) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
    if (current) inSight(link);
  }
  const note = first("[data-position]", place);
  if (note) write(note, ply === end ? "" : say("position_after", { ply, played: end }));
  weigh();
  const address = new URL(location.href);
  if (ply === end) address.searchParams.delete("ply");
  else address.searchParams.set("ply", String(ply));
  history.replaceState(null, "", address);
  if (ply === end) stop();
}

/** @type {(link: HTMLElement) => number} */
function plyOf(link) {
  return Number(new URLSearchParams(link.getAttribute("href")?.split("?")[1] ?? "").get("ply"));
}

/** @type {(link: HTMLElement) => void} */
function inSight(link) {
  const tall = link.closest("[data-tall]");
  if (tall) tall.scrollTop = link.offsetTop - tall.clientHeight / 2;
}

/**
 * Draw an arrow along the last move.
 * @type {(path: string[] | undefined) => void}
 */
function point(path = []) {
  if (!picture) return;
  first("svg.arrow", picture)?.remove();
  const spots = path.map((name) => geometry.squares[name] ?? [0, 0]);
  if (spots.length < 2) return;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "arrow");
  svg.setAttribute("viewBox", `0 0 ${geometry.size} ${geometry.size}`);
  svg.setAttribute("aria-hidden", "true");
  const [y = 0, x = 0] = spots.at(-1) ?? [];
  const [fromY = 0, fromX = 0] = spots.at(-2) ?? [];
  const long = Math.hypot(x - fromX, y - fromY) || 1;
  const [right, down] = [(x - fromX) / long, (y - fromY) / long];
  const tip = [x + 0.5 - right * 0.1, y + 0.5 - down * 0.1];
  const [tipX = 0, tipY = 0] = tip;
  const back = [tipX - right * 0.4, tipY - down * 0.4];
  const [backX = 0, backY = 0] = back;
  const line = document.createElementNS(SVG, "polyline");
  line.setAttribute(
    "points",
    [...spots.slice(0, -1).map(([row = 0, column = 0]) => `${column + 0.5},${row + 0.5}`), back.join()].join(" "),
  );
  const head = document.createElementNS(SVG, "polygon");
  head.setAttribute("points", `${tip} ${backX - down * 0.22},${backY + right * 0.22} ${backX + down * 0.22},${backY - right * 0.22}`);
  svg.append(line, head);
  picture.append(svg);
}

function weigh() {
  const worth = place && first("[data-worth]", place);
  const score = scores?.[shown];
  if (!worth || score === undefined) return;
  worth.hidden = false;
  const text = `${score > 0 ? "+" : score < 0 ? "−" : ""}${(Math.abs(score) / 100).toFixed(2)}`;
  write(first("[data-score]", worth) ?? worth, say("worth", { score: text }));
  first("rect.white", worth)?.setAttribute("width", String(50 + (50 * Math.min(Math.max(score, -REACH), REACH)) / REACH));
}

function stop() {
  clearInterval(playing);
  playing = 0;
  first("[data-auto]")?.setAttribute("aria-pressed", "false");
}

async function start() {
  first("[data-auto]")?.setAttribute("aria-pressed", "true");
  playing = setInterval(() => step("1"), STEP_MS);
  if (!game) await load();
  go(shown >= (game?.positions.length ?? 0) - 1 ? 0 : shown + 1);
}

/** @type {(step: string) => void} */
function step(by) {
  steps = steps.then(() => go(by === "first" ? 0 : by === "last" ? Number.MAX_SAFE_INTEGER : shown + Number(by)));
}

/** @type {(by: string) => void} */
function pressed(by) {
  stop();
  step(by);
}

/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "-1", ArrowRight: "1", Home: "first", End: "last" };

function listen() {
  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element)) return;
    const link = event.target.closest("a.move, [data-step], [data-auto]");
    if (!(link instanceof HTMLElement)) return;
    const { step: by, auto } = link.dataset;
    event.preventDefault();
    if (auto !== undefined) return playing ? stop() : start();
    if (by !== undefined) return pressed(by);
    stop();
    go(plyOf(link));
  });
  document.addEventListener("keydown", (event) => {
    const by = KEYS[event.key];
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
    if (!by || typing || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    pressed(by);
  });
  let from = 0;
  /** @type {(event: TouchEvent) => void} */
  const begin = ({ touches }) => {
    from = touches[0]?.clientX ?? 0;
  };
  picture?.addEventListener("touchstart", begin, { passive: true });
  picture?.addEventListener("touchend", ({ changedTouches }) => {
    const moved = (changedTouches[0]?.clientX ?? from) - from;
    if (Math.abs(moved) > SWIPE_PX) pressed(moved < 0 ? "1" : "-1");
  });
}

/**
 * Take a move that arrives while the present position is shown. The board has drawn it already.
 * @type {(now: import("./shapes.js").Board) => void}
 */
function arrived({ fen, ply, last }) {
  if (picture?.dataset.diagram === undefined || ply < shown) return;
  if (game) game.positions[ply] = fen;
  if (game && last) game.paths[ply - 1] = last.path;
  shown = ply;
  point(last?.path);
}

if (place && picture) {
  listen();
  place.addEventListener("shown", (event) => {
    if (event instanceof CustomEvent) arrived(event.detail);
  });
  point(place.dataset.last?.split(" ").filter(Boolean));
  if (place.dataset.analysed !== undefined) load();
}
