// Numbers and sentences as people read them.

/** A message with a capital and a full stop. @param {string | undefined | null} text */
export function sentence(text) {
  if (!text) return "";
  return text[0].toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? "" : ".");
}

/** @param {number} value */
export function whole(value) {
  return Number(value).toLocaleString("en").replaceAll(",", "\u202f");
}

/** A large number in few characters. @param {number} value */
export function brief(value) {
  if (value < 10_000) return whole(value);
  const [scale, unit] = value < 1e6 ? [1e3, "k"] : value < 1e9 ? [1e6, "M"] : [1e9, "G"];
  const scaled = value / scale;
  return `${scaled < 100 ? scaled.toFixed(1) : Math.round(scaled)}\u202f${unit}`;
}

/** @param {number} value */
export function bytes(value) {
  if (value < 1024) return `${value} B`;
  const power = Math.min(3, Math.floor(Math.log2(value) / 10));
  const scaled = value / 1024 ** power;
  return `${scaled < 10 ? scaled.toFixed(1) : Math.round(scaled)} ${["B", "KiB", "MiB", "GiB"][power]}`;
}

/** @param {number} value */
export function seconds(value) {
  if (value < 0.001) return `${Math.max(1, Math.round(value * 1e6))} µs`;
  if (value < 1) return `${(value * 1000).toFixed(value < 0.01 ? 1 : 0)} ms`;
  return `${value < 10 ? value.toFixed(2) : value.toFixed(1)} s`;
}

/** @param {number} count @param {string} word @param {string} [plural] */
export function counted(count, word, plural = `${word}s`) {
  return `${whole(count)} ${count === 1 ? word : plural}`;
}

/** An estimate or a sum with one: no more digits than it needs. @param {number} value */
export function estimate(value) {
  return Number.isFinite(value) ? String(Math.round(value * 100) / 100) : "∞";
}
