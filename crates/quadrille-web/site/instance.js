// One instance of a compiled module: requests in, events out.

/** The initial memory of the modules (`INITIAL_MEMORY` in ./site). */
const INITIAL = 16 << 20;
const PAGE = 65536;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The end of an instance. Its memory may be inconsistent: it must not be used again. */
export class Ended extends Error {
  /** @param {"bug" | "memory" | "stack"} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/**
 * @param {WebAssembly.Module} module
 * @param {number} bytes the maximum size of its memory
 * @param {(name: string, data: string) => void} send called with each event, its data as JSON
 * @returns {{request: (question: string, fields: string) => void, memory: WebAssembly.Memory}}
 */
export function instantiate(module, bytes, send) {
  const memory = new WebAssembly.Memory({ initial: INITIAL / PAGE, maximum: Math.ceil(Math.max(INITIAL, bytes) / PAGE) });
  const text = (at, length) => decoder.decode(new Uint8Array(memory.buffer, at, length));
  const env = {
    memory,
    now: () => performance.now(),
    send: (name, nameLength, data, length) => send(text(name, nameLength), text(data, length)),
    fail: (message, length) => {
      throw new Ended("bug", text(message, length));
    },
    exhausted: () => {
      throw new Ended("memory", "the memory is used up");
    },
  };
  const { alloc, request } = /** @type {any} */ (new WebAssembly.Instance(module, { env }).exports);
  return {
    memory,
    request(question, fields) {
      const [name, bytes] = [encoder.encode(question), encoder.encode(fields)];
      const at = alloc(name.length + bytes.length);
      new Uint8Array(memory.buffer, at, name.length).set(name);
      new Uint8Array(memory.buffer, at + name.length, bytes.length).set(bytes);
      try {
        request(at, name.length, bytes.length);
      } catch (error) {
        if (error instanceof Ended) throw error;
        throw new Ended(error instanceof RangeError ? "stack" : "bug", String(error.message));
      }
    },
  };
}
