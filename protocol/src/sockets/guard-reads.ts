import type { Duplex } from "node:stream";

/**
 * Makes a connection end when a listener throws at what has arrived, instead of the process. Clients of databases parse what
 * arrives as if only their servers could have sent it, and throw at a load balancer's error page or half a frame.
 * @param check is given what has arrived before the listeners are, and may throw too
 */
export function guardReads(stream: Duplex, check: (chunk: Uint8Array) => void = () => {}): void {
  const emit = stream.emit.bind(stream) as (event: string | symbol, ...args: unknown[]) => boolean;
  stream.emit = (event: string | symbol, ...args: unknown[]): boolean => {
    if (event !== "data") return emit(event, ...args);
    try {
      check(args[0] as Uint8Array);
      return emit(event, ...args);
    } catch (error) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
      return true;
    }
  };
  // One that a client has given up has no other listener.
  stream.on("error", () => {});
}
