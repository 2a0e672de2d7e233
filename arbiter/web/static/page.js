/**
 * A page that follows a tournament. The event stream updates its boards. All else is taken from the page itself, which is fetched again.
 *
 *   livePage({again, spread, shown})
 *       starts from the element `[data-live]`: data-tournament, data-after, data-round, data-wire (what to ask the event stream
 *       for), data-every (seconds after which the page is fetched in any case). `again(line)`: returns whether the line changes
 *       more of the page than its boards. If so, the page is fetched, and its `[data-fragment]`s are replaced. The fetch is delayed
 *       by up to *spread* ms, so that not all spectators fetch at once. `shown(element, game)`: is called for each element that
 *       shows a board.
 *
 * A fragment with `data-shape` is replaced only if its shape differs. The children of one with `data-list` are matched by `data-key`. An
 * element with `data-follows` names further kinds of lines after which the page is fetched. An element in which somebody is typing is not
 * replaced. If the fetched page needs another event stream, the page is loaded anew. Elements in boards: `[data-status]`, and those of
 * live.js.
 */

/** @import { Board, Line } from "./shapes.js" */

import { pageReceived } from "./clock.js";
import { all, first, write } from "./dom.js";
import { follow, showGame } from "./live.js";
import { say, told } from "./words.js";

/**
 * @typedef {object} Live
 * @property {(line: Line) => boolean} [again]
 * @property {number} [spread]
 * @property {(element: HTMLElement, game: Board) => void} [shown]
 */

/** The kinds of lines that change who meets whom, for everybody. A draft is visible only in the office until it is published. */
export const PAIRING = new Set(["RoundPaired", "RoundPublished", "RoundChanged", "RoundUndone"]);
const PAUSE = 250;
const AGAIN = 3_000;

/** Return the data of the element `[data-live]`: `tournament`, `after`, `round`, and on some pages `page` and `board`. */
export function liveFacts(page = document) {
  return first("[data-live]", page)?.dataset ?? {};
}

/** @type {(live: Live) => () => void} */
export function livePage({ again = () => false, spread = 0, shown = () => {} }) {
  const { tournament = "", after, wire = "", every } = liveFacts();
  let waiting = 0;

  /** @type {(game: Board, received: number) => void} */
  function tell(game, received) {
    for (const element of all(`[data-game="${game.round}/${game.board}"]`)) {
      showGame(element, game, received);
      for (const place of all("[data-status]", element)) write(place, statusOf(game));
      shown(element, game);
    }
  }

  const boards = () => first("[data-game]") !== undefined;

  function fetchSoon() {
    waiting ||= setTimeout(fetchPage, PAUSE + Math.random() * spread);
  }

  async function fetchPage() {
    waiting = 0;
    const answer = await fetch(location.href, { headers: { Accept: "text/html", "X-Follows": "1" } }).catch(() => null);
    if (answer?.redirected) return location.reload();
    if (answer?.status === 404) return location.assign(up());
    const received = performance.now();
    const text = answer?.ok ? await answer.text().catch(() => null) : null;
    if (text === null) {
      waiting ||= setTimeout(fetchPage, AGAIN + Math.random() * spread);
      return;
    }
    const page = new DOMParser().parseFromString(text, "text/html");
    if (liveFacts(page).wire !== liveFacts().wire || !replaceFragments(page)) return location.reload();
    document.title = page.title;
    tellGames(page, received);
  }

  /** Return the path to go to from the page of a round that was withdrawn. */
  function up() {
    return location.pathname.replace(/\/rounds\/.*/, "");
  }

  /** @type {(page: Document, received: number) => void} */
  function tellGames(page, received) {
    /** @type {Board[]} */
    const games = told("games", page) ?? [];
    for (const game of games) tell(game, received);
  }

  /** @type {(gone: boolean) => void} */
  const lost = (gone) => {
    for (const element of all("[data-lost]")) element.hidden = !gone;
    if (!gone && boards()) fetchSoon();
  };
  tellGames(document, pageReceived());
  if (every) setInterval(fetchSoon, Number(every) * 1000);
  scrollToMove();
  const handlers = {
    game: tell,
    /** @type {(news: Line) => void} */
    line(news) {
      if (again(news) || followed(news) || (news.board === null && boards())) fetchSoon();
    },
    lost: () => lost(true),
    back: () => lost(false),
  };
  follow(tournament, Number(after), handlers, wire);
  document.addEventListener("focusout", () => {
    if (first("[data-stale]")) fetchSoon();
  });
  return fetchSoon;
}

/** @type {(game: Board) => string} */
function statusOf(game) {
  if (game.because_text !== null) return game.because_text;
  if (game.started === null) return say(game.postponed ? "put_off" : "not_started");
  if (game.flag) return say("waits");
  if (game.halted) return say(["outage", "adjourned", "paper"].includes(game.halted) ? game.halted : "stopped");
  if (game.owed) return say(`owes_${game.owed.side}`);
  const [offer] = game.offers;
  return say(offer ? `offers_${offer.side}` : `moves_${game.turn}`);
}

/**
 * Return whether an element with `data-follows` names that kind of line, alone or with the line's board.
 * @type {(line: Line) => boolean}
 */
function followed({ kind, board }) {
  return all("[data-follows]").some(({ dataset }) => dataset.follows?.split(" ").some((one) => one === kind || one === `${kind}/${board}`));
}

/**
 * Replace the fragments. Return false if the fetched page has other fragments, so that it must be loaded anew.
 * @type {(page: Document) => boolean}
 */
function replaceFragments(page) {
  const old = all("[data-fragment]");
  const fresh = all("[data-fragment]", page);
  if (namesOf(old) !== namesOf(fresh)) return first("[data-stale]") !== undefined;
  for (const [place, element] of fresh.entries()) replace(old[place] ?? element, element);
  return true;
}

/** @type {(fragments: HTMLElement[]) => string} */
function namesOf(fragments) {
  return fragments.map(({ dataset }) => dataset.fragment).join();
}

/** @type {(old: HTMLElement, fresh: HTMLElement) => void} */
function replace(old, fresh) {
  delete old.dataset.stale;
  if (old.dataset.shape !== undefined && old.dataset.shape === fresh.dataset.shape) return;
  if ("list" in old.dataset) return replaceItems(old, fresh);
  if (inUse(old)) old.dataset.stale = "";
  else {
    pointAtChanges(old, fresh);
    old.replaceWith(document.adoptNode(fresh));
  }
  scrollToMove();
}

const LINES = ":is(tbody > tr, ol > li, ul > li)";

/**
 * Mark the lines that are new or changed, for a moment (site.css).
 * @type {(old: HTMLElement, fresh: HTMLElement) => void}
 */
function pointAtChanges(old, fresh) {
  const before = new Set(all(LINES, old).map(textOf));
  if (!before.size) return;
  for (const line of all(LINES, fresh)) if (!before.has(textOf(line))) line.classList.add("changed");
}

/**
 * Return the text of a line without its clocks, which change all the time.
 * @type {(line: HTMLElement) => string}
 */
function textOf(line) {
  const clocks = all("[data-clock]", line).map(({ textContent }) => textContent);
  return clocks.reduce((text, clock) => text.replace(clock, ""), line.textContent).replace(/\s+/g, " ");
}

/** Scroll a long score sheet to the move whose position is shown. If that is the present position, scroll to its end. */
function scrollToMove() {
  for (const tall of all("[data-tall]:not(:focus)")) {
    const shown = first("[aria-current]", tall);
    tall.scrollTop = shown && location.search ? shown.offsetTop - tall.clientHeight / 2 : tall.scrollHeight;
  }
}

/** @type {(old: HTMLElement, fresh: HTMLElement) => void} */
function replaceItems(old, fresh) {
  const kept = new Map(all(":scope > *", old).map((item) => [item.dataset.key, item]));
  const items = all(":scope > *", fresh).map((item) => {
    const own = kept.get(item.dataset.key);
    return own && (inUse(own) || own.textContent === item.textContent) ? own : document.adoptNode(item);
  });
  for (const item of kept.values()) if (!items.includes(item)) item.remove();
  for (const [place, item] of items.entries()) if (old.children[place] !== item) old.insertBefore(item, old.children[place] ?? null);
}

/** @type {(element: HTMLElement) => boolean} */
function inUse(element) {
  return element.contains(document.activeElement) || all("input, textarea", element).some(changed);
}

/** @type {(element: HTMLElement) => boolean} */
function changed(element) {
  if (element instanceof HTMLTextAreaElement) return element.value !== element.defaultValue;
  if (!(element instanceof HTMLInputElement)) return false;
  return ["radio", "checkbox"].includes(element.type) ? element.checked !== element.defaultChecked : element.value !== element.defaultValue;
}
