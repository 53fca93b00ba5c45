// How a game ended: ranks, points, and where the points came from.

import { capital, h } from "/static/dom.js";

export function result(catalog, table, view) {
  const seats = view.players.map((_, seat) => seat).sort((a, b) => view.ranks[a] - view.ranks[b]);
  const rows = seats.map((seat) => h("tr", { class: view.ranks[seat] === 1 ? "winner" : "" },
    h("td", {}, `${view.ranks[seat]}.`),
    h("th", { scope: "row" }, capital(catalog.colours[seat]), h("small", {}, ` ${table.seats[seat] || "person"}`)),
    h("td", {}, h("strong", {}, `${view.players[seat].vp} points`)),
    h("td", { class: "sources" }, sources(catalog, view.vp_from[seat]))));
  return h("div", { class: "result" }, h("h2", {}, "The game is over"), h("table", {}, h("tbody", {}, rows)));
}

function sources(catalog, points) {
  return catalog.point_sources.flatMap((source, at) => (points[at] ? [`${source} ${points[at]}`] : [])).join(", ");
}
