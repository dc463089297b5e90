import type { AuditEntry, OperatorAct, OperatorSession } from "@flower-war/protocol/operator";
import type { Ports } from "../ports.ts";
import { newId } from "../random.ts";

/** The operator of an act, and the reason. */
export interface By {
  readonly operator: OperatorSession;
  readonly reason: string;
}

/** An act of an operator. */
export interface Act extends By {
  readonly act: OperatorAct;
  /** On whom or what. */
  readonly target: string;
  /** When it ends, ms since 1970; missing: it has no end. */
  readonly until?: number;
}

/** Returns what the audit log has of an act. */
export function entryOf(
  { operator: { name, account }, until, ...act }: Act,
  { time, random }: Pick<Ports, "time" | "random">,
): AuditEntry {
  const entry = { ...act, id: newId(random), operator: name, account, createdAt: time.now() };
  return { ...entry, until: until ?? null };
}
