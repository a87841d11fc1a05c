// Player controls for anything with steps: a clock, a time line, speeds. Used for plans and
// searches.

import { h, button, put, write, freshId } from "./dom.js";
import { icon } from "./icons.js";
import { text } from "../texts/index.js";
import { whole } from "../model/numbers.js";

/** A bar with play, steps, a time line and speeds. */
export class Player {
  /**
   * @param {{speeds: number[], speed: number, names: string[], unit: string, show: (at: number, played: boolean) => void, onSpeed?: (speed: number) => void}} options
   *   `speeds` are steps a second; `show` is called with the step that is to be seen, and whether it was reached by playing
   */
  constructor({ speeds, speed, names, unit, show, onSpeed = () => {} }) {
    this.speeds = speeds;
    this.names = names;
    this.speed = Math.min(speed, speeds.length - 1);
    this.unit = unit;
    this.showStep = show;
    this.onSpeed = onSpeed;
    this.length = 0;
    this.at = 0;
    this.playing = false;
    /** True if more steps will come, so that the end is not final. */
    this.waits = false;
    /** True if it follows the end as steps come. */
    this.follows = false;
    this.frame = 0;
    const id = freshId("speed");
    this.toggle = button(icon("play"), () => this.pause(), { class: "primary icon", "aria-label": text.player.play });
    this.slider = h("input", {
      type: "range",
      class: "timeline",
      min: 0,
      max: 0,
      value: 0,
      step: 1,
      "aria-label": text.player.timeline,
      oninput: () => this.jump(Number(this.slider.value)),
    });
    this.count = h("output", { class: "count" });
    this.speedSlider = h("input", {
      id,
      type: "range",
      min: 0,
      max: speeds.length - 1,
      value: this.speed,
      step: 1,
      class: "speed",
      oninput: () => this.setSpeed(Number(this.speedSlider.value)),
    });
    this.speedName = h("span", { class: "muted" });
    this.element = h(
      "div",
      { class: "player", role: "group", "aria-label": text.player.group },
      h(
        "div",
        { class: "steps" },
        button(icon("first"), () => this.jump(0), { class: "quiet icon to-start", "aria-label": text.player.first }),
        button(icon("back"), () => this.step(-1), { class: "quiet icon step-back", "aria-label": text.player.back }),
        this.toggle,
        button(icon("forth"), () => this.step(1), { class: "quiet icon step-forth", "aria-label": text.player.forth }),
        button(icon("last"), () => this.toEnd(), { class: "quiet icon to-end", "aria-label": text.player.last }),
      ),
      this.slider,
      this.count,
      h("div", { class: "pace" }, h("label", { for: id }, text.player.speed), this.speedSlider, this.speedName),
    );
    this.setSpeed(this.speed);
    this.draw();
  }

  /** Sets the number of steps, which may grow while it plays. @param {number} length */
  setLength(length) {
    this.length = length;
    this.slider.max = String(length);
    if (this.follows && this.at !== length) {
      this.at = length;
      this.showStep(length, false);
    } else if (this.at > length) this.go(length);
    this.draw();
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = Math.max(0, Math.min(speed, this.speeds.length - 1));
    this.speedSlider.value = String(this.speed);
    this.speedSlider.setAttribute("aria-valuetext", this.names[this.speed]);
    write(this.speedName, this.names[this.speed]);
    this.onSpeed(this.speed);
  }

  /** Shows a step. @param {number} at @param {boolean} [played] */
  go(at, played = false) {
    this.follows = false;
    this.at = Math.max(0, Math.min(at, this.length));
    this.draw();
    this.showStep(Math.floor(this.at), played);
  }

  /** @param {number} steps */
  step(steps) {
    this.stop();
    this.go(Math.floor(this.at) + steps, steps === 1);
  }

  /** @param {number} at */
  jump(at) {
    this.stop();
    this.go(at);
  }

  /** To the end, also where it is still to come. */
  toEnd() {
    this.jump(this.length);
    this.follows = this.waits;
  }

  /** Pauses, or goes on; from the end it begins anew. */
  pause() {
    if (this.playing) return this.stop();
    if (this.at >= this.length && !this.waits) this.go(0);
    this.start();
  }

  /** Plays. */
  start() {
    this.playing = true;
    this.follows = false;
    let last = performance.now();
    let shown = Math.floor(this.at);
    const tick = (now) => {
      if (!this.playing) return;
      // A frame can have begun before it was asked for.
      this.at = Math.min(this.length, this.at + (Math.max(0, now - last) / 1000) * this.speeds[this.speed]);
      last = now;
      const at = Math.floor(this.at);
      if (at !== shown) {
        shown = at;
        this.draw();
        this.showStep(at, true);
      }
      if (this.at >= this.length && !this.waits) return this.stop();
      this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
    this.draw();
  }

  /** Stops playing. */
  stop() {
    this.playing = false;
    cancelAnimationFrame(this.frame);
    this.draw();
  }

  /** Does what a key means. @param {string} act @param {string} [direction] */
  act(act, direction) {
    if (act === "pause") this.pause();
    else if (act === "first") this.jump(0);
    else if (act === "last") this.toEnd();
    else if (act === "faster" || direction === "up") this.setSpeed(this.speed + 1);
    else if (act === "slower" || direction === "down") this.setSpeed(this.speed - 1);
    else if (act === "go") this.step(direction === "left" ? -1 : 1);
  }

  draw() {
    const at = Math.floor(this.at);
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", text.player.step(this.unit, whole(at), whole(this.length)));
    write(this.count, `${whole(at)} / ${whole(this.length)}`);
    const label = this.playing ? text.player.pause : text.player.play;
    if (this.toggle.getAttribute("aria-label") === label && this.toggle.firstChild) return;
    this.toggle.setAttribute("aria-label", label);
    put(this.toggle, icon(this.playing ? "pause" : "play"));
  }
}
