/** What guards the sockets of server and bridge; it needs Node. docs/protocol.md, "Sockets", says what is counted. */
export * from "./address-gate.ts";
export * from "./addresses.ts";
export * from "./admission.ts";
export * from "./socket-guard.ts";
