import { networkOf } from "@flower-war/protocol/sockets";
import type { Origin } from "./person.ts";

/** A person who asks for a seat, or had one. */
type Holder = Origin & { readonly holder: string };

/** People who withheld a nonce at a table, and cannot sit there again (docs/fair-dice.md). Networks are forgotten with the process. */
export class Barred {
  readonly #keys = new Set<string>();

  add(holder: Holder): void {
    for (const key of keysOf(holder)) this.#keys.add(key);
  }

  has(holder: Holder): boolean {
    return keysOf(holder).some((key) => this.#keys.has(key));
  }
}

/** The holder and the player; of a player who is not known, the network instead. */
function keysOf({ player, address, holder }: Holder): readonly string[] {
  const network = address === "" ? [] : [`network ${networkOf(address)}`];
  return [`holder ${holder}`, ...(player === null ? network : [`player ${player}`])];
}
