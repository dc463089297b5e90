export type {
  AnswerOf,
  BeadClaim,
  Ledger,
  PayloadOf,
  RequestName,
  TempleHealth,
  TemplesRequests,
} from "../schemas/temples.ts";
export {
  type Check,
  type Checked,
  findWrongField,
  hexId,
  integer,
  isBoolean,
  isObject,
  type Json,
  listOf,
  matching,
  nullable,
  objectSchema,
  oneOf,
  optional,
  perSlot,
  type Schema,
  type Shape,
  shaped,
  text,
  U32,
  u32,
} from "./checks.ts";
export * from "./down.ts";
export * from "./ledger.ts";
export { type MessageFault, PAYLOAD, type Parsed, VERSION } from "./payload.ts";
export * from "./setup-link.ts";
export * from "./topics.ts";
export * from "./types.ts";
export * from "./up.ts";
