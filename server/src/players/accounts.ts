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
import type { PasskeyThread, PasskeyUse, Site } from "./passkey-thread.ts";
import { passkeyThread, readChallenge } from "./passkeys.ts";
import type { PlayerProofs } from "./player-tokens.ts";
import type { Players } from "./players.ts";
import type { Passkey, PlayerStore, StoredPlayer } from "./store/player-store.ts";

/** ms for which a challenge is good. */
const CHALLENGE_LIFE = 5 * 60 * 1000;
/** Recovery codes that an account gets at once. */
const CODES = 10;

/** The player in a challenge to sign in: not known yet. */
const UNKNOWN = "";

export interface AccountsPorts extends Ports {
  readonly store: PlayerStore;
  readonly players: Players;
  readonly proofs: PlayerProofs;
}

/** How a person shows who they are: exactly one of them. */
interface Shown {
  /** A browser's answer about a passkey. */
  readonly response?: PasskeyResponse | undefined;
  readonly recoveryCode?: string | undefined;
}

/** Who has signed in. */
export interface SignIn {
  readonly player: Player;
  /** `null`: the passkey did not check who uses it. */
  readonly proof: string | null;
}

/**
 * How players are known on other devices: by passkeys (WebAuthn), and by recovery codes where they have none. `token` is the
 * player's; every method with one throws as `Players.find`. A token may be a thief's: what changes how an account is signed in to wants a
 * `proof` beside it, and throws as `requireProven`.
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
  async creationOptions(token: string, proof: string | null, site: Site): Promise<PasskeyOptions> {
    const { id, name } = await this.#requirePerson(token, proof);
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
  async addPasskey(
    token: string,
    proof: string | null,
    site: Site,
    response: PasskeyResponse,
  ): Promise<PasskeyAdded> {
    const { store, players, time } = this.#ports;
    const player = await this.#requirePerson(token, proof);
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
  async removePasskey(token: string, proof: string | null, id: string): Promise<void> {
    const { store } = this.#ports;
    const player = await this.requireProven(token, proof);
    const passkeys = await store.listPasskeys(player.id);
    if (!passkeys.some((passkey) => passkey.id === id)) throw refuse("unknown-passkey");
    if (!(await store.deletePasskey(player.id, id))) throw refuse("last-passkey");
  }

  /**
   * Replaces the recovery codes of an account.
   * @throws `RefusalError` with `no-account`
   */
  async renewCodes(token: string, proof: string | null): Promise<string[]> {
    const { store } = this.#ports;
    const { id, kind } = await this.requireProven(token, proof);
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
   * Signs in with a passkey, or with a recovery code, which is invalid then.
   * @throws `RefusalError` with `unknown-passkey`, `bad-passkey` or `bad-recovery-code`
   */
  async signIn(site: Site, { response, recoveryCode }: Shown): Promise<SignIn> {
    const { store, players, proofs } = this.#ports;
    const used = response
      ? await this.#usePasskey(site, response, UNKNOWN)
      : { player: await this.#takeCode(recoveryCode ?? "", null), isVerified: true };
    const player = await store.find(used.player);
    // They were deleted just now.
    if (!player) throw refuse(response ? "unknown-passkey" : "bad-recovery-code");
    return { player: players.signIn(player), proof: used.isVerified ? proofs.sign(player) : null };
  }

  /**
   * Returns what a browser needs to prove that the person is there: that a passkey of theirs checks who uses it.
   * @throws `RefusalError` with `no-account`
   */
  async proofOptions(token: string, site: Site): Promise<PasskeyOptions> {
    const { id } = await this.#requireAccount(token);
    const known = (await this.#ports.store.listPasskeys(id)).map((passkey) => passkey.id);
    return this.#thread.call("requestOptions", site, await this.#newChallenge(id), "required", known);
  }

  /**
   * Proves that the person is there, by a passkey that has checked who uses it, or by a recovery code, which is invalid then.
   * @throws `RefusalError` with `no-account`, `unknown-passkey`, `bad-passkey` or `bad-recovery-code`
   */
  async prove(token: string, site: Site, { response, recoveryCode }: Shown): Promise<string> {
    const player = await this.#requireAccount(token);
    if (!response) await this.#takeCode(recoveryCode ?? "", player.id);
    else if (!(await this.#usePasskey(site, response, player.id)).isVerified) throw refuse("bad-passkey");
    return this.#ports.proofs.sign(player);
  }

  /**
   * Finds who has a token; an account shows a proof of its own too. Guests have nothing to prove with.
   * @throws `RefusalError` with `proof-required`, and as `Players.find`
   */
  async requireProven(token: string, proof: string | null): Promise<StoredPlayer> {
    const { players, proofs } = this.#ports;
    const player = await players.require(token);
    if (player.kind === "account") proofs.require(proof, player);
    return player;
  }

  /** Finds who has a token, as `requireProven`. @throws `RefusalError` with `bot-account` if it is no person */
  async #requirePerson(token: string, proof: string | null): Promise<StoredPlayer> {
    const player = await this.requireProven(token, proof);
    if (player.kind === "bot") throw refuse("bot-account");
    return player;
  }

  async #requireAccount(token: string): Promise<StoredPlayer> {
    const player = await this.#ports.players.require(token);
    if (player.kind !== "account") throw refuse("no-account");
    return player;
  }

  /**
   * Checks a browser's answer to a challenge, and notes that its passkey was used.
   * @param asked the player of the challenge; the passkey is theirs, or anyone's if they are not known yet
   * @throws `RefusalError` with `unknown-passkey` or `bad-passkey`
   */
  async #usePasskey(
    site: Site,
    response: PasskeyResponse,
    asked: string,
  ): Promise<Pick<Passkey, "player"> & Pick<PasskeyUse, "isVerified">> {
    const { store, time } = this.#ports;
    const passkey = await store.findPasskey(response.id);
    if (!passkey || (asked !== UNKNOWN && passkey.player !== asked)) throw refuse("unknown-passkey");
    const { userHandle } = response.response as { readonly userHandle?: unknown };
    const isOther =
      typeof userHandle === "string" && Buffer.from(userHandle, "base64url").toString() !== passkey.player;
    if (isOther) throw refuse("bad-passkey");
    const challenge = await this.#takeChallenge(response, asked);
    const use = await this.#thread.call("verifyUse", site, passkey, response, challenge);
    if (use === null) throw refuse("bad-passkey");
    if (!(await store.usePasskey(passkey, use.counter, time.now()))) throw refuse("bad-passkey");
    return { player: passkey.player, isVerified: use.isVerified };
  }

  /** Uses up a recovery code. Returns whose it was. @param player whose it has to be; `null`: anyone's */
  async #takeCode(code: string, player: string | null): Promise<string> {
    const taken = await this.#ports.store.takeCode(hashCode(code), player);
    if (taken === null) throw refuse("bad-recovery-code");
    return taken;
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
