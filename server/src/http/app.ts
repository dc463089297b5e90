import { type GameListing, PATHS, PROTOCOL_VERSION } from "@flower-war/protocol";
import { NOTICE_PATHS } from "@flower-war/protocol/players";
import { API_PATHS } from "@flower-war/protocol/server";
import { isLoopback } from "@flower-war/protocol/sockets";
import { STUDY_PATHS } from "@flower-war/protocol/studies";
import { TOURNAMENT_PATHS } from "@flower-war/protocol/tournaments";
import compression from "compression";
import express, { type Express } from "express";
import { MatchCodes } from "../lobby/match-codes.ts";
import { refuse } from "../refusal.ts";
import type { FirmwareImages } from "../temples/firmware-images.ts";
import { apiRoutes } from "./api-page.ts";
import { debugRoutes } from "./debug.ts";
import { errorsAsRefusals, notFound } from "./errors.ts";
import { addWords, listGames, ownGameFiles } from "./games.ts";
import { crossOrigin, embedPolicy, installerPolicy, safeHeaders } from "./headers.ts";
import { jsonApiRoutes } from "./json-api.ts";
import { lobbyRoutes, matchRoutes } from "./matches.ts";
import { noticeRoutes } from "./notices.ts";
import { OperationRoutes } from "./operation-routes.ts";
import { INSTALLER_PAGE, page } from "./page.ts";
import { accountRoutes, muteRoutes, personalTokenRoutes, playerRoutes } from "./players.ts";
import { countRequest, readBody, requireReadyOf } from "./request.ts";
import type { HttpServices } from "./services.ts";
import { studyRoutes } from "./studies.ts";
import { tournamentRoutes } from "./tournaments.ts";

/** The paths whose answers are compressed. */
const COMPRESSED = [
  ...Object.values(API_PATHS),
  PATHS.games,
  PATHS.lobby,
  PATHS.match,
  PATHS.record,
  PATHS.history,
  PATHS.leaderboard,
  TOURNAMENT_PATHS.tournaments,
  TOURNAMENT_PATHS.tournament,
  STUDY_PATHS.study,
  STUDY_PATHS.record,
];

/** Answers everything over HTTP (protocol: `PATHS`). Errors are a `RefusalBody` in JSON. */
export function httpApp(services: HttpServices): Express {
  const { sanctions, quotas } = services;
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", services.trustProxy);
  app.use(crossOrigin(services.origins), ...safeHeaders(services.publicUrl));

  const requireReady = requireReadyOf(services.matchMaker, services.isDown);
  app.get(PATHS.ready, requireReady);
  app.use("/api", requireReady, readBody(services.requests));
  app.post([NOTICE_PATHS.confirmMail, NOTICE_PATHS.stopMail], requireReady);
  // Whatever the type: it does not know JSON Lines.
  app.get(COMPRESSED, compression({ filter: () => true }));
  app.post([PATHS.players, PATHS.rematch], ({ ip }, _response, next) => {
    sanctions.requireNotBanned({ player: null, address: ip ?? "" });
    next();
  });
  app.use(apiRoutes());

  const routes = new OperationRoutes(services.protocols);
  const countChange = countRequest(quotas, "change-player");
  const codes = new MatchCodes(quotas);
  const listed = listGames(services);
  serverRoutes(routes, services, listed);
  matchRoutes(routes, services, codes);
  lobbyRoutes(routes, services);
  playerRoutes(routes, services, countChange);
  accountRoutes(routes, services, countChange);
  personalTokenRoutes(routes, services, countChange);
  muteRoutes(routes, services, countChange);
  noticeRoutes(routes, services, countChange);
  jsonApiRoutes(routes, services, codes);
  tournamentRoutes(routes, services, countChange);
  studyRoutes(routes, services, codes);
  firmwareRoutes(routes, services.firmware);
  app.use(routes.router);
  app.use("/firmware", ...installerPolicy, page(INSTALLER_PAGE, null, "/firmware.html"));

  app.use("/embed", ...embedPolicy(services.publicUrl, services.origins));
  app.use("/own-games", ownGameFiles(services.pages));
  const own = listed.filter((game) => game.page !== undefined);
  const { previews, isDebugged } = services;
  if (isDebugged) {
    app.use("/api/debug", debugRoutes(services));
    app.use("/debug/matches", page(undefined, previews, "/debug.html", own, true));
  }
  app.use(
    page(undefined, previews, undefined, own, isDebugged),
    notFound,
    errorsAsRefusals(services.log, services.retries),
  );
  return app;
}

/** Answers about the server itself and its games. */
function serverRoutes(routes: OperationRoutes, services: HttpServices, listed: readonly GameListing[]): void {
  routes.on("getHealth", () => ({ status: "ok", protocolVersion: PROTOCOL_VERSION }));
  routes.on("getReady", async () => {
    if (!(await services.isStorageAvailable())) throw refuse("unavailable");
    return { status: "ready" };
  });
  routes.on(
    "getGames",
    async ({ query: { words } }): Promise<readonly GameListing[]> =>
      words === undefined
        ? listed
        : Promise.all(listed.map((game) => addWords(game, words, services.pages.get(game.game)))),
  );
  // Others know an address, and must not learn those of a home network.
  routes.on("getAddress", ({ request, address }) => {
    // Requests of HTTP/1.0 may lack the Host header, which Express types as always there.
    const hostname = (request.hostname as string | undefined) ?? "";
    return { url: isLoopback(hostname) && isLoopback(address) ? services.findAddress() : null };
  });
  routes.on("getAnnouncement", () => ({ announcement: services.sanctions.announcement }));
}

/** Sends images of temples' firmware, and what the page at `/firmware/` installs. A proxy asks each time whether they have changed. */
function firmwareRoutes(routes: OperationRoutes, images: FirmwareImages): void {
  routes.on("getInstallManifest", async ({ response }) => {
    const manifest = await images.describeInstall();
    if (manifest === null) throw refuse("no-firmware");
    response.set("Cache-Control", "no-cache");
    return manifest;
  });
  routes.on("getFirmware", async ({ params, response }) => {
    const path = await images.find(params.file);
    if (path === null) throw refuse("not-found");
    response.type("application/octet-stream").set("Cache-Control", "no-cache");
    response.sendFile(path, { cacheControl: false, dotfiles: "allow" });
  });
}
