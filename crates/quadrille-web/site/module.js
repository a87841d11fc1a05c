// Fetching and compiling WebAssembly, wherever the site lies.

/** @param {string} name @returns {Promise<WebAssembly.Module>} */
export async function compile(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  // Not every file server knows the type that a browser wants for compiling as it loads.
  const isKnown = response.headers.get("content-type")?.startsWith("application/wasm");
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
