import type { MatchRequests, Seal } from "@flower-war/protocol";
import { type Random, randomHex } from "@flower-war/protocol/ports";
import { publicKeyOf, sealOf, type TermsSeat, type Witness } from "@flower-war/rules/witness";
import { Refusal } from "../refusal.ts";
import { type Breach, breachOfTerms, type OwnPart, type ShownTable } from "./header.ts";
import type { StoredWitness } from "./stored-witness.ts";

/** A seat's part of the dice in the state of a gathering match. */
export interface GatheringSeat extends Omit<ShownTable, "own"> {
  /** The seals of all seats. */
  readonly seals: { readonly [seat: string]: string };
  /** Whether the seals are fixed. */
  readonly revealing: boolean;
  /** The terms of the match; `""`: the server shows none. */
  readonly terms: string;
  /** The nonce that the match has of the seat; `""`: none. */
  readonly nonce: string;
}

/** The client's own part, with its secrets. A missing field is `""`. */
interface OwnSecrets extends OwnPart {
  readonly secretKey: string;
}

export interface DicePorts {
  readonly random: Random;
  /** Sends a request until it is answered. */
  readonly request: <Type extends "seal" | "nonce">(
    type: Type,
    payload: MatchRequests[Type]["payload"],
  ) => Promise<MatchRequests[Type]["answer"]>;
  /** Stores what this part is now. */
  readonly save: () => Promise<void>;
  /** The server has changed what it took. */
  readonly refuse: (breach: Breach) => void;
  /** A request was answered: `update` may have something to do, at once or, if it was refused, after a while. */
  readonly answered: (atOnce: boolean) => void;
}

/**
 * A seat's part of its match's dice: a nonce, first sealed, then revealed; and the key it signs with. Servers of version 0.2 know no
 * seals: there it gives the nonce as it is.
 */
export class DicePart {
  readonly #ports: DicePorts;
  #own: OwnSecrets | null = null;
  #taken: StoredWitness["taken"];
  #seals: StoredWitness["seals"];
  /** Under which the nonce was revealed, or is about to be; `null`: none. */
  #terms: string | null = null;
  /** How often a nonce was revealed, or about to be, and the match did not begin. */
  #voided = 0;
  /** The request on its way; `null`: none. */
  #asking: Promise<void> | null = null;

  constructor(ports: DicePorts) {
    this.#ports = ports;
  }

  /** Goes on with what was stored. */
  load({ witness, taken, seals, secretKey }: StoredWitness): void {
    const { nonce, seal, key, terms = null, voided = 0 } = witness;
    this.#voided = voided;
    if (nonce === undefined && seal === undefined) return;
    this.#own = { nonce: nonce ?? "", seal: seal ?? "", key: key ?? "", secretKey: secretKey ?? "" };
    this.#taken = taken;
    this.#seals = seals;
    this.#terms = terms;
  }

  /** The part that the server has taken; `null`: none. */
  get own(): OwnPart | null {
    return this.#taken === undefined ? null : this.#own;
  }

  get isRevealed(): boolean {
    return this.#taken === "nonce";
  }

  /** The seals of all seats as they were fixed when this one revealed its nonce; `null`: not known. */
  get seals(): { readonly [seat: string]: string } | null {
    return this.#seals ?? null;
  }

  /** The terms under which the nonce was revealed, or is about to be; `null`: none. */
  get terms(): string | null {
    return this.#terms;
  }

  /** The key that signs; `null`: there is none. */
  get secretKey(): string | null {
    return this.#own?.secretKey || null;
  }

  /** The stored form. */
  get stored(): Pick<StoredWitness, "taken" | "seals" | "secretKey"> {
    const secretKey = this.secretKey;
    return {
      ...(this.#taken && { taken: this.#taken }),
      ...(this.#seals && { seals: this.#seals }),
      ...(secretKey !== null && { secretKey }),
    };
  }

  /** The fields of a witness about it. */
  get seen(): Pick<Witness, "nonce" | "seal" | "key" | "terms" | "voided"> {
    const { nonce, seal, key } = this.#own ?? {};
    return {
      ...(nonce && { nonce }),
      ...(seal && { seal }),
      ...(key && { key }),
      ...(this.#terms !== null && { terms: this.#terms }),
      ...(this.#voided > 0 && { voided: this.#voided }),
    };
  }

  /** Forgets it: the match's dice have another part of this seat, or none. */
  #drop(): void {
    this.#own = null;
    this.#taken = undefined;
    this.#seals = undefined;
    this.#terms = null;
  }

  /** Keeps what the header has of this part: another client of the seat may have given its own, or the server have replaced it. */
  settle({ nonce, seal }: TermsSeat): void {
    if (this.#own === null || this.#own.nonce === nonce) return;
    if (seal === undefined || seal !== this.#own.seal) this.#drop();
    else this.#own = { ...this.#own, nonce: "" };
  }

  /** Resolves when nothing is on its way to the server. */
  async settled(): Promise<void> {
    while (this.#asking !== null) await this.#asking;
  }

  /** Gives what the match waits for. */
  update(state: GatheringSeat): void {
    const { seals, seat, revealing, nonce } = state;
    const seal = seals[seat];
    this.#compare(seal, state);
    if (this.#asking !== null) return;
    if (seal !== undefined && this.#own?.seal === seal && revealing && !this.isRevealed) {
      const breach = state.terms === "" ? null : breachOfTerms(state.terms, { ...state, own: this.#own });
      if (breach !== null) return this.#ports.refuse(breach);
      this.#asking = this.#ask(() => this.#reveal(state));
    } else if (seal === undefined && nonce === "" && !revealing && this.#taken === undefined) {
      this.#asking = this.#ask(() => this.#seal());
    }
  }

  #compare(seal: string | undefined, { nonce, terms }: GatheringSeat): void {
    if (this.#own === null) return;
    const isVoid = this.#taken !== undefined && (this.#own.seal === "" ? nonce === "" : seal === undefined);
    if (isVoid) {
      // A seat changed its player after the seals were fixed: all clients begin anew.
      if (this.#terms !== null || this.isRevealed) this.#voided += 1;
      this.#drop();
    } else if (seal !== undefined && seal !== this.#own.seal) {
      if (this.#taken !== undefined) this.#ports.refuse("seal");
      else this.#drop(); // another client of this seat was faster
    } else if (this.#terms !== null && seal !== undefined && terms !== this.#terms)
      this.#ports.refuse("terms");
    else if (this.isRevealed && nonce !== "" && nonce !== this.#own.nonce) this.#ports.refuse("nonce");
    else if (seal !== undefined) this.#taken ??= "seal";
  }

  async #seal(): Promise<boolean> {
    const own = (this.#own ??= this.#draw());
    // A reload must find what is sealed here.
    await this.#ports.save();
    const { seal, key } = own;
    let counts: Seal;
    try {
      counts = await this.#ports.request("seal", { seal, key });
    } catch (error) {
      if (!isUnknownRequest(error)) throw error;
      return this.#give({ ...own, seal: "", key: "", secretKey: "" });
    }
    if (this.#own !== own) return true; // void by now
    if (counts.seal !== seal) {
      this.#drop();
      return false;
    }
    if (counts.key !== key) this.#ports.refuse("key");
    this.#taken = "seal";
    await this.#ports.save();
    return true;
  }

  /** Gives a nonce that is not sealed. */
  async #give(own: OwnSecrets): Promise<boolean> {
    this.#own = own;
    const counts = await this.#ports.request("nonce", { nonce: own.nonce });
    if (counts.nonce !== own.nonce) this.#drop();
    else this.#taken = "nonce";
    await this.#ports.save();
    return false;
  }

  async #reveal({ seals, terms }: GatheringSeat): Promise<boolean> {
    const own = this.#own;
    if (own === null) return false;
    // Stored first: after a reload the nonce may be known to others under these terms.
    this.#terms = terms === "" ? null : terms;
    await this.#ports.save();
    if (this.#own !== own) return true; // void by now
    const counts = await this.#ports.request("nonce", { nonce: own.nonce });
    if (this.#own !== own) return true; // void by now
    if (counts.nonce !== own.nonce) this.#ports.refuse("nonce");
    this.#taken = "nonce";
    this.#seals = seals;
    await this.#ports.save();
    return true;
  }

  /** Requests one thing at a time. @param request returns whether there may be something to do now, and not only later */
  async #ask(request: () => Promise<boolean>): Promise<void> {
    const atOnce = await request().catch(() => false);
    this.#asking = null;
    this.#ports.answered(atOnce);
  }

  #draw(): OwnSecrets {
    const nonce = randomHex(this.#ports.random, 16);
    const secretKey = randomHex(this.#ports.random, 32);
    return { nonce, seal: sealOf(nonce), key: publicKeyOf(secretKey), secretKey };
  }
}

/** Servers of version 0.2 refuse what they do not know. */
function isUnknownRequest(error: unknown): boolean {
  return error instanceof Refusal && error.code === "not-found";
}
