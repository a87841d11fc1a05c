// Short sounds, made by the browser itself; silent unless they are switched on.

import { preference } from "../model/preferences.js";

/** Notes of each sound: the pitch in hertz, the start and the length in seconds. @type {Record<string, [number, number, number][]>} */
const SOUNDS = {
  move: [[330, 0, 0.07]],
  refused: [[150, 0, 0.12]],
  won: [
    [523, 0, 0.16],
    [659, 0.11, 0.16],
    [784, 0.22, 0.16],
    [1047, 0.33, 0.42],
  ],
};

/** @type {AudioContext | null} */
let context = null;

/** Plays a sound. @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (preference("sound") === "off") return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [pitch, start, length] of SOUNDS[name]) {
    const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, now + start);
    volume.gain.linearRampToValueAtTime(0.14, now + start + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, now + start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + start);
    tone.stop(now + start + length);
  }
}
