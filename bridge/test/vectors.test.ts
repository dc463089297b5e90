import { afterEach, describe, expect, test } from "vitest";
import type { RawTemple } from "./support/raw-temple.ts";
import { World } from "./support/world.ts";

/**
 * The bridge's conformance vectors, docs/temple-protocol.md section 13. Unless said: boot = epoch = b1b1b1b1, state
 * conn 1 seq 0 seen, judged 0/0, fix 0/0, mark M.7 shown at base 0/0, window open, east is local and holds 3 skulls.
 */
describe("conformance vectors", () => {
  let world: World;
  afterEach(() => world.close());

  async function given(options: Parameters<typeof World.open>[0] = {}): Promise<RawTemple> {
    world = await World.open(options);
    return world.born();
  }

  test("[B1] bead h1, the same bytes twice more: one acceptance", async () => {
    const temple = await given();
    const bead = await temple.bead("h1", "1/0");
    await temple.says("up/bead", bead);
    await temple.says("up/bead", bead);
    await temple.state("1/0");
    await world.counted(temple);
    await temple.shows({ judged: { h: 1, t: 0 }, offerings: { h: 6, t: 2 } });
    expect(temple.verdicts()).toEqual(["h1 accepted ok"]);
    expect(world.server.offerings).toEqual({ h: 6, t: 2 });
    expect(temple.on("down/ack")).toEqual([
      {
        topic: "templo/v1/templo-1/down/ack",
        payload: {
          v: 1,
          epoch: "b1b1b1b1",
          slot: "h",
          from: 1,
          to: 1,
          verdict: "accepted",
          reason: "ok",
          fix: { h: 0, t: 0 },
          line: "Accepted",
        },
        qos: 1,
        retain: false,
      },
    ]);
  });

  test("[B2] h1; h3 of 3/0; late h2 with its lower seq: each accepted once", async () => {
    const temple = await given();
    await temple.bead("h1", "1/0");
    const late = temple.seq++;
    await temple.bead("h3", "3/0");
    await temple.shows({ judged: { h: 3, t: 0 } });
    expect(temple.verdicts()).toEqual(["h1 accepted ok", "h2 accepted ok", "h3 accepted ok"]);
    await temple.bead("h2", "2/0", { seq: late });
    temple.seq -= 1;
    await temple.state("3/0");
    await world.counted(temple);
    await temple.shows({ judged: { h: 3, t: 0 }, offerings: { h: 8, t: 2 } });
    expect(temple.verdicts()).toHaveLength(3);
  });

  test("[B3] two beads fall, both events lost; state 1/1, conn 2: h1 and t1, in that order", async () => {
    const temple = await given();
    temple.seq += 2;
    temple.conn = 2;
    await temple.state("1/1");
    await temple.shows({ judged: { h: 1, t: 1 }, offerings: { h: 6, t: 3 } });
    expect(temple.verdicts()).toEqual(["h1 accepted ok", "t1 accepted ok"]);
  });

  test("[B5] state 2/0 with mark M.8 base 1/0: h1 late, h2 accepted", async () => {
    const temple = await given();
    world.server.moveTo(temple.id, { mark: "M.8" });
    temple.stamp = { mark: "M.8", base: { h: 1, t: 0 } };
    await temple.state("2/0");
    await temple.shows({ judged: { h: 2, t: 0 }, fix: { h: -1, t: 0 }, offerings: { h: 6, t: 2 } });
    expect(temple.verdicts()).toEqual(["h1 rejected late", "h2 accepted ok"]);
  });

  test("[B6] the awaited seat is not local; bead t1: rejected, the match unchanged", async () => {
    const temple = await given();
    world.server.moveTo(temple.id, { seat: { id: "west", name: "Xochitl", local: false } });
    const before = world.server.table;
    await temple.bead("t1", "0/1");
    await temple.shows({ judged: { h: 0, t: 1 }, fix: { h: 0, t: -1 } });
    expect(temple.on("down/ack")).toEqual([
      {
        topic: "templo/v1/templo-1/down/ack",
        payload: {
          v: 1,
          epoch: "b1b1b1b1",
          slot: "t",
          from: 1,
          to: 1,
          verdict: "rejected",
          reason: "not-your-decision",
          fix: { h: 0, t: -1 },
          line: "Take 1 from Tlaloc",
        },
        qos: 1,
        retain: false,
      },
    ]);
    expect(world.server.table).toEqual(before);
  });

  test("[B7] east holds 1 skull; h1, h2: accepted, then no-skulls", async () => {
    const temple = await given();
    world.server.skulls = 1;
    await temple.bead("h1", "1/0");
    await temple.bead("h2", "2/0");
    await temple.shows({ judged: { h: 2, t: 0 }, fix: { h: -1, t: 0 } });
    expect(temple.verdicts()).toEqual(["h1 accepted ok", "h2 rejected no-skulls"]);
  });

  test("[B17] unbound temple, bead t1: ignored, judged 0/1", async () => {
    const temple = await given({ bound: false });
    await temple.bead("t1", "0/1");
    await temple.shows({ judged: { h: 0, t: 1 }, fix: { h: 0, t: 0 } });
    expect(temple.verdicts()).toEqual(["t1 ignored unpaired"]);
  });

  test("[B17] no stamps: h1 accepted, h2 unknown-turn, h3 accepted", async () => {
    const temple = await given();
    temple.stamp = null;
    await temple.bead("h1", "1/0");
    await temple.bead("h3", "3/0");
    await temple.shows({ judged: { h: 3, t: 0 }, fix: { h: -1, t: 0 } });
    expect(temple.verdicts()).toEqual(["h1 accepted ok", "h2 rejected unknown-turn", "h3 accepted ok"]);
  });
});
