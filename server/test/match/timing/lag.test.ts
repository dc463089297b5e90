/** A player's round trip, for which their clock is not charged (docs/protocol.md, "Clocks"): a slow connection in fake time. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { Client } from "@colyseus/sdk";
import type { SeatReservation, SyncedMatch } from "@flower-war/protocol";
import { nanoid } from "nanoid";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RunningServer } from "../../../src/app.ts";
import { systemTime } from "../../../src/time.ts";
import { FakeTime } from "../../support/fake-time.ts";
import { hostedCounting } from "../../support/hosted-counting.ts";
import { MemoryJournal } from "../../support/memory-journal.ts";
import { createMatch, requestSeat } from "../../support/post.ts";
import { startOnFakeTime } from "../../support/server.ts";
import { until } from "../../support/until.ts";

/** ms between two pings; ms that the slow line takes. */
const [BEAT, LAG] = [250, 100];

let time: FakeTime;
let journal: MemoryJournal;
let server: RunningServer;
let line: SlowLine;
beforeEach(async () => {
  time = new FakeTime();
  journal = new MemoryJournal(systemTime);
  server = await startOnFakeTime(time, {
    games: new Map([["counting", hostedCounting]]) as never,
    journal,
    pingInterval: BEAT,
  });
  line = await SlowLine.open(Number(new URL(server.url).port));
});
afterEach(async () => {
  line.close();
  await server.stop();
});

/** Forwards connections to a port; what clients send takes `lag` ms of the fake time. */
class SlowLine {
  lag = 0;
  /** How often something was held. */
  held = 0;
  readonly #relay: Server;
  readonly #sockets: Socket[] = [];

  static async open(port: number): Promise<SlowLine> {
    const opened = new SlowLine(port);
    opened.#relay.listen(0, "127.0.0.1");
    await once(opened.#relay, "listening");
    return opened;
  }

  private constructor(port: number) {
    this.#relay = createServer((client) => {
      const out = connect(port, "127.0.0.1");
      out.pipe(client);
      client.on("data", (bytes) => {
        if (this.lag === 0) return out.write(bytes);
        this.held += 1;
        return time.after(this.lag, () => out.write(bytes));
      });
      for (const socket of [client, out]) this.#sockets.push(socket.on("error", () => {}));
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#relay.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#relay.close();
  }
}

/** Takes a seat of the counting game, by a line. */
async function join({ reservation }: SeatReservation, url: string) {
  const room = await new Client(url).consumeSeatReservation<SyncedMatch<{ sum: number }>>(reservation);
  room.onMessage("entry", () => {});
  await room.request("nonce" as never, { nonce: nanoid() } as never);
  return room;
}

type Room = Awaited<ReturnType<typeof join>>;

/** Begins a match of a, who has the slow line and is awaited first, and b; `LAG` ms ago. */
async function begin(turn: number, reserve: number): Promise<{ match: string; a: Room; b: Room }> {
  const clock = { profile: "quick", turn, reserve, increment: 0, warning: 0 };
  const first = await createMatch(server.url, { game: "counting", seats: 2, openNonces: true, clock });
  const second = await requestSeat(server.url, first.match, { name: "Tenoch" });
  const [a, b] = await Promise.all([join(first, line.url), join(second, server.url)]);
  await until(() => a.state.status === "playing", "the match");
  await time.pass(LAG);
  return { match: first.match, a, b };
}

/** Lets `BEAT` ms pass, in which the server pings both, and a's answer comes by the slow line. */
async function beat({ a, b }: { readonly a: Room; readonly b: Room }): Promise<void> {
  const { held } = line;
  line.lag = LAG;
  await time.pass(BEAT - LAG);
  await until(() => line.held > held, "the answer to a ping");
  line.lag = 0;
  await time.pass(LAG);
  // What was sent before the answers has come.
  for (const room of [a, b]) await room.request("time" as never, {} as never);
}

const add = (room: Room) =>
  room.request("command" as never, { id: nanoid(), command: { type: "add", by: 2 } } as never);

/** The commands in the journal: by whom, and what of their round trip they are not charged for. */
const entriesOf = async (match: string) =>
  ((await journal.read(match))?.facts ?? []).flatMap((fact) =>
    fact.type === "entry" ? [{ by: fact.entry.id.replace(/:.*/, ""), lag: fact.lag ?? 0 }] : [],
  );

test("a clock is charged for what its player took, not for their round trip, and the journal says so", async () => {
  const table = await begin(1_000, 60_000);
  for (let n = 0; n < 5; n += 1) await beat(table);
  await add(table.a);
  await until(() => table.b.state.n === 1, "the command");
  expect(await entriesOf(table.match)).toEqual([{ by: "a", lag: LAG }]);
  const took = LAG + 5 * BEAT;
  expect(table.b.state.clocks.get("a")?.reserve).toBe(60_000 - (took - LAG - 1_000));
});

test("the server waits for what a player with a long round trip did in time", async () => {
  const table = await begin(1_400, 0);
  for (let n = 0; n < 5; n += 1) await beat(table);
  await time.pass(1_400 - 1 - 5 * BEAT);
  await add(table.a);
  expect(await entriesOf(table.match)).toEqual([{ by: "a", lag: LAG }]);
});

test("the server plays for a player who acts later than that", async () => {
  const table = await begin(1_400, 0);
  for (let n = 0; n < 5; n += 1) await beat(table);
  await time.pass(1_400 - 5 * BEAT);
  await until(() => table.b.state.n > 0, "the fallback");
  expect((await entriesOf(table.match))[0]).toEqual({ by: "clock", lag: 0 });
});
