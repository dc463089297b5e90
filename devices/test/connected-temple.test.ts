import { formatAck, formatBridgeNotice, formatDisplay } from "@flower-war/protocol/temple";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Bridge } from "../../bridge/src/bridge.ts";
import { BrokerClient } from "../../bridge/src/broker/broker-client.ts";
import { composeDisplay } from "../../bridge/src/temples/display.ts";
import { Temple } from "../../bridge/src/temples/temple.ts";
import { type ExternalBroker, openExternalBroker } from "../../bridge/test/support/external-broker.ts";
import { FakeServer } from "../../bridge/test/support/fake-server.ts";
import { log } from "../../bridge/test/support/log.ts";
import { WAIT } from "../../bridge/test/support/raw-temple.ts";
import { system } from "../../bridge/test/support/system.ts";
import { FakeTime } from "../../test/support/fake-time.ts";
import { SECRET, TEMPLE, World } from "../../bridge/test/support/world.ts";
import { ConnectedTemple } from "../src/connected-temple.ts";
import { renderTemple } from "../src/simulator/screen.ts";

/** How the temple in software (simulator, Raspberry Pi) handles messages that the test publishes as a bridge would. */
describe("a temple at a broker without a bridge", () => {
  let broker: ExternalBroker;
  let temple: ConnectedTemple;
  beforeEach(async () => {
    broker = await openExternalBroker(SECRET);
    temple = newTemple();
    await temple.connect();
    await vi.waitFor(() => expect(broker.published).toHaveLength(1), WAIT);
  });
  afterEach(async () => {
    await temple.close();
    await broker.close();
  });

  const newTemple = (more: { time?: FakeTime } = {}) =>
    new ConnectedTemple({
      id: TEMPLE,
      secret: SECRET,
      url: `mqtt://127.0.0.1:${broker.port}`,
      retry: 10,
      ...system,
      ...more,
    });
  const display = composeDisplay(
    Object.assign(new Temple(TEMPLE, system.time), { table: new FakeServer().table }),
    0,
    false,
  );
  const down = (channel: string, payload: string, retain = false) =>
    broker.publish(`templo/v1/${TEMPLE}/down/${channel}`, payload, retain);
  const notice = (online: boolean, id = "bridge-1") =>
    broker.publish(`templo/v1/_bridge/${id}`, formatBridgeNotice({ online, id, start: "5be0c4d1" }), true);
  /** Waits until the temple has handled everything published before. */
  const waitUntilHandled = async () => {
    const reports = broker.published.length;
    await down("cmd", JSON.stringify({ v: 1, id: `after-${reports}`, op: "report" }));
    await vi.waitFor(() => expect(broker.published.length).toBeGreaterThan(reports), WAIT);
  };
  const shown = () => ({ lamps: temple.lamps, text: renderTemple(temple)[1] });

  const CLOSED = { h: false, t: false };
  const WAITING = { lamps: CLOSED, text: "No bridge is online" };
  const PLAYING = { lamps: { h: true, t: true }, text: "Citlali offers | Drop up to 3 | T 2  H 5" };

  test("[J-13] before the first display, with no bridge online, and offline: lamps closed, and what it waits for", async () => {
    expect(shown()).toEqual(WAITING);
    await notice(true);
    await waitUntilHandled();
    expect(shown()).toEqual({ lamps: CLOSED, text: "Wait for the bridge" });
    await down("display", formatDisplay(display), true);
    await waitUntilHandled();
    expect(shown()).toEqual(PLAYING);
    await notice(true, "bridge-2");
    await notice(false);
    await waitUntilHandled();
    expect(shown()).toEqual(PLAYING);
    await notice(false, "bridge-2");
    await waitUntilHandled();
    expect(shown()).toEqual(WAITING);
    await notice(true);
    await waitUntilHandled();
    expect(shown()).toEqual(PLAYING);
    await broker.close();
    const text = `No broker answers at | 127.0.0.1:${broker.port}`;
    await vi.waitFor(() => expect(shown()).toEqual({ lamps: CLOSED, text }), WAIT);
  });

  test("[T-3] an empty display: press pair", async () => {
    await notice(true);
    await down("display", formatDisplay(display));
    await down("display", "");
    await waitUntilHandled();
    expect(shown()).toEqual({ lamps: CLOSED, text: "No match: press pair" });
  });

  test("[T-2] a retained ack is ignored", async () => {
    const verdict = { verdict: "accepted", reason: "ok" } as const;
    const ack = { about: "beads", epoch: "9f3c21aa", slot: "h", from: 1, to: 1, line: "Accepted" } as const;
    const payload = formatAck({ ...ack, ...verdict, fix: { h: 0, t: 0 } });
    await down("ack", payload, true);
    await temple.close();
    const before = broker.published.length;
    temple = newTemple();
    await temple.connect();
    await vi.waitFor(() => expect(broker.published.length).toBeGreaterThan(before), WAIT);
    await waitUntilHandled();
    expect(temple.verdicts).toEqual([]);
    await down("ack", payload);
    await waitUntilHandled();
    expect(temple.verdicts).toHaveLength(1);
  });

  test("the command `identify`: its lamps are lit and dark in turns for 5 s; a retained or repeated one does nothing", async () => {
    await temple.close();
    const time = new FakeTime();
    const before = broker.published.length;
    temple = newTemple({ time });
    const identify = JSON.stringify({ v: 1, id: "find-me", op: "identify" });
    await down("cmd", identify, true);
    await temple.connect();
    await vi.waitFor(() => expect(broker.published.length).toBeGreaterThan(before), WAIT);
    await waitUntilHandled();
    expect(temple.blink).toBeNull();
    await down("cmd", identify);
    await waitUntilHandled();
    const blinks = [temple.blink];
    temple.onChange(() => void blinks.push(temple.blink));
    await time.pass(5_000);
    expect(blinks).toEqual([...Array.from({ length: 20 }, (_, i) => i % 2 === 0), null]);
    expect(renderTemple(temple)[0]).toBe(`Temple ${TEMPLE}`);
    await down("cmd", identify);
    await waitUntilHandled();
    expect(temple.blink).toBeNull();
  });

  test("[J-16] [J-17] a verdict on a bead of an epoch that has ended is shown and heard", async () => {
    await notice(true);
    const sounds: string[] = [];
    temple.onSound(({ sound, tones }) => sounds.push(sound, ...tones.map(String)));
    await down(
      "ack",
      formatAck({
        about: "beads",
        epoch: "e0e0e0e0",
        slot: "t",
        from: 4,
        to: 4,
        verdict: "rejected",
        reason: "late",
        fix: { h: 0, t: -1 },
        line: "Take 1 from Tlaloc",
      }),
    );
    await waitUntilHandled();
    expect(shown().text).toBe("Take 1 from Tlaloc");
    expect(sounds).toEqual(["refused", "330,150", "0,80", "330,150", "0,160", "660,240"]);
  });

  test("[V-1] a phase and a step of a later version are shown by the display's lines", async () => {
    await notice(true);
    const later = { ...display, phase: "feasting", step: "dance", lines: ["The feast", "Dance 3 times"] };
    await down("display", formatDisplay(later));
    await waitUntilHandled();
    expect(shown()).toEqual({ lamps: PLAYING.lamps, text: "The feast | Dance 3 times" });
  });

  test("[V-1] an unknown reason is treated by its verdict; an unknown verdict changes nothing", async () => {
    const ack = {
      v: 1,
      epoch: "9f3c21aa",
      slot: "t",
      from: 4,
      to: 4,
      fix: { h: 0, t: -1 },
      line: "Too loud",
    };
    await down("ack", JSON.stringify({ ...ack, verdict: "rejected", reason: "too-loud" }));
    await down("ack", JSON.stringify({ ...ack, verdict: "praised", reason: "ok" }));
    await down("display", formatDisplay(display));
    await waitUntilHandled();
    expect(temple.verdicts).toMatchObject([{ verdict: "rejected", reason: "too-loud" }]);
    expect(renderTemple(temple).join()).toContain("Last: t4 rejected too-loud");
    const last = { slot: "t", n: 4, verdict: "praised", reason: "ok" };
    await down("display", JSON.stringify({ v: 1, ...display, mark: "M.8", last }));
    await waitUntilHandled();
    expect(temple.display?.mark).toBe("M.7");
  });
});

test("[N-5] beads that the broker acknowledges and drops are judged by the totals that follow", async () => {
  const server = new FakeServer();
  server.secrets.set(TEMPLE, SECRET);
  let whenDropped: unknown;
  const broker = await openExternalBroker("secret", 0, undefined, (topic) => {
    if (!topic.endsWith("/up/bead")) return false;
    whenDropped ??= { verdicts: [...temple.verdicts], judged: temple.display?.judged };
    return true;
  });
  const client = new BrokerClient({
    bridgeId: "bridge-1",
    broker: `mqtt://bridge-1:secret@127.0.0.1:${broker.port}`,
    log,
    ...system,
  });
  const bridge = new Bridge({ broker: client, server, log, ...system });
  bridge.start();
  client.start();
  const temple = new ConnectedTemple({
    id: TEMPLE,
    secret: "secret",
    url: `mqtt://127.0.0.1:${broker.port}`,
    ...system,
  });
  try {
    await temple.connect();
    await vi.waitFor(() => expect(temple.display?.mark).toBe("M.7"), WAIT);
    temple.drop("h");
    await vi.waitFor(() => expect(temple.verdicts).toMatchObject([{ verdict: "accepted", from: 1 }]), WAIT);
    expect(broker.dropped).toBe(1);
    expect(whenDropped).toEqual({ verdicts: [], judged: { h: 0, t: 0 } });
    await vi.waitFor(() => expect(temple.display?.judged).toEqual({ h: 1, t: 0 }), WAIT);
    expect(server.offerings).toEqual({ h: 6, t: 2 });
  } finally {
    await temple.close();
    bridge.stop();
    await client.stop();
    await broker.close();
  }
});

describe("[N-8] no rule needs a wall clock", () => {
  afterEach(() => void vi.useRealTimers());

  test.each([
    ["ten years ahead", "2036-11-20"],
    ["back to 1970", "1970-01-02"],
  ])("a wall clock that jumps %s during play changes nothing for temple and bridge", async (_where, date) => {
    const world = await World.open({ bound: false });
    const temple = new ConnectedTemple({
      id: TEMPLE,
      secret: SECRET,
      url: `mqtt://127.0.0.1:${world.broker.port}`,
      ...system,
    });
    try {
      await temple.connect();
      await vi.waitFor(() => expect(temple.display).toMatchObject({ phase: "pairing", code: "CDE2" }), WAIT);
      vi.useFakeTimers({ toFake: ["Date"], now: new Date(date) });
      temple.press("pair");
      await vi.waitFor(() => expect(temple.display).toMatchObject({ phase: "pairing", code: "CDE3" }), WAIT);
      expect(temple.display?.expires).toBeGreaterThan(200);
      expect(temple.display?.expires).toBeLessThanOrEqual(300);
      const { table } = new FakeServer();
      if (table === null) throw new Error("the fake server has no match");
      world.server.bind(TEMPLE, table);
      await vi.waitFor(() => expect(temple.lamps).toEqual({ h: true, t: true }), WAIT);
      temple.drop("h");
      vi.setSystemTime(new Date("2000-01-01"));
      temple.drop("t");
      await vi.waitFor(() => expect(temple.display?.judged).toEqual({ h: 1, t: 1 }), WAIT);
      expect(temple.verdicts.map(({ slot, verdict }) => `${slot} ${verdict}`)).toEqual([
        "h accepted",
        "t accepted",
      ]);
    } finally {
      await temple.close();
      await world.close();
    }
  });
});

test("[section 3] a temple that says its language is shown its lines in it by a bridge", async () => {
  const world = await World.open();
  const description = { fw: "simulator 1", caps: ["display"], lang: "es" };
  const url = `mqtt://127.0.0.1:${world.broker.port}`;
  const temple = new ConnectedTemple({ id: TEMPLE, secret: SECRET, url, description, ...system });
  try {
    await temple.connect();
    await vi.waitFor(
      () => expect(temple.screen).toEqual(["Citlali ofrenda", "Echa hasta 3", "T 2  H 5"]),
      WAIT,
    );
  } finally {
    await temple.close();
    await world.close();
  }
});
