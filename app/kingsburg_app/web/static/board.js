// The table as one view shows it: time, court, provinces, the story. What can be chosen is a button, the rest is not.

import { capital, h, replace } from "/static/dom.js";
import * as draw from "/static/drawings.js";

export class Board {
  // `seats` are the agents' names, empty for people.
  constructor(catalog, seats) {
    this.catalog = catalog;
    this.seats = seats;
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

  // Adds what happened to the story.
  tell(events) {
    for (const { kind, seat, text } of events) {
      const look = kind === "PHASE" ? "phase" : seat === null ? "" : `of ${this.catalog.colours[seat]}`;
      this.lines.append(h("li", { class: look }, capital(text)));
    }
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  forgetStory() {
    this.lines.replaceChildren();
  }

  time() {
    const { view } = this;
    const years = this.catalog.years.map((name, year) => name &&
      h("li", { class: view.year === year ? "now" : year < view.year ? "past" : "", "aria-current": view.year === year && "step" }, name));
    const phases = this.catalog.phases.map(([phase, name]) =>
      h("li", { class: view.phase === phase ? "now" : "", "aria-current": view.phase === phase && "step" }, name));
    return [
      h("ol", { class: "track years", "aria-label": "Year" }, years.filter(Boolean)),
      h("ol", { class: "track seasons", "aria-label": "Season" }, phases),
    ];
  }

  order() {
    const seats = this.view.order.map((seat) =>
      h("li", { class: `pawn ${this.isAsked(seat) ? "now" : ""}`, title: this.name(seat) },
        draw.seat(seat, 22),
        h("span", { class: "unseen" }, this.name(seat))));
    return h("ol", { class: "order", "aria-label": "Turn order" }, seats);
  }

  isAsked(seat) {
    return this.view.question?.seat === seat;
  }

  enemy() {
    const { enemy, kings_die: face } = this.view;
    const { card } = enemy;
    const royal = face !== null && h("span", { class: "royal", title: "The King's die" },
      draw.die(face, "neutral"),
      h("span", { class: "unseen" }, `The King's die shows ${face}`));
    if (!card) {
      const range = `strength ${between(enemy)}`;
      return h("div", { class: "enemy hidden", "aria-label": `The enemy card is hidden, ${range}` },
        h("span", { class: "back" }, this.catalog.years[enemy.year]),
        h("div", {}, h("strong", {}, capital(range)), h("small", {}, this.lastWinter())),
        royal);
    }
    const secret = !enemy.is_open && h("small", { class: "secret" }, "only who has looked knows it");
    return h("div", { class: "enemy", "aria-label": `Enemy: ${card.name}, strength ${card.strength}; ${card.effect}` },
      draw.symbol(this.catalog.enemies[card.enemy], 34),
      h("div", {}, h("strong", {}, `${card.name}, strength ${card.strength}`), h("small", {}, card.effect), secret),
      royal);
  }

  lastWinter() {
    const last = this.view.past_enemies.at(-1);
    return last ? `last winter: ${last.name}` : "enemy hidden";
  }

  court() {
    return h("ol", { class: "advisors" }, this.view.court.map((advisor) => h("li", {}, this.advisor(advisor))));
  }

  advisor(advisor) {
    const number = advisor.advisor;
    const { symbol, gift } = this.catalog.advisors[number];
    const choice = this.choices?.advisors?.get(number);
    const held = advisor.groups.map((group) => `${this.name(group.seat)} ${[...group.own, ...group.bonus].join("+")}`);
    if (advisor.is_neutral) held.push("neutral dice");
    const label = `${advisor.rank} ${advisor.name}: ${advisor.effect}${held.length ? `; taken by ${held.join(", ")}` : ""}`;
    const inside = [
      h("span", { class: "rank" }, String(advisor.rank)),
      h("span", { class: "name" }, advisor.name),
      h("span", { class: "emblem" }, draw.symbol(symbol, 28)),
      h("span", { class: "gift" }, draw.spell(gift)),
      h("span", { class: "dice" }, advisor.is_neutral && draw.symbol("neutral", 22), advisor.groups.map((group) => this.group(group))),
      choice?.badge && h("span", { class: "badge" }, choice.badge),
    ];
    const kind = `advisor ${advisor.is_taken ? "taken" : ""} ${this.view.question?.advisor === number ? "now" : ""}`;
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

  group({ seat, own, bonus }) {
    return [draw.seat(seat, 16), this.dice(seat, own, bonus)];
  }

  dice(seat, own, bonus) {
    const colour = this.catalog.colours[seat];
    return [...own.map((face) => draw.die(face, colour, false, 22)), ...bonus.map((face) => draw.die(face, colour, true, 22))];
  }

  player(player, seat) {
    const { view, catalog } = this;
    const { governor } = player;
    const isPlacing = ["INFLUENCE", "PICK_DICE"].includes(view.question?.name);
    const token = seat === view.seat ? view.secrets.army_token : null;
    const attributes = {
      class: `player ${catalog.colours[seat]} ${this.isAsked(seat) ? "now" : ""}`,
      "aria-label": this.describePlayer(player, seat),
    };
    return h("article", attributes,
      this.title(player, seat),
      h("div", { class: "belongings" },
        catalog.goods.map((name, kind) => count(draw.symbol(name), player.goods[kind], name)),
        count(draw.symbol("soldier"), player.soldiers, `soldiers; the next costs ${player.soldier_price} goods`),
        count(draw.symbol("battle"), between(player.strength), "strength against the enemy, before the King's die"),
        count(draw.symbol("token"), player.plus_two, "+2 tokens"),
        view.envoy === seat && h("span", { title: "The King's envoy" }, draw.symbol("envoy", 20)),
        player.has_looked && h("span", { title: "Has looked at the enemy card" }, draw.symbol("look"))),
      h("div", { class: "hand" }, this.dice(seat, player.own_dice, player.bonus_dice),
        isPlacing && player.passed ? h("small", {}, "out this season") : null,
        token !== null && h("small", { class: "secret" }, `token ${token} put down`),
        h("span", { class: "tokens", title: "Army tokens left" }, player.army_tokens.map((value) => draw.token(value, 18)))),
      governor && h("small", { class: "governor", title: governor.effect }, governor.name, ": ", governor.effect),
      this.miniature(player));
  }

  // The head of a player's card, which also opens their province.
  title(player, seat) {
    const who = this.seats[seat] || (seat === this.view.seat ? "you" : "person");
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
      draw.seat(seat, 20),
      h("strong", {}, this.name(seat)),
      h("span", { class: "who" }, who),
      h("span", { class: "vp" }, draw.symbol("point"), String(player.vp)));
  }

  describePlayer(player, seat) {
    const built = player.building_names.join(", ") || "no buildings";
    const owned = `${player.vp} points, ${this.amounts(player.goods)}, ${player.soldiers} soldiers, ${player.plus_two} +2 tokens`;
    return `${this.name(seat)}: ${owned}, strength ${between(player.strength)}; ${built}`;
  }

  amounts(goods) {
    return this.catalog.goods.map((name, kind) => `${goods[kind]} ${name}`).join(", ");
  }

  // The rows in play: what does not stand yet has a price.
  rows(player) {
    const inPlay = new Set([...player.buildings, ...[...player.next, ...player.later].map(({ building }) => building)]);
    return this.catalog.rows.filter(({ buildings }) => inPlay.has(buildings[0]));
  }

  miniature(player) {
    const cells = this.rows(player).flatMap(({ buildings }) => buildings.map((number) =>
      h("i", { class: player.buildings.includes(number) ? "built" : "" })));
    return h("div", { class: "miniature", "aria-hidden": "true" }, cells);
  }

  sheetSeat() {
    return this.shownSheet ?? this.view.seat ?? this.view.question?.seat ?? 0;
  }

  showSheet() {
    const seat = this.sheetSeat();
    const player = this.view.players[seat];
    const isOwn = seat === this.view.seat;
    const rows = this.rows(player).map(({ letter, symbol, buildings }) => h("tr", {},
      h("th", { scope: "row" }, draw.symbol(symbol, 18), letter),
      buildings.map((number) => h("td", {}, this.building(player, number, isOwn)))));
    replace(this.parts.sheet,
      h("h2", { class: this.catalog.colours[seat] }, isOwn ? "Your province" : `Province of ${this.name(seat)}`),
      h("table", {}, h("tbody", {}, rows)));
  }

  building(player, number, isOwn) {
    const building = this.catalog.buildings[number];
    const isBuilt = player.buildings.includes(number);
    const choice = isOwn ? this.choices?.buildings?.get(number) : null;
    const price = [...player.next, ...player.later].find((one) => one.building === number);
    const inside = [
      h("span", { class: "name" }, building.name),
      h("span", { class: "cost" },
        isBuilt ? h("span", { class: "done" }, "built") : bundle(this.catalog, price.price, 14),
        h("span", { class: "vp" }, draw.symbol("point", 14), String(building.vp))),
    ];
    const costs = isBuilt ? "built" : `costs ${this.amounts(price.price)}${price.lacks ? `, lacking ${price.lacks}` : ""}`;
    const words = `${building.name}: ${building.effect}; ${costs}; ${building.vp} points`;
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

// Two numbers between which something lies, or the one.
const between = ({ low, high }) => (low === high ? String(low) : `${low}–${high}`);

function count(drawing, amount, name) {
  return h("span", { class: `count ${String(amount) === "0" ? "none" : ""}`, title: `${amount} ${name}` }, drawing, h("span", {}, String(amount)));
}

export function bundle(catalog, amounts, size = 18) {
  return amounts.flatMap((amount, kind) => (amount ? [count(draw.symbol(catalog.goods[kind], size), amount, catalog.goods[kind])] : []));
}
