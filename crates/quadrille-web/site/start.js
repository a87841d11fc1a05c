// The additions of the site to the page: the engine in the browser, the address parameters of an
// embedded level, and the installation on the device, so that the site works without a network.

import { use } from "../assets/api/index.js";
import { ApiError } from "../assets/api/error.js";
import { serverAt } from "../assets/api/server.js";
import { browser } from "./browser.js";
import { load as loadRules } from "./rules.js";

const parameters = new URLSearchParams(location.search);
const server = parameters.get("server");

/** The engine of another server, by its address. @param {string} address */
function elsewhere(address) {
  const base = /^https?:\/\//.test(address) && URL.canParse(address) ? new URL("./", address).href : null;
  if (base) return serverAt(base);
  const refuse = async () => {
    throw new ApiError(address, { code: "bad-server" });
  };
  return {
    ask: refuse,
    async *stream() {
      yield await refuse();
    },
  };
}

const code = parameters.get("code");
if (code && !location.hash) {
  const view = ["play", "search", "compare"].find((name) => name === parameters.get("view")) ?? "play";
  history.replaceState(null, "", `${location.pathname}${location.search}#/${view}/${encodeURIComponent(code)}`);
}
const isEmbedded = parameters.has("embed");
document.documentElement.classList.toggle("embedded", isEmbedded);

if (server) use(elsewhere(server));
else {
  use(browser);
  if (location.hash.startsWith("#/play/")) loadRules().catch(() => {});
}

// The engine and the installation are loaded after the first view.
const soon = window.requestIdleCallback ?? ((callback) => setTimeout(callback, 200));
const prepare = async () => {
  if (!server) {
    await loadRules();
    await (await import("./workers.js")).prepare();
  }
};
const install = async () => {
  if (!isEmbedded) (await import("./install.js")).install();
};
addEventListener("quadrille-open", () => soon(() => Promise.allSettled([prepare(), install()])), { once: true });
