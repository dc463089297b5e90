import type { Presence } from "@colyseus/core";
import {
  freeSeatsOf,
  type GameName,
  LIMITS,
  type Listing,
  type LobbyRequest,
  ROOMS,
  type TablePage,
} from "@flower-war/protocol";
import { compareListings, isJoinable, LOBBY_PAGE, readListing } from "@flower-war/protocol/server";
import type { MatchMaker } from "../cluster/match-maker.ts";
import {
  type Gathered,
  type ListingNews,
  type MatchMetadata,
  newsOf,
  subscribeListings,
} from "../match/outbound/listing.ts";
import type { Cancel, Time } from "../time.ts";

/** Filters whose matches are remembered: more than rooms watch (`LIMITS.lobbies`); over HTTP any client may ask. */
const MOST_SELECTED = 500;

/** What older servers tell. */
const UNKNOWN: Gathered = { players: [], startsAt: 0 };

/** Short codes of public matches that are remembered. */
const MOST_CODES = 10_000;

/** Which listed matches; a missing field selects all. */
export type LobbyFilter = {
  readonly [K in Exclude<keyof LobbyRequest, "page">]?: LobbyRequest[K] | undefined;
};

/** The matches that a quick play looks for. */
export interface QuickPlayFilter {
  readonly game: GameName;
  /** The name of a preset of the game; `null`: any options. */
  readonly preset: string | null;
}

/** For whom a table is looked for. */
export interface Seeker {
  readonly isAccount: boolean;
  /** Whether they may sit down where only finishers may. */
  readonly isFinisher: boolean;
  /** The ids of players whom they shall not meet. */
  readonly apart: ReadonlySet<string>;
}

/** A match with a free seat. */
export interface OpenTable extends Gathered {
  readonly id: string;
}

/** The matches that the lobby lists, of all processes, in the lobby's order. A process has one. */
export class TableIndex {
  readonly #matchMaker: MatchMaker;
  readonly #time: Time;
  readonly #listings = new Map<string, Listing>();
  /** What servers alone know of each of them. */
  readonly #gathered = new Map<string, Gathered>();
  /** The same, sorted. */
  #sorted: Listing[] = [];
  /** The selections since the last change, by filter as JSON. */
  readonly #selected = new Map<string, readonly Listing[]>();
  /** The ids of public matches by their codes, the latest news last; also of some that are no longer listed. */
  readonly #codes = new Map<string, string>();
  readonly #watchers = new Set<() => void>();
  /** Ends the pause after the last notice; `null`: there is none. */
  #pause: Cancel | null = null;
  #changedInPause = false;
  /** The news since the newest resync began to read; `null`: none is reading. */
  #newsMeanwhile: ListingNews[] | null = null;

  constructor(matchMaker: MatchMaker, time: Time) {
    this.#matchMaker = matchMaker;
    this.#time = time;
  }

  /** Starts to follow the listings of all processes. */
  async open(presence: Presence): Promise<void> {
    await subscribeListings(presence, (news) => this.#apply(news));
    await this.#resync();
  }

  /** Ends its timer. */
  close(): void {
    this.#pause?.();
    this.#watchers.clear();
  }

  /** Returns a page of what a filter selects: the last one, if there are not so many. @param page from 1 */
  list(filter: LobbyFilter, page: number): TablePage {
    const selected = this.#select(filter);
    const pages = Math.max(1, Math.ceil(selected.length / LOBBY_PAGE));
    const shown = Math.min(page, pages);
    const tables = selected.slice((shown - 1) * LOBBY_PAGE, shown * LOBBY_PAGE);
    return { tables, total: selected.length, page: shown, pages };
  }

  /**
   * Finds a public match that was heard of by its short code; `null`: no such match, or it is private. Both cost the same: nothing is
   * looked up elsewhere.
   */
  findByCode(code: string): string | null {
    return this.#codes.get(code) ?? null;
  }

  /**
   * Finds the matches of a game with a free seat, other than these, those that most people have joined first.
   * @param seeker the player who looks for a table, whom some tables do not admit
   */
  *openTables(
    { game, preset }: QuickPlayFilter,
    except: ReadonlySet<string>,
    { isAccount, isFinisher, apart }: Seeker,
  ): Generator<OpenTable, void> {
    for (const listing of this.#sorted) {
      // All that people can join are before the others.
      if (!isJoinable(listing)) return;
      const { id, admission } = listing;
      const letsIn = (isAccount || admission !== "accounts") && (isFinisher || admission !== "finishers");
      // Who plays now has chosen no table's ways: it is one where all that is done stands.
      const { takeBacks, pauses, holidays, handOvers, judges } = listing;
      if (takeBacks || pauses > 0 || holidays > 0 || handOvers !== "no" || judges) continue;
      const isWanted = listing.game === game && (preset === null || listing.preset === preset);
      if (!isWanted || !letsIn || except.has(id)) continue;
      const gathered = this.#gathered.get(id) ?? UNKNOWN;
      if (gathered.players.every((player) => !apart.has(player))) yield { id, ...gathered };
    }
  }

  /** Calls after changes, at most once in `LIMITS.lobbyInterval`. Returns the function that ends it. */
  watch(call: () => void): Cancel {
    this.#watchers.add(call);
    return () => void this.#watchers.delete(call);
  }

  #select(filter: LobbyFilter): readonly Listing[] {
    const key = JSON.stringify(filter);
    const known = this.#selected.get(key);
    if (known) return known;
    const selected = this.#sorted.filter((listing) => isSelected(listing, filter));
    if (this.#selected.size >= MOST_SELECTED) this.#selected.clear();
    this.#selected.set(key, selected);
    return selected;
  }

  #apply(news: ListingNews): void {
    if (news.resync) return void this.#resync();
    this.#newsMeanwhile?.push(news);
    if (this.#change(news)) this.#notify();
  }

  /** Returns whether the listing changed. */
  #change({ listing, gone, gathered }: ListingNews): boolean {
    if (listing) return this.#put(readListing(listing), gathered ?? UNKNOWN);
    return gone !== undefined && this.#remove(gone);
  }

  /**
   * Makes the index hold what the matchmaker lists, and the news that came while that was read. If it cannot be read now, the
   * next resync reads it.
   */
  async #resync(): Promise<void> {
    const news: ListingNews[] = [];
    this.#newsMeanwhile = news;
    const rooms = await this.#matchMaker.listRooms<MatchMetadata>({ name: ROOMS.match }).catch(() => null);
    if (this.#newsMeanwhile !== news) return; // a later one reads what is newer
    this.#newsMeanwhile = null;
    if (rooms === null) return;
    const told = rooms.flatMap(({ metadata }) => (metadata && newsOf(metadata)) ?? []);
    this.#listings.clear();
    this.#gathered.clear();
    this.#sorted = [];
    for (const each of told) this.#change(each);
    for (const each of news) this.#change(each);
    this.#notify();
  }

  /** Returns whether it is listed, or was. */
  #put(listing: Listing, gathered: Gathered): boolean {
    this.#rememberCode(listing);
    const wasListed = this.#remove(listing.id);
    if (!isListed(listing)) return wasListed;
    this.#listings.set(listing.id, listing);
    this.#gathered.set(listing.id, gathered);
    this.#sorted.splice(this.#positionOf(listing), 0, listing);
    return true;
  }

  #rememberCode({ code, id }: Listing): void {
    this.#codes.delete(code);
    this.#codes.set(code, id);
    const [oldest] = this.#codes.keys();
    if (this.#codes.size > MOST_CODES && oldest !== undefined) this.#codes.delete(oldest);
  }

  /** Returns whether it was listed. */
  #remove(id: string): boolean {
    const listed = this.#listings.get(id);
    if (!listed) return false;
    this.#listings.delete(id);
    this.#gathered.delete(id);
    this.#sorted.splice(this.#positionOf(listed), 1);
    return true;
  }

  /** Returns where a listing is in the order, or where it belongs. */
  #positionOf(listing: Listing): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#sorted[middle];
      if (other && compareListings(other, listing) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #notify(): void {
    this.#selected.clear();
    if (this.#watchers.size === 0) return;
    if (this.#pause) {
      this.#changedInPause = true;
      return;
    }
    this.#changedInPause = false;
    this.#pause = this.#time.after(LIMITS.lobbyInterval, () => {
      this.#pause = null;
      if (this.#changedInPause) this.#notify();
    });
    for (const call of this.#watchers) call();
  }
}

/** Whether others can join a match, or watch people play each other. Solo matches against bots are nothing to list. */
function isListed(listing: Listing): boolean {
  return isJoinable(listing) || listing.people.length >= 2;
}

function isSelected(listing: Listing, filter: LobbyFilter): boolean {
  const { game, preset, speed, free, temple, language, status } = filter;
  return (
    (game === undefined || listing.game === game) &&
    (preset === undefined || listing.preset === preset) &&
    (speed === undefined || listing.speed === speed) &&
    (free === undefined || freeSeatsOf(listing) >= free) &&
    (temple === undefined || listing.temple === temple) &&
    (language === undefined || listing.language === language) &&
    (status === undefined || listing.status === status)
  );
}
