/**
 * Lets a player choose on which side of a tablet in landscape format the buttons are, because a hand that reaches across hides the board.
 * The choice is stored on the device if the browser allows it.
 *
 *   offerHand(button, place)   makes *button* put the buttons of *place* on the left, or back on the right. Its `aria-pressed` tells
 *                              which
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
    // a private window stores nothing: the choice lasts until the page is reloaded
  }
}
