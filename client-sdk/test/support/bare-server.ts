import { type Client, matchMaker, Room, Server } from "@colyseus/core";
import { type SchemaType, schema, t } from "@colyseus/schema";
import { WebSocketClient, WebSocketTransport } from "@colyseus/ws-transport";
import { CLOSE, type Reservation } from "@flower-war/protocol";

const Counter = schema({ count: t.number().default(0) }, "Counter");
type Counter = SchemaType<typeof Counter>;

interface Context {
  reject(reason: unknown): never;
}

/** A room that counts, for testing connections without rules and seats. */
class CounterRoom extends Room<{ state: Counter }> {
  override state = new Counter();
  override patchRate = 2147483647;
  refused = 0;

  override async onJoin(client: Client, { evicted }: { evicted: Evicted }): Promise<void> {
    if (evicted === "never") return;
    if (evicted === "before its state has come") setImmediate(() => client.leave(CLOSE.replaced));
    else {
      client.leave(CLOSE.replaced);
      // The client has not joined as long as this lasts.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  override messages = {
    /** Counts, sends the patch, then a message; answers with the count. */
    count: () => {
      this.state.count += 1;
      this.broadcastPatch();
      this.broadcast("counted", { count: this.state.count });
      return { count: this.state.count };
    },
    /** Refuses so many times with `too-many-messages` and a wait, then answers. */
    refuseFirst: (_client: Client, body: unknown, ctx: Context) => {
      const { times, wait } = body as { times: number; wait: number };
      this.refused += 1;
      if (this.refused <= times) ctx.reject({ code: "too-many-messages", message: "", wait });
      return { refused: times };
    },
    refuse: (_client: Client, body: unknown, ctx: Context) => ctx.reject(body),
    fail: () => {
      throw new Error("a detail that clients must not see");
    },
    ignore: () => new Promise<never>(() => {}),
    /** Sends such bytes in place of an answer. */
    garble: (client: Client, bytes: readonly number[]) => {
      if (client instanceof WebSocketClient) client.ref.send(Uint8Array.from(bytes));
      return new Promise<never>(() => {});
    },
    /** Ends the sender's connection: with a close code, or (0) without one. */
    drop: (client: Client, code: number) => {
      if (code === 0 && client instanceof WebSocketClient) client.ref.terminate();
      else client.leave(code, "because");
      return new Promise<never>(() => {});
    },
  };
}

/** When a client is disconnected as one whose place was taken; `never`: it is not. */
type Evicted = "never" | "before it has joined" | "before its state has come";

/** Reserves a place in a new room. */
async function reserve(evicted: Evicted = "never"): Promise<Reservation> {
  const { name, roomId, processId, sessionId } = await matchMaker.create("counter", { evicted });
  if (processId === undefined) throw new Error("the reservation names no process");
  return { name, roomId, processId, sessionId };
}

export interface BareServer {
  readonly url: string;
  reserve(evicted?: Evicted): Promise<Reservation>;
  stop(): Promise<void>;
}

/** Starts a Colyseus server on a free port. A process can have only one. */
export async function startBareServer(): Promise<BareServer> {
  const transport = new WebSocketTransport({ pingInterval: 0 });
  const server = new Server({ transport, greet: false, gracefullyShutdown: false });
  server.define("counter", CounterRoom);
  await server.listen(0, "127.0.0.1");
  const address = transport.server?.address();
  if (typeof address !== "object" || address === null) throw new Error("not listening");
  return {
    url: `http://127.0.0.1:${address.port}`,
    reserve,
    stop: () => server.gracefullyShutdown(false),
  };
}
