import type { PlayerKind } from "@flower-war/protocol";

/** A stored player. */
export interface StoredPlayer {
  /** 12 letters and digits; no secret. */
  readonly id: string;
  /** The name as others see it. */
  readonly name: string;
  readonly kind: PlayerKind;
  /** ms since 1970. */
  readonly createdAt: number;
  /** When the player last asked for something, to the hour: ms since 1970. */
  readonly seenAt: number;
  /** How often the player signed out everywhere: tokens of earlier generations are invalid. */
  readonly generation: number;
}

/** A passkey of an account (WebAuthn). The private key is the player's alone. */
export interface Passkey {
  /** The credential's id, base64url. */
  readonly id: string;
  /** The id of the player. */
  readonly player: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  /** How often it was used, as the authenticator says; 0: it does not count. */
  readonly counter: number;
  /** ms since 1970. */
  readonly createdAt: number;
  /** ms since 1970. */
  readonly usedAt: number;
}

/** A challenge that a browser has to sign. Good for one answer. */
export interface Challenge {
  /** Base64url. */
  readonly challenge: string;
  /** The id of the player who adds a passkey; `""`: a player signs in. */
  readonly player: string;
  /** ms since 1970. */
  readonly expiresAt: number;
}

/** The store for players. Durable; one suite tests all stores (server/test/players/store.test.ts). */
export interface PlayerStore {
  /** Adds a player. Returns `false`, and changes nothing, if the id is in use. */
  add(player: StoredPlayer): Promise<boolean>;
  find(id: string): Promise<StoredPlayer | null>;
  /** Returns `false` if there is no such player. */
  rename(id: string, name: string): Promise<boolean>;
  /** Notes when a player was seen last. One who is gone stays so. */
  markSeen(id: string, at: number): Promise<void>;
  /** Begins a generation of tokens after the one that was read. Returns `false` if that has happened, or there is no such player. */
  endGeneration(id: string, read: number): Promise<boolean>;
  /** Deletes a player and all that belongs to them. Returns `false` if there was none. */
  delete(id: string): Promise<boolean>;
  /** Deletes some of the guests and bot accounts that were last seen before a date, the longest unseen first. Returns whether there were any. */
  deleteUnseenGuests(before: number): Promise<boolean>;
  /**
   * Adds a passkey. With `codes` the player is a guest and becomes an account with these recovery codes. Returns `false`, and changes
   * nothing, if the passkey is known or the guest is an account already.
   * @param codes hashes of the recovery codes; `null`: the player is an account
   */
  addPasskey(passkey: Passkey, codes: readonly string[] | null): Promise<boolean>;
  findPasskey(id: string): Promise<Passkey | null>;
  /** Lists a player's passkeys in the order in which they were added. */
  listPasskeys(player: string): Promise<readonly Passkey[]>;
  /** Notes that a passkey was used. Returns `false` if it is not stored as it was read. */
  usePasskey(read: Passkey, counter: number, at: number): Promise<boolean>;
  /** Deletes a passkey unless it is its player's last. Returns whether it did. */
  deletePasskey(player: string, id: string): Promise<boolean>;
  /** Replaces a player's recovery codes. @param codes hashes */
  replaceCodes(player: string, codes: readonly string[]): Promise<void>;
  countCodes(player: string): Promise<number>;
  /** Deletes a recovery code, and returns its player; `null`: it is unknown. @param code its hash */
  takeCode(code: string): Promise<string | null>;
  addChallenge(challenge: Challenge): Promise<void>;
  /** Deletes a challenge. Returns whether it was stored for this player and has not expired. */
  takeChallenge(challenge: string, player: string, now: number): Promise<boolean>;
  /** Deletes challenges that have expired. Returns whether there were any. */
  deleteExpiredChallenges(now: number): Promise<boolean>;
}

/** The most guests that one call of `deleteUnseenGuests` deletes: other requests get the store in between. */
export const MAX_DELETED = 100;
