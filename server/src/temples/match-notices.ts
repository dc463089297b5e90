import type { MatchNotice } from "../match/temples/contract.ts";
import type { Cancel } from "../time.ts";
import type { Pairing } from "./pairing.ts";
import type { TemplePorts } from "./ports.ts";
import type { TablePublisher } from "./table-publisher.ts";

/** ms from the end of a match to the end of its temples' bindings (P-5). */
export const RELEASE_DELAY = 600_000;

/** Handles the notices of matches with local seats: updates displays, and ends bindings after a match. */
export class MatchNotices {
  readonly #ports: Pick<TemplePorts, "store" | "time" | "log">;
  readonly #tables: TablePublisher;
  readonly #pairing: Pairing;
  /** The matches that are over and whose bindings have not ended yet. */
  readonly #releases = new Map<string, Cancel>();

  constructor(ports: Pick<TemplePorts, "store" | "time" | "log">, tables: TablePublisher, pairing: Pairing) {
    this.#ports = ports;
    this.#tables = tables;
    this.#pairing = pairing;
  }

  /** Handles a notice. Failures are logged: a notice has no answer. */
  readonly handle = (notice: MatchNotice): void => {
    this.#handle(notice).catch((err: unknown) =>
      this.#ports.log.warn({ err, match: notice.match, kind: notice.kind }, "match notification failed"),
    );
  };

  /** Ends all timers. */
  close(): void {
    for (const cancel of this.#releases.values()) cancel();
    this.#releases.clear();
  }

  #handle({ kind, match }: MatchNotice): Promise<void> {
    if (kind === "table") return this.#updateDisplays(match);
    // A newer server may send other kinds.
    return kind === "closed" ? this.#pairing.endBindings(match) : Promise.resolve();
  }

  async #updateDisplays(match: string): Promise<void> {
    for (const { templeId } of await this.#ports.store.bindings.findByMatch(match)) {
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
        .catch((err: unknown) =>
          this.#ports.log.warn({ err, match }, "release of temples after match failed"),
        );
    };
    this.#releases.set(match, this.#ports.time.after(RELEASE_DELAY, release, { background: true }));
  }
}
