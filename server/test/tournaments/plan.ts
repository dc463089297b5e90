import type { TournamentPlan } from "../../src/tournaments/facts.ts";

/** Three rounds at tables of two. */
export const PLAN: TournamentPlan = {
  name: "Evening",
  kind: "rounds",
  organiser: { player: "organiser", name: "Citlali" },
  match: {
    game: "tieqchieq",
    options: {},
    seats: 2,
    invitation: null,
    clock: { turn: 1000, reserve: 0, increment: 0, warning: 0, awayAfter: 1, away: "forfeit" },
    silent: false,
    openNonces: false,
  } as unknown as TournamentPlan["match"],
  fewestSeats: 2,
  startsAt: null,
  duration: null,
  rounds: 3,
  pause: 10_000,
  noShow: 60_000,
  bots: false,
  accountsOnly: false,
};
