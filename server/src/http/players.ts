import { type GameName, PATHS } from "@flower-war/protocol";
import { SCOPES } from "@flower-war/protocol/players";
import type { RequestHandler } from "express";
import { requireName } from "../names/name-rules.ts";
import type { Site } from "../players/passkey-thread.ts";
import { refuse } from "../refusal.ts";
import { unknownGame } from "./match-settings.ts";
import type { Asked, OperationRoutes } from "./operation-routes.ts";
import { type CountRequest, countRequest, hasBody } from "./request.ts";
import type { HttpServices } from "./services.ts";

/**
 * Answers requests about players: their identity, and their matches.
 * @param countChange counts what an address changes
 */
export function playerRoutes(
  routes: OperationRoutes,
  { games, players, accounts, profiles, wordFilter, quotas }: HttpServices,
  countChange: CountRequest,
): void {
  const countCreation = countRequest(quotas, "create-player", { forgives: true });
  routes.router.use([PATHS.players, "/api/sign-in"], holdsSecrets);

  routes.on("createPlayer", countCreation, async ({ body: { name, bot }, device }) =>
    players.create(requireName(name, wordFilter), device, bot ? "bot" : "guest"),
  );
  routes.on("getMe", ({ token }) => players.find(token, ...SCOPES));
  routes.on("renameMe", countChange, async (asked) => {
    const name = requireName(asked.body.name, wordFilter);
    return players.rename(asked.token, name);
  });
  routes.on("deleteMe", countChange, async (asked) => {
    await accounts.delete(asked);
    return {};
  });
  routes.on("getMyMatches", async (asked) => {
    const part = asked.query;
    const { player } = await players.identify(asked.token, ...SCOPES);
    return profiles.ownMatches(player, part);
  });
  routes.on("getPlayer", ({ params }) => profiles.profile(params.id));
  routes.on("getHistory", ({ params, query }) => profiles.history(params.id, query));
  routes.on("getLeaderboard", ({ query: { game, page } }) => {
    if (!games.has(game)) throw unknownGame(games);
    return profiles.leaderboard(game as GameName, page);
  });
}

/** Answers hold secrets, so no cache may store them. */
const holdsSecrets: RequestHandler = (_request, response, next) => {
  response.set("Cache-Control", "no-store");
  next();
};

/** Answers requests about how players sign in. @param countChange as in `playerRoutes` */
export function accountRoutes(
  routes: OperationRoutes,
  { accounts, sessions, profiles, reservations, quotas, publicUrl }: HttpServices,
  countChange: CountRequest,
): void {
  const countSignIn = countRequest(quotas, "sign-in");
  const siteOf = ({ request: { protocol, host } }: Pick<Asked<"signIn">, "request">) =>
    siteAt(publicUrl ?? `${protocol}://${host}`);

  routes.on("renewToken", countChange, (asked) => {
    const { token, proof, device, address, request } = asked;
    // Older clients need not send a body.
    const seats = hasBody(request) && asked.body.seats;
    return accounts.signOutEverywhere({ token, proof, device }, async (player) => {
      const { running } = seats ? await profiles.ownMatches(player, { limit: 1 }) : { running: [] };
      for (const { match, seat } of running) {
        await quotas.count("take-seat", { address });
        await reservations.endTokens(match, player, seat);
      }
    });
  });
  routes.on("requestPasskeyOptions", async (asked) => {
    await countSignIn(asked.request, asked.response);
    return accounts.creationOptions(asked, siteOf(asked));
  });
  routes.on("getPasskeys", ({ token }) => accounts.means(token));
  routes.on("addPasskey", countChange, (asked) => {
    const { token, proof, device, body } = asked;
    return accounts.addPasskey({ token, proof, device }, siteOf(asked), body.response);
  });
  routes.on("removePasskey", countChange, (asked) => accounts.removePasskey(asked, asked.params.id));
  routes.on("keepPasskey", countChange, async (asked) => {
    await accounts.keepPasskey(asked, asked.params.id);
    return {};
  });
  routes.on("renewRecoveryCodes", countChange, async (asked) => ({
    recoveryCodes: await accounts.renewCodes(asked),
  }));
  routes.on("getAccountEvents", ({ token }) => accounts.events(token));
  routes.on("getSessions", async ({ token }) => ({ sessions: await sessions.list(token) }));
  routes.on("endSession", countChange, async (asked) => {
    await sessions.end(asked, asked.params.id);
    return {};
  });
  routes.on("requestProofOptions", countSignIn, (asked) => accounts.proofOptions(asked.token, siteOf(asked)));
  routes.on("prove", countSignIn, async (asked) => {
    const { address, body } = asked;
    return quotas.attempt("fail-sign-in", { address }, async () => ({
      proof: await accounts.prove(asked, siteOf(asked), body),
    }));
  });
  routes.on("requestSignInOptions", countSignIn, (asked) => accounts.requestOptions(siteOf(asked)));
  routes.on("signIn", countSignIn, (asked) => {
    const { address, body } = asked;
    return quotas.attempt("fail-sign-in", { address }, async () => {
      const { player, proof } = await accounts.signIn(siteOf(asked), body, asked);
      return body.proof && proof !== null ? { ...player, proof } : player;
    });
  });
}

/** Answers requests about the tokens that players make for programs. @param countChange as in `playerRoutes` */
export function personalTokenRoutes(
  routes: OperationRoutes,
  { personalTokens, sanctions, quotas, wordFilter }: HttpServices,
  countChange: CountRequest,
): void {
  routes.on("getPersonalTokens", async ({ token }) => ({ tokens: await personalTokens.list(token) }));
  routes.on("createPersonalToken", countChange, async (asked) => {
    const { address, body } = asked;
    const name = requireName(body.name, wordFilter);
    // A bot account is a player too.
    if (body.scopes.includes("bot")) {
      sanctions.requireNotBanned({ player: null, address });
      await quotas.count("create-player", { address });
    }
    return personalTokens.create(asked, { ...body, name });
  });
  routes.on("revokePersonalToken", countChange, async (asked) => {
    await personalTokens.revoke(asked, asked.params.id);
    return {};
  });
}

/** Answers requests about whom accounts mute and block. @param countChange as in `playerRoutes` */
export function muteRoutes(
  routes: OperationRoutes,
  { mutes }: Pick<HttpServices, "mutes">,
  countChange: CountRequest,
): void {
  routes.on("getMutes", ({ token }) => mutes.list(token));
  routes.on("mutePlayers", countChange, ({ token, body }) => mutes.put(token, body.players));
  routes.on("unmutePlayer", countChange, ({ token, params }) => mutes.delete(token, params.id));
}

/** @param url where the browser is, as it says or as the operator does */
function siteAt(url: string): Site {
  if (!URL.canParse(url)) throw refuse("bad-request", { field: "host" });
  const { hostname, origin } = new URL(url);
  return { id: hostname, origin };
}
