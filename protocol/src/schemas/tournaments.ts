import { z } from "zod";
import { TOURNAMENT_LIMITS } from "../limits.ts";
import { GAME_NAME, list, MATCH_ID, moment, named, PLAYER_ID, PRESET, ruled, SEAT_NAME } from "./basics.ts";
import { ClockRules } from "./clocks.ts";
import { CreateRequest } from "./matches.ts";

/* Tournaments (docs/tournaments.md). */

const { name, minutes, rounds, pause, noShow } = TOURNAMENT_LIMITS;

export const TOURNAMENT_KINDS = ["arena", "rounds"] as const;
const KIND = z
  .enum(TOURNAMENT_KINDS)
  .describe("`arena`: whoever waits is paired at once, for some time; `rounds`: all are, round after round.");
const PLAYER_NAME = z.string().describe("Empty: the player was deleted.");

const NAME = z.string().describe("As others see it: at most 40 characters, by the rules of tables' names.");

/** The settings that a tournament's matches share with created ones. */
const { game, preset, options, seats, clock, silent, unwatched, language } = CreateRequest.shape;

export const TournamentRequest = z
  .object({
    name: z
      .string()
      .max(10 * name)
      .describe("1 to 40 characters, by the rules of tables' names."),
    kind: KIND,
    game,
    preset,
    options,
    seats,
    clock: clock.describe("Default: `relaxed`; a tournament has clocks."),
    silent: silent.describe("The tables have no chat."),
    unwatched: unwatched.describe("The tables take no spectators."),
    language,
    startsAt: z
      .int()
      .min(0)
      .nullable()
      .default(null)
      .describe("When it starts, ms since 1970; `null`: when you start it."),
    minutes: z
      .int()
      .min(minutes.least)
      .max(minutes.most)
      .optional()
      .describe("Of an arena: for how long it pairs. Default 60."),
    rounds: z.int().min(1).max(rounds).optional().describe("Of `rounds`: how many. Default 5."),
    pause: z.int().min(0).max(pause).default(10).describe("Of `rounds`: seconds between two of them."),
    noShow: z
      .int()
      .min(noShow.least)
      .max(noShow.most)
      .default(60)
      .describe("Seconds in which the players of a match have to come to it."),
    bots: z.boolean().default(false).describe("Whether bot accounts may play."),
    accountsOnly: z.boolean().default(false).describe("Whether only players with an account may play."),
  })
  .meta({ id: "TournamentRequest" });
export type TournamentRequest = z.input<typeof TournamentRequest>;

export const TournamentAct = z
  .object({
    act: z
      .enum(["start", "pause", "resume", "end", "remove"])
      .describe(
        "`start`: now; `pause`: no one is paired until you `resume`, and an arena ends so much later; `end`: the places are those so far; `remove`: a player is paired no more.",
      ),
    player: z.string().max(64).optional().describe("Whom to `remove`: their id."),
  })
  .refine(({ act, player }) => (act === "remove") === (player !== undefined), { path: ["player"] })
  .meta({ id: "TournamentAct" });
export type TournamentAct = z.input<typeof TournamentAct>;

/** What a list and the tournament itself say. */
const SUMMARY = {
  id: z.string().describe("The tournament's id."),
  name: NAME,
  kind: KIND,
  status: z
    .enum(["gathering", "running", "paused", "over"])
    .describe("`gathering`: it has not started; players may register until its last round."),
  organiser: z.object({ id: PLAYER_ID, name: PLAYER_NAME }),
  game: GAME_NAME,
  preset: PRESET.exactOptional().describe("The preset that has its options; missing: none has."),
  seats: z.int().describe("Of a table; where the game allows it, some have fewer."),
  startsAt: moment("When it starts; `null`: when its organiser starts it.").nullable(),
  startedAt: moment().nullable(),
  endsAt: moment("When an arena pairs no more; `null`: it has rounds, or has not started.").nullable(),
  endedAt: moment().nullable(),
  players: z.int().describe("How many take part."),
};

export const TournamentSummary = named("TournamentSummary", "A tournament in a list.", SUMMARY);
export type TournamentSummary = z.infer<typeof TournamentSummary>;

export const TournamentList = named(
  "TournamentList",
  "Tournaments that are not over, then the last ones that are.",
  {
    tournaments: list(TournamentSummary),
  },
);
export type TournamentList = z.infer<typeof TournamentList>;

export const TournamentStanding = named("TournamentStanding", "A player's place in a tournament.", {
  id: PLAYER_ID,
  name: PLAYER_NAME,
  bot: z.boolean().describe("Whether it is a bot account."),
  active: z.boolean().describe("Whether they are paired."),
  left: z
    .enum(["withdrew", "absent", "removed"])
    .exactOptional()
    .describe(
      "Why they are not `active`; `absent`: they did not come to a match in time; `removed`: by the organiser. Missing: they are.",
    ),
  mayReturn: z
    .boolean()
    .exactOptional()
    .describe(
      "Whether they may register again, as long as others can: they were not removed, and did not come too often. Missing: they are `active`.",
    ),
  place: z.int().describe("From 1; those whom nothing tells apart share one."),
  points: z.number().describe("1 for a win; rounded to hundredths."),
  tieBreaks: list(z.number()).describe("Those that `tieBreaks` of the tournament names, in that order."),
  played: z.int().describe("Matches that are over."),
  byes: z.int(),
  match: z.string().nullable().describe("The id of the match that they play now."),
});
export type TournamentStanding = z.infer<typeof TournamentStanding>;

export const TournamentTable = named("TournamentTable", "A match of a tournament.", {
  match: MATCH_ID,
  round: z.int().describe("From 1; of an arena the number of the pairing."),
  players: list(z.object({ seat: SEAT_NAME, id: PLAYER_ID, name: PLAYER_NAME })).describe("In turn order."),
  over: z.boolean(),
  places: list(z.int().nullable())
    .exactOptional()
    .describe("The place of each of its players; `null`: none. Missing while it is not over."),
});
export type TournamentTable = z.infer<typeof TournamentTable>;

export const Tournament = named("Tournament", "A tournament as it is now.", {
  ...SUMMARY,
  n: z.int().describe("Rises with each change."),
  endedBy: z
    .enum(["organiser", "operator", "too-few"])
    .exactOptional()
    .describe(
      "Why it ended early; `organiser`: they ended it, or were not there to go on with it; `operator`: an operator of the server did; `too-few`: too few players were left. Missing: it was not ended early.",
    ),
  minutes: z.number().nullable().describe("Of an arena."),
  rounds: z.int().nullable().describe("Of `rounds`: how many."),
  round: z.int().describe("The last one that was paired; 0: none."),
  pause: z.int().describe("Seconds between two rounds."),
  noShow: z.int().describe("Seconds in which the players of a match have to come to it."),
  bots: z.boolean(),
  accountsOnly: z.boolean(),
  options: ruled("The host options, complete."),
  silent: z.boolean().describe("The tables have no chat."),
  unwatched: z.boolean().describe("The tables take no spectators."),
  clock: ClockRules,
  tieBreaks: list(
    z.enum(["median-buchholz", "buchholz", "sonneborn-berger", "direct-encounter", "wins"]),
  ).describe("What tells players with the same points apart, in that order."),
  standings: list(TournamentStanding).describe("By place."),
  excluded: list(
    z.object({
      id: PLAYER_ID,
      left: z
        .enum(["withdrew", "absent", "removed"])
        .describe("Why they do not take part, as in a standing."),
    }),
  )
    .exactOptional()
    .describe(
      "Players who have no standing, as they were never paired, and may not register again: the organiser removed them, or they came too often. Missing: there are none.",
    ),
  tables: list(TournamentTable).describe(
    "Those of the last round; of an arena those that are not over, and the last 50.",
  ),
});
export type Tournament = z.infer<typeof Tournament>;
