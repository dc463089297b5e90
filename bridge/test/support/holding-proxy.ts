import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { vi } from "vitest";
import { WAIT } from "./raw-temple.ts";

/** A proxy before a server that can hold back what the server sends and then deliver it in one piece. */
export interface HoldingProxy {
  readonly url: string;
  hold(): void;
  /** Waits until something that contains `text` is held; `""`: until anything is. */
  waitForHeld(text: string): Promise<void>;
  /** Delivers in one piece what was held. */
  release(): void;
  /** Discards what was held and cuts every connection. */
  dropHeld(): void;
  /** Cuts every connection and accepts no new one. */
  cut(): void;
  /** Accepts connections again. */
  restore(): void;
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
    waitForHeld: (text) =>
      vi.waitFor(() => {
        if (!held?.some(({ bytes }) => bytes.includes(text))) throw new Error(`no ${text} is held`);
      }, WAIT),
    release: () => {
      const pieces = held ?? [];
      held = null;
      for (const client of new Set(pieces.map(({ to }) => to))) {
        client.write(Buffer.concat(pieces.filter(({ to }) => to === client).map(({ bytes }) => bytes)));
      }
    },
    dropHeld: () => {
      held = null;
      cutAll();
    },
    cut: () => {
      isCut = true;
      cutAll();
    },
    restore: () => {
      isCut = false;
    },
    close: async () => {
      cutAll();
      server.close();
      await once(server, "close");
    },
  };
}
