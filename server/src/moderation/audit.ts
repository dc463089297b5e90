import type { AuditEntry, OperatorAct } from "@flower-war/protocol/operator";
import { newId, type Random } from "../random.ts";
import type { Time } from "../time.ts";

/** An act of an operator. */
export interface Act {
  /** The operator's name. */
  readonly operator: string;
  readonly act: OperatorAct;
  /** On whom or what. */
  readonly target: string;
  readonly reason: string;
  /** When it ends, ms since 1970; missing: it has no end. */
  readonly until?: number;
}

/** Returns the entry of the audit log for an act. */
export function auditEntry(act: Act, { time, random }: { time: Time; random: Random }): AuditEntry {
  return { until: null, ...act, id: newId(random), createdAt: time.now() };
}
