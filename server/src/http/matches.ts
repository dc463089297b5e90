import type { SeatReservation } from "@flower-war/protocol";
import type { Scope } from "@flower-war/protocol/players";
import { CreateRequest, type SeatRequest } from "@flower-war/protocol/schemas";
import type { Request } from "express";
import type { z } from "zod";
import type { MatchCodes } from "../lobby/match-codes.ts";
import { requireNewer } from "../match/new-match.ts";
import type { Asker, Reservations } from "../lobby/reservations.ts";
import { requireName, requireTitle } from "../names/name-rules.ts";
import { refuse } from "../refusal.ts";
import { parse } from "../wire/requests.ts";
import { parseLobbyRequest, parseMatchSettings } from "./match-settings.ts";
import type { OperationRoutes } from "./operation-routes.ts";
import { bearerOf, bodyOf, countRequest, receiverOf } from "./request.ts";
import type { HttpServices } from "./services.ts";

/** How matches are that quick play creates. */
const QUICK_PLAY_MATCH = { clock: { profile: "relaxed" }, start: "countdown" } as const;

/** Answers requests for matches and seats, and about matches. */
export function matchRoutes(routes: OperationRoutes, services: HttpServices, codes: MatchCodes): void {
  const { games, reservations, records, sanctions, quotas } = services;
  const named = <R extends { name: string }>(request: R): R => ({
    ...request,
    name: requireName(request.name, services.wordFilter),
  });
  const countCreation = countRequest(quotas, "create-match", { forgives: true });
  const countSeat = countRequest(quotas, "take-seat", { forgives: true });

  routes.on("createMatch", countCreation, async ({ request, body, protocol }) => {
    const { name, ...wanted } = named(body);
    const title = requireTitle(wanted.title, services.wordFilter);
    const settings = parseMatchSettings(games, { ...wanted, title });
    requireNewer(settings, protocol);
    return reservations.create(settings, name, await identifyPerson(services, request));
  });
  routes.on("quickPlay", countSeat, async ({ request, response, body }) => {
    const { name, ...wanted } = named(parse(CreateRequest, { ...body, ...QUICK_PLAY_MATCH }));
    const settings = parseMatchSettings(games, wanted);
    const by = await identifyPerson(services, request);
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    return reservations.quickPlay(
      { ...settings, preset: wanted.preset ?? null },
      name,
      () => quotas.count("create-match", by),
      by,
      gone.signal,
    );
  });
  routes.on("takeSeat", async (asked) => {
    const { request, response, params } = asked;
    if (takesSeat(bodyOf(request))) await countSeat(request, response);
    const { body } = asked;
    const wanted = body.name === undefined ? body : named({ ...body, name: body.name });
    // A seat that was taken stays that of the player who took it.
    const by =
      wanted.token === undefined || wanted.name !== undefined
        ? await identify(services, request)
        : { player: null, isBot: false, ...receiverOf(request) };
    sanctions.requireNotBanned(by);
    return reserveSeat(reservations, codes, params.id, wanted, { ...by, protocol: asked.protocol });
  });
  routes.on("rematch", countSeat, ({ request, params, body, protocol }) =>
    reservations.rematch(params.id, body.token, { ...receiverOf(request), protocol }),
  );
  routes.on("getMatch", ({ request, params, address }) =>
    codes.lookUp(params.id, address, (name) => records.summary(name, bearerOf(request))),
  );
  routes.on("getRecord", async ({ request, params, address, response }) => {
    await quotas.count("read-record", { address });
    const { match, text } = await codes.lookUp(params.id, address, (name) =>
      records.read(name, bearerOf(request)),
    );
    response.attachment(`${match}.jsonl`).type("application/jsonl; charset=utf-8").send(text);
  });
}

/** The scopes with which a personal token takes seats and watches: from there a spectator can ask for one. */
const TAKING: readonly Scope[] = ["play", "bot"];

/** Returns who sends a request. @throws `RefusalError` with `banned`, or as `Players.identify` */
async function identify({ players, sanctions }: HttpServices, request: Request): Promise<Asker> {
  const token = bearerOf(request);
  const who =
    token === null
      ? { player: null, isBot: false, isAccount: false }
      : await players.identify(token, ...TAKING);
  const by = { ...who, ...receiverOf(request) };
  sanctions.requireNotBanned(by);
  return by;
}

/** The same, and refuses bot accounts with `bot-account`. */
async function identifyPerson(services: HttpServices, request: Request): Promise<Asker> {
  const by = await identify(services, request);
  if (by.isBot) throw refuse("bot-account");
  return by;
}

/** Whether a request for a seat is one for a new seat, or for a new token. */
function takesSeat(body: unknown): boolean {
  const { name, own, renew } = Object(body) as Partial<Record<string, unknown>>;
  return name !== undefined || own !== undefined || renew !== undefined;
}

function reserveSeat(
  reservations: Reservations,
  codes: MatchCodes,
  match: string,
  { name, seat, token, renew, own }: z.output<typeof SeatRequest>,
  by: Asker,
): Promise<SeatReservation> {
  if (token !== undefined && name !== undefined)
    return reservations.takeOver(match, token, name, renew ?? null, by);
  if (token !== undefined && renew !== undefined) return reservations.renew(match, token, renew, by);
  if (token !== undefined) return reservations.resume(match, token, by);
  const { player } = by;
  if (own && player === null) throw refuse("unauthorized");
  return codes.lookUp(match, by.address, (named) => {
    if (own && player !== null) return reservations.takeBack(named, player, seat ?? null, renew ?? null, by);
    return name === undefined
      ? reservations.spectate(named, by)
      : reservations.join(named, name, seat ?? null, renew ?? null, by);
  });
}

/** Answers with the list of matches and the bot accounts that are online, and reserves WebSockets that follow them. */
export function lobbyRoutes(routes: OperationRoutes, services: HttpServices): void {
  const { games, players, tables, lobbyRooms, botAccounts, waitingSeats, sanctions } = services;
  routes.on("getLobby", ({ request }) => {
    const { page, filter } = parseLobbyRequest(games, request.query);
    return tables.list(filter, page);
  });
  routes.on("watchLobby", ({ request, address }) => {
    const { page, filter } = parseLobbyRequest(games, bodyOf(request) ?? {});
    return lobbyRooms.reserve(filter, page, address);
  });
  routes.on("getBots", () => botAccounts.list());
  routes.on("watchChallenges", async ({ token, address }) => {
    const { id, name, kind } = await players.find(token, "bot");
    sanctions.requireNotBanned({ player: id, address });
    if (kind !== "bot") throw refuse("not-bot-account");
    waitingSeats.require(address);
    return botAccounts.reserve({ id, name }, address);
  });
}
