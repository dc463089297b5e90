import type { SeatSignature } from "@flower-war/protocol";
import { isSigned, sign, type Witness } from "@flower-war/rules/witness";
import { Refusal } from "../refusal.ts";
import type { StoredWitness } from "./stored-witness.ts";
import type { Timers } from "./timers.ts";

/** ms until a signature that was refused for now is sent again. */
const PAUSE = 2000;

/** Refusals of a signature that may be sent again. */
const TRANSIENT: readonly string[] = ["closed", "timeout", "draining", "unavailable", "internal"];

/** The head of a seat's chain. */
interface SeatHead {
  readonly match: string;
  readonly seat: string;
  readonly n: number;
  readonly head: string;
}

interface SignaturePorts {
  readonly timers: Timers;
  /** Sends a signature until it is answered. Rejects with a `Refusal`. */
  readonly send: (signature: SeatSignature) => Promise<unknown>;
  /** Stores soon what there is. */
  readonly saveSoon: () => void;
}

/** A seat's signatures of its chain: made where they are due, and sent one after the other until the server has them. */
export class Signatures {
  readonly #ports: SignaturePorts;
  #signed: { readonly [n: string]: string } = {};
  #unsent: readonly SeatSignature[] = [];
  #isSending = false;

  constructor(ports: SignaturePorts) {
    this.#ports = ports;
  }

  /** Goes on with what was stored. */
  load({ witness, unsent = [] }: StoredWitness): void {
    this.#signed = { ...witness.signed };
    this.#unsent = unsent;
  }

  /** The fields of a witness about them. */
  get seen(): Pick<Witness, "signed"> {
    return Object.keys(this.#signed).length > 0 ? { signed: this.#signed } : {};
  }

  /** The stored form, besides the witness. */
  get stored(): Pick<StoredWitness, "unsent"> {
    return this.#unsent.length > 0 ? { unsent: this.#unsent } : {};
  }

  /** Signs a head if that is due. @param isLast whether the match has ended with its entry */
  sign({ match, seat, n, head }: SeatHead, isLast: boolean, secretKey: string): void {
    if (!isSigned(n, isLast) || this.#signed[n] !== undefined) return;
    const signature = sign({ match, seat, n, head }, secretKey);
    this.#signed = { ...this.#signed, [n]: signature };
    this.#unsent = [...this.#unsent, { n, head, signature }];
    this.#ports.saveSoon();
  }

  /** Sends what the server has not confirmed. Does nothing while it is being sent. */
  send(): void {
    if (!this.#isSending) void this.#send();
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    for (let next = this.#unsent[0]; next !== undefined; next = this.#unsent[0]) {
      try {
        await this.#ports.send(next);
      } catch (error) {
        const code = error instanceof Refusal ? error.code : "";
        if (TRANSIENT.includes(code)) {
          this.#ports.timers.after(PAUSE, () => this.send());
          break;
        }
        console.warn(`the server does not take the signature of entry ${next.n}`, error);
      }
      const sent = next;
      this.#unsent = this.#unsent.filter((each) => each !== sent);
      this.#ports.saveSoon();
    }
    this.#isSending = false;
  }
}
