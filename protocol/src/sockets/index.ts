/**
 * Sockets of server and bridge: limits, guards (docs/protocol.md, "Sockets", says what is counted), addresses of their own
 * machine, and pins of certificates. It needs Node.
 */
export { SOCKET_LIMITS } from "../limits.ts";
export * from "./address-gate.ts";
export * from "./addresses.ts";
export * from "./send-at-once.ts";
export * from "./socket-guard.ts";
