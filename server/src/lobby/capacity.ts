import { SERVER_LIMITS } from "@flower-war/protocol/server";
import type { LocalRooms } from "../cluster/local-rooms.ts";
import type { MatchMaker } from "../cluster/match-maker.ts";
import type { LiveMatch } from "../match/live-match.ts";
import { liveMatches } from "../match/room.ts";
import { refuse } from "../refusal.ts";
import type { Time } from "../time.ts";

/** ms that a room must be empty for to be unloaded: longer than a reserved seat waits for its player. */
const GRACE = SERVER_LIMITS.reservations.life + 5_000;

interface CapacityPorts {
  readonly rooms: LocalRooms;
  readonly matchMaker: Pick<MatchMaker, "processId" | "loads">;
  readonly time: Time;
  /** Matches that one process holds in memory. */
  readonly matchesAtOnce: number;
}

/**
 * Bounds how many matches the processes hold in memory. At the bound, empty rooms are unloaded first, those that have been empty for
 * longest before others; the next request for their match restores it. New matches are refused only when no room is empty. A player
 * always gets back to their seat.
 */
export class Capacity {
  readonly #ports: CapacityPorts;

  constructor(ports: CapacityPorts) {
    this.#ports = ports;
  }

  /** @throws `RefusalError` with `server-full` and a wait if no process has room for a match without seated players */
  async require(): Promise<void> {
    const { matchMaker, matchesAtOnce } = this.#ports;
    if (this.#excess < 0 || this.#unneeded.length > 0) return;
    const loads = await matchMaker.loads();
    const others = loads.filter(({ processId }) => processId !== matchMaker.processId);
    if (others.some(({ roomCount }) => roomCount < matchesAtOnce)) return;
    throw refuse("server-full", { wait: SERVER_LIMITS.matches.wait });
  }

  /** Unloads unneeded rooms of this process while there are too many. Call it when a match's room was created. */
  makeRoom(): void {
    const excess = this.#excess;
    if (excess <= 0) return;
    const longest = this.#unneeded.toSorted((one, other) => one.emptySince - other.emptySince);
    for (const { match } of longest.slice(0, excess)) match.unload();
  }

  /** The number of matches above the bound; below 0: there is room. Far from the bound no room is looked at. */
  get #excess(): number {
    const { rooms, matchesAtOnce } = this.#ports;
    return (rooms.size < matchesAtOnce ? rooms.size : this.#held.length) - matchesAtOnce;
  }

  get #held(): LiveMatch[] {
    return liveMatches(this.#ports.rooms).filter((match) => !match.isUnloading);
  }

  get #unneeded(): { readonly match: LiveMatch; readonly emptySince: number }[] {
    const latest = this.#ports.time.monotonic() - GRACE;
    return this.#held.flatMap((match) => {
      const { emptySince } = match;
      return emptySince !== null && emptySince <= latest ? [{ match, emptySince }] : [];
    });
  }
}
