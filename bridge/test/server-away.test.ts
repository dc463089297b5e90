import { afterEach, describe, expect, test, vi } from "vitest";
import { WAIT } from "./support/raw-temple.ts";
import { World } from "./support/world.ts";

let world: World;
afterEach(() => world.close());

const presenceRequests = () =>
  world.server.requests.map(({ name }) => name).filter((name) => name.startsWith("temple-"));

describe("[J-1] a server out of reach", () => {
  test("[B15] bead h1: pending, judged 0/0; server back, state 1/0: accepted once", async () => {
    world = await World.open();
    const temple = await world.connectOnline();
    world.server.setUp(false);
    await temple.bead("h1", "1/0");
    await temple.waitForDisplay({
      judged: { h: 0, t: 0 },
      last: { slot: "h", n: 1, verdict: "pending", reason: "server-away" },
    });
    world.server.setUp(true);
    await temple.state("1/0");
    await temple.waitForDisplay({ judged: { h: 1, t: 0 }, offerings: { h: 6, t: 2 } });
    expect(temple.verdicts()).toEqual(["h1 pending server-away", "h1 accepted ok"]);
  });

  test("[B15] the server takes it, its answer is lost, the mark moves: accepted, fix 0, one offering", async () => {
    world = await World.open();
    const temple = await world.connectOnline();
    world.server.losesNextVerdicts = true;
    await temple.bead("h1", "1/0");
    await vi.waitFor(() => expect(temple.verdicts()[0]).toBe("h1 pending server-away"), WAIT);
    world.server.moveTo(temple.id, { mark: "M.8" });
    await temple.state("1/0");
    await temple.waitForDisplay({ judged: { h: 1, t: 0 }, fix: { h: 0, t: 0 }, offerings: { h: 6, t: 2 } });
    expect(temple.verdicts()).toEqual(["h1 pending server-away", "h1 accepted ok"]);
  });

  test("[J-3] the same message again, while its bead waits for a verdict, is no bounce", async () => {
    world = await World.open();
    const temple = await world.connectOnline();
    world.server.setUp(false);
    const message = await temple.bead("h1", "1/0");
    await temple.publish("up/bead", message);
    await vi.waitFor(() => expect(temple.verdicts()).toHaveLength(2), WAIT);
    world.server.setUp(true);
    await temple.waitForDisplay({ judged: { h: 1, t: 0 }, offerings: { h: 6, t: 2 } });
    expect(temple.verdicts().at(-1)).toBe("h1 accepted ok");
  });

  test("[C-3] [J-3] it comes again after a power cut, late: it is dropped, and its bead is no bounce", async () => {
    world = await World.open();
    const temple = await world.connectOnline();
    temple.epoch = "e0e0e0e0";
    await temple.state("0/0");
    await temple.waitForDisplay({ epoch: "e0e0e0e0" });
    world.server.setUp(false);
    const message = await temple.bead("h1", "1/0");
    await vi.waitFor(() => expect(temple.verdicts()).toHaveLength(1), WAIT);
    temple.boot = "b2b2b2b2";
    await temple.state("1/0");
    await temple.publish("up/bead", message);
    await vi.waitFor(() => expect(temple.verdicts()).toHaveLength(3), WAIT);
    world.server.setUp(true);
    await temple.waitForDisplay({ judged: { h: 1, t: 0 }, offerings: { h: 6, t: 2 } });
    expect(temple.verdicts().at(-1)).toBe("h1 accepted ok");
  });

  test("[C-10] a temple whose boot was in doubt is asked again when the server is back, and is alive 5 s later", async () => {
    world = await World.open({ retry: 3_600_000 });
    const temple = await world.connectOnline();
    await temple.state("0/0", { boot: "b2b2b2b2", epoch: "b2b2b2b2", seq: 0 });
    await temple.waitForDisplay({ epoch: "b2b2b2b2" });
    await temple.state("1/0");
    const reports = () => temple.payloads("down/cmd").filter((command) => Object(command).op === "report");
    await vi.waitFor(() => expect(reports()).toHaveLength(1), WAIT);
    // The same doubt each time: these are not two devices.
    for (const reported of [2, 4, 6]) {
      world.server.setUp(false);
      world.server.setUp(true);
      await vi.waitFor(() => expect(reports()).toHaveLength(reported), WAIT);
      await temple.state("1/0");
      await vi.waitFor(() => expect(reports()).toHaveLength(reported + 1), WAIT);
    }
    world.pass(5_000);
    await temple.state("1/0");
    await temple.waitForDisplay({ epoch: "b1b1b1b1", judged: { h: 1, t: 0 } });
    expect(JSON.stringify(temple.display())).not.toContain("Two temples");
  });

  test("[J-1] [J-6] the bridge requests the verdict again; an unstamped bead is judged as of its arrival", async () => {
    world = await World.open();
    const temple = await world.connectOnline();
    temple.stamp = null;
    world.server.setUp(false);
    await temple.bead("h1", "1/0");
    await vi.waitFor(() => expect(temple.verdicts()).toEqual(["h1 pending server-away"]), WAIT);
    world.server.moveTo(temple.id, { mark: "M.8" });
    world.server.setUp(true);
    await temple.waitForDisplay({ judged: { h: 1, t: 0 }, fix: { h: -1, t: 0 } });
    expect(temple.verdicts()).toEqual(["h1 pending server-away", "h1 rejected late"]);
  });

  test("[J-13] lamps are closed while it is away, and open again with the same mark", async () => {
    world = await World.open();
    const temple = await world.connectOnline();
    await temple.waitForDisplay({ open: { h: true, t: true }, left: 3 });
    world.server.setUp(false);
    await temple.waitForDisplay({
      open: { h: false, t: false },
      left: 0,
      mark: "M.7",
      lines: ["Wait", "The server is away"],
    });
    world.server.setUp(true);
    await temple.waitForDisplay({ open: { h: true, t: true }, left: 3, mark: "M.7" });
  });

  test("a temple that came online meanwhile gets a report command when the server is back", async () => {
    world = await World.open();
    const temple = await world.connect();
    world.server.setUp(false);
    await temple.bead("h1", "1/0");
    await vi.waitFor(() => expect(temple.verdicts()).toEqual(["h1 pending server-away"]), WAIT);
    world.server.setUp(true);
    await vi.waitFor(() => expect(temple.payloads("down/cmd")).toMatchObject([{ op: "report" }]), WAIT);
    await temple.state("1/0");
    await temple.waitForDisplay({ judged: { h: 1, t: 0 }, offerings: { h: 6, t: 2 } });
    expect(temple.verdicts()).toEqual(["h1 pending server-away", "h1 accepted ok"]);
  });

  test("[J-1] requests that fail with unavailable are repeated: for the temple, its bead and its code", async () => {
    world = await World.open();
    const temple = await world.connect();
    world.server.refusalCode = "unavailable";
    await temple.bead("h1", "1/0");
    await vi.waitFor(() => expect(temple.verdicts()).toEqual(["h1 pending server-away"]), WAIT);
    world.server.refusalCode = null;
    await vi.waitFor(() => expect(temple.payloads("down/cmd")).toMatchObject([{ op: "report" }]), WAIT);
    await temple.state("1/0");
    await temple.waitForDisplay({ judged: { h: 1, t: 0 } });

    world.server.refusalCode = "unavailable";
    await temple.bead("h2", "2/0");
    await vi.waitFor(() => expect(temple.verdicts().at(-1)).toBe("h2 pending server-away"), WAIT);
    world.server.refusalCode = null;
    await temple.waitForDisplay({ judged: { h: 2, t: 0 }, offerings: { h: 7, t: 2 } });
  });

  test.each(["internal", "draining", "too-many-messages"])(
    "[J-1] an announcement that fails with %s, or gets no answer, is repeated",
    async (code) => {
      world = await World.open();
      const temple = await world.connect();
      world.server.refusalCode = code;
      await temple.state("0/0");
      await vi.waitFor(() => expect(world.server.refused.length).toBeGreaterThan(1), WAIT);
      world.server.refusalCode = null;
      world.server.losesAnswers = true;
      await vi.waitFor(() => expect(presenceRequests().length).toBeGreaterThan(1), WAIT);
      world.server.losesAnswers = false;
      await vi.waitFor(() => expect(temple.payloads("down/cmd")).toMatchObject([{ op: "report" }]), WAIT);
      await temple.state("1/0");
      await temple.waitForDisplay({ judged: { h: 1, t: 0 } });
    },
  );

  test("[J-1] a temple that the server does not know is announced once, and again when it comes online again", async () => {
    world = await World.open({ silence: 500 });
    world.server.secrets.set("templo-2", "second");
    const stranger = await world.connect("templo-2", "second");
    world.server.secrets.delete("templo-2");
    await stranger.state("0/0");
    const known = await world.connectOnline();
    const requestsFor = (templeId: string, wanted: string) =>
      world.server.requests.filter(
        ({ name, payload }) => name === wanted && (payload as { templeId?: string }).templeId === templeId,
      );
    // Enough renewals to have repeated the announcement.
    const renewals = () => world.server.requests.filter(({ name }) => name === "lease");
    await vi.waitFor(
      async () => {
        await known.state("0/0");
        expect(renewals().length).toBeGreaterThan(5);
      },
      { ...WAIT, interval: 100 },
    );
    expect(requestsFor("templo-2", "temple-online")).toHaveLength(1);
    world.server.secrets.set("templo-2", "second");
    await vi.waitFor(() => expect(requestsFor("templo-2", "temple-offline")).toHaveLength(1), WAIT);
    await stranger.state("0/0");
    await vi.waitFor(() => expect(requestsFor("templo-2", "temple-online")).toHaveLength(2), WAIT);
  });

  test("[C-3] a new boot seen while the server was away is the current one when it is back", async () => {
    world = await World.open();
    const temple = await world.connectOnline();
    world.server.setUp(false);
    temple.boot = "b2b2b2b2";
    temple.epoch = "b2b2b2b2";
    temple.seq = 0;
    await temple.bead("h1", "1/0");
    await vi.waitFor(() => expect(temple.verdicts()).toEqual(["h1 pending server-away"]), WAIT);
    world.server.setUp(true);
    await temple.waitForDisplay({ epoch: "b2b2b2b2", judged: { h: 1, t: 0 } });
    expect(world.server.ledgers.get(temple.id)).toMatchObject({
      boot: "b2b2b2b2",
      retiredBoots: ["b1b1b1b1"],
    });
  });

  test("[C-4] a display names a new epoch only when it is kept", async () => {
    world = await World.open();
    const temple = await world.connectOnline();
    world.server.setUp(false);
    Object.assign(temple, { boot: "b2b2b2b2", epoch: "e2e2e2e2", seq: 0 });
    await temple.state("0/0");
    await temple.bead("h1", "1/0");
    const last = { slot: "h", n: 1, verdict: "pending", reason: "server-away" };
    await temple.waitForDisplay({ last, epoch: "b1b1b1b1" });
    world.server.setUp(true);
    await temple.waitForDisplay({ epoch: "e2e2e2e2", judged: { h: 1, t: 0 } });
  });

  test("[J-17] [B20] a bead judged after its epoch has ended leaves its debt", async () => {
    world = await World.open();
    world.server.skulls = 0;
    const temple = await world.connectOnline();
    world.server.setUp(false);
    await temple.bead("t1", "0/1");
    await vi.waitFor(() => expect(temple.verdicts()).toEqual(["t1 pending server-away"]), WAIT);
    Object.assign(temple, { boot: "b2b2b2b2", epoch: "b2b2b2b2", seq: 0 });
    await temple.state("0/0");
    world.server.setUp(true);
    await temple.waitForDisplay({ epoch: "b2b2b2b2", judged: { h: 0, t: 0 }, fix: { h: 0, t: -1 } });
    expect(temple.verdicts().at(-1)).toBe("t1 rejected no-skulls");
    expect(temple.payloads("down/ack").at(-1)).toMatchObject({
      epoch: "b1b1b1b1",
      line: "No skulls: take it",
    });
  });

  test("beads beyond 96 are not lost: later reports bring them", async () => {
    world = await World.open();
    const temple = await world.connectOnline();
    world.server.setUp(false);
    for (let n = 1; n <= 6; n++) await temple.state(`${n * 20}/0`);
    // Each of the six reports is answered with an ack for every bead that waits.
    const acks = 20 + 40 + 60 + 80 + 96 + 96;
    await vi.waitFor(() => expect(temple.verdicts()).toHaveLength(acks), WAIT);
    expect(temple.verdicts().at(-1)).toBe("h96 pending server-away");
    world.server.skulls = 200;
    world.server.setUp(true);
    await temple.waitForDisplay({ judged: { h: 96, t: 0 } });
    await temple.state("120/0");
    await temple.waitForDisplay({ judged: { h: 120, t: 0 }, offerings: { h: 125, t: 2 } });
  });

  test("more beads than fit one request are all judged", async () => {
    world = await World.open();
    const temple = await world.connectOnline();
    world.server.skulls = 30;
    await temple.state("20/15");
    await temple.waitForDisplay({
      judged: { h: 20, t: 15 },
      fix: { h: 0, t: -5 },
      offerings: { h: 25, t: 12 },
    });
    expect(temple.verdicts()).toHaveLength(35);
  });
});
