import type { Match } from "@flower-war/client-sdk";
import type { House } from "../house/house.ts";
import type { ProcessState } from "../kernel/types.ts";
import { START } from "../kernel/start.ts";
import type { FaultKind, FaultPlan } from "../plan/faults.ts";

/** ms that an outage may cost a player's clock: what passes until server or page notices. */
const MOST_CHARGED = 1_000;
/** ms after which the clock of a player who is back runs again. */
const RESTARTED = 15;
/** ms after the end of an outage in which no player lost their connection, after which clocks run again: a process that stood still notices it first. */
const NOTICED = { freeze: 25, others: 1_500 };
/** ms for which a process may stand still as a busy one does, and for which a store may be away before a server looks. */
const LAG = 2_100;
const UNSEEN = 3_000;
/** ms that the longest write to a slow store takes: a match shows what happened to its clocks when its write before is done. */
const SLOW_WRITE = 1_600;
/** ms for which a clock waits for a player beyond the length of the outage. */
const WAITS = 10_000;

/** Faults of lines. The connection of a player seems open meanwhile, so that their clock runs. */
const OF_LINES: readonly FaultKind[] = ["cut", "half-cut", "slow-lines"];

/** Faults of the store, which a server notices when it asks it again. */
const OF_STORE: readonly FaultKind[] = ["refusing-store", "forgetful-store", "lost-store", "full-store"];

/** What is left of a player's time. */
interface Left {
  /** Of this turn and the reserve. The next turn has more. */
  readonly ms: number;
  readonly isStopped: boolean;
}

/** What a clock showed as an outage began. */
interface Outage {
  readonly left: number;
  readonly fault: FaultPlan;
  readonly since: number;
  /** The addresses to which the player's page had connections. */
  readonly peers: ReadonlySet<string>;
}

/** Whose clock it is. */
interface Watched {
  readonly name: string;
  readonly match: Match;
  readonly page: Pick<ProcessState, "isDead" | "sockets">;
}

/** Reports if an outage of the house costs a player's clock time, or if the clock of a player who is back stands still. */
export function watchClock(house: House, watched: Watched): void {
  const { match, name, page } = watched;
  let outage: Outage | null = null;
  let isDropped = false;

  const judge = (before: Outage, back: number) => {
    const now = house.simulation.now;
    const quick = house.faults.lastEnd("slow-store");
    if (quick + SLOW_WRITE > before.since && Math.max(quick, back) + SLOW_WRITE > now) {
      house.simulation.add(SLOW_WRITE, null, () => outage === null && judge(before, back));
      return;
    }
    if (page.isDead || match.connection !== "connected" || house.areLinesChanged) return;
    if (isOutlasted(house, before, page)) return;
    const after = leftOf(house, match);
    const isAwaited = match.awaiting.some(({ seat }) => seat === match.seat);
    if (after === null || !isAwaited) return;
    const played = now - back;
    const charged = before.left - after.ms - played;
    if (charged > MOST_CHARGED)
      house.find(
        "clocks",
        `${name} was charged ${Math.round(charged)} ms for an outage: ${before.fault.kind}`,
      );
    if (after.isStopped && house.faults.areOver) findStopped();
  };

  /** Reports a clock that stands still, once a server may have noticed that its store is back. */
  const findStopped = () => {
    const store = Math.max(...OF_STORE.map((kind) => house.faults.lastEnd(kind)));
    const left = store + NOTICED.others - house.simulation.now;
    if (left > 0) {
      house.simulation.add(left, null, findStopped);
      return;
    }
    const isHere = !page.isDead && match.connection === "connected" && outage === null;
    if (isHere && leftOf(house, match)?.isStopped)
      house.find("clocks", `the clock of ${name}, who is back, stands still`);
  };

  house.faults.onBegin((fault) => {
    if (page.isDead || outage !== null || house.areLinesChanged || !stopsClock(house, fault, page)) return;
    const left = leftOf(house, match);
    if (left === null || left.isStopped || match.connection !== "connected") return;
    const begun: Outage = { left: left.ms, fault, since: house.simulation.now, peers: peersOf(page) };
    outage = begun;
    isDropped = false;
    const noticed = fault.kind === "freeze" ? NOTICED.freeze : NOTICED.others;
    house.simulation.add(fault.length + noticed, null, () => {
      if (outage !== begun || isDropped) return;
      outage = null;
      if (house.faults.areOver) judge(begun, begun.since + fault.length);
    });
  });
  match.on("dropped", () => {
    isDropped = true;
  });
  match.on("resumed", () => {
    const before = outage;
    outage = null;
    if (before === null) return;
    const back = house.simulation.now;
    if (back - before.since > WAITS) return;
    setTimeout(() => judge(before, back), RESTARTED);
  });
}

/**
 * Whether an outage that keeps connections open ended while the lines between the player and their server were cut or slow, or in another one of the
 * store: what a clock shows afterwards is what the lines cost, or not yet what is given back.
 */
function isOutlasted(house: House, { fault, since, peers }: Outage, page: Watched["page"]): boolean {
  if (fault.kind !== "lost-store" && fault.kind !== "freeze") return false;
  const now = peersOf(page);
  return house.faults.at(since + fault.length).some((other) => {
    const { kind, server } = other;
    if (other !== fault && OF_STORE.includes(kind)) return true;
    const { address } = house.server(server);
    return OF_LINES.includes(kind) && (peers.has(address) || now.has(address));
  });
}

/** Returns the addresses to which a page has connections. */
function peersOf({ sockets }: Watched["page"]): ReadonlySet<string> {
  return new Set([...sockets].flatMap(({ remoteAddress }) => remoteAddress ?? []));
}

/** Whether a fault stops the clocks of those who play at a server. */
function stopsClock(house: House, { kind, server, length }: FaultPlan, page: Watched["page"]): boolean {
  if (kind === "lost-store") return length > UNSEEN;
  const { address } = house.server(server);
  const isHere = peersOf(page).has(address);
  return isHere && (kind === "kill" || kind === "deploy" || (kind === "freeze" && length > LAG));
}

/** Returns what is left of the time of a player; `null`: they are not awaited, or have no clock. */
function leftOf(house: House, match: Match): Left | null {
  const clock = match.clock?.seats.get(match.seat as never);
  if (clock?.stopped !== undefined) return { ms: clock.stopped, isStopped: true };
  if (clock?.deadline == null) return null;
  return { ms: clock.deadline - (START + house.simulation.now), isStopped: false };
}
