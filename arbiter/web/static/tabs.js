/**
 * Scrolls the tab of this page into view if the tabs do not fit side by side. Closes the tabs behind "More" again: by Escape, by a click
 * outside, and when the focus has left them.
 */

document.querySelector(".trail [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

const more = document.querySelector("details[data-more]");

if (more instanceof HTMLDetailsElement) {
  /** @type {(target: EventTarget | null) => boolean} */
  const within = (target) => target instanceof Node && more.contains(target);

  more.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !more.open) return;
    more.open = false;
    more.querySelector("summary")?.focus();
  });
  more.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !within(relatedTarget)) more.open = false;
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (!within(target)) more.open = false;
  });
}
