// How a game ended: ranks, points, and where the points came from.

import { capital, h } from "/static/dom.js";

export function result(catalog, seats, view) {
  const ranked = view.players.map((_, seat) => seat).sort((a, b) => view.result.ranks[a] - view.result.ranks[b]);
  const rows = ranked.map((seat) => h("tr", { class: view.result.ranks[seat] === 1 ? "winner" : "" },
    h("td", {}, `${view.result.ranks[seat]}.`),
    h("th", { scope: "row" }, capital(catalog.colours[seat]), h("small", {}, ` ${seats[seat] || "person"}`)),
    h("td", {}, h("strong", {}, `${view.result.scores[seat]} points`)),
    h("td", { class: "sources" }, sources(view.players[seat].vp_by_source))));
  return h("div", { class: "result" }, h("h2", {}, "The game is over"), h("table", {}, h("tbody", {}, rows)));
}

function sources(points) {
  const told = Object.entries(points).filter(([, amount]) => amount);
  return told.map(([source, amount]) => `${source.replaceAll("_", " ")} ${amount}`).join(", ");
}
