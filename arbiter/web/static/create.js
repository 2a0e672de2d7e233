/** The form that creates a tournament: it offers only what fits the chosen game and pairing system, and explains the chosen regulations. */

const form = document.querySelector("form[data-create]");

if (form instanceof HTMLFormElement) {
  /** @type {(name: string) => HTMLSelectElement | null} */
  const select = (name) => form.querySelector(`select[name="${name}"]`);
  const offer = () => {
    const game = select("variant")?.value ?? "";
    for (const option of form.querySelectorAll("option")) {
      const games = option.dataset.games?.split(" ");
      option.disabled = games !== undefined && !games.includes(game);
      option.hidden = option.disabled;
      if (option.disabled) option.selected = false;
    }
    for (const part of form.querySelectorAll("[data-system]"))
      if (part instanceof HTMLElement) part.hidden = part.dataset.system !== select("system")?.value;
    const says = form.querySelector("[data-says-here]");
    const book = select("regulations")?.selectedOptions[0];
    if (says) says.textContent = book?.dataset.says ?? "";
  };
  form.addEventListener("change", offer);
  const around = form.closest("details");
  around?.addEventListener("toggle", () => {
    if (!around.open) return;
    around.scrollIntoView({ block: "start" });
    const name = form.querySelector('input[name="name"]');
    if (name instanceof HTMLInputElement) name.focus({ preventScroll: true });
  });
  offer();
}

export {};
