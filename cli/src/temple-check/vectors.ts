import { randomBytes } from "node:crypto";
import type { Bead, BySlot, OnlineState, Slot } from "@flower-war/client-sdk/temple";
import type { Hands } from "./hands.ts";
import { Broken, type Probe, same } from "./probe.ts";

/** What a vector is played with. */
export interface Table {
  readonly probe: Probe;
  readonly hands: Hands;
  /** How often F5 cuts the power; the protocol says 20. */
  readonly cycles: number;
}

export interface Vector {
  readonly id: string;
  readonly title: string;
  /** The least level of a temple that it is for (V-2). */
  readonly level: number;
  readonly play: (table: Table) => Promise<void>;
}

/** ms that a temple may take to come (back), its longest pause before a retry included (N-4). */
const COMING = 120_000;

/** The vectors for a firmware, docs/temple-protocol.md section 13. */
export const VECTORS: readonly Vector[] = [
  { id: "F1", title: "birth, wills and coming back", level: 1, play: connects },
  { id: "F2", title: "beads are stamped with what was on show", level: 2, play: stamps },
  { id: "F3", title: "one bead is one bead, a blocked slot is told", level: 3, play: senses },
  { id: "F4", title: "beads that fell while it was away", level: 2, play: countsAway },
  { id: "F5", title: "power cycles", level: 1, play: survivesPower },
  { id: "F6", title: "a refused bead is shown and taken back", level: 3, play: showsDebt },
  { id: "F7", title: "what it must not heed", level: 2, play: survivesNonsense },
  { id: "F8", title: "it asks while a bead is not judged", level: 2, play: asks },
];

/** The temple is switched off and on: what it says first. */
export async function birth({ probe, hands }: Table): Promise<OnlineState> {
  // What a program at the temple began with is over.
  await hands.wait(0);
  await probe.fence();
  const from = probe.said.length;
  await hands.power();
  const state = await probe.until(
    "N-2",
    "no online state after power-up",
    COMING,
    () => probe.states(from)[0],
  );
  if (state.conn !== 1) throw new Broken("N-1", `conn is ${state.conn} at power-up, not 1`);
  if (state.seq !== 0)
    throw new Broken("N-2", `seq is ${state.seq} at power-up, not 0: the state comes first`);
  return state;
}

async function connects(table: Table): Promise<void> {
  const { probe, hands } = table;
  const { boot } = await birth(table);
  const kept = await probe.kept();
  if (!kept.online || kept.boot !== boot)
    throw new Broken("T-2", "the broker does not keep the newest state");
  for (const conn of [1, 2]) {
    let from = probe.said.length;
    await hands.link(false);
    const will = await probe.until("N-1", "no last will after the link was cut", COMING, () =>
      probe.said.slice(from).find(({ kind }) => kind === "gone"),
    );
    if (will.says.boot !== boot) throw new Broken("N-1", "the last will bears another boot");
    if (will.kind === "gone" && will.says.conn !== conn) {
      throw new Broken("N-1", `the last will of connection ${conn} says conn ${will.says.conn}`);
    }
    from = probe.said.length;
    await hands.link(true);
    const state = await probe.until("N-4", "it does not come back", COMING, () => probe.states(from)[0]);
    if (state.boot !== boot) throw new Broken("C-3", "boot changed without a power cut");
    if (state.conn !== conn + 1) throw new Broken("N-1", `conn is ${state.conn}, not ${conn + 1}`);
  }
}

async function stamps({ probe, hands }: Table): Promise<void> {
  for (let window = 0; window < 2; window += 1) {
    const mark = probe.newMark();
    const { count, epoch } = await probe.sync();
    await probe.show({ mark, epoch, judged: count });
    await probe.sync();
    const from = probe.said.length;
    await hands.drop("h");
    const bead = await nextBead(probe, from);
    if (bead.slot !== "h" || bead.n !== count.h + 1) {
      throw new Broken("C-1", `the bead says ${bead.slot}${bead.n}, not h${count.h + 1}`);
    }
    mustBeStamped(bead, mark, count);
    const at = probe.said.length;
    await probe.until("N-3", "no state 1 s after the bead", 4_000, () =>
      probe.states(from).find(({ up }) => up - bead.at >= 500 && up - bead.at <= 3_000),
    );
    if (probe.beads(at).length > 0) throw new Broken("V-3", "one bead was counted twice");
  }
}

async function senses({ probe, hands }: Table): Promise<void> {
  const before = (await probe.sync()).count;
  await hands.beam("h", [8, 3, 6]);
  await probe.pass(2_000);
  const once = (await probe.sync()).count;
  if (once.h !== before.h + 1) {
    throw new Broken(
      "V-3",
      `${once.h - before.h} beads were counted for interruptions less than 60 ms apart`,
    );
  }
  const from = probe.said.length;
  await hands.beam("h", [3_000]);
  await probe.until("V-3", "no state tells `blocked-h` after 2 s of darkness", 5_000, () =>
    probe.states(from).find(({ faults }) => faults?.includes("blocked-h")),
  );
  await nextBead(probe, from);
  await probe.until("N-3", "no state without `blocked-h` after the beam cleared", 5_000, () => {
    const told = probe.states(from);
    const blocked = told.findIndex(({ faults }) => faults?.includes("blocked-h"));
    return told.slice(blocked).find(({ faults }) => !faults?.includes("blocked-h"));
  });
  // The next bead shall not be taken for this one.
  await probe.pass(1_000);
  const cleared = (await probe.sync()).count;
  if (cleared.h !== once.h + 1) throw new Broken("V-3", "a slot that clears counts one bead");
}

async function countsAway({ probe, hands }: Table): Promise<void> {
  const [seen, next] = [probe.newMark(), probe.newMark()];
  const { count, epoch } = await probe.sync();
  await probe.show({ mark: seen, epoch, judged: count });
  await probe.sync();
  await hands.link(false);
  await hands.drop("h");
  await hands.drop("h");
  await probe.show({ mark: next, epoch, judged: count });
  const from = probe.said.length;
  await hands.link(true);
  const state = await probe.until("N-4", "it does not come back", COMING, () => probe.states(from)[0]);
  const after = { h: count.h + 2, t: count.t };
  if (!same(state.count, after))
    throw new Broken("N-6", `${state.count.h - count.h} of 2 beads were counted`);
  if (state.stamp?.mark !== seen || !same(state.stamp.base, count)) {
    throw new Broken("N-2", "the first state is not stamped with what was on show before");
  }
  await probe.sync();
  const second = probe.said.slice(from).filter(({ kind }) => kind !== "gone")[1]?.says;
  if (second === undefined || !("stamp" in second)) throw new Broken("N-2", "no second message");
  mustBeStamped(second, next, after);
}

async function survivesPower(table: Table): Promise<void> {
  const { probe, hands, cycles } = table;
  const { count } = await probe.sync();
  for (let h = count.h; h < 5; h += 1) await hands.drop("h");
  for (let t = count.t; t < 2; t += 1) await hands.drop("t");
  await probe.pass(2_000);
  const before = await probe.sync();
  const boots = new Set([before.boot]);
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const { boot, epoch, count: after, stamp } = await birth(table);
    if (boots.has(boot)) throw new Broken("C-9", `boot ${boot} came twice`);
    boots.add(boot);
    if (stamp !== null) throw new Broken("N-2", "a mark is told that was not seen since power-up");
    const inFlash = epoch === before.epoch;
    if (!inFlash && epoch !== boot) throw new Broken("C-4", "a new epoch that is not the boot");
    if (!same(after, inFlash ? before.count : { h: 0, t: 0 })) {
      throw new Broken("N-6", `counts ${after.h}/${after.t} after a power cycle`);
    }
  }
}

async function showsDebt({ probe, hands }: Table): Promise<void> {
  const { count, epoch, boot } = await probe.sync();
  const picture = { mark: probe.newMark(), epoch, judged: count };
  const fix = { h: 0, t: -1 };
  const line = "Take 1 from Tlaloc";
  const refused = { slot: "t", verdict: "rejected", reason: "late" } as const;
  await probe.ack({ about: "beads", epoch, from: count.t, to: count.t, ...refused, fix, line });
  await probe.show({ ...picture, fix });
  await probe.sync();
  if (!(await hands.sees("t", 1))) throw new Broken("J-12", "god and number are not shown");
  const from = probe.said.length;
  await hands.confirm();
  await probe.pass(17_000);
  const acts = probe.said.slice(from).flatMap((said) => (said.kind === "act" ? [said] : []));
  const [first] = acts;
  if (first === undefined) throw new Broken("J-11", "no act `returned`");
  const { says } = first;
  if (says.act !== "returned" || says.slot !== "t" || says.num !== 1 || says.boot !== boot) {
    throw new Broken("J-11", "the act is not `returned` t 1");
  }
  if (acts.some((act) => act.says.seq !== says.seq))
    throw new Broken("section 3", "the act is sent again with a new seq");
  if (acts.length !== 3) throw new Broken("section 3", `the act was sent ${acts.length} times, not 3`);
  const apart = acts.slice(1).map(({ at }, i) => at - (acts[i]?.at ?? 0));
  if (apart.some((ms) => ms < 3_500 || ms > 7_500))
    throw new Broken("section 3", `acts are ${apart.join(", ")} ms apart`);
  if (!(await hands.sees("t", 1)))
    throw new Broken("J-12", "the debt is shown no more, although `fix` is not 0");
  await probe.show(picture);
  await probe.sync();
  if (!(await hands.sees("t", 0))) throw new Broken("J-12", "the debt is still shown, although `fix` is 0");
}

async function survivesNonsense({ probe, hands }: Table): Promise<void> {
  const { count, epoch } = await probe.sync();
  const mark = probe.newMark();
  await probe.show({ mark, epoch, judged: count });
  const { conn } = await probe.sync();
  await hands.link(false);
  await probe.command("report", true);
  const from = probe.said.length;
  await hands.link(true);
  await probe.until("N-4", "it does not come back", COMING, () => probe.states(from)[0]);
  await probe.sync();
  await probe.pass(1_000);
  if (probe.states(from).length > 2) throw new Broken("T-2", "a command with RETAIN=1 was obeyed");
  await probe.send("cmd", "", true);
  const after = probe.said.length;
  await probe.send("cmd", '{"v":1,"id":"dance","op":"dance"}');
  for (const bytes of ["x".repeat(2_048), "{", randomBytes(200)]) await probe.send("display", bytes);
  await probe.pass(2_000);
  if (probe.states(after).length > 0)
    throw new Broken("M-2", "a state came for an unknown command or for nonsense");
  const state = await probe.sync("M-2");
  if (state.conn !== conn + 1) throw new Broken("M-2", "it did not stay connected");
  if (state.stamp?.mark !== mark) throw new Broken("M-2", "it did not keep its last good picture");
  await probe.pass(1_000);
  if (probe.states(after).length !== 1) {
    throw new Broken("M-2", "more than one state came for nonsense, an unknown command and one `report`");
  }
}

async function asks({ probe, hands }: Table): Promise<void> {
  const { count, epoch } = await probe.sync();
  const picture = { mark: probe.newMark(), epoch };
  await probe.show({ ...picture, judged: count });
  await probe.sync();
  const from = probe.said.length;
  await hands.drop("t");
  const { at } = await nextBead(probe, from, "t");
  await probe.pass(30_000);
  const after = probe.states(from).map(({ up }) => up - at);
  for (const ms of [1_000, 5_000, 10_000, 20_000]) {
    if (!after.some((told) => told >= ms - 500 && told <= ms + 2_500)) {
      throw new Broken("N-3", `no state about ${ms / 1000} s after a bead that is not judged`);
    }
  }
  if (after.length > 5) throw new Broken("N-3", `${after.length} states within 30 s of a bead`);
  await probe.show({ ...picture, judged: { h: count.h, t: count.t + 1 } });
  await probe.sync();
  const judged = probe.said.length;
  await probe.pass(45_000);
  if (probe.states(judged).length > 1)
    throw new Broken("N-3", "more than heartbeats, although the bead is judged");
}

async function nextBead(probe: Probe, from: number, slot: Slot = "h"): Promise<Bead> {
  return probe.until("C-1", `no \`up/bead\` of slot ${slot}`, 10_000, () =>
    probe.beads(from).find((bead) => bead.slot === slot),
  );
}

function mustBeStamped({ stamp }: Bead | OnlineState, mark: string, base: BySlot): void {
  if (stamp === null) throw new Broken("section 3", "no `mark` and `base`, although a display was shown");
  if (stamp.mark !== mark) throw new Broken("section 3", `\`mark\` is ${stamp.mark}, on show was ${mark}`);
  if (!same(stamp.base, base)) {
    throw new Broken(
      "section 3",
      `\`base\` is ${stamp.base.h}/${stamp.base.t}, not the count when its mark was first shown`,
    );
  }
}
