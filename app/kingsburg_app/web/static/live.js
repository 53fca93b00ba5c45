// A seat at a table: views come in, are shown one after the other, and answers go out.

import { announce, capital, h, notice, replace } from "/static/dom.js";
import { seat } from "/static/drawings.js";
import { ask, Line } from "/static/net.js";
import { Board } from "/static/board.js";
import { Question } from "/static/question.js";
import { curve } from "/static/coach.js";
import { SPEEDS, speed, speedChoice } from "/static/memory.js";
import { copier, linkTo } from "/static/lobby.js";
import { result } from "/static/result.js";

export function showLive(app, catalog, token) {
  const table = new LiveTable(app, catalog, token);
  return () => table.leave();
}

class LiveTable {
  constructor(app, catalog, token) {
    this.app = app;
    this.catalog = catalog;
    this.token = token;
    this.waiting = [];
    this.timer = null;
    this.values = [];
    this.notice = h("p", { class: "trouble", role: "alert" });
    this.isCoached = false;
    this.line = new Line(token, (message) => this.hear(message));
  }

  leave() {
    clearTimeout(this.timer);
    this.line.close();
  }

  hear(message) {
    const kinds = {
      welcome: () => this.sitDown(message),
      view: () => this.take({ ...message.view, move: message.move }),
      coach: () => this.coached(message),
      error: () => this.say(message.text),
      refused: () => this.refused(message.text),
      offline: () => this.say("The line to the server is lost; trying again …"),
      online: () => this.say(""),
    };
    kinds[message.type]?.();
  }

  say(text) {
    this.notice.textContent = text;
    if (text && this.view) this.draw();
  }

  refused(text) {
    if (this.board && text === "too many messages") return;
    replace(this.app, notice(text));
  }

  sitDown(welcome) {
    this.waiting = [];
    this.isFirst = true;
    if (this.board) return this.board.forgetStory();
    this.seat = welcome.seat;
    this.seats = welcome.seats;
    this.board = new Board(this.catalog, welcome.seats);
    this.question = new Question(this.catalog, this.board.parts.question, (message) => this.line.send(message), () => this.draw());
    this.tools = h("div", { class: "tools" });
    replace(this.app, h("div", { class: "page" }, this.bar(), this.notice, this.board.root));
  }

  bar() {
    const who = this.seat === null ? "Watching" : `You are ${this.catalog.colours[this.seat]}`;
    document.title = `Kingsburg: ${who}`;
    const tick = h("input", { type: "checkbox", onchange: (event) => this.switchCoach(event.target.checked) });
    return h("header", { class: "bar" },
      h("a", { href: "#", class: "brand" }, "Kingsburg"),
      h("span", { class: `you ${this.catalog.colours[this.seat] ?? ""}` }, this.seat !== null && seat(this.seat), who),
      this.tools,
      this.catalog.has_coach && this.seat !== null && h("label", {}, tick, "Coach"),
      h("label", {}, h("span", {}, "Agents play"), speedChoice(() => this.next())));
  }

  // Views are shown at the chosen speed, so that people can follow what agents do.
  take(view) {
    this.waiting.push(view);
    if (this.timer === null) this.next();
  }

  next() {
    clearTimeout(this.timer);
    this.timer = null;
    const pause = SPEEDS[speed()];
    if (this.isFirst || pause === 0) {
      const events = this.waiting.flatMap((view) => view.events);
      if (this.waiting.length) this.show(this.waiting.pop(), events);
      this.waiting = [];
      this.isFirst = false;
    } else if (this.waiting.length) {
      const view = this.waiting.shift();
      this.show(view, view.events);
      this.timer = setTimeout(() => this.next(), pause);
    }
  }

  show(view, events) {
    this.view = view;
    this.notice.textContent = "";
    this.question.clear();
    this.board.tell(events);
    this.draw();
    if (view.actions.length) announce(`Your move. ${this.question.asked(view)}`);
    else if (view.result) announce("The game is over.");
    if (this.isCoached && !view.result) this.line.send({ type: "coach" });
  }

  draw() {
    const { view } = this;
    const isLast = this.waiting.length === 0;
    const shown = isLast ? view : { ...view, actions: [], placements: [] };
    this.board.show(shown, this.question.choices(shown));
    if (view.result) this.end();
    else this.question.show(shown, this.whatHappens(view));
    if (this.values.length > 1) this.board.parts.question.append(curve(this.values, this.catalog.colours));
  }

  whatHappens(view) {
    return view.question ? `${capital(view.question.sentence)} …` : "";
  }

  async end() {
    replace(this.board.parts.question, result(this.catalog, this.seats, this.view), h("div", { class: "answers", id: "sharing" }));
    if (!this.shared) {
      this.shared = ask("/api/share", { token: this.token });
    }
    const { file, code } = await this.shared.catch(() => ({}));
    if (!file) return;
    const place = document.getElementById("sharing");
    if (!place) return;
    replace(place,
      h("a", { class: "answer", href: `#replay=${code}` }, "Replay"),
      copier(linkTo("replay", code), "Copy the link of this game"),
      saver(file),
      h("a", { class: "answer", href: "#" }, "New game"));
  }

  switchCoach(isOn) {
    this.isCoached = isOn;
    if (isOn) this.line.send({ type: "coach" });
  }

  coached(message) {
    this.values.push([message.move, message.values]);
    if (message.move !== this.view.move) return;
    this.question.advice = message.probabilities;
    this.draw();
  }
}

export function saver(file) {
  return h("button", { type: "button", onclick: () => {
    const address = URL.createObjectURL(new Blob([JSON.stringify(file)], { type: "application/json" }));
    const link = h("a", { href: address, download: `kingsburg-${file.seed}.json` });
    link.click();
    URL.revokeObjectURL(address);
  } }, "Save as file");
}
