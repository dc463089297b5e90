import { API_PATHS, BOTS_PATH, PATHS } from "@flower-war/protocol";
import { z } from "zod";
import { GAMES, VERSIONED } from "../../src/http/formats.ts";
import { RESERVATION } from "./match-schemas.ts";
import type { Operation } from "./operation.ts";
import { ONLINE_BOT } from "./player-schemas.ts";
import {
  CURRENT_ANNOUNCEMENT,
  GAME_LISTING,
  HEALTH,
  INSTALL_MANIFEST,
  OWN_ADDRESS,
  READY,
} from "./server-schemas.ts";

/** The server, its games, bot accounts and firmware. */
export const SERVER_OPERATIONS: readonly Operation[] = [
  {
    method: "get",
    path: BOTS_PATH,
    id: "getBots",
    tag: "lobby",
    summary: "List the bot accounts that are online",
    answer: z.array(ONLINE_BOT),
  },
  {
    method: "post",
    path: BOTS_PATH,
    id: "watchChallenges",
    tag: "lobby",
    summary: "Reserve a WebSocket by which a bot account is online",
    token: "player",
    body: VERSIONED.meta({ id: "BotRequest" }),
    answer: RESERVATION,
    refusals: ["client-too-old", "not-bot-account", "too-many-reservations"],
  },
  {
    method: "get",
    path: PATHS.games,
    id: "getGames",
    tag: "server",
    summary: "List the games that the server hosts",
    query: GAMES,
    answer: z.array(GAME_LISTING),
  },
  {
    method: "get",
    path: PATHS.announcement,
    id: "getAnnouncement",
    tag: "server",
    summary: "Read what an operator tells everybody now",
    answer: CURRENT_ANNOUNCEMENT,
  },
  {
    method: "get",
    path: PATHS.address,
    id: "getAddress",
    tag: "server",
    summary: "Ask where others reach the server, e.g. in the home's network",
    answer: OWN_ADDRESS,
  },
  {
    method: "get",
    path: PATHS.health,
    id: "getHealth",
    tag: "server",
    summary: "Ask whether the process lives",
    answer: HEALTH,
  },
  {
    method: "get",
    path: PATHS.ready,
    id: "getReady",
    tag: "server",
    summary: "Ask whether the server accepts players and can store matches",
    answer: READY,
  },
  {
    method: "get",
    path: API_PATHS.document,
    id: "getOpenApi",
    tag: "server",
    summary: "Read this document",
    answer: z.looseObject({ openapi: z.string() }).meta({ id: "OpenApi" }),
  },
  {
    method: "get",
    path: API_PATHS.page,
    id: "getApiPage",
    tag: "server",
    summary: "Read this document as a page",
    answer: { "text/html": z.string() },
  },
  {
    method: "get",
    path: PATHS.installManifest,
    id: "getInstallManifest",
    tag: "server",
    summary: "List the firmware that a browser can install on a temple",
    answer: INSTALL_MANIFEST,
    refusals: ["no-firmware"],
  },
  {
    method: "get",
    path: PATHS.firmware,
    id: "getFirmware",
    tag: "server",
    summary: "Download a part of that firmware",
    params: { file: z.string().describe("As the list names it.") },
    answer: { "application/octet-stream": z.string().meta({ format: "binary" }) },
    refusals: ["not-found"],
  },
];
