import { LocalPresence } from "@colyseus/core";
import type { BySlot, TempleTable } from "@flower-war/client-sdk/temple";
import { pino } from "pino";
import { LocalLocks } from "../../src/cluster/locks.ts";
import type { BeadWindow, CallMatch, MatchForTemples, Submitted } from "../../src/match/temple-seam.ts";
import { assemble } from "../../src/temples/assemble.ts";
import type { Bridge } from "../../src/temples/bridges.ts";
import { memoryStore } from "../../src/temples/memory-store.ts";

/** A table in the window `M.7`, open for east, to whom `local` says whether it is local. */
export function tableOf(differing: Partial<TempleTable> = {}): TempleTable {
  return {
    phase: "playing",
    match: "FW7K",
    turn: 23,
    seat: { id: "east", name: "Citlali", local: true },
    step: "sacrifice",
    mark: "M.7",
    open: { h: true, t: true },
    left: 3,
    offerings: { h: 0, t: 0 },
    apocalypse: { state: "none", count: 0, of: 13, ruling: null },
    ...differing,
  };
}

/** A match that plays no game: it counts offerings, and whose turn it is the test says. */
export class FakeMatch implements MatchForTemples {
  readonly id: string;
  /** What it shows; a seat is local when it was bound to the temple that looks. */
  table = tableOf();
  /** Whose decision it waits for; `null`: the one's whose turn it is. */
  awaited: string | null = null;
  /** Skulls of the awaited seat. */
  skulls = 3;
  readonly local = new Map<string, string>();
  readonly online = new Map<string, boolean>();
  /** What it was told that temples owe. */
  readonly owed = new Map<string, BySlot>();
  /** The names of the beads that it took. */
  readonly taken: string[] = [];
  /** Called before a bead's turn comes. */
  beforeDrop: () => void = () => {};
  /** Hears that its table may have changed, while it has local seats: as a room's notices are heard. */
  onChange: () => void = () => {};

  constructor(match: string) {
    this.id = match;
  }

  get offerings(): BySlot {
    return this.table.offerings;
  }

  tableFor(templeId: string): TempleTable {
    const { seat } = this.table;
    return { ...this.table, seat: seat && { ...seat, local: this.local.get(seat.id) === templeId } };
  }

  windowFor(templeId: string): BeadWindow {
    const { phase, mark, seat } = this.tableFor(templeId);
    if (this.awaited === null) return { phase, mark, awaited: seat };
    return { phase, mark, awaited: { id: this.awaited, local: this.local.get(this.awaited) === templeId } };
  }

  async dropBead(_seat: string, id: string, slot: "h" | "t", mark: string): Promise<Submitted> {
    this.beforeDrop();
    const known = this.taken.indexOf(id);
    if (known >= 0) return { n: known + 1 };
    if (mark !== this.table.mark) return { refused: "late" };
    if (this.table.step !== "sacrifice") return { refused: "wrong-phase" };
    if (this.skulls === 0) return { refused: "no-skulls" };
    this.skulls -= 1;
    this.table = { ...this.table, offerings: { ...this.offerings, [slot]: this.offerings[slot] + 1 } };
    return { n: this.taken.push(id) };
  }

  async hasTaken(id: string): Promise<boolean> {
    return this.taken.includes(id);
  }

  bindSeat(seat: string, _holder: string | null, templeId: string, online: boolean): boolean {
    this.local.set(seat, templeId);
    this.online.set(templeId, online);
    this.#changed();
    return true;
  }

  unbindSeat(seat: string): void {
    this.local.delete(seat);
    this.#changed();
  }

  unbindTemple(templeId: string): void {
    for (const [seat, bound] of this.local) if (bound === templeId) this.local.delete(seat);
    this.#changed();
  }

  templeOwes(templeId: string, fix: BySlot): void {
    this.owed.set(templeId, fix);
  }

  templePresence(templeId: string, online: boolean): void {
    this.online.set(templeId, online);
    this.#changed();
  }

  #changed(): void {
    if (this.local.size > 0) this.onChange();
  }
}

/** A bridge that keeps what it is told. */
export class FakeBridge implements Bridge {
  readonly id: string;
  readonly told: { type: string; message: { templeId: string } }[] = [];

  constructor(id = "bridge-1") {
    this.id = id;
  }

  readonly send: Bridge["send"] = (type, message) => {
    this.told.push({ type, message });
  };

  /** What it was told since it was asked last: type and temple. */
  heard(): string[] {
    return this.told.splice(0).map(({ type, message }) => `${type} ${message.templeId}`);
  }
}

/** The server's side of temples over a memory store: `templo-1` and `templo-2` are enrolled, two matches are on. */
export async function templeWorld() {
  const m1 = new FakeMatch("m1");
  const m2 = new FakeMatch("m2");
  const matches = new Map([m1, m2].map((match) => [match.id, match]));
  /** `away`: every call to a match fails. `losesAnswer`: the match takes the next bead, and its answer is lost. */
  const faults = { away: false, losesAnswer: false };
  /** What the matches' answers to these calls wait for. */
  const slow = new Map<keyof MatchForTemples, Promise<void>>();

  const call: CallMatch = async (id, method, ...args) => {
    const match = matches.get(id);
    if (!match || faults.away) throw new Error(`no match ${id}`);
    const answer = await Reflect.apply(match[method], match, args);
    await slow.get(method);
    if (method !== "dropBead" || !faults.losesAnswer) return answer;
    faults.losesAnswer = false;
    throw new Error("the answer was lost");
  };

  const bridge = new FakeBridge();
  const store = memoryStore();
  const presence = new LocalPresence();
  const locks = new LocalLocks();
  const parts = assemble({ store, presence, locks, redis: null, call, log: pino({ level: "silent" }) });
  for (const match of matches.values()) {
    match.onChange = () => parts.news.hear({ match: match.id, kind: "table" });
  }
  await parts.credentials.enrol("templo-1");
  await parts.credentials.enrol("templo-2");

  /** Shows a code at the temple, and enters it for a seat. */
  async function pair(templeId: string, match: FakeMatch, seat: string): Promise<void> {
    const { code } = await parts.desk.code(bridge, { templeId });
    await parts.pairing.pair(match.id, seat, "holder", seat, code);
  }

  return { ...parts, store, m1, m2, bridge, faults, slow, pair };
}
