/**
 * Sound at the table, off until somebody taps the button for it (a browser plays none before a tap): a clock that runs low, a flag, a move
 * of the other side. The choice is kept on the device where the browser keeps anything.
 *
 *   offerSound(button)   the button that turns it on and off; `aria-pressed` says which
 *   sound(what)          "low", "flag" or "move"
 */

const KEPT = "arbiter sound";
/** Hertz, seconds, how often. */
const TONES = { low: [660, 0.12, 3], flag: [220, 0.7, 1], move: [990, 0.06, 1] };
const VOLUME = 0.2;

let context = null;

export function offerSound(button) {
  const show = () => button.setAttribute("aria-pressed", String(Boolean(context)));
  button.addEventListener("click", () => {
    if (context) silence();
    else wake();
    keep(context);
    show();
    sound("move");
  });
  if (kept()) document.addEventListener("pointerdown", (event) => button.contains(event.target) || (wake(), show()), { once: true });
  show();
}

export function sound(what) {
  if (!context) return;
  const [hertz, lasts, times] = TONES[what];
  for (let time = 0; time < times; time++) tone(hertz, context.currentTime + time * 2 * lasts, lasts);
}

function tone(hertz, at, lasts) {
  const source = new OscillatorNode(context, { frequency: hertz });
  const gain = new GainNode(context, { gain: VOLUME });
  gain.gain.setTargetAtTime(0, at + lasts, 0.02);
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + lasts + 0.2);
}

function wake() {
  context = new AudioContext();
}

function silence() {
  context.close();
  context = null;
}

function kept() {
  try {
    return localStorage.getItem(KEPT) === "on";
  } catch {
    return false;
  }
}

function keep(on) {
  try {
    if (on) localStorage.setItem(KEPT, "on");
    else localStorage.removeItem(KEPT);
  } catch {
    // a private window forgets it with the page
  }
}
