import { LIMITS } from "@flower-war/protocol";
import {
  type KeptDatabases,
  OPERATOR_PATHS,
  type RestoredDatabase,
  type UploadedDatabase,
} from "@flower-war/protocol/operator";
import { RestoreRequest } from "@flower-war/protocol/schemas";
import express, { type RequestHandler, type Response, Router } from "express";
import { parse } from "../wire/requests.ts";
import type { Backups } from "./backups.ts";

export interface DatabaseServices {
  readonly backups: Backups;
  /** Refuses all but the admin. */
  readonly requireAdmin: RequestHandler;
}

/**
 * Lets the admin copy and replace the server's database. Mount it before anything that reads bodies: what is uploaded may be large,
 * and is read only from the admin.
 */
export function databaseRoutes({ backups, requireAdmin }: DatabaseServices): Router {
  const router = Router();
  router.use(OPERATOR_PATHS.database, requireAdmin);
  router.get(OPERATOR_PATHS.database, async (_request, response) => {
    await backups.send(response);
  });
  router.put(OPERATOR_PATHS.database, async (request, response: Response<UploadedDatabase>) => {
    response.json(await backups.receive(request));
  });
  router.post(
    OPERATOR_PATHS.restore,
    express.json({ limit: LIMITS.payload }),
    async ({ body }, response: Response<RestoredDatabase>) => {
      response.json(await backups.restore(parse(RestoreRequest, body).restore));
    },
  );
  router.get(OPERATOR_PATHS.keptDatabases, async (_request, response: Response<KeptDatabases>) => {
    response.json(await backups.listKept());
  });
  return router;
}
