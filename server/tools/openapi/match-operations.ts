import { PATHS, type RefusalCode, STREAM_PATHS } from "@flower-war/protocol";
import { z } from "zod";
import {
  AFTER,
  CREATE,
  LOBBY,
  QUICK_PLAY,
  REMATCH,
  SEAT,
  VERSIONED,
  VERSIONED_QUERY,
} from "../../src/http/formats.ts";
import { LOBBY_LINE, MATCH_SUMMARY, RESERVATION, SEAT_RESERVATION, TABLE_PAGE } from "./match-schemas.ts";
import type { Operation } from "./operation.ts";
import { STREAM_LINE } from "./stream-schemas.ts";

/** What a match in a path is called by. */
export const MATCH = {
  id: z.string().describe("The match's id, its short code, or the invitation of a private match."),
};

/** How a name is refused. */
export const NAME_REFUSALS: readonly RefusalCode[] = [
  "name-characters",
  "name-marks",
  "name-scripts",
  "name-reserved",
  "name-refused",
];
/** How a request is refused that a match by its name has to be found for. */
const FIND_REFUSALS: readonly RefusalCode[] = ["unknown-match", "too-many-codes", "match-damaged"];
/** The same if the match's room has to be there. */
export const ROOM_REFUSALS: readonly RefusalCode[] = [...FIND_REFUSALS, "match-ended", "server-full"];
const CREATION_REFUSALS: readonly RefusalCode[] = [
  ...NAME_REFUSALS,
  "bad-option",
  "bot-account",
  "client-too-old",
  "server-full",
  "too-many-creations",
  "too-many-withheld",
];

/** Streams of lines: of JSON, or as server-sent events. */
const lines = (line: z.ZodType) => ({ "application/x-ndjson": line, "text/event-stream": line });
const STREAM_ABOUT =
  "The answer goes on. Each line is a value of this schema; with `Accept: text/event-stream` it is the `data` of an event. An empty line, or a comment, comes every 15 s; after 45 s without anything the connection is dead.";

/** Matches and the lobby. */
export const MATCH_OPERATIONS: readonly Operation[] = [
  {
    method: "post",
    path: PATHS.matches,
    id: "createMatch",
    tag: "matches",
    summary: "Create a match, and take its first seat",
    token: "player?",
    body: CREATE.safeExtend(VERSIONED.shape).meta({ id: "CreateRequest" }),
    status: 201,
    answer: SEAT_RESERVATION,
    refusals: CREATION_REFUSALS,
  },
  {
    method: "post",
    path: PATHS.quickPlay,
    id: "quickPlay",
    tag: "matches",
    summary: "Take a seat in the public match where most people wait, or in a new one",
    token: "player?",
    body: QUICK_PLAY.safeExtend(VERSIONED.shape).meta({ id: "QuickPlayRequest" }),
    answer: SEAT_RESERVATION,
    refusals: [...CREATION_REFUSALS, "too-many-seats"],
  },
  {
    method: "post",
    path: PATHS.seats,
    id: "takeSeat",
    tag: "matches",
    summary: "Take a seat, a new one or your own again, or watch",
    description:
      "Exactly one of `name` (a new seat), `token` (the seat that it was given with), `own` (the player's own seat), and `spectate`.",
    token: "player?",
    params: MATCH,
    body: SEAT.safeExtend(VERSIONED.shape).meta({ id: "SeatRequest" }),
    answer: SEAT_RESERVATION,
    refusals: [
      ...NAME_REFUSALS,
      ...ROOM_REFUSALS,
      "client-too-old",
      "match-begun",
      "match-full",
      "not-challenged",
      "seat-taken",
      "too-many-reservations",
      "too-many-seats",
      "too-many-spectators",
      "too-many-withheld",
      "unauthorized",
      "unknown-seat",
      "withheld",
    ],
  },
  {
    method: "post",
    path: PATHS.rematch,
    id: "rematch",
    tag: "matches",
    summary: "Take a seat in the rematch of a finished match",
    params: MATCH,
    body: REMATCH.safeExtend(VERSIONED.shape).meta({ id: "RematchRequest" }),
    answer: SEAT_RESERVATION,
    refusals: [
      ...ROOM_REFUSALS,
      "bad-token",
      "banned",
      "client-too-old",
      "expired-token",
      "match-begun",
      "match-full",
      "match-not-over",
      "too-many-seats",
      "withheld",
    ],
  },
  {
    method: "get",
    path: PATHS.match,
    id: "getMatch",
    tag: "matches",
    summary: "Look a match up: how it is, or how it ended",
    params: MATCH,
    answer: MATCH_SUMMARY,
    refusals: FIND_REFUSALS,
  },
  {
    method: "get",
    path: PATHS.record,
    id: "getRecord",
    tag: "matches",
    summary: "Download the record of a finished match",
    description: "JSON Lines: a header, an entry on each line, the end (docs/fair-dice.md).",
    params: MATCH,
    answer: { "application/jsonl": z.string() },
    refusals: [...FIND_REFUSALS, "match-not-over", "too-many-records"],
  },
  {
    method: "get",
    path: STREAM_PATHS.match,
    id: "streamMatch",
    tag: "match",
    summary: "Read what happens in a match, live",
    description: `${STREAM_ABOUT} The first line is the match as it is; with \`after\` the entries since that one follow.`,
    token: "seat?",
    params: MATCH,
    query: AFTER.extend(VERSIONED_QUERY.shape),
    answer: lines(STREAM_LINE),
    refusals: [...ROOM_REFUSALS, "client-too-old", "too-many-spectators", "too-many-reservations"],
  },
  {
    method: "get",
    path: PATHS.lobby,
    id: "getLobby",
    tag: "lobby",
    summary: "Read a page of the list of matches",
    query: LOBBY,
    answer: TABLE_PAGE,
  },
  {
    method: "post",
    path: PATHS.lobby,
    id: "watchLobby",
    tag: "lobby",
    summary: "Reserve a WebSocket that shows that page live",
    body: LOBBY.safeExtend(VERSIONED.shape).meta({ id: "LobbyRequest" }),
    answer: RESERVATION,
    refusals: ["client-too-old", "too-many-watchers", "too-many-reservations"],
  },
  {
    method: "get",
    path: STREAM_PATHS.lobby,
    id: "streamLobby",
    tag: "lobby",
    summary: "Read a page of the list of matches, live",
    description: STREAM_ABOUT,
    query: LOBBY.extend(VERSIONED_QUERY.shape),
    answer: lines(LOBBY_LINE),
    refusals: ["client-too-old", "too-many-watchers", "too-many-reservations"],
  },
];
