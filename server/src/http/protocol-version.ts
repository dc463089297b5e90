import type { ProtocolRange } from "@flower-war/protocol";
import type { RequestHandler } from "express";
import { refuse } from "../refusal.ts";
import { parse } from "../wire/requests.ts";
import { VERSIONED } from "./formats.ts";

/**
 * Refuses requests for a reservation by clients whose protocol this server no longer understands: `client-too-old`. A client that names
 * no number is 0; a number that is none is refused with `bad-request`.
 */
export function requireProtocol(supported: ProtocolRange): RequestHandler {
  return ({ body }, _response, next) => {
    const { protocolVersion = 0 } = parse(VERSIONED, body ?? {});
    if (protocolVersion < supported.oldest) throw refuse("client-too-old", { supported });
    next();
  };
}
