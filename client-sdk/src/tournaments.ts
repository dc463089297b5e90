/** Tournaments: organise them, take part, and see how they stand (docs/tournaments.md). */
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
 * The tournaments of a server. Every method rejects with a `Refusal`; those that change something may be sent again, but for `create`.
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

  /** Returns the tournaments that are not over, the oldest first, and the last ones that are. */
  async list(options: Abortable = {}): Promise<readonly TournamentSummary[]> {
    const identity = await this.#host.identity();
    const { tournaments } = await identity.get<{ readonly tournaments: readonly TournamentSummary[] }>(
      TOURNAMENT_PATHS.tournaments,
      options,
    );
    return tournaments;
  }

  /** Returns a tournament as it is now: its standings and tables. Refusals: `unknown-tournament`, `tournament-damaged`. */
  async find(id: string, options: Abortable = {}): Promise<Tournament> {
    return (await this.#host.identity()).get(pathOf(TOURNAMENT_PATHS.tournament, id), options);
  }

  /**
   * Creates a tournament, which the stored player organises. Sent again after a lost answer it may create another one: look whether `list` has it first.
   * Refusals: `account-needed`, `bad-request` with `field`, `bad-option` with `field`, `too-many-tournaments`, `unauthorized` if no player is stored.
   */
  create(request: TournamentRequest, options: Abortable = {}): Promise<Tournament> {
    return this.#post(TOURNAMENT_PATHS.tournaments, request, options);
  }

  /**
   * Lets the stored player take part, or again after they withdrew, up to 20 times and unless the organiser removed them; a guest is created if none is stored. Their matches are `match` of their
   * standing: take the seat there by `host.join(match, { own: true })`.
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
   * Pairs the stored player no more; a match that they play goes on.
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
