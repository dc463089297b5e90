import type { GameName } from "@flower-war/protocol";
import {
  type Leaderboard,
  LEADERBOARD_PAGE,
  type MatchHistory,
  type MyMatches,
  type PlayedGame,
  type PlayerMatch,
  type Profile,
  PROVISIONAL_MATCHES,
} from "@flower-war/protocol/players";
import type { HostedGame } from "../games/hosted-game.ts";
import { shownValue } from "../history/settlement.ts";
import {
  type HistoryPosition,
  type HistoryStore,
  isFinisher,
  type StoredGame,
  type StoredPlayerMatch,
} from "../history/store/history-store.ts";
import { formatInvitation } from "../match/match-name.ts";
import type { PlayerStore, StoredPlayer } from "../players/store/player-store.ts";
import { refuse } from "../refusal.ts";
import type { Journal } from "../storage/journal/journal.ts";

/** Points of a rating's curve, and matches that go on, in one answer. */
const MOST = 50;

interface ProfilesPorts {
  readonly games: ReadonlyMap<string, HostedGame>;
  readonly players: Pick<PlayerStore, "find">;
  readonly histories: HistoryStore;
  readonly journal: Pick<Journal, "findResult">;
}

/** A `HistoryRequest`, complete. */
interface Part {
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Answers about players and their matches. Every method rejects with `unavailable` while the store cannot be used. */
export class Profiles {
  readonly #ports: ProfilesPorts;

  constructor(ports: ProfilesPorts) {
    this.#ports = ports;
  }

  /**
   * Returns a player's public profile.
   * @throws `RefusalError` with `unknown-player`
   */
  async profile(id: string): Promise<Profile> {
    const { name, kind, createdAt } = await this.#require(id);
    const stored = new Map((await this.#ports.histories.listGames(id)).map((game) => [game.game, game]));
    const names = [...this.#ports.games.values()].map(({ game }) => game.name as GameName);
    const played = names.flatMap((game) => stored.get(game) ?? []);
    const left = sum(played, (game) => game.left);
    const finishes = await this.#ports.histories.readFinishes(id);
    const recent = { ...finishes, finisher: isFinisher(finishes) };
    const reputation = { finished: sum(played, (game) => game.played) - left, left, recent };
    const games = await Promise.all(played.map((game) => this.#gameOf(id, game)));
    return { id, name, kind, since: createdAt, games, reputation };
  }

  /**
   * Returns public matches of a player that are over.
   * @throws `RefusalError` with `unknown-player`
   */
  async history(id: string, part: Part): Promise<MatchHistory> {
    await this.#require(id);
    return this.#over(id, part, false);
  }

  /** Returns a player's own matches. */
  async ownMatches(id: string, part: Part): Promise<MyMatches> {
    const { histories } = this.#ports;
    const running = part.before === undefined ? await histories.listOwnRunning(id, MOST) : [];
    return { ...(await this.#over(id, part, true)), running: running.map((each) => tell(each)) };
  }

  /** Returns a page of a game's leaderboard. */
  async leaderboard(game: GameName, wanted: number): Promise<Leaderboard> {
    const { histories } = this.#ports;
    const total = await histories.countRanked(game);
    const pages = Math.max(1, Math.ceil(total / LEADERBOARD_PAGE));
    const page = Math.min(wanted, pages);
    const before = (page - 1) * LEADERBOARD_PAGE;
    const ranked = await histories.listRanked(game, before, LEADERBOARD_PAGE);
    const [first] = ranked;
    const ahead = first === undefined ? 0 : await histories.countRanked(game, first.value);
    const entries = ranked.map(({ player, name, value, rated, ratedWon }) => {
      const equals = ranked.findIndex((other) => other.value === value);
      const rank = 1 + (equals === 0 ? ahead : before + equals);
      return { rank, id: player, name, rating: shownValue({ value }), matches: rated, won: ratedWon };
    });
    return { entries, total, page, pages };
  }

  async #require(id: string): Promise<StoredPlayer> {
    const player = /^[A-Za-z0-9]{12}$/.test(id) ? await this.#ports.players.find(id) : null;
    if (!player) throw refuse("unknown-player");
    return player;
  }

  async #gameOf(player: string, stored: StoredGame & { readonly game: GameName }): Promise<PlayedGame> {
    const { histories } = this.#ports;
    const { game, played, won, rating, rated } = stored;
    if (rating === null) return { game, played, won, rating: null, curve: [] };
    const isProvisional = rated < PROVISIONAL_MATCHES;
    const rank = isProvisional ? null : 1 + (await histories.countRanked(game, rating.value));
    return {
      game,
      played,
      won,
      rating: { value: shownValue(rating), provisional: isProvisional, matches: rated, rank },
      curve: await histories.listRatings(player, game, MOST),
    };
  }

  async #over(player: string, { before, limit }: Part, isOwn: boolean): Promise<MatchHistory> {
    const { histories, journal } = this.#ports;
    const from = before === undefined ? null : parsePosition(before);
    const found = await histories.listOver(player, from, limit + 1, isOwn);
    const shown = found.slice(0, limit);
    const matches = await Promise.all(
      shown.map(async (each) => {
        const stored = await journal.findResult(each.match);
        const invitation = stored && isOwn ? formatInvitation(stored) : null;
        return { ...tell(each), ...(stored && { ...readResult(stored.result), invitation }) };
      }),
    );
    const last = shown.at(-1);
    const isMore = found.length > limit && last !== undefined && last.endedAt !== null;
    return { matches, next: isMore ? `${last.endedAt}-${last.match}` : null };
  }
}

/** Returns a match as in a history, without the data stored with the match. */
function tell({ running, rating, unrated, ...match }: StoredPlayerMatch): PlayerMatch {
  return {
    ...match,
    ...(unrated !== null && { unrated }),
    invitation: running?.invitation ?? null,
    seats: [...(running?.seats ?? [])],
    outcome: null,
    ratingChange: rating?.change ?? null,
  };
}

type StoredResult = NonNullable<Awaited<ReturnType<Journal["findResult"]>>>;

function readResult({ seats, outcome }: StoredResult["result"]): Pick<PlayerMatch, "seats" | "outcome"> {
  return { outcome, seats: seats.map(({ player = null, ...seat }) => ({ ...seat, player })) };
}

function parsePosition(text: string): HistoryPosition {
  const [at = "", match = ""] = text.split("-");
  return { at: Number(at), match };
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
