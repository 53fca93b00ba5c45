// The question on the table and its answers. Dice are picked, then an advisor; or an advisor, then the dice.

import { capital, h, replace } from "/static/dom.js";
import * as draw from "/static/drawings.js";
import { bundle } from "/static/board.js";

export class Question {
  // `answer(message)` sends an answer; `redraw()` asks for the board to be shown again with other choices.
  constructor(catalog, place, answer, redraw) {
    this.catalog = catalog;
    this.place = place;
    this.answer = answer;
    this.redraw = redraw;
    this.clear();
  }

  clear() {
    this.picked = new Set();
    this.advisor = null;
    this.advice = [];
  }

  isIn(action, block) {
    const [first, end] = this.catalog.blocks[block];
    return action >= first && action < end;
  }

  offset(action, block) {
    return action - this.catalog.blocks[block][0];
  }

  asked(view) {
    const { advisor, text } = view.question;
    return advisor === null ? `You decide ${text}` : `${this.catalog.advisors[advisor].name}: you decide ${text}`;
  }

  // What can be clicked on the board.
  choices(view) {
    if (!view.actions.length) return {};
    const advisors = new Map();
    for (const way of this.ways(view)) {
      const ways = advisors.get(way.advisor)?.ways || [];
      advisors.set(way.advisor, { ways: [...ways, way] });
    }
    for (const [number, choice] of advisors) {
      const isPlain = choice.ways.some((way) => way.modifier === 0);
      choice.badge = isPlain ? "" : this.shortModifier(Math.min(...choice.ways.map((way) => way.modifier)));
      choice.isPicked = this.advisor === number;
      choice.hint = choice.ways.length === 1 ? this.wayText(view, choice.ways[0]) : `${choice.ways.length} ways to influence`;
      choice.act = () => this.pickAdvisor(view, number, choice.ways);
    }
    const buildings = new Map(this.numbers(view).filter((action) => this.isIn(action, "build")).map((action) =>
      [this.offset(action, "build"), { act: () => this.act(view, [action]) }]));
    return { advisors, buildings };
  }

  // The dice groups that are still possible with the dice picked so far: exactly these dice, or any if none is picked.
  ways(view) {
    const wanted = key(this.hand(view).filter((_, number) => this.picked.has(number)));
    return view.placements.filter((way) => this.picked.size === 0 || key(dice(way.own, way.bonus)) === wanted);
  }

  numbers(view) {
    return view.actions.map(({ action }) => action);
  }

  hand(view) {
    const player = view.players[view.seat];
    return dice(player.own_dice, player.bonus_dice);
  }

  shortModifier(modifier) {
    return this.catalog.modifiers[modifier].replace(" with ", "").replace(" and ", " ").replaceAll("market ", "market ");
  }

  wayText(view, { own, bonus, advisor, modifier }) {
    const sum = dice(own, bonus).map(({ face, isBonus }) => `${face}${isBonus ? " (bonus)" : ""}`).join(" + ");
    return `${sum}${this.catalog.modifiers[modifier]}${this.envoyText(view, advisor)}`;
  }

  envoyText(view, advisor) {
    return view.court[advisor].is_taken ? ", spending the envoy" : "";
  }

  // A single plain way with picked dice is placed at once; whatever costs a token or leaves a choice is asked for.
  pickAdvisor(view, number, ways) {
    const [way] = ways;
    const isSure = ways.length === 1 && this.picked.size > 0 && way.modifier === 0 && !view.court[number].is_taken;
    if (isSure) return this.act(view, way.actions);
    this.advisor = this.advisor === number ? null : number;
    this.redraw();
    this.place.querySelector(".ways button")?.focus();
    this.place.querySelector(".ways")?.scrollIntoView({ block: "nearest" });
  }

  pickDie(number) {
    if (!this.picked.delete(number)) this.picked.add(number);
    this.advisor = null;
    this.redraw();
  }

  act(view, actions) {
    this.clear();
    for (const button of document.querySelectorAll(".table button[data-answer], .table .open")) button.disabled = true;
    this.answer({ type: "act", move: view.move, actions });
  }

  show(view, watching) {
    if (!view.actions.length) return replace(this.place, h("p", { class: "waiting" }, watching));
    const isPlacing = view.question.name === "INFLUENCE";
    replace(this.place,
      h("h2", {}, this.asked(view)),
      isPlacing && this.placing(view),
      h("div", { class: "answers" }, this.plainActions(view).map((action) => this.button(view, action))),
      this.adviceList(view));
  }

  // Everything but placing dice, which has its own buttons.
  plainActions(view) {
    return this.numbers(view).filter((action) => !this.isIn(action, "influence"));
  }

  dieButton(view, { face, isBonus }, number) {
    const attributes = {
      type: "button",
      class: "pick",
      "aria-pressed": String(this.picked.has(number)),
      "aria-label": `${isBonus ? "bonus die" : "own die"} ${face}`,
      "data-key": `die-${number}`,
      "data-die": number,
      onclick: () => this.pickDie(number),
    };
    return h("button", attributes, draw.die(face, this.catalog.colours[view.seat], isBonus, 40));
  }

  placing(view) {
    const ways = this.ways(view).filter(({ advisor }) => this.advisor === null || advisor === this.advisor);
    const isListed = this.picked.size > 0 || this.advisor !== null;
    const hand = this.hand(view).map((die, number) => this.dieButton(view, die, number));
    return [
      h("div", { class: "row" },
        h("div", { class: "dice", role: "group", "aria-label": "Your dice" }, hand),
        h("p", { class: "hint" }, this.hint(view, ways))),
      isListed && h("div", { class: "ways" }, ways.map((way) => this.wayButton(view, way))),
    ];
  }

  hint(view, ways) {
    const picked = this.hand(view).filter((_, number) => this.picked.has(number));
    const total = picked.reduce((sum, { face }) => sum + face, 0);
    if (this.advisor !== null) return `${this.catalog.advisors[this.advisor].name} with:`;
    if (picked.length === 0) return "Pick dice, then an advisor; or click an advisor.";
    if (picked.every(({ isBonus }) => isBonus)) return "A group needs one of your own dice.";
    return ways.length === 0 ? `A total of ${total} reaches no free advisor.` : `Total ${total}:`;
  }

  wayButton(view, way) {
    const { own, bonus, advisor, modifier } = way;
    const text = this.wayText(view, way);
    const { name, rank } = this.catalog.advisors[advisor];
    const shown = this.advisor === null ? `${rank} ${name}${this.catalog.modifiers[modifier]}${this.envoyText(view, advisor)}` : text;
    const number = `${advisor}-${modifier}-${own.join(".")}-${bonus.join(".")}`;
    const attributes = {
      type: "button",
      class: "answer",
      "data-answer": true,
      "data-way": number,
      "data-key": `way-${number}`,
      "aria-label": `${name} with ${text}`,
      onclick: () => this.act(view, way.actions),
    };
    return h("button", attributes, shown);
  }

  button(view, action) {
    const label = this.label(view, action);
    const kind = this.isIn(action, "pass_") ? "answer pass" : "answer";
    const attributes = {
      type: "button",
      class: kind,
      "data-answer": true,
      "data-action": action,
      "data-key": `action-${action}`,
      "aria-label": label.words,
      title: label.title,
      onclick: () => this.act(view, [action]),
    };
    return h("button", attributes, label.shown);
  }

  label(view, action) {
    const text = capital(this.catalog.actions[action]);
    if (this.isIn(action, "pass_")) {
      const words = this.catalog.passing[view.question.name] || "Pass";
      return { words, shown: words };
    }
    if (this.isIn(action, "goods")) return { words: text, shown: bundle(this.catalog, this.catalog.bundles[this.offset(action, "goods")]) };
    if (this.isIn(action, "governor")) {
      const governor = this.catalog.governors[this.offset(action, "governor")];
      const shown = [h("strong", {}, governor.name), h("small", {}, governor.effect)];
      return { words: `Keep ${governor.name}: ${governor.effect}`, shown };
    }
    if (this.isIn(action, "build")) {
      const building = this.catalog.buildings[this.offset(action, "build")];
      return { words: `${text}: ${building.effect}`, title: building.effect, shown: [draw.symbol(building.symbol, 20), building.name] };
    }
    if (this.isIn(action, "army_token")) return { words: text, shown: draw.token(this.offset(action, "army_token"), 34) };
    for (const [block, isBonus] of [["own_die", false], ["bonus_die", true]]) {
      if (this.isIn(action, block)) return { words: text, shown: draw.die(this.offset(action, block) + 1, this.catalog.colours[view.seat], isBonus, 34) };
    }
    return { words: text, shown: text };
  }

  adviceList(view) {
    if (!this.advice.length) return null;
    const rows = this.advice.slice(0, 5).map(([action, probability]) => h("li", {},
      h("meter", { min: 0, max: 1, value: probability }),
      ` ${Math.round(probability * 100)} % ${this.catalog.actions[action]}`));
    return h("div", { class: "advice", "aria-label": "The coach" }, h("strong", {}, "The coach would play"), h("ol", {}, rows));
  }
}

// Dice by face and kind, own ones first.
function dice(own, bonus) {
  return [...own.map((face) => ({ face, isBonus: false })), ...bonus.map((face) => ({ face, isBonus: true }))];
}

// Equal sets of dice have equal keys.
const key = (chosen) => chosen.map(({ face, isBonus }) => `${isBonus ? "bonus" : "own"}${face}`).sort().join();
