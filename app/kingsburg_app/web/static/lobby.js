// The hall: lay a new table, come back to an old one, open a saved game.

import { capital, h, replace } from "/static/dom.js";
import { ask } from "/static/net.js";
import { forget, remember, tables } from "/static/memory.js";

const PERSON = "";
const DEFAULT_SEATS = 3;

export const linkTo = (page, value) => `${location.origin}/#${page}=${value}`;

export function showLobby(app, catalog) {
  const form = h("form", { class: "card", "aria-label": "New game" });
  const seats = Array.from({ length: DEFAULT_SEATS }, (_, seat) => (seat === 0 ? PERSON : usualAgent(catalog)));
  fillForm(form, catalog, seats);
  replace(
    app,
    h("section", { class: "lobby" },
      h("header", {},
        h("h1", {}, "Kingsburg"),
        h("p", {}, "Five years at the King's court: place dice, win advisors, build your province, hold out in winter.")),
      form,
      h("div", { class: "side" }, oldTables(), openGame(), catalog.arena_games > 0 && arenaGame(catalog)),
    ),
  );
  document.title = "Kingsburg";
  return () => {};
}

const usualAgent = (catalog) => catalog.agents[0];

function fillForm(form, catalog, seats) {
  const [fewest, most] = catalog.players;
  const count = choice("Seats", Array.from({ length: most - fewest + 1 }, (_, i) => [fewest + i, fewest + i]), seats.length);
  count.select.dataset.key = "count";
  count.select.addEventListener("change", () => {
    const wanted = Number(count.select.value);
    const chosen = seatChoices.map(({ select }) => select.value);
    fillForm(form, catalog, Array.from({ length: wanted }, (_, seat) => chosen[seat] ?? usualAgent(catalog)));
  });
  const seatChoices = seats.map((agent, seat) => seatChoice(catalog, seat, agent));
  const edition = choice("Edition", Object.entries(catalog.editions));
  const plusTwo = choice("+2 tokens in placing", Object.entries(catalog.plus_two));
  const modules = Object.entries(catalog.modules).map(([name, words]) => ({ name, words, box: h("input", { type: "checkbox", name, id: `module-${name}` }) }));
  const optional = h("input", { type: "checkbox", name: "optional_effects", id: "optional-effects" });
  const seed = h("input", { type: "text", inputmode: "numeric", pattern: "[0-9]*", maxlength: 20, placeholder: "random", id: "seed" });
  const problem = h("p", { role: "alert", class: "problem" });
  replace(
    form,
    h("h2", {}, "New game"),
    count.label,
    h("fieldset", {}, h("legend", {}, "Who plays"), seatChoices.map(({ label }) => label)),
    edition.label,
    h("fieldset", {},
      h("legend", {}, "Modules"),
      modules.map(({ words, box }) => h("label", { class: "tick", for: box.id }, box, words))),
    plusTwo.label,
    h("label", { class: "tick", for: optional.id }, optional, "Effects may be declined"),
    h("label", { for: "seed" }, h("span", {}, "Seed"), seed),
    problem,
    h("button", { type: "submit", class: "primary", "data-key": "lay" }, "Lay the table"),
  );
  form.onsubmit = async (event) => {
    event.preventDefault();
    const order = {
      edition: edition.select.value,
      modules: modules.filter(({ box }) => box.checked).map(({ name }) => name),
      plus_two: plusTwo.select.value,
      optional_effects: optional.checked,
      seed: seed.value.trim(),
      seats: seatChoices.map(({ select }) => select.value),
    };
    try {
      opened(form, catalog, order, await ask("/api/games", order));
    } catch (error) {
      problem.textContent = error.message;
    }
  };
}

function choice(name, options, value) {
  const select = h("select", {}, options.map(([key, text]) => h("option", { value: key, selected: key === value }, String(text))));
  return { select, label: h("label", {}, h("span", {}, name), select) };
}

function seatChoice(catalog, seat, agent) {
  const options = [[PERSON, "a person"], ...catalog.agents.map((name) => [name, `agent ${name}`])];
  const made = choice(capital(catalog.colours[seat]), options, agent);
  made.label.className = `seat ${catalog.colours[seat]}`;
  return made;
}

// Remembers the links of a new table; with one person it is opened at once, with several the links are shown first.
function opened(form, catalog, order, made) {
  const table = { when: new Date().toISOString().slice(0, 16).replace("T", " "), players: order.seats, colours: catalog.colours, ...made };
  remember(table);
  const people = Object.entries(made.seats);
  if (people.length === 1) location.hash = `seat=${people[0][1]}`;
  else if (people.length === 0) location.hash = `seat=${made.watch}`;
  else {
    replace(form,
      h("h2", {}, "The table is laid"),
      h("p", {}, "Send every player the link of a seat. Whoever has a link sits there, so keep yours."),
      links(table));
  }
}

export function links(table) {
  const rows = [...Object.entries(table.seats).map(([seat, token]) => [capital(table.colours[seat]), token]), ["Watch", table.watch]];
  return h("ul", { class: "links" }, rows.map(([name, token]) =>
    h("li", {},
      h("a", { href: `#seat=${token}` }, name === "Watch" ? "Watch" : `Sit down as ${name.toLowerCase()}`),
      copier(linkTo("seat", token), `Copy the link: ${name}`))));
}

// A button that copies; where the clipboard is closed, the link is shown to be copied by hand.
export function copier(text, label) {
  const button = h("button", { type: "button", "aria-label": label }, "Copy link");
  button.onclick = async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      const field = h("input", { type: "text", readonly: true, value: text, "aria-label": label });
      button.replaceWith(field);
      field.select();
    }
  };
  return button;
}

function oldTables() {
  const list = h("ul", { class: "tables" });
  const fill = () => replace(list, tables().map((table) =>
    h("li", {}, h("details", {},
      h("summary", {}, `${table.when}, ${table.players.map((name) => name || "person").join(", ")}`),
      links(table),
      h("button", { type: "button", onclick: () => { forget(table.watch); fill(); } }, "Forget")))));
  fill();
  return tables().length > 0 && h("section", { class: "card" }, h("h2", {}, "Your tables"), list);
}

// The file that was opened last.
export const held = { file: null };

function openGame() {
  const problem = h("p", { role: "alert", class: "problem" });
  const input = h("input", { type: "file", accept: ".json,application/json", id: "file" });
  input.onchange = async () => {
    try {
      held.file = JSON.parse(await input.files[0].text());
      location.hash = "file";
    } catch (error) {
      problem.textContent = `This file is no saved game: ${error.message}`;
    }
  };
  const label = h("label", { for: "file" }, h("span", {}, "File"), input);
  return h("section", { class: "card" }, h("h2", {}, "Open a saved game"), label, problem);
}

function arenaGame(catalog) {
  const number = h("input", { type: "number", min: 0, max: catalog.arena_games - 1, value: 0 });
  const form = h("form", { class: "card" },
    h("h2", {}, "Games of the arena"),
    h("label", {}, h("span", {}, `Game 0 to ${catalog.arena_games - 1}`), number),
    h("button", { type: "submit" }, "Watch"));
  form.onsubmit = (event) => {
    event.preventDefault();
    location.hash = `arena=${number.value}`;
  };
  return form;
}
