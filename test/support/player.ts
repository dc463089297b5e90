import { FlowerWar, type Match } from "@flower-war/client-sdk";
import type { Card, Command, HeldCard, Seat, View } from "@flower-war/rules/flower-war";
import { type Tap, tap } from "./tap.ts";
import { until } from "./until.ts";

export type FlowerWarMatch = Match<"flower-war">;

/** What came over one client's wire. */
export interface Wire {
  readonly name: string;
  /** latin-1 */
  readonly bytes: string;
  readonly held: readonly HeldCard[];
  readonly seen: ReadonlySet<Card | null>;
}

/** Somebody at the table with the SDK, whose wire is tapped. */
export class Player {
  readonly name: string;
  readonly match: FlowerWarMatch;
  readonly #tap: Tap;
  readonly #told = new Map<number, object[]>();
  /** Cards laid before everybody since the wire was last read. */
  readonly #named: string[] = [];
  #before: { hand: readonly HeldCard[]; tops: readonly (Card | null)[] } = { hand: [], tops: [] };

  static async sit(
    url: string,
    name: string,
    enter: (host: FlowerWar) => Promise<FlowerWarMatch | { game: string }>,
  ): Promise<Player> {
    const wire = await tap(url);
    const match = await enter(new FlowerWar(wire.url, { name }));
    return new Player(name, match as FlowerWarMatch, wire);
  }

  private constructor(name: string, match: FlowerWarMatch, wire: Tap) {
    this.name = name;
    this.match = match;
    this.#tap = wire;
    match.on("event", (event, { n }) => {
      this.#told.set(n, [...(this.#told.get(n) ?? []), event]);
      if ("card" in event) this.#named.push(event.card);
    });
  }

  get seat(): Seat | null {
    return this.match.seat;
  }

  get view(): View {
    if (this.match.view === null) throw new Error("the match has not begun");
    return this.match.view;
  }

  /** Plays a command; a player who is too fast for the server waits as long as it is told to. */
  async play(command: Command): Promise<number> {
    for (;;) {
      try {
        return (await this.match.send(command)).n;
      } catch (refusal) {
        if (!isTooFast(refusal)) throw refusal;
        await new Promise((resolve) => setTimeout(resolve, refusal.wait));
      }
    }
  }

  /** Resolves when this client shows entry `n` and was told its events. */
  reached(n: number): Promise<void> {
    return until(
      `${this.name} to see entry ${n}`,
      () => this.match.state.n >= n && this.#told.has(n),
      (news) => {
        const stops = [this.match.on("change", news), this.match.on("event", () => queueMicrotask(news))];
        return () => stops.forEach((stop) => stop());
      },
    );
  }

  /** The events of entry `n`, as this client was told them. */
  told(n: number): readonly object[] {
    return this.#told.get(n) ?? [];
  }

  /**
   * Everything that the server sent here since last asked. The cards are those of then and of now, since what became of
   * one may have been on the wire: `held` in this hand only this viewer may know of (a kept flower is named to all, canon
   * section 11), `seen` this viewer may have been told.
   */
  readWire(): Wire {
    const now = { hand: this.match.hand, tops: this.view.table.spaces.map(({ top }) => top) };
    const hands = [...this.#before.hand, ...now.hand];
    const seen = new Set([
      ...this.#before.tops,
      ...now.tops,
      ...this.#named.splice(0),
      ...hands.map(({ card }) => card),
    ]);
    this.#before = now;
    const held = hands.filter(({ card }) => !card.endsWith("-xochitl"));
    return { name: this.name, bytes: this.#tap.take(), held, seen };
  }

  async leave(): Promise<void> {
    await this.match.leave();
    await this.#tap.close();
  }
}

function isTooFast(refusal: unknown): refusal is { code: "too-many-messages"; wait: number } {
  return refusal instanceof Error && "code" in refusal && refusal.code === "too-many-messages";
}
