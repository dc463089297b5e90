import type { Logger } from "pino";
import type { MatchNotice } from "../match/temples/contract.ts";
import type { Cancel, Time } from "../time.ts";
import type { Pairing } from "./pairing.ts";
import type { BindingStore } from "./store/temple-store.ts";
import type { TablePublisher } from "./table-publisher.ts";

/** ms from the end of a match to the end of its temples' bindings (P-5). */
export const RELEASE_DELAY = 600_000;

/** Handles the notices of matches with local seats: updates displays, and ends bindings after a match. */
export class MatchNotices {
  readonly #bindings: BindingStore;
  readonly #tables: TablePublisher;
  readonly #pairing: Pairing;
  readonly #time: Time;
  readonly #log: Logger;
  /** The matches that are over and whose bindings have not ended yet. */
  readonly #releases = new Map<string, Cancel>();

  constructor(
    bindings: BindingStore,
    tables: TablePublisher,
    pairing: Pairing,
    { time, log }: { readonly time: Time; readonly log: Logger },
  ) {
    this.#bindings = bindings;
    this.#tables = tables;
    this.#pairing = pairing;
    this.#time = time;
    this.#log = log;
  }

  /** Handles a notice. Failures are logged: a notice has no answer. */
  readonly handle = (notice: MatchNotice): void => {
    this.#handle(notice).catch((err: unknown) =>
      this.#log.warn({ err, match: notice.match, kind: notice.kind }, "match notification failed"),
    );
  };

  /** Ends all timers. */
  close(): void {
    for (const cancel of this.#releases.values()) cancel();
    this.#releases.clear();
  }

  async #handle({ kind, match }: MatchNotice): Promise<void> {
    switch (kind) {
      case "table":
        return this.#updateDisplays(match);
      case "closed":
        return this.#pairing.endBindings(match);
    }
  }

  async #updateDisplays(match: string): Promise<void> {
    for (const { templeId } of await this.#bindings.findByMatch(match)) {
      const table = await this.#tables.publishTable(templeId);
      if (table?.phase === "over") this.#scheduleRelease(match);
    }
  }

  /** Starts the delay when the end of the match is noticed first. */
  #scheduleRelease(match: string): void {
    if (this.#releases.has(match)) return;
    const release = (): void => {
      this.#releases.delete(match);
      this.#pairing
        .releaseMatch(match)
        .catch((err: unknown) => this.#log.warn({ err, match }, "release of temples after match failed"));
    };
    this.#releases.set(match, this.#time.after(RELEASE_DELAY, release, { background: true }));
  }
}
