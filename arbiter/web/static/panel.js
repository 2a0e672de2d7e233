/**
 * Chooses what a tablet says below its board: the most important thing now, as a value. It neither touches the page nor reads the time;
 * tablet.js shows the value.
 *
 *   panelOf(table) -> {tone, title, said: [text, ...], answers: [key of a text, or {action, text}, ...]}
 *     tone    calm, turn, urgent, refused, done, still
 *     table   the state of tablet.js: {game, board, side, move, waiting, late, notice, unbound}. `move` is as in taps.js. `waiting`
 *             is the move that has not been answered. `notice` is {tone, text}, to be read once
 *   stateOf(game)  from live.js; `stillOf(game)`: returns whether no move may be played
 */

/** @import { Board, Owed, Reported, Result, Side, State } from "./shapes.js" */
/** @import { Table } from "./tablet_view.js" */

import { stateOf } from "./live.js";
import { OTHER, SIDES } from "./sides.js";
import { say } from "./words.js";

/**
 * @typedef {"calm" | "turn" | "urgent" | "refused" | "done" | "still"} Tone
 * @typedef {string | { action: string, text: string }} Asked  an answer to choose: the key of its text, or the text itself
 * @typedef {{ tone: Tone, title: string, said: string[], answers: Asked[] }} Panel
 * @typedef {Table & { game: Board }} Playing
 */

/** @type {(game: Board) => boolean} */
export function stillOf(game) {
  const state = stateOf(game);
  return !(state === "playing" || state === "owed" || (state === "halted" && game.halted === "outage"));
}

/** @type {(table: Table) => Panel} */
export function panelOf(table) {
  const { game, notice } = table;
  if (table.unbound) return panel("refused", say("unbound", table), [say("unbound_text")]);
  if (!game) return panel("still", say("no_game", table), [say("no_game_text")]);
  const shown = waits(heardOf(saidOf(game)({ ...table, game }), table, game), table, game);
  return notice ? { ...shown, tone: notice.tone, said: [notice.text, ...shown.said] } : shown;
}

/**
 * Return the panel with a sentence that an own claim waits, until the arbiter has answered it.
 * @type {(shown: Panel, table: Table, game: Board) => Panel}
 */
function waits(shown, { side }, { claims, result }) {
  const own = result === null && claims.some((claim) => side === null || claim.side === side);
  return own ? { ...shown, said: [...shown.said, say("claimed")] } : shown;
}

/** The answer that lets a player choose another result than the one chosen before. */
export const ANEW = "anew";
/**
 * Return the panel with the arbiter's answer to a dismissed claim, until the next move.
 * @type {(shown: Panel, table: Table, game: Board) => Panel}
 */
function heardOf(shown, { answer, side }, game) {
  if (!answer || game.result !== null) return shown;
  const said = say("claim_dismissed", { name: game.players[answer.side].name, reason: answer.reason });
  return { ...shown, tone: side === null || side === answer.side ? "refused" : shown.tone, said: [said, ...shown.said] };
}

const LOSERS = ["no_move", "resigned", "flag", "forfeit"];
/** @type {Record<State, (table: Playing) => Panel>} */
const SAID = { over, waiting: notStarted, flag, halted, paper, owed, playing };

/** @type {(game: Board) => (table: Playing) => Panel} */
function saidOf(game) {
  if (game.consent) return consent;
  if (!stillOf(game) && game.crown) return crown;
  if (game.objection?.choices.length) return objection;
  if (game.objection_waits) return objectionWaits;
  return SAID[stateOf(game)];
}

/** @type {(tone: Tone, title: string, said?: (string | null | false | undefined)[], answers?: Asked[]) => Panel} */
function panel(tone, title, said = [], answers = []) {
  return { tone, title, said: said.flatMap((text) => text || []), answers };
}

/** @type {(table: Playing) => Panel} */
function over({ game, side, places }) {
  const { because, because_text: why, result, winner } = game;
  const open = game.provisional && say("provisional");
  const own = SIDES.filter((one) => side === null || side === one);
  const then = places ? own.map((one) => say("ended", { name: game.players[one].name, place: places[one] })) : [say("waits_next")];
  if (winner === null) {
    const [white, black] = (result ?? "").split("-");
    return panel("done", `${result} · ${say(white === black && because === "forfeit" ? "both_lost" : "drawn")}`, [open, why, ...then]);
  }
  const lost = LOSERS.includes(because ?? "") ? say("because_of", { name: game.players[OTHER[winner]].name, because: why }) : why;
  return panel("done", `${result} · ${say("won", { name: game.players[winner].name })}`, [open, lost, ...then]);
}

/** @type {(table: Playing) => Panel} */
function notStarted({ game }) {
  if (game.postponed) return panel("still", say("put_off"), [say("put_off_until", { until: game.postponed })]);
  return panel("still", say("not_started"), [say("not_started_text")]);
}

/** @type {(table: Playing) => Panel} */
function flag(table) {
  const { flag, players } = table.game;
  if (!flag) return playing(table);
  return panel("refused", say("flag_title", { name: players[flag.side].name }), [say("flag_text")]);
}

/** @type {(table: Playing) => Panel} */
function halted(table) {
  const shown = panel("still", say(`halted_${table.game.halted}`), [say(`halted_${table.game.halted}_text`)]);
  return table.move.path.length ? playing(table) : shown;
}

/**
 * Return the panel of a board without moves, where the players report the result one after the other.
 * @type {(table: Playing) => Panel}
 */
function paper({ game, side, chosen, results }) {
  const { reported, ply } = game;
  if (!results.length || ply) return panel("still", say("halted_paper"), [say("hand_in_slip")]);
  const anew = chosen === ANEW;
  if (reported && !reported.objected && !anew) return reportedBy(game, reported, side);
  if (chosen && !anew && side === null)
    return panel(
      "urgent",
      say("both_confirm", { result: chosen }),
      [say("both_confirm_text")],
      [...SIDES.map((one) => confirms(game, one)), other("choose_other")],
    );
  const open = reported?.objected ? reported : null;
  return panel(
    open ? "refused" : "turn",
    say(open ? "not_agreed" : "halted_paper"),
    [open ? say("not_agreed_text", { name: game.players[open.side].name, result: open.result }) : say("report_text")],
    results.map((one) => ({ action: `chosen ${one.result}`, text: `${one.result} ${resultText(game, one)}`.trim() })),
  );
}

/** @type {(game: Board, one: Result) => string} */
function resultText(game, { result, winner }) {
  if (winner) return say("won", { name: game.players[winner].name });
  const [white, black] = result.split("-");
  return white === black ? say("drawn") : "";
}

/**
 * Return the panel after one side has reported a result. The other side confirms or objects, on its own tablet or a shared one.
 * @type {(game: Board, reported: Reported, side: Side | null) => Panel}
 */
function reportedBy(game, { side: by, result }, side) {
  const asked = OTHER[by];
  const facts = { name: game.players[by].name, other: game.players[asked].name, result };
  if (side === by) return panel("calm", say("reported_waits", facts), [say("reported_waits_text")], [other("choose_other")]);
  return panel(
    "urgent",
    say("reported_title", facts),
    [say("reported_text", facts)],
    [confirms(game, asked), { action: `disputed ${asked}`, text: say("disputes", facts) }],
  );
}

/** @type {(game: Board, side: Side) => Asked} */
function confirms(game, side) {
  return { action: `reported ${side}`, text: say("confirms", { name: game.players[side].name }) };
}

/** @type {(text: string) => Asked} */
function other(text) {
  return { action: `chosen ${ANEW}`, text: say(text) };
}

/**
 * Return the panel for a king that must be crowned before anything else is played (000 V).
 * @type {(table: Playing) => Panel}
 */
function crown(table) {
  const { game, side } = table;
  const { crown } = game;
  if (!crown) return playing(table);
  if (side !== null && side !== crown.side) return panel("calm", say("crown_waits", { name: game.players[crown.side].name }));
  return panel("urgent", say("crown_title", crown), [say("crown_text"), game.owed?.sentence], ["crown"]);
}

/**
 * Return the panel of an open objection: the side that objected chooses what happens to the move.
 * @type {(table: Playing) => Panel}
 */
function objection(table) {
  const { game, side } = table;
  const { objection } = game;
  if (!objection) return playing(table);
  const told = { move: objection.move, name: game.players[objection.by].name };
  if (side !== null && side !== objection.by) return panel("calm", say("objection_other", told), [objection.sentence]);
  return panel("urgent", say("objection_title", told), [objection.sentence, say("objection_text")], objection.choices);
}

/** @type {(table: Playing) => Panel} */
function objectionWaits({ game }) {
  const { name } = game.players[game.turn];
  return panel("calm", say("objection_other", { name, move: game.plays.at(-1)?.move ?? "" }), [say("objection_waits")]);
}

/** @type {(table: Playing) => Panel} */
function owed(table) {
  const { game, side, move, waiting } = table;
  const { owed } = game;
  if (!owed) return playing(table);
  const mine = side === null || side === owed.side;
  const count = ordinal(owed.count);
  if (!mine) return panel("calm", say("owed_other", { name: game.players[owed.side].name, move: owed.move }), [owed.sentence, count]);
  const title = waiting ? say("unconfirmed", waiting) : say("owed_title", owed);
  return panel("urgent", title, [
    owed.sentence,
    [owed.piece && say("owed_piece", owed), correct(owed)].filter(Boolean).join(" "),
    `${count}. ${say("clock_goes_on")}`,
    move.completed && say("completed", { move: move.text }),
  ]);
}

/**
 * Return the sentence about the correct moves or pieces, as far as the regulations show them to players.
 * @type {(owed: Owed) => string}
 */
function correct({ corrections, pieces }) {
  if (corrections.length) return say("owed_moves", { moves: corrections.map(({ move }) => move).join(", ") });
  return pieces.length ? say("owed_pieces", { pieces: pieces.join(", ") }) : "";
}

/** @type {(table: Playing) => Panel} */
function playing(table) {
  const { game, side, move, waiting, late } = table;
  const { name } = game.players[game.turn];
  if (waiting) return panel("turn", say("unconfirmed", waiting), [late && say("unconfirmed_text")]);
  const [offer] = game.offers;
  if (offer) return offered(table, offer.side);
  const declined = answered(table);
  if (side !== null && side !== game.turn) return panel("calm", say("their_turn", { name }), [declined, game.slow && say("slow")]);
  const title = say(side === null ? "side_to_move" : "your_turn", { name });
  if (game.slow && !move.path.length) return panel("urgent", title, [say("slow"), say("tap_piece")]);
  if (move.completed) return panel("turn", title, [say("completed", { move: move.text })]);
  if (move.path.length > 1) return panel("turn", title, [say("tap_confirm", { move: move.text })]);
  const [square] = move.path;
  return panel("turn", title, [declined, square === undefined ? say("tap_piece") : say("tap_square", { square })]);
}

/**
 * Return the sentence that the side's draw offer was declined, or answered by a move, until the side's next move.
 * @type {(table: Playing) => string | null}
 */
function answered({ game: { declined, players }, side }) {
  if (declined === null || side === OTHER[declined]) return null;
  return say("offer_declined", { name: players[OTHER[declined]].name });
}

/**
 * Return the panel for a ruling signed by an official who plays here, or whose family does. The opponent agrees, or waits for another
 * official.
 * @type {(table: Playing) => Panel}
 */
function consent(table) {
  const { side, game } = table;
  const { consent: asked } = game;
  if (!asked) return SAID[stateOf(game)](table);
  const names = (asked.side === null ? SIDES : [asked.side]).map((one) => game.players[one].name);
  const told = { by: asked.by, what: asked.what, name: names.join(" / ") };
  const kind = asked.asked ? "asked" : "consent";
  if (side !== null && asked.side !== null && side !== asked.side) return panel("calm", say(`${kind}_waits`, told));
  const actions = asked.asked ? ["consent", "refuse_consent"] : ["consent"];
  const answers = actions.map((action) => ({ action, text: say(action, told) }));
  return panel("urgent", say(`${kind}_title`, told), [say(`${kind}_text`, told)], answers);
}

/** @type {(table: Playing, by: Side) => Panel} */
function offered({ game, side }, by) {
  const asked = OTHER[by];
  if (side === by) return panel("calm", say("offer_waits", { name: game.players[asked].name }));
  const question = say("offer_question", { name: game.players[asked].name });
  const accept = side === null ? { action: "accept", text: say("accept_as", { name: game.players[asked].name }) } : "accept";
  return panel("urgent", say("offered_by", { name: game.players[by].name }), [question], [accept, "decline"]);
}

/** @type {(count: number) => string} */
function ordinal(count) {
  const rule = new Intl.PluralRules(document.documentElement.lang, { type: "ordinal" }).select(count);
  return say(["one", "two", "few"].includes(rule) ? `ordinal_${rule}` : "ordinal_other", { count });
}
