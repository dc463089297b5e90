import type { Player, PlayerKind } from "@flower-war/protocol/players";
import type { Ports } from "../ports.ts";
import { newPlayerId } from "../random.ts";
import { refuse } from "../refusal.ts";
import { deleteExpired } from "../storage/retention.ts";
import type { Cancel } from "../time.ts";
import { type PlayerTokens, TOKEN_FIELD } from "./player-tokens.ts";
import type { PlayerStore, StoredPlayer } from "./store/player-store.ts";

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

export interface PlayersPorts extends Ports {
  readonly store: PlayerStore;
  readonly tokens: PlayerTokens;
  /** ms after which guests and bot accounts that were not seen are deleted. */
  readonly guestRetention: number;
}

/** Guests, accounts and bots of this server, known by their tokens. Every method rejects with `unavailable` while the store cannot be used. */
export class Players {
  readonly #ports: PlayersPorts;
  readonly #endRetention: Cancel;

  constructor(ports: PlayersPorts) {
    this.#ports = ports;
    const { store, guestRetention, time } = ports;
    const deleteSome = async () => {
      const anyChallenge = await store.deleteExpiredChallenges(time.now());
      return (await store.deleteUnseenGuests(time.now() - guestRetention)) || anyChallenge;
    };
    this.#endRetention = deleteExpired(deleteSome, ports);
  }

  /** Creates a guest, or a bot account. */
  async create(name: string, kind: Exclude<PlayerKind, "account"> = "guest"): Promise<Player> {
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
    if (!(await store.add(player))) return this.create(name, kind);
    return this.signIn(player);
  }

  /**
   * Returns the player of a token, with a new token.
   * @throws `RefusalError` with `bad-token` or `expired-token`, field `authorization`
   */
  async find(token: string): Promise<Player> {
    return this.signIn(await this.require(token));
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
    return this.signIn({ ...player, name });
  }

  /**
   * Signs a player out everywhere: all their tokens are `bad-token` from now on, but the new one.
   * @throws as `find`
   */
  async endTokens(token: string): Promise<Player> {
    const player = await this.require(token);
    const { id, generation } = player;
    // Otherwise they did the same elsewhere meanwhile, and this token has ended too.
    if (!(await this.#ports.store.endGeneration(id, generation))) {
      throw refuse("bad-token", { field: TOKEN_FIELD });
    }
    return this.signIn({ ...player, generation: generation + 1 });
  }

  close(): void {
    this.#endRetention();
  }

  /**
   * Finds who has a token, and notes that they were seen.
   * @throws as `find`
   */
  async require(token: string): Promise<StoredPlayer> {
    const { store, tokens, time } = this.#ports;
    const claim = tokens.verify(token);
    const player = await store.find(claim.player);
    if (player?.generation !== claim.generation) throw refuse("bad-token", { field: TOKEN_FIELD });
    const now = time.now();
    if (now - player.seenAt >= SEEN_INTERVAL) await store.markSeen(player.id, now);
    return player;
  }

  /** Gives a player a new token. */
  signIn({ id, name, kind, generation }: StoredPlayer): Player {
    return { id, name, kind, token: this.#ports.tokens.sign({ player: id, generation }) };
  }
}
