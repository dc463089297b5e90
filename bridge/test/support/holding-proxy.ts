import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { vi } from "vitest";
import { WAIT } from "./raw-temple.ts";

/** A way to a server on which everything that the server says can be held back, and then comes at once. */
export interface HoldingProxy {
  readonly url: string;
  hold(): void;
  /** Waits until what is held back has these words in it; `""`: until anything is. */
  holds(words: string): Promise<void>;
  /** Lets through in one piece what was held. */
  release(): void;
  /** Loses what was held, and every connection with it. */
  lose(): void;
  /** Cuts every connection, and lets none through. */
  cut(): void;
  /** Lets connections through again. */
  mend(): void;
  close(): Promise<void>;
}

export async function openHoldingProxy(port: number): Promise<HoldingProxy> {
  const sockets = new Set<Socket>();
  let held: { readonly to: Socket; readonly bytes: Buffer }[] | null = null;
  let isCut = false;
  const server = createServer({ noDelay: true }, (client) => {
    if (isCut) return void client.destroy();
    const upstream = connect({ port, host: "127.0.0.1", noDelay: true });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
    }
    client.on("data", (bytes) => upstream.write(bytes));
    upstream.on("data", (bytes) => (held === null ? client.write(bytes) : held.push({ to: client, bytes })));
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
  });
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: () => {
      held = [];
    },
    holds: (words) =>
      vi.waitFor(() => {
        if (!held?.some(({ bytes }) => bytes.includes(words))) throw new Error(`no ${words} was said`);
      }, WAIT),
    release: () => {
      const pieces = held ?? [];
      held = null;
      for (const client of new Set(pieces.map(({ to }) => to))) {
        client.write(Buffer.concat(pieces.filter(({ to }) => to === client).map(({ bytes }) => bytes)));
      }
    },
    lose: () => {
      held = null;
      cutAll();
    },
    cut: () => {
      isCut = true;
      cutAll();
    },
    mend: () => {
      isCut = false;
    },
    close: async () => {
      cutAll();
      server.close();
      await once(server, "close");
    },
  };
}
