/**
 * Sounds at the board: for a clock that runs low, a flag, and a move of the other side. They are off until somebody taps the button,
 * because a
 * browser plays no sound before a tap. The choice is stored on the device if the browser allows it.
 *
 *   offerSound(button)   makes *button* turn the sound on and off. Its `aria-pressed` tells which
 *   sound(what)          plays "low", "flag" or "move"
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
    // a private window stores nothing: the choice lasts until the page is reloaded
  }
}
