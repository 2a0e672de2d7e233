/**
 * The tablet at a board: what it knows, what was tapped, and what it still has to say to the service. Everything shown follows from `table`;
 * every message of the service and every tap changes it and draws anew. No page is loaded while a game is on.
 */

import { drawBoard, piecesOf } from "./board.js";
import { drawClocks, pageReceived, showClocks } from "./clock.js";
import { follow, stateOf } from "./live.js";
import { outbox } from "./outbox.js";
import { panelOf, stillOf } from "./panel.js";
import { entered, sentText, tap } from "./taps.js";
import { say, told } from "./words.js";

const PATIENT = 1_500;
const page = told("tablet");
const $ = (id) => document.getElementById(id);

const table = {
  tournament: page.tournament,
  board: page.board,
  side: page.side,
  round: page.game?.round ?? page.paired,
  game: page.game,
  bottom: page.side ?? "white",
  taps: [],
  completing: true,
  move: entered([], []),
  waiting: null,
  late: false,
  notice: null,
  unbound: false,
  wire: { lost: false, waiting: 0, sentence: "" },
};
let received = pageReceived();
let spoken = "";

const box = outbox(`arbiter ${table.tournament} ${table.board} ${table.side ?? ""}`, { answered, changed });

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

function apply(game, when = performance.now()) {
  const before = table.game;
  if (before && before.round === game.round && game.version < before.version) return;
  const same = before?.round === game.round && before.fen === game.fen && before.ply === game.ply;
  if (same && before.legal && !game.legal) game.legal = before.legal;
  if (!same) clear();
  if (before?.round === game.round && game.ply > before.ply) announce(game);
  table.round = game.round;
  table.game = game;
  received = when;
  if (game.last && table.waiting && game.ply > table.waiting.ply) table.waiting = null;
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
  const { path, move } = game.last;
  const side = say(game.turn === "white" ? "black" : "white");
  speak(say(move.includes("-") ? "spoken_step" : "spoken_capture", { side, from: path[0], to: path.at(-1) }));
}

// what the tablet says

function send(what, body, more = {}) {
  box.put({ address: `${at()}/${what}`, body, ...more });
}

function play() {
  const { path, text } = table.move;
  if (path.length < 2 || table.waiting) return;
  const { ply } = table.game;
  table.waiting = { move: text, path, ply };
  table.notice = null;
  send("moves", { move: sentText(path, text), ply }, { played: table.waiting });
  setTimeout(() => table.waiting && ((table.late = true), draw()), PATIENT);
  draw();
}

function answered(item, status, body) {
  if (item.played) {
    table.waiting = null;
    table.late = false;
  }
  if (status === 200) {
    const current = item.address.startsWith(`${at()}/`);
    if (current) apply(body);
    if (item.address.endsWith("/claims")) notify("turn", say("claimed"));
  } else {
    clear();
    if (body?.code === "stale_ply") notify("refused", say("stale"));
    else if (!body?.owed && body?.code !== "flag_pending") notify("refused", body?.detail ?? "");
    refresh();
  }
  draw();
}

function changed(wire) {
  table.wire = { ...table.wire, waiting: wire.reached && !wire.sentence ? 0 : wire.waiting, sentence: wire.sentence };
  draw();
}

// what was tapped

function clear() {
  table.taps = [];
  table.completing = true;
  table.move = entered([], []);
}

function tapped(name) {
  const { game } = table;
  const legal = game.legal ?? [];
  const { taps, hint } = tap(table.taps, name, { pieces: piecesOf(game.fen), turn: game.turn, legal });
  table.notice = hint ? { tone: "turn", text: say(hint) } : null;
  if (taps !== table.taps) table.completing = true;
  take(taps);
}

function undo() {
  table.notice = null;
  if (table.move.completed) {
    table.completing = false;
    take(table.taps);
  } else {
    table.completing = false;
    take(table.taps.slice(0, -1));
  }
}

function take(taps) {
  table.taps = taps;
  table.move = entered(taps, table.game.legal ?? [], table.completing);
  draw();
}

function notify(tone, text) {
  table.notice = text ? { tone, text } : null;
}

// what is seen

function tappable() {
  const { game, side, waiting, unbound } = table;
  return game && !unbound && !waiting && !stillOf(game) && (side === null || side === game.turn);
}

function draw() {
  const { game } = table;
  const here = $("table");
  here.dataset.bottom = table.bottom;
  here.dataset.state = game ? stateOf(game) : "none";
  here.dataset.turn = game && !stillOf(game) ? game.turn : "";
  $("round").textContent = game ? say("round", game) : "";
  if (game) drawGame(game);
  drawPanel();
  drawWire();
  const open = tappable();
  $("undo").disabled = !open || !table.taps.length;
  $("confirm").disabled = !open || table.move.path.length < 2;
  $("confirm").textContent = table.move.text ? say("confirm_move", { move: table.move.text }) : say("confirm");
  const running = game && !stillOf(game) && !table.unbound;
  $("draw").disabled = $("resign").disabled = !running;
  $("call").disabled = !game || Boolean(game.calls.length) || table.unbound;
  $("call").textContent = say(game?.calls.length ? "called" : "call");
}

function drawGame(game) {
  const open = tappable();
  const shown = table.waiting?.path ?? table.move.path;
  drawBoard($("board"), {
    fen: game.fen,
    last: game.last?.path,
    flipped: table.bottom === "black",
    onTap: open ? tapped : null,
    marks: marksOf(game, shown),
    ghost: shown.length > 1 ? { from: shown[0], to: shown.at(-1) } : undefined,
  });
  showClocks($("table"), game, received);
  for (const side of ["white", "black"]) {
    const name = document.querySelector(`[data-name="${side}"]`);
    name.textContent = game.players[side].name;
    const count = game.irregular[side];
    document.querySelector(`[data-irregular="${side}"]`).textContent = count ? say("irregular_count", { count }) : "";
  }
}

function marksOf(game, shown) {
  const marks = {};
  const mark = (name, word) => (marks[name] = `${marks[name] ?? ""} ${word}`);
  shown.forEach((name, at) => mark(name, at < table.taps.length ? "tapped" : "path"));
  for (const name of table.move.taken) mark(name, "taken");
  if (game.owed?.piece && stateOf(game) === "owed") mark(game.owed.piece, "bound");
  return marks;
}

function drawPanel() {
  const { tone, title, said, answers } = panelOf(table);
  const whole = JSON.stringify([tone, title, said, answers]);
  if (whole === $("panel").dataset.whole) return;
  $("panel").dataset.whole = whole;
  $("panel").dataset.tone = tone;
  $("title").textContent = title;
  $("said").replaceChildren(...said.map((text) => element("p", { textContent: text })));
  $("answers").replaceChildren(
    ...answers.map(([key, action], at) => {
      const button = element("button", { type: "button", textContent: say(key), className: at ? "" : "main", id: action });
      button.addEventListener("click", () => answer(action === "accept"));
      return button;
    }),
  );
  speak([title, ...said].join(" "));
}

function drawWire() {
  const { lost, waiting, sentence } = table.wire;
  const moves = box.waiting().every((item) => item.played);
  const text = waiting ? sentence || say(moves && waiting === 1 ? "waiting_one" : "waiting_many", { count: waiting }) : lost ? say("lost") : "";
  $("wire").hidden = !text;
  if ($("wire").textContent !== text) $("wire").textContent = text;
}

/** Moves, questions and answers in words, to those who do not see the board; a sentence said is not said again. */
function speak(text) {
  const move = spoken && performance.now() - spoken.at < 300 ? `${spoken.text} ` : "";
  spoken = { text: move + text, at: performance.now() };
  $("spoken").textContent = spoken.text;
}

function element(kind, properties) {
  return Object.assign(document.createElement(kind), properties);
}

// what the buttons do

function sideNamed(side) {
  return side ? { side } : {};
}

function answer(accept) {
  const by = table.game.offers[0]?.side;
  send("answers", { accept, ...sideNamed(by === "white" ? "black" : "white") });
}

$("undo").addEventListener("click", undo);
$("confirm").addEventListener("click", play);
$("turn").addEventListener("click", () => {
  table.bottom = table.bottom === "white" ? "black" : "white";
  draw();
});

$("draw").addEventListener("click", () => {
  const { game, side } = table;
  $("offer").textContent = side ? say("offer") : say("offered_by", { name: game.players[game.turn].name });
  $("draw-dialog").showModal();
});
$("offer").addEventListener("click", () => {
  $("draw-dialog").close();
  send("offers", sideNamed(table.side ?? table.game.turn));
});
$("claim").addEventListener("click", () => {
  const ground = [$("ground").value, $("ground-text").value.trim()].filter(Boolean).join(": ");
  if (!ground) return $("ground-text").focus();
  $("draw-dialog").close();
  $("ground-text").value = "";
  send("claims", { ground, ...sideNamed(table.side ?? table.game.turn) });
});

$("resign").addEventListener("click", () => {
  for (const button of document.querySelectorAll("[data-resign]")) {
    const side = button.dataset.resign;
    button.hidden = table.side !== null && table.side !== side;
    button.textContent = say("resign_as", { name: table.game.players[side].name, side: say(side) });
  }
  $("resign-dialog").showModal();
});
for (const button of document.querySelectorAll("[data-resign]"))
  button.addEventListener("click", () => {
    $("resign-dialog").close();
    send("resignations", { side: button.dataset.resign });
  });

$("call").addEventListener("click", () => $("call-dialog").showModal());
$("send-call").addEventListener("click", () => {
  $("call-dialog").close();
  send("calls", { reason: $("reason").value.trim(), ...sideNamed(table.side) });
  $("reason").value = "";
});

// and off it goes

const kept = box.waiting().find((item) => item.played && item.address.startsWith(`${at()}/`));
if (kept) table.waiting = kept.played;
draw();
drawClocks();
follow(table.tournament, page.after, {
  line: heard,
  lost: () => {
    table.wire.lost = true;
    draw();
  },
  back: () => {
    table.wire.lost = false;
    box.nudge();
    refresh().then(() => seek(table.round + 1));
    draw();
  },
});
navigator.wakeLock?.request("screen").catch(() => {});
