import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { RoomClient } from "./room-client.ts";

/** A seat signs after each so many entries (docs/fair-dice.md). */
export const SIGNED_EVERY = 64;

/** Returns what a client adds to the dice, as the SDK draws it: 32 hex digits. */
export function drawNonce(): string {
  return randomBytes(16).toString("hex");
}

/**
 * A seat whose client seals its nonce, and signs after each 64th entry. What it signs is no head of a chain: the server compares that only
 * when it writes the record, and the client's own hashing is no part of what is measured.
 */
export class SeatSigner {
  readonly #client: RoomClient;
  readonly #match: string;
  readonly #seat: string;
  readonly #nonce = drawNonce();
  readonly #keys = generateKeyPairSync("ed25519");

  constructor(client: RoomClient, match: string, seat: string) {
    this.#client = client;
    this.#match = match;
    this.#seat = seat;
  }

  async seal(): Promise<void> {
    const { x = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const key = Buffer.from(x, "base64url").toString("hex");
    await this.#client.request("seal", { seal: createHash("sha256").update(this.#nonce).digest("hex"), key });
  }

  async reveal(): Promise<void> {
    await this.#client.request("nonce", { nonce: this.#nonce });
  }

  /** Signs after an entry, if a seat signs after this one. */
  async signAfter(n: number): Promise<void> {
    if (n % SIGNED_EVERY !== 0) return;
    const head = randomBytes(32).toString("hex");
    const text = ["flower-war-witness-1", this.#match, this.#seat, n, head].join("|");
    const signature = sign(null, Buffer.from(text), this.#keys.privateKey).toString("hex");
    await this.#client.request("witness", { n, head, signature });
  }
}
