import { LIMITS, SERVER_LIMITS, ACCOUNT_PATHS, PATHS, type Player } from "@flower-war/protocol";
import { PasskeyRequest, PlayerRequest, RenameRequest, SignInRequest } from "@flower-war/protocol/schemas";
import { type Request, type Response, Router } from "express";
import type { Redis } from "ioredis";
import { requireName } from "../names/name-rules.ts";
import type { WordFilter } from "../names/word-filter.ts";
import type { Accounts } from "../players/accounts.ts";
import type { Players } from "../players/players.ts";
import type { Site } from "../players/passkeys.ts";
import { refuse } from "../refusal.ts";
import { AddressLimit, FailureLimit } from "../cluster/address-limit.ts";
import { bearerOf } from "./bearer.ts";
import { parseBody } from "./body.ts";
import { type CountRequest, countRequest } from "./count-request.ts";

export interface PlayerServices {
  readonly players: Players;
  readonly accounts: Accounts;
  readonly wordFilter: WordFilter;
  /** `null`: this process is alone. */
  readonly redis: Redis | null;
  readonly playersPerMinute: number;
  /** `PUBLIC_URL`; `null`: not set. */
  readonly publicUrl: string | null;
}

/**
 * Answers requests about players: their identity, and how they sign in. Answers hold secrets, so no cache may store them.
 * @param countChange counts what an address changes
 */
export function playerRoutes(services: PlayerServices, countChange: CountRequest): Router {
  const { players, accounts, wordFilter, redis, playersPerMinute, publicUrl } = services;
  const { inAll } = SERVER_LIMITS;
  const creationsInAll = Math.max(inAll.players, playersPerMinute);
  const countCreation = countRequest(
    new AddressLimit(playersPerMinute, "too-many-players", redis, creationsInAll),
    { forgives: true },
  );
  const countSignIn = countRequest(new AddressLimit(LIMITS.signIns, "too-many-sign-ins", redis));
  const failedSignIns = new FailureLimit(inAll.failedSignIns, "too-many-sign-ins", redis);
  const siteOf = (request: Request) => siteAt(publicUrl ?? `${request.protocol}://${request.host}`);
  const router = Router();
  router.use([PATHS.players, "/api/sign-in"], (_request, response, next) => {
    response.set("Cache-Control", "no-store");
    next();
  });

  router.post(PATHS.players, countCreation, async (request, response: Response<Player>) => {
    const { name, bot } = parseBody(PlayerRequest, request);
    const shown = requireName(name, wordFilter);
    response.status(201).json(await players.create(shown, bot ? "bot" : "guest"));
  });
  router.get(PATHS.me, async (request, response: Response<Player>) => {
    response.json(await players.find(requireToken(request)));
  });
  router.patch(PATHS.me, countChange, async (request, response: Response<Player>) => {
    const name = requireName(parseBody(RenameRequest, request).name, wordFilter);
    response.json(await players.rename(requireToken(request), name));
  });
  router.delete(PATHS.me, countChange, async (request, response) => {
    await players.delete(requireToken(request));
    response.json({});
  });
  router.post(ACCOUNT_PATHS.tokens, countChange, async (request, response: Response<Player>) => {
    response.json(await players.endTokens(requireToken(request)));
  });

  router.post(ACCOUNT_PATHS.passkeyOptions, async (request, response) => {
    const token = requireToken(request);
    await countSignIn(request, response);
    response.json(await accounts.creationOptions(token, siteOf(request)));
  });
  router.get(ACCOUNT_PATHS.passkeys, async (request, response) => {
    response.json(await accounts.means(requireToken(request)));
  });
  router.post(ACCOUNT_PATHS.passkeys, countChange, async (request, response) => {
    const token = requireToken(request);
    const added = parseBody(PasskeyRequest, request).response;
    response.status(201).json(await accounts.addPasskey(token, siteOf(request), added));
  });
  router.delete(ACCOUNT_PATHS.passkey, countChange, async (request, response) => {
    await accounts.removePasskey(requireToken(request), request.params["id"]);
    response.json({});
  });
  router.post(ACCOUNT_PATHS.recoveryCodes, countChange, async (request, response) => {
    response.json({ recoveryCodes: await accounts.renewCodes(requireToken(request)) });
  });

  router.post(ACCOUNT_PATHS.signInOptions, countSignIn, async (request, response) => {
    response.json(await accounts.requestOptions(siteOf(request)));
  });
  router.post(ACCOUNT_PATHS.signIn, countSignIn, async (request, response: Response<Player>) => {
    const { response: used, recoveryCode } = parseBody(SignInRequest, request);
    const signIn = () =>
      used ? accounts.signIn(siteOf(request), used) : accounts.recover(recoveryCode ?? "");
    response.json(await failedSignIns.run(signIn));
  });
  return router;
}

/** @param url where the browser is, as it says or as the operator does */
function siteAt(url: string): Site {
  if (!URL.canParse(url)) throw refuse("bad-request", { field: "host" });
  const { hostname, origin } = new URL(url);
  return { id: hostname, origin };
}

/** Returns the token with which a player asks. @throws `RefusalError` with `unauthorized` if there is none */
export function requireToken(request: Request): string {
  const token = bearerOf(request);
  if (token === null) throw refuse("unauthorized");
  return token;
}
