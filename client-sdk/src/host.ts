import { colyseus } from "./colyseus.ts";
import { type ClientGame, type GameMap, games } from "./games/index.ts";
import { getText, post } from "./http.ts";
import { RESUME, type ResumePolicy } from "./line.ts";
import { Lobby } from "./lobby.ts";
import { Match, type Ticket } from "./match.ts";
import type { Connect, Fetch } from "./ports.ts";
import {
  type CreateRequest,
  type GameName,
  PATHS,
  type QuickPlayRequest,
  type Reservation,
  type SeatRequest,
} from "./protocol.ts";
import { connectionRefusal } from "./refusal.ts";

export interface FlowerWarOptions {
  /** The name others see, 1-24 characters; each call can give another. Default `"Guest"`. */
  readonly name?: string;
  /** ms to wait for any one answer. Default 10,000. */
  readonly timeout?: number;
  /** How matches and lobbies come back after a lost connection; `false`: not at all. */
  readonly resume?: Partial<ResumePolicy> | false;
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
  readonly #resume: ResumePolicy;
  readonly #fetch: Fetch;
  readonly #connect: Connect;

  /** @param url the server's address, `http:` or `https:`, with a path if it lives below one */
  constructor(url: string, options: FlowerWarOptions = {}) {
    const { origin, pathname } = new URL(url);
    this.#base = (origin + pathname).replace(/\/+$/, "");
    this.#name = options.name ?? "Guest";
    this.#timeout = options.timeout ?? 10_000;
    this.#resume = options.resume === false ? { ...RESUME, attempts: 0 } : { ...RESUME, ...options.resume };
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init));
    this.#connect = options.connect ?? colyseus(this.#base, this.#timeout);
  }

  /** The live list of public matches that are not over. */
  lobby(): Promise<Lobby> {
    return Lobby.open({
      reserve: () => this.#post<Reservation>(PATHS.lobby, {}),
      connect: this.#connect,
      resume: this.#resume,
    });
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
   * The record of a finished match, by id or, while its room is there, by short code: JSON Lines for `verifyRecord`.
   * Refusals: `unknown-match`, `match-not-over`.
   */
  record(idOrCode: string): Promise<string> {
    return getText(this.#fetch, this.#base, pathOf(PATHS.record, idOrCode), this.#timeout);
  }

  async #open<G extends GameName>(ticket: Ticket<G>): Promise<MatchOf<G>> {
    const rules: ClientGame<G> | undefined = games[ticket.game];
    if (rules === undefined) throw connectionRefusal("unknown-game");
    const ports = { connect: this.#connect, resume: this.#resume };
    const match = await Match.open(ticket, rules, ports, (token) =>
      this.#reserve(ticket.match, token === null ? { spectate: true } : { token }),
    );
    return match;
  }

  #reserve<G extends GameName>(idOrCode: string, request: SeatRequest): Promise<Ticket<G>> {
    return this.#post(pathOf(PATHS.seats, idOrCode), request);
  }

  #post<Answer>(path: string, body: object): Promise<Answer> {
    return post<Answer>(this.#fetch, this.#base, path, body, this.#timeout);
  }
}

function pathOf(path: string, idOrCode: string): string {
  return path.replace(":id", encodeURIComponent(idOrCode.trim()));
}
