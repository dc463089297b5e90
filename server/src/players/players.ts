import type { Player, PlayerKind } from "@flower-war/protocol/players";
import type { Ports } from "../ports.ts";
import { newId, newPlayerId } from "../random.ts";
import { refuse } from "../refusal.ts";
import { deleteExpired } from "../storage/retention.ts";
import type { Cancel } from "../time.ts";
import { type PlayerTokens, TOKEN_FIELD } from "./player-tokens.ts";
import type { PlayerInSession, PlayerStore, StoredPlayer } from "./store/player-store.ts";
import {
  endAllSessions,
  insertSession,
  type SessionStore,
  type StoredSession,
} from "./store/session-store.ts";

/** ms for which a player counts as just seen: not every request writes. */
const SEEN_INTERVAL = 60 * 60 * 1000;

/** The player of a token. */
export interface Identified {
  /** The player's id. */
  readonly player: string;
  /** Whether it is a bot account. */
  readonly isBot: boolean;
  /** Whether they have an account, or are a bot account. */
  readonly isAccount: boolean;
}

/** The player of a token, and the session in which it is valid; `null`: an older server issued it. */
export interface SignedInPlayer extends PlayerInSession {
  readonly session: string | null;
}

export interface PlayersPorts extends Ports {
  readonly store: PlayerStore;
  readonly sessions: SessionStore;
  readonly tokens: PlayerTokens;
  /** ms after which guests and bot accounts that were not seen are deleted, and for which tokens are valid. */
  readonly guestRetention: number;
}

/** Guests, accounts and bots of this server, known by their tokens. Every method rejects with `unavailable` while the store cannot be used. */
export class Players {
  readonly #ports: PlayersPorts;
  readonly #endRetention: Cancel;

  constructor(ports: PlayersPorts) {
    this.#ports = ports;
    const { store, sessions, guestRetention, time } = ports;
    const deleteSome = async () => {
      const anyChallenge = await store.deleteExpiredChallenges(time.now());
      // Their last tokens have expired: each is issued when it is used.
      const anySession = await sessions.deleteUnseen(time.now() - guestRetention - SEEN_INTERVAL);
      return (await store.deleteUnseenGuests(time.now() - guestRetention)) || anyChallenge || anySession;
    };
    this.#endRetention = deleteExpired(deleteSome, ports);
  }

  /** Creates a guest, or a bot account. @param device on which they are signed in, as in `PlayerSession` of the protocol */
  async create(
    name: string,
    device: string,
    kind: Exclude<PlayerKind, "account"> = "guest",
  ): Promise<Player> {
    const { store, time, random } = this.#ports;
    const now = time.now();
    const player: StoredPlayer = {
      id: newPlayerId(random),
      name,
      kind,
      createdAt: now,
      seenAt: now,
      generation: 0,
    };
    const session = this.#newSession(player.id, device);
    if (!(await store.add(player, insertSession(session)))) return this.create(name, device, kind);
    return this.renew({ ...player, session: session.id });
  }

  /**
   * Returns the player of a token, with a new token.
   * @throws `RefusalError` with `bad-token` or `expired-token`, field `authorization`
   */
  async find(token: string): Promise<Player> {
    return this.renew(await this.require(token));
  }

  /**
   * Returns who has a token.
   * @throws as `find`
   */
  async identify(token: string): Promise<Identified> {
    const { id, kind } = await this.require(token);
    return { player: id, isBot: kind === "bot", isAccount: kind !== "guest" };
  }

  /**
   * Changes a player's name; in matches where they sit already they keep the old one.
   * @throws as `find`
   */
  async rename(token: string, name: string): Promise<Player> {
    const player = await this.require(token);
    await this.#ports.store.rename(player.id, name);
    return this.renew({ ...player, name });
  }

  /**
   * Signs a player out everywhere: all their tokens are `bad-token` from now on, but the new one.
   * @param device as for `create`
   * @throws as `find`
   */
  async endTokens(token: string, device: string): Promise<Player> {
    const player = await this.require(token);
    const { id, generation } = player;
    const session = this.#newSession(id, device);
    const changes = [endAllSessions(id), ...insertSession(session)];
    // Otherwise they did the same elsewhere meanwhile, and this token has ended too.
    if (!(await this.#ports.store.endGeneration(id, generation, changes))) {
      throw refuse("bad-token", { field: TOKEN_FIELD });
    }
    return this.renew({ ...player, generation: generation + 1, session: session.id });
  }

  close(): void {
    this.#endRetention();
  }

  /**
   * Finds who has a token, and notes that they were seen.
   * @throws as `find`
   */
  async require(token: string): Promise<SignedInPlayer> {
    const { store, tokens, time } = this.#ports;
    const { player: id, generation, session } = tokens.verify(token);
    const player = await store.findWithSession(id, session ?? "");
    if (player === null) throw refuse("bad-token", { field: TOKEN_FIELD });
    const isValid = session === null ? player.generation === generation : player.sessionSeenAt !== null;
    if (!isValid) throw refuse("bad-token", { field: TOKEN_FIELD });
    const now = time.now();
    const seenAt = (session === null ? player.olderSeenAt : player.sessionSeenAt) ?? 0;
    if (now - Math.min(player.seenAt, seenAt) >= SEEN_INTERVAL) await store.markSeen(id, session, now);
    return { ...player, session };
  }

  /**
   * Signs a player in on a device, and gives them a token.
   * @param device as for `create`
   * @throws `RefusalError` with `bad-token` if they were deleted just now
   */
  async signIn(player: StoredPlayer, device: string): Promise<Player> {
    const session = this.#newSession(player.id, device);
    if (!(await this.#ports.sessions.add(session))) throw refuse("bad-token", { field: TOKEN_FIELD });
    return this.renew({ ...player, session: session.id });
  }

  /** Gives a player a new token of the session that they have. */
  renew({ id, name, kind, generation, session }: StoredPlayer & Pick<SignedInPlayer, "session">): Player {
    return { id, name, kind, token: this.#ports.tokens.sign({ player: id, generation, session }) };
  }

  #newSession(player: string, device: string): StoredSession {
    const { time, random } = this.#ports;
    const now = time.now();
    return { id: newId(random), player, device, createdAt: now, seenAt: now };
  }
}
