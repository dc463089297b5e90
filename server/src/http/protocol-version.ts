import type { ProtocolRange } from "@flower-war/protocol";
import { VersionedQuery, VersionedRequest } from "@flower-war/protocol/schemas";
import type { RequestHandler } from "express";
import { refuse } from "../refusal.ts";
import { parse } from "../wire/requests.ts";
import { bodyOf } from "./body.ts";

/**
 * Refuses requests for a reservation, and for a stream, by clients whose protocol this server no longer understands: `client-too-old`. They
 * name it in the body of a `POST`, and in the query of a `GET`. A client that names no number is 0; a number that is none is refused with
 * `bad-request`.
 */
export function requireProtocol(supported: ProtocolRange): RequestHandler {
  return (request, _response, next) => {
    const { protocolVersion = 0 } =
      request.method === "POST"
        ? parse(VersionedRequest, bodyOf(request) ?? {})
        : parse(VersionedQuery, request.query);
    if (protocolVersion < supported.oldest) throw refuse("client-too-old", { supported });
    next();
  };
}
