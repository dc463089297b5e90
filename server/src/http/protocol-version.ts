import type { ProtocolRange, VersionedRequest } from "@flower-war/protocol";
import type { RequestHandler } from "express";
import { refuse } from "../refusal.ts";

/**
 * Refuses requests for a reservation by clients whose protocol this server no longer understands: `client-too-old`. A client that names
 * no number is 0; a number that is none is refused with `bad-request`.
 */
export function requireProtocol(supported: ProtocolRange): RequestHandler {
  return ({ body }, _response, next) => {
    const { protocolVersion = 0 } = (body ?? {}) as VersionedRequest;
    if (!Number.isSafeInteger(protocolVersion) || protocolVersion < 0)
      throw refuse("bad-request", { field: "protocolVersion" });
    if (protocolVersion < supported.oldest) throw refuse("client-too-old", { supported });
    next();
  };
}
