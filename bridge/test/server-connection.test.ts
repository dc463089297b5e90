import { FlowerWar, type Match } from "@flower-war/client-sdk";
import { enrol, findTempleBroker } from "@flower-war/client-sdk/admin";
import { pino } from "pino";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { type RunningServer, startServer } from "../../server/src/app.ts";
import { TcpProxy } from "../../test/support/tcp-proxy.ts";
import { seedTest } from "../../test/support/seeded-random.ts";
import { ServerConnection } from "../src/server-connection.ts";
import { log } from "./support/log.ts";
import { WAIT } from "./support/raw-temple.ts";
import { system } from "./support/system.ts";
import { TEMPLE } from "./support/world.ts";

let server: RunningServer;
let proxy: TcpProxy;
beforeAll(async () => {
  server = await startServer();
  proxy = await TcpProxy.open(Number(new URL(server.operatorUrl).port));
  await enrol(server.operatorUrl, server.config.adminPassword ?? "", TEMPLE);
});
afterAll(async () => {
  await proxy.close();
  await server.stop();
});

describe("frames that arrive in one piece are delivered in order", () => {
  let connection: ServerConnection;
  let match: Match;
  const delivered: string[] = [];

  beforeEach(async () => {
    delivered.length = 0;
    connection = new ServerConnection({
      operatorUrls: [proxy.url],
      bridgeId: "bridge-1",
      token: server.config.bridgeToken,
      log,
      ...system,
    });
    connection.on("bound", () => delivered.push("bound"));
    connection.on("unbound", () => delivered.push("unbound"));
    connection.start();
    await vi.waitFor(() => expect(connection.isUp).toBe(true), WAIT);
    await connection.request("temple-online", { templeId: TEMPLE });
    const { code } = await connection.request("code", { templeId: TEMPLE });
    match = await new FlowerWar(server.url).create({ game: "flower-war", seats: 2, bots: 1, private: true });
    await match.pairTemple(code);
    await vi.waitFor(() => expect(delivered).toEqual(["bound"]), WAIT);
    delivered.length = 0;
  });
  afterEach(async () => {
    await match.leave();
    await connection.stop();
  });

  /** Requests whether the temple is bound, and records the answer. */
  async function request(): Promise<void> {
    const { table } = await connection.request("temple-online", { templeId: TEMPLE });
    delivered.push(`answer: ${table === null ? "not bound" : "bound"}`);
  }

  test("an answer and the message right behind it", async () => {
    proxy.hold();
    const requested = request();
    await proxy.waitForHeld("ledger");
    await match.unpairTemple();
    await proxy.waitForHeld("unbound");
    proxy.release();
    await requested;
    await vi.waitFor(() => expect(delivered).toContain("unbound"), WAIT);
    expect(delivered).toEqual(["answer: bound", "unbound"]);
  });

  test("a message and the answer right behind it", async () => {
    proxy.hold();
    await match.unpairTemple();
    await proxy.waitForHeld("unbound");
    const requested = request();
    await proxy.waitForHeld("ledger");
    proxy.release();
    await requested;
    expect(delivered).toEqual(["unbound", "answer: not bound"]);
  });
});

describe("several addresses are tried in turn", () => {
  /** Connects to these addresses. Returns the connection, and what it logs. */
  function connect(operatorUrls: readonly string[]): {
    connection: ServerConnection;
    logged: () => unknown[];
  } {
    const lines: unknown[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line));
    const connection = new ServerConnection({
      operatorUrls,
      bridgeId: "bridge-1",
      token: server.config.bridgeToken,
      log: pino({ level: "warn" }, { write }),
      ...system,
    });
    onTestFinished(() => connection.stop());
    connection.start();
    return { connection, logged: () => lines };
  }

  test("the next one when one is gone", async () => {
    const first = await TcpProxy.open(Number(new URL(server.operatorUrl).port));
    onTestFinished(() => first.close());
    const { connection, logged } = connect([first.url, proxy.url]);
    await vi.waitFor(() => expect(connection.isUp).toBe(true), WAIT);
    first.fail("reset");
    await vi.waitFor(() => expect(logged()).toMatchObject([{ code: "server-lost" }]), WAIT);
    await vi.waitFor(() => expect(connection.isUp).toBe(true), WAIT);
    expect(logged()).toHaveLength(1);
  });

  test("the next one when one is no operator's listener, which is logged once", async () => {
    const { connection, logged } = connect([server.url, proxy.url]);
    await vi.waitFor(() => expect(connection.isUp).toBe(true), WAIT);
    expect(logged()).toMatchObject([{ code: "not-an-operator-listener", url: server.url }]);
  });
});

test("the server is told how temples reach the broker, until the bridge leaves", async () => {
  const find = () => findTempleBroker(server.operatorUrl, server.config.adminPassword ?? "");
  const connection = new ServerConnection({
    operatorUrls: [server.operatorUrl],
    bridgeId: "bridge-2",
    token: server.config.bridgeToken,
    log,
    ...system,
  });
  const broker = { url: "mqtts://play.example:8883", pin: "0".repeat(64) };
  connection.start(broker);
  await vi.waitFor(async () => expect(await find()).toEqual(broker), WAIT);
  await connection.stop();
  await vi.waitFor(async () => expect(await find()).toBeNull(), WAIT);
});

test("a frame that is nonsense ends the connection at most, and the bridge connects again", async () => {
  const random = seedTest("nonsense to the bridge");
  const before = await TcpProxy.open(Number(new URL(server.operatorUrl).port));
  onTestFinished(() => before.close());
  const { bridgeToken: token } = server.config;
  const connection = new ServerConnection({
    operatorUrls: [before.url],
    bridgeId: "bridge-1",
    token,
    log,
    ...system,
  });
  onTestFinished(() => connection.stop());
  connection.start();
  // Its first byte is what the framework takes for the kind: state, patch, message, answer ...
  for (const kind of [10, 11, 12, 13, 14, 15, 16, 17, 21, 22, 255]) {
    await vi.waitFor(() => expect(connection.isUp).toBe(true), WAIT);
    const payload = Buffer.concat([
      Buffer.from([kind]),
      Buffer.from(random.hex(2 * random.below(100)), "hex"),
    ]);
    const frame = Buffer.concat([Buffer.from([0x82, payload.length]), payload]);
    before.break((broken) => broken.send(frame));
    before.mend();
    const ask = () => connection.request("temple-online", { templeId: TEMPLE });
    await vi.waitFor(() => expect(ask()).resolves.toBeDefined(), WAIT);
  }
});
