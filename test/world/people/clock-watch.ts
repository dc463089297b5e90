import type { Match } from "@flower-war/client-sdk";
import type { House } from "../house/house.ts";

/** ms that an outage may cost a player's clock: until the page has noticed that it is back. */
const MOST_CHARGED = 1_000;
/** ms after which the clock of a player who is back runs again. */
const RESTARTED = 15;

/** The running clock of a player. */
interface ShownClock {
  /** The newest entry. */
  readonly n: number;
  /** ms since 1970. */
  readonly deadline: number;
}

/** Reports if an outage of the house costs a player's clock time, or if the clock of a player who is back stands still. */
export function watchClock(house: House, name: string, match: Match): void {
  const read = (): ShownClock | null => {
    const deadline = match.clock?.seats.get(match.seat as never)?.deadline ?? null;
    return deadline === null ? null : { n: match.state.n, deadline };
  };
  let dropped: (ShownClock & { readonly since: number }) | null = null;
  match.on("dropped", () => {
    const shown = read();
    const since = house.outageSince();
    if (shown !== null && since !== null) dropped ??= { ...shown, since };
  });
  match.on("resumed", () => {
    const before = dropped;
    dropped = null;
    if (before === null) return;
    const back = house.simulation.now;
    setTimeout(() => {
      if (match.connection !== "connected" || match.state.n !== before.n) return;
      const after = read();
      const isAwaited = match.awaiting.some(({ seat }) => seat === match.seat);
      if (after === null && isAwaited)
        house.find("clocks", `the clock of ${name}, who is back, stands still`);
      if (after === null) return;
      const charged = back - before.since - (after.deadline - before.deadline);
      if (charged > MOST_CHARGED)
        house.find("clocks", `${name} was charged ${Math.round(charged)} ms for an outage`);
    }, RESTARTED);
  });
}
