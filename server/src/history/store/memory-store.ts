import { type GameName, PROVISIONAL_MATCHES } from "@flower-war/protocol";
import type { PlayerStore } from "../../players/store/player-store.ts";
import type {
  BegunMatch,
  HistoryPosition,
  HistoryStore,
  RankedPlayer,
  RunningMatch,
  Settlement,
  StoredGame,
  StoredPlayerMatch,
  Unsettled,
} from "./history-store.ts";

type Owned<T> = T & { readonly player: string };

/** Histories in memory, which end with the process. What it has of players who are gone is never read again. */
export class MemoryHistory implements HistoryStore {
  readonly #players: Pick<PlayerStore, "find">;
  /** By match, then by player. */
  readonly #matches = new Map<string, Map<string, StoredPlayerMatch>>();
  /** By player, then by game. */
  readonly #games = new Map<string, Map<GameName, StoredGame>>();
  readonly #rated = new Set<string>();

  constructor(players: Pick<PlayerStore, "find">) {
    this.#players = players;
  }

  async begin(match: BegunMatch, running: RunningMatch, player: string, seat: string): Promise<void> {
    if ((await this.#players.find(player)) === null) return;
    const known = this.#matches.get(match.match)?.get(player);
    if (known && known.endedAt !== null) return;
    const began = { ...match, seat, place: null, won: false, left: false, rating: null };
    this.#put(player, { ...began, endedAt: null, running });
  }

  async listRunning(after: string, limit: number): Promise<string[]> {
    const running = [...this.#matches].filter(([, players]) => [...players.values()].some(isRunning));
    const ids = running.map(([match]) => match).filter((match) => match > after);
    return ids.toSorted().slice(0, limit);
  }

  async listPlayers(match: string): Promise<{ player: string; seat: string }[]> {
    const players = [...(this.#matches.get(match) ?? [])].filter(([, each]) => isRunning(each));
    return players.map(([player, { seat }]) => ({ player, seat })).toSorted(byPlayer);
  }

  async drop(match: string): Promise<void> {
    const players = this.#matches.get(match) ?? new Map<string, StoredPlayerMatch>();
    for (const [player, each] of players) if (isRunning(each)) players.delete(player);
  }

  async readUnsettled(match: string, game: GameName, players: readonly string[]): Promise<Unsettled> {
    const open = players.filter((player) => {
      const known = this.#matches.get(match)?.get(player);
      return known === undefined || isRunning(known);
    });
    const found = await Promise.all(open.map((player) => this.#players.find(player)));
    const unsettled = found.flatMap((each) => {
      if (!each) return [];
      const { id: player, kind } = each;
      return [{ player, kind, game: this.#games.get(player)?.get(game) ?? null }];
    });
    return { isRated: this.#rated.has(match), players: unsettled.toSorted(byPlayer) };
  }

  async settle(settlement: Settlement, rates: boolean): Promise<boolean> {
    const { players, endedAt, match, game, preset, beganAt } = settlement;
    const found = await Promise.all(players.map(({ player }) => this.#players.find(player)));
    const isAsRead = players.every(({ player, kind, before }, i) => {
      const known = this.#matches.get(match)?.get(player);
      const version = this.#games.get(player)?.get(game)?.version;
      return (
        found[i]?.kind === kind && (known === undefined || isRunning(known)) && version === before?.version
      );
    });
    if (!isAsRead || (rates && this.#rated.has(match))) return false;
    if (rates) this.#rated.add(match);
    for (const { player, result, after } of players) {
      const begun = { match, game, preset, private: settlement.private, beganAt };
      this.#put(player, { ...begun, ...result, endedAt, running: null });
      if (after === null) continue;
      const games = this.#games.get(player) ?? new Map<GameName, StoredGame>();
      this.#games.set(player, games.set(game, after));
    }
    return true;
  }

  async listGames(player: string): Promise<(StoredGame & { game: GameName })[]> {
    return [...(this.#games.get(player) ?? [])].map(([game, stored]) => ({ ...stored, game }));
  }

  async listRatings(player: string, game: GameName, limit: number): Promise<{ at: number; value: number }[]> {
    const rated = this.#of(player).flatMap((match) =>
      match.game === game && match.endedAt !== null && match.rating !== null
        ? [{ at: match.endedAt, value: match.rating.value }]
        : [],
    );
    return rated.toSorted((a, b) => a.at - b.at).slice(-limit);
  }

  async listOver(
    player: string,
    before: HistoryPosition | null,
    limit: number,
    withPrivate: boolean,
  ): Promise<StoredPlayerMatch[]> {
    const over = this.#of(player).flatMap((each) =>
      each.endedAt === null || (each.private && !withPrivate) ? [] : [{ each, at: each.endedAt }],
    );
    return over
      .map(({ each, at }) => ({ each, position: { at, match: each.match } }))
      .filter(({ position }) => before === null || compare(position, before) < 0)
      .toSorted((a, b) => compare(b.position, a.position))
      .map(({ each }) => each)
      .slice(0, limit);
  }

  async listOwnRunning(player: string, limit: number): Promise<StoredPlayerMatch[]> {
    return this.#of(player)
      .filter(isRunning)
      .toSorted((a, b) => b.beganAt - a.beganAt || (a.match < b.match ? -1 : 1))
      .slice(0, limit);
  }

  async countRanked(game: GameName, value = Number.NEGATIVE_INFINITY): Promise<number> {
    return (await this.#ranked(game)).filter((each) => each.value > value).length;
  }

  async listRanked(game: GameName, offset: number, limit: number): Promise<RankedPlayer[]> {
    return (await this.#ranked(game)).slice(offset, offset + limit);
  }

  async #ranked(game: GameName): Promise<RankedPlayer[]> {
    const ranked = [...this.#games].flatMap(([player, games]) => {
      const { rating, rated = 0, ratedWon = 0 } = games.get(game) ?? {};
      return rating && rated >= PROVISIONAL_MATCHES ? [{ player, value: rating.value, rated, ratedWon }] : [];
    });
    const named = await Promise.all(
      ranked.map(async (each) => ({ ...each, name: (await this.#players.find(each.player))?.name })),
    );
    return named
      .flatMap(({ name, ...each }) => (name === undefined ? [] : [{ ...each, name }]))
      .toSorted((a, b) => b.value - a.value || byPlayer(a, b));
  }

  #of(player: string): StoredPlayerMatch[] {
    return [...this.#matches.values()].flatMap((players) => players.get(player) ?? []);
  }

  #put(player: string, match: StoredPlayerMatch): void {
    const players = this.#matches.get(match.match) ?? new Map<string, StoredPlayerMatch>();
    this.#matches.set(match.match, players.set(player, match));
  }
}

const isRunning = ({ endedAt }: StoredPlayerMatch): boolean => endedAt === null;

const byPlayer = (a: Owned<object>, b: Owned<object>): number => (a.player < b.player ? -1 : 1);

/** Orders positions by date, then by match. */
function compare(a: HistoryPosition, b: HistoryPosition): number {
  return a.at - b.at || (a.match < b.match ? -1 : Number(a.match > b.match));
}
