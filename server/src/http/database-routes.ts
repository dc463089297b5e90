import {
  type KeptDatabases,
  LIMITS,
  PATHS,
  type RestoredDatabase,
  type UploadedDatabase,
} from "@flower-war/protocol";
import express, { type Response, Router } from "express";
import { parse } from "../wire/requests.ts";
import type { Backups } from "./backups.ts";
import { requireBearer } from "./bearer.ts";
import { RESTORE } from "./formats.ts";

export interface DatabaseServices {
  readonly backups: Backups;
  /** `null`: nobody is admin. */
  readonly adminPassword: string | null;
}

/**
 * Lets the admin copy and replace the server's database. Mount it before anything that reads bodies: what is uploaded may be large,
 * and is read only from the admin.
 */
export function databaseRoutes({ backups, adminPassword }: DatabaseServices): Router {
  const router = Router();
  router.use(PATHS.database, requireBearer(adminPassword));
  router.get(PATHS.database, async (_request, response) => {
    await backups.send(response);
  });
  router.put(PATHS.database, async (request, response: Response<UploadedDatabase>) => {
    response.json(await backups.receive(request));
  });
  router.post(
    PATHS.restore,
    express.json({ limit: LIMITS.payload }),
    async ({ body }, response: Response<RestoredDatabase>) => {
      response.json(await backups.restore(parse(RESTORE, body).restore));
    },
  );
  router.get(PATHS.keptDatabases, async (_request, response: Response<KeptDatabases>) => {
    response.json(await backups.listKept());
  });
  return router;
}
