// The service worker: answers with the files of one version of the site. `site` fills in the list
// and the version.

const VERSION = "{{version}}";
/** The SHA-256 of each file. */
const FILES = {{files}};

const PREFIX = `quadrille ${registration.scope} `;
const CACHE = PREFIX + VERSION;

async function fetched(name, hash) {
  // Bypass the browser's cache, which may hold a file of another version.
  const response = await fetch(new URL(name, registration.scope), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  const digest = await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer());
  const found = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  // The site is being replaced: this version stays until the new one is complete.
  if (found !== hash) throw new Error(`${name} is of another version`);
  return response;
}

async function install() {
  const cache = await caches.open(CACHE);
  await Promise.all(
    Object.entries(FILES).map(async ([name, hash]) => cache.put(new URL(name, registration.scope), await fetched(name, hash))),
  );
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
  await clients.claim();
}

async function answer(request) {
  const url = new URL(request.url);
  url.search = "";
  url.hash = "";
  if (url.href === registration.scope) url.pathname += "index.html";
  const cache = await caches.open(CACHE);
  return (await cache.match(url.href)) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => {
  if (event.data === "take over") skipWaiting();
});
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  event.respondWith(answer(request));
});
