import { createServer, connect as open, type Socket } from "node:net";
import { connectAsync } from "mqtt";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openExternalBroker } from "../../bridge/test/support/external-broker.ts";
import { WAIT } from "../../bridge/test/support/raw-temple.ts";
import { system } from "../../bridge/test/support/system.ts";
import { SECRET, TEMPLE } from "../../bridge/test/support/world.ts";
import { MosquittoProcess } from "../../test/support/mosquitto.ts";
import { freePort, lacks } from "../../test/support/programs.ts";
import { ConnectedTemple } from "../src/connected-temple.ts";

/** A temple where the broker has MQTT 5 (docs/temple-protocol.md section 12), and where it has not. */
describe.skipIf(lacks("mosquitto"))("[section 12] at Mosquitto", () => {
  let mosquitto: MosquittoProcess;
  afterEach(() => mosquitto?.stop());

  /** @param rules replaces the repository's access list */
  async function start(rules?: string): Promise<void> {
    mosquitto = await MosquittoProcess.start({ temples: [[TEMPLE, SECRET]], rules });
  }

  function temple(port = mosquitto.port): ConnectedTemple {
    const made = new ConnectedTemple({
      id: TEMPLE,
      secret: SECRET,
      url: `mqtt://127.0.0.1:${port}`,
      retry: 10,
      ...system,
    });
    onTestFinished(() => made.close());
    return made;
  }

  /** Records the temple's states as a bridge receives them: like `conn 1`, `gone 1`. */
  async function listen(): Promise<string[]> {
    const states: string[] = [];
    const bridge = await connectAsync(mosquitto.url, { clientId: "bridge-1" });
    onTestFinished(() => bridge.endAsync(true));
    bridge.on("message", (_topic, payload) => {
      const { online, conn } = JSON.parse(payload.toString()) as { online: boolean; conn: number };
      states.push(`${online ? "conn" : "gone"} ${conn}`);
    });
    await bridge.subscribeAsync(`templo/v1/${TEMPLE}/up/state`, { qos: 1 });
    return states;
  }

  /** Opens a proxy before the broker whose connections can be cut. */
  async function openProxy(): Promise<{ port: number; cut: () => void }> {
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

  test("a short Wi-Fi gap does not publish the will", async () => {
    await start();
    const states = await listen();
    const proxy = await openProxy();
    await temple(proxy.port).connect();
    await vi.waitFor(() => expect(states).toEqual(["conn 1"]), WAIT);
    proxy.cut();
    await vi.waitFor(() => expect(states).toContain("conn 2"), WAIT);
    expect(states).toEqual(["conn 1", "conn 2"]);
  });

  test("in MQTT 3.1.1 the will is published at once; N-7 repairs it", async () => {
    await start();
    const states = await listen();
    const proxy = await openProxy();
    const topic = `templo/v1/${TEMPLE}/up/state`;
    const state = (online: boolean) => JSON.stringify({ v: 1, online, boot: "b1b1b1b1", conn: 1 });
    const old = await connectAsync(`mqtt://127.0.0.1:${proxy.port}`, {
      clientId: TEMPLE,
      username: TEMPLE,
      password: SECRET,
      reconnectPeriod: 0,
      will: { topic, payload: Buffer.from(state(false)), qos: 1, retain: true },
    });
    await old.publishAsync(topic, state(true), { qos: 1, retain: true });
    proxy.cut();
    await vi.waitFor(() => expect(states).toEqual(["conn 1", "gone 1"]), WAIT);
  });

  test("[N-4] a temple missing in the access list gets a reason code, waits, and shows the reason", async () => {
    await start("user bridge-1\ntopic readwrite #\n");
    const refused = temple();
    await refused.connect();
    await vi.waitFor(() => expect(refused.connectionState).toBe("refused"), WAIT);
    expect(refused.refusalReason).toContain("Not authorized");
  });

  test("[N-4] the reason of a refusal is cleared when the temple reconnects to a broker that is gone", async () => {
    await start("user bridge-1\ntopic readwrite #\n");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const refused = temple();
    await refused.connect();
    await vi.waitFor(() => expect(refused.refusalReason).not.toBeNull(), WAIT);
    await mosquitto.stop();
    const reasons: (string | null)[] = [];
    refused.onChange(() => reasons.push(refused.refusalReason));
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(60_000);
      expect(reasons.at(-1)).toBeNull();
    }, WAIT);
    expect(refused.connectionState).not.toBe("refused");
  });
});

test("[section 12] with a broker without MQTT 5 the temple uses 3.1.1 at once", async () => {
  const broker = await openExternalBroker(SECRET);
  const temple = new ConnectedTemple({
    id: TEMPLE,
    secret: SECRET,
    url: `mqtt://127.0.0.1:${broker.port}`,
    // If falling back counted as a failure, the retry would come after the test's end.
    retry: 60_000,
    ...system,
  });
  onTestFinished(async () => {
    await temple.close();
    await broker.close();
  });
  await temple.connect();
  expect(temple.connectionState).toBe("connected");
  await vi.waitFor(
    () => expect(broker.published[0]).toMatchObject({ payload: { online: true, conn: 1 } }),
    WAIT,
  );
});
