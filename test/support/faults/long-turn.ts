import { setTimeout as sleep } from "node:timers/promises";
import type { Match } from "@flower-war/client-sdk";
import { until } from "../until.ts";

type Seat = Match<"flower-war">;

/** ms in which the SDK has asked for the server's time after it is back. */
const SYNCED = 1_000;

/** A turn of a player who thinks for longer than the test takes. */
export class LongTurn {
  readonly #players: readonly Seat[];
  readonly #awaited: Seat;
  #drops = 0;
  /** What was left, in ms, and how often the player had lost the connection when the server died. */
  #before = { left: 0, drops: 0 };

  constructor(players: readonly Seat[]) {
    this.#players = players;
    const awaited = players.find(({ awaiting, seat }) => awaiting.some((each) => each.seat === seat));
    if (awaited === undefined) throw new Error("the match awaits no player");
    this.#awaited = awaited;
    awaited.on("dropped", () => void this.#drops++);
  }

  /** ms; `null`: the clock stands still. */
  get #left(): number | null {
    const seats = [...(this.#awaited.clock?.seats.values() ?? [])];
    const { deadline = null } = seats.find((each) => each.turnEnds !== null) ?? {};
    return deadline === null ? null : deadline - this.#awaited.serverTime;
  }

  /** Notes what is left before the server dies. */
  interrupt(): void {
    this.#before = { left: this.#left ?? 0, drops: this.#drops };
  }

  /** Resolves when the clock runs again with the ms that the player lost meanwhile. */
  async lostTime(): Promise<number> {
    const { left, drops } = this.#before;
    await until(
      () => this.#drops > drops && this.#awaited.connection === "connected" && this.#left !== null,
      "the clock to run again",
    );
    const runsSince = performance.now();
    // The SDK asks for the server's time when it is back.
    await sleep(SYNCED);
    return left - (this.#left ?? 0) - (performance.now() - runsSince);
  }

  async leave(): Promise<void> {
    await Promise.all(this.#players.map((player) => player.leave()));
  }
}
