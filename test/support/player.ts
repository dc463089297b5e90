import { FlowerWar, type Match } from "@flower-war/client-sdk";
import type { Card, Command, HeldCard, Seat, View } from "@flower-war/rules/flower-war";
import { type Recorded, RecordingProxy } from "./recording-proxy.ts";
import { retry } from "./retry.ts";
import { until } from "./until.ts";

export type FlowerWarMatch = Match<"flower-war">;

/** What a client received since the last look, and the cards that it could know in that time. */
export interface Received extends Recorded {
  readonly name: string;
  /** Cards in its hand that no other client may know. */
  readonly held: readonly HeldCard[];
  /** All cards that it may know from this time. */
  readonly known: ReadonlySet<Card | null>;
  /** All cards that it may know from the whole match: the SDK reads entries again in the log that others played for its seat. */
  readonly everKnown: ReadonlySet<Card | null>;
}

/** A player or spectator with the SDK, behind a proxy that records what the server sends. */
export class Player {
  readonly name: string;
  readonly match: FlowerWarMatch;
  readonly #proxy: RecordingProxy;
  readonly #events = new Map<number, object[]>();
  /** Cards named by events since the last look. */
  readonly #named: string[] = [];
  readonly #everKnown = new Set<Card | null>();
  #before: { hand: readonly HeldCard[]; tops: readonly (Card | null)[] } = { hand: [], tops: [] };

  /** Connects through a new proxy. @param enter creates, joins or watches a match */
  static async connect(
    url: string,
    name: string,
    enter: (host: FlowerWar) => Promise<FlowerWarMatch | { game: string }>,
  ): Promise<Player> {
    const proxy = await RecordingProxy.open(url);
    const match = await retry(() => enter(new FlowerWar(proxy.url, { name })));
    return new Player(name, match as FlowerWarMatch, proxy);
  }

  private constructor(name: string, match: FlowerWarMatch, proxy: RecordingProxy) {
    this.name = name;
    this.match = match;
    this.#proxy = proxy;
    match.on("event", (event, { n }) => {
      this.#events.set(n, [...(this.#events.get(n) ?? []), event]);
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

  /** Plays a command, again after each refusal that asks to. Resolves with its entry's number. */
  async play(command: Command): Promise<number> {
    return (await retry(() => this.match.send(command))).n;
  }

  /** Waits until this client shows entry `n` and has received its events. */
  waitForEntry(n: number): Promise<void> {
    return until(() => this.match.state.n >= n && this.#events.has(n), `${this.name} to see entry ${n}`);
  }

  /** Returns the events of entry `n` as this client received them. */
  eventsOf(n: number): readonly object[] {
    return this.#events.get(n) ?? [];
  }

  /**
   * Returns what the server sent to this client since the last call. The cards are those of then and of now, since a card
   * that came and went may have been sent too. Flowers in a hand are public (canon section 11).
   */
  takeReceived(): Received {
    const now = { hand: this.match.hand, tops: this.view.table.spaces.map(({ top }) => top) };
    const hands = [...this.#before.hand, ...now.hand];
    const known = new Set<Card | null>([
      ...this.#before.tops,
      ...now.tops,
      ...this.#named.splice(0),
      ...hands.map(({ card }) => card),
    ]);
    for (const card of known) this.#everKnown.add(card);
    this.#before = now;
    const held = hands.filter(({ card }) => !card.endsWith("-xochitl"));
    return { name: this.name, ...this.#proxy.take(), held, known, everKnown: this.#everKnown };
  }

  async leave(): Promise<void> {
    await this.match.leave();
    await this.#proxy.close();
  }
}
