import { LIMITS } from "@flower-war/protocol";
import type {
  PasskeyAdded,
  PasskeyOptions,
  PasskeyResponse,
  Player,
  SignInMeans,
} from "@flower-war/protocol/players";
import type { Ports } from "../ports.ts";
import { newRecoveryCode } from "../random.ts";
import { refuse } from "../refusal.ts";
import { hashSecret } from "../secrets.ts";
import type { Thread } from "../thread.ts";
import type { PasskeyThread, Site } from "./passkey-thread.ts";
import { passkeyThread, readChallenge } from "./passkeys.ts";
import type { Players } from "./players.ts";
import type { PlayerStore, StoredPlayer } from "./store/player-store.ts";

/** ms for which a challenge is good. */
const CHALLENGE_LIFE = 5 * 60 * 1000;
/** Recovery codes that an account gets at once. */
const CODES = 10;

/** The player in a challenge to sign in: not known yet. */
const UNKNOWN = "";

export interface AccountsPorts extends Ports {
  readonly store: PlayerStore;
  readonly players: Players;
}

/**
 * How players are known on other devices: by passkeys (WebAuthn), and by recovery codes where they have none. `token` is the
 * player's; every method with one throws as `Players.find`.
 */
export class Accounts {
  readonly #ports: AccountsPorts;
  readonly #thread: Thread<PasskeyThread>;

  constructor(ports: AccountsPorts) {
    this.#ports = ports;
    this.#thread = passkeyThread(ports);
  }

  /** Ends the thread. What is being checked is rejected. */
  close(): Promise<void> {
    return this.#thread.close();
  }

  /**
   * Returns what a browser needs to create a passkey.
   * @throws `RefusalError` with `too-many-passkeys` or `bot-account`
   */
  async creationOptions(token: string, site: Site): Promise<PasskeyOptions> {
    const { id, name } = await this.#requirePerson(token);
    const known = await this.#ports.store.listPasskeys(id);
    if (known.length >= LIMITS.passkeys) throw refuse("too-many-passkeys");
    // An authenticator keeps one passkey of a player.
    const ids = known.map((passkey) => passkey.id);
    return this.#thread.call("creationOptions", site, { id, name }, ids, await this.#newChallenge(id));
  }

  /**
   * Adds a passkey. The first one makes a guest an account, who keeps id and name.
   * @throws `RefusalError` with `bad-passkey`, `passkey-known`, `too-many-passkeys` or `bot-account`
   */
  async addPasskey(token: string, site: Site, response: PasskeyResponse): Promise<PasskeyAdded> {
    const { store, players, time } = this.#ports;
    const player = await this.#requirePerson(token);
    const challenge = await this.#takeChallenge(response, player.id);
    const created = await this.#thread.call("verifyCreation", site, response, challenge);
    if (created === null) throw refuse("bad-passkey");
    if ((await store.listPasskeys(player.id)).length >= LIMITS.passkeys) throw refuse("too-many-passkeys");
    const codes = player.kind === "guest" ? this.#newCodes() : null;
    const now = time.now();
    const passkey = { ...created, player: player.id, createdAt: now, usedAt: now };
    if (!(await store.addPasskey(passkey, codes && codes.map(hashCode)))) {
      throw refuse((await store.findPasskey(passkey.id)) ? "passkey-known" : "bad-passkey");
    }
    return { player: players.signIn({ ...player, kind: "account" }), recoveryCodes: codes ?? [] };
  }

  async means(token: string): Promise<SignInMeans> {
    const { store, players } = this.#ports;
    const { id: player } = await players.require(token);
    const passkeys = await store.listPasskeys(player);
    return {
      passkeys: passkeys.map(({ id, createdAt, usedAt }) => ({ id, createdAt, usedAt })),
      recoveryCodes: await store.countCodes(player),
    };
  }

  /**
   * Removes a passkey.
   * @throws `RefusalError` with `unknown-passkey` or `last-passkey`
   */
  async removePasskey(token: string, id: string): Promise<void> {
    const { store, players } = this.#ports;
    const player = await players.require(token);
    const passkeys = await store.listPasskeys(player.id);
    if (!passkeys.some((passkey) => passkey.id === id)) throw refuse("unknown-passkey");
    if (!(await store.deletePasskey(player.id, id))) throw refuse("last-passkey");
  }

  /**
   * Replaces the recovery codes of an account.
   * @throws `RefusalError` with `no-account`
   */
  async renewCodes(token: string): Promise<string[]> {
    const { store, players } = this.#ports;
    const { id, kind } = await players.require(token);
    if (kind !== "account") throw refuse("no-account");
    const codes = this.#newCodes();
    await store.replaceCodes(id, codes.map(hashCode));
    return codes;
  }

  /** Returns what a browser needs to sign in with a passkey. */
  async requestOptions(site: Site): Promise<PasskeyOptions> {
    return this.#thread.call("requestOptions", site, await this.#newChallenge(UNKNOWN));
  }

  /**
   * Signs in with a passkey.
   * @throws `RefusalError` with `unknown-passkey` or `bad-passkey`
   */
  async signIn(site: Site, response: PasskeyResponse): Promise<Player> {
    const { store, time } = this.#ports;
    const passkey = await store.findPasskey(response.id);
    if (!passkey) throw refuse("unknown-passkey");
    const { userHandle } = response.response as { readonly userHandle?: unknown };
    const isOther =
      typeof userHandle === "string" && Buffer.from(userHandle, "base64url").toString() !== passkey.player;
    if (isOther) throw refuse("bad-passkey");
    const challenge = await this.#takeChallenge(response, UNKNOWN);
    const counter = await this.#thread.call("verifyUse", site, passkey, response, challenge);
    if (counter === null) throw refuse("bad-passkey");
    if (!(await store.usePasskey(passkey, counter, time.now()))) throw refuse("bad-passkey");
    return this.#signInAs(passkey.player, "unknown-passkey");
  }

  /**
   * Signs in with a recovery code, which is invalid then.
   * @throws `RefusalError` with `bad-recovery-code`
   */
  async recover(code: string): Promise<Player> {
    const player = await this.#ports.store.takeCode(hashCode(code));
    if (player === null) throw refuse("bad-recovery-code");
    return this.#signInAs(player, "bad-recovery-code");
  }

  /** Finds who has a token. @throws `RefusalError` with `bot-account` if it is no person */
  async #requirePerson(token: string): Promise<StoredPlayer> {
    const player = await this.#ports.players.require(token);
    if (player.kind === "bot") throw refuse("bot-account");
    return player;
  }

  /** @param gone refuses a player who was deleted just now */
  async #signInAs(id: string, gone: "unknown-passkey" | "bad-recovery-code"): Promise<Player> {
    const player = await this.#ports.store.find(id);
    if (!player) throw refuse(gone);
    return this.#ports.players.signIn(player);
  }

  async #newChallenge(player: string): Promise<Uint8Array<ArrayBuffer>> {
    const { store, time, random } = this.#ports;
    const bytes = new Uint8Array(random.bytes(32));
    const challenge = Buffer.from(bytes).toString("base64url");
    await store.addChallenge({ challenge, player, expiresAt: time.now() + CHALLENGE_LIFE });
    return bytes;
  }

  /**
   * Returns the challenge that a browser answers, which cannot be answered again.
   * @throws `RefusalError` with `bad-passkey`
   */
  async #takeChallenge(response: PasskeyResponse, player: string): Promise<string> {
    const { store, time } = this.#ports;
    const challenge = readChallenge(response);
    if (challenge === null || !(await store.takeChallenge(challenge, player, time.now())))
      throw refuse("bad-passkey");
    return challenge;
  }

  #newCodes(): string[] {
    return Array.from({ length: CODES }, () => newRecoveryCode(this.#ports.random));
  }
}

/** Returns what is stored of a recovery code, given as a player entered it. */
function hashCode(code: string): string {
  return hashSecret(code.replaceAll(/[^A-Za-z0-9]/g, "").toUpperCase());
}
