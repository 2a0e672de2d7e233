/**
 * Entering players as fast as one types: the line is sent while the next name is typed already. What was refused comes back into the
 * form, if that is still empty, with the sentence. Without this script the form is sent like any other.
 */

const PARTS = ["step", "refusal", "field"];
const form = document.querySelector("[data-enter]");
let last = Promise.resolve();

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const sent = new FormData(form);
  form.reset();
  for (const input of fields()) input.value = "";
  form.elements.name.focus();
  last = last.then(() => send(sent)).catch(() => giveBack(sent));
});

async function send(sent) {
  const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(sent), headers: { Accept: "text/html" } });
  if (answer.redirected && !answer.url.startsWith(form.action)) return location.assign(answer.url);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!answer.ok) giveBack(sent);
  document.getElementById("messages").replaceChildren(...page.getElementById("messages").children);
  for (const part of PARTS) {
    const fresh = page.querySelector(`[data-part="${part}"]`);
    if (fresh) document.querySelector(`[data-part="${part}"]`).replaceWith(fresh);
  }
}

function giveBack(sent) {
  if (fields().some((input) => input.value)) return;
  for (const input of fields()) input.value = sent.get(input.name);
  form.elements.name.select();
}

function fields() {
  return [...form.elements].filter((input) => input.type === "text");
}
