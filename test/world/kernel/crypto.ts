import crypto, { webcrypto } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { nanoid } from "nanoid";
import { Simulation } from "./simulation.ts";

type Bytes = Uint8Array | Uint16Array | Uint32Array | Buffer;

const machine = {
  getRandomValues: webcrypto.getRandomValues.bind(webcrypto),
  randomBytes: crypto.randomBytes,
  randomFillSync: crypto.randomFillSync,
  verify: crypto.verify,
  random: Math.random,
};

type VerifyArgs = Parameters<typeof crypto.verify>;

/** Bytes that `ws` draws at once. */
const MASKS = 8 * 1024;

/** Fills bytes with what the simulation that runs draws. */
function fill<B extends Bytes>(array: B): B {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  // `ws` keeps so many for the masks of its frames, also for later runs: they mean nothing, and nothing is drawn for them.
  if (bytes.length === MASKS) return array;
  const { entropy } = Simulation.current;
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = entropy.below(256);
  counts.drawn += 1;
  return array;
}

/** How often something was drawn. */
const counts = { drawn: 0 };

/**
 * Gives all code of this process the chance of the simulation that runs, whether or not it takes it from a port, and does at once what Node would leave
 * to its threads.
 */
export function replaceCrypto(): void {
  const getRandomValues = (array: Bytes) =>
    Simulation.isRunning ? fill(array) : machine.getRandomValues(array as Uint8Array<ArrayBuffer>);
  Object.defineProperty(webcrypto, "getRandomValues", { value: getRandomValues });
  Object.defineProperty(globalThis.crypto, "getRandomValues", { value: getRandomValues });
  Object.assign(crypto, {
    randomBytes: (size: number, call?: (error: null, bytes: Buffer) => void) => {
      if (!Simulation.isRunning)
        return call ? machine.randomBytes(size, call as never) : machine.randomBytes(size);
      const bytes = fill(Buffer.alloc(size));
      if (call) process.nextTick(call, null, bytes);
      return bytes;
    },
    randomFillSync: (array: Bytes, offset = 0, size = array.length - offset) => {
      if (!Simulation.isRunning) return machine.randomFillSync(array as Buffer, offset, size);
      fill(array.subarray(offset, offset + size));
      return array;
    },
    // What a thread of the pool would do at a time that no seed decides is done at once, and answered a little later.
    verify: (...[algorithm, data, key, signature, call]: VerifyArgs) => {
      if (!Simulation.isRunning || call === undefined)
        return machine.verify(algorithm, data, key, signature, call as never);
      const isValid = machine.verify(algorithm, data, key, signature);
      setTimeout(() => call(null, isValid), 1);
    },
  });
  Math.random = () => (Simulation.isRunning ? Simulation.current.entropy.fraction() : machine.random());
  syncBuiltinESMExports();
}

/** Makes libraries that keep drawn bytes for later draw anew, so that a run does not depend on those before it. Call it in the run. */
export function dropDrawn(): void {
  const before = counts.drawn;
  while (counts.drawn === before) nanoid();
}
