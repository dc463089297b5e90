import type { MatchState } from "@flower-war/protocol";
import type { Slot, TempleTable } from "@flower-war/protocol/temple";
import type { GameTypes } from "@flower-war/rules";
import type { HostedGame } from "../../games/hosted-game.ts";
import { refuse } from "../../refusal.ts";
import type { BeadWindow } from "./contract.ts";

/** A window that is over: a seat could sacrifice in it. */
interface ClosedWindow {
  readonly mark: string;
  readonly seat: string;
  /** ms of the match's clock */
  readonly at: number;
}

/**
 * A match as its temples see it: what their displays show, and when beads are accepted. The windows for that have names (temple protocol
 * section 3, `mark`): `<match>.<n>`, where n is the entry with which the window opened or closed, or would follow the last one of a match that an
 * agreement ended. Restoring a match from its journal gives the same names, and none occurs twice.
 */
export class TempleView<T extends GameTypes> {
  readonly #hosted: HostedGame<T>;
  readonly #synced: MatchState;
  readonly #state: () => T["state"] | null;
  readonly #now: () => number;
  /** The seat that may sacrifice in the current window. */
  #seat: string | null = null;
  /** The entry with which the current window began. */
  #n = 0;
  #closed: ClosedWindow | null = null;

  /**
   * @param state returns the game's state; `null`: the match has not begun
   * @param now the match's clock, in ms
   */
  constructor(hosted: HostedGame<T>, synced: MatchState, state: () => T["state"] | null, now: () => number) {
    this.#hosted = hosted;
    this.#synced = synced;
    this.#state = state;
    this.#now = now;
  }

  /** Whether the game is played with temples: seats can be made local to them. */
  get isSupported(): boolean {
    return this.#hosted.temple !== null;
  }

  /** Updates who may sacrifice after entry `n`. @param seen the public view then @param at ms of the match's clock */
  update(n: number, seen: T["view"], at: number): void {
    const isOver = this.#phase === "over";
    const seat = isOver ? null : (this.#hosted.temple?.window(seen) ?? null);
    if (seat === this.#seat) return;
    if (this.#seat !== null) this.#closed = { mark: this.#mark, seat: this.#seat, at };
    this.#seat = seat;
    this.#n = isOver && n === this.#n ? n + 1 : n;
  }

  /** The name of the current window. */
  get #mark(): string {
    return `${this.#synced.id}.${this.#n}`;
  }

  /** Whether the window of this mark is the current one. */
  isOpen(mark: string): boolean {
    return mark === this.#mark;
  }

  /** Returns the command that a bead in this slot means. @throws `RefusalError` with `no-temples` */
  commandOf(slot: Slot): T["command"] {
    const { temple } = this.#hosted;
    if (temple === null) throw refuse("no-temples");
    return temple.bead(slot);
  }

  /** Returns what a display of this temple shows of the match. */
  tableFor(templeId: string): TempleTable {
    const { game, temple } = this.#hosted;
    const { code } = this.#synced;
    const mark = this.#mark;
    const state = this.#state();
    if (state === null || temple === null) return { ...EMPTY_TABLE, match: code, mark };
    const { winner, ...display } = temple.display(game.view(state, "public"));
    // An agreement may have ended the match in a turn (J-4), and the window may be another temple's (J-7).
    const isOver = this.#phase === "over";
    const isOpen = this.#seat !== null && this.#isLocal(this.#seat, templeId);
    return {
      ...display,
      ...(!isOpen && CLOSED_SLOTS),
      phase: this.#phase,
      match: code,
      mark,
      seat: isOver || display.seat === null ? null : this.#seatFor(templeId, display.seat),
      step: isOver ? null : display.step,
      ...(winner !== null && { winner: this.#nameOf(winner) }),
      end: this.#endFor(templeId, winner, display.apocalypse),
    };
  }

  /** Returns how the match ended for a temple; `null`: it has not. */
  #endFor(
    templeId: string,
    winner: T["seat"] | null,
    { ruling, count, of }: TempleTable["apocalypse"],
  ): Exclude<TempleTable["end"], undefined> {
    if (this.#phase !== "over") return null;
    if (winner !== null) return this.#isLocal(winner, templeId) ? "won" : "lost";
    return count < of ? "none" : (ruling ?? "none");
  }

  /** Returns what a bead of this temple is judged by. */
  windowFor(templeId: string): BeadWindow {
    const mark = this.#mark;
    const state = this.#state();
    if (state === null) return { phase: "idle", mark, awaited: null, closed: null };
    const awaiting = this.#hosted.game.awaiting(state);
    const awaited = awaiting.map(({ seat }) => ({ id: seat, local: this.#isLocal(seat, templeId) }));
    return {
      phase: this.#phase,
      mark,
      awaited: awaited.find(({ local }) => local) ?? awaited[0] ?? null,
      closed: this.#closedFor(templeId),
    };
  }

  /** Returns the window that closed last, if it was open at this temple. */
  #closedFor(templeId: string): BeadWindow["closed"] {
    const closed = this.#closed;
    if (closed === null || !this.#isLocal(closed.seat, templeId)) return null;
    return { mark: closed.mark, ago: Math.max(0, this.#now() - closed.at) };
  }

  get #phase(): "playing" | "over" {
    return this.#synced.status === "over" ? "over" : "playing";
  }

  #seatFor(templeId: string, id: T["seat"]): TempleTable["seat"] {
    return { id, name: this.#nameOf(id), local: this.#isLocal(id, templeId) };
  }

  #nameOf(seat: T["seat"]): string {
    return this.#synced.seats.get(seat)?.name ?? "";
  }

  #isLocal(seat: T["seat"], templeId: string): boolean {
    return this.#synced.seats.get(seat)?.temple === templeId;
  }
}

const CLOSED_SLOTS = { open: { h: false, t: false }, left: 0 } as const;

/** The display of a match that has not begun. */
const EMPTY_TABLE = {
  ...CLOSED_SLOTS,
  phase: "idle",
  turn: null,
  seat: null,
  step: null,
  offerings: { h: 0, t: 0 },
  lake: { h: 0, t: 0 },
  apocalypse: { state: "none", count: 0, of: 13, ruling: null, discs: 0 },
  end: null,
} as const;
