import type { ReadableMatch } from "@flower-war/protocol";

/** A temple's debt: beads to take out of each half of its lake, as numbers below 0 (docs/temple-protocol.md, J-12). */
export interface Owed {
  readonly temple: string;
  readonly h: number;
  readonly t: number;
}

/** The reported debts and warnings, so that each is reported once, also over lost connections and servers. */
export class Reported {
  /** The debt of each temple that was reported last. */
  readonly #owed = new Map<string, string>();
  /** The turn in which each seat was warned last. */
  readonly #warned = new Map<string, number>();

  /** Returns the debts that changed since the last call. */
  newDebts({ seats }: ReadableMatch): readonly Owed[] {
    const debts: Owed[] = [];
    seats?.forEach(({ temple = "", fixH: h = 0, fixT: t = 0 }) => {
      if (temple === "" || (this.#owed.get(temple) ?? "0/0") === `${h}/${t}`) return;
      this.#owed.set(temple, `${h}/${t}`);
      debts.push({ temple, h, t });
    });
    return debts;
  }

  /**
   * Whether a seat's warning is new: a server that took the match over may not know of it.
   * @param turn the seat's; missing: an older server counts none
   */
  isNewWarning(seat: string, turn: number | undefined): boolean {
    if (turn === undefined) return true;
    const isNew = this.#warned.get(seat) !== turn;
    this.#warned.set(seat, turn);
    return isNew;
  }

  /** A player who was away and is back has a turn's time again: they are warned anew. */
  forgetWarnings({ clocks }: ReadableMatch): void {
    for (const seat of this.#warned.keys()) if (clocks?.get(seat)?.away) this.#warned.delete(seat);
  }
}
