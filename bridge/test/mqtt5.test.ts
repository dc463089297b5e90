import { rmSync, writeFileSync } from "node:fs";
import { createServer, connect as open, type Socket } from "node:net";
import { join } from "node:path";
import { connectAsync } from "mqtt";
import { pino } from "pino";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { admitTemple } from "../../cli/src/mosquitto.ts";
import { MosquittoProcess } from "../../test/support/mosquitto.ts";
import { freePort, lacks } from "../../test/support/programs.ts";
import { ConnectedTemple } from "../src/device/connected-temple.ts";
import { Mqtt } from "../src/mqtt.ts";
import { openForeignBroker } from "./support/foreign-broker.ts";
import { WAIT } from "./support/raw-temple.ts";
import { SECRET, TEMPLE } from "./support/world.ts";

/** Temple and bridge where the broker has MQTT 5 (docs/temple-protocol.md section 12), and where it has not. */
describe.skipIf(lacks("mosquitto"))("[section 12] at Mosquitto", () => {
  let mosquitto: MosquittoProcess;
  afterEach(() => mosquitto?.stop());

  /** @param rules what may be done, in place of the house's access list */
  async function start(rules?: string): Promise<void> {
    mosquitto = await MosquittoProcess.start((folder) => {
      admitTemple(folder, TEMPLE, SECRET);
      if (rules === undefined) return;
      rmSync(join(folder, "acl"));
      writeFileSync(join(folder, "acl"), rules, { mode: 0o600 });
    });
  }

  function temple(port = mosquitto.port): ConnectedTemple {
    const made = new ConnectedTemple({
      id: TEMPLE,
      secret: SECRET,
      url: `mqtt://127.0.0.1:${port}`,
      retry: 10,
    });
    onTestFinished(() => made.close());
    return made;
  }

  /** What the temple's state says, in the order in which a bridge hears it: like `conn 1`, `gone 1`. */
  async function listen(): Promise<string[]> {
    const heard: string[] = [];
    const bridge = await connectAsync(mosquitto.url, { clientId: "bridge-1" });
    onTestFinished(() => bridge.endAsync(true));
    bridge.on("message", (_topic, payload) => {
      const { online, conn } = JSON.parse(payload.toString()) as { online: boolean; conn: number };
      heard.push(`${online ? "conn" : "gone"} ${conn}`);
    });
    await bridge.subscribeAsync(`templo/v1/${TEMPLE}/up/state`, { qos: 1 });
    return heard;
  }

  /** A way to the broker that can be cut. */
  async function proxy(): Promise<{ port: number; cut: () => void }> {
    const sockets = new Set<Socket>();
    const server = createServer((near) => {
      const far = open(mosquitto.port, "127.0.0.1");
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one);
        one.on("error", () => {}).on("close", () => other.destroy());
        one.pipe(other);
      }
    });
    const port = await freePort();
    await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
    onTestFinished(() => void server.close());
    return { port, cut: () => sockets.forEach((socket) => socket.destroy()) };
  }

  test("a short gap of a temple's Wi-Fi is nobody's business: its will is held back", async () => {
    await start();
    const heard = await listen();
    const way = await proxy();
    await temple(way.port).connect();
    await vi.waitFor(() => expect(heard).toEqual(["conn 1"]), WAIT);
    way.cut();
    await vi.waitFor(() => expect(heard).toContain("conn 2"), WAIT);
    expect(heard).toEqual(["conn 1", "conn 2"]);
  });

  test("in MQTT 3.1.1 it is told at once, and N-7 makes up for it", async () => {
    await start();
    const heard = await listen();
    const way = await proxy();
    const topic = `templo/v1/${TEMPLE}/up/state`;
    const says = (online: boolean) => JSON.stringify({ v: 1, online, boot: "b1b1b1b1", conn: 1 });
    const old = await connectAsync(`mqtt://127.0.0.1:${way.port}`, {
      clientId: TEMPLE,
      username: TEMPLE,
      password: SECRET,
      reconnectPeriod: 0,
      will: { topic, payload: Buffer.from(says(false)), qos: 1, retain: true },
    });
    await old.publishAsync(topic, says(true), { qos: 1, retain: true });
    way.cut();
    await vi.waitFor(() => expect(heard).toEqual(["conn 1", "gone 1"]), WAIT);
  });

  test("[N-4] a temple that the access list lacks is told by a reason code, waits, and says so", async () => {
    await start("user bridge-1\ntopic readwrite #\n");
    const refused = temple();
    await refused.connect();
    await vi.waitFor(() => expect(refused.connection).toBe("refused"), WAIT);
    expect(refused.refusal).toContain("Not authorized");
  });

  test("[N-4] what a broker refused is said no more when the temple comes again and finds nobody", async () => {
    await start("user bridge-1\ntopic readwrite #\n");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const refused = temple();
    await refused.connect();
    await vi.waitFor(() => expect(refused.refusal).not.toBeNull(), WAIT);
    await mosquitto.stop();
    const told: (string | null)[] = [];
    refused.onChange(() => told.push(refused.refusal));
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(60_000);
      expect(told.at(-1)).toBeNull();
    }, WAIT);
    expect(refused.connection).not.toBe("refused");
  });

  test("a bridge that the access list lacks says in its log what was refused, and why", async () => {
    await start("user bridge-1\ntopic read templo/v1/+/up/#\ntopic write templo/v1/_bridge/bridge-1\n");
    const logged: { msg: string; topic?: string; reason?: string }[] = [];
    const log = pino({ level: "info" }, { write: (line: string) => void logged.push(JSON.parse(line)) });
    const mqtt = new Mqtt({ bridgeId: "bridge-1", broker: mosquitto.url, log });
    onTestFinished(() => mqtt.stop());
    const connected = new Promise<void>((resolve) => mqtt.onConnected(resolve));
    mqtt.start();
    await connected;
    mqtt.publish({ to: "down", templeId: TEMPLE, channel: "ack" }, "{}");
    await vi.waitFor(
      () =>
        expect(logged).toContainEqual(
          expect.objectContaining({
            code: "publish-refused",
            topic: `templo/v1/${TEMPLE}/down/ack`,
            reason: expect.stringContaining("Not authorized"),
          }),
        ),
      WAIT,
    );
  });
});

test("[section 12] a broker that has no MQTT 5 is spoken to in 3.1.1, at once", async () => {
  const broker = await openForeignBroker(SECRET);
  const temple = new ConnectedTemple({
    id: TEMPLE,
    secret: SECRET,
    url: `mqtt://127.0.0.1:${broker.port}`,
    // Were it a try that failed, the next would come after the test's end.
    retry: 60_000,
  });
  onTestFinished(async () => {
    await temple.close();
    await broker.close();
  });
  await temple.connect();
  expect(temple.connection).toBe("connected");
  await vi.waitFor(
    () => expect(broker.published[0]).toMatchObject({ payload: { online: true, conn: 1 } }),
    WAIT,
  );
});
