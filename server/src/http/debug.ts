import { isLoopback } from "@flower-war/protocol/sockets";
import { type Request, Router } from "express";
import { z } from "zod";
import { refuse } from "../refusal.ts";
import { parse } from "../wire/requests.ts";
import { sendRefusal } from "./errors.ts";
import { parseBody } from "./request.ts";
import type { HttpServices } from "./services.ts";

const AtQuery = z.object({ n: z.coerce.number().int().min(0).optional() });
const Play = z.object({ seat: z.string(), command: z.unknown() });
const Hold = z.object({ held: z.boolean() });

/**
 * Returns the routes of the debug page (docs/add-a-game.md, "The debug page"). They show hidden parts of matches, so they answer only browsers on this
 * machine, and only pages of this server.
 */
export function debugRoutes({ matches, pages }: Pick<HttpServices, "matches" | "pages">): Router {
  const routes = Router();
  routes.use((request, _response, next) => {
    requireOwnBrowser(request);
    next();
  });
  routes.get("/", (_request, response) => {
    const modules = [...pages].map(([game, { module }]) => [game, module]);
    response.set("Cache-Control", "no-store").json({ modules: Object.fromEntries(modules) });
  });
  routes.get("/matches/:match", async ({ params, query }, response) => {
    const { n } = parse(AtQuery, query);
    const { answer } = await matches.request(params.match, (call) => call("debugAt", n ?? null));
    response.set("Cache-Control", "no-store").json(answer);
  });
  routes.post("/matches/:match/commands", async (request, response) => {
    const { seat, command } = parseBody(Play, request);
    const { answer } = await matches.request(request.params.match, (call) =>
      call("debugPlay", seat, command),
    );
    if (answer.refused === undefined) response.json(answer);
    else sendRefusal(response, { code: answer.refused, message: `the rules refuse this: ${answer.refused}` });
  });
  routes.post("/matches/:match/hold", async (request, response) => {
    const { held } = parseBody(Hold, request);
    await matches.request(request.params.match, (call) => call("debugHold", held));
    response.json({});
  });
  return routes;
}

/** @throws `RefusalError` with `not-found` if the request comes from another machine, or from a page of another site */
function requireOwnBrowser(request: Request): void {
  const hostname = (request.hostname as string | undefined) ?? "";
  const [site = "none", origin] = [request.get("Sec-Fetch-Site"), request.get("Origin")];
  const isOwnPage = site === "same-origin" || site === "none";
  const isOwnOrigin = origin === undefined || URL.parse(origin)?.host === request.get("Host");
  const isHere = isLoopback(hostname) && isLoopback(request.ip ?? "");
  if (!isHere || !isOwnPage || !isOwnOrigin) throw refuse("not-found");
}
