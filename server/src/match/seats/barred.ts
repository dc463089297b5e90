import { createHmac } from "node:crypto";
import { networkOf } from "@flower-war/protocol/sockets";
import type { PersonBarred } from "../../storage/journal/facts.ts";
import type { Origin } from "./person.ts";

/** What a person may not do at a table. `withheld`: sit, for they did not reveal a nonce; `blocked`: sit, watch and talk; `silenced`: talk as a spectator. */
export type Bar = "withheld" | "blocked" | "silenced";

/** A person who asks for a seat, watches or talks, now or before. */
export interface Barrable extends Origin {
  /** The holder of a seat; missing: they have none. */
  readonly holder?: string;
}

/**
 * Who may not do something at a table, for as long as it stands. Persons are compared by keys: their holder, their player, and the network of
 * those who have no account.
 */
export class Barred {
  readonly #secret: string;
  readonly #bars: { readonly how: Bar; readonly name: string; readonly keys: readonly string[] }[] = [];

  /** @param secret the match's: without it a stored key does not tell its network */
  constructor(secret: string) {
    this.#secret = secret;
  }

  /** The names of those who are barred so, in the order in which they were. */
  names(how: Bar): string[] {
    return this.#bars.filter((bar) => bar.how === how).map(({ name }) => name);
  }

  /** What a host has barred, in order: all but who withheld a nonce. */
  get byHost(): readonly Omit<PersonBarred, "type">[] {
    return this.#bars.flatMap(({ how, ...bar }) => (how === "withheld" ? [] : [{ how, ...bar }]));
  }

  /** Whether a person is barred so. */
  has(how: Bar, who: Barrable): boolean {
    const bars = this.#bars.filter((bar) => bar.how === how);
    if (bars.length === 0) return false;
    const { player, isAccount = false } = who;
    const known = player === null ? this.#network("unknown", who) : [`player ${player}`];
    const own = [...holderOf(who), ...known, ...(isAccount ? [] : this.#network("guest", who))];
    return bars.some(({ keys }) => keys.some((key) => own.includes(key)));
  }

  /** Returns the keys of a player who withheld a nonce: of an unknown player, their network, which stands for all unknown players there. */
  keysOfWithholder(who: Barrable): readonly string[] {
    const { player } = who;
    return [...holderOf(who), ...(player === null ? this.#network("unknown", who) : [`player ${player}`])];
  }

  /** Returns the keys of a blocked or silenced person: also their network, for all persons there without an account, since new guests cost nothing. */
  keysOf(who: Barrable): readonly string[] {
    const { player } = who;
    const known = player === null ? [] : [`player ${player}`];
    return [...holderOf(who), ...known, ...this.#network("guest", who)];
  }

  /** Bars those with one of these keys. */
  add(how: Bar, name: string, keys: readonly string[]): void {
    this.#bars.push({ how, name, keys });
  }

  /** Ends what bars the one of this name. */
  lift(how: Bar, name: string): void {
    const at = this.#bars.findIndex((bar) => bar.how === how && bar.name === name);
    if (at >= 0) this.#bars.splice(at, 1);
  }

  #network(who: "unknown" | "guest", { address }: Barrable): string[] {
    if (address === "") return [];
    const hash = createHmac("sha256", this.#secret).update(networkOf(address)).digest("hex");
    return [`${who} of ${hash.slice(0, 32)}`];
  }
}

function holderOf({ holder }: Barrable): string[] {
  return holder === undefined ? [] : [`holder ${holder}`];
}
