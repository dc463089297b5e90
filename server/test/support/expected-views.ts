import { readView } from "@flower-war/protocol/flower-war";
import { begin, replay } from "@flower-war/rules";
import { type Command, type FlowerWar, flowerWar, type Seat, type View } from "@flower-war/rules/flower-war";
import { expect } from "vitest";
import type { Journal } from "../../src/storage/journal/journal.ts";
import { type PlayedMatch, readPlayedMatch } from "../../src/storage/journal/record.ts";
import type { TestClient } from "./client.ts";

/** Reads a match's header and its entries so far from the journal. Rejects if the match has not begun. */
export async function readRecord(journal: Journal, match: string): Promise<PlayedMatch> {
  const log = await journal.read(match);
  const played = log && readPlayedMatch(log.facts);
  if (!played) throw new Error(`match ${match} has not begun`);
  return played;
}

/** What each client of a match should be shown: the rules' views of the match that its journal holds. */
export class ExpectedViews {
  readonly #journal: Journal;
  readonly #match: string;
  #state: FlowerWar["state"] | null = null;
  #n = 0;
  /** As it was read last: entries never change. */
  #record: PlayedMatch | null = null;

  constructor(journal: Journal, match: string) {
    this.#journal = journal;
    this.#match = match;
  }

  /** Reads the match's header and its entries so far. */
  readRecord(): Promise<PlayedMatch> {
    return readRecord(this.#journal, this.#match);
  }

  /** Returns the view of a seat after `n` entries; `null`: the public view. */
  async viewAt(n: number, seat: Seat | null): Promise<View> {
    if (this.#record === null || this.#record.entries.length < n) this.#record = await this.readRecord();
    const { header, entries } = this.#record;
    if (this.#state === null || n < this.#n) {
      this.#state = begin(flowerWar, header as never);
      this.#n = 0;
    }
    this.#state = replay(flowerWar, this.#state, entries.slice(this.#n, n) as never);
    this.#n = n;
    return flowerWar.view(this.#state, seat ?? "public");
  }

  /** Waits until each client shows entry `n`, and compares what it shows with its view. */
  async expectShownTo(clients: Iterable<TestClient>, n: number): Promise<void> {
    for (const client of clients) {
      await client.waitForEntry(n);
      expect(readView(client.state, client.seat)).toEqual(await this.viewAt(n, client.seat));
    }
  }
}

/** Returns the legal commands of a client's seat but `concede`. */
export function legalCommands({ seat, state }: TestClient): Command[] {
  const view = readView(state, seat);
  if (seat === null || view === null) throw new Error("this client has nothing to play");
  return flowerWar.legal(view, seat).filter(({ type }) => type !== "concede");
}

/** Returns one of the legal commands of a client's seat, never `concede`. @param pick chooses which one */
export function pickCommand(client: TestClient, pick: number): Command {
  const legal = legalCommands(client);
  const command = legal[pick % legal.length];
  if (!command) throw new Error(`${client.seat} is not awaited`);
  return command;
}

/** Returns the client whose decision the match waits for, as the first client's state says. */
export function findAwaited(clients: readonly TestClient[]): TestClient {
  const seat = clients[0]?.state.table.awaiting.seat;
  const awaited = clients.find((client) => client.seat === seat);
  if (!awaited) throw new Error(`no client has the awaited seat ${seat}`);
  return awaited;
}
