// A finished game, position by position: step, scrub, let it run.

import { capital, h, replace } from "/static/dom.js";
import { ask } from "/static/net.js";
import { Board } from "/static/board.js";
import { curve, disagreements } from "/static/coach.js";
import { SPEEDS, speed, speedChoice } from "/static/memory.js";
import { saver } from "/static/live.js";
import { result } from "/static/result.js";

const FASTEST = 40;

export async function showReplay(app, catalog, file) {
  const { frames, review } = await ask("/api/replay", file);
  const replay = new Replay(app, catalog, file, frames, review);
  return () => replay.pause();
}

class Replay {
  constructor(app, catalog, file, frames, review) {
    Object.assign(this, { catalog, file, frames, review, at: 0, timer: null });
    this.board = new Board(catalog, file.seats);
    const last = frames.length - 1;
    const slide = () => this.go(Number(this.slider.value));
    this.slider = h("input", { type: "range", min: 0, max: last, value: 0, "aria-label": "Move", oninput: slide });
    this.number = h("output", {});
    this.runner = h("button", { type: "button", onclick: () => (this.timer ? this.pause() : this.run()) }, "Play");
    const step = (text, label, to) => {
      const press = () => {
        this.pause();
        this.go(to());
      };
      return h("button", { type: "button", "aria-label": label, title: label, onclick: press }, text);
    };
    const controls = h("div", { class: "controls", role: "group", "aria-label": "Replay" },
      step("«", "First position", () => 0),
      step("‹", "Back", () => this.at - 1),
      this.runner,
      step("›", "Forward", () => this.at + 1),
      step("»", "Last position", () => last),
      this.slider, this.number, speedChoice());
    const bar = h("header", { class: "bar" },
      h("a", { href: "#", class: "brand" }, "Kingsburg"),
      h("span", { class: "you" }, `Replay, seed ${file.seed}`),
      h("div", { class: "tools" }, saver(file)));
    replace(app, h("div", { class: "page replay" }, bar, controls, this.board.root));
    document.title = "Kingsburg: replay";
    this.go(0);
  }

  go(to) {
    const wanted = Math.max(0, Math.min(to, this.frames.length - 1));
    const isNext = wanted === this.at + 1;
    this.at = wanted;
    const view = this.frames[wanted];
    this.slider.value = wanted;
    this.number.textContent = `${wanted} / ${this.frames.length - 1}`;
    if (!isNext) this.board.forgetStory();
    this.board.tell(isNext ? view.events : this.frames.slice(0, wanted + 1).flatMap((frame) => frame.events));
    this.board.show(view, {});
    replace(this.board.parts.question, this.played(view), this.coached());
  }

  played(view) {
    if (view.result) return result(this.catalog, this.file.seats, view);
    const action = this.file.actions[this.at];
    const said = action === undefined ? "not decided yet" : this.catalog.actions[action];
    return h("p", {}, `${capital(view.question.sentence)}: `, h("em", {}, said));
  }

  coached() {
    if (!this.review) return null;
    const values = this.frames.map((_, move) => [move, this.review.values.map((seat) => seat[move])]);
    return [
      curve(values, this.catalog.colours, this.at),
      disagreements(this.review, this.catalog, (move) => this.frames[move].question.seat, (move) => this.go(move)),
    ];
  }

  run() {
    this.runner.textContent = "Pause";
    const tick = () => {
      if (this.at >= this.frames.length - 1) return this.pause();
      this.go(this.at + 1);
      this.timer = setTimeout(tick, Math.max(SPEEDS[speed()], FASTEST));
    };
    this.timer = setTimeout(tick, 0);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.runner.textContent = "Play";
  }
}
