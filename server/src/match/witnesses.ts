import type { SeatSignature } from "@flower-war/protocol";
import { formatHeader } from "@flower-war/rules";
import { isSigned } from "@flower-war/rules/witness";
import { refuse } from "../refusal.ts";
import { verifySignature } from "../seat-signatures.ts";
import type { Cancel } from "../time.ts";
import type { Begun, Witnessed } from "../storage/journal/facts.ts";
import { headerOf, publicHeaderOf } from "../storage/journal/record.ts";
import type { Match } from "./match.ts";

/** ms that signatures wait for the next entry, with which they are stored and shown at no cost. */
const PATIENCE = 500;

/** The evidence of a match's clients about its record: its header, and the signatures of seats (docs/fair-dice.md). */
export class Witnesses {
  readonly #match: Match;
  /** Signatures that are noted in the log, by seat and entry, until they are shown. */
  readonly #noted = new Map<string, { readonly fact: Witnessed; isDurable: boolean }>();
  /** Settles when all of them are shown, or cannot be stored; `null`: no call waits for it. */
  #shown: PromiseWithResolvers<void> | null = null;
  #cancelStore: Cancel | null = null;

  constructor(match: Match) {
    this.#match = match;
  }

  /**
   * The first line of the match's record.
   * @throws `RefusalError` with `match-not-started` or `no-header`
   */
  get header(): string {
    const { players, ...header } = headerOf(this.#match.created, this.#requireBegun());
    if (header.format === 1) throw refuse("no-header");
    return formatHeader(publicHeaderOf(header, players));
  }

  /**
   * Stores a seat's signature: with the match's next entry, or on its own if none comes soon. Resolves when it is durable and shown.
   * Repeated, or with another head, it changes nothing.
   * @throws `RefusalError` with `match-not-started`, `no-key`, `bad-request` if the seat does not sign after this entry,
   *   `bad-signature` or `unavailable`
   */
  async sign(seat: string, { n, head, signature }: SeatSignature): Promise<void> {
    const { seats, players } = this.#requireBegun();
    const key = players[seats.indexOf(seat)]?.key;
    // The key is that of who handed the seat over.
    if (key === undefined || this.#match.playing.isHanded(seat)) throw refuse("no-key");
    if (!this.#canSign(n)) throw refuse("bad-request", { field: "n" });
    if (this.#match.seats.hasSigned(seat, n)) return;
    const { match } = this.#match.created.plan;
    if (!(await verifySignature(key, { match, seat, n, head }, signature))) throw refuse("bad-signature");
    const fact: Witnessed = { type: "witnessed", seat, n, head, signature };
    // The queue of a match that another process takes over refuses it.
    await this.#match.queue.run(async () => this.#note(fact));
    if (this.#match.seats.hasSigned(seat, n)) return;
    this.#shown ??= Promise.withResolvers();
    await this.#shown.promise;
  }

  /** Writes the durable signatures into the synced state. Returns whether anything changed. */
  show(): boolean {
    const durable = [...this.#noted].filter(([, { isDurable }]) => isDurable);
    for (const [id, { fact }] of durable) {
      this.#noted.delete(id);
      this.#match.seats.setSigned(fact.seat, fact.n);
    }
    if (this.#noted.size === 0) {
      this.stop();
      this.#shown?.resolve();
      this.#shown = null;
    }
    return durable.length > 0;
  }

  /** Stores nothing any more but with the next entry. */
  stop(): void {
    this.#cancelStore?.();
    this.#cancelStore = null;
  }

  #note(fact: Witnessed): void {
    const { seat, n } = fact;
    if (this.#match.seats.hasSigned(seat, n)) return;
    const id = `${seat} ${n}`;
    if (!this.#noted.has(id)) {
      const noted = { fact, isDurable: false };
      this.#noted.set(id, noted);
      this.#match.log.note(fact, () => (noted.isDurable = true));
    }
    // No entry follows the last.
    if (this.#match.isOver) this.#store();
    else this.#cancelStore ??= this.#match.time.after(PATIENCE, () => this.#store());
  }

  #store(): void {
    this.stop();
    const stored = this.#match.queue.run(async () => {
      await this.#match.log.appendNotes();
      if (this.show()) this.#match.changed();
    });
    // Signatures that cannot be stored wait: the next entry or signature tries once more.
    stored.catch((error: unknown) => {
      this.#shown?.reject(error);
      this.#shown = null;
    });
  }

  #canSign(n: number): boolean {
    const { state, isOver } = this.#match;
    return n <= state.n && isSigned(n, isOver && n === state.n);
  }

  #requireBegun(): Begun {
    return this.#match.playing.begun;
  }
}
