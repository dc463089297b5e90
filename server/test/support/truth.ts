import { begin, replay } from "@flower-war/rules";
import { type Command, type FlowerWar, flowerWar, type Seat, type View } from "@flower-war/rules/flower-war";
import { expect } from "vitest";
import { readView } from "../../../client-sdk/src/games/flower-war/index.ts";
import type { Journal } from "../../src/journal/journal.ts";
import { type PlayedMatch, playedMatch } from "../../src/journal/record.ts";
import type { TestClient } from "./client.ts";

/** What a match began with, and its entries up to the present. */
export async function recordIn(journal: Journal, match: string): Promise<PlayedMatch> {
  const kept = await journal.read(match);
  const played = kept && playedMatch(kept.facts);
  if (!played) throw new Error(`match ${match} has not begun`);
  return played;
}

/** A match as its journal tells it: what every client should see of it. */
export class Truth {
  readonly #journal: Journal;
  readonly #match: string;
  #state: FlowerWar["state"] | null = null;
  #n = 0;

  constructor(journal: Journal, match: string) {
    this.#journal = journal;
    this.#match = match;
  }

  /** The entries up to the present. */
  record(): Promise<PlayedMatch> {
    return recordIn(this.#journal, this.#match);
  }

  /** What the rules let a seat, or everybody, see after `n` entries. */
  async view(n: number, seat: Seat | null): Promise<View> {
    const { header, entries } = await this.record();
    if (this.#state === null || n < this.#n) {
      this.#state = begin(flowerWar, header as never);
      this.#n = 0;
    }
    this.#state = replay(flowerWar, this.#state, entries.slice(this.#n, n) as never);
    this.#n = n;
    return flowerWar.view(this.#state, seat ?? "public");
  }

  /** Waits until every client shows entry `n`, and compares what it shows. */
  async seenBy(clients: Iterable<TestClient>, n: number): Promise<void> {
    for (const client of clients) {
      await client.reached(n);
      expect(readView(client.state, client.seat)).toEqual(await this.view(n, client.seat));
    }
  }
}

/** One of the commands open to a client's seat, never to concede; which one, `pick` decides. */
export function someCommand(client: TestClient, pick: number): Command {
  const { seat, state } = client;
  const view = readView(state, seat);
  if (seat === null || view === null) throw new Error("nothing to play");
  const open = flowerWar.legal(view, seat).filter(({ type }) => type !== "concede");
  const command = open[pick % open.length];
  if (!command) throw new Error(`${seat} is not awaited`);
  return command;
}

/** The client whose decision is awaited, of those that see entry `n`. */
export function awaitedOf(clients: readonly TestClient[]): TestClient {
  const seat = clients[0]?.state.table.awaiting.seat;
  const awaited = clients.find((client) => client.seat === seat);
  if (!awaited) throw new Error(`${seat} is awaited, but not here`);
  return awaited;
}
