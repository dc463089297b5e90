export type {
  AnswerOf,
  BeadClaim,
  Ledger,
  PayloadOf,
  RequestName,
  TempleHealth,
  TemplesRequests,
} from "../schemas/temples.ts";
export * from "./checks.ts";
export * from "./down.ts";
export * from "./ledger.ts";
export { type MessageFault, PAYLOAD, type Parsed, VERSION } from "./payload.ts";
export * from "./setup-link.ts";
export * from "./topics.ts";
export * from "./types.ts";
export * from "./up.ts";
