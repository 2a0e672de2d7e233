/** Shows that a form was sent, if the next page takes more than a second: its button is inactive, and a message counts the seconds. */

const PATIENCE = 1000;

document.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event instanceof SubmitEvent ? event.submitter : null;
  if (!(form instanceof HTMLFormElement) || form.method !== "post" || event.defaultPrevented) return;
  const said = document.getElementById("messages");
  const began = performance.now();
  const message = document.createElement("p");
  message.className = "message note";
  const count = setInterval(() => {
    const words = said?.dataset.busy ?? "";
    message.textContent = words.replace("{seconds}", String(Math.round((performance.now() - began) / 1000)));
    if (!message.isConnected) said?.append(message);
    if (button instanceof HTMLButtonElement) button.setAttribute("aria-busy", "true");
  }, PATIENCE);
  addEventListener("pagehide", () => clearInterval(count), { once: true });
  addEventListener("pageshow", () => {
    clearInterval(count);
    message.remove();
    button?.removeAttribute("aria-busy");
  });
});

export {};
