import { LocalPresence } from "@colyseus/core";
import type { AnswerOf, BySlot, PayloadOf, RequestName, TempleTable } from "@flower-war/protocol/temple";
import { pino } from "pino";
import { LocalLocks } from "../../src/cluster/locks.ts";
import type { BeadWindow, CallMatch, MatchForTemples, Submitted } from "../../src/match/temples/contract.ts";
import { systemRandom } from "../../src/random.ts";
import type { Bridge } from "../../src/temples/bridge-registry.ts";
import { createServices } from "../../src/temples/services.ts";
import { FakeTime } from "./fake-time.ts";
import { openTempleStore } from "./memory-temples.ts";
import { openQuotas } from "./quotas.ts";

/** Builds the table of a match in the window `M.7`, open for east. */
export function tableOf(overrides: Partial<TempleTable> = {}): TempleTable {
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
    ...overrides,
  };
}

/** A match without a game: it counts offerings, and the test says whose turn it is. */
export class FakeMatch implements MatchForTemples {
  readonly id: string;
  /** What displays show; `tableFor` sets whether the seat is local. */
  table = tableOf();
  /** The seat whose decision is awaited; `null`: the one whose turn it is. */
  awaited: string | null = null;
  /** Skulls of the awaited seat. */
  skulls = 3;
  /** The temple of each local seat. */
  readonly local = new Map<string, string>();
  readonly online = new Map<string, boolean>();
  /** The debts of each temple. */
  readonly debts = new Map<string, BySlot>();
  /** The ids of the beads that it accepted. */
  readonly taken: string[] = [];
  /** The window that closed last. */
  closed: BeadWindow["closed"] = null;
  /** Called before each bead is decided. */
  beforeDrop: () => void = () => {};
  /** Called when its table may have changed, while it has local seats: a room sends a notice then. */
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
    const { closed } = this;
    if (this.awaited === null) return { phase, mark, awaited: seat, closed };
    const local = this.local.get(this.awaited) === templeId;
    return { phase, mark, awaited: { id: this.awaited, local }, closed };
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

  async hasAccepted(id: string): Promise<boolean> {
    return this.taken.includes(id);
  }

  bindSeat(seat: string, _holder: string | null, templeId: string, online: boolean): boolean {
    this.local.set(seat, templeId);
    this.online.set(templeId, online);
    this.#notifyChange();
    return true;
  }

  nameOf(seat: string): string {
    return `Player ${seat}`;
  }

  unbindSeat(seat: string): void {
    this.local.delete(seat);
    this.#notifyChange();
  }

  unbindTemple(templeId: string): void {
    for (const [seat, bound] of this.local) if (bound === templeId) this.local.delete(seat);
    this.#notifyChange();
  }

  setTempleDebts(templeId: string, fix: BySlot): void {
    this.debts.set(templeId, fix);
  }

  setTempleOnline(templeId: string, online: boolean): void {
    this.online.set(templeId, online);
    this.#notifyChange();
  }

  #notifyChange(): void {
    if (this.local.size > 0) this.onChange();
  }
}

/** A bridge that records the messages that it receives. */
export class FakeBridge implements Bridge {
  readonly id: string;
  readonly received: { type: string; message: { templeId: string } }[] = [];

  constructor(id = "bridge-1") {
    this.id = id;
  }

  readonly send: Bridge["send"] = (type, message) => {
    this.received.push({ type, message });
  };

  /** Removes the messages received so far. Returns type and temple of each. */
  takeMessages(): string[] {
    return this.received.splice(0).map(({ type, message }) => `${type} ${message.templeId}`);
  }
}

/**
 * Creates the server's side of temples over a memory store, on a fake time. `templo-1` and `templo-2` are enrolled; `m1` and
 * `m2` are matches.
 */
export async function createTempleWorld() {
  const m1 = new FakeMatch("m1");
  const m2 = new FakeMatch("m2");
  const matches = new Map([m1, m2].map((match) => [match.id, match]));
  /** `isAway`: every call of a match fails. `losesAnswer`: the match takes the next bead, but its answer is lost. */
  const faults = { isAway: false, losesAnswer: false };
  /** Promises for which the answers of the matches wait, by method. */
  const delays = new Map<keyof MatchForTemples, Promise<void>>();

  const callMatch: CallMatch = async (id, method, ...args) => {
    const match = matches.get(id);
    if (!match || faults.isAway) throw new Error(`no match ${id}`);
    const answer = await Reflect.apply(match[method], match, args);
    await delays.get(method);
    if (method !== "dropBead" || !faults.losesAnswer) return answer;
    faults.losesAnswer = false;
    throw new Error("the answer was lost");
  };

  const bridge = new FakeBridge();
  const time = new FakeTime();
  const store = openTempleStore(time, systemRandom);
  const services = createServices({
    store,
    presence: new LocalPresence(),
    processes: { processId: "p1", isAlive: async () => true },
    locks: new LocalLocks(),
    quotas: openQuotas(),
    callMatch,
    nearbyPairing: true,
    time,
    random: systemRandom,
    log: pino({ level: "silent" }),
  });
  const { requests, pairing, notices, credentials } = services;
  for (const match of matches.values()) {
    match.onChange = () => notices.handle({ match: match.id, kind: "table" });
  }
  await credentials.enrol("templo-1");
  await credentials.enrol("templo-2");

  /** Sends a request of a bridge, by default of `bridge`. */
  function request<T extends RequestName>(
    name: T,
    payload: PayloadOf<T>,
    from: Bridge = bridge,
  ): Promise<AnswerOf<T>> {
    return requests.answer(from, name, payload);
  }

  /** Requests a temple's code, and pairs a seat with it. */
  async function pair(templeId: string, match: FakeMatch, seat: string): Promise<void> {
    const { code } = await request("code", { templeId });
    await pairing.pair(match.id, seat, "holder", seat, code);
  }

  return { ...services, store, time, m1, m2, bridge, faults, delays, request, pair };
}
