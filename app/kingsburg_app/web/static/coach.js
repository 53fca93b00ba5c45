// The coach's expectation for every seat as a curve over the game.

import { h, svg } from "/static/dom.js";

const WIDTH = 320;
const HEIGHT = 90;

// `values` is a list of [move, [value of each seat]].
export function curve(values, colours, at = null) {
  const moves = values.map(([move]) => move);
  const all = values.flatMap(([, seats]) => seats);
  const [low, high, last] = [Math.min(...all), Math.max(...all), Math.max(...moves, 1)];
  const across = (move) => ((move / last) * WIDTH).toFixed(1);
  const up = (value) => (HEIGHT - 4 - ((value - low) / (high - low || 1)) * (HEIGHT - 8)).toFixed(1);
  const way = (seat) => values.map(([move, seats]) => `${across(move)},${up(seats[seat])}`).join(" ");
  const lines = values[0][1].map((_, seat) => svg("polyline", { class: `curve ${colours[seat]}`, points: way(seat) }));
  const here = at === null ? null : svg("line", { class: "here", x1: across(at), x2: across(at), y1: 0, y2: HEIGHT });
  const label = "What the coach expects for every seat, over the game";
  const drawing = svg("svg", { class: "curves", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label }, lines, here);
  return h("figure", {}, h("figcaption", {}, "Expected result"), drawing);
}

// The moves the coach liked least, each a button that leads there.
export function disagreements(review, catalog, seatAt, go) {
  const share = (probability) => `${Math.round(probability * 100)} %`;
  const told = (one) =>
    `Move ${one.move + 1}, ${catalog.colours[seatAt(one.move)]}: ${catalog.actions[one.played]} (${share(one.probability)}) ` +
    `instead of ${catalog.actions[one.better]} (${share(one.better_probability)})`;
  const rows = review.disagreements.map((one) =>
    h("li", {}, h("button", { type: "button", onclick: () => go(one.move) }, told(one))));
  return h("div", { class: "advice" }, h("strong", {}, "Where the coach disagreed most"), h("ol", {}, rows));
}
