import { AfterQuery, MATCH_REQUESTS, type OperationId } from "@flower-war/protocol/schemas";
import type { MatchCodes } from "../lobby/match-codes.ts";
import type { Asked as AskedOfMatch } from "../lobby/http-match-access.ts";
import { parse } from "../wire/requests.ts";
import { sendRefusal } from "./errors.ts";
import { parseLobbyRequest } from "./match-settings.ts";
import type { Asked, OperationRoutes } from "./operation-routes.ts";
import { bearerOf, bodyOf } from "./request.ts";
import type { HttpServices } from "./services.ts";
import { stream } from "./stream-response.ts";

type Exchange = Pick<Asked<OperationId>, "request" | "response" | "address">;

/** Matches and the lobby for clients without a WebSocket (docs/json-api.md). */
export function jsonApiRoutes(routes: OperationRoutes, services: HttpServices, codes: MatchCodes): void {
  const { httpAccess, links, sanctions, lobbyRooms, games } = services;
  const askedOf = ({ request, address }: Exchange): AskedOfMatch => {
    sanctions.requireNotBanned({ player: null, address });
    return { text: String(request.params["id"]), token: bearerOf(request), address };
  };
  const pass = (id: OperationId, method: "get" | "post", type: string) =>
    routes.on(id, async (asked: Exchange) => {
      const { request, response } = asked;
      const payload =
        method === "get" ? { after: parse(AfterQuery, request.query).after ?? 0 } : (bodyOf(request) ?? {});
      const { value, refusal } = await httpAccess.ask(codes, askedOf(asked), type, payload);
      response.set("Cache-Control", "no-store");
      if (refusal) sendRefusal(response, refusal);
      else response.json(value);
    });

  routes.on("streamMatch", async (asked) => {
    // A browser that connects again sends the number of the last entry, and still has the first one in the path.
    const last = asked.request.get("Last-Event-ID");
    const { after } = parse(AfterQuery, last ? { after: last } : asked.request.query);
    const by = askedOf(asked);
    await stream(asked, services, (reader) => httpAccess.openStream(codes, by, after ?? null, reader));
  });
  pass("getView", "get", "view");
  pass("leaveSeat", "post", "leave");
  for (const [type, { id, method }] of Object.entries(MATCH_REQUESTS)) pass(id, method, type);
  routes.on("streamLobby", async (asked) => {
    const { page, filter } = parseLobbyRequest(games, asked.request.query);
    await stream(asked, services, async (reader) => {
      let shown = "";
      const stop = await lobbyRooms.watch(filter, page, asked.address, (tables) => {
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
}
