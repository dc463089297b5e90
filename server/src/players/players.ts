import type { Player, PlayerKind, Scope } from "@flower-war/protocol/players";
import type { Ports } from "../ports.ts";
import { newId, newPlayerId } from "../random.ts";
import { refuse } from "../refusal.ts";
import { deleteExpired } from "../storage/retention.ts";
import type { Cancel } from "../time.ts";
import { isSecretOf } from "../secrets.ts";
import { parsePersonalToken, type PlayerTokens, TOKEN_FIELD } from "./player-tokens.ts";
import { deletePersonalTokens, type PersonalTokenStore, scopesOf } from "./store/personal-token-store.ts";
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
  /** Their token is a personal one without the right to talk. */
  readonly withoutChat?: true;
}

/** The player of a token, and the session in which it is valid; `null`: an older server issued it, or it is a personal token. */
export interface SignedInPlayer extends PlayerInSession {
  readonly session: string | null;
  /** Of a personal token; missing: the token is good for everything. */
  readonly scopes?: readonly Scope[];
}

export interface PlayersPorts extends Ports {
  readonly store: PlayerStore;
  readonly sessions: SessionStore;
  readonly personalTokens: PersonalTokenStore;
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
   * Returns the player of a token, with a new token; a personal one stays.
   * @param scopes those of which a personal token needs one
   * @throws `RefusalError` with `bad-token` or `expired-token`, field `authorization`; `missing-scope`
   */
  async find(token: string, ...scopes: readonly Scope[]): Promise<Player> {
    const found = await this.require(token, ...scopes);
    const { id, name, kind } = found;
    return found.scopes === undefined ? this.renew(found) : { id, name, kind, token };
  }

  /**
   * Returns a token's player.
   * @param scopes as for `find`
   * @throws as `find`
   */
  async identify(token: string, ...scopes: readonly Scope[]): Promise<Identified> {
    const { id, kind, scopes: own } = await this.require(token, ...scopes);
    const mute = own !== undefined && !own.includes("chat");
    const who = { player: id, isBot: kind === "bot", isAccount: kind !== "guest" };
    return mute ? { ...who, withoutChat: true } : who;
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
    const changes = [endAllSessions(id), deletePersonalTokens(id), ...insertSession(session)];
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
   * Finds a token's player, and notes that they were seen.
   * @param scopes as for `find`; none: it takes no personal token
   * @throws as `find`
   */
  async require(token: string, ...scopes: readonly Scope[]): Promise<SignedInPlayer> {
    const personal = parsePersonalToken(token);
    return personal === null ? this.#requireSession(token) : this.#requirePersonal(personal, scopes);
  }

  async #requirePersonal(
    { id, secret }: NonNullable<ReturnType<typeof parsePersonalToken>>,
    needed: readonly Scope[],
  ): Promise<SignedInPlayer> {
    const { personalTokens, time } = this.#ports;
    const found = await personalTokens.find(id);
    if (found === null || !isSecretOf(found.token.secret, secret))
      throw refuse("bad-token", { field: TOKEN_FIELD });
    const { token, player } = found;
    const scopes = scopesOf(token);
    if (!needed.some((scope) => scopes.includes(scope))) throw refuse("missing-scope");
    const now = time.now();
    if (now - (token.usedAt ?? 0) >= SEEN_INTERVAL) await personalTokens.markUsed(token, now);
    return { ...player, olderSeenAt: null, sessionSeenAt: null, session: null, scopes };
  }

  async #requireSession(token: string): Promise<SignedInPlayer> {
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
