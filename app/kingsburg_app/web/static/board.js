// The table as one view shows it: time, court, provinces, the story. What can be chosen is a button, the rest is not.

import { capital, h, replace } from "/static/dom.js";
import * as draw from "/static/drawings.js";

const GOODS = ["gold", "wood", "stone"];
const ROW_LETTERS = "ABCDEFG";
const COLUMNS = [0, 1, 2, 3];
const MODULE_ROWS = [0, 6];
// The phases of a year as the track shows them: number in the catalog, short name.
const TRACK = [[2, "Aid"], [3, "Spring"], [4, "Reward"], [5, "Summer"], [6, "Envoy"], [7, "Autumn"], [8, "Recruit"], [9, "Winter"]];

export class Board {
  // `seats` are the agents' names; `rows` says whether rows A and G are there.
  constructor(catalog, table) {
    this.catalog = catalog;
    this.table = table;
    this.shownSheet = null;
    this.parts = {
      top: h("section", { class: "top", "aria-label": "Time and turn order" }),
      court: h("section", { class: "court", "aria-label": "The King's court" }),
      question: h("section", { class: "question", "aria-label": "Question" }),
      sheet: h("section", { class: "sheet", "aria-label": "Province" }),
      players: h("section", { class: "players", "aria-label": "Players" }),
      story: h("section", { class: "story", "aria-label": "Story" }),
    };
    this.lines = h("ol", { role: "log", "aria-live": "polite", "aria-label": "What happened", tabindex: 0 });
    this.parts.story.append(h("h2", {}, "Story"), this.lines);
    const { top, court, question, sheet, players, story } = this.parts;
    this.root = h("div", { class: "table" }, top, court, question, sheet, h("div", { class: "aside" }, players, story));
  }

  name(seat) {
    return capital(this.catalog.colours[seat]);
  }

  // Shows a view; `choices` says what can be clicked: { advisors: Map, buildings: Map } from number to { act, hint }.
  show(view, choices) {
    this.view = view;
    this.choices = choices;
    replace(this.parts.top, this.time(), this.order(), this.enemy());
    replace(this.parts.court, this.court());
    replace(this.parts.players, view.players.map((player, seat) => this.player(player, seat)));
    this.showSheet();
  }

  tell(lines) {
    for (const line of lines) {
      const isPhase = /^year [IV]+: /.test(line);
      const seat = this.catalog.colours.findIndex((colour) => line.startsWith(`${colour} `) || line.startsWith(`${colour}'`));
      this.lines.append(h("li", { class: isPhase ? "phase" : seat >= 0 ? `of ${this.catalog.colours[seat]}` : "" }, capital(line)));
    }
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  forgetStory() {
    this.lines.replaceChildren();
  }

  time() {
    const { view } = this;
    const years = [1, 2, 3, 4, 5].map((year) =>
      h("li", { class: view.year === year ? "now" : year < view.year ? "past" : "", "aria-current": view.year === year && "step" },
        this.catalog.years[year]));
    const phases = TRACK.map(([phase, name]) =>
      h("li", { class: view.phase === phase ? "now" : "", "aria-current": view.phase === phase && "step" }, name));
    return [
      h("ol", { class: "track years", "aria-label": "Year" }, years),
      h("ol", { class: "track seasons", "aria-label": "Season" }, phases),
    ];
  }

  order() {
    const seats = this.view.order.map((seat) =>
      h("li", { class: `pawn ${this.catalog.colours[seat]} ${this.view.actor === seat ? "now" : ""}`, title: this.name(seat) },
        h("span", { class: "unseen" }, this.name(seat))));
    return h("ol", { class: "order", "aria-label": "Turn order" }, seats);
  }

  enemy() {
    const { view } = this;
    const reinforcement = view.reinforcement > 0 && h("span", { class: "royal", title: "The King's die" },
      draw.die(view.reinforcement, "neutral"),
      h("span", { class: "unseen" }, `The King's die shows ${view.reinforcement}`));
    if (view.enemy < 0) {
      return h("div", { class: "enemy hidden", "aria-label": "The enemy card is hidden" },
        h("span", { class: "back" }, this.catalog.years[view.year] || "I"),
        h("small", {}, this.lastWinter()),
        reinforcement);
    }
    const card = this.catalog.enemies[view.enemy];
    const secret = !view.is_enemy_shown && view.decision > 0 && h("small", { class: "secret" }, "only who has looked knows it");
    return h("div", { class: "enemy", "aria-label": `Enemy: ${card.name}; ${card.effect}` },
      draw.enemy(card.kind, 34),
      h("div", {}, h("strong", {}, card.name), h("small", {}, card.effect), secret),
      reinforcement);
  }

  lastWinter() {
    const past = this.view.past_enemies;
    return past.length ? `last winter: ${this.catalog.enemies[past[past.length - 1]].name}` : "enemy hidden";
  }

  court() {
    const isPolitician = this.view.players.some((player) => this.catalog.governors[player.governor]?.name === "Politician");
    const shown = this.catalog.advisors.map((advisor, number) => [advisor, number]).filter(([, number]) => number < 18 || isPolitician);
    return h("ol", { class: "advisors" }, shown.map(([advisor, number]) => h("li", {}, this.advisor(advisor, number))));
  }

  advisor(advisor, number) {
    const { view } = this;
    const groups = this.groupsOn(number);
    const isTaken = (view.taken >> number) & 1;
    const choice = this.choices?.advisors?.get(number);
    const isNeutral = (view.neutral >> number) & 1;
    const held = groups.map(({ seat, dice }) => `${this.name(seat)} ${dice.map(([face]) => face).join("+")}`);
    if (isNeutral) held.push("neutral dice");
    const label = `${advisor.rank} ${advisor.name}: ${advisor.effect}${held.length ? `; taken by ${held.join(", ")}` : ""}`;
    const inside = [
      h("span", { class: "rank" }, String(advisor.rank)),
      h("span", { class: "name" }, advisor.name),
      draw.advisor(number, 28),
      h("span", { class: "gift" }, gift(advisor)),
      h("span", { class: "dice" }, isNeutral ? draw.neutralDie(22) : null, groups.map((group) => this.group(group))),
      choice?.badge && h("span", { class: "badge" }, choice.badge),
    ];
    const kind = `advisor ${isTaken ? "taken" : ""} ${view.advisor === number ? "now" : ""}`;
    if (!choice) return h("div", { class: kind, "aria-label": label, role: "img", title: advisor.effect }, inside);
    const attributes = {
      type: "button",
      class: `${kind} open ${choice.isPicked ? "picked" : ""}`,
      "aria-label": `${label}. ${choice.hint}`,
      title: advisor.effect,
      "data-key": `advisor-${number}`,
      "data-advisor": number,
      onclick: choice.act,
    };
    return h("button", attributes, inside);
  }

  group({ seat, dice }) {
    return dice.map(([face, isBonus]) => draw.die(face, this.catalog.colours[seat], isBonus, 22));
  }

  // The dice groups standing on an advisor: whose, and every die's face and whether it is a bonus die.
  groupsOn(number) {
    return this.view.players.flatMap((player, seat) =>
      player.group_at.flatMap((at, group) => (at === number ? [{ seat, dice: this.diceOf(player, group) }] : [])));
  }

  diceOf(player, group) {
    return player.dice.flatMap((face, place) =>
      (face > 0 && player.group_of[place] === group ? [[face, place >= this.catalog.own_dice]] : []));
  }

  player(player, seat) {
    const { view, catalog } = this;
    const governor = catalog.governors[player.governor];
    const dice = player.dice.map((face, place) => [face, place]).filter(([face, place]) => face > 0 && player.group_of[place] < 0);
    const isPlacing = ["INFLUENCE", "PICK_DICE"].includes(catalog.decisions[view.decision]);
    const attributes = {
      class: `player ${catalog.colours[seat]} ${view.actor === seat ? "now" : ""}`,
      "aria-label": this.describePlayer(player, seat),
    };
    return h("article", attributes,
      this.title(player, seat),
      h("div", { class: "belongings" },
        GOODS.map((name, kind) => count(draw.good(name), player.goods[kind], name)),
        count(draw.soldier(), player.soldiers, "soldiers"),
        count(draw.plusTwo(), player.plus_two, "+2 tokens"),
        view.envoy === seat && h("span", { title: "The King's envoy" }, draw.envoy()),
        player.has_looked ? h("span", { title: "Has looked at the enemy card" }, draw.eye()) : null),
      h("div", { class: "hand" }, dice.map(([face, place]) => draw.die(face, catalog.colours[seat], place >= catalog.own_dice, 22)),
        isPlacing && player.passed ? h("small", {}, "out this season") : null,
        seat === view.seat && view.picked_token >= 0 && h("small", { class: "secret" }, `token ${view.picked_token} put down`),
        this.table.modules.includes("army") && h("span", { class: "tokens", title: "Army tokens left" }, tokens(player))),
      governor && h("small", { class: "governor", title: governor.effect }, governor.name, ": ", governor.effect),
      this.miniature(player));
  }

  // The head of a player's card, which also opens their province.
  title(player, seat) {
    const who = this.table.seats[seat] || (seat === this.view.seat ? "you" : "person");
    const attributes = {
      type: "button",
      class: "title",
      "aria-pressed": String(seat === this.sheetSeat()),
      "aria-label": `Show the province of ${this.name(seat)}`,
      "data-key": `sheet-${seat}`,
      onclick: () => {
        this.shownSheet = seat;
        this.show(this.view, this.choices);
      },
    };
    return h("button", attributes,
      h("span", { class: "seal" }),
      h("strong", {}, this.name(seat)),
      h("span", { class: "who" }, who),
      h("span", { class: "vp" }, draw.points(18), String(player.vp)));
  }

  describePlayer(player, seat) {
    const built = player.built.map((number) => this.catalog.buildings[number].name).join(", ") || "no buildings";
    const goods = GOODS.map((name, kind) => `${player.goods[kind]} ${name}`).join(", ");
    return `${this.name(seat)}: ${player.vp} points, ${goods}, ${player.soldiers} soldiers, ${player.plus_two} +2 tokens; ${built}`;
  }

  rows() {
    return [0, 1, 2, 3, 4, 5, 6].filter((row) => this.table.modules.includes("rows") || !MODULE_ROWS.includes(row));
  }

  miniature(player) {
    const cells = this.rows().flatMap((row) => COLUMNS.map((column) =>
      h("i", { class: player.built.includes(row * COLUMNS.length + column) ? "built" : "" })));
    return h("div", { class: "miniature", "aria-hidden": "true" }, cells);
  }

  sheetSeat() {
    if (this.shownSheet !== null) return this.shownSheet;
    return this.view.seat >= 0 ? this.view.seat : Math.max(this.view.actor, 0);
  }

  showSheet() {
    const seat = this.sheetSeat();
    const player = this.view.players[seat];
    const isOwn = seat === this.view.seat;
    const rows = this.rows().map((row) => h("tr", {},
      h("th", { scope: "row" }, draw.building(row, 18), ROW_LETTERS[row]),
      COLUMNS.map((column) => h("td", {}, this.building(player, row * COLUMNS.length + column, isOwn)))));
    replace(this.parts.sheet,
      h("h2", { class: this.catalog.colours[seat] }, isOwn ? "Your province" : `Province of ${this.name(seat)}`),
      h("table", {}, h("tbody", {}, rows)));
  }

  building(player, number, isOwn) {
    const building = this.catalog.buildings[number];
    const isBuilt = player.built.includes(number);
    const choice = isOwn ? this.choices?.buildings?.get(number) : null;
    const cost = building.cost.map((amount, kind) => (amount ? count(draw.good(GOODS[kind], 14), amount, GOODS[kind]) : null));
    const inside = [
      h("span", { class: "name" }, building.name),
      h("span", { class: "cost" },
        isBuilt ? h("span", { class: "done" }, "built") : cost,
        h("span", { class: "vp" }, draw.points(14), String(building.vp))),
    ];
    const price = building.cost.map((amount, kind) => `${amount} ${GOODS[kind]}`).join(", ");
    const words = `${building.name}: ${building.effect}; costs ${price}; ${building.vp} points${isBuilt ? "; built" : ""}`;
    const { effect } = building;
    if (!choice) return h("div", { class: `building ${isBuilt ? "built" : ""}`, title: effect, "aria-label": words, role: "img" }, inside);
    const attributes = {
      type: "button",
      class: "building open",
      title: effect,
      "aria-label": `Build. ${words}`,
      "data-key": `build-${number}`,
      "data-building": number,
      onclick: choice.act,
    };
    return h("button", attributes, inside);
  }
}

function tokens(player) {
  return player.tokens.flatMap((left, value) => Array.from({ length: left }, () => draw.token(value, 18)));
}

export function count(drawing, amount, name) {
  return h("span", { class: `count ${amount ? "" : "none"}`, title: `${amount} ${name}` }, drawing, h("span", {}, String(amount)));
}

// What an advisor gives, in pictures.
function gift(advisor) {
  const parts = [];
  if (advisor.name === "Alchemist") return [draw.anyGood(16), "→ 2 others"];
  if (advisor.name === "Smuggler") return ["−1", draw.points(16), "→ 3", draw.anyGood(16)];
  advisor.goods.forEach((amount, kind) => amount && parts.push(amount > 1 ? String(amount) : null, draw.good(GOODS[kind], 16)));
  if (advisor.choice > 0) {
    const kinds = GOODS.filter((_, kind) => (advisor.kinds >> kind) & 1);
    if (parts.length) parts.push("+");
    if (kinds.length === 3) parts.push(advisor.choice > 1 ? String(advisor.choice) : null, draw.anyGood(16));
    else parts.push(draw.good(kinds[0], 16), "/", draw.good(kinds[1], 16));
  }
  if (advisor.soldiers) parts.push(advisor.soldiers > 1 ? String(advisor.soldiers) : null, draw.soldier(16));
  if (advisor.vp) parts.push(advisor.vp > 1 ? String(advisor.vp) : null, draw.points(16));
  if (advisor.plus_two) parts.push(draw.plusTwo(16));
  if (advisor.looks) parts.push(draw.eye(16));
  return parts;
}

export function bundle(amounts) {
  return amounts.flatMap((amount, kind) => (amount ? [count(draw.good(GOODS[kind]), amount, GOODS[kind])] : []));
}
