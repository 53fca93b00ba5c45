// What the table is drawn with: the symbols of the drawing, which stand in the page, and dice and tokens made of them.

import { svg } from "/static/dom.js";

function picture(kind, size, ...shapes) {
  return svg("svg", { class: `drawing ${kind}`, viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true" }, shapes);
}

const use = (name) => svg("use", { href: `#kb-${name}`, width: 24, height: 24 });
const side = () => svg("rect", { x: 1.5, y: 1.5, width: 21, height: 21, rx: 4.5, class: "side" });

export const symbol = (name, size = 18) => picture("symbol", size, use(name));

export const seat = (number, size = 18) => symbol(`seat-${number}`, size);

// A die in a seat's colour; a bonus die is white with a coloured rim.
export const die = (face, colour, isBonus = false, size = 26) =>
  picture(`die ${colour} ${isBonus ? "bonus" : ""}`, size, side(), use(`face-${face}`));

export const token = (value, size = 24) =>
  picture("armytoken", size, svg("circle", { cx: 12, cy: 12, r: 10, class: "chip" }), svg("text", { x: 12, y: 16.5, class: "letter" }, String(value)));

// Words and symbols in a row: what names a symbol is drawn.
export function spell(words, size = 16) {
  return words.map((word) => (document.getElementById(`kb-${word}`) ? symbol(word, size) : word));
}
