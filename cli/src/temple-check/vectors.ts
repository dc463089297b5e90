import { randomBytes } from "node:crypto";
import type { Bead, BySlot, OnlineState, Slot } from "@flower-war/protocol/temple";
import type { Hands } from "./hands.ts";
import { areEqual, type Probe, RuleBroken } from "./probe.ts";

/** The parts that play a vector. */
export interface Bench {
  readonly probe: Probe;
  readonly hands: Hands;
  /** How often F5 cuts the power; the protocol says 20. */
  readonly cycles: number;
}

export interface Vector {
  readonly id: string;
  readonly title: string;
  /** The lowest level of temples that it is for (V-2). */
  readonly level: number;
  readonly play: (bench: Bench) => Promise<void>;
}

/** ms that a temple may take to connect, including its longest delay before a retry (N-4). */
const CONNECT_TIMEOUT = 120_000;

/** The vectors for a firmware, docs/temple-protocol.md section 13. */
export const VECTORS: readonly Vector[] = [
  { id: "F1", title: "first state, last wills and reconnecting", level: 1, play: checkConnections },
  { id: "F2", title: "beads carry the mark that was displayed", level: 2, play: checkStamps },
  { id: "F3", title: "one bead counts once, a blocked slot is reported", level: 3, play: checkSensors },
  { id: "F4", title: "beads that fall while it is offline", level: 2, play: checkOfflineBeads },
  { id: "F5", title: "power cycles", level: 1, play: checkPowerCycles },
  { id: "F6", title: "a rejected bead is displayed and taken out", level: 3, play: checkDebt },
  { id: "F7", title: "messages that it must ignore", level: 2, play: checkIgnored },
  { id: "F8", title: "it asks again while a bead is not judged", level: 2, play: checkReminders },
  { id: "F9", title: "a verdict is displayed and heard", level: 2, play: checkVerdict },
];

/** Switches the temple off and on. Resolves with its first state. */
export async function restart({ probe, hands }: Bench): Promise<OnlineState> {
  // A program instead of a person is ready after this.
  await hands.wait(0);
  await probe.drain();
  const from = probe.messages.length;
  await hands.cyclePower();
  const state = await probe.until(
    "N-2",
    "no online state after power-up",
    CONNECT_TIMEOUT,
    () => probe.states(from)[0],
  );
  if (state.conn !== 1) throw new RuleBroken("N-1", `conn is ${state.conn} at power-up, not 1`);
  if (state.seq !== 0)
    throw new RuleBroken("N-2", `seq is ${state.seq} at power-up, not 0: the state comes first`);
  return state;
}

/** Connects the temple again. Resolves with its first state after that. */
async function reconnect({ probe, hands }: Bench): Promise<OnlineState> {
  const from = probe.messages.length;
  await hands.setLink(true);
  return probe.until("N-4", "it does not reconnect", CONNECT_TIMEOUT, () => probe.states(from)[0]);
}

async function checkConnections(bench: Bench): Promise<void> {
  const { probe, hands } = bench;
  const { boot } = await restart(bench);
  const retained = await probe.readRetainedState();
  if (!retained.online || retained.boot !== boot)
    throw new RuleBroken("T-2", "the broker does not retain the newest state");
  for (const conn of [1, 2]) {
    const from = probe.messages.length;
    await hands.setLink(false);
    const will = await probe.until("N-1", "no last will after the link was cut", CONNECT_TIMEOUT, () =>
      probe.messages.slice(from).find(({ kind }) => kind === "gone"),
    );
    if (will.content.boot !== boot) throw new RuleBroken("N-1", "the last will names another boot");
    if (will.kind === "gone" && will.content.conn !== conn) {
      throw new RuleBroken("N-1", `the last will of connection ${conn} names conn ${will.content.conn}`);
    }
    const state = await reconnect(bench);
    if (state.boot !== boot) throw new RuleBroken("C-3", "boot changed without a power cut");
    if (state.conn !== conn + 1) throw new RuleBroken("N-1", `conn is ${state.conn}, not ${conn + 1}`);
  }
}

async function checkStamps({ probe, hands }: Bench): Promise<void> {
  for (let window = 0; window < 2; window += 1) {
    const mark = probe.newMark();
    const { count, epoch } = await probe.sync();
    await probe.show({ mark, epoch, judged: count });
    await probe.sync();
    const from = probe.messages.length;
    await hands.drop("h");
    const bead = await nextBead(probe, from);
    if (bead.slot !== "h" || bead.n !== count.h + 1) {
      throw new RuleBroken("C-1", `the bead is named ${bead.slot}${bead.n}, not h${count.h + 1}`);
    }
    checkStamp(bead, mark, count);
    const at = probe.messages.length;
    await probe.until("N-3", "no state 1 s after the bead", 4_000, () =>
      probe.states(from).find(({ up }) => up - bead.at >= 500 && up - bead.at <= 3_000),
    );
    if (probe.beads(at).length > 0) throw new RuleBroken("V-3", "one bead was counted twice");
  }
}

async function checkSensors({ probe, hands }: Bench): Promise<void> {
  const before = (await probe.sync()).count;
  await hands.beam("h", [8, 3, 6]);
  await probe.pass(2_000);
  const once = (await probe.sync()).count;
  if (once.h !== before.h + 1) {
    throw new RuleBroken(
      "V-3",
      `${once.h - before.h} beads were counted for interruptions less than 60 ms apart`,
    );
  }
  const from = probe.messages.length;
  await hands.beam("h", [3_000]);
  await probe.until("V-3", "no state reports `blocked-h` after 2 s of darkness", 5_000, () =>
    probe.states(from).find(({ faults }) => faults?.includes("blocked-h")),
  );
  await nextBead(probe, from);
  await probe.until("N-3", "no state without `blocked-h` after the beam cleared", 5_000, () => {
    const states = probe.states(from);
    const blocked = states.findIndex(({ faults }) => faults?.includes("blocked-h"));
    return states.slice(blocked).find(({ faults }) => !faults?.includes("blocked-h"));
  });
  // Keep the next bead apart from this one.
  await probe.pass(1_000);
  const cleared = (await probe.sync()).count;
  if (cleared.h !== once.h + 1) throw new RuleBroken("V-3", "a slot that clears counts one bead");
}

async function checkOfflineBeads(bench: Bench): Promise<void> {
  const { probe, hands } = bench;
  const [seen, next] = [probe.newMark(), probe.newMark()];
  const { count, epoch } = await probe.sync();
  await probe.show({ mark: seen, epoch, judged: count });
  await probe.sync();
  await hands.setLink(false);
  await hands.drop("h");
  await hands.drop("h");
  await probe.show({ mark: next, epoch, judged: count });
  const state = await reconnect(bench);
  const after = { h: count.h + 2, t: count.t };
  if (!areEqual(state.count, after))
    throw new RuleBroken("N-6", `${state.count.h - count.h} of 2 beads were counted`);
  if (state.stamp?.mark !== seen || !areEqual(state.stamp.base, count)) {
    throw new RuleBroken("N-2", "the first state does not carry the mark that was displayed before");
  }
  let second = await probe.sync();
  // A busy broker may deliver the command before the retained display.
  for (let tries = 0; second.stamp?.mark === seen && tries < 5; tries += 1) {
    await probe.pass(200);
    second = await probe.sync();
  }
  checkStamp(second, next, after);
}

async function checkPowerCycles(bench: Bench): Promise<void> {
  const { probe, hands, cycles } = bench;
  const { count } = await probe.sync();
  for (let h = count.h; h < 5; h += 1) await hands.drop("h");
  for (let t = count.t; t < 2; t += 1) await hands.drop("t");
  await probe.pass(2_000);
  const before = await probe.sync();
  const boots = new Set([before.boot]);
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const { boot, epoch, count: after, stamp } = await restart(bench);
    if (boots.has(boot)) throw new RuleBroken("C-9", `boot ${boot} came twice`);
    boots.add(boot);
    if (stamp !== null)
      throw new RuleBroken("N-2", "a state carries a mark that was not displayed since power-up");
    const inFlash = epoch === before.epoch;
    if (!inFlash && epoch !== boot) throw new RuleBroken("C-4", "a new epoch that is not the boot");
    if (!areEqual(after, inFlash ? before.count : { h: 0, t: 0 })) {
      throw new RuleBroken("N-6", `counts ${after.h}/${after.t} after a power cycle`);
    }
  }
}

async function checkDebt({ probe, hands }: Bench): Promise<void> {
  const { count, epoch, boot } = await probe.sync();
  const display = { mark: probe.newMark(), epoch, judged: count };
  // What is to be put in (J-11) is no debt.
  const fix = { h: 1, t: -1 };
  const line = "Take 1 from Tlaloc";
  const refused = { slot: "t", verdict: "rejected", reason: "late" } as const;
  await probe.ack({ about: "beads", epoch, from: count.t, to: count.t, ...refused, fix, line });
  await probe.show({ ...display, fix });
  await probe.sync();
  if (!(await hands.seesDebt("t", 1))) throw new RuleBroken("J-12", "god and number are not displayed");
  const from = probe.messages.length;
  await hands.pressConfirm();
  await probe.pass(17_000);
  const acts = probe.messages.slice(from).flatMap((message) => (message.kind === "act" ? [message] : []));
  const [first] = acts;
  if (first === undefined) throw new RuleBroken("J-11", "no act `returned`");
  const { content } = first;
  if (content.act !== "returned" || content.slot !== "t" || content.num !== 1 || content.boot !== boot) {
    throw new RuleBroken("J-11", "the act is not `returned` t 1");
  }
  if (acts.some((act) => act.content.seq !== content.seq))
    throw new RuleBroken("section 3", "the act is sent again with a new seq");
  if (acts.length !== 3) throw new RuleBroken("section 3", `the act was sent ${acts.length} times, not 3`);
  const apart = acts.slice(1).map(({ at }, i) => at - (acts[i]?.at ?? 0));
  if (apart.some((ms) => ms < 3_500 || ms > 7_500))
    throw new RuleBroken("section 3", `acts are ${apart.join(", ")} ms apart`);
  if (!(await hands.seesDebt("t", 1)))
    throw new RuleBroken("J-12", "the debt is no longer displayed, although `fix` is not 0");
  await probe.show(display);
  await probe.sync();
  if (!(await hands.seesDebt("t", 0)))
    throw new RuleBroken("J-12", "the debt is still displayed, although `fix` is 0");
}

async function checkIgnored(bench: Bench): Promise<void> {
  const { probe, hands } = bench;
  const { count, epoch } = await probe.sync();
  const mark = probe.newMark();
  await probe.show({ mark, epoch, judged: count });
  const { conn } = await probe.sync();
  await hands.setLink(false);
  await probe.command("report", true);
  const from = probe.messages.length;
  await reconnect(bench);
  await probe.sync();
  await probe.pass(1_000);
  if (probe.states(from).length > 2) throw new RuleBroken("T-2", "a command with RETAIN=1 was obeyed");
  await probe.send("cmd", "", true);
  const after = probe.messages.length;
  await probe.send("cmd", '{"v":1,"id":"dance","op":"dance"}');
  for (const bytes of ["x".repeat(2_048), "{", randomBytes(200)]) await probe.send("display", bytes);
  await probe.pass(2_000);
  if (probe.states(after).length > 0)
    throw new RuleBroken("M-2", "a state came for an unknown command or an invalid message");
  const state = await probe.sync("M-2");
  if (state.conn !== conn + 1) throw new RuleBroken("M-2", "it did not stay connected");
  if (state.stamp?.mark !== mark) throw new RuleBroken("M-2", "it did not keep its last valid display");
  await probe.pass(1_000);
  if (probe.states(after).length !== 1) {
    throw new RuleBroken(
      "M-2",
      "more than one state came for invalid messages, an unknown command and one `report`",
    );
  }
}

async function checkReminders({ probe, hands }: Bench): Promise<void> {
  const { count, epoch } = await probe.sync();
  const display = { mark: probe.newMark(), epoch };
  await probe.show({ ...display, judged: count });
  await probe.sync();
  const from = probe.messages.length;
  await hands.drop("t");
  const { at } = await nextBead(probe, from, "t");
  await probe.pass(30_000);
  const after = probe.states(from).map(({ up }) => up - at);
  for (const ms of [1_000, 5_000, 10_000, 20_000]) {
    if (!after.some((age) => age >= ms - 500 && age <= ms + 2_500)) {
      throw new RuleBroken("N-3", `no state about ${ms / 1000} s after a bead that is not judged`);
    }
  }
  if (after.length > 5) throw new RuleBroken("N-3", `${after.length} states within 30 s of a bead`);
  await probe.show({ ...display, judged: { h: count.h, t: count.t + 1 } });
  await probe.sync();
  const judged = probe.messages.length;
  await probe.pass(45_000);
  if (probe.states(judged).length > 1)
    throw new RuleBroken("N-3", "more than heartbeats, although the bead is judged");
}

async function checkVerdict({ probe, hands }: Bench): Promise<void> {
  const { count, epoch } = await probe.sync();
  const display = { mark: probe.newMark(), epoch, lines: ["Check", "Drop one bead"] };
  await probe.show({ ...display, judged: count });
  await probe.sync();
  await hands.watch();
  const from = probe.messages.length;
  await hands.drop("t");
  const { n } = await nextBead(probe, from, "t");
  const line = "Too late: take it";
  const refused = { slot: "t", verdict: "rejected", reason: "late" } as const;
  await probe.ack({ about: "beads", epoch, from: n, to: n, ...refused, fix: { h: 0, t: 0 }, line });
  await probe.show({ ...display, judged: { h: count.h, t: n } });
  await probe.sync();
  if (!(await hands.seesVerdict(line)))
    throw new RuleBroken("J-16", "the verdict's line is not displayed for about 3 s with a sound");
  await probe.pass(3_000);
  if (!(await hands.seesLine("Drop one bead")))
    throw new RuleBroken("J-16", "the display's lines do not come back after the verdict's");
}

async function nextBead(probe: Probe, from: number, slot: Slot = "h"): Promise<Bead> {
  return probe.until("C-1", `no \`up/bead\` of slot ${slot}`, 10_000, () =>
    probe.beads(from).find((bead) => bead.slot === slot),
  );
}

function checkStamp({ stamp }: Bead | OnlineState, mark: string, base: BySlot): void {
  if (stamp === null) throw new RuleBroken("section 3", "no `mark` and `base`, although there was a display");
  if (stamp.mark !== mark)
    throw new RuleBroken("section 3", `\`mark\` is ${stamp.mark}, displayed was ${mark}`);
  if (!areEqual(stamp.base, base)) {
    throw new RuleBroken(
      "section 3",
      `\`base\` is ${stamp.base.h}/${stamp.base.t}, not the count when its mark was first displayed`,
    );
  }
}
