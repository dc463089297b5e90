/*
 * Each request and answer of the protocol as a schema, with its type. The server validates requests by them, and the document of the HTTP
 * API is made from them. SDK and page import their types alone, from
 * `@flower-war/protocol`, `.../players` and `.../operator`, and carry no validator.
 */
export { AfterQuery } from "./basics.ts";
export * from "./chat.ts";
export * from "./clocks.ts";
export * from "./lobby.ts";
export * from "./match-requests.ts";
export * from "./matches.ts";
export * from "./notices.ts";
export { type Operation, OPERATIONS, type OperationId, TAGS, traitsOf } from "./operations.ts";
export * from "./operator.ts";
export * from "./players.ts";
export * from "./server.ts";
export * from "./streams.ts";
export { TEMPLES_PAYLOADS } from "./temples.ts";
