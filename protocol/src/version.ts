import type { ProtocolRange } from "./schemas/server.ts";

/**
 * The number of the wire protocol. Requests for a reservation or a stream name the client's (`protocolVersion`), reservations and `PATHS.health` the
 * server's; who names none is 0. docs/compatibility.md says what raises it.
 */
export const PROTOCOL_VERSION = 2;

/** The numbers that this version understands of the other side, be it a server or a client. Newer ones understand it, or refuse it. */
export const SUPPORTED_PROTOCOLS: ProtocolRange = { oldest: 0, newest: PROTOCOL_VERSION };
