/**
 * Sound at the table, off until somebody taps the button for it (a browser plays none before a tap): a clock that runs low, a flag, a move
 * of the other side. The choice is kept on the device where the browser keeps anything.
 *
 *   offerSound(button)   the button that turns it on and off; `aria-pressed` says which
 *   sound(what)          "low", "flag" or "move"
 */

const KEPT = "arbiter sound";
const TONES = {
  low: { hertz: 660, seconds: 0.12, times: 3 },
  flag: { hertz: 220, seconds: 0.7, times: 1 },
  move: { hertz: 990, seconds: 0.06, times: 1 },
};
const VOLUME = 0.2;

/** @type {AudioContext | null} */
let context = null;

/** @type {(button: HTMLElement) => void} */
export function offerSound(button) {
  const show = () => button.setAttribute("aria-pressed", String(Boolean(context)));
  button.addEventListener("click", () => {
    if (context) silence(context);
    else wake();
    keep(context !== null);
    show();
    sound("move");
  });
  /** @type {(event: PointerEvent) => void} */
  const again = ({ target }) => {
    if (target instanceof Node && button.contains(target)) return;
    wake();
    show();
  };
  if (kept()) document.addEventListener("pointerdown", again, { once: true });
  show();
}

/** @type {(what: keyof typeof TONES) => void} */
export function sound(what) {
  if (!context) return;
  const { hertz, seconds, times } = TONES[what];
  for (let time = 0; time < times; time++) tone(context, hertz, context.currentTime + time * 2 * seconds, seconds);
}

/** @type {(context: AudioContext, hertz: number, at: number, seconds: number) => void} */
function tone(context, hertz, at, seconds) {
  const source = new OscillatorNode(context, { frequency: hertz });
  const gain = new GainNode(context, { gain: VOLUME });
  gain.gain.setTargetAtTime(0, at + seconds, 0.02);
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + seconds + 0.2);
}

function wake() {
  context = new AudioContext();
}

/** @type {(open: AudioContext) => void} */
function silence(open) {
  open.close();
  context = null;
}

function kept() {
  try {
    return localStorage.getItem(KEPT) === "on";
  } catch {
    return false;
  }
}

/** @type {(on: boolean) => void} */
function keep(on) {
  try {
    if (on) localStorage.setItem(KEPT, "on");
    else localStorage.removeItem(KEPT);
  } catch {
    // a private window forgets it with the page
  }
}
