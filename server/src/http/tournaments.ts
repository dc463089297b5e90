import { CreateRequest } from "@flower-war/protocol/schemas";
import { TOURNAMENT_LIMITS } from "@flower-war/protocol/server";
import type { Tournament as Shown } from "@flower-war/protocol/tournaments";
import { presetOf } from "../games/preset.ts";
import { requireTitle } from "../names/name-rules.ts";
import { refuse, refuseValue } from "../refusal.ts";
import { end, pause, register, resume, start, withdraw } from "../tournaments/decide.ts";
import { describe, summarizeAll } from "../tournaments/describe.ts";
import type { MatchOfTournament, TournamentFact, TournamentPlan } from "../tournaments/facts.ts";
import type { Tournament } from "../tournaments/tournament.ts";
import { parse } from "../wire/requests.ts";
import { parseMatchSettings } from "./match-settings.ts";
import type { Asked, OperationRoutes } from "./operation-routes.ts";
import type { CountRequest } from "./request.ts";
import type { HttpServices } from "./services.ts";

/** What an arena and rounds have unless their organiser says otherwise. */
const DEFAULTS = { minutes: 60, rounds: 5 };

type Services = Pick<
  HttpServices,
  "games" | "players" | "sanctions" | "quotas" | "tournaments" | "wordFilter" | "time"
>;

type Wanted = Asked<"createTournament">["body"];

/** Answers requests about tournaments (docs/tournaments.md). @param countChange counts what an address changes */
export function tournamentRoutes(
  routes: OperationRoutes,
  { games, players, sanctions, quotas, tournaments, wordFilter, time }: Services,
  countChange: CountRequest,
): void {
  const show = async (tournament: Tournament): Promise<Shown> =>
    describe(
      tournament,
      (table) => games.get(tournament.plan.match.game)?.game.seatsFor(table.players.length) ?? [],
      await tournaments.departedOf(tournament),
    );
  const identify = async ({ token, address }: Pick<Asked<"getMe">, "token" | "address">) => {
    const { id, name, kind } = await players.require(token, "play", "bot");
    sanctions.requireNotBanned({ player: id, address });
    return { player: id, name, kind };
  };

  routes.on("createTournament", async (asked) => {
    const { player, name, kind } = await identify(asked);
    if (kind !== "account") throw refuse("account-needed");
    const { body, address } = asked;
    const plan = planOf(games, body, { player, name }, time.now());
    const title = requireTitle(body.name, wordFilter, "name");
    if (title === "") throw refuseValue("bad-request", "name", `1 to ${TOURNAMENT_LIMITS.name} characters`);
    await quotas.count("create-tournament", { player, address });
    return show(await tournaments.create({ ...plan, name: title }));
  });
  routes.on("getTournaments", () => summarizeAll(tournaments));
  routes.on("getTournament", async ({ params }) => show(await tournaments.find(params.id)));
  routes.on("registerForTournament", countChange, async (asked) => {
    const candidate = await identify(asked);
    return show(await tournaments.change(asked.params.id, (tournament) => register(tournament, candidate)));
  });
  routes.on("withdrawFromTournament", countChange, async (asked) => {
    const { player } = await identify(asked);
    return show(await tournaments.change(asked.params.id, (tournament) => withdraw(tournament, player)));
  });
  routes.on("directTournament", countChange, async (asked) => {
    const { player } = await identify(asked);
    const { body } = asked;
    const changed = await tournaments.change(asked.params.id, (tournament) => {
      if (tournament.plan.organiser.player !== player) throw refuse("not-organiser");
      return direct(tournament, body);
    });
    return show(changed);
  });
}

/** @throws `RefusalError` as the functions of decide.ts */
function direct(
  tournament: Tournament,
  { act, player = "" }: Asked<"directTournament">["body"],
): readonly TournamentFact[] {
  switch (act) {
    case "start":
      return start(tournament);
    case "pause":
      return pause(tournament);
    case "resume":
      return resume(tournament);
    case "end":
      return end(tournament);
    case "remove":
      return withdraw(tournament, player, "organiser");
  }
}

/**
 * Checks a request for a tournament against its game, and fills in defaults.
 * @throws `RefusalError` as `parseMatchSettings`, or with `bad-request`, naming the field at fault
 */
function planOf(
  games: HttpServices["games"],
  request: Wanted,
  organiser: TournamentPlan["organiser"],
  now: number,
): Omit<TournamentPlan, "name"> {
  const { kind, game, startsAt, bots, accountsOnly } = request;
  if (startsAt !== null && (startsAt < now || startsAt > now + TOURNAMENT_LIMITS.ahead)) {
    const days = TOURNAMENT_LIMITS.ahead / 86_400_000;
    throw refuseValue("bad-request", "startsAt", `a time from now to ${days} days ahead`);
  }
  const other = kind === "arena" ? "rounds" : "minutes";
  if (request[other] !== undefined) throw refuseValue("bad-request", other, `nothing with kind ${kind}`);
  const match = matchOf(games, request);
  const rules = games.get(game)?.game;
  const preset = rules === undefined ? "" : presetOf(rules, match.options);
  return {
    kind,
    organiser,
    match,
    ...(preset !== "" && { preset }),
    fewestSeats: Math.max(2, rules?.seats.min ?? 0),
    startsAt,
    duration: kind === "arena" ? (request.minutes ?? DEFAULTS.minutes) * 60_000 : null,
    rounds: kind === "rounds" ? (request.rounds ?? DEFAULTS.rounds) : null,
    pause: request.pause * 1000,
    noShow: request.noShow * 1000,
    bots,
    accountsOnly,
  };
}

/** Returns how the matches are played. */
function matchOf(games: HttpServices["games"], request: Wanted): MatchOfTournament {
  const { game, preset, options, seats, clock, silent, unwatched, language } = request;
  const asked = { game, preset, options, seats, clock, silent, unwatched, language, name: "" };
  const settings = parseMatchSettings(games, parse(CreateRequest, { ...asked, start: "full" }));
  const { bots: _, admission: __, private: ___, start: ____, title: _____, ...match } = settings;
  if (match.clock === null) throw refuseValue("bad-request", "clock", "a profile other than none");
  if (match.seats < 2 || match.seats > TOURNAMENT_LIMITS.seats)
    throw refuseValue("bad-request", "seats", `an integer from 2 to ${TOURNAMENT_LIMITS.seats}`);
  return match;
}
