/**
 * Sockets of server and bridge: guards (docs/protocol.md, "Sockets", says what is counted), addresses of their own
 * machine, and pins of certificates. It needs Node.
 */
export * from "./address-gate.ts";
export * from "./addresses.ts";
export * from "./socket-guard.ts";
