import type { Presence } from "@colyseus/core";
import { CODE } from "@flower-war/client-sdk/protocol";
import { customAlphabet } from "nanoid";
import { refused } from "../fault.ts";

const random = customAlphabet(CODE.alphabet, CODE.length);

/** How often a code has been asked for; who makes it 1 has it. */
const CLAIMS = "code-claims";
/** The match of each code in use. */
const MATCHES = "codes";

/** The short codes of live matches, each unique among all processes. */
export class Codes {
  readonly #presence: Presence;

  constructor(presence: Presence) {
    this.#presence = presence;
  }

  /**
   * A new code for a match.
   * @throws `Refused` with `unavailable` if it cannot be kept now
   */
  async claim(match: string): Promise<string> {
    const code = random();
    if ((await this.#presence.hincrby(CLAIMS, code, 1)) !== 1) return this.claim(match);
    if (!(await this.#presence.hset(MATCHES, code, match))) throw refused("unavailable");
    return code;
  }

  /** The id of a match, from its id or from its code, however that is written; `null`: there is no such code. */
  async idOf(idOrCode: string): Promise<string | null> {
    if (idOrCode.length !== CODE.length) return idOrCode;
    return (await this.#presence.hget(MATCHES, idOrCode.toUpperCase())) ?? null;
  }

  /** The match is gone, its code may be had again. */
  async release(code: string): Promise<void> {
    await this.#presence.hdel(MATCHES, code);
    await this.#presence.hdel(CLAIMS, code);
  }
}
