/** The tabs that lie behind "More" close again: by Escape, by a click beside them, and when the focus has left them. */

const more = document.querySelector("[data-more]");

function close() {
  more.open = false;
}

more?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !more.open) return;
  close();
  more.querySelector("summary").focus();
});
more?.addEventListener("focusout", (event) => event.relatedTarget && !more.contains(event.relatedTarget) && close());
document.addEventListener("pointerdown", (event) => !more?.contains(event.target) && close());
