/**
 * What a tablet keeps of what the service has told it: the last line of the journal, and the game of its board. A service that comes back from
 * damage with fewer lines hears of that line, asks for the game, and an arbiter enters from it what is missing.
 *
 *   keeper(name) -> {head(), signed(), remember(game), answered(told), lost()}
 *       name             whose: another board has another
 *       head()           the line that the service is to look for, as it has told it: the signed head, or number and hash where those
 *                        are of a later line
 *       remember(game)   the service has told this
 *       signed()         the last head that the hall has signed for this device, empty before the first
 *       answered(told)   what it said to that line; the game to tell where it wants it, else null. `ahead`: the line is not there
 *
 *       lost()           the connection is gone: the service may be another one when it is back
 *
 * A game that is shorter or another one than was kept is believed only once the service has been heard on the line: after damage the page is told
 * of the loss before anybody can ask. Until the office has settled it, line and game stay as they are.
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
 * The number of the line that a head names, signed or not: "812-3f9a..." or "ah1.TOURNAMENT.812.3f9a...".
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
    return ""; // a private window keeps nothing
  }
}

/** @type {(name: string, text: string) => void} */
function store(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // as above: it lives as long as the page
  }
}
