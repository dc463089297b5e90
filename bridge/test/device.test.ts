import { formatAck, formatBridgeNotice, formatDisplay } from "@flower-war/client-sdk/temple";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Bridge } from "../src/bridge.ts";
import { ConnectedTemple } from "../src/device/connected-temple.ts";
import { Mqtt } from "../src/mqtt.ts";
import { composeDisplay } from "../src/picture.ts";
import { drawTemple } from "../src/simulator/screen.ts";
import { Temple } from "../src/temple.ts";
import { FakeServer } from "./support/fake-server.ts";
import { type ForeignBroker, openForeignBroker } from "./support/foreign-broker.ts";
import { log } from "./support/log.ts";
import { WAIT } from "./support/raw-temple.ts";
import { SECRET, TEMPLE, World } from "./support/world.ts";

/** What the temple in software (simulator, Raspberry Pi) does with what it is told, the bridge played by hand. */
describe("a temple at a broker without a bridge", () => {
  let broker: ForeignBroker;
  let temple: ConnectedTemple;
  beforeEach(async () => {
    broker = await openForeignBroker(SECRET);
    temple = newTemple();
    await temple.connect();
    await vi.waitFor(() => expect(broker.published).toHaveLength(1), WAIT);
  });
  afterEach(async () => {
    await temple.close();
    await broker.close();
  });

  const newTemple = () =>
    new ConnectedTemple({ id: TEMPLE, secret: SECRET, url: `mqtt://127.0.0.1:${broker.port}`, retry: 10 });
  const picture = composeDisplay(
    Object.assign(new Temple(TEMPLE), { table: new FakeServer().table }),
    0,
    false,
  );
  const down = (channel: string, payload: string, retain = false) =>
    broker.publish(`templo/v1/${TEMPLE}/down/${channel}`, payload, retain);
  const notice = (online: boolean, id = "bridge-1") =>
    broker.publish(`templo/v1/_bridge/${id}`, formatBridgeNotice({ online, id, start: "5be0c4d1" }), true);
  /** Whatever was published before is heard when this is. */
  const asked = async () => {
    const reports = broker.published.length;
    await down("cmd", JSON.stringify({ v: 1, id: `after-${reports}`, op: "report" }));
    await vi.waitFor(() => expect(broker.published.length).toBeGreaterThan(reports), WAIT);
  };
  const looks = () => ({ lit: temple.lit, says: drawTemple(temple)[1] });

  const CLOSED = { h: false, t: false };
  const WAITS = { lit: CLOSED, says: "Wait" };
  const PLAYS = { lit: { h: true, t: true }, says: "Match FW7K, turn 12, Citlali to sacrifice (here)" };

  test("[J-13] before the first display, with no bridge online, and offline: lamps closed, and wait", async () => {
    expect(looks()).toEqual(WAITS);
    await notice(true);
    await asked();
    expect(looks()).toEqual(WAITS);
    await down("display", formatDisplay(picture), true);
    await asked();
    expect(looks()).toEqual(PLAYS);
    await notice(true, "bridge-2");
    await notice(false);
    await asked();
    expect(looks()).toEqual(PLAYS);
    await notice(false, "bridge-2");
    await asked();
    expect(looks()).toEqual(WAITS);
    await notice(true);
    await asked();
    expect(looks()).toEqual(PLAYS);
    await broker.close();
    await vi.waitFor(() => expect(temple.connection).not.toBe("connected"), WAIT);
    expect(looks()).toEqual(WAITS);
  });

  test("[T-2] an ack that a broker kept is ignored", async () => {
    const verdict = { verdict: "accepted", reason: "ok" } as const;
    const ack = { about: "beads", epoch: "9f3c21aa", slot: "h", from: 1, to: 1, line: "Accepted" } as const;
    const payload = formatAck({ ...ack, ...verdict, fix: { h: 0, t: 0 } });
    await down("ack", payload, true);
    await temple.close();
    const before = broker.published.length;
    temple = newTemple();
    await temple.connect();
    await vi.waitFor(() => expect(broker.published.length).toBeGreaterThan(before), WAIT);
    await asked();
    expect(temple.verdicts).toEqual([]);
    await down("ack", payload);
    await asked();
    expect(temple.verdicts).toHaveLength(1);
  });

  test("[V-1] a phase and a step of a later version are shown by their lines", async () => {
    await notice(true);
    const later = { ...picture, phase: "feasting", step: "dance", lines: ["The feast", "Dance 3 times"] };
    await down("display", formatDisplay(later));
    await asked();
    expect(looks()).toEqual({ lit: PLAYS.lit, says: "The feast | Dance 3 times" });
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
    await down("display", formatDisplay(picture));
    await asked();
    expect(temple.verdicts).toMatchObject([{ verdict: "rejected", reason: "too-loud" }]);
    expect(drawTemple(temple).join()).toContain("Last: t4 rejected too-loud");
    const last = { slot: "t", n: 4, verdict: "praised", reason: "ok" };
    await down("display", JSON.stringify({ v: 1, ...picture, mark: "M.8", last }));
    await asked();
    expect(temple.display?.mark).toBe("M.7");
  });
});

test("[N-5] a broker that acknowledges beads and drops them: they are judged by the totals that follow", async () => {
  const server = new FakeServer();
  server.secrets.set(TEMPLE, SECRET);
  let whenDropped: unknown;
  const broker = await openForeignBroker("secret", 0, undefined, (topic) => {
    if (!topic.endsWith("/up/bead")) return false;
    whenDropped ??= { verdicts: [...temple.verdicts], judged: temple.display?.judged };
    return true;
  });
  const mqtt = new Mqtt({
    bridgeId: "bridge-1",
    broker: `mqtt://bridge-1:secret@127.0.0.1:${broker.port}`,
    log,
  });
  const bridge = new Bridge({ mqtt, link: server, log });
  bridge.start();
  mqtt.start();
  const temple = new ConnectedTemple({
    id: TEMPLE,
    secret: "secret",
    url: `mqtt://127.0.0.1:${broker.port}`,
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
    await mqtt.stop();
    await broker.close();
  }
});

describe("[N-8] no rule needs a wall clock", () => {
  afterEach(() => void vi.useRealTimers());

  test.each([
    ["ten years ahead", "2036-11-20"],
    ["back to 1970", "1970-01-02"],
  ])("a clock that jumps %s while they play changes nothing for temple and bridge", async (_where, date) => {
    const world = await World.open({ bound: false });
    const temple = new ConnectedTemple({
      id: TEMPLE,
      secret: SECRET,
      url: `mqtt://127.0.0.1:${world.broker.port}`,
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
      await vi.waitFor(() => expect(temple.lit).toEqual({ h: true, t: true }), WAIT);
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
