/**
 * The tablet at a board: its state, the taps, and the messages that it still has to send. Every message of the service and every tap
 * changes
 * `table`, and tablet_view.js draws it anew. No page is loaded during a game, so that a lost connection does not empty the screen.
 */

/** @import { Answered, Changed, Item, Played } from "./outbox.js" */
/** @import { Tone } from "./panel.js" */
/** @import { Board, Here, Line, Side, TabletPage } from "./shapes.js" */
/** @import { Answer, Table } from "./tablet_view.js" */
/** @import { Entered } from "./taps.js" */

import { announcements } from "./announcements.js";
import { geometry, piecesOf, positionWords } from "./board.js";
import { offerHand } from "./button_side.js";
import { pageReceived } from "./clock.js";
import { $, all, first, write } from "./dom.js";
import { keepTime, report, stamp, time } from "./hall_time.js";
import { follow } from "./live.js";
import { outbox, post } from "./outbox.js";
import { ANEW, stillOf } from "./panel.js";
import { OTHER, SIDES } from "./sides.js";
import { offerSound, sound } from "./sound.js";
import { keeper } from "./stored_game.js";
import { drawTable, irregularClaimable, speak, speakAgain, tappable, undoable } from "./tablet_view.js";
import { entered, jumps, sentText, tap } from "./taps.js";
import { offerTyping } from "./typing.js";
import { say, told } from "./words.js";

const PATIENCE = 1_500;
const SHOWN = 30;
const ENDS = new Set(["GameEnded", "ResultCorrected"]);
/**
 * The kinds of lines after which a player may have to agree to a ruling. The ruling comes only with the response to the tablet's own
 * request.
 */
const SIGNED_FIRST = new Set(["RulingProposed", "PositionProposed", "FirstSigned"]);
/** @type {TabletPage | null} */
const page = told("tablet");
if (!page) throw new TypeError("the page does not say whose tablet this is");

/** @type {Table} */
const table = {
  tournament: page.tournament,
  board: page.board,
  side: page.side,
  version: page.version,
  results: page.results,
  chosen: null,
  answer: page.answer,
  places: page.places,
  game: page.game,
  received: pageReceived(),
  bottom: page.side ?? "white",
  taps: [],
  touched: { ply: -1, names: [] },
  completing: true,
  move: entered([], []),
  waiting: null,
  late: false,
  notice: null,
  unbound: false,
  behind: false,
  wire: { lost: false, waiting: 0, moves: true, sentence: "" },
};

const own = `arbiter ${table.tournament} ${table.board} ${table.side ?? ""}`;
const box = outbox(own, { answered, changed });
const keeping = keeper(own);

function draw() {
  drawTable(table, { tapped, answer });
}

// Messages of the service

/** Return the URL of the game at this board, for requests about it. */
function at() {
  return `${here("rounds")}/${table.game?.round}/boards/${table.board}`;
}

/** @type {(what: string) => string} */
function here(what) {
  return `/api/v1/tournaments/${encodeURIComponent(table.tournament)}/${what}`;
}

/**
 * Show the board as it is after journal line *version*. Responses and messages overtake each other: if one is older than what is shown, it
 * is
 * ignored, even if it is about another round.
 * @type {(now: Partial<Here> & { version: number, game: Board | null }, received?: number) => void}
 */
function apply(
  { version, game, bound = true, results = table.results, places = table.places, answer: told },
  received = performance.now(),
) {
  if (version < table.version) return;
  const before = table.game?.round === game?.round ? table.game : null;
  const same = before !== null && before.fen === game?.fen && before.ply === game?.ply;
  if (game && same && before.legal && !game.legal) game.legal = before.legal;
  if (game?.crown && crowning()) game.crown = null;
  if (!same) clear();
  if (game && before && game.ply > before.ply) announce(game);
  if (!before || !game || game.ply > (table.waiting?.ply ?? game.ply)) table.waiting = null;
  if (!before || version > (table.notice?.version ?? version)) table.notice = null;
  if (!before) table.chosen = null;
  const answer = told === undefined && same ? table.answer : (told ?? null);
  Object.assign(table, { version, game, received, results, answer, places, unbound: !bound });
  if (game) keeping.remember(game);
  if (game?.flag && before?.flag?.proposal !== game.flag.proposal) report();
  // the legal moves may arrive after the first taps, whose meaning is then worked out anew
  if (same && table.taps.length) table.move = meant(table.taps, table.completing);
  draw();
  playAtOnce();
}

let asking = false;
let again = false;

/** Ask the service for the game at this board, with one request at a time, until it has answered. */
async function refresh() {
  again = asking;
  if (asking) return;
  asking = true;
  const now = await fetched();
  asking = false;
  if (now) apply(now);
  if (again) refresh();
  else if (!now && !table.wire.lost) setTimeout(refresh, PATIENCE);
}

/** @type {() => Promise<Here | undefined>} */
async function fetched() {
  const mine = { headers: { "X-Arbiter-Tablet": "1" }, cache: /** @type {const} */ ("no-store") };
  const response = await fetch(here(`boards/${table.board}`), mine).catch(() => null);
  return response?.ok ? response.json().catch(() => undefined) : undefined;
}

/** @type {(line: Line) => void} */
function heard(line) {
  if (ENDS.has(line.kind) && line.board !== table.board && table.game?.result) refresh(); // the last result ends the tournament
  if (line.board !== null && line.board !== table.board) return;
  const game = line.round === table.game?.round ? line.game : null;
  const asked = table.game?.consent;
  if (game) apply({ version: game.version, game: asked ? { ...game, consent: asked } : game, bound: !table.unbound });
  if (!game || game.result || asked || SIGNED_FIRST.has(line.kind) || needed()) refresh();
}

/** Return whether the legal moves are missing. They come only with the response to the tablet's own request. */
function needed() {
  return table.game && !stillOf(table.game) && !table.game.legal;
}

/** @type {(game: Board) => void} */
function announce(game) {
  if (table.side !== OTHER[game.turn]) sound("move");
  if (!game.last) return;
  const { path, move } = game.last;
  const facts = { side: say(OTHER[game.turn]), from: path[0], to: path.at(-1) };
  speak(say(move.includes("-") ? "spoken_step" : "spoken_capture", facts));
}

// Messages of the tablet

/** @type {(what: string, body: Item["body"], more?: { played?: Played }) => void} */
function send(what, body, more = {}) {
  notify("turn", "");
  box.put({ address: `${at()}/${what}`, body, ...more });
}

function play() {
  const { game } = table;
  const { path, text } = table.move;
  if (!game || path.length < 2 || table.waiting) return;
  const { ply } = game;
  const played = { move: text, path, ply };
  Object.assign(table, { waiting: played, late: false });
  const touched = game.touch_move && table.touched.ply === ply && { touched: table.touched.names.join(" ") };
  send("moves", { move: sentText(path, text), ply, ...touched, ...stamp() }, { played });
  setTimeout(() => {
    table.late = table.waiting === played;
    draw();
  }, PATIENCE);
  if (["confirm", "typed"].includes(document.activeElement?.id ?? "")) toBoard();
  draw();
}

/** @type {(told: import("./stored_game.js").Told) => void} */
function heardOf(told) {
  const kept = keeping.answered(told);
  if (told.ahead && !table.behind) {
    // the service has lost lines: play goes on from what it shows, and what it had said before stays in the device's journal
    if (keeping.signed()) box.note({ lost: keeping.signed() });
    table.version = 0;
    refresh();
  }
  table.behind = told.ahead;
  if (kept) post({ address: here(`boards/${table.board}/kept`), body: kept });
}

/** Move the focus back to the board: to the square to which the piece moved, or to the square that had it before. */
function toBoard() {
  const landed = table.waiting?.path.at(-1);
  first(landed ? `#board [data-square="${landed}"]` : '#board [tabindex="0"]')?.focus({ preventScroll: true });
}

/** Return whether the opponent's king has been crowned on this tablet. Then the next move may follow at once, even without the service. */
function crowning() {
  return box.waiting().some(({ address }) => address === `${at()}/crowns`);
}

/** @type {Answered} */
function answered(item, status, body) {
  if (item.played) table.waiting = null;
  if (item.address.endsWith("/touches")) {
    refresh(); // the response to a touch says nothing to the player
    return;
  }
  if (status === 200) report();
  if (!item.address.startsWith(`${at()}/`)) return draw();
  if (status === 200) {
    if (body) apply({ version: body.version, game: body });
    else refresh(); // the service was stopped in the middle of its response
    if (item.address.includes("/results")) table.chosen = null;
    // the game itself shows a claim of a draw, until it is answered
    if (item.address.endsWith("/claims") && !body?.claims.length) notify("turn", say("claimed"));
    if (item.address.endsWith("/appeals")) notify("turn", say("appealed"));
    if (table.notice && body) table.notice.version = body.version;
  } else {
    clear();
    if (body?.code === "stale_ply") notify("refused", say("stale"));
    else if (body?.recorded) notify("refused", say("late_recorded", body.recorded));
    else if (!body?.owed && body?.code !== "flag_pending") notify("refused", body?.detail ?? "");
    refresh();
  }
  draw();
}

/** @type {Changed} */
function changed({ waiting, done, sentence }) {
  const moves = box.waiting().every((item) => item.played !== undefined);
  table.wire = { ...table.wire, waiting: done ? 0 : waiting, moves, sentence };
  if (done && !waiting && table.game?.flag) report();
  draw();
}

/** @type {Answer} */
function answer(action) {
  const { crown, objection, offers } = table.game ?? {};
  const [verb, which = ""] = action.split(" ");
  if (verb === "chosen") return choose(which);
  if (verb === "reported") return send("results", { result: table.chosen ?? table.game?.reported?.result, side: which });
  if (verb === "disputed") return send("results/objections", { side: which });
  if (action === "consent" || action === "refuse_consent")
    return send("consents", { proposal: table.game?.consent?.proposal, agree: action === "consent" });
  if (action === "crown") {
    send("crowns", { side: crown?.side });
    if (table.game) table.game.crown = null;
    return draw();
  }
  if (objection?.choices.includes(action)) return send("objections", { choice: action, side: objection.by });
  for (const { side } of offers ?? []) send("answers", { accept: action === "accept", side: OTHER[side] });
}

/**
 * Choose the result of a game without moves. A player's own tablet reports it at once. On a shared tablet both players press theirs.
 * @type {(result: string) => void}
 */
function choose(result) {
  table.chosen = result;
  if (result !== ANEW && table.side) send("results", { result, side: table.side });
  draw();
}

// Taps

function clear() {
  Object.assign(table, { taps: [], completing: true, move: entered([], []) });
}

/** @type {(name: string) => void} */
function tapped(name) {
  const { game } = table;
  if (!game) return;
  const pieces = piecesOf(game.fen);
  if (pieces.get(name)?.side === game.turn) touch(name, game.ply);
  const { taps, hint } = tap(table.taps, name, { pieces, turn: game.turn, legal: game.legal ?? [] });
  notify("turn", hint ? say(hint) : "");
  take(taps, table.completing || taps !== table.taps);
}

/** @type {(name: string, ply: number) => void} */
function touch(name, ply) {
  const names = table.touched.ply === ply ? table.touched.names : [];
  const { side, game } = table;
  if (!names.length && side !== null && game?.may_undo) box.put({ address: `${at()}/touches`, body: { ply, side } });
  table.touched = { ply, names: names.includes(name) ? names : [...names, name] };
}

/** Take back the completion of a capture first, then tap after tap. If moves are not confirmed, undo the last move. */
function undo() {
  notify("turn", "");
  if (undoable(table)) return send("undos", { side: table.game?.may_undo });
  take(table.move.completed ? table.taps : table.taps.slice(0, -1), false);
}

/**
 * Return the move that those taps mean on the present board.
 * @type {(taps: string[], completing: boolean) => Entered}
 */
function meant(taps, completing) {
  const { fen = "", legal = [] } = table.game ?? {};
  const { squares, sign } = geometry;
  return entered(taps, legal, completing, { jumped: jumps(taps, squares, piecesOf(fen)), sign });
}

/** @type {(taps: string[], completing: boolean) => void} */
function take(taps, completing) {
  Object.assign(table, { taps, completing, move: meant(taps, completing) });
  draw();
  playAtOnce();
}

/** Play a legal move after its last tap, if moves are not confirmed. Any other move waits for the button. */
function playAtOnce() {
  const { game, move } = table;
  const whole = move.path.join();
  if (game && !game.confirm_moves && tappable(table) && game.legal?.some(({ path }) => path.join() === whole)) play();
}

/** @type {(tone: Tone, text: string) => void} */
function notify(tone, text) {
  table.notice = text ? { tone, text } : null;
}

// Buttons

/** @type {(id: string, then: () => void) => void} */
function pressed(id, then) {
  $(id).addEventListener("click", then);
}

/**
 * Let the button call *then* with the game at the moment of the press.
 * @type {(id: string, then: (game: Board) => void) => void}
 */
function asked(id, then) {
  pressed(id, () => {
    if (table.game) then(table.game);
  });
}

/** @type {(id: string) => HTMLDialogElement} */
function dialog(id) {
  return $(id, HTMLDialogElement);
}

/** @type {(id: string) => HTMLInputElement} */
function input(id) {
  return $(id, HTMLInputElement);
}

/** @type {(game: Board) => Side} */
function mine(game) {
  return table.side ?? game.turn;
}

pressed("undo", undo);
pressed("confirm", play);
pressed("others", () => dialog("others-dialog").showModal());
/** @type {(id: string, then: () => void) => void} */
function aside(id, then) {
  pressed(id, () => {
    dialog("others-dialog").close();
    then();
  });
}
aside("turn", () => {
  table.bottom = OTHER[table.bottom];
  draw();
});
aside("type", () => $("typed").focus());
aside("say-clocks", sayClocks);
aside("say-position", sayPosition);
offerHand($("hand"), $("table"));
offerTyping(
  {
    typed: (names) => takeTyped(names),
    entered(names, text) {
      takeTyped(names);
      if (table.move.path.length > 1) return play();
      notify("refused", say("typed_unread", { text }));
      draw();
    },
    left() {
      takeTyped([]);
      toBoard();
    },
  },
  { k: sayClocks, p: sayPosition },
);

/** @type {(names: string[]) => void} */
function takeTyped(names) {
  if (!table.game || !tappable(table)) return;
  const [origin] = names;
  if (origin !== undefined) touch(origin, table.game.ply);
  notify("turn", "");
  take(names, true);
}

function sayClocks() {
  const { game } = table;
  if (!game) return;
  const said = SIDES.map((side) => {
    const [left, toGo] = ["left", "to-go"].map((what) => first(`[data-clock="${side}"] [data-${what}]`)?.textContent?.trim() ?? "");
    return say("spoken_clock", { side: say(side), left, more: toGo }).replace(/, $/, "");
  });
  speakAgain([...said, say("spoken_turn", { side: say(game.turn) })].join(". "));
}

function sayPosition() {
  if (table.game) speakAgain(positionWords(piecesOf(table.game.fen)));
}

asked("draw", ({ players, turn }) => {
  $("offer").textContent = table.side ? say("offer") : say("offered_by", { name: players[turn].name });
  dialog("draw-dialog").showModal();
});
asked("offer", (game) => {
  dialog("draw-dialog").close();
  send("offers", { side: mine(game) });
});
const choice = $("ground", HTMLSelectElement);
choice.addEventListener("change", () => {
  $("own-ground").hidden = choice.value !== "";
});
asked("claim", (game) => {
  const own = input("ground-text");
  const ground = choice.value || own.value.trim();
  if (!ground) return own.focus();
  const meant = document.getElementById("claim-move");
  const move = meant instanceof HTMLInputElement ? meant.value.trim() : "";
  dialog("draw-dialog").close();
  own.value = "";
  if (meant instanceof HTMLInputElement) meant.value = "";
  send("claims", { ground, side: mine(game), ...(move && { move }) });
});

asked("resign", ({ players }) => {
  for (const side of SIDES)
    for (const button of all(`[data-resign="${side}"]`)) {
      button.hidden = table.side === OTHER[side];
      button.textContent = say("resign_as", { name: players[side].name, side: say(side) });
    }
  dialog("resign-dialog").showModal();
});
for (const side of SIDES)
  for (const button of all(`[data-resign="${side}"]`))
    button.addEventListener("click", () => {
      dialog("resign-dialog").close();
      send("resignations", { side });
    });

asked("object", ({ may_object: side }) => send("objections", { side }));

/**
 * List the device's own journal, the latest entry first: time, the confirmed act, and the entry's hash, which the office has of a late
 * move.
 */
function listRecorded() {
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "medium" });
  const entries = box.journal().slice(-SHOWN).reverse();
  $("own-head").hidden = !keeping.signed();
  write($("own-head-text"), keeping.signed());
  $("own-journal", HTMLOListElement).replaceChildren(
    ...entries.map(({ text, chain }) => {
      const { address, body, lost, pressed, offset_ms: offset } = JSON.parse(text);
      const line = document.createElement("li");
      const what = lost ?? body.move ?? address.split("/").at(-1);
      line.textContent = `${time.format(pressed + offset)} · ${what} · ${chain.slice(0, 12)}`;
      return line;
    }),
  );
}

asked("call", (game) => {
  listRecorded();
  $("appeal").hidden = !game.may_appeal;
  $("claim-irregular").hidden = !irregularClaimable(game);
  $("claim-flag").hidden = !game.clock.calls_flags;
  $("appeal-side").hidden = table.side !== null;
  $("send-call", HTMLButtonElement).disabled = game.calls.length > 0;
  dialog("call-dialog").showModal();
});
pressed("send-appeal", () => {
  const chosen = document.querySelector('[name="appellant"]:checked');
  const side = table.side ?? (chosen instanceof HTMLInputElement && chosen.value);
  const written = $("grounds", HTMLTextAreaElement);
  const grounds = written.value.trim();
  if (!side || !grounds) return written.focus();
  const asks = $("asks", HTMLSelectElement).value;
  dialog("call-dialog").close();
  send("appeals", { side, grounds, ...(asks && { asks }) });
  written.value = "";
});
asked("claim-flag", () => {
  dialog("call-dialog").close();
  send("claims", { ground: "flag", ...(table.side && { side: table.side }) });
});
asked("claim-irregular", (game) => {
  dialog("call-dialog").close();
  send("claims", { ground: "irregular", side: mine(game) });
});
pressed("send-call", () => {
  const reason = input("reason");
  dialog("call-dialog").close();
  send("calls", { reason: reason.value.trim(), ...(table.side && { side: table.side }) });
  reason.value = "";
});

offerSound($("sound"));
/** Warn only of the running clock: the other side gets its own warning. */
document.addEventListener("clock-low", ({ target }) => {
  if (target instanceof Element && target.classList.contains("running")) sound("low");
});
document.addEventListener("clock-fallen", () => sound("flag"));

/** For a text field: the button that its Enter key presses, in place of the first button of the dialog. */
const BESIDE = { reason: "send-call", "ground-text": "claim" };
for (const [field, button] of Object.entries(BESIDE))
  $(field).addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    $(button).click();
  });

// Start

table.waiting = box.waiting().find((item) => item.played && item.address.startsWith(`${at()}/`))?.played ?? null;
draw();
if (table.game) keeping.remember(table.game);
keepTime(() => ({ seen: table.game?.version ?? page.version, waiting: box.waiting().length, head: keeping.head() }), heardOf);
const announced = announcements(table.tournament);
follow(table.tournament, page.version, {
  line(news) {
    announced(news);
    heard(news);
  },
  lost: () => {
    keeping.lost();
    table.wire.lost = true;
    draw();
  },
  back: () => {
    table.wire.lost = false;
    box.nudge();
    time();
    refresh();
    draw();
  },
});

/** Keep the screen on, if the browser allows it. It does not over plain HTTP. */
function stayAwake() {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();

// if the browser allows it: a page that says that the service cannot be reached
navigator.serviceWorker?.register("/worker.js").catch(() => {});
