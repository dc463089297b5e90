import type { Presence } from "@colyseus/core";
import type { Match } from "../match.ts";
import { type MatchNotice, templesTopic } from "./contract.ts";

/** Notifies the temples of this process about a match with local seats. */
export class TempleNotifier {
  readonly #presence: Presence;
  readonly #topic: string;
  readonly #match: Match;

  /** @param processId of this process */
  constructor(presence: Presence, processId: string, match: Match) {
    this.#presence = presence;
    this.#topic = templesTopic(processId);
    this.#match = match;
  }

  /** The match's displays may have changed. */
  notifyChange(): void {
    this.#publish("table");
  }

  /** The match's room is gone. A match in play is restored elsewhere at the next request. */
  notifyClosed(): void {
    if (this.#match.state.status !== "playing") this.#publish("closed");
  }

  #publish(kind: MatchNotice["kind"]): void {
    if (!this.#match.seats.anyLocal) return;
    const notice: MatchNotice = { match: this.#match.state.id, kind };
    this.#presence.publish(this.#topic, notice);
  }
}
