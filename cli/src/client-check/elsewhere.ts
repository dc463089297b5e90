import type { IncomingMessage } from "node:http";
import { PATHS, PROTOCOL_VERSION } from "@flower-war/protocol";
import { GOLDEN } from "./golden.ts";
import type { Reply } from "./pending.ts";

/** Answers to requests beside the match, which are not checked: those of a server without other clients. */
export function elsewhere(request: IncomingMessage, path: string, isGathering: boolean, reply: Reply): void {
  const { match, code, game } = GOLDEN.reservation;
  const player = { id: "ClientCheck1", name: "Citlali", kind: "guest", token: "token-of-a-guest" };
  const answers: { readonly [asked: string]: object } = {
    [`GET ${PATHS.health}`]: { status: "ok", protocolVersion: PROTOCOL_VERSION },
    [`GET ${PATHS.ready}`]: { status: "ok" },
    [`GET ${PATHS.games}`]: GOLDEN.games,
    [`GET ${PATHS.address}`]: { url: null },
    [`GET ${PATHS.announcement}`]: { announcement: null },
    [`GET ${PATHS.lobby}`]: { tables: [], total: 0, page: 1, pages: 1 },
    [`GET ${PATHS.match.replace(":id", match)}`]: { match, code, game, over: false },
    [`GET ${PATHS.match.replace(":id", code)}`]: { match, code, game, over: false },
    [`POST ${PATHS.players}`]: player,
    [`GET ${PATHS.me}`]: player,
    [`PATCH ${PATHS.me}`]: player,
    [`GET ${PATHS.myMatches}`]: { running: [], matches: [], next: null },
  };
  const body = answers[`${request.method} ${path}`];
  if (body !== undefined) reply.answer(path === PATHS.players ? 201 : 200, body);
  else if (path === PATHS.lobby) reply.refuse({ code: "too-many-watchers", wait: 15_000 });
  else if (path.endsWith("/record")) reply.refuse({ code: isGathering ? "match-not-over" : "match-ended" });
  else reply.refuse({ code: "not-found" });
}
