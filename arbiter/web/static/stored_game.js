/**
 * Stores on a tablet the last journal line that the service has told it, and the game of its board. If the service has lost lines by
 * damage, it
 * learns of the line, asks for the game, and an arbiter enters the missing moves from it.
 *
 *   keeper(name) -> {head(), signed(), remember(game), answered(told), lost()}
 *       name             the name under which they are stored, one for each board
 *       head()           returns the line that the service is to look for: the signed head, or the number and the hash if these are
 *                        of a later line
 *       remember(game)   stores the game as the service has told it
 *       signed()         returns the last signed head that this device got; empty before the first one
 *       answered(told)   takes the service's response. Returns the game if the service asks for it, otherwise null.
 *                        `ahead`: the journal does not have the line
 *       lost()           says that the connection is lost: another service may answer next
 *
 * A game that is shorter than the stored one, or differs from it, replaces it only if the service has confirmed the line. So a service that
 * has
 * lost lines cannot erase the evidence. Until the office has decided, line and game stay as they are.
 */

/** @import { Board } from "./shapes.js" */

/**
 * @typedef {{ round: number, moves: string[], left_ms: number[] }} Kept
 * @typedef {{ head: string | null, signed?: string | null, ahead: boolean, wanted: boolean }} Told
 */

/**
 * @typedef {object} Keeper
 * @property {() => string} head
 * @property {() => string} signed
 * @property {(game: Board) => void} remember
 * @property {(told: Told) => Kept | null} answered
 * @property {() => void} lost
 */

/** @type {(name: string) => Keeper} */
export function keeper(name) {
  /** @type {Kept | null} */
  let kept = JSON.parse(stored(`${name} kept`) || "null");
  let head = stored(`${name} head`);
  let signed = stored(`${name} signed`);
  let heard = false;
  /** @type {Kept | null} */
  let latest = null;

  function keep() {
    if (!latest || !(heard || longer(latest, kept))) return;
    kept = latest;
    store(`${name} kept`, JSON.stringify(kept));
  }

  return {
    head: () => (lineOf(signed) >= lineOf(head) ? signed : head),
    signed: () => signed,
    remember({ round, moves, plays }) {
      latest = { round, moves, left_ms: plays.map((play) => play.left_ms) };
      keep();
    },
    answered({ head: line, signed: fresh, ahead, wanted }) {
      heard = !ahead;
      keep();
      if (line && !ahead) {
        head = line;
        store(`${name} head`, head);
      }
      if (fresh && !ahead) {
        signed = fresh;
        store(`${name} signed`, signed);
      }
      return wanted ? kept : null;
    },
    lost() {
      heard = false;
    },
  };
}

/**
 * Return the number of the line in a head, signed or not: "812-3f9a..." or "ah1.TOURNAMENT.812.3f9a...".
 * @type {(text: string) => number}
 */
function lineOf(text) {
  return Number(text.split(text.startsWith("ah1.") ? "." : "-")[text.startsWith("ah1.") ? 2 : 0] ?? 0);
}

/** @type {(now: Kept, before: Kept | null) => boolean} */
function longer(now, before) {
  if (before?.round !== now.round) return !before;
  return before.moves.every((move, ply) => move === now.moves[ply]);
}

/** @type {(name: string) => string} */
function stored(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return ""; // a private window stores nothing
  }
}

/** @type {(name: string, text: string) => void} */
function store(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // a private window stores nothing: the data last until the page is reloaded
  }
}
