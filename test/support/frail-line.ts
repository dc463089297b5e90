import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Which way a line goes: to the server, from it, or both. */
export type Direction = "upstream" | "downstream" | "both";

/** A TCP line to a server that breaks when the test says so. */
export interface FrailLine {
  readonly url: string;
  /** Cuts every connection with a reset. */
  cut(): void;
  /**
   * Swallows from now on what goes over the connections that are open, as a lost network does: whoever is at its end
   * hears nothing, not even that the other has gone. New connections are sound.
   */
  hush(direction?: Direction): void;
  close(): Promise<void>;
}

export async function frailLineTo(port: number): Promise<FrailLine> {
  const strands = new Set<Strand>();
  const line = createServer((near) => {
    const strand = new Strand(near, connect(port, "127.0.0.1"));
    strands.add(strand);
    void strand.ended.then(() => strands.delete(strand));
  });
  line.listen(0, "127.0.0.1");
  await once(line, "listening");
  const cut = () => {
    for (const strand of strands) strand.cut();
  };
  return {
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    cut,
    hush: (direction = "both") => {
      for (const strand of strands) strand.hush(direction);
    },
    close: async () => {
      line.close();
      cut();
      await once(line, "close");
    },
  };
}

/** One connection over the line. */
class Strand {
  readonly #near: Socket;
  readonly #far: Socket;
  /** Those from which nothing is passed on any more. */
  readonly #hushed = new Set<Socket>();
  /** Resolves when both ends are closed. */
  readonly ended: Promise<unknown>;

  /** @param near the client's socket @param far the server's */
  constructor(near: Socket, far: Socket) {
    this.#near = near;
    this.#far = far;
    this.ended = Promise.all([this.#join(near, far), this.#join(far, near)]);
  }

  hush(direction: Direction): void {
    if (direction !== "downstream") this.#swallow(this.#near);
    if (direction !== "upstream") this.#swallow(this.#far);
  }

  cut(): void {
    this.#near.resetAndDestroy();
    this.#far.resetAndDestroy();
  }

  /** Passes on what comes, and in the end that no more will. */
  #join(from: Socket, to: Socket): Promise<void> {
    from.on("error", () => {}).pipe(to);
    return new Promise((resolve) => {
      from.on("close", () => {
        if (!this.#hushed.has(from)) to.destroy();
        resolve();
      });
    });
  }

  #swallow(from: Socket): void {
    this.#hushed.add(from);
    from.unpipe().resume();
  }
}
