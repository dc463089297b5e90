import type { IncomingMessage, ServerResponse } from "node:http";
import { STREAM_PATHS } from "@flower-war/protocol";
import { AfterQuery, MATCH_REQUESTS, OPERATIONS } from "@flower-war/protocol/schemas";
import { type Request, type Response, Router } from "express";
import type { StreamLinks } from "../cluster/stream-links.ts";
import type { HostedGame } from "../games/hosted-game.ts";
import type { CodeLimit } from "../lobby/code-limit.ts";
import type { LobbyRooms } from "../lobby/lobby-rooms.ts";
import type { Asked, HttpMatchAccess } from "../lobby/http-match-access.ts";
import type { Sanctions } from "../moderation/sanctions.ts";
import { refuse } from "../refusal.ts";
import type { Cancel, Time } from "../time.ts";
import { parse } from "../wire/requests.ts";
import { bearerOf } from "./bearer.ts";
import { bodyOf } from "./body.ts";
import { sendRefusal } from "./errors.ts";
import { parseLobbyRequest } from "./lobby-request.ts";
import { StreamResponse } from "./stream-response.ts";

export interface MatchRoutesServices {
  readonly games: ReadonlyMap<string, HostedGame>;
  readonly httpAccess: HttpMatchAccess;
  readonly links: StreamLinks;
  readonly lobbyRooms: LobbyRooms;
  readonly sanctions: Sanctions;
  /** Counts an answer that goes on as one of its client's connections. Returns whether there is room for it. */
  readonly holdConnection: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly time: Time;
}

/** ms after which a client may ask for a stream again that has too many connections. */
const NO_ROOM = 1_000;

/** Matches and the lobby for clients without a WebSocket (docs/json-api.md). */
export function matchRoutes(services: MatchRoutesServices, codes: CodeLimit): Router {
  const { httpAccess, links, sanctions, time, lobbyRooms, games, holdConnection } = services;
  const askedOf = (request: Request<{ id: string }>): Asked => {
    const address = request.ip ?? "";
    sanctions.requireNotBanned({ player: null, address });
    return { text: request.params.id, token: bearerOf(request), address };
  };
  /** Streams until who asks is gone. */
  const stream = async (
    request: Request,
    response: Response,
    open: (reader: StreamResponse) => Promise<Cancel>,
  ) => {
    // Express routes it here too: its answer would never end, and it would take the seat's stream.
    if (request.method === "HEAD") throw refuse("not-found");
    if (!holdConnection(request, response)) throw refuse("too-many-messages", { wait: NO_ROOM });
    const isGone = new Promise<void>((resolve) => response.once("close", resolve));
    const close = await open(new StreamResponse(request, response, time));
    void isGone.then(close);
  };
  const ask = async (
    request: Request<{ id: string }>,
    response: Response,
    type: string,
    payload: unknown,
  ) => {
    const { value, refusal } = await httpAccess.ask(codes, askedOf(request), type, payload);
    response.set("Cache-Control", "no-store");
    if (refusal) sendRefusal(response, refusal);
    else response.json(value);
  };
  const router = Router();
  router.get(STREAM_PATHS.match, async (request, response) => {
    // A browser that connects again sends the number of the last entry, and still has the first one in the path.
    const last = request.get("Last-Event-ID");
    const { after } = parse(AfterQuery, last ? { after: last } : request.query);
    const asked = askedOf(request);
    await stream(request, response, (reader) => httpAccess.openStream(codes, asked, after ?? null, reader));
  });
  const get = (path: string, type: string) =>
    router.get(path, async (request: Request<{ id: string }>, response) => {
      const { after = 0 } = parse(AfterQuery, request.query);
      await ask(request, response, type, { after });
    });
  const post = (path: string, type: string) =>
    router.post(path, async (request: Request<{ id: string }>, response) => {
      await ask(request, response, type, bodyOf(request) ?? {});
    });
  get(OPERATIONS.getView.path, "view");
  post(OPERATIONS.leaveSeat.path, "leave");
  for (const [type, { id, method }] of Object.entries(MATCH_REQUESTS)) {
    const { path } = OPERATIONS[id];
    if (method === "get") get(path, type);
    else post(path, type);
  }
  router.get(STREAM_PATHS.lobby, async (request, response) => {
    const { page, filter } = parseLobbyRequest(games, request.query);
    const address = request.ip ?? "";
    await stream(request, response, async (reader) => {
      let shown = "";
      const stop = await lobbyRooms.watch(filter, page, address, (tables) => {
        const text = JSON.stringify({ type: "tables", ...tables });
        if (text !== shown) reader.line(text, null);
        shown = text;
      });
      const { id } = links.read(reader);
      return () => {
        stop();
        links.stopReading(id);
      };
    });
  });
  return router;
}
