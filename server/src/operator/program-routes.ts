import { LIMITS, type Reservation, ROOMS } from "@flower-war/protocol";
import {
  type FirmwareList,
  type KeptDatabases,
  type KnownTempleBroker,
  OPERATOR_PATHS,
  type RequestedUpdate,
  type RestoredDatabase,
  type TempleList,
  type UploadedDatabase,
} from "@flower-war/protocol/operator";
import { BridgeRequest, EnrolRequest, RestoreRequest } from "@flower-war/protocol/schemas";
import express, { Router } from "express";
import type { MatchMaker } from "../cluster/match-maker.ts";
import { requireReadyOf } from "../http/request.ts";
import type { SingletonRooms } from "../lobby/reserve.ts";
import type { Temples } from "../match/temples/contract.ts";
import type { FirmwareImages } from "../temples/firmware-images.ts";
import { parse } from "../wire/requests.ts";
import type { Backups } from "./backups.ts";
import type { GuardedSecret } from "./guarded-secret.ts";

export interface ProgramServices {
  readonly matchMaker: MatchMaker;
  readonly singletonRooms: SingletonRooms;
  readonly temples: Pick<Temples, "enrol" | "findBroker" | "list" | "revoke" | "update">;
  readonly firmware: FirmwareImages;
  readonly backups: Backups;
  readonly adminPassword: GuardedSecret;
  readonly bridgeToken: GuardedSecret;
  /** As in `StepDown`: bridges go to another server then. */
  readonly isDown: () => boolean;
}

/** Answers bridges and the admin's programs, which send a secret with each request. No body is read before the secret is right. */
export function programRoutes(services: ProgramServices): Router {
  const { singletonRooms, temples, backups } = services;
  const ready = requireReadyOf(services.matchMaker);
  const asBridge = [requireReadyOf(services.matchMaker, services.isDown), services.bridgeToken.requireBearer];
  const asAdmin = [ready, services.adminPassword.requireBearer];
  const json = express.json({ limit: LIMITS.payload });
  const routes = Router();

  routes.post(OPERATOR_PATHS.bridges, ...asBridge, json, async ({ body }, response) => {
    const reserved = await singletonRooms.reserve(ROOMS.temples, parse(BridgeRequest, body));
    const { name, roomId, processId, sessionId } = reserved;
    // Without `publicAddress`: players reach this server there, and the room is on this listener.
    response.json({ name, roomId, processId, sessionId } satisfies Reservation);
  });
  routes.post(OPERATOR_PATHS.temples, ...asAdmin, json, async ({ body }, response) => {
    response.status(201).json(await temples.enrol(parse(EnrolRequest, body).templeId));
  });
  routes.get(OPERATOR_PATHS.temples, ...asAdmin, async (_request, response) => {
    response.json({ temples: await temples.list() } satisfies TempleList);
  });
  routes.get(OPERATOR_PATHS.templeBroker, ...asAdmin, async (_request, response) => {
    response.json({ broker: await temples.findBroker() } satisfies KnownTempleBroker);
  });
  routes.get(OPERATOR_PATHS.templeFirmware, ...asAdmin, async (_request, response) => {
    response.json({ images: [...(await services.firmware.list())] } satisfies FirmwareList);
  });
  routes.delete(OPERATOR_PATHS.temple, ...asAdmin, async ({ params }, response) => {
    await temples.revoke(parse(EnrolRequest, { templeId: params["id"] }).templeId);
    response.json({});
  });
  routes.post(OPERATOR_PATHS.templeUpdate, ...asAdmin, async ({ params }, response) => {
    const { templeId } = parse(EnrolRequest, { templeId: params["id"] });
    const version = await temples.update(templeId, await services.firmware.list());
    response.json({ templeId, version } satisfies RequestedUpdate);
  });
  // What is uploaded may be large, and is read only from the admin.
  routes.use(OPERATOR_PATHS.database, ...asAdmin);
  routes.get(OPERATOR_PATHS.database, (_request, response) => backups.send(response));
  routes.put(OPERATOR_PATHS.database, async (request, response) => {
    response.json((await backups.receive(request)) satisfies UploadedDatabase);
  });
  routes.post(OPERATOR_PATHS.restore, json, async ({ body }, response) => {
    const { restore } = parse(RestoreRequest, body);
    response.json((await backups.restore(restore)) satisfies RestoredDatabase);
  });
  routes.get(OPERATOR_PATHS.keptDatabases, async (_request, response) => {
    response.json((await backups.listKept()) satisfies KeptDatabases);
  });
  return routes;
}
