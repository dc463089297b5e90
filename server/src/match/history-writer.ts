import type { PlayerMatchSeat } from "@flower-war/protocol/players";
import type { Histories } from "../history/histories.ts";
import { watchDelayOf } from "../storage/journal/record.ts";
import type { Match } from "./match.ts";

/** Writes a match's players, and its end, to their histories. */
export class HistoryWriter {
  readonly #match: Match;
  readonly #histories: Pick<Histories, "begin" | "end">;
  /** The last change for the histories, as text; `""`: none. */
  #told = "";

  constructor(match: Match, histories: Pick<Histories, "begin" | "end">) {
    this.#match = match;
    this.#histories = histories;
  }

  /** Writes changes without waiting for them. Call it when the match is opened, and after changes of its seats and its end. */
  update(): void {
    const { plan, preset, begun, invitation, handers } = this.#match;
    const seats = this.#seats;
    if (this.#match.created.imported !== undefined) return;
    if (begun === null || (this.#told === "" && seats.every(({ player }) => player === null))) return;
    const told = this.#match.isOver ? "over" : JSON.stringify(seats);
    if (told === this.#told) return;
    this.#told = told;
    const { match, game, private: isPrivate } = plan;
    if (this.#match.isOver) return this.#histories.end(match, watchDelayOf(plan));
    const beganAt = begun.at;
    this.#histories.begin({ match, game, preset, private: isPrivate, beganAt, invitation, seats, handers });
  }

  get #seats(): PlayerMatchSeat[] {
    return this.#match.seats.all.flatMap(([seat, { kind, name, player }]) =>
      kind === "open" ? [] : [{ seat, kind, name, player: player === "" ? null : player }],
    );
  }
}
