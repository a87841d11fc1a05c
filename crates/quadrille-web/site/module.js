// Fetches and compiles WebAssembly, wherever the site is hosted.

/** @param {string} name @returns {Promise<WebAssembly.Module>} */
export async function compile(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  // Not every file server sends the type that streaming compilation needs.
  const isKnown = response.headers.get("content-type")?.startsWith("application/wasm");
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
