/**
 * Enters results from a heap of slips with one key for each board. A key chooses the result of the board that has the focus, and moves the
 * focus
 * to the next board. So the same key pressed again is for the next board. A key that is held down, or bounces, counts once. Postponed games
 * have
 * no slip, and are skipped. Without this script the results are chosen by tapping.
 *
 * Results are stored in the browser, under the URL of the page, and sent again until the service answers. A result that it did not record,
 * because it was refused or nobody was signed in, is filled in when the page is opened again, and is sent by a press.
 */

import { all } from "./dom.js";

const BOUNCE = 40;
const AGAIN = 3_000;
const PATIENCE = 8_000;
/** The name beside the stored results which says that the service has answered them. */
const ANSWERED = "";
const form = document.querySelector("form[data-slips]");
let last = { key: "", at: 0 };
/** The URL to which the results on this page are sent. A long round has several pages. */
const address = form instanceof HTMLFormElement ? form.action : "";

if (form instanceof HTMLFormElement) {
  /** @type {Record<string, string>} */
  const keys = JSON.parse(form.dataset.slips ?? "{}");
  const every = () => all("[data-slip]", form); // read anew each time: boards leave the list when others enter their results
  const lines = () => every().filter(({ dataset }) => dataset.slip !== "later");

  /** @type {(line: HTMLElement | undefined) => void} */
  const go = (line) => {
    const choice = line && (chosen(line) ?? choices(line)[0]);
    (choice ?? form.querySelector("button"))?.focus();
    line?.scrollIntoView({ block: "nearest" });
  };

  form.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLInputElement) || event.target.type !== "radio")
      return;
    const open = lines();
    const at = open.findIndex((line) => line.contains(event.target instanceof Node ? event.target : null));
    const line = open[at];
    const value = keys[event.key];
    if (!line || !(value || ["Backspace", "ArrowUp", "ArrowDown"].includes(event.key))) return;
    event.preventDefault();
    const bounced = event.repeat || (event.key === last.key && event.timeStamp - last.at < BOUNCE);
    last = { key: event.key, at: event.timeStamp };
    if (value && !bounced) {
      for (const choice of choices(line)) choice.checked = choice.value === value;
      go(open[at + 1]);
    } else if (event.key === "Backspace" && !bounced) {
      const back = chosen(line) ? line : (open[at - 1] ?? line);
      for (const choice of choices(back)) choice.checked = false;
      go(back);
    } else if (event.key === "ArrowUp") go(open[Math.max(at - 1, 0)]);
    else if (event.key === "ArrowDown") go(open[at + 1]);
  });
  const send = async () => {
    const boards = every().flatMap((line) => chosen(line) ?? []);
    const results = Object.fromEntries(boards.map(({ name, value }) => [name, value]));
    keep(results);
    const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const answer = await fetch(form.action, { method: "POST", body, redirect: "manual", signal: AbortSignal.timeout(PATIENCE) }).catch(
      () => null,
    );
    const done = lines().every(chosen) && form.dataset.done;
    if (answer?.type === "opaqueredirect") {
      keep({ ...results, [ANSWERED]: "yes" });
      return done ? location.assign(done) : location.reload();
    }
    const away = !answer || answer.status === 429 || answer.status >= 500;
    if (!away) {
      keep({});
      return form.submit(); // the service asks for a confirmation, which its page shows
    }
    const note = form.querySelector("[data-kept]");
    if (note instanceof HTMLElement) {
      note.textContent = (note.dataset.kept ?? "").replace("{count}", String(boards.length));
      note.hidden = false;
    }
    setTimeout(send, AGAIN);
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });

  const { [ANSWERED]: answered, ...stored } = kept();
  const waiting = Object.entries(stored).filter(([name, value]) => {
    const choice = form.querySelector(`input[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);
    if (choice instanceof HTMLInputElement) choice.checked = true;
    return choice !== null;
  });
  keep(Object.fromEntries(answered && waiting.length ? [...waiting, [ANSWERED, answered]] : waiting));
  if (waiting.length && !answered) send();
  go(lines().find((line) => !chosen(line)));
}

/** @type {() => Record<string, string>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(`arbiter slips ${address}`) ?? "{}");
  } catch {
    return {};
  }
}

/** @type {(results: Record<string, string>) => void} */
function keep(results) {
  try {
    if (Object.keys(results).length) localStorage.setItem(`arbiter slips ${address}`, JSON.stringify(results));
    else localStorage.removeItem(`arbiter slips ${address}`);
  } catch {
    // a private window stores nothing: the results last until the page is reloaded
  }
}

/** @type {(line: HTMLElement) => HTMLInputElement[]} */
function choices(line) {
  return [...line.querySelectorAll("input")].filter((input) => input.type === "radio");
}

/** @type {(line: HTMLElement) => HTMLInputElement | undefined} */
function chosen(line) {
  return choices(line).find((choice) => choice.checked);
}
