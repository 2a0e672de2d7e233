/**
 * The tablet at a board: what it knows, what was tapped, and what it still has to say to the service. Every message of the service and every
 * tap changes `table`, and table.js draws it anew. No page is loaded while a game is on, so that a lost connection blanks nothing.
 */

import { piecesOf } from "./board.js";
import { drawClocks, pageReceived } from "./clock.js";
import { keepTime, stamp, time } from "./hall_time.js";
import { follow, stateOf } from "./live.js";
import { outbox } from "./outbox.js";
import { stillOf } from "./panel.js";
import { offerSound, sound } from "./sound.js";
import { drawTable, irregularClaimable, speak } from "./table.js";
import { entered, jumps, sentText, tap } from "./taps.js";
import { say, told } from "./words.js";

const PATIENCE = 1_500;
const OTHER = { white: "black", black: "white" };
const page = told("tablet");
const $ = (id) => document.getElementById(id);

const table = {
  tournament: page.tournament,
  board: page.board,
  /** The side that this tablet was given; null: it lies between the players. */
  side: page.side,
  round: page.game?.round ?? page.paired,
  /** The board shape, and `performance.now()` when it came. */
  game: page.game,
  received: pageReceived(),
  bottom: page.side ?? "white",
  taps: [],
  /** The own pieces that were tapped in this ply, in order: the first that can move binds where touching does. */
  touched: { ply: -1, names: [] },
  completing: true,
  /** What the taps come to, and the move that has been sent and not been answered; `late` once that takes long. */
  move: entered([], []),
  waiting: null,
  late: false,
  notice: null,
  unbound: false,
  wire: { lost: false, waiting: 0, moves: true, sentence: "" },
};

const box = outbox(`arbiter ${table.tournament} ${table.board} ${table.side ?? ""}`, { answered, changed });

function draw() {
  drawTable(table, { tapped, answer });
}

// what the service says

function at(n = table.round) {
  return `/api/v1/tournaments/${encodeURIComponent(table.tournament)}/rounds/${n}/boards/${table.board}`;
}

/** The board of that round as it is now; null when it is not there, undefined when the service was not reached. */
async function fetched(n) {
  try {
    const response = await fetch(at(n), { headers: { "X-Arbiter-Tablet": "1" }, cache: "no-store" });
    if (response.status === 404) return null;
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

function apply(game, received = performance.now()) {
  const before = table.game;
  const again = before?.round === game.round;
  if (again && game.version < before.version) return;
  const same = again && before.fen === game.fen && before.ply === game.ply;
  if (same && before.legal && !game.legal) game.legal = before.legal;
  if (!same) clear();
  if (again && game.ply > before.ply) announce(game);
  if (!again || game.ply > (table.waiting?.ply ?? game.ply)) table.waiting = null;
  Object.assign(table, { game, received, round: game.round });
  // the legal moves may come after the first taps: what these come to is worked out anew
  if (same && table.taps.length) table.move = meant(table.taps, table.completing);
  draw();
}

async function refresh() {
  const game = await fetched(table.round);
  if (game === null) {
    table.game = null;
    clear();
    draw();
  } else if (game) {
    table.unbound = stateOf(game) === "playing" && !game.legal;
    apply(game);
  }
}

async function seek(n) {
  const game = await fetched(n);
  if (game) apply(game);
}

function heard(line) {
  if (line.board !== null && (line.board !== table.board || line.round !== table.round)) return;
  if (line.game) apply(line.game);
  if (line.kind === "RoundPaired") seek(line.round);
  else if (line.board === null || needed()) refresh();
}

/** The legal moves come with the tablet's own question only. */
function needed() {
  return table.game && !stillOf(table.game) && !table.game.legal;
}

function announce(game) {
  if (table.side !== OTHER[game.turn]) sound("move");
  const { path, move } = game.last;
  const told = { side: say(OTHER[game.turn]), from: path[0], to: path.at(-1) };
  speak(move.includes("-") ? say("spoken_step", told) : say("spoken_capture", told));
}

// what the tablet says

function send(what, body, more = {}) {
  notify("turn", "");
  box.put({ address: `${at()}/${what}`, body, ...more });
}

function play() {
  const { path, text } = table.move;
  if (path.length < 2 || table.waiting) return;
  const { ply } = table.game;
  const played = { move: text, path, ply };
  Object.assign(table, { waiting: played, late: false });
  const touched = table.game.touch_move && table.touched.ply === ply && { touched: table.touched.names.join(" ") };
  send("moves", { move: sentText(path, text), ply, ...touched, ...stamp() }, { played });
  setTimeout(() => {
    table.late = table.waiting === played;
    draw();
  }, PATIENCE);
  draw();
}

function answered(item, status, body) {
  if (item.played) table.waiting = null;
  if (!item.address.startsWith(`${at()}/`)) return draw();
  if (status === 200) {
    apply(body);
    if (item.address.endsWith("/claims")) notify("turn", say("claimed"));
    if (item.address.endsWith("/appeals")) notify("turn", say("appealed"));
  } else {
    clear();
    if (body?.code === "stale_ply") notify("refused", say("stale"));
    else if (!body?.owed && body?.code !== "flag_pending") notify("refused", body?.detail ?? "");
    refresh();
  }
  draw();
}

function changed({ waiting, done, sentence }) {
  const moves = box.waiting().every((item) => item.played);
  table.wire = { ...table.wire, waiting: done ? 0 : waiting, moves, sentence };
  draw();
}

function answer(action) {
  const { game } = table;
  if (action === "crown") return send("crowns", { side: game.crown.side });
  if (game.objection?.choices.includes(action)) return send("objections", { choice: action, side: game.objection.by });
  return send("answers", { accept: action === "accept", side: OTHER[game.offers[0].side] });
}

// what was tapped

function clear() {
  Object.assign(table, { taps: [], completing: true, move: entered([], []) });
}

function tapped(name) {
  const { game } = table;
  if (piecesOf(game.fen).get(name)?.side === game.turn) touch(String(name), game.ply);
  const { taps, hint } = tap(table.taps, name, { pieces: piecesOf(game.fen), turn: game.turn, legal: game.legal ?? [] });
  notify("turn", hint ? say(hint) : "");
  take(taps, table.completing || taps !== table.taps);
}

function touch(name, ply) {
  const names = table.touched.ply === ply ? table.touched.names : [];
  table.touched = { ply, names: names.includes(name) ? names : [...names, name] };
}

/** First the completion is taken back, then tap after tap. */
function undo() {
  notify("turn", "");
  take(table.move.completed ? table.taps : table.taps.slice(0, -1), false);
}

/** What those taps come to on the board as it is. */
function meant(taps, completing) {
  const { squares, sign } = told("squares");
  return entered(taps, table.game.legal ?? [], completing, { jumped: jumps(taps, squares, piecesOf(table.game.fen)), sign });
}

function take(taps, completing) {
  Object.assign(table, { taps, completing, move: meant(taps, completing) });
  draw();
}

function notify(tone, text) {
  table.notice = text ? { tone, text } : null;
}

// the buttons

function pressed(id, then) {
  $(id).addEventListener("click", then);
}

function mine() {
  return table.side ?? table.game.turn;
}

pressed("undo", undo);
pressed("confirm", play);
pressed("turn", () => {
  table.bottom = OTHER[table.bottom];
  draw();
});

pressed("draw", () => {
  const { game, side } = table;
  $("offer").textContent = side ? say("offer") : say("offered_by", { name: game.players[game.turn].name });
  $("draw-dialog").showModal();
});
pressed("offer", () => {
  $("draw-dialog").close();
  send("offers", { side: mine() });
});
$("ground").addEventListener("change", () => {
  $("own-ground").hidden = $("ground").value !== "";
});
pressed("claim", () => {
  const ground = $("ground").value || $("ground-text").value.trim();
  if (!ground) return $("ground-text").focus();
  $("draw-dialog").close();
  $("ground-text").value = "";
  send("claims", { ground, side: mine() });
});

pressed("resign", () => {
  for (const button of document.querySelectorAll("[data-resign]")) {
    const side = button.dataset.resign;
    button.hidden = table.side === OTHER[side];
    button.textContent = say("resign_as", { name: table.game.players[side].name, side: say(side) });
  }
  $("resign-dialog").showModal();
});
for (const button of document.querySelectorAll("[data-resign]"))
  button.addEventListener("click", () => {
    $("resign-dialog").close();
    send("resignations", { side: button.dataset.resign });
  });

pressed("object", () => send("objections", { side: table.game.may_object }));

pressed("call", () => {
  const { game, side } = table;
  $("appeal").hidden = !game.may_appeal;
  $("claim-irregular").hidden = !irregularClaimable(game);
  $("appeal-side").hidden = side !== null;
  $("send-call").disabled = Boolean(game.calls.length);
  $("call-dialog").showModal();
});
pressed("send-appeal", () => {
  const side = table.side ?? document.querySelector('[name="appellant"]:checked')?.value;
  const grounds = $("grounds").value.trim();
  if (!side || !grounds) return $("grounds").focus();
  const asks = $("asks").value;
  $("call-dialog").close();
  send("appeals", { side, grounds, ...(asks && { asks }) });
  $("grounds").value = "";
});
pressed("claim-irregular", () => {
  $("call-dialog").close();
  send("claims", { ground: "irregular", side: mine() });
});
pressed("send-call", () => {
  $("call-dialog").close();
  send("calls", { reason: $("reason").value.trim(), ...(table.side && { side: table.side }) });
  $("reason").value = "";
});

offerSound($("sound"));
/** Only the clock that runs: the other side's warning is the other side's. */
document.addEventListener("clock-low", ({ target }) => {
  if (target.classList.contains("running")) sound("low");
});
document.addEventListener("clock-fallen", () => sound("flag"));

/** The Enter key of a text means the button beside it, not the way back. */
for (const [field, button] of [["reason", "send-call"], ["ground-text", "claim"]])
  $(field).addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    $(button).click();
  });

// and off it goes

table.waiting = box.waiting().find((item) => item.played && item.address.startsWith(`${at()}/`))?.played ?? null;
draw();
drawClocks();
keepTime();
follow(table.tournament, page.after, {
  line: heard,
  lost: () => {
    table.wire.lost = true;
    draw();
  },
  back: () => {
    table.wire.lost = false;
    box.nudge();
    time();
    refresh().then(() => seek(table.round + 1));
    draw();
  },
});

/** Where the browser allows it (it does not over plain HTTP), the screen stays on. */
function stayAwake() {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
