import type { Presence } from "@colyseus/core";
import type { BySlot, Slot, TempleTable } from "@flower-war/protocol/temple";
import type { Match } from "../match.ts";
import type { SeatTable } from "../seats/seat-table.ts";
import {
  type BeadWindow,
  type LocalSeat,
  type MatchForTemples,
  type MatchNotice,
  type Submitted,
  templesTopic,
} from "./contract.ts";

/** A match's answers to temples. */
export class TempleCalls implements MatchForTemples {
  readonly #match: Match;
  readonly #changed: () => void;

  /** @param changed sends the patch to all clients */
  constructor(match: Match, changed: () => void) {
    this.#match = match;
    this.#changed = changed;
  }

  tableFor(templeId: string): TempleTable {
    return this.#match.templeView.tableFor(templeId);
  }

  windowFor(templeId: string): BeadWindow {
    return this.#match.templeView.windowFor(templeId);
  }

  async dropBead(seat: string, id: string, slot: Slot, mark: string): Promise<Submitted> {
    const { templeView } = this.#match;
    if (!templeView.isSupported) return { refused: "no-temples" };
    const objection = () => (templeView.isOpen(mark) ? null : "late");
    return this.#match.submit("temple", { id, seat, command: templeView.commandOf(slot), objection });
  }

  async hasAccepted(id: string): Promise<boolean> {
    return this.#match.hasAccepted(id);
  }

  bindSeat(seat: string, holder: string | null, templeId: string, online: boolean): boolean {
    const { seats, plan } = this.#match;
    if (holder !== null && !seats.holders.isValid({ match: plan.match, seat, holder })) return false;
    seats.bind(seat, templeId, online);
    this.#changed();
    return true;
  }

  nameOf(seat: string): string {
    return this.#match.state.seats.get(seat)?.name ?? "";
  }

  unbindSeat(seat: string): void {
    this.#match.seats.unbind(seat);
    this.#changed();
  }

  unbindTemple(templeId: string): void {
    const { seats } = this.#match;
    for (const seat of seats.localTo(templeId)) seats.unbind(seat);
    this.#changed();
  }

  setTempleDebts(templeId: string, fix: BySlot): void {
    this.#match.seats.setDebts(templeId, fix);
    this.#changed();
  }

  setTempleOnline(templeId: string, online: boolean): void {
    const { seats } = this.#match;
    for (const seat of seats.localTo(templeId)) seats.bind(seat, templeId, online);
    this.#changed();
  }
}

/** Makes the seats of a restored match local to the temples that they were local to. */
export function bindLocalSeats(seats: SeatTable, localSeats: readonly LocalSeat[]): void {
  for (const { seat, templeId, online, fix } of localSeats) {
    seats.bind(seat, templeId, online);
    seats.setDebts(templeId, fix);
  }
}

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
