import {
  type GameName,
  type Leaderboard,
  type MatchHistory,
  type MyMatches,
  PATHS,
  type Profile,
} from "@flower-war/protocol";
import { HistoryRequest, LeaderboardRequest } from "@flower-war/protocol/schemas";
import { type Response, Router } from "express";
import type { HostedGame } from "../games/hosted-game.ts";
import type { Players } from "../players/players.ts";
import { parse } from "../wire/requests.ts";
import { unknownGame } from "./match-settings.ts";
import { requireToken } from "./players.ts";
import type { Profiles } from "./profiles.ts";

export interface ProfileServices {
  readonly games: ReadonlyMap<string, HostedGame>;
  readonly players: Players;
  readonly profiles: Profiles;
}

/** Answers what may be known of players and their matches. */
export function profileRoutes({ games, players, profiles }: ProfileServices): Router {
  const router = Router();
  router.get(PATHS.myMatches, async (request, response: Response<MyMatches>) => {
    const part = parse(HistoryRequest, request.query);
    const { player } = await players.identify(requireToken(request));
    response.json(await profiles.ownMatches(player, part));
  });
  router.get(PATHS.profile, async ({ params }, response: Response<Profile>) => {
    response.json(await profiles.profile(params["id"]));
  });
  router.get(PATHS.history, async ({ params, query }, response: Response<MatchHistory>) => {
    response.json(await profiles.history(params["id"], parse(HistoryRequest, query)));
  });
  router.get(PATHS.leaderboard, async ({ query }, response: Response<Leaderboard>) => {
    const { game, page } = parse(LeaderboardRequest, query);
    if (!games.has(game)) throw unknownGame(games);
    response.json(await profiles.leaderboard(game as GameName, page));
  });
  return router;
}
