import { LIMITS } from "@flower-war/protocol";
import type {
  AccountEvents as Events,
  PasskeyAdded,
  PasskeyOptions,
  PasskeyRemoval,
  PasskeyResponse,
  Player,
  SignInMeans,
} from "@flower-war/protocol/players";
import type { Ports } from "../ports.ts";
import { newRecoveryCode } from "../random.ts";
import { RefusalError, refuse } from "../refusal.ts";
import { hashSecret } from "../secrets.ts";
import type { Statement } from "../storage/database/requests.ts";
import { deleteExpired } from "../storage/retention.ts";
import type { Thread } from "../thread.ts";
import type { Cancel } from "../time.ts";
import type { AccountEvents } from "./account-events.ts";
import type { PasskeyThread, PasskeyUse, Site } from "./passkey-thread.ts";
import { passkeyThread, readChallenge } from "./passkeys.ts";
import type { PlayerProofs } from "./player-tokens.ts";
import type { Players, SignedInPlayer } from "./players.ts";
import type { AccountEventKind, ProvenAct } from "./store/event-store.ts";
import type { Passkey, PlayerStore, StoredPlayer } from "./store/player-store.ts";

/** ms for which a challenge is good. */
const CHALLENGE_LIFE = 5 * 60 * 1000;
/** ms for which the removal of an account's oldest passkey waits, and after which another one is as good as the oldest. */
const REMOVAL_WAIT = 3 * 24 * 60 * 60 * 1000;
/** Recovery codes that an account gets at once. */
const CODES = 10;

/** The player in a challenge to sign in: not known yet. */
const UNKNOWN = "";

export interface AccountsPorts extends Ports {
  readonly store: PlayerStore;
  readonly players: Players;
  readonly proofs: PlayerProofs;
  readonly events: AccountEvents;
}

/** Who asks for something of a player. */
export interface Asker {
  /** The player's token, which may be a thief's too. */
  readonly token: string;
  /** `null`: they show none. */
  readonly proof: string | null;
  /** As in `AccountEvent`. */
  readonly device: string;
}

/** A person's proof of identity: exactly one of these. */
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
 * How players are known on other devices: by passkeys (WebAuthn), and by recovery codes where they have none. Every
 * method with a player's token throws as `Players.find`. A token may be a thief's: what changes how an account is signed in to wants a
 * proof beside it, and throws as `requireProven`; the account's events tell of it.
 */
export class Accounts {
  readonly #ports: AccountsPorts;
  readonly #thread: Thread<PasskeyThread>;
  readonly #endRetention: Cancel;

  constructor(ports: AccountsPorts) {
    this.#ports = ports;
    this.#thread = passkeyThread(ports);
    const deleteSome = async () => {
      const anyPasskey = await this.removeDue();
      return (await ports.events.deleteOld()) || anyPasskey;
    };
    this.#endRetention = deleteExpired(deleteSome, ports);
  }

  /** Ends the thread. What is being checked is rejected. */
  close(): Promise<void> {
    this.#endRetention();
    return this.#thread.close();
  }

  /**
   * Returns what a browser needs to create a passkey.
   * @throws `RefusalError` with `too-many-passkeys` or `bot-account`
   */
  async creationOptions(by: Asker, site: Site): Promise<PasskeyOptions> {
    const { id, name } = await this.#requirePerson(by);
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
  async addPasskey(by: Asker, site: Site, response: PasskeyResponse): Promise<PasskeyAdded> {
    const { store, players, time } = this.#ports;
    const player = await this.#requirePerson(by);
    const challenge = await this.#takeChallenge(response, player.id);
    const created = await this.#thread.call("verifyCreation", site, response, challenge);
    if (created === null) throw refuse("bad-passkey");
    if ((await store.listPasskeys(player.id)).length >= LIMITS.passkeys) throw refuse("too-many-passkeys");
    const codes = player.kind === "guest" ? this.#newCodes() : null;
    const now = time.now();
    const dates = { createdAt: now, usedAt: now, removedAt: null };
    const passkey = { ...created, player: player.id, ...dates, device: by.device };
    const isAdded = await this.#changeWithEvent(player.id, "passkey-added", by, (event) =>
      store.addPasskey(passkey, codes && codes.map(hashCode), event),
    );
    if (!isAdded) throw refuse((await store.findPasskey(passkey.id)) ? "passkey-known" : "bad-passkey");
    return { player: players.renew({ ...player, kind: "account" }), recoveryCodes: codes ?? [] };
  }

  async means(token: string): Promise<SignInMeans> {
    const { store, players } = this.#ports;
    const { id: player } = await players.require(token);
    const passkeys = await store.listPasskeys(player);
    return {
      passkeys: passkeys.map(({ id, device, createdAt, usedAt, removedAt }) => ({
        id,
        device,
        createdAt,
        usedAt,
        ...(removedAt !== null && { removedAt }),
      })),
      recoveryCodes: await store.countCodes(player),
    };
  }

  /**
   * Removes a passkey: at once if another one is older, or was added 3 days ago. Otherwise in 3 days, so that whoever has just added one cannot
   * lock the owner out.
   * @throws `RefusalError` with `unknown-passkey` or `last-passkey`
   */
  async removePasskey(by: Asker, id: string): Promise<PasskeyRemoval> {
    const { store, time } = this.#ports;
    const { id: player } = await this.requireProven(by, "remove-passkey");
    const passkey = (await store.listPasskeys(player)).find((each) => each.id === id);
    if (!passkey) throw refuse("unknown-passkey");
    const now = time.now();
    const trusted = Math.max(passkey.createdAt, now - REMOVAL_WAIT);
    const isRemoved = await this.#changeWithEvent(player, "passkey-removed", by, (event) =>
      store.deletePasskey(player, id, trusted, event),
    );
    if (isRemoved) return { removedAt: null };
    if (passkey.removedAt !== null) return { removedAt: passkey.removedAt };
    const removedAt = now + REMOVAL_WAIT;
    const waits = await this.#changeWithEvent(player, "removal-waiting", by, (event) =>
      store.delayRemoval(player, id, removedAt, event),
    );
    if (!waits) throw refuse("last-passkey");
    return { removedAt };
  }

  /**
   * Keeps a passkey whose removal waits; another one stays as it is.
   * @throws `RefusalError` with `unknown-passkey`
   */
  async keepPasskey(by: Asker, id: string): Promise<void> {
    const { store } = this.#ports;
    const { id: player } = await this.requireProven(by, "keep-passkey");
    if ((await store.findPasskey(id))?.player !== player) throw refuse("unknown-passkey");
    await this.#changeWithEvent(player, "removal-cancelled", by, (event) =>
      store.keepPasskey(player, id, event),
    );
  }

  /** Removes some of the passkeys whose removal has waited long enough; an account's last one stays. Resolves with whether there were any. */
  async removeDue(): Promise<boolean> {
    const { store, events, time } = this.#ports;
    const due = await store.listDueRemovals(time.now());
    for (const { id, player } of due) {
      const event = events.statements(player, "passkey-removed", "");
      const isRemoved = await store.deletePasskey(player, id, Number.MAX_SAFE_INTEGER, event);
      if (!isRemoved) await store.keepPasskey(player, id);
    }
    return due.length > 0;
  }

  /**
   * Replaces the recovery codes of an account. The old ones end at once: they may be in wrong hands.
   * @throws `RefusalError` with `no-account`
   */
  async renewCodes(by: Asker): Promise<string[]> {
    const { store } = this.#ports;
    const { id, kind } = await this.requireProven(by, "renew-codes");
    if (kind !== "account") throw refuse("no-account");
    const codes = this.#newCodes();
    await this.#changeWithEvent(id, "codes-renewed", by, async (event) => {
      await store.replaceCodes(id, codes.map(hashCode), event);
      return true;
    });
    return codes;
  }

  /**
   * Signs a player out everywhere: all their tokens are `bad-token` from now on, but the new one.
   * @param endMore ends before that what else is to end; if it rejects, the tokens stay valid
   * @throws as `Players.endTokens` or `endMore`
   */
  async signOutEverywhere(by: Asker, endMore: (player: string) => Promise<void>): Promise<Player> {
    const { players } = this.#ports;
    const { id, kind } = await this.requireProven(by, "sign-out-everywhere");
    await endMore(id);
    const player = await players.endTokens(by.token, by.device);
    if (kind === "account") await this.#note(id, "signed-out-everywhere", by);
    return player;
  }

  /** Deletes a player with all that is stored for them: their tokens are `bad-token` from now on. */
  async delete(by: Asker): Promise<void> {
    const { id } = await this.requireProven(by, "delete");
    await this.#ports.store.delete(id);
  }

  /** Returns what happened to an account, the newest first. */
  async events(token: string): Promise<Events> {
    const { players, events } = this.#ports;
    const { id } = await players.require(token);
    return { events: [...(await events.list(id))] };
  }

  /** Changes where an account's notices go. @throws as `change` */
  async changeMail(
    by: Asker,
    what: "set-mail" | "remove-mail",
    change: (player: string) => Promise<void>,
  ): Promise<string> {
    const { id, kind } = await this.requireProven(by, what);
    await change(id);
    if (kind === "account") await this.#note(id, what === "set-mail" ? "mail-set" : "mail-removed", by);
    return id;
  }

  /** Returns what a browser needs to sign in with a passkey. */
  async requestOptions(site: Site): Promise<PasskeyOptions> {
    return this.#thread.call("requestOptions", site, await this.#newChallenge(UNKNOWN));
  }

  /**
   * Signs in with a passkey, or with a recovery code, which is invalid then.
   * @throws `RefusalError` with `unknown-passkey`, `bad-passkey` or `bad-recovery-code`
   */
  async signIn(site: Site, { response, recoveryCode }: Shown, by: Pick<Asker, "device">): Promise<SignIn> {
    const { store, players, proofs } = this.#ports;
    const used = response
      ? await this.#usePasskey(site, response, UNKNOWN)
      : { player: await this.#takeCode(recoveryCode ?? "", null), isVerified: true };
    const player = await store.find(used.player);
    // They were deleted just now.
    if (!player) throw refuse(response ? "unknown-passkey" : "bad-recovery-code");
    if (!response) await this.#note(player.id, "code-used", by);
    await this.#note(player.id, "signed-in", by);
    return {
      player: await players.signIn(player, by.device),
      proof: used.isVerified ? proofs.sign(player) : null,
    };
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
  async prove(by: Asker, site: Site, { response, recoveryCode }: Shown): Promise<string> {
    const { proofs, events } = this.#ports;
    const player = await this.#requireAccount(by.token);
    try {
      if (!response) await this.#takeCode(recoveryCode ?? "", player.id);
      else if (!(await this.#usePasskey(site, response, player.id)).isVerified) throw refuse("bad-passkey");
    } catch (error) {
      if (error instanceof RefusalError) await events.noteRefusal(player.id, "prove", by.device);
      throw error;
    }
    if (!response) await this.#note(player.id, "code-used", by);
    return proofs.sign(player);
  }

  /**
   * Finds who has a token; an account shows a proof of its own too. Guests have nothing to prove with.
   * @param asked the requested act, which the account's events name if it is refused
   * @throws `RefusalError` with `proof-required`, and as `Players.find`
   */
  async requireProven({ token, proof, device }: Asker, asked: ProvenAct): Promise<SignedInPlayer> {
    const { players, proofs, events } = this.#ports;
    const player = await players.require(token);
    if (player.kind === "account" && !proofs.isOf(proof, player)) {
      await events.noteRefusal(player.id, asked, device);
      throw refuse("proof-required");
    }
    return player;
  }

  /** Finds who wants to add a passkey, as `requireProven`. @throws `RefusalError` with `bot-account` if it is no person */
  async #requirePerson(by: Asker): Promise<SignedInPlayer> {
    const player = await this.requireProven(by, "add-passkey");
    if (player.kind === "bot") throw refuse("bot-account");
    return player;
  }

  #note(player: string, what: Exclude<AccountEventKind, "refused">, { device }: Pick<Asker, "device">) {
    return this.#ports.events.note(player, what, device);
  }

  /** Makes a change that stores its event too. @param change resolves with whether it was made */
  async #changeWithEvent(
    player: string,
    what: AccountEventKind,
    { device }: Asker,
    change: (event: readonly Statement[]) => Promise<boolean>,
  ): Promise<boolean> {
    const { events } = this.#ports;
    const isChanged = await change(events.statements(player, what, device));
    if (isChanged) events.onEvent(player, what);
    return isChanged;
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

/** Returns the stored form of a recovery code, given as a player entered it. */
function hashCode(code: string): string {
  return hashSecret(code.replaceAll(/[^A-Za-z0-9]/g, "").toUpperCase());
}
