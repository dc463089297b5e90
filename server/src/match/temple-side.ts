import type { Slot, TempleTable } from "@flower-war/client-sdk/temple";
import type { GameTypes } from "@flower-war/rules";
import { refused } from "../fault.ts";
import type { HostedGame } from "../games/hosted-game.ts";
import type { MatchState } from "./state.ts";
import type { BeadWindow } from "./temple-seam.ts";
import { Window } from "./window.ts";

/** How a match looks from its temples: what their displays show, and when beads are taken. */
export class TempleSide<T extends GameTypes> {
  readonly #hosted: HostedGame<T>;
  readonly #synced: MatchState;
  readonly #playing: () => T["state"] | null;
  readonly #window: Window;

  /** @param playing how the game stands; `null`: the match has not begun */
  constructor(hosted: HostedGame<T>, synced: MatchState, playing: () => T["state"] | null) {
    this.#hosted = hosted;
    this.#synced = synced;
    this.#playing = playing;
    this.#window = new Window(synced.id);
  }

  /** Whether the game is played through temples: seats can be made local to them. */
  get played(): boolean {
    return this.#hosted.temple !== null;
  }

  /** Looks who may sacrifice after entry `n`. @param seen what everybody sees then */
  after(n: number, seen: T["view"]): void {
    this.#window.after(n, this.#hosted.temple?.window(seen) ?? null);
  }

  /** Whether this is the window that is open. */
  isNow(mark: string): boolean {
    return mark === this.#window.mark;
  }

  /** The command that a bead in this slot is. @throws `Refused` with `no-temples` */
  bead(slot: Slot): T["command"] {
    const { temple } = this.#hosted;
    if (temple === null) throw refused("no-temples");
    return temple.bead(slot);
  }

  /** What a display of this temple needs to know. */
  tableFor(templeId: string): TempleTable {
    const { game, temple } = this.#hosted;
    const { code } = this.#synced;
    const { mark } = this.#window;
    const state = this.#playing();
    if (state === null || temple === null) return { ...NOTHING_TO_SHOW, match: code, mark };
    const display = temple.display(game.view(state, "public"));
    return {
      ...display,
      phase: this.#phase,
      match: code,
      mark,
      seat: display.seat === null ? null : this.#seatFor(templeId, display.seat),
    };
  }

  /** What a bead of this temple is judged by. */
  windowFor(templeId: string): BeadWindow {
    const { mark } = this.#window;
    const state = this.#playing();
    if (state === null) return { phase: "idle", mark, awaited: null };
    const awaiting = this.#hosted.game.awaiting(state);
    const awaited = awaiting.map(({ seat }) => ({ id: seat, local: this.#isLocal(seat, templeId) }));
    return { phase: this.#phase, mark, awaited: awaited.find(({ local }) => local) ?? awaited[0] ?? null };
  }

  get #phase(): "playing" | "over" {
    return this.#synced.status === "over" ? "over" : "playing";
  }

  #seatFor(templeId: string, id: T["seat"]): TempleTable["seat"] {
    const name = this.#synced.seats.get(id)?.name ?? "";
    return { id, name, local: this.#isLocal(id, templeId) };
  }

  #isLocal(seat: T["seat"], templeId: string): boolean {
    return this.#synced.seats.get(seat)?.temple === templeId;
  }
}

/** The display while there is nothing to see at a temple: seats are open. */
const NOTHING_TO_SHOW = {
  phase: "idle",
  turn: null,
  seat: null,
  step: null,
  open: { h: false, t: false },
  left: 0,
  offerings: { h: 0, t: 0 },
  apocalypse: { state: "none", count: 0, of: 13, ruling: null },
} as const;
