// The drawings of the table, all our own: dice, goods, tokens, emblems of advisors, buildings and enemies.

import { svg } from "/static/dom.js";

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

function picture(kind, size, ...shapes) {
  return svg("svg", { class: `drawing ${kind}`, viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true" }, shapes);
}

const path = (d, kind = "line") => svg("path", { d, class: kind });

export function die(face, colour, isBonus = false, size = 26) {
  const pips = PIPS[face].map((place) => svg("circle", { cx: 6.5 + (place % 3) * 5.5, cy: 6.5 + Math.floor(place / 3) * 5.5, r: 1.9, class: "pip" }));
  return picture(`die ${isBonus ? "bonus" : colour}`, size, svg("rect", { x: 1.5, y: 1.5, width: 21, height: 21, rx: 4.5, class: "side" }), pips);
}

export const neutralDie = (size = 26) =>
  picture("die neutral", size, svg("rect", { x: 1.5, y: 1.5, width: 21, height: 21, rx: 4.5, class: "side" }), path("M7 17V7l10 10V7"));

const GOODS = {
  gold: () => [svg("circle", { cx: 12, cy: 12, r: 9, class: "gold" }), svg("circle", { cx: 12, cy: 12, r: 5.5, class: "inner" })],
  wood: () => [svg("rect", { x: 2, y: 7, width: 17, height: 10, rx: 4, class: "wood" }), svg("circle", { cx: 18, cy: 12, r: 5, class: "woodend" }), svg("circle", { cx: 18, cy: 12, r: 2, class: "inner" })],
  stone: () => [path("M3 18 5 9l6-4 7 2 4 8-4 5H7z", "stone"), path("m5 9 7 3 6-5M12 12l-1 8", "inner")],
};

export const good = (name, size = 18) => picture(`good ${name}`, size, GOODS[name]());

export const anyGood = (size = 18) =>
  picture("good any", size, svg("circle", { cx: 12, cy: 12, r: 9, class: "any" }), svg("text", { x: 12, y: 16.5, class: "letter" }, "?"));

export const points = (size = 18) => picture("points", size, path("m12 2 3 6.5 7 .8-5.200 4.800 1.400 7L12 17.600 5.800 21.100l1.400-7L2 9.300l7-.8z", "laurel"));
export const soldier = (size = 18) => picture("soldier", size, path("M4 3h16v8c0 6-4 9-8 11-4-2-8-5-8-11z", "shield"), path("M12 6v12M8 10h8", "inner"));
export const plusTwo = (size = 18) =>
  picture("plustwo", size, svg("circle", { cx: 12, cy: 12, r: 10, class: "chip" }), svg("text", { x: 12, y: 16, class: "letter" }, "+2"));
export const eye = (size = 18) => picture("eye", size, path("M2 12c5-8 15-8 20 0-5 8-15 8-20 0z"), svg("circle", { cx: 12, cy: 12, r: 3, class: "solid" }));
export const envoy = (size = 20) => picture("envoy", size, path("M5 3h11l3 3v15H5z", "paper"), path("M8 9h8M8 13h8M8 17h4"), svg("circle", { cx: 16, cy: 18, r: 3, class: "seal" }));
export const token = (value, size = 24) =>
  picture("armytoken", size, svg("circle", { cx: 12, cy: 12, r: 10, class: "chip" }), svg("text", { x: 12, y: 16.5, class: "letter" }, String(value)));

// One emblem for each advisor, in their order.
const EMBLEMS = [
  () => [path("M4 18c0-6 1-9-1-12 4 0 6 2 9 6 3-4 5-6 9-6-2 3-1 6-1 12z", "body"), svg("circle", { cx: 3, cy: 6, r: 1.6, class: "solid" }), svg("circle", { cx: 21, cy: 6, r: 1.6, class: "solid" })],
  () => [path("M5 19 17 7l3-4-1 5L7 20z", "body"), path("m5 13 6 6M4 20l3-3")],
  () => [path("M12 4v4M12 8 6 20M12 8l6 12M8 15h8"), svg("circle", { cx: 12, cy: 6, r: 2.5, class: "body" })],
  () => [path("M12 4v16M5 7h14M8 20h8"), path("M2 13h6L5 7zM16 13h6l-3-6z", "body")],
  () => [path("m5 9 7-5 7 5v3l-7-5-7 5zM5 15l7-5 7 5v3l-7-5-7 5z", "body")],
  () => [path("M9 3h6M10 3v6L4 19c0 2 1 2 2 2h12c1 0 2 0 2-2L14 9V3"), path("M7 15h10l3 5H4z", "body")],
  () => [path("m12 3 2 6 6 .5-5 4 2 6.500-5-4-5 4 2-6.500-5-4 6-.5z", "body"), path("M3 21h18")],
  () => [path("M3 10c0-5 18-5 18 0v10H3z", "body"), path("M3 12h18M12 11v4")],
  () => [path("M6 3c11 3 13 12 12 18M6 3l12 18"), path("M3 21 15 9M15 9l-1-3 6-2-2 6z", "body")],
  () => [path("M6 22V3"), path("M6 4h14l-4 4.500 4 4.500H6z", "body")],
  () => [path("M3 10h12c2 0 4-1 6-2-1 5-4 6-7 6v3l3 3H7l3-3v-3c-4 0-6-1-7-4z", "body")],
  () => [path("M4 17c1-8 15-8 16 0z", "body"), path("M4 17h16M12 11V5M8 12 6 7M16 12l2-5"), svg("circle", { cx: 12, cy: 4, r: 1.6, class: "solid" })],
  () => [path("M5 21V11a7 7 0 0 1 14 0v10h-5v-7h-4v7z", "body"), path("M12 4V1M5 12h14")],
  () => [path("M7 9c-5 6-4 12 5 12s10-6 5-12z", "body"), path("M8 9c0-3-2-4-1-6 3 1 7 1 10 0 1 2-1 3-1 6zM9 14h6M9 17h6")],
  () => [path("M10 3h4l.5 3 2 1 3-1 2 3.500-2.500 2v2l2.500 2-2 3.500-3-1-2 1-.5 3h-4l-.5-3-2-1-3 1-2-3.500 2.500-2v-2l-2.500-2 2-3.500 3 1 2-1z", "body"), svg("circle", { cx: 12, cy: 12, r: 3, class: "hole" })],
  () => [path("M12 2c1 6 4 10 6 16H6c3-6 5-10 6-16z", "body"), path("M2 19c6 3 14 3 20 0"), path("m11 11 1 2 2 .3-1.500 1.400.4 2-1.900-1-1.900 1 .4-2L8 13.300l2-.3z", "solid")],
  () => [path("m3 18 1-9 4 4 4-8 4 8 4-4 1 9z", "body"), path("M3 21h18"), svg("circle", { cx: 12, cy: 4, r: 1.500, class: "solid" })],
  () => [path("M3 18 2 7l5 4 5-8 5 8 5-4-1 11z", "body"), path("M3 21h18M7 15h10"), svg("circle", { cx: 12, cy: 13, r: 2, class: "solid" })],
];
// The Politician's private advisors look like their ranks.
const LIKE = { 18: 4, 19: 8 };

export const advisor = (number, size = 30) => picture("emblem", size, EMBLEMS[LIKE[number] ?? number]());

// One drawing for each row of a province: trade, faith, commerce, arms, walls, town, camp.
const ROWS = [
  () => [path("M4 20v-8l8-6 8 6v8z", "body"), path("M9 20v-5h6v5")],
  () => [path("M6 21V11l6-5 6 5v10z", "body"), path("M12 6V1M9.500 3h5M10 21v-5h4v5")],
  () => [path("M3 10 5 4h14l2 6zM5 10h14v11H5z", "body"), path("M3 10h18M10 21v-6h4v6")],
  () => [path("M7 21V9H5V4h3v2h2.500V4h3v2H16V4h3v5h-2v12z", "body"), path("M12 11v4")],
  () => [path("M2 20V9h3v3h3V9h3v3h2V9h3v3h3V9h3v11z", "body"), path("M10 20v-4h4v4")],
  () => [path("M3 21V12h18v9zM8 12V7l4-4 4 4v5z", "body"), path("M7 21v-5M12 21v-5M17 21v-5")],
  () => [path("m2 20 10-15 10 15z", "body"), path("m9 20 3-7 3 7M12 5V2")],
];

export const building = (row, size = 20) => picture("house", size, ROWS[row]());

// One drawing for each kind of enemy.
const FOES = [
  () => [path("M11 3h2v19h-2z"), path("M13 4c4-2 7 0 8 4-1 4-4 5-8 3zM11 4c-4-2-7 0-8 4 1 4 4 5 8 3z", "body")],
  () => [path("M2 8c4 0 5 2 6 2h8c1 0 2-2 6-2-1 4-3 5-5 5-1 5-3 8-5 8s-4-3-5-8c-2 0-4-1-5-5z", "body"), path("M9 13h1M14 13h1M10 18h4")],
  () => [path("M5 5h14v9c0 5-3 7-7 7s-7-2-7-7z", "body"), path("M8 10h2M14 10h2M8 15v-3M16 15v-3M8 17h8")],
  () => [path("M4 10c0-9 16-9 16 0 0 3-1 5-3 6v4H7v-4c-2-1-3-3-3-6z", "body"), path("M8 10h2M14 10h2M12 13v2M10 20v-2M14 20v-2")],
  () => [path("M4 2c0 5 2 6 4 7h8c2-1 4-2 4-7 3 6 0 10-2 11-1 6-4 9-6 9s-5-3-6-9C4 12 1 8 4 2z", "body"), path("m8 13 3 1M16 13l-3 1M10 18h4")],
  () => [path("M3 20c0-9 4-12 8-13l1-4 2 4c5 1 7 4 7 6-2 1-5 1-7 1 2 1 3 4 2 6-3 0-4-2-5-3-1 2-4 3-8 3z", "body"), path("M14 10h1")],
];

export const enemy = (kind, size = 40) => picture("foe", size, FOES[kind]());
