// Steps per second of the original on a random walk: node original.js FOLDER GAME SECONDS
"use strict";
const fs = require("fs");
const path = require("path");
const vm = require("vm");

const [folder, game, seconds] = process.argv.slice(2);

// What the engine expects of a page.
const nothing = () => {};
const element = () => ({ style: {}, getContext: () => null, classList: { contains: () => false } });
Object.assign(globalThis, {
  window: globalThis,
  document: {
    URL: "bench://",
    body: { classList: { contains: () => false }, addEventListener: nothing },
    createElement: element,
    getElementById: () => null,
  },
  localStorage: { getItem: () => null, setItem: nothing, removeItem: nothing },
  lastDownTarget: null,
  canvas: null,
  input: element(),
  editor: { getValue: () => "" },
});
for (const name of ["canvasResize", "redraw", "forceRegenImages", "consolePrintFromRule", "consolePrint",
  "consoleError", "consoleCacheDump", "addToDebugTimeline", "killAudioButton", "showAudioButton",
  "regenSpriteImages", "jumpToLine", "printLevel", "playSound", "UnitTestingThrow"]) {
  globalThis[name] = nothing;
}

const files = ["storagewrapper", "bitvec", "level", "languageConstants", "globalVariables", "debug", "font", "rng",
  "riffwave", "sfxr", "codemirror/stringstream", "colorhelpers", "colors", "engine", "parser", "compiler", "soundbar"];
const code = files.map((file) => fs.readFileSync(path.join(folder, "src/js", file + ".js"), "utf8"));

globalThis.benchSource = fs.readFileSync(game, "utf8") + "\n";
globalThis.benchSeconds = Number(seconds);
globalThis.benchClock = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };
code.push(`
consolePrint = consoleError = consoleCacheDump = playSound = function () {};
(function () {
  unitTesting = true;
  lazyFunctionGeneration = false;
  compile(["restart"], benchSource, "bench");
  const first = state.levels.findIndex((level) => level.message === undefined);
  const load = () => compile(["loadLevel", first], benchSource, "bench");
  load();
  const settle = () => { while (againing) { againing = false; processInput(-1); } };
  settle();
  const start = level.objects.slice();
  let random = 1, steps = 0;
  const began = benchClock();
  for (;;) {
    for (let i = 0; i < 200; i++) {
      random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
      processInput((random >>> 24) % 4);
      settle();
      if (curlevel !== first || textMode) { load(); settle(); }
    }
    backups = [];
    steps += 200;
    const spent = benchClock() - began;
    if (spent >= benchSeconds) { process.stdout.write(String(steps / spent)); return; }
  }
})();
`);
globalThis.process = process;
vm.runInThisContext(code.join("\n"), { filename: "original.js" });
