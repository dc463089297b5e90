import { afterEach, describe, expect, test, vi } from "vitest";
import { WAIT } from "./support/raw-temple.ts";
import { World } from "./support/world.ts";

let world: World;
afterEach(() => world.close());

const asked = () => world.server.asked.map(({ name }) => name).filter((name) => name.startsWith("temple-"));

test("a temple's first message brings it online, once", async () => {
  world = await World.open();
  const temple = await world.born();
  await temple.state("0/0");
  await world.counted(temple);
  expect(asked()).toEqual(["temple-online"]);
});

test("[N-7] [B12] a will of an earlier connection only makes the bridge ask; one of this connection counts", async () => {
  world = await World.open();
  const temple = await world.born();
  temple.conn = 2;
  await temple.state("0/0");
  await world.counted(temple);
  await temple.says("up/state", { v: 1, online: false, boot: "b1b1b1b1", conn: 1 });
  await vi.waitFor(() => expect(temple.payloads("down/cmd")).toHaveLength(1), WAIT);
  expect(temple.on("down/cmd")).toEqual([
    {
      topic: "templo/v1/templo-1/down/cmd",
      payload: { v: 1, id: expect.any(String), op: "report" },
      qos: 1,
      retain: false,
    },
  ]);
  expect(asked()).toEqual(["temple-online"]);
  await temple.says("up/state", { v: 1, online: false, boot: "b1b1b1b1", conn: 2 });
  await vi.waitFor(() => expect(asked()).toEqual(["temple-online", "temple-offline"]), WAIT);
});

test("[N-7] a will of another boot only makes the bridge ask", async () => {
  world = await World.open();
  const temple = await world.born();
  await temple.says("up/state", { v: 1, online: false, boot: "b0b0b0b0", conn: 7 });
  await vi.waitFor(() => expect(temple.payloads("down/cmd")).toHaveLength(1), WAIT);
  expect(asked()).toEqual(["temple-online"]);
});

test("[N-7] silence makes a temple offline, even without a will; its next message brings it back", async () => {
  world = await World.open({ silence: 100 });
  const temple = await world.born();
  await vi.waitFor(() => expect(asked()).toEqual(["temple-online", "temple-offline"]), WAIT);
  await temple.bead("h1", "1/0");
  await temple.shows({ judged: { h: 1, t: 0 } });
  expect(asked().slice(0, 3)).toEqual(["temple-online", "temple-offline", "temple-online"]);
});

test("a temple that the server does not know is served nothing, and others are not disturbed", async () => {
  world = await World.open();
  const temple = await world.born();
  world.server.secrets.set("templo-2", "second");
  const stranger = await world.connect("templo-2", "second");
  world.server.secrets.delete("templo-2");
  await stranger.state("0/0");
  await stranger.bead("h1", "1/0");
  await vi.waitFor(() => expect(stranger.verdicts()).toEqual(["h1 pending server-away"]), WAIT);
  await temple.bead("h1", "1/0");
  await temple.shows({ judged: { h: 1, t: 0 } });
  expect(world.server.ledgers.has("templo-2")).toBe(false);
});

test("[T-3] a temple forgotten by an operator is served anew, also if it speaks before the server has answered", async () => {
  world = await World.open();
  const temple = await world.born();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  world.server.held = released;
  await temple.says("up/state", "");
  await vi.waitFor(() => expect(asked()).toEqual(["temple-online", "temple-offline"]), WAIT);
  await temple.bead("h1", "1/0");
  await vi.waitFor(() => expect(asked()).toEqual(["temple-online", "temple-offline", "temple-online"]), WAIT);
  release();
  await temple.shows({ judged: { h: 1, t: 0 } });
  world.server.moveTo(temple.id, { mark: "M.8" });
  await temple.shows({ mark: "M.8" });
  expect(temple.verdicts()).toEqual(["h1 accepted ok"]);
});

describe("[J-1] a server out of reach", () => {
  test("[B15] bead h1: pending, judged 0/0; server back, state 1/0: accepted once", async () => {
    world = await World.open();
    const temple = await world.born();
    world.server.set(false);
    await temple.bead("h1", "1/0");
    await temple.shows({
      judged: { h: 0, t: 0 },
      last: { slot: "h", n: 1, verdict: "pending", reason: "server-away" },
    });
    world.server.set(true);
    await temple.state("1/0");
    await temple.shows({ judged: { h: 1, t: 0 }, offerings: { h: 6, t: 2 } });
    expect(temple.verdicts()).toEqual(["h1 pending server-away", "h1 accepted ok"]);
  });

  test("[B15] the server takes it, its answer is lost, the mark moves: accepted, fix 0, one offering", async () => {
    world = await World.open();
    const temple = await world.born();
    world.server.losesAnswer = true;
    await temple.bead("h1", "1/0");
    await vi.waitFor(() => expect(temple.verdicts()[0]).toBe("h1 pending server-away"), WAIT);
    world.server.moveTo(temple.id, { mark: "M.8" });
    await temple.state("1/0");
    await temple.shows({ judged: { h: 1, t: 0 }, fix: { h: 0, t: 0 }, offerings: { h: 6, t: 2 } });
    expect(temple.verdicts()).toEqual(["h1 pending server-away", "h1 accepted ok"]);
  });

  test("[J-1] [J-6] the bridge asks again by itself; an unstamped bead is judged as of its arrival", async () => {
    world = await World.open();
    const temple = await world.born();
    temple.stamp = null;
    world.server.set(false);
    await temple.bead("h1", "1/0");
    await vi.waitFor(() => expect(temple.verdicts()).toEqual(["h1 pending server-away"]), WAIT);
    world.server.moveTo(temple.id, { mark: "M.8" });
    world.server.set(true);
    await temple.shows({ judged: { h: 1, t: 0 }, fix: { h: -1, t: 0 } });
    expect(temple.verdicts()).toEqual(["h1 pending server-away", "h1 rejected late"]);
  });

  test("[J-13] lamps are closed while it is away, and open again with the same mark", async () => {
    world = await World.open();
    const temple = await world.born();
    await temple.shows({ open: { h: true, t: true }, left: 3 });
    world.server.set(false);
    await temple.shows({
      open: { h: false, t: false },
      left: 0,
      mark: "M.7",
      lines: ["Wait", "The server is away"],
    });
    world.server.set(true);
    await temple.shows({ open: { h: true, t: true }, left: 3, mark: "M.7" });
  });

  test("a temple that came online meanwhile is asked to report when the server is back", async () => {
    world = await World.open();
    const temple = await world.connect();
    world.server.set(false);
    await temple.bead("h1", "1/0");
    await vi.waitFor(() => expect(temple.verdicts()).toEqual(["h1 pending server-away"]), WAIT);
    world.server.set(true);
    await vi.waitFor(() => expect(temple.payloads("down/cmd")).toMatchObject([{ op: "report" }]), WAIT);
    await temple.state("1/0");
    await temple.shows({ judged: { h: 1, t: 0 }, offerings: { h: 6, t: 2 } });
    expect(temple.verdicts()).toEqual(["h1 pending server-away", "h1 accepted ok"]);
  });

  test("[J-1] a server of which a part is away is asked again by itself: for the temple, its bead, its code", async () => {
    world = await World.open();
    const temple = await world.connect();
    world.server.refuses = "unavailable";
    await temple.bead("h1", "1/0");
    await vi.waitFor(() => expect(temple.verdicts()).toEqual(["h1 pending server-away"]), WAIT);
    world.server.refuses = null;
    await vi.waitFor(() => expect(temple.payloads("down/cmd")).toMatchObject([{ op: "report" }]), WAIT);
    await temple.state("1/0");
    await temple.shows({ judged: { h: 1, t: 0 } });

    world.server.refuses = "unavailable";
    await temple.bead("h2", "2/0");
    await vi.waitFor(() => expect(temple.verdicts().at(-1)).toBe("h2 pending server-away"), WAIT);
    world.server.refuses = null;
    await temple.shows({ judged: { h: 2, t: 0 }, offerings: { h: 7, t: 2 } });
  });

  test.each(["internal", "draining", "too-many-messages"])(
    "[J-1] a server that fails with %s, or gives no answer at all, is asked again by itself",
    async (code) => {
      world = await World.open();
      const temple = await world.connect();
      world.server.refuses = code;
      await temple.state("0/0");
      await vi.waitFor(() => expect(world.server.refused).toBeGreaterThan(1), WAIT);
      world.server.refuses = null;
      world.server.silent = true;
      await vi.waitFor(() => expect(asked().length).toBeGreaterThan(1), WAIT);
      world.server.silent = false;
      await vi.waitFor(() => expect(temple.payloads("down/cmd")).toMatchObject([{ op: "report" }]), WAIT);
      await temple.state("1/0");
      await temple.shows({ judged: { h: 1, t: 0 } });
    },
  );

  test("[J-1] a temple that the server does not know is asked for once, and again when it comes again", async () => {
    world = await World.open({ silence: 500 });
    world.server.secrets.set("templo-2", "second");
    const stranger = await world.connect("templo-2", "second");
    world.server.secrets.delete("templo-2");
    await stranger.state("0/0");
    const known = await world.born();
    const asks = (templeId: string, wanted: string) =>
      world.server.asked.filter(
        ({ name, payload }) => name === wanted && (payload as { templeId?: string }).templeId === templeId,
      );
    // So often could it have been asked for again.
    const renewals = () => world.server.asked.filter(({ name }) => name === "lease");
    await vi.waitFor(
      async () => {
        await known.state("0/0");
        expect(renewals().length).toBeGreaterThan(5);
      },
      { ...WAIT, interval: 100 },
    );
    expect(asks("templo-2", "temple-online")).toHaveLength(1);
    world.server.secrets.set("templo-2", "second");
    await vi.waitFor(() => expect(asks("templo-2", "temple-offline")).toHaveLength(1), WAIT);
    await stranger.state("0/0");
    await vi.waitFor(() => expect(asks("templo-2", "temple-online")).toHaveLength(2), WAIT);
  });

  test("[C-3] a new boot seen while it was away is the current one when it is back", async () => {
    world = await World.open();
    const temple = await world.born();
    world.server.set(false);
    temple.boot = "b2b2b2b2";
    temple.epoch = "b2b2b2b2";
    temple.seq = 0;
    await temple.bead("h1", "1/0");
    await vi.waitFor(() => expect(temple.verdicts()).toEqual(["h1 pending server-away"]), WAIT);
    world.server.set(true);
    await temple.shows({ epoch: "b2b2b2b2", judged: { h: 1, t: 0 } });
    expect(world.server.ledgers.get(temple.id)).toMatchObject({
      boot: "b2b2b2b2",
      retiredBoots: ["b1b1b1b1"],
    });
  });

  test("of beads beyond 96 none is forgotten: later reports bring them", async () => {
    world = await World.open();
    const temple = await world.born();
    world.server.set(false);
    for (let n = 1; n <= 6; n++) await temple.state(`${n * 20}/0`);
    // All six are heard: each is told of all that waits.
    const told = 20 + 40 + 60 + 80 + 96 + 96;
    await vi.waitFor(() => expect(temple.verdicts()).toHaveLength(told), WAIT);
    expect(temple.verdicts().at(-1)).toBe("h96 pending server-away");
    world.server.skulls = 200;
    world.server.set(true);
    await temple.shows({ judged: { h: 96, t: 0 } });
    await temple.state("120/0");
    await temple.shows({ judged: { h: 120, t: 0 }, offerings: { h: 125, t: 2 } });
  });

  test("more beads than one request carries are judged all the same", async () => {
    world = await World.open();
    const temple = await world.born();
    world.server.skulls = 30;
    await temple.state("20/15");
    await temple.shows({ judged: { h: 20, t: 15 }, fix: { h: 0, t: -5 }, offerings: { h: 25, t: 12 } });
    expect(temple.verdicts()).toHaveLength(35);
  });
});
