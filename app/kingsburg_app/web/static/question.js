// The question on the table and its answers. Dice are picked, then an advisor; or an advisor, then the dice.

import { capital, h, replace } from "/static/dom.js";
import * as draw from "/static/drawings.js";
import { bundle } from "/static/board.js";

const PASS = {
  REROLL: "Keep the dice", CHANGE: "Keep the dice", INFLUENCE: "Pass for this season", MOVE_TO_DUCHESS: "Stay where you are",
  ALCHEMY: "Decline", SMUGGLE: "Decline", BUILD: "Build nothing", END_SEASON: "No more trades", RECRUIT: "No more soldiers",
  SORCERY: "Build no more", BLESS: "Not now", USE_EFFECT: "Do without it", SAVE_GOOD: "Save nothing", TAKE_GOODS: "Take nothing",
};
const ASKED = {
  PICK_GOVERNOR: "Which governor do you keep?", TAKE_GOODS: "Which goods do you take?", SORCERY: "What do you build by sorcery?",
  BLESS: "Do you ask the blessing now?", REROLL: "Do you re-roll or turn dice?", CHANGE: "Do you set your dice?", INFLUENCE: "Whom do you influence?",
  PICK_DICE: "Which dice do you use?", MOVE_TO_DUCHESS: "Move your highest group to the Duchess?",
  ALCHEMY: "Which good do you give the Alchemist?", SMUGGLE: "Which goods do you buy from the Smuggler for 1 point?",
  BUILD: "What do you build?", SAVE_GOOD: "Which good of the cost do you save?",
  END_SEASON: "What do you trade at the end of the season?", RECRUIT: "What do you pay for another soldier?",
  COMMIT_TOKEN: "Which army token do you put down?", LOSE_GOODS: "Which goods do you lose?",
};

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

  decision(view) {
    return this.catalog.decisions[view.decision];
  }

  asked(view) {
    const about = view.advisor >= 0 ? `${this.catalog.advisors[view.advisor].name}: ` : "";
    return about + (view.effect ? `Do you use ${view.effect}?` : ASKED[this.decision(view)]);
  }

  // What can be clicked on the board.
  choices(view) {
    if (!view.question) return {};
    const advisors = new Map();
    for (const way of this.ways(view)) {
      const ways = advisors.get(way[1])?.ways || [];
      advisors.set(way[1], { ways: [...ways, way] });
    }
    for (const [number, choice] of advisors) {
      const isPlain = choice.ways.some((way) => way[2] === 0);
      choice.badge = isPlain ? "" : this.shortModifier(Math.min(...choice.ways.map((way) => way[2])));
      choice.isPicked = this.advisor === number;
      choice.hint = choice.ways.length === 1 ? this.wayText(view, choice.ways[0]) : `${choice.ways.length} ways to influence`;
      choice.act = () => this.pickAdvisor(view, number, choice.ways);
    }
    const buildings = new Map(view.question.actions.filter((action) => this.isIn(action, "build")).map((action) =>
      [this.offset(action, "build"), { act: () => this.act(view, action) }]));
    return { advisors, buildings };
  }

  // The dice groups that are still possible with the dice picked so far: exactly these dice, or any if none is picked.
  ways(view) {
    const wanted = this.key(view, [...this.picked]);
    return view.question.placements.filter(([dice]) => this.picked.size === 0 || this.key(view, dice) === wanted);
  }

  key(view, dice) {
    const faces = view.players[view.seat].dice;
    return dice.map((place) => `${place < this.catalog.own_dice ? "own" : "bonus"}${faces[place]}`).sort().join();
  }

  shortModifier(modifier) {
    return this.catalog.modifiers[modifier].replace(" with ", "").replace(" and ", " ").replaceAll("market ", "market ");
  }

  wayText(view, [dice, advisor, modifier]) {
    const faces = view.players[view.seat].dice;
    const sum = dice.map((place) => `${faces[place]}${place < this.catalog.own_dice ? "" : " (bonus)"}`).join(" + ");
    return `${sum}${this.catalog.modifiers[modifier]}${this.envoyText(view, advisor)}`;
  }

  envoyText(view, advisor) {
    return (view.taken >> advisor) & 1 ? ", spending the envoy" : "";
  }

  // A single plain way with picked dice is placed at once; whatever costs a token or leaves a choice is asked for.
  pickAdvisor(view, number, ways) {
    const [way] = ways;
    const isSure = ways.length === 1 && this.picked.size > 0 && way[2] === 0 && !((view.taken >> number) & 1);
    if (isSure) return this.put(view, way);
    this.advisor = this.advisor === number ? null : number;
    this.redraw();
    this.place.querySelector(".ways button")?.focus();
    this.place.querySelector(".ways")?.scrollIntoView({ block: "nearest" });
  }

  pickDie(place) {
    if (!this.picked.delete(place)) this.picked.add(place);
    this.advisor = null;
    this.redraw();
  }

  put(view, [dice, advisor, modifier]) {
    this.send(view, { type: "place", move: view.move, dice, advisor, modifier });
  }

  act(view, action) {
    this.send(view, { type: "act", move: view.move, action });
  }

  send(view, message) {
    this.clear();
    for (const button of document.querySelectorAll(".table button[data-answer], .table .open")) button.disabled = true;
    this.answer(message);
  }

  show(view, watching) {
    if (!view.question) return replace(this.place, h("p", { class: "waiting" }, watching));
    const isPlacing = this.decision(view) === "INFLUENCE";
    replace(this.place,
      h("h2", {}, this.asked(view)),
      isPlacing && this.placing(view),
      h("div", { class: "answers" }, this.plainActions(view).map((action) => this.button(view, action))),
      this.adviceList(view));
  }

  // Everything but placing dice, which has its own buttons.
  plainActions(view) {
    return view.question.actions.filter((action) => !this.isIn(action, "influence"));
  }

  hand(view) {
    const player = view.players[view.seat];
    const dice = player.dice.map((face, place) => [face, place]).filter(([face, place]) => face > 0 && player.group_of[place] < 0);
    return h("div", { class: "dice", role: "group", "aria-label": "Your dice" }, dice.map(([face, place]) =>
      this.dieButton(view, face, place)));
  }

  dieButton(view, face, place) {
    const isOwn = place < this.catalog.own_dice;
    const attributes = {
      type: "button",
      class: "pick",
      "aria-pressed": String(this.picked.has(place)),
      "aria-label": `${isOwn ? "own die" : "bonus die"} ${face}`,
      "data-key": `die-${place}`,
      "data-die": place,
      onclick: () => this.pickDie(place),
    };
    return h("button", attributes, draw.die(face, this.catalog.colours[view.seat], !isOwn, 40));
  }

  placing(view) {
    const ways = this.ways(view).filter(([, advisor]) => this.advisor === null || advisor === this.advisor);
    const isListed = this.picked.size > 0 || this.advisor !== null;
    return [
      h("div", { class: "row" }, this.hand(view), h("p", { class: "hint" }, this.hint(view, ways))),
      isListed && h("div", { class: "ways" }, ways.map((way) => this.wayButton(view, way))),
    ];
  }

  hint(view, ways) {
    const dice = [...this.picked];
    const total = dice.reduce((sum, place) => sum + view.players[view.seat].dice[place], 0);
    if (this.advisor !== null) return `${this.catalog.advisors[this.advisor].name} with:`;
    if (dice.length === 0) return "Pick dice, then an advisor; or click an advisor.";
    if (!dice.some((place) => place < this.catalog.own_dice)) return "A group needs one of your own dice.";
    return ways.length === 0 ? `A total of ${total} reaches no free advisor.` : `Total ${total}:`;
  }

  wayButton(view, way) {
    const [dice, advisor, modifier] = way;
    const text = this.wayText(view, way);
    const { name, rank } = this.catalog.advisors[advisor];
    const shown = this.advisor === null ? `${rank} ${name}${this.catalog.modifiers[modifier]}${this.envoyText(view, advisor)}` : text;
    const number = `${advisor}-${modifier}-${dice.join(".")}`;
    const attributes = {
      type: "button",
      class: "answer",
      "data-answer": true,
      "data-way": number,
      "data-key": `way-${number}`,
      "aria-label": `${name} with ${text}`,
      onclick: () => this.put(view, way),
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
      onclick: () => this.act(view, action),
    };
    return h("button", attributes, label.shown);
  }

  label(view, action) {
    const text = capital(this.catalog.actions[action]);
    if (this.isIn(action, "pass_")) {
      const words = PASS[this.decision(view)] || "Pass";
      return { words, shown: words };
    }
    if (this.isIn(action, "goods")) return { words: text, shown: bundle(this.catalog.bundles[this.offset(action, "goods")]) };
    if (this.isIn(action, "governor")) {
      const governor = this.catalog.governors[this.offset(action, "governor")];
      const shown = [h("strong", {}, governor.name), h("small", {}, governor.effect)];
      return { words: `Keep ${governor.name}: ${governor.effect}`, shown };
    }
    if (this.isIn(action, "build")) {
      const building = this.catalog.buildings[this.offset(action, "build")];
      return { words: `${text}: ${building.effect}`, title: building.effect, shown: [draw.building(building.row), building.name] };
    }
    if (this.isIn(action, "army_token")) return { words: text, shown: draw.token(this.offset(action, "army_token"), 34) };
    if (this.isIn(action, "own_die")) {
      const colour = this.catalog.colours[view.seat];
      return { words: text, shown: draw.die(this.offset(action, "own_die") + 1, colour, false, 34) };
    }
    if (this.isIn(action, "bonus_die")) return { words: text, shown: draw.die(this.offset(action, "bonus_die") + 1, "bonus", true, 34) };
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
