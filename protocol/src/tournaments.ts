/** Tournaments (docs/tournaments.md). What a page loads of them when it shows one. */

/** HTTP paths; `:id` is a tournament's id. With `Authorization: Bearer <token>` of a player where a request is theirs. */
export const TOURNAMENT_PATHS = {
  /** GET -> `TournamentList`. POST `TournamentRequest` -> 201 `Tournament`: yours */
  tournaments: "/api/tournaments",
  /** GET -> `Tournament` */
  tournament: "/api/tournaments/:id",
  /** POST -> `Tournament`: you take part. DELETE -> `Tournament`: you withdraw */
  registration: "/api/tournaments/:id/registration",
  /** POST `TournamentAct` -> `Tournament`: acts of its organiser */
  acts: "/api/tournaments/:id/acts",
} as const;
export type {
  Tournament,
  TournamentAct,
  TournamentRequest,
  TournamentSummary,
} from "./schemas/tournaments.ts";
