/** The tab of this page comes into view where they do not fit side by side; those that lie behind "More" close again: by Escape, by a click beside them, and when the focus has left them. */

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
