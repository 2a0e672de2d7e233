/**
 * A page that follows a tournament: boards from what comes over the wire, everything else from the page itself, fetched again.
 *
 *   livePage({again, spread, shown, line})
 *       starts with the element `[data-live]` (data-tournament, data-after, data-round). `again(line)`: whether that line changes more of the
 *       page than its boards; then the page is fetched (after up to *spread* ms, so that a hall of spectators does not come at once) and
 *       its `[data-fragment]`s are put in the place of the old ones. `shown(element, game)`: more to do with an element that shows a board.
 *       `line(line)`: is told of every line.
 *
 * A fragment with `data-shape` is replaced only when its shape differs; the children of one with `data-list` are matched by `data-key`.
 * What has `data-follows` names further kinds of lines for which the page is fetched.
 * Nothing is replaced in which somebody is typing. Elements of boards: `[data-status]`, and what live.js fills.
 */

import { drawClocks, pageReceived } from "./clock.js";
import { follow, showGame } from "./live.js";
import { say, told } from "./words.js";

const PAUSE = 250;

export function livePage({ again = () => false, spread = 0, shown = () => {}, line = () => {} }) {
  const live = document.querySelector("[data-live]");
  const { tournament, after, round } = live.dataset;
  let waiting = 0;

  function tell(game, received) {
    for (const element of document.querySelectorAll(`[data-game="${game.round}/${game.board}"]`)) {
      showGame(element, game, received);
      for (const place of element.querySelectorAll("[data-status]")) write(place, statusOf(game));
      shown(element, game);
    }
  }

  async function tellAll() {
    const number = document.querySelector("[data-live]").dataset.round;
    if (!Number(number) || !document.querySelector("[data-game]")) return;
    const answer = await fetch(`/api/v1/tournaments/${encodeURIComponent(tournament)}/rounds/${number}`);
    const received = performance.now();
    if (answer.ok) for (const game of (await answer.json()).boards) tell(game, received);
  }

  function fetchSoon() {
    waiting ||= setTimeout(fetchPage, PAUSE + Math.random() * spread);
  }

  async function fetchPage() {
    waiting = 0;
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
    if (answer?.redirected) return location.reload();
    if (!answer?.ok) return;
    const received = performance.now();
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!replaceFragments(page)) return location.reload();
    document.title = page.title;
    live.dataset.round = page.querySelector("[data-live]").dataset.round;
    for (const game of JSON.parse(page.getElementById("games").textContent)) tell(game, received);
  }

  const lost = (gone) => {
    for (const element of document.querySelectorAll("[data-lost]")) element.hidden = !gone;
    if (!gone) tellAll();
  };
  const received = pageReceived();
  for (const game of told("games") ?? []) tell(game, received);
  drawClocks();
  scrollToMove();
  follow(tournament, after, {
    game: tell,
    line(news) {
      line(news);
      if (!news.game) tellAll();
      if (again(news) || followed(news)) fetchSoon();
    },
    lost: () => lost(true),
    back: () => lost(false),
  });
  document.addEventListener("focusout", () => document.querySelector("[data-stale]") && fetchSoon());
}

export function statusOf(game) {
  if (game.result !== null) return game.because_text ?? say(game.because);
  if (game.started === null) return say(game.postponed ? "put_off" : "not_started");
  if (game.flag) return say("waits");
  if (game.halted) return say(["outage", "adjourned"].includes(game.halted) ? game.halted : "stopped");
  if (game.owed) return say(`owes_${game.owed.side}`);
  if (game.offers.length) return say(`offers_${game.offers[0].side}`);
  return say(`moves_${game.turn}`);
}

export function write(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/** Whether something on the page waits for that kind of line: `data-follows` has kinds, each with its board where only that one matters. */
function followed({ kind, board }) {
  return [...document.querySelectorAll("[data-follows]")].some(({ dataset }) =>
    dataset.follows.split(" ").some((one) => one === kind || one === `${kind}/${board}`),
  );
}

/** False when the page has become another one, with other fragments. */
function replaceFragments(page) {
  const old = new Map([...document.querySelectorAll("[data-fragment]")].map((element) => [element.dataset.fragment, element]));
  const fresh = new Map([...page.querySelectorAll("[data-fragment]")].map((element) => [element.dataset.fragment, element]));
  if ([...old.keys()].join() !== [...fresh.keys()].join()) return document.querySelector("[data-stale]") !== null;
  for (const [name, element] of fresh) replace(old.get(name), element);
  return true;
}

function replace(old, fresh) {
  delete old.dataset.stale;
  if (old.dataset.shape !== undefined && old.dataset.shape === fresh.dataset.shape) return;
  if ("list" in old.dataset) return replaceItems(old, fresh);
  if (inUse(old)) old.dataset.stale = "";
  else old.replaceWith(document.adoptNode(fresh));
  scrollToMove();
}

/** A long score sheet shows the move whose position is shown; at the present, its end. */
function scrollToMove() {
  for (const tall of document.querySelectorAll("[data-tall]:not(:focus)")) {
    const shown = tall.querySelector("[aria-current]");
    tall.scrollTop = shown && location.search ? shown.offsetTop - tall.clientHeight / 2 : tall.scrollHeight;
  }
}

function replaceItems(old, fresh) {
  const kept = new Map([...old.children].map((item) => [item.dataset.key, item]));
  const items = [...fresh.children].map((item) => {
    const own = kept.get(item.dataset.key);
    return own && (inUse(own) || own.textContent === item.textContent) ? own : document.adoptNode(item);
  });
  for (const item of [...old.children]) if (!items.includes(item)) item.remove();
  items.forEach((item, place) => old.children[place] !== item && old.insertBefore(item, old.children[place] ?? null));
}

function inUse(element) {
  if (element.contains(document.activeElement)) return true;
  return [...element.querySelectorAll("input, textarea")].some((input) =>
    input.type === "radio" || input.type === "checkbox" ? input.checked !== input.defaultChecked : input.value !== input.defaultValue,
  );
}
