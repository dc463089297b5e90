import { extname } from "node:path";
import type { PasskeyOptions, PasskeyResponse } from "@flower-war/protocol/players";
import type { Logger } from "pino";
import { refuse } from "../refusal.ts";
import { Thread } from "../thread.ts";
import type { Time } from "../time.ts";
import type { PasskeyThread, Site } from "./passkey-thread.ts";
import type { Passkey, StoredPlayer } from "./store/player-store.ts";

const THREAD = new URL(`./passkey-thread${extname(import.meta.filename)}`, import.meta.url);

export type { Site } from "./passkey-thread.ts";

/** Takes a challenge that was issued; `false`: it was not, or was used, or has expired. */
export type TakeChallenge = (challenge: string) => Promise<boolean>;

/** The questions of WebAuthn to browsers, and the verification of their answers. */
export class Passkeys {
  readonly #thread: Thread<PasskeyThread>;

  constructor(time: Pick<Time, "after">, log: Logger) {
    this.#thread = new Thread("passkey", THREAD, time, log);
  }

  /** Returns what a browser needs to create a passkey. @param known the player's passkeys: an authenticator keeps one of them */
  creationOptions(
    site: Site,
    { id, name }: StoredPlayer,
    known: readonly Passkey[],
    challenge: Uint8Array<ArrayBuffer>,
  ): Promise<PasskeyOptions> {
    const ids = known.map((passkey) => passkey.id);
    return this.#thread.call("creationOptions", site, { id, name }, ids, challenge);
  }

  /**
   * Returns the passkey that a browser created.
   * @throws `RefusalError` with `bad-passkey`
   */
  async verifyCreation(
    site: Site,
    response: PasskeyResponse,
    takeChallenge: TakeChallenge,
  ): Promise<Pick<Passkey, "id" | "publicKey" | "counter">> {
    const challenge = await requireChallenge(response, takeChallenge);
    const created = await this.#thread.call("verifyCreation", site, response, challenge);
    if (created === null) throw refuse("bad-passkey");
    return created;
  }

  /** Returns what a browser needs to sign in with any passkey of the site. */
  requestOptions(site: Site, challenge: Uint8Array<ArrayBuffer>): Promise<PasskeyOptions> {
    return this.#thread.call("requestOptions", site, challenge);
  }

  /**
   * Returns how often a passkey was used, by which a browser proves that it has it.
   * @throws `RefusalError` with `bad-passkey`
   */
  async verifyUse(
    site: Site,
    passkey: Passkey,
    response: PasskeyResponse,
    takeChallenge: TakeChallenge,
  ): Promise<number> {
    const { userHandle } = response.response as { readonly userHandle?: unknown };
    if (
      typeof userHandle === "string" &&
      Buffer.from(userHandle, "base64url").toString() !== passkey.player
    ) {
      throw refuse("bad-passkey");
    }
    const challenge = await requireChallenge(response, takeChallenge);
    const uses = await this.#thread.call("verifyUse", site, passkey, response, challenge);
    if (uses === null) throw refuse("bad-passkey");
    return uses;
  }

  /** Ends the thread. What is being checked is rejected. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}

/**
 * Returns the challenge that a browser answers, which cannot be answered again.
 * @throws `RefusalError` with `bad-passkey`
 */
async function requireChallenge({ response }: PasskeyResponse, take: TakeChallenge): Promise<string> {
  const challenge = readChallenge((response as { readonly clientDataJSON?: unknown }).clientDataJSON);
  if (challenge === null || !(await take(challenge))) throw refuse("bad-passkey");
  return challenge;
}

function readChallenge(clientData: unknown): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(String(clientData), "base64url").toString()) as {
      readonly challenge?: unknown;
    };
    return typeof challenge === "string" ? challenge : null;
  } catch {
    return null;
  }
}
