import { connect, type Socket } from "node:net";
import { LineSummaries } from "@flower-war/protocol/log";
import { connectAsync } from "mqtt";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closed } from "../../test/support/closed.ts";
import { type EmbeddedBroker, startEmbeddedBroker } from "../src/broker/embedded-broker.ts";
import { openLog } from "../src/log.ts";
import { FakeTime } from "../../test/support/fake-time.ts";
import { system } from "./support/system.ts";

interface Line {
  readonly msg: string;
  readonly times: number;
  readonly temple?: string;
  readonly temples?: number;
  readonly [field: string]: unknown;
}

let time: FakeTime;
let summaries: LineSummaries;
let broker: EmbeddedBroker;
let lines: Line[];
beforeEach(async () => {
  time = new FakeTime();
  lines = [];
  summaries = new LineSummaries(time);
  const log = openLog("info", "bridge-1", summaries, { write: (line) => void lines.push(JSON.parse(line)) });
  broker = await startEmbeddedBroker({
    host: "127.0.0.1",
    port: 0,
    bridgeId: "bridge-1",
    verify: async (_, secret) => secret === "right",
    log,
    ...system,
  });
});
afterEach(() => broker.close());

const url = () => `mqtt://127.0.0.1:${broker.port}`;
const login = (id: string, password: string) => ({
  clientId: id,
  username: id,
  password,
  reconnectPeriod: 0,
});

/** Sends bytes with a connection of their own. Resolves when the broker has closed it. */
async function send(bytes: readonly number[]): Promise<void> {
  const socket: Socket = connect(broker.port, "127.0.0.1", () => socket.write(Buffer.from(bytes)));
  await closed(socket.resume());
}

test("sums up refused connections: the first at once, then one line a minute with their number", async () => {
  for (let i = 0; i < 50; i++) {
    await expect(connectAsync(url(), login(`templo-${i}`, "wrong"), false)).rejects.toThrow();
  }
  await time.pass(60_000);
  expect(lines).toEqual([
    expect.objectContaining({ bridge: "bridge-1", msg: "connection refused", times: 1, temple: "templo-0" }),
    expect.objectContaining({ msg: "connection refused", times: 49, temple: "templo-49", temples: 49 }),
  ]);
});

test("sums up connections that are cut", async () => {
  for (let i = 0; i < 20; i++) await send([0x10, 0xff, 0x7f]);
  summaries.flush();
  expect(lines.map(({ code, times, addresses }) => [code, times, addresses])).toEqual([
    ["malformed", 1, undefined],
    ["malformed", 19, 1],
  ]);
});

test("sums up refused publishes by temple, and escapes and cuts their topics", async () => {
  const topic = `templo/v1/\u001b[2J\u202e${"x".repeat(1000)}`;
  for (const id of ["templo-1", "templo-1", "templo-1", "templo-2"]) {
    const temple = await connectAsync(url(), login(id, "right"), false);
    const end = closed(temple);
    temple.publish(topic, "x", { qos: 0 });
    await end;
  }
  summaries.flush();
  expect(lines.map(({ temple, times }) => [temple, times])).toEqual([
    ["templo-1", 1],
    ["templo-2", 1],
    ["templo-1", 2],
  ]);
  expect(lines[0]?.["topic"]).toBe(`templo/v1/\\u{1b}[2J\\u{202e}${"x".repeat(185)}... (815 more)`);
});
