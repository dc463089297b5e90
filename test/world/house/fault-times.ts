import type { FaultPlan } from "../plan/faults.ts";

interface FaultTime {
  readonly fault: FaultPlan;
  readonly began: number;
  ended: number;
}

/** When the faults of a run began and ended, ms of virtual time. */
export class FaultTimes {
  readonly #now: () => number;
  readonly #times: FaultTime[] = [];
  readonly #listeners: ((fault: FaultPlan) => void)[] = [];
  /** Whether another server takes over what a killed one played. */
  readonly #hasOthers: boolean;

  constructor(now: () => number, hasOthers: boolean) {
    this.#now = now;
    this.#hasOthers = hasOthers;
  }

  /** Calls for each fault that is about to begin. */
  onBegin(call: (fault: FaultPlan) => void): void {
    this.#listeners.push(call);
  }

  /** Notes that a fault begins. Returns what notes its end. */
  begin(fault: FaultPlan): () => void {
    const time = { fault, began: this.#now(), ended: Number.POSITIVE_INFINITY };
    this.#times.push(time);
    for (const call of this.#listeners) call(fault);
    return () => {
      time.ended = this.#now();
    };
  }

  /** Whether no fault is under way. */
  get areOver(): boolean {
    return this.#times.every(({ ended }) => ended <= this.#now());
  }

  /** Returns the faults that were under way at a time. */
  at(time: number): readonly FaultPlan[] {
    return this.#times.filter(({ began, ended }) => began <= time && ended > time).map(({ fault }) => fault);
  }

  /** When the last fault of a kind ended; infinity: one is under way, minus infinity: there was none. */
  lastEnd(kind: FaultPlan["kind"]): number {
    const ends = this.#times.flatMap(({ fault, ended }) => (fault.kind === kind ? [ended] : []));
    return Math.max(Number.NEGATIVE_INFINITY, ...ends);
  }

  /** Returns for how many ms between two times faults, and what follows from them, may have kept people from playing. */
  between(from: number, to: number): number {
    const met = this.#times.filter(({ began, ended }) => began < to && ended > from - AFTER);
    const isTakenOver = (one: FaultTime) =>
      one.fault.kind === "kill" && this.#hasOthers && !met.some((other) => isOtherAway(one, other));
    if (met.length === 0) return 0;
    if (met.every(isTakenOver)) return TAKEOVER * met.length;
    return met
      .filter((each) => !isTakenOver(each))
      .reduce(
        (sum, { began, ended }) => sum + Math.max(0, Math.min(ended, to) - Math.max(began, from)),
        RECOVERY,
      );
  }
}

/** ms after the kill of a server until another plays its matches, and their players are back. */
const TAKEOVER = 3_000;
/** ms that a table may take to go on after any other fault: a lease expires, and pages look for a server. */
const RECOVERY = 8_000;

/** ms for which the effects of a fault may last that is over. */
const AFTER = 5_000;

/** Whether another server was away too, so that it could take nothing over. */
function isOtherAway({ fault, began, ended }: FaultTime, other: FaultTime): boolean {
  const { kind, server } = other.fault;
  const isAway = kind === "kill" || kind === "deploy" || kind === "freeze";
  return isAway && server !== fault.server && other.began < ended + AFTER && other.ended + AFTER > began;
}
