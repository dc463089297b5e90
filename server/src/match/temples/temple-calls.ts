import type { BySlot, Slot, TempleTable } from "@flower-war/protocol/temple";
import type { LiveCore } from "../live-core.ts";
import type { SeatTable } from "../seats/seat-table.ts";
import {
  type BeadWindow,
  type LocalSeat,
  type MatchForTemples,
  type MatchNotice,
  type Submitted,
  templesTopic,
} from "./contract.ts";

/** A match's answers to temples, and its notices to those of this process. */
export class TempleCalls implements Omit<MatchForTemples, "hasAccepted"> {
  readonly #core: LiveCore;

  constructor(core: LiveCore) {
    this.#core = core;
  }

  tableFor(templeId: string): TempleTable {
    return this.#core.match.templeView.tableFor(templeId);
  }

  windowFor(templeId: string): BeadWindow {
    return this.#core.match.templeView.windowFor(templeId);
  }

  async dropBead(seat: string, id: string, slot: Slot, mark: string): Promise<Submitted> {
    const { templeView } = this.#core.match;
    if (!templeView.isSupported) return { refused: "no-temples" };
    const objection = () => (templeView.isOpen(mark) ? null : "late");
    return this.#core.match.submit("temple", { id, seat, command: templeView.commandOf(slot), objection });
  }

  bindSeat(seat: string, holder: string | null, templeId: string, online: boolean): boolean {
    const { seats } = this.#core.match;
    if (holder !== null && !seats.isHeldBy(seat, holder)) return false;
    seats.bind(seat, templeId, online);
    this.#core.changed();
    return true;
  }

  nameOf(seat: string): string {
    return this.#core.match.state.seats.get(seat)?.name ?? "";
  }

  unbindSeat(seat: string): void {
    this.#core.match.seats.unbind(seat);
    this.#core.changed();
  }

  unbindTemple(templeId: string): void {
    const { seats } = this.#core.match;
    for (const seat of seats.localTo(templeId)) seats.unbind(seat);
    this.#core.changed();
  }

  setTempleDebts(templeId: string, fix: BySlot): void {
    this.#core.match.seats.setDebts(templeId, fix);
    this.#core.changed();
  }

  setTempleOnline(templeId: string, online: boolean): void {
    const { seats } = this.#core.match;
    for (const seat of seats.localTo(templeId)) seats.bind(seat, templeId, online);
    this.#core.changed();
  }

  /** The match's displays may have changed. */
  notifyChange(): void {
    this.#publish("table");
  }

  /** The match's room is gone. A match in play is restored elsewhere at the next request. */
  notifyClosed(): void {
    if (this.#core.match.state.status !== "playing") this.#publish("closed");
  }

  #publish(kind: MatchNotice["kind"]): void {
    const { room, match, services } = this.#core;
    if (!match.seats.anyLocal) return;
    const notice: MatchNotice = { match: match.state.id, kind };
    room.presence.publish(templesTopic(services.matchMaker.processId), notice);
  }
}

/** Makes the seats of a restored match local to the temples that they were local to. */
export function bindLocalSeats(seats: SeatTable, localSeats: readonly LocalSeat[]): void {
  for (const { seat, templeId, online, fix } of localSeats) {
    seats.bind(seat, templeId, online);
    seats.setDebts(templeId, fix);
  }
}
