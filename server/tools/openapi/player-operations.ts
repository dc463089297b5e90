import { PATHS } from "@flower-war/protocol";
import { z } from "zod";
import { HISTORY, LEADERBOARD, PLAYER as NEW_PLAYER, RENAME } from "../../src/http/formats.ts";
import { NAME_REFUSALS } from "./match-operations.ts";
import type { Operation } from "./operation.ts";
import {
  LEADERBOARD as LEADERBOARD_ANSWER,
  MATCH_HISTORY,
  MY_MATCHES,
  PLAYER,
  PROFILE,
} from "./player-schemas.ts";
import { DONE } from "./schema.ts";

const PLAYER_PARAMS = { id: z.string().describe("The player's id.") };

/** Who players are, and what they have played. */
export const PLAYER_OPERATIONS: readonly Operation[] = [
  {
    method: "post",
    path: PATHS.players,
    id: "createPlayer",
    tag: "players",
    summary: "Become a player: a guest, or a bot account",
    body: NEW_PLAYER.meta({ id: "PlayerRequest" }),
    status: 201,
    answer: PLAYER,
    refusals: [...NAME_REFUSALS, "banned", "too-many-players"],
  },
  {
    method: "get",
    path: PATHS.me,
    id: "getMe",
    tag: "players",
    summary: "Ask who you are, with a new token",
    token: "player",
    answer: PLAYER,
  },
  {
    method: "patch",
    path: PATHS.me,
    id: "renameMe",
    tag: "players",
    summary: "Take another name",
    token: "player",
    body: RENAME.meta({ id: "RenameRequest" }),
    answer: PLAYER,
    refusals: [...NAME_REFUSALS, "too-many-changes"],
  },
  {
    method: "delete",
    path: PATHS.me,
    id: "deleteMe",
    tag: "players",
    summary: "Delete the player",
    token: "player",
    answer: DONE,
    refusals: ["too-many-changes"],
  },
  {
    method: "get",
    path: PATHS.myMatches,
    id: "getMyMatches",
    tag: "players",
    summary: "List your own matches, private ones too",
    token: "player",
    query: HISTORY,
    answer: MY_MATCHES,
  },
  {
    method: "get",
    path: PATHS.profile,
    id: "getPlayer",
    tag: "players",
    summary: "Read a player's profile",
    params: PLAYER_PARAMS,
    answer: PROFILE,
    refusals: ["unknown-player"],
  },
  {
    method: "get",
    path: PATHS.history,
    id: "getHistory",
    tag: "players",
    summary: "List a player's public matches",
    params: PLAYER_PARAMS,
    query: HISTORY,
    answer: MATCH_HISTORY,
    refusals: ["unknown-player"],
  },
  {
    method: "get",
    path: PATHS.leaderboard,
    id: "getLeaderboard",
    tag: "players",
    summary: "List the best players of a game",
    query: LEADERBOARD,
    answer: LEADERBOARD_ANSWER,
  },
];
