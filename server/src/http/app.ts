import { matchMaker } from "@colyseus/core";
import {
  type ClockWish,
  LIMITS,
  PATHS,
  ROOMS,
  type SeatReservation,
  type TempleList,
} from "@flower-war/client-sdk/protocol";
import express, { type Express, type RequestHandler } from "express";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { z } from "zod";
import type { LocalRooms } from "../cluster/local-rooms.ts";
import { parse } from "../edge/requests.ts";
import { refused } from "../fault.ts";
import type { HostedGame } from "../games/hosted-game.ts";
import type { Entrance } from "../lobby/entrance.ts";
import { reserveInOnly } from "../lobby/reserve.ts";
import type { Temples } from "../match/temple-seam.ts";
import { metricsPage } from "../metrics/page.ts";
import type { Backups } from "./backups.ts";
import { onlyBearerOf } from "./bearer.ts";
import { AddressLimit } from "./creation-limit.ts";
import { errorsAsFaults, notFound } from "./errors.ts";
import { BRIDGE, CREATE, ENROL, QUICK_PLAY, SEAT } from "./formats.ts";
import { listGames } from "./games.ts";
import { anyOrigin, safeHeaders } from "./headers.ts";
import { page } from "./page.ts";
import type { Records } from "./records.ts";
import { readWish } from "./wish.ts";

export interface HttpServices {
  readonly games: ReadonlyMap<string, HostedGame>;
  readonly entrance: Entrance;
  readonly records: Records;
  readonly backups: Backups;
  readonly temples: Temples;
  readonly log: Logger;
  /** The rooms of this process. */
  readonly rooms: LocalRooms;
  /** `null`: this process is alone. */
  readonly redis: Redis | null;
  /** The proxies whose word is taken for where a request comes from, as Express' `trust proxy` takes them. */
  readonly trustProxy: string;
  /** What this server holds now, for `GET /metrics`. */
  readonly gauges: Registry;
  readonly bridgeToken: string;
  /** `null`: nobody is admin. */
  readonly adminPassword: string | null;
  readonly creationsPerMinute: number;
  readonly seatsPerMinute: number;
}

/** All that the server answers over HTTP (client-sdk/protocol: `PATHS`). Errors are `Fault`s in JSON. */
export function httpApp(services: HttpServices): Express {
  const { games, entrance, records, backups, temples, log, rooms, redis } = services;
  const creations = new AddressLimit(services.creationsPerMinute, "too-many-creations", redis);
  const seats = new AddressLimit(services.seatsPerMinute, "too-many-seats", redis);
  const listed = listGames(games);
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", services.trustProxy);
  app.use(anyOrigin, safeHeaders);

  app.get(PATHS.health, (_request, response) => void response.json({ status: "ok" }));
  app.get(PATHS.ready, onlyWhenReady, (_request, response) => void response.json({ status: "ready" }));

  app.get("/metrics", metricsPage(services.gauges));

  app.use("/api", onlyWhenReady, express.json({ limit: LIMITS.payload }));
  app.get(PATHS.games, (_request, response) => void response.json(listed));
  app.post(PATHS.matches, async ({ body, ip }, response) => {
    const wish = readWish(games, parse(CREATE, body));
    await creations.note(ip ?? "");
    response.status(201).json(await entrance.create(wish, ip ?? ""));
  });
  app.post(PATHS.quickPlay, async ({ body, ip }, response) => {
    const wish = readWish(games, parse(CREATE, { ...parse(QUICK_PLAY, body), clock: AMONG_STRANGERS }));
    await seats.note(ip ?? "");
    response.json(await entrance.quickPlay(wish, () => creations.note(ip ?? ""), ip ?? ""));
  });
  app.post(PATHS.seats, async ({ body, params, ip }, response) => {
    const wish = parse(SEAT, body);
    if (wish.name !== undefined) await seats.note(ip ?? "");
    response.json(await takeSeat(entrance, params["id"] ?? "", wish, ip ?? ""));
  });
  app.get(PATHS.match, async ({ params }, response) => {
    response.json(await records.summary(params["id"] ?? ""));
  });
  app.get(PATHS.record, async ({ params }, response) => {
    const { match, text } = await records.read(params["id"] ?? "");
    response.attachment(`${match}.jsonl`).type("application/jsonl; charset=utf-8").send(text);
  });
  app.post(PATHS.lobby, async (_request, response) => {
    response.json(await reserveInOnly(rooms, ROOMS.lobby, {}));
  });
  app.post(PATHS.bridges, onlyBearerOf(services.bridgeToken), async ({ body }, response) => {
    response.json(await reserveInOnly(rooms, ROOMS.temples, parse(BRIDGE, body)));
  });
  app.post(PATHS.temples, onlyBearerOf(services.adminPassword), async ({ body }, response) => {
    response.status(201).json(await temples.enrol(parse(ENROL, body).templeId));
  });
  app.get(PATHS.temples, onlyBearerOf(services.adminPassword), async (_request, response) => {
    response.json({ temples: await temples.list() } satisfies TempleList);
  });
  app.delete(PATHS.temple, onlyBearerOf(services.adminPassword), async ({ params }, response) => {
    await temples.revoke(parse(ENROL, { templeId: params["id"] }).templeId);
    response.json({});
  });
  app.get(PATHS.database, onlyBearerOf(services.adminPassword), async (_request, response) => {
    await backups.send(response);
  });
  app.put(PATHS.database, onlyBearerOf(services.adminPassword), async (request, response) => {
    await backups.restore(request);
    response.json({});
  });

  app.use(page(), notFound, errorsAsFaults(log));
  return app;
}

/** The clocks of matches that quick play creates. */
const AMONG_STRANGERS: ClockWish = { profile: "relaxed" };

function takeSeat(
  entrance: Entrance,
  idOrCode: string,
  { name, seat, token, renew }: z.output<typeof SEAT>,
  address: string,
): Promise<SeatReservation> {
  if (token !== undefined && renew !== undefined) return entrance.renew(idOrCode, token, renew, address);
  if (token !== undefined) return entrance.resume(idOrCode, token, address);
  if (name !== undefined) return entrance.join(idOrCode, name, seat ?? null, address);
  return entrance.spectate(idOrCode, address);
}

/** ms after which another server, or the successor of this one, may be asked. */
const SUCCESSION = 500;

/** A server that starts or stops lets nobody in. */
const onlyWhenReady: RequestHandler = (_request, _response, next) => {
  const { READY, SHUTTING_DOWN } = matchMaker.MatchMakerState;
  if (matchMaker.state === SHUTTING_DOWN) throw refused("draining", { wait: SUCCESSION });
  if (matchMaker.state !== READY) throw refused("unavailable");
  next();
};
