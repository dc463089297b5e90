import { z } from "zod";
import { ACCOUNT_PATHS, BOTS_PATH } from "../account-paths.ts";
import { NOTICE_PATHS } from "../notices.ts";
import { API_PATHS, PATHS, STREAM_PATHS } from "../paths.ts";
import { STUDY_PATHS } from "../studies.ts";
import { TOURNAMENT_PATHS } from "../tournaments.ts";
import { AfterQuery, Done } from "./basics.ts";
import { LobbyLine, LobbyRequest, TablePage } from "./lobby.ts";
import { MATCH_REQUESTS, type MatchRequest, type RequestTrait } from "./match-requests.ts";
import {
  CreateRequest,
  MatchSummary,
  QuickPlayRequest,
  RematchRequest,
  Reservation,
  SeatRequest,
  SeatReservation,
} from "./matches.ts";
import { MailLink, MailRequest, Notices, PushRequest } from "./notices.ts";
import {
  AccountEvents,
  HistoryRequest,
  Leaderboard,
  LeaderboardRequest,
  MatchHistory,
  MutedPlayers,
  MuteRequest,
  MyMatches,
  NewPersonalToken,
  OnlineBot,
  PasskeyAdded,
  PasskeyOptions,
  PasskeyRemoval,
  PasskeyRequest,
  PersonalTokenRequest,
  PersonalTokens,
  Player,
  PlayerRequest,
  PlayerSessions,
  Profile,
  Proof,
  ProofRequest,
  RecoveryCodes,
  RenameRequest,
  SignedIn,
  SignInMeans,
  SignInRequest,
  TokenRequest,
} from "./players.ts";
import {
  CurrentAnnouncement,
  GameListing,
  GamesQuery,
  Health,
  InstallManifest,
  OwnAddress,
  Ready,
  VersionedQuery,
  VersionedRequest,
} from "./server.ts";
import { PlainMatch, StreamLine } from "./streams.ts";
import { Study, StudyAct, StudyActed, StudyLine, StudyList, StudyRequest } from "./studies.ts";
import { Tournament, TournamentAct, TournamentList, TournamentRequest } from "./tournaments.ts";

/** What operations are about, in the order of the document. */
export const TAGS = {
  matches: "Create matches, take seats, look matches up.",
  match: "A match without a WebSocket: its stream, and what a seat may ask and do (docs/json-api.md).",
  lobby: "The list of matches, and bot accounts.",
  tournaments: "Tournaments: arenas and rounds (docs/tournaments.md).",
  studies: "Studies: finished matches that several people step through at once (docs/studies.md).",
  players: "Who players are, and what they have played.",
  accounts: "How players sign in on other devices.",
  notices: "How players are told that it is their turn.",
  server: "The server and its games.",
} as const;

/**
 * What several operations have in common, so that they may be refused with the same codes (`REFUSAL_CODES`). An operation is given the
 * first ones; the others follow from its fields.
 */
export type Trait =
  | RequestTrait
  /** It finds a match by what is in its path; its match has to have a room; it creates a match. */
  | "match"
  | "room"
  | "creation"
  /** An account has to show a proof in `PROOF_HEADER`; a guest has none. */
  | "proven"
  /** All; those with a path's parameters, a query or a body; with a body; with `protocolVersion`; with a token; only with a player's. */
  | "any"
  | "input"
  | "body"
  | "versioned"
  | "token"
  | "player"
  /** Spectators may, too. */
  | "guest";

/** A method of one of the server's paths for players. */
export interface Operation {
  readonly method: "get" | "post" | "patch" | "delete";
  /** As Express takes it: `/api/matches/:id`. */
  readonly path: string;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description?: string;
  /** Whose token a request carries. With `?`: it may. */
  readonly token?: "seat" | "seat?" | "player" | "player?";
  /** What the parameters in the path are. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The status of its answer; default 200. */
  readonly status?: 200 | 201;
  /** The schema of its answer as JSON, or schemas by media type. */
  readonly answer: z.ZodType | Readonly<Record<string, z.ZodType>>;
  readonly is?: readonly Trait[];
  /** Whether a game's rules can refuse it with codes of their own. */
  readonly isRuled?: boolean;
}

/** Returns a body that names the client's protocol too. */
const versioned = <B extends z.ZodObject>(id: string, body: B) =>
  body.safeExtend<z.core.$ZodShape>(VersionedRequest.shape).meta({ id }) as z.ZodObject as B;

/** What a match in a path is called by. */
const MATCH = {
  id: z.string().describe("The match's id, its short code, or the invitation of a private match."),
};
const PLAYER = { id: z.string().describe("The player's id.") };

/** Streams of lines: of JSON, or as server-sent events. */
const lines = (line: z.ZodType) => ({ "application/x-ndjson": line, "text/event-stream": line });
const STREAM_ABOUT =
  "The answer goes on. Each line is one JSON value; with `Accept: text/event-stream` it is the `data` of an event. An empty line, or a comment, comes every 15 s; after 45 s without anything the connection is dead.";

/** Returns operations, which keep their names and the types of their schemas, under a tag. */
const define = <const O extends Readonly<Record<string, Omit<Operation, "tag">>>>(
  tag: Operation["tag"],
  operations: O,
) => {
  const tagged = Object.entries(operations).map(([id, each]) => [id, { ...each, tag }]);
  return Object.fromEntries(tagged) as { readonly [Id in keyof O]: O[Id] & Pick<Operation, "tag"> };
};

/** Matches and the lobby. */
const MATCHES = {
  ...define("matches", {
    createMatch: {
      method: "post",
      path: PATHS.matches,
      summary: "Create a match, and take its first seat",
      token: "player?",
      body: versioned("CreateRequest", CreateRequest),
      status: 201,
      answer: SeatReservation,
      is: ["name", "creation"],
    },
    quickPlay: {
      method: "post",
      path: PATHS.quickPlay,
      summary: "Take a seat in the public match where most people wait, or in a new one",
      description:
        "A new one begins with bots after 20 s. An account with a rating gets the table whose players are nearest to it. Where all are more than 200 points away, the answer takes up to 6 s, in which that distance grows; then any table counts.",
      token: "player?",
      body: versioned("QuickPlayRequest", QuickPlayRequest),
      answer: SeatReservation,
      is: ["name", "creation"],
    },
    takeSeat: {
      method: "post",
      path: PATHS.seats,
      summary: "Take a seat, a new one or your own again, or watch",
      description:
        "Exactly one of `name` (a new seat), `token` (the seat that it was given with), `token` with `name` (one that its player hands over), `own` (the player's own seat), and `spectate`.",
      token: "player?",
      params: MATCH,
      body: versioned("SeatRequest", SeatRequest),
      answer: SeatReservation,
      is: ["name", "match", "room"],
    },
    rematch: {
      method: "post",
      path: PATHS.rematch,
      summary: "Take a seat in the rematch of a finished match",
      description: "With the token of your seat in that match.",
      params: MATCH,
      body: versioned("RematchRequest", RematchRequest),
      answer: SeatReservation,
      is: ["match", "room"],
    },
    getMatch: {
      method: "get",
      path: PATHS.match,
      summary: "Look a match up: how it is, or how it ended",
      description:
        "`table` is there until the match is over, `result` from then on. A match that is watched with a delay is over so much later, but at once for who sends a seat's token.",
      params: MATCH,
      answer: MatchSummary,
      is: ["match"],
    },
    getRecord: {
      method: "get",
      path: PATHS.record,
      summary: "Download the record of a finished match",
      description:
        "JSON Lines: a header, an entry on each line, the end (docs/fair-dice.md). As with `getMatch`, a seat's token tells of the end at once.",
      params: MATCH,
      answer: { "application/jsonl": z.string() },
      is: ["match"],
    },
  }),
  ...define("match", {
    streamMatch: {
      method: "get",
      path: STREAM_PATHS.match,
      summary: "Read what happens in a match, live",
      description: `${STREAM_ABOUT} The first line is the match as it is; with \`after\` the entries since that one follow.`,
      token: "seat?",
      params: MATCH,
      query: AfterQuery.extend(VersionedQuery.shape),
      answer: lines(StreamLine),
      is: ["match", "room"],
    },
  }),
  ...define("lobby", {
    getLobby: {
      method: "get",
      path: PATHS.lobby,
      summary: "Read a page of the list of matches",
      query: LobbyRequest,
      answer: TablePage,
    },
    watchLobby: {
      method: "post",
      path: PATHS.lobby,
      summary: "Reserve a WebSocket that shows that page live",
      body: versioned("LobbyRequest", LobbyRequest),
      answer: Reservation,
    },
    streamLobby: {
      method: "get",
      path: STREAM_PATHS.lobby,
      summary: "Read a page of the list of matches, live",
      description: STREAM_ABOUT,
      query: LobbyRequest.extend(VersionedQuery.shape),
      answer: lines(LobbyLine),
    },
  }),
};

/** The requests of a match's room over HTTP. */
const REQUESTS = Object.fromEntries(
  Object.entries<MatchRequest>(MATCH_REQUESTS).map(([type, request]) => [
    request.id,
    operationOf(type, request),
  ]),
) as Readonly<Record<(typeof MATCH_REQUESTS)[keyof typeof MATCH_REQUESTS]["id"], Operation>>;

function operationOf(type: string, request: MatchRequest): Operation {
  const { id, method, summary, description, isForAll, is = [], payload, answer } = request;
  const isPost = method === "post";
  return {
    method,
    path: `${PATHS.match}/${type === "command" ? "commands" : type}`,
    tag: "match",
    summary,
    ...(description !== undefined && { description }),
    token: isForAll ? "seat?" : "seat",
    params: MATCH,
    ...(payload instanceof z.ZodObject &&
      (isPost
        ? { body: payload.meta({ id: `${id.charAt(0).toUpperCase()}${id.slice(1)}Request` }) }
        : { query: AfterQuery })),
    answer,
    is: ["match", "room", ...is],
    isRuled: true,
  };
}

/** What is asked of a match's room otherwise. */
const VIEWS = define("match", {
  getView: {
    method: "get",
    path: `${PATHS.match}/view`,
    summary: "Read the match as you see it now",
    token: "seat?",
    params: MATCH,
    answer: PlainMatch,
    is: ["match", "room"],
  },
  leaveSeat: {
    method: "post",
    path: `${PATHS.match}/leave`,
    summary: "Leave the table for good, before the match begins",
    description: "Others can take your seat; your stream ends, and your token is `bad-token` from then on.",
    token: "seat",
    params: MATCH,
    answer: Done,
    is: ["match", "room"],
    isRuled: true,
  },
});

const TOURNAMENT = { id: z.string().describe("The tournament's id.") };

/** Tournaments. */
const TOURNAMENTS = define("tournaments", {
  createTournament: {
    method: "post",
    path: TOURNAMENT_PATHS.tournaments,
    summary: "Create a tournament, which you organise",
    description: "For accounts. You do not take part unless you register too.",
    token: "player",
    body: TournamentRequest,
    status: 201,
    answer: Tournament,
    is: ["name"],
  },
  getTournaments: {
    method: "get",
    path: TOURNAMENT_PATHS.tournaments,
    summary: "List the tournaments",
    answer: TournamentList,
  },
  getTournament: {
    method: "get",
    path: TOURNAMENT_PATHS.tournament,
    summary: "Read a tournament: its standings and tables",
    params: TOURNAMENT,
    answer: Tournament,
  },
  registerForTournament: {
    method: "post",
    path: TOURNAMENT_PATHS.registration,
    summary: "Take part in a tournament, also again",
    description:
      "Your matches are `match` of your standing: take your seat there with `own` (`POST /api/matches/:id/seats`).",
    token: "player",
    params: TOURNAMENT,
    answer: Tournament,
  },
  withdrawFromTournament: {
    method: "delete",
    path: TOURNAMENT_PATHS.registration,
    summary: "Be paired no more",
    description: "A match that you play goes on. You keep your points, and may register again.",
    token: "player",
    params: TOURNAMENT,
    answer: Tournament,
  },
  directTournament: {
    method: "post",
    path: TOURNAMENT_PATHS.acts,
    summary: "Start, pause, resume or end your tournament, or remove a player",
    description: "Asked again it changes nothing.",
    token: "player",
    params: TOURNAMENT,
    body: TournamentAct,
    answer: Tournament,
  },
});

const STUDY = { id: z.string().describe("The study's id. Who knows it can read it.") };

/** Studies. */
const STUDIES = define("studies", {
  createStudy: {
    method: "post",
    path: STUDY_PATHS.studies,
    summary: "Create a study of a finished match, which you own",
    description: "It has a copy of the match's record. Sent again it creates another one.",
    token: "player",
    body: StudyRequest,
    status: 201,
    answer: Study,
    is: ["match"],
  },
  getStudies: {
    method: "get",
    path: STUDY_PATHS.studies,
    summary: "List your studies",
    token: "player",
    answer: StudyList,
  },
  getStudy: {
    method: "get",
    path: STUDY_PATHS.study,
    summary: "Read a study",
    params: STUDY,
    answer: Study,
  },
  getStudyRecord: {
    method: "get",
    path: STUDY_PATHS.record,
    summary: "Download the record of a study's match",
    description: "As `getRecord`, also when the match's log is deleted.",
    params: STUDY,
    answer: { "application/jsonl": z.string() },
  },
  streamStudy: {
    method: "get",
    path: STUDY_PATHS.stream,
    summary: "Follow a study, live",
    description: `${STREAM_ABOUT} The first line is the study as it is. With a player's token you are among the people who follow it.`,
    token: "player?",
    params: STUDY,
    answer: lines(StudyLine),
  },
  changeStudy: {
    method: "post",
    path: STUDY_PATHS.acts,
    summary: "Change a study, for all who follow it",
    description:
      "Acts are carried out one after the other; the answer comes when it is stored. One that was carried out changes nothing if it is sent again.",
    token: "player",
    params: STUDY,
    body: StudyAct,
    answer: StudyActed,
    isRuled: true,
  },
  deleteStudy: {
    method: "delete",
    path: STUDY_PATHS.study,
    summary: "Delete your study, with all that is in it",
    token: "player",
    params: STUDY,
    answer: Done,
  },
});

/** Players and their matches. */
const PLAYERS = define("players", {
  createPlayer: {
    method: "post",
    path: PATHS.players,
    summary: "Become a player: a guest, or a bot account",
    body: PlayerRequest,
    status: 201,
    answer: Player,
    is: ["name"],
  },
  getMe: {
    method: "get",
    path: PATHS.me,
    summary: "Ask who you are, with a new token",
    token: "player",
    answer: Player,
  },
  renameMe: {
    method: "patch",
    path: PATHS.me,
    summary: "Take another name",
    description: "The token is a new one.",
    token: "player",
    body: RenameRequest,
    answer: Player,
    is: ["name"],
  },
  deleteMe: {
    method: "delete",
    path: PATHS.me,
    summary: "Delete the player",
    description: "With passkeys, recovery codes and notices.",
    token: "player",
    answer: Done,
    is: ["proven"],
  },
  getMyMatches: {
    method: "get",
    path: PATHS.myMatches,
    summary: "List your own matches, private ones too",
    token: "player",
    query: HistoryRequest,
    answer: MyMatches,
  },
  getPlayer: {
    method: "get",
    path: PATHS.profile,
    summary: "Read a player's profile",
    params: PLAYER,
    answer: Profile,
  },
  getHistory: {
    method: "get",
    path: PATHS.history,
    summary: "List a player's public matches",
    params: PLAYER,
    query: HistoryRequest,
    answer: MatchHistory,
  },
  getLeaderboard: {
    method: "get",
    path: PATHS.leaderboard,
    summary: "List the best players of a game",
    query: LeaderboardRequest,
    answer: Leaderboard,
  },
});

/** How players are known on other devices. */
const ACCOUNTS = define("accounts", {
  renewToken: {
    method: "post",
    path: ACCOUNT_PATHS.tokens,
    summary: "Get a new token: all others are invalid",
    token: "player",
    body: TokenRequest,
    answer: Player,
    is: ["proven"],
  },
  requestPasskeyOptions: {
    method: "post",
    path: ACCOUNT_PATHS.passkeyOptions,
    summary: "Ask for the options for a new passkey",
    description: "As `PublicKeyCredential.parseCreationOptionsFromJSON` takes them.",
    token: "player",
    answer: PasskeyOptions,
    is: ["proven"],
  },
  getPasskeys: {
    method: "get",
    path: ACCOUNT_PATHS.passkeys,
    summary: "List your passkeys",
    token: "player",
    answer: SignInMeans,
  },
  addPasskey: {
    method: "post",
    path: ACCOUNT_PATHS.passkeys,
    summary: "Add a passkey: a guest becomes an account",
    description: "`response` is the new credential's `toJSON()`. The first one brings recovery codes.",
    token: "player",
    body: PasskeyRequest,
    status: 201,
    answer: PasskeyAdded,
    is: ["proven"],
  },
  removePasskey: {
    method: "delete",
    path: ACCOUNT_PATHS.passkey,
    summary: "Remove a passkey",
    description: "Unless another one is older, or at least 3 days old, this waits for 3 days.",
    token: "player",
    params: { id: z.string().describe("The passkey's id.") },
    answer: PasskeyRemoval,
    is: ["proven"],
  },
  keepPasskey: {
    method: "delete",
    path: ACCOUNT_PATHS.passkeyRemoval,
    summary: "Keep a passkey whose removal waits",
    description: "One whose removal does not wait stays as it is.",
    token: "player",
    params: { id: z.string().describe("The passkey's id.") },
    answer: Done,
    is: ["proven"],
  },
  getAccountEvents: {
    method: "get",
    path: ACCOUNT_PATHS.events,
    summary: "Ask what happened to your account",
    token: "player",
    answer: AccountEvents,
  },
  getSessions: {
    method: "get",
    path: ACCOUNT_PATHS.sessions,
    summary: "List where you are signed in",
    token: "player",
    answer: PlayerSessions,
  },
  endSession: {
    method: "delete",
    path: ACCOUNT_PATHS.session,
    summary: "Sign out one device",
    description: "Its tokens are invalid. Your own needs no proof.",
    token: "player",
    params: { id: z.string().describe("The session's id; `this`: that of the request's token.") },
    answer: Done,
    is: ["proven"],
  },
  getPersonalTokens: {
    method: "get",
    path: ACCOUNT_PATHS.personalTokens,
    summary: "List your personal tokens",
    token: "player",
    answer: PersonalTokens,
  },
  createPersonalToken: {
    method: "post",
    path: ACCOUNT_PATHS.personalTokens,
    summary: "Make a personal token for a program",
    description:
      "It is a bearer token where a player's is, for what its scopes say, until you revoke it or sign out everywhere.",
    token: "player",
    body: PersonalTokenRequest,
    status: 201,
    answer: NewPersonalToken,
    is: ["proven", "name"],
  },
  revokePersonalToken: {
    method: "delete",
    path: ACCOUNT_PATHS.personalToken,
    summary: "Revoke a personal token",
    description: "It is invalid. Seats that were taken with it stay yours.",
    token: "player",
    params: { id: z.string().describe("The token's id.") },
    answer: Done,
  },
  getMutes: {
    method: "get",
    path: ACCOUNT_PATHS.mutes,
    summary: "List the players whom you mute and block",
    token: "player",
    answer: MutedPlayers,
  },
  mutePlayers: {
    method: "post",
    path: ACCOUNT_PATHS.mutes,
    summary: "Mute or block players",
    description: "On all of your devices. They are not told.",
    token: "player",
    body: MuteRequest,
    answer: MutedPlayers,
  },
  unmutePlayer: {
    method: "delete",
    path: ACCOUNT_PATHS.mute,
    summary: "Neither mute nor block a player any more",
    token: "player",
    params: PLAYER,
    answer: MutedPlayers,
  },
  renewRecoveryCodes: {
    method: "post",
    path: ACCOUNT_PATHS.recoveryCodes,
    summary: "Get new recovery codes",
    description: "Ten. The old ones are invalid.",
    token: "player",
    answer: RecoveryCodes,
    is: ["proven"],
  },
  requestProofOptions: {
    method: "post",
    path: ACCOUNT_PATHS.proofOptions,
    summary: "Ask for the options for a proof",
    description: "As `PublicKeyCredential.parseRequestOptionsFromJSON` takes them.",
    token: "player",
    answer: PasskeyOptions,
  },
  prove: {
    method: "post",
    path: ACCOUNT_PATHS.proofs,
    summary: "Prove by a passkey or by a recovery code that you are there",
    description: "Exactly one of `response` and `recoveryCode`, as for signing in.",
    token: "player",
    body: ProofRequest,
    status: 201,
    answer: Proof,
  },
  requestSignInOptions: {
    method: "post",
    path: ACCOUNT_PATHS.signInOptions,
    summary: "Ask for the options for signing in",
    description: "As `PublicKeyCredential.parseRequestOptionsFromJSON` takes them.",
    answer: PasskeyOptions,
  },
  signIn: {
    method: "post",
    path: ACCOUNT_PATHS.signIn,
    summary: "Sign in by a passkey or by a recovery code",
    description: "Exactly one of `response`, the credential's `toJSON()`, and `recoveryCode`.",
    body: SignInRequest,
    answer: SignedIn,
  },
});

/** How players are told that it is their turn. */
const NOTICES = define("notices", {
  getNotices: {
    method: "get",
    path: NOTICE_PATHS.notices,
    summary: "Ask how you are told",
    token: "player",
    answer: Notices,
  },
  addPush: {
    method: "post",
    path: NOTICE_PATHS.pushes,
    summary: "Be told in a browser, by Web Push",
    description:
      "`subscription` is `toJSON()` of the browser's `PushSubscription`, made for the server's `key`.",
    token: "player",
    body: PushRequest,
    status: 201,
    answer: Notices,
  },
  removePush: {
    method: "delete",
    path: NOTICE_PATHS.push,
    summary: "Be told no more in a browser",
    token: "player",
    params: { id: z.string().describe("The subscription's id.") },
    answer: Done,
  },
  setMail: {
    method: "post",
    path: NOTICE_PATHS.mail,
    summary: "Be told by e-mail: the address gets a link that confirms it",
    token: "player",
    body: MailRequest,
    answer: Notices,
    is: ["proven"],
  },
  removeMail: {
    method: "delete",
    path: NOTICE_PATHS.mail,
    summary: "Be told by e-mail no more",
    token: "player",
    answer: Done,
    is: ["proven"],
  },
  confirmMail: {
    method: "post",
    path: NOTICE_PATHS.confirmMail,
    summary: "Confirm an e-mail address",
    description: "With the token of the link that was sent to it.",
    query: MailLink,
    answer: Done,
  },
  stopMail: {
    method: "post",
    path: NOTICE_PATHS.stopMail,
    summary: "Forget an e-mail address",
    description: "With the token of a link that was sent to it, and whatever body.",
    query: MailLink,
    answer: Done,
  },
});

/** The server, its games, bot accounts and firmware. */
const SERVER = {
  ...define("lobby", {
    getBots: {
      method: "get",
      path: BOTS_PATH,
      summary: "List the bot accounts that are online",
      description: "The first 100, by name, as of at most a second ago.",
      answer: z.array(OnlineBot),
    },
    watchChallenges: {
      method: "post",
      path: BOTS_PATH,
      summary: "Reserve a WebSocket by which a bot account is online",
      token: "player",
      body: VersionedRequest.meta({ id: "BotRequest" }),
      answer: Reservation,
    },
  }),
  ...define("server", {
    getGames: {
      method: "get",
      path: PATHS.games,
      summary: "List the games that the server hosts",
      description: "With `words`, also as people read them in that language.",
      query: GamesQuery,
      answer: z.array(GameListing),
    },
    getAnnouncement: {
      method: "get",
      path: PATHS.announcement,
      summary: "Read the announcement of the operator",
      answer: CurrentAnnouncement,
    },
    getAddress: {
      method: "get",
      path: PATHS.address,
      summary: "Ask where others reach the server, e.g. in the home's network",
      description: "`null` unless you use it by an address of your own machine.",
      answer: OwnAddress,
    },
    getHealth: {
      method: "get",
      path: PATHS.health,
      summary: "Ask whether the process lives",
      answer: Health,
    },
    getReady: {
      method: "get",
      path: PATHS.ready,
      summary: "Ask whether the server accepts players and can store matches",
      description:
        "A server with a database of its own makes a write durable for that, unless another was within the last second. Where that takes longer than 2 s it is `unavailable`.",
      answer: Ready,
    },
    getOpenApi: {
      method: "get",
      path: API_PATHS.document,
      summary: "Read the API as an OpenAPI document",
      answer: z.looseObject({ openapi: z.string() }).meta({ id: "OpenApi" }),
    },
    getApiPage: {
      method: "get",
      path: API_PATHS.page,
      summary: "Read the API as a page",
      answer: { "text/html": z.string() },
    },
    getInstallManifest: {
      method: "get",
      path: PATHS.installManifest,
      summary: "List the firmware that a browser can install on a temple",
      description: "As ESP Web Tools takes it; the page `/firmware/` uses it.",
      answer: InstallManifest,
    },
    getFirmware: {
      method: "get",
      path: PATHS.firmware,
      summary: "Download a part of that firmware",
      params: { file: z.string().describe("As the list names it.") },
      answer: { "application/octet-stream": z.string().meta({ format: "binary" }) },
    },
  }),
};

/** Every method of every path for players by its name in generated clients, in the order of the document. */
export const OPERATIONS = {
  ...MATCHES,
  ...VIEWS,
  ...REQUESTS,
  ...TOURNAMENTS,
  ...STUDIES,
  ...PLAYERS,
  ...ACCOUNTS,
  ...NOTICES,
  ...SERVER,
};
export type OperationId = keyof typeof OPERATIONS;

/** Returns what an operation has in common with others. */
export function traitsOf({ is = [], params, query, body, token }: Operation): readonly Trait[] {
  const traits: Trait[] = [...is, "any"];
  if (params || query || body) traits.push("input");
  if (body) traits.push("body");
  if (hasVersion(body) || hasVersion(query)) traits.push("versioned");
  if (token !== undefined) traits.push("token");
  if (token === "player") traits.push("player");
  if (token === "seat?") traits.push("guest");
  return traits;
}

const hasVersion = (format: z.ZodType | undefined) =>
  format instanceof z.ZodObject && "protocolVersion" in format.shape;
