import { colyseus } from "./colyseus.ts";
import type { GameMap, GameName } from "./games/game-map.ts";
import { type GameLoader, games } from "./games/index.ts";
import { NO_PING, PING, type PingPolicy } from "./heartbeat.ts";
import { getJson, getText, post } from "./http.ts";
import type { LinePorts } from "./line.ts";
import { Lobby } from "./lobby.ts";
import { Match, type Place, type Ticket } from "./match.ts";
import { MySeats } from "./my-seats.ts";
import type { Connect, Fetch } from "./ports.ts";
import {
  type CreateRequest,
  type MatchSummary,
  PATHS,
  type QuickPlayRequest,
  type Reservation,
  type SeatRequest,
} from "./protocol.ts";
import { randomId } from "./random-id.ts";
import { connectionRefusal, Refusal } from "./refusal.ts";
import { RESUME, type ResumePolicy } from "./resume-policy.ts";
import { defaultStore, type KeptSeat, type SeatStore } from "./seats.ts";

export interface FlowerWarOptions {
  /** The name others see, 1-24 characters; each call can give another. Default `"Guest"`. */
  readonly name?: string;
  /** ms to wait for any one answer. Default 10,000. */
  readonly timeout?: number;
  /** How matches and lobbies come back after a lost connection; `false`: not at all. */
  readonly resume?: Partial<ResumePolicy> | false;
  /** How a connection that is lost without a word is noticed; `false`: not at all. */
  readonly ping?: Partial<PingPolicy> | false;
  /**
   * Where seats taken are kept for `resume()`. Default: `localStorage` in a browser, else memory. Others: `webStore`,
   * `memoryStore`, `fileStore` of `@flower-war/client-sdk/file-store`, or your own.
   */
  readonly store?: SeatStore;
  /** Games of your own, by their names on the wire, beside those of the SDK (docs/add-a-game.md). */
  readonly games?: { readonly [G in GameName]?: GameLoader<G> };
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch;
  /** Default: WebSockets by `@colyseus/sdk`. */
  readonly connect?: Connect;
}

export interface CreateOptions<G extends GameName> extends Omit<CreateRequest, "game" | "options" | "name"> {
  readonly game: G;
  /** Host options of the game; left-out ones have its defaults. */
  readonly options?: Partial<GameMap[G]["options"]>;
  readonly name?: string;
}

export interface JoinOptions {
  readonly name?: string;
  /** The seat wished for; default: the first open one. */
  readonly seat?: string;
  /** `match.token` of a seat that is yours: takes it again. `name` and `seat` are ignored then. */
  readonly token?: string;
}

export interface QuickPlayOptions<G extends GameName> {
  readonly game: G;
  readonly name?: string;
}

/** Refusals of a token that say that the seat is lost for good. */
const LOST_SEAT: readonly string[] = ["bad-token", "expired-token", "unknown-match", "match-ended"];

/** A match of one of these games; `match.game` tells which. */
export type MatchOf<G extends GameName> = { [Each in G]: Match<Each> }[G];

/** A match of any game. */
export type AnyMatch = MatchOf<GameName>;

/**
 * A Flower War server. Nothing is connected until a method is called; every method rejects with a `Refusal`.
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
  readonly #timeout: number;
  readonly #fetch: Fetch;
  readonly #line: Omit<LinePorts, "reserve">;
  readonly #seats: MySeats;
  readonly #games: { readonly [G in GameName]: GameLoader<G> };

  /** @param url the server's address, `http:` or `https:`, with a path if it lives below one */
  constructor(url: string, options: FlowerWarOptions = {}) {
    const { origin, pathname } = new URL(url);
    this.#base = (origin + pathname).replace(/\/+$/, "");
    this.#name = options.name ?? "Guest";
    this.#timeout = options.timeout ?? 10_000;
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init));
    this.#line = {
      connect: options.connect ?? colyseus(this.#base, this.#timeout),
      resume: options.resume === false ? { ...RESUME, attempts: 0 } : { ...RESUME, ...options.resume },
      ping: options.ping === false ? NO_PING : { ...PING, ...options.ping },
    };
    this.#games = { ...games, ...options.games };
    this.#seats = new MySeats(this.#base, options.store ?? defaultStore());
  }

  /** The live list of public matches that are not over. */
  lobby(): Promise<Lobby> {
    return Lobby.open({ ...this.#line, reserve: () => this.#post<Reservation>(PATHS.lobby, {}) });
  }

  /**
   * Creates a match and takes its first seat in turn order. It begins when no seat is open and every seat's nonce is
   * in; the SDK gives its own by itself.
   * Refusals: `bad-option` with `field`, `too-many-creations` with `wait`.
   */
  async create<G extends GameName>(options: CreateOptions<G>): Promise<MatchOf<G>> {
    const request: CreateRequest = { ...options, name: options.name ?? this.#name };
    return this.#open<G>(await this.#post(PATHS.matches, request));
  }

  /**
   * Takes a seat by a match's id or short code: an open one, or with `token` one's own again.
   * Refusals: `unknown-match`, `unknown-seat`, `seat-taken`, `match-full`, `bad-token`.
   */
  async join(idOrCode: string, options: JoinOptions = {}): Promise<AnyMatch> {
    const { token, name = this.#name, seat } = options;
    if (token !== undefined) return this.#open(await this.#reserve(idOrCode, { token }));
    return this.#open(await this.#reserve(idOrCode, seat === undefined ? { name } : { name, seat }));
  }

  /**
   * The matches of this server that are on and in which the store keeps a seat of mine. Nothing is taken yet:
   * `host.join(mine.match, { token: mine.token })` does, from another tab or program of mine that has it now, too.
   * Matches that are over, or that the server no longer knows, are forgotten.
   */
  async resume(): Promise<readonly KeptSeat[]> {
    const mine = await this.#seats.all();
    const running = await Promise.all(mine.map(({ match }) => this.#isOn(match)));
    for (const [i, seat] of mine.entries()) if (!running[i]) this.#seats.forget(seat);
    return mine.filter((_, i) => running[i]);
  }

  /**
   * Gives a seat of mine another token, for when the one it has fell into other hands. From then on no earlier one is
   * worth anything, and whoever is in the seat is shown out (`CLOSE.replaced`), this program too: take it again with
   * `host.join(id, { token })`. Resolves with the new token, which the store keeps.
   * Refusals: `bad-token`, `expired-token`, `unknown-match`, `match-ended`. After any other, as `timeout`, nobody knows
   * which token counts: whatever is asked next with the old one, in any program with this store, gets the new one.
   */
  async renew(idOrCode: string, token: string): Promise<string> {
    if ((await this.#seats.renewalOf(token)) === undefined) await this.#seats.beginRenewal(token, randomId());
    const ticket = await this.#reserve(idOrCode, { token });
    this.#seats.keep(ticket);
    return ticket.token ?? token;
  }

  /** Takes a seat in some public match of the game that has one open, or creates such a match. */
  async quickPlay<G extends GameName>(options: QuickPlayOptions<G>): Promise<MatchOf<G>> {
    const request: QuickPlayRequest = { game: options.game, name: options.name ?? this.#name };
    return this.#open<G>(await this.#post(PATHS.quickPlay, request));
  }

  /** Watches a match by id or short code. A spectator sees what everyone sees and decides nothing. */
  async spectate(idOrCode: string): Promise<AnyMatch> {
    return this.#open(await this.#reserve(idOrCode, { spectate: true }));
  }

  /**
   * The record of a finished match, by id or, while no other match has it, by short code: JSON Lines for `verifyRecord`.
   * Refusals: `unknown-match`, `match-not-over`.
   */
  record(idOrCode: string): Promise<string> {
    return getText(this.#fetch, this.recordUrl(idOrCode), this.#timeout);
  }

  /** Where anybody can download that record, for links. */
  recordUrl(idOrCode: string): string {
    return this.#base + pathOf(PATHS.record, idOrCode);
  }

  async #open<G extends GameName>(ticket: Ticket<G>): Promise<MatchOf<G>> {
    if (!Object.hasOwn(this.#games, ticket.game)) throw connectionRefusal("unknown-game");
    this.#seats.keep(ticket);
    const rules = await load(this.#games[ticket.game]);
    const match = await Match.open(ticket, rules, this.#line, this.#placeOf(ticket));
    return match;
  }

  #placeOf(ticket: Ticket): Place {
    return {
      retake: (token) => this.#reserve(ticket.match, token === null ? { spectate: true } : { token }),
      keep: (again) => this.#seats.keep(again),
      forget: () => this.#seats.forget(ticket),
    };
  }

  async #reserve<G extends GameName>(idOrCode: string, wish: SeatRequest): Promise<Ticket<G>> {
    const renew = wish.token && (await this.#seats.renewalOf(wish.token));
    const request = renew ? { ...wish, renew } : wish;
    try {
      return await this.#post(pathOf(PATHS.seats, idOrCode), request);
    } catch (error) {
      if (error instanceof Refusal && LOST_SEAT.includes(error.code)) {
        await this.#seats.forgetToken(request.token);
      }
      throw error;
    }
  }

  async #isOn(match: string): Promise<boolean> {
    try {
      const path = this.#base + pathOf(PATHS.match, match);
      const { over } = await getJson<MatchSummary>(this.#fetch, path, this.#timeout);
      return !over;
    } catch (error) {
      if (error instanceof Refusal && error.code === "unknown-match") return false;
      throw error;
    }
  }

  #post<Answer>(path: string, body: object): Promise<Answer> {
    return post<Answer>(this.#fetch, this.#base, path, body, this.#timeout);
  }
}

function pathOf(path: string, idOrCode: string): string {
  return path.replace(":id", encodeURIComponent(idOrCode.trim()));
}

async function load<Rules>(game: () => Promise<Rules>): Promise<Rules> {
  try {
    return await game();
  } catch (error) {
    throw connectionRefusal("unreachable", error);
  }
}
