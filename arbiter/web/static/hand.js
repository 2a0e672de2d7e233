/**
 * On which side of a lying tablet the buttons are: a hand that reaches across hides the board. The choice is kept on the device where the browser
 * keeps anything.
 *
 *   offerHand(button, place)   the button that puts the buttons of *place* on the left, and back; `aria-pressed` says where they are
 */

const KEPT = "arbiter hand";

/** @type {(button: HTMLElement, place: HTMLElement) => void} */
export function offerHand(button, place) {
  /** @type {(left: boolean) => void} */
  const show = (left) => {
    place.dataset.hand = left ? "left" : "right";
    button.setAttribute("aria-pressed", String(left));
  };
  button.addEventListener("click", () => {
    const left = place.dataset.hand !== "left";
    show(left);
    keep(left);
  });
  show(kept());
}

function kept() {
  try {
    return localStorage.getItem(KEPT) === "left";
  } catch {
    return false;
  }
}

/** @type {(left: boolean) => void} */
function keep(left) {
  try {
    if (left) localStorage.setItem(KEPT, "left");
    else localStorage.removeItem(KEPT);
  } catch {
    // a private window forgets it with the page
  }
}
