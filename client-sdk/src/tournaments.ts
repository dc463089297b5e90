/** Tournaments: organise them, take part, and read their standings (docs/tournaments.md). */
import {
  type Tournament,
  TOURNAMENT_PATHS,
  type TournamentAct,
  type TournamentRequest,
  type TournamentSummary,
} from "@flower-war/protocol/tournaments";
import type { Abortable } from "./abort.ts";
import type { FlowerWar } from "./host.ts";

export type { Tournament, TournamentRequest } from "@flower-war/protocol/tournaments";

const pathOf = (path: string, id: string) => path.replace(":id", encodeURIComponent(id));

/**
 * The tournaments of a server. Every method rejects with a `Refusal`. All of them but `create` can be repeated.
 *
 * ```ts
 * const tournaments = new Tournaments(host);
 * const { id } = await tournaments.register("V1StGXR8Z5jd");
 * const { standings } = await tournaments.find(id);
 * const own = standings.find((each) => each.id === me)?.match;
 * if (own) await host.join(own, { own: true });
 * ```
 */
export class Tournaments {
  readonly #host: FlowerWar;

  constructor(host: FlowerWar) {
    this.#host = host;
  }

  /** Returns the planned and current tournaments, oldest first, and the last finished ones. */
  async list(options: Abortable = {}): Promise<readonly TournamentSummary[]> {
    const identity = await this.#host.identity();
    const { tournaments } = await identity.get<{ readonly tournaments: readonly TournamentSummary[] }>(
      TOURNAMENT_PATHS.tournaments,
      options,
    );
    return tournaments;
  }

  /** Returns a tournament's current standings and tables. Refusals: `unknown-tournament`, `tournament-damaged`. */
  async find(id: string, options: Abortable = {}): Promise<Tournament> {
    return (await this.#host.identity()).get(pathOf(TOURNAMENT_PATHS.tournament, id), options);
  }

  /**
   * Creates a tournament with the stored player as its organiser. A call repeated after a lost answer may create a second one: look for it in `list` first.
   * Refusals: `account-needed`, `bad-request` with `field`, `bad-option` with `field`, `too-many-tournaments`, `unauthorized` if no player is stored.
   */
  create(request: TournamentRequest, options: Abortable = {}): Promise<Tournament> {
    return this.#post(TOURNAMENT_PATHS.tournaments, request, options);
  }

  /**
   * Registers the stored player, or again after a withdrawal, up to 20 times and unless the organiser removed them; a guest is created if none is stored. `match` of their
   * standing is their current match: take the seat with `host.join(match, { own: true })`.
   * Refusals: `unknown-tournament`, `tournament-damaged`, `tournament-over`, `registration-closed`, `tournament-full`, `account-needed`, `bot-account`.
   */
  async register(id: string, options: Abortable = {}): Promise<Tournament> {
    const identity = await this.#host.identity();
    if ((await identity.stored()) === null) await identity.player();
    return identity.sendAs(
      (http, as) => http.post(pathOf(TOURNAMENT_PATHS.registration, id), {}, as),
      options,
    );
  }

  /**
   * Withdraws the stored player, who is not paired any more; their current match goes on.
   * Refusals: `unknown-tournament`, `tournament-damaged`, `tournament-over`, `not-registered`, `unauthorized` if no player is stored.
   */
  async withdraw(id: string, options: Abortable = {}): Promise<Tournament> {
    const identity = await this.#host.identity();
    return identity.sendAs((http, as) => http.delete(pathOf(TOURNAMENT_PATHS.registration, id), as), options);
  }

  /**
   * Starts, pauses, resumes or ends a tournament of the stored player, or removes a player from it.
   * Refusals: `unknown-tournament`, `tournament-damaged`, `not-organiser`, `tournament-over`, `tournament-not-started`, `too-few-players`, `not-registered`.
   */
  direct(id: string, act: TournamentAct, options: Abortable = {}): Promise<Tournament> {
    return this.#post(pathOf(TOURNAMENT_PATHS.acts, id), act, options);
  }

  async #post(path: string, body: object, options: Abortable): Promise<Tournament> {
    const identity = await this.#host.identity();
    return identity.sendAs((http, as) => http.post(path, body, as), options);
  }
}
