import { createHmac } from "node:crypto";
import type { Ports } from "../ports.ts";
import { isSameSecret } from "../secrets.ts";

/** ms for which a challenge is good. */
const LIFE = 5 * 60 * 1000;

/** Bytes before the signature: random ones, and the time at which it ends. */
const RANDOM = 16;
const HEAD = RANDOM + 8;

/**
 * Challenges for passkeys. They are signed, not stored: strangers who ask for many displace no operator's. What is stored are those that were
 * answered rightly, so that none is answered twice. They end with the process.
 */
export class Challenges {
  readonly #ports: Pick<Ports, "time" | "random">;
  readonly #key: Uint8Array;
  /** When each that was spent ends. */
  readonly #spent = new Map<string, number>();

  constructor(ports: Pick<Ports, "time" | "random">) {
    this.#ports = ports;
    this.#key = ports.random.bytes(32);
  }

  /** @param subject its purpose: other purposes do not accept it */
  create(subject: string): Uint8Array<ArrayBuffer> {
    const { time, random } = this.#ports;
    const head = Buffer.alloc(HEAD);
    head.set(random.bytes(RANDOM));
    head.writeDoubleBE(time.monotonic() + LIFE, RANDOM);
    return new Uint8Array(Buffer.concat([head, this.#sign(head, subject)]));
  }

  /** Whether a challenge was created for a subject, lately, and not spent. @param challenge base64url */
  isGood(challenge: string, subject: string): boolean {
    const bytes = Buffer.from(challenge, "base64url");
    if (bytes.length <= HEAD) return false;
    const head = bytes.subarray(0, HEAD);
    const [given, right] = [bytes.subarray(HEAD), this.#sign(head, subject)];
    return (
      isSameSecret(given.toString("hex"), right.toString("hex")) &&
      this.#ports.time.monotonic() < head.readDoubleBE(RANDOM) &&
      !this.#spent.has(challenge)
    );
  }

  /** Notes that a good challenge was answered. Returns `false` if it was already. */
  spend(challenge: string): boolean {
    const now = this.#ports.time.monotonic();
    for (const [each, end] of this.#spent) if (end <= now) this.#spent.delete(each);
    if (this.#spent.has(challenge)) return false;
    this.#spent.set(challenge, now + LIFE);
    return true;
  }

  #sign(head: Uint8Array, subject: string): Buffer {
    return createHmac("sha256", this.#key).update(head).update(subject).digest();
  }
}
