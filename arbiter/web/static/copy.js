/**
 * Replays a game in a static copy of a tournament. A page that is opened from a folder can load no modules and fetch nothing. So this
 * script
 * imports nothing, and positions, squares and words are in the page as JSON. Without the script the page shows the final position and the
 * moves.
 */

{
  const STEP_MS = 1_200;
  const CROWN = "M-.2 .14 L-.25 -.13 L-.1 0 L0 -.19 L.1 0 L.25 -.13 L.2 .14 Z";
  const CROSS = "M-.16 -.16 L.16 .16 M.16 -.16 L-.16 .16";
  const SVG = "http://www.w3.org/2000/svg";
  /** @type {Record<string, string>} */
  const KEYS = { ArrowLeft: "-1", ArrowRight: "1", Home: "first", End: "last" };

  /** @type {(id: string) => any} */
  const told = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "{}");
  /** @type {import("./shapes.js").Replay} */
  const game = told("replay");
  /** @type {import("./shapes.js").Squares} */
  const { size, squares, colours } = told("squares");
  const { position_after: sentence } = told("words");
  const picture = document.querySelector("[data-picture]");
  const note = document.querySelector("[data-ply]");
  const auto = document.querySelector('[data-step="auto"]');
  const end = game.positions.length - 1;
  let shown = end;
  let playing = 0;

  /** @type {(parent: Element, name: string, attributes: Record<string, string | number>) => Element} */
  function add(parent, name, attributes) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    parent.append(made);
    return made;
  }

  /**
   * Return the pieces of a FEN: for each square its side and, for a king or a piece that has no moves left, its sign.
   * @type {(fen: string) => Map<string, { side: "white" | "black", sign: string }>}
   */
  function piecesOf(fen) {
    const pieces = new Map();
    for (const part of fen.replace(/\.$/, "").split(":").slice(1)) {
      const side = part.startsWith("W") ? "white" : "black";
      for (const item of part.slice(1).split(",").filter(Boolean)) {
        const [, sign = "", from = "", to = from] = /^([A-Z]?)([^-]+)(?:-(.+))?$/.exec(item.trim()) ?? [];
        if (from === to) pieces.set(from, { side, sign });
        else for (let n = Number(from); n <= Number(to); n++) pieces.set(String(n), { side, sign });
      }
    }
    return pieces;
  }

  function draw() {
    const svg = document.createElementNS(SVG, "svg");
    const pieces = piecesOf(game.positions[shown] ?? "");
    const path = game.paths[shown - 1] ?? [];
    const every = Object.keys(squares).length === size * size ? " every" : "";
    svg.setAttribute("class", `diagram${every}`);
    svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", game.positions[shown] ?? "");
    add(svg, "rect", { class: "light", width: size, height: size });
    for (const [name, [y = 0, x = 0]] of Object.entries(squares)) {
      add(svg, "rect", { class: path.includes(name) ? "dark last" : "dark", x, y, width: 1, height: 1 });
      const piece = pieces.get(name);
      if (piece) {
        const place = add(svg, "g", { class: colours[piece.side], transform: `translate(${x + 0.5} ${y + 0.5})` });
        add(place, "circle", { r: 0.4 });
        if (piece.sign !== "G") add(place, "circle", { class: "ring", r: 0.27 });
        if (piece.sign === "K") add(place, "path", { class: "crown", d: CROWN });
        if (piece.sign === "G") add(place, "path", { class: "cross", d: CROSS });
      } else add(svg, "text", { x: x + 0.08, y: y + 0.32 }).textContent = name;
    }
    picture?.replaceChildren(svg);
  }

  /** @type {(to: number) => void} */
  function go(to) {
    shown = Math.min(Math.max(to, 0), end);
    draw();
    if (note) note.textContent = sentence.replace("{ply}", String(shown)).replace("{played}", String(end));
    for (const link of document.querySelectorAll("a.move")) {
      if (link.getAttribute("href")?.endsWith(`#${shown}`)) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    if (shown === end) stop();
  }

  function stop() {
    clearInterval(playing);
    playing = 0;
    auto?.setAttribute("aria-pressed", "false");
  }

  function start() {
    auto?.setAttribute("aria-pressed", "true");
    playing = setInterval(() => go(shown + 1), STEP_MS);
    go(shown === end ? 0 : shown + 1);
  }

  /** @type {(by: string) => void} */
  function step(by) {
    if (by === "auto" && !playing) return start();
    stop();
    if (by === "first") go(0);
    else if (by === "last") go(end);
    else if (by !== "auto") go(shown + Number(by));
  }

  function named() {
    const ply = location.hash.slice(1);
    stop();
    if (/^\d+$/.test(ply)) go(Number(ply));
  }

  document.addEventListener("click", ({ target }) => {
    const by = target instanceof Element && target.closest("[data-step]")?.getAttribute("data-step");
    if (by) step(by);
  });
  document.addEventListener("keydown", (event) => {
    const by = KEYS[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step(by);
  });
  addEventListener("hashchange", named);
  document.querySelector("[data-steps]")?.removeAttribute("hidden");
  named();
}
