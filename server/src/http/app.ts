import {
  API_PATHS,
  SERVER_LIMITS,
  type CurrentAnnouncement,
  BOTS_PATH,
  type Health,
  NOTICE_PATHS,
  PATHS,
  PROTOCOL_VERSION,
  type ProtocolRange,
  type SeatReservation,
  STREAM_PATHS,
  type TablePage,
} from "@flower-war/protocol";
import {
  CreateRequest,
  GamesQuery,
  QuickPlayRequest,
  RematchRequest,
  SeatRequest,
} from "@flower-war/protocol/schemas";
import compression from "compression";
import express, { type Express, type Request } from "express";
import type { Logger } from "pino";
import type { z } from "zod";
import type { MatchMaker } from "../cluster/match-maker.ts";
import type { HostedGame } from "../games/hosted-game.ts";
import type { OnlineBotAccounts } from "../lobby/bot-accounts.ts";
import { CodeLimit } from "../lobby/code-limit.ts";
import type { LobbyRooms } from "../lobby/lobby-rooms.ts";
import type { Asker, Reservations } from "../lobby/reservations.ts";
import type { TableIndex } from "../lobby/table-index.ts";
import type { WaitingSeats } from "../lobby/waiting-seats.ts";
import type { Sanctions } from "../moderation/sanctions.ts";
import { requireName } from "../names/name-rules.ts";
import { refuse } from "../refusal.ts";
import type { FirmwareImages } from "../temples/firmware-images.ts";
import type { Origins } from "../wire/origins.ts";
import type { RequestQueue } from "../wire/request-queue.ts";
import { parse } from "../wire/requests.ts";
import { AddressLimit } from "../cluster/address-limit.ts";
import { apiRoutes } from "./api-routes.ts";
import { bearerOf } from "./bearer.ts";
import { bodyOf, parseBody, readBody } from "./body.ts";
import { countRequest } from "./count-request.ts";
import { errorsAsRefusals, notFound } from "./errors.ts";
import { sendFirmware, sendInstallManifest } from "./firmware.ts";
import { addWords } from "./game-words.ts";
import { listGames } from "./games.ts";
import type { LinkPreviews } from "./link-preview.ts";
import { type MatchRoutesServices, matchRoutes } from "./match-routes.ts";
import { crossOrigin, installerPolicy, safeHeaders } from "./headers.ts";
import { parseLobbyRequest } from "./lobby-request.ts";
import { parseMatchSettings } from "./match-settings.ts";
import { tellAddress } from "./own-address.ts";
import { INSTALLER_PAGE, page } from "./page.ts";
import { requireProtocol } from "./protocol-version.ts";
import { requireReadyOf } from "./ready.ts";
import type { RetryWaits } from "./retry-waits.ts";
import { type NoticeServices, noticeRoutes } from "./notices.ts";
import { type PlayerServices, playerRoutes, requireToken } from "./players.ts";
import { type ProfileServices, profileRoutes } from "./profile-routes.ts";
import type { Records } from "./records.ts";

export interface HttpServices extends PlayerServices, NoticeServices, ProfileServices, MatchRoutesServices {
  readonly games: ReadonlyMap<string, HostedGame>;
  readonly matchMaker: MatchMaker;
  readonly reservations: Reservations;
  /** Begins requests whose bodies have been read. */
  readonly requests: RequestQueue;
  readonly tables: TableIndex;
  readonly lobbyRooms: LobbyRooms;
  readonly waitingSeats: Pick<WaitingSeats, "require">;
  readonly sanctions: Sanctions;
  readonly botAccounts: OnlineBotAccounts;
  readonly records: Records;
  readonly previews: LinkPreviews;
  readonly firmware: FirmwareImages;
  /** When clients come again that were refused as `unavailable`. */
  readonly retries: RetryWaits;
  readonly log: Logger;
  readonly origins: Origins;
  readonly publicUrl: string | null;
  /** Whether what must be durable can be stored now. */
  readonly isStorageAvailable: () => Promise<boolean>;
  /** Whether other servers answer in place of this one, which cannot store anything. */
  readonly isDown: () => boolean;
  /** The proxies whose `X-Forwarded-For` is trusted, as Express' `trust proxy` takes them. */
  readonly trustProxy: string;
  /** Returns where others reach this server; `null`: nowhere that it knows of. */
  readonly findAddress: () => string | null;
  /** The protocols of clients that may come in. */
  readonly protocols: ProtocolRange;
  readonly creationsPerMinute: number;
  readonly seatsPerMinute: number;
  readonly matchesAtOnce: number;
}

/** Answers everything over HTTP (protocol: `PATHS`). Errors are a `RefusalBody` in JSON. */
export function httpApp(services: HttpServices): Express {
  const { games, reservations, tables, lobbyRooms, players, sanctions, botAccounts, records, redis } =
    services;
  /** Reads the name in a request. */
  const named = <R extends { name: string }>(request: R): R => ({
    ...request,
    name: requireName(request.name, services.wordFilter),
  });
  const creationsInAll = Math.max(
    services.matchesAtOnce * SERVER_LIMITS.creationsShare,
    services.creationsPerMinute,
  );
  const creations = new AddressLimit(
    services.creationsPerMinute,
    "too-many-creations",
    redis,
    Math.ceil(creationsInAll),
  );
  const forgiving = { forgives: true };
  const countCreation = countRequest(creations, forgiving);
  const countSeat = countRequest(
    new AddressLimit(services.seatsPerMinute, "too-many-seats", redis),
    forgiving,
  );
  const identify = async (request: Request): Promise<Asker> => {
    const token = bearerOf(request);
    const who = token === null ? { player: null, isBot: false } : await players.identify(token);
    const by = { ...who, address: request.ip ?? "" };
    sanctions.requireNotBanned(by);
    return by;
  };
  const identifyPerson = async (request: Request): Promise<Asker> => {
    const by = await identify(request);
    if (by.isBot) throw refuse("bot-account");
    return by;
  };
  // One for all that an address changes.
  const countChange = countRequest(new AddressLimit(SERVER_LIMITS.changes, "too-many-changes", redis));
  const codes = new CodeLimit(redis);
  const recordsRead = new AddressLimit(SERVER_LIMITS.records, "too-many-records", redis);
  const requireReady = requireReadyOf(services.matchMaker, services.isDown);
  const listed = listGames(games);
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", services.trustProxy);
  app.use(crossOrigin(services.origins), safeHeaders(services.publicUrl));

  app.get(PATHS.health, (_request, response) => {
    response.json({ status: "ok", protocolVersion: PROTOCOL_VERSION } satisfies Health);
  });
  app.get(PATHS.ready, requireReady, async (_request, response) => {
    if (!(await services.isStorageAvailable())) throw refuse("unavailable");
    response.json({ status: "ready" });
  });

  app.use("/api", requireReady, readBody(services.requests));
  const versioned = requireProtocol(services.protocols);
  app.get(Object.values(STREAM_PATHS), versioned);
  app.post([NOTICE_PATHS.confirmMail, NOTICE_PATHS.stopMail], requireReady);
  // Whatever the type: it does not know JSON Lines.
  app.get(
    [
      ...Object.values(API_PATHS),
      PATHS.games,
      PATHS.lobby,
      PATHS.match,
      PATHS.record,
      PATHS.history,
      PATHS.leaderboard,
    ],
    compression({ filter: () => true }),
  );
  app.use(apiRoutes());
  app.get(PATHS.games, async ({ query }, response) => {
    const { words } = parse(GamesQuery, query);
    response.json(
      words === undefined ? listed : await Promise.all(listed.map((game) => addWords(game, words))),
    );
  });
  app.get(PATHS.address, tellAddress(services.findAddress));
  app.post(PATHS.matches, countCreation, versioned, async (request, response) => {
    const { name, ...wanted } = named(parseBody(CreateRequest, request));
    const settings = parseMatchSettings(games, wanted);
    response.status(201).json(await reservations.create(settings, name, await identifyPerson(request)));
  });
  app.post(PATHS.quickPlay, countSeat, versioned, async (request, response) => {
    const { name, ...wanted } = named(
      parse(CreateRequest, { ...parseBody(QuickPlayRequest, request), ...QUICK_PLAY_MATCH }),
    );
    const settings = parseMatchSettings(games, wanted);
    const address = request.ip ?? "";
    const by = await identifyPerson(request);
    response.json(await reservations.quickPlay(settings, name, () => creations.count(address), by));
  });
  app.post(PATHS.seats, versioned, async (request: Request<{ id: string }>, response) => {
    const address = request.ip ?? "";
    const body = bodyOf(request);
    if (takesSeat(body)) await countSeat(request, response);
    const parsed = parse(SeatRequest, body);
    const wanted = parsed.name === undefined ? parsed : named({ ...parsed, name: parsed.name });
    // A seat that was taken stays that of the player who took it.
    const by = wanted.token === undefined ? await identify(request) : { player: null, isBot: false, address };
    sanctions.requireNotBanned(by);
    response.json(await reserveSeat(reservations, codes, request.params.id, wanted, by));
  });
  app.post([PATHS.players, PATHS.rematch], ({ ip }, _response, next) => {
    sanctions.requireNotBanned({ player: null, address: ip ?? "" });
    next();
  });
  app.use(playerRoutes(services, countChange), noticeRoutes(services, countChange), profileRoutes(services));
  app.use(matchRoutes(services, codes));
  app.post(PATHS.rematch, countSeat, versioned, async (request: Request<{ id: string }>, response) => {
    const { token } = parseBody(RematchRequest, request);
    response.json(await reservations.rematch(request.params.id, token, request.ip ?? ""));
  });
  app.get(PATHS.match, async ({ params, ip }, response) => {
    response.json(await codes.lookUp(params["id"] ?? "", ip ?? "", (name) => records.summary(name)));
  });
  app.get(PATHS.record, async ({ params, ip }, response) => {
    await recordsRead.count(ip ?? "");
    const { match, text } = await codes.lookUp(params["id"] ?? "", ip ?? "", (name) => records.read(name));
    response.attachment(`${match}.jsonl`).type("application/jsonl; charset=utf-8").send(text);
  });
  app.get(PATHS.announcement, (_request, response) => {
    response.json({ announcement: sanctions.announcement } satisfies CurrentAnnouncement);
  });
  app.get(PATHS.lobby, (request, response) => {
    const { page, filter } = parseLobbyRequest(games, request.query);
    response.json(tables.list(filter, page) satisfies TablePage);
  });
  app.post(PATHS.lobby, versioned, async (request, response) => {
    const { page, filter } = parseLobbyRequest(games, bodyOf(request) ?? {});
    response.json(await lobbyRooms.reserve(filter, page, request.ip ?? ""));
  });
  app.get(BOTS_PATH, async (_request, response) => {
    response.json(await botAccounts.list());
  });
  app.post(BOTS_PATH, versioned, async (request, response) => {
    const { id, name, kind } = await players.find(requireToken(request));
    const address = request.ip ?? "";
    sanctions.requireNotBanned({ player: id, address });
    if (kind !== "bot") throw refuse("not-bot-account");
    services.waitingSeats.require(address);
    response.json(await botAccounts.reserve({ id, name }, address));
  });

  app.get(PATHS.installManifest, sendInstallManifest(services.firmware));
  app.get(PATHS.firmware, sendFirmware(services.firmware));
  app.use("/firmware", installerPolicy, page(INSTALLER_PAGE, null, "/firmware.html"));

  app.use(page(undefined, services.previews), notFound, errorsAsRefusals(services.log, services.retries));
  return app;
}

/** How matches are that quick play creates. */
const QUICK_PLAY_MATCH = { clock: { profile: "relaxed" }, start: "countdown" } as const;

/** Whether a request for a seat is one for a new seat, or for a new token. */
function takesSeat(body: unknown): boolean {
  const { name, own, renew } = Object(body) as Partial<Record<string, unknown>>;
  return name !== undefined || own !== undefined || renew !== undefined;
}

function reserveSeat(
  reservations: Reservations,
  codes: CodeLimit,
  match: string,
  { name, seat, token, renew, own }: z.output<typeof SeatRequest>,
  by: Asker,
): Promise<SeatReservation> {
  if (token !== undefined && renew !== undefined) return reservations.renew(match, token, renew, by.address);
  if (token !== undefined) return reservations.resume(match, token, by.address);
  const { player } = by;
  if (own && player === null) throw refuse("unauthorized");
  return codes.lookUp(match, by.address, (named) => {
    if (own && player !== null)
      return reservations.takeBack(named, player, seat ?? null, renew ?? null, by.address);
    return name === undefined
      ? reservations.spectate(named, by)
      : reservations.join(named, name, seat ?? null, renew ?? null, by);
  });
}
