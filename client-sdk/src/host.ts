import {
  type Announcement,
  type CreateRequest,
  type CurrentAnnouncement,
  type GameListing,
  type GameMap,
  type GameName,
  type LobbyRequest,
  type MatchResult,
  type MatchSummary,
  PATHS,
  type QuickPlayRequest,
  type RematchRequest,
  type Reservation,
  type SeatRequest,
  type TablePage,
  type TableSeat,
  type TableSummary,
} from "@flower-war/protocol";
import type {
  HistoryRequest,
  Leaderboard,
  MatchHistory,
  MyMatches,
  PlayerMatch,
  Profile,
} from "@flower-war/protocol/players";
import { type Random, randomHex, systemRandom, systemTime, type Time } from "@flower-war/protocol/ports";
import type { Abortable } from "./abort.ts";
import type { Connect } from "./connection/connection.ts";
import {
  DEFAULT_PING,
  DEFAULT_RESUME,
  NO_PING,
  type PingPolicy,
  type ResumePolicy,
} from "./connection/policies.ts";
import { type GameLoader, games } from "./games/index.ts";
import { type Fetch, globalFetch, HttpClient } from "./http.ts";
import type { Identity } from "./identity.ts";
import type { Lobby } from "./lobby.ts";
import type { AnyMatch, MatchOf } from "./match.ts";
import type { GameReservation, MatchSettings, OutcomeOf, SeatHandle } from "./match-types.ts";
import type { PlayerStore } from "./player-store.ts";
import { type AnyRefusalCode, connectionRefusal, type Refusal } from "./refusal.ts";
import { defaultStore, type SeatStore, type StoredSeat, StoredSeats } from "./seat-store.ts";
import type { WitnessStore } from "./witness/stored-witness.ts";

export interface FlowerWarOptions {
  /** The player's name as others see it, 1-24 characters; each call can give another. Default `"Guest"`. */
  readonly name?: string;
  /** Milliseconds to wait for any one answer. Default 10,000. */
  readonly timeout?: number;
  /** How matches and lobbies reconnect after a lost connection; `false`: never. */
  readonly resume?: Partial<ResumePolicy> | false;
  /** How connections lost without a close are detected; `false`: not at all. */
  readonly ping?: Partial<PingPolicy> | false;
  /**
   * Where taken seats are stored for `resume()`. Default: `localStorage` in a browser, else memory. Others: `webStore`,
   * `memoryStore`, `fileStore` of `@flower-war/client-sdk/file-store`, or your own.
   */
  readonly store?: SeatStore;
  /**
   * Where the SDK stores what this viewer saw of the newest 40 matches, so that their records can be verified after a reload.
   * Default: `localStorage` in a browser, else memory. Others: `webWitnessStore` and `memoryWitnessStore` of
   * `@flower-war/client-sdk/witness`, `fileWitnessStore` of `@flower-war/client-sdk/file-store`, or your own.
   */
  readonly witnessStore?: WitnessStore;
  /**
   * Whether a guest is created before a seat is taken if no player is stored. If the server cannot create one now, the seat is taken without a
   * player. Default `false`: seats are taken as the stored player, or without a player.
   */
  readonly player?: boolean;
  /**
   * Where the player is stored. Default: `localStorage` in a browser, else memory. Others: `webPlayerStore`,
   * `memoryPlayerStore`, or your own.
   */
  readonly playerStore?: PlayerStore;
  /** Games of your own by their names on the wire, in addition to those of the SDK (docs/add-a-game.md). */
  readonly games?: { readonly [G in GameName]?: GameLoader<G> };
  /** Replaces `fetch`, for tests and other runtimes. Default: the global one. */
  readonly fetch?: Fetch;
  /** Opens connections, for tests and other runtimes. Default: WebSockets of `@colyseus/sdk`. */
  readonly connect?: Connect;
  /** Clocks and timers, for tests and other runtimes. Default: the machine's. */
  readonly time?: Time;
  /** The source of ids, of the nonce for the dice, and of jitter, for tests and other runtimes. Default: the machine's. */
  readonly random?: Random;
}

export interface CreateOptions<G extends GameName>
  extends Omit<CreateRequest, "game" | "options" | "name">,
    Abortable {
  readonly game: G;
  /** Options of the game; missing ones are the preset's, or its defaults. `hostOptions(game)` lists them. */
  readonly options?: Partial<GameMap[G]["options"]>;
  readonly name?: string;
}

export interface JoinOptions extends Abortable {
  readonly name?: string;
  /** The preferred seat; default: the first open one. */
  readonly seat?: string;
  /** `match.token` of your own seat, to take it again. `name` and `seat` are then ignored, unless `takesOver` is set. */
  readonly token?: string;
  /** `true`: `token` is from `match.offerSeat` of another player; takes over their seat under your `name`. */
  readonly takesOver?: true;
  /** `true`: takes your own seat (`seat`, or the first that you have), also if you took it on another device. `name` is then ignored. */
  readonly own?: true;
}

export interface QuickPlayOptions<G extends GameName> extends Abortable {
  readonly game: G;
  /** Only a match with this preset of `host.games()`. Default: any, or a new one with the game's defaults. */
  readonly preset?: string;
  readonly name?: string;
  /** The language of a match that is created, as in `CreateRequest`. */
  readonly language?: string;
}

/** Refusals that leave the outcome of a request unknown. */
const UNANSWERED: readonly string[] = [
  "unreachable",
  "timeout",
  "aborted",
  "internal",
  "unavailable",
  "draining",
];

/** Refusals of a token that mean that the seat is lost permanently. */
const LOST_SEAT: readonly string[] = ["bad-token", "expired-token", "unknown-match", "match-ended"];

/** A `MatchSummary` of one game. */
export type SummaryOf<G extends GameName> = Omit<MatchSummary, "game" | "table" | "result"> & {
  game: G;
  table?: TableOf<G>;
  result?: ResultOf<G>;
};

/** A `TableSummary` of one game. */
export type TableOf<G extends GameName> = Omit<TableSummary, "options" | "seats"> & {
  options: GameMap[G]["options"];
  seats: (Omit<TableSeat, "seat"> & { seat: GameMap[G]["seat"] })[];
};

/** A `MatchResult` of one game. */
export type ResultOf<G extends GameName> = Omit<MatchResult, "options" | "outcome"> & {
  options: GameMap[G]["options"];
  outcome: OutcomeOf<G>;
};

/** A summary of a match of any game; `game` says which. */
export type AnySummary = { [G in GameName]: SummaryOf<G> }[GameName];

/** A `PlayerMatch` of any game; `game` says which. */
export type AnyPlayerMatch = {
  [G in GameName]: Omit<PlayerMatch, "game" | "outcome"> & { game: G; outcome: OutcomeOf<G> | null };
}[GameName];

/**
 * Tells a reverse proxy to repeat the request at another server if one does not answer soon.
 * @param lost the public address of a server that was lost a moment ago, which the proxy asks last; the proxy knows a server by the last part
 */
function repeatable(lost: string | undefined): string {
  const [, name] = /\/(\w+)$/.exec(lost ?? "") ?? [];
  return name === undefined ? "?again" : `?again=${name}`;
}

/**
 * A Flower War server. Constructing it connects nothing; every method that returns a promise rejects with a `Refusal`.
 *
 * ```ts
 * const host = new FlowerWar("http://localhost:2567", { name: "Citlali" });
 * const match = await host.quickPlay({ game: "flower-war" });
 * match.on("change", () => console.log(match.awaiting, match.legal()));
 * ```
 */
export class FlowerWar {
  readonly #base: string;
  readonly #name: string;
  readonly #http: HttpClient;
  readonly #settings: MatchSettings;
  readonly #seats: StoredSeats;
  readonly #options: FlowerWarOptions;
  #identity: Identity | null = null;
  /** The `renew` of requests for a seat that had no answer, by match and request; of own seats also of those under way. */
  readonly #unanswered = new Map<string, string>();
  readonly #games: { readonly [G in GameName]: GameLoader<G> };

  /** @param url the server's address, `http:` or `https:`, with a path if the server is below one */
  constructor(url: string, options: FlowerWarOptions = {}) {
    const { origin, pathname } = new URL(url);
    const { timeout = 10_000, fetch = globalFetch, time = systemTime, random = systemRandom } = options;
    this.#base = (origin + pathname).replace(/([^/])\/+$/, "$1");
    this.#name = options.name ?? "Guest";
    this.#http = new HttpClient({ base: this.#base, timeout, fetch, time, random });
    this.#settings = {
      server: this.#base,
      store: options.witnessStore,
      connect:
        options.connect ??
        (async (...join) => (await realtime()).colyseus(this.#base, timeout, time)(...join)),
      resume: { ...DEFAULT_RESUME, ...(options.resume === false ? { attempts: 0 } : options.resume) },
      ping: options.ping === false ? NO_PING : { ...DEFAULT_PING, ...options.ping },
      time,
      random,
    };
    this.#games = { ...games, ...options.games };
    this.#seats = new StoredSeats(this.#base, options.store ?? defaultStore());
    this.#options = options;
  }

  /** Returns the games that the server hosts, with seats, options, presets and expected minutes. */
  listGames(options?: Abortable): Promise<readonly GameListing[]> {
    return this.#http.getJson(PATHS.games, options);
  }

  /**
   * Returns an address at which other machines reach the server, such as `http://192.168.1.20:2567`, if you use an address that only works on your own machine.
   * `null` if your address works for them too, or the server knows no other.
   */
  findAddress(options?: Abortable): Promise<string | null> {
    return this.#http
      .getJson<{ url: string | null }>(PATHS.address, options)
      .then((told) => told.url, nullIf("not-found"));
  }

  /** Returns the operator's current announcement, such as maintenance, or `null`. */
  announcement(options?: Abortable): Promise<Announcement | null> {
    return this.#http
      .getJson<CurrentAnnouncement>(PATHS.announcement, options)
      .then((told) => told.announcement, nullIf("not-found"));
  }

  /**
   * Opens a live page of the public matches that can be joined or watched. Each page is a lobby of its own.
   * Refusals: `bad-request` with `field`; `too-many-watchers` with `wait` if too many clients watch the list: use `listTables` then.
   */
  async lobby(request: LobbyRequest = {}, options?: Abortable): Promise<Lobby> {
    const { Lobby } = await realtime();
    return Lobby.open(
      this.#settings,
      () => this.#http.reserve<Reservation>(PATHS.lobby, request),
      options?.signal,
    );
  }

  /**
   * Returns the current page of the public matches that can be joined or watched.
   * Refusals: `bad-request` with `field`.
   */
  listTables(request: LobbyRequest = {}, options?: Abortable): Promise<TablePage> {
    return this.#http.getJson(withQuery(PATHS.lobby, request), options);
  }

  /**
   * Returns a player's public profile: their games, ratings and reputation.
   * Refusals: `unknown-player`.
   */
  profile(player: string, options?: Abortable): Promise<Profile> {
    return this.#http.getJson(pathOf(PATHS.profile, player), options);
  }

  /**
   * Returns a page of a player's finished public matches, newest first.
   * Refusals: `unknown-player`, `bad-request` with `field`.
   * @param request.before `next` of the page before
   */
  history(
    player: string,
    request: HistoryRequest = {},
    options?: Abortable,
  ): Promise<MatchHistory<AnyPlayerMatch>> {
    return this.#http.getJson(withQuery(pathOf(PATHS.history, player), request), options);
  }

  /**
   * Returns the stored player's matches, private ones too: the first page has all current matches and the newest finished ones, each further page older finished ones.
   * Refusals: `unauthorized` if no player is stored, `bad-token`, `bad-request` with `field`.
   * @param request.before `next` of the page before
   */
  async myMatches(request: HistoryRequest = {}, options?: Abortable): Promise<MyMatches<AnyPlayerMatch>> {
    return (await this.identity()).get(withQuery(PATHS.myMatches, request), options ?? {});
  }

  /**
   * Returns a page of a game's leaderboard.
   * Refusals: `bad-request` with `field`.
   * @param page from 1
   */
  leaderboard(game: GameName, page = 1, options?: Abortable): Promise<Leaderboard> {
    return this.#http.getJson(withQuery(PATHS.leaderboard, { game, page }), options);
  }

  /** Returns this program's identity at the server, which manages its player. Refusals: `unreachable`. */
  async identity(): Promise<Identity> {
    const { Identity } = await load(() => import("./identity.ts"));
    return (this.#identity ??= new Identity(this.#http, this.#name, this.#options, this.#settings, this));
  }

  /**
   * Creates a match and takes its first seat in turn order. Other players join a public match by its id or short code, a private one by
   * `match.invitation`. The match begins as set in `start`, once the server has every
   * seat's nonce, which the SDK sends.
   * Refusals: `bad-option` with `field`, `too-many-creations` and `server-full` with `wait`.
   */
  async create<G extends GameName>(options: CreateOptions<G>): Promise<MatchOf<G>> {
    const { signal, ...wanted } = options;
    const request: CreateRequest = { ...wanted, name: wanted.name ?? this.#name };
    return this.#open<G>(this.#postAsPlayer(PATHS.matches, request, { signal }), { signal });
  }

  /**
   * Takes a seat in a match by the match's id, invitation or short code: an open seat, or your own seat with `token` or `own`. A private
   * match needs the invitation, or the code while its host shows it. With `token` and `takesOver` it takes over the seat that its player hands over.
   * Refusals: `unknown-match`, `unknown-seat`, `seat-taken`, `match-full`, `bad-token`, `seat-offered` for a token that hands a seat over without
   * `takesOver`, `seated-already`, `too-many-codes` with `wait`.
   */
  async join(idOrCode: string, options: JoinOptions = {}): Promise<AnyMatch> {
    const { token, takesOver, own, name = this.#name, seat, signal } = options;
    return this.#open(
      token === undefined || takesOver
        ? this.#takeSeat(idOrCode, { ...(own ? { own } : { name }), seat, token }, { signal })
        : this.#reserve(idOrCode, { token }, { signal }),
      { signal },
    );
  }

  /**
   * Takes a seat without a token. The request repeats the `renew` of an earlier unanswered request, so that it gets the same seat. For your own
   * seat it also repeats that of a pending request, so that a request that arrives late disconnects no client.
   */
  async #takeSeat<G extends GameName>(
    idOrCode: string,
    request: SeatRequest,
    options: Abortable,
  ): Promise<GameReservation<G>> {
    const key = idOrCode + JSON.stringify(request);
    const asked = this.#unanswered.get(key);
    const renew = asked ?? randomHex(this.#settings.random, 16);
    this.#unanswered.delete(key);
    if (request.own) this.#unanswered.set(key, renew);
    try {
      const reserving = this.#reserve<G>(idOrCode, { ...request, renew }, options);
      return await reserving.finally(() => this.#unanswered.delete(key));
    } catch (error) {
      const { code, field } = error as Refusal;
      if (UNANSWERED.includes(code)) this.#unanswered.set(key, renew);
      // A server of version 0.2 takes no `renew` here.
      if (field === "renew") return this.#reserve<G>(idOrCode, request, options);
      // The earlier request was heard, and the seat has been lost since.
      if (asked !== undefined && code === "bad-token") return this.#takeSeat(idOrCode, request, options);
      throw error;
    }
  }

  /**
   * Returns your stored seats in matches of this server that are not over, and deletes the other stored seats of this
   * server. Takes no seat: `host.join(seat.match, { token: seat.token })` does, even if another tab or program has it now.
   */
  async resume(options?: Abortable): Promise<readonly StoredSeat[]> {
    const seats = await this.#seats.list();
    const look = ({ match }: StoredSeat) =>
      this.findMatch(match, options).then((told) => !told.over, nullIf("unknown-match"));
    const running = await Promise.all(seats.map(look));
    for (const [i, seat] of seats.entries()) if (!running[i]) this.#seats.delete(seat);
    return seats.filter((_, i) => running[i]);
  }

  /**
   * Replaces the token of your seat, for example after a leak. All earlier tokens become invalid, and the
   * server disconnects the client in the seat (`CLOSE.replaced`), even this one: take the seat again with
   * `host.join(id, { token })`. Resolves with the new token, which is also stored.
   *
   * Refusals: `bad-token`, `expired-token`, `unknown-match`, `match-ended`. After any other refusal, such as `timeout`, it is
   * unknown which token is valid: renew the old one again, here or in a program with the same store, to get the new one.
   */
  async renew(idOrCode: string, token: string, options?: Abortable): Promise<string> {
    if ((await this.#seats.renewalOf(token)) === undefined) {
      await this.#seats.beginRenewal(token, randomHex(this.#settings.random, 16));
    }
    const reservation = await this.#reserve(idOrCode, { token }, options);
    this.#seats.save(reservation);
    return reservation.token ?? token;
  }

  /**
   * Takes a seat in a public match of the game in which another player waits, or creates such a match. It begins within 20 s,
   * when bots take the open seats (`match.startsAt`).
   */
  async quickPlay<G extends GameName>(options: QuickPlayOptions<G>): Promise<MatchOf<G>> {
    const { signal, ...wanted } = options;
    const request: QuickPlayRequest = { ...wanted, name: wanted.name ?? this.#name };
    return this.#open<G>(this.#postAsPlayer(PATHS.quickPlay, request, { signal }), { signal });
  }

  /**
   * Takes a seat in the rematch of a finished match, like `match.rematch()`.
   * @param token of your seat in the finished match
   */
  async rematch(idOrCode: string, token: string, options?: Abortable): Promise<AnyMatch> {
    const request: RematchRequest = { token };
    return this.#open(this.#http.reserve(pathOf(PATHS.rematch, idOrCode), request, options), options);
  }

  /**
   * Watches a match, found as in `join`. A spectator sees what everyone sees and sends no commands.
   * @param options.name your name in the chat; default: the name in `FlowerWarOptions`
   */
  async spectate(idOrCode: string, options: { name?: string } & Abortable = {}): Promise<AnyMatch> {
    return this.#open(this.#reserve(idOrCode, { spectate: true }, options), options, options.name);
  }

  /**
   * Returns the public facts of a match, found as in `join`: `table` is its current state, and `result` its end: seats, options,
   * clock, outcome, dates. The result is stored for years, also after the match's room is closed and its record deleted
   * (`result.record`); use the match's id or invitation then. By its id alone, a private match has neither `table` nor `result`.
   * @param options.token `match.token` of your seat: the result is then returned at once even if the match is watched with a delay
   * Refusals: `unknown-match`, `too-many-codes` with `wait`.
   */
  findMatch(idOrCode: string, options?: Abortable & { token?: string | null }): Promise<AnySummary> {
    return this.#http.getJson<AnySummary>(pathOf(PATHS.match, idOrCode), options);
  }

  /**
   * Downloads the record of a finished match as JSON Lines, for `verifyRecord`. Takes the match's id, its invitation, or the short code of a
   * public match until another match gets that code.
   * @param options.token as in `findMatch`
   * Refusals: `unknown-match`, `match-not-over`, `too-many-codes` with `wait`.
   */
  record(idOrCode: string, options?: Abortable & { token?: string | null }): Promise<string> {
    return this.#http.getText(pathOf(PATHS.record, idOrCode), options);
  }

  /** Returns the public URL of that record, for links. */
  recordUrl(idOrCode: string): string {
    return this.#base + pathOf(PATHS.record, idOrCode);
  }

  async #open<G extends GameName>(
    reserving: Promise<GameReservation<G>>,
    options?: Abortable,
    name: string = this.#name,
  ): Promise<MatchOf<G>> {
    const [reservation, { Match }] = await Promise.all([this.#saved(reserving), realtime()]);
    const { game, version = 1 } = reservation;
    const rules = await load(() => this.#games[game](version));
    if ((rules.version ?? 1) !== version) throw connectionRefusal("unknown-game");
    return Match.open(
      reservation,
      rules,
      this.#settings,
      this.#seatHandle(reservation, name),
      options?.signal,
    );
  }

  async #saved<G extends GameName>(reserving: Promise<GameReservation<G>>): Promise<GameReservation<G>> {
    const reservation = await reserving;
    if (!Object.hasOwn(this.#games, reservation.game)) throw connectionRefusal("unknown-game");
    this.#seats.save(reservation);
    return reservation;
  }

  #seatHandle(reservation: GameReservation, name: string): SeatHandle {
    const { match } = reservation;
    const watched = reservation.invitation ?? match;
    let stored: Parameters<SeatHandle["save"]>[0] = reservation;
    return {
      name,
      reserve: (request, lost) => this.#reserve(request.token ? match : watched, request, undefined, lost),
      save: (next) => {
        if (next.seat !== stored.seat) this.#seats.delete(stored);
        stored = next;
        this.#seats.save(next);
      },
      delete: () => this.#seats.delete(stored),
      rematch: (token, options) => this.rematch(match, token, options),
      open: (reserving) => this.#open(reserving as Promise<GameReservation>),
    };
  }

  async #reserve<G extends GameName>(
    idOrCode: string,
    request: SeatRequest,
    options: Abortable = {},
    lost?: string,
  ): Promise<GameReservation<G>> {
    const path = pathOf(PATHS.seats, idOrCode);
    if (!request.token || request.name) return this.#postAsPlayer(path, request, options);
    const renew = await this.#seats.renewalOf(request.token);
    try {
      const wanted = renew ? { ...request, renew } : request;
      return await this.#http.reserve(path + repeatable(lost), wanted, options);
    } catch (error) {
      if (LOST_SEAT.includes((error as Refusal).code)) {
        await this.#seats.deleteByToken(request.token);
      }
      throw error;
    }
  }

  async #postAsPlayer<Answer>(
    path: string,
    request: { readonly name?: string | undefined },
    options: Abortable,
  ): Promise<Answer> {
    return (await this.identity()).reserve<Answer>(path, request, options);
  }
}

function pathOf(path: string, idOrCode: string): string {
  return path.replace(":id", encodeURIComponent(idOrCode.trim()));
}

/** Returns a handler that returns `null` for refusals with this code and throws all other errors. */
const nullIf =
  (wanted: AnyRefusalCode) =>
  (error: Refusal): null => {
    if (error.code === wanted) return null;
    throw error;
  };

/** @param query fields that are `undefined` are left out */
function withQuery(path: string, query: object): string {
  const fields = Object.entries(query).filter(([, value]) => value !== undefined);
  return fields.length > 0 ? `${path}?${new URLSearchParams(fields)}` : path;
}

/** Loads the part of the SDK that opens connections. */
const realtime = () => load(() => import("./realtime.ts"));

/** Loads a part of the SDK; if its chunk cannot be fetched, the server is unreachable. */
async function load<Part>(part: () => Promise<Part>): Promise<Part> {
  try {
    return await part();
  } catch (error) {
    throw connectionRefusal("unreachable", error);
  }
}
