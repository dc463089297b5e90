import { afterEach, describe, expect, test, vi } from "vitest";
import { WAIT } from "./support/raw-temple.ts";
import { World } from "./support/world.ts";

let world: World;
afterEach(() => world.close());

/** ms after an ack from which on a report of the same connection says that the temple has it (C-11). */
const HEARD = 2_000;

describe("[C-11] an ack that the temple may not have", () => {
  test("is published again in its next connection, and not in the one after that", async () => {
    world = await World.open();
    const temple = await world.connectOnline();
    await temple.bead("h1", "1/0");
    await vi.waitFor(() => expect(temple.verdicts()).toEqual(["h1 accepted ok"]), WAIT);
    temple.conn = 2;
    await temple.state("1/0");
    await vi.waitFor(() => expect(temple.verdicts()).toEqual(["h1 accepted ok", "h1 accepted ok"]), WAIT);
    world.pass(HEARD);
    await temple.state("1/0");
    await vi.waitFor(() => expect(world.server.untold).toEqual([]), WAIT);
    temple.conn = 3;
    await temple.state("1/0");
    await world.waitUntilCounted(temple);
    expect(temple.verdicts()).toHaveLength(2);
    expect(world.server.offerings).toEqual({ h: 6, t: 2 });
  });

  test("is published for the device whose bead it was, when it is alive after all, though another one of its name got it", async () => {
    world = await World.open();
    const temple = await world.connectOnline();
    await temple.bead("h1", "1/0");
    await vi.waitFor(() => expect(temple.verdicts()).toEqual(["h1 accepted ok"]), WAIT);
    const own = { boot: temple.boot, epoch: temple.epoch };
    const other = { boot: "b2b2b2b2", epoch: "b2b2b2b2", seq: 0 };
    await temple.state("0/0", other);
    await vi.waitFor(() => expect(temple.verdicts()).toHaveLength(2), WAIT);
    world.pass(3 * HEARD);
    await temple.state("0/0", { ...other, seq: 1 });
    await temple.state("1/0", own);
    await vi.waitFor(() => expect(temple.payloads("down/cmd").at(-1)).toMatchObject({ op: "report" }), WAIT);
    world.pass(5_000);
    await temple.state("1/0", own);
    await temple.waitForDisplay({ epoch: own.epoch, judged: { h: 1, t: 0 } });
    await vi.waitFor(() => expect(temple.verdicts()).toHaveLength(3), WAIT);
    expect(world.server.untold).toHaveLength(1);
    world.pass(HEARD);
    await temple.state("1/0", own);
    await vi.waitFor(() => expect(world.server.untold).toEqual([]), WAIT);
    expect(world.server.offerings).toEqual({ h: 6, t: 2 });
  });

  test("of an earlier epoch counts as received by a report 60 s later", async () => {
    world = await World.open();
    const temple = await world.connectOnline();
    await temple.bead("h1", "1/0");
    await vi.waitFor(() => expect(temple.verdicts()).toHaveLength(1), WAIT);
    Object.assign(temple, { boot: "b2b2b2b2", epoch: "b2b2b2b2", seq: 0 });
    await temple.state("0/0");
    await vi.waitFor(() => expect(temple.verdicts()).toHaveLength(2), WAIT);
    world.pass(59_000);
    await temple.state("0/0");
    await world.waitUntilCounted(temple);
    expect(world.server.untold).toHaveLength(1);
    world.pass(1_000);
    await temple.state("0/0");
    await vi.waitFor(() => expect(world.server.untold).toEqual([]), WAIT);
  });

  test("is published by the next bridge, if the one that asked for the verdict was ended before it told it", async () => {
    world = await World.open();
    const temple = await world.connectOnline();
    await temple.bead("h1", "1/0");
    await temple.bead("h2", "2/0");
    await vi.waitFor(() => expect(temple.verdicts()).toHaveLength(2), WAIT);
    temple.received.length = 0;
    await world.restartBridge("off");
    // The next one has heard that the temple is online.
    await vi.waitFor(() => expect(temple.payloads("down/cmd")).toHaveLength(1), WAIT);
    await temple.state("2/0");
    await vi.waitFor(() => expect(temple.verdicts()).toEqual(["h1 accepted ok", "h2 accepted ok"]), WAIT);
    expect(temple.payloads("down/ack")).toHaveLength(1);
    expect(world.server.offerings).toEqual({ h: 7, t: 2 });
  });
});
