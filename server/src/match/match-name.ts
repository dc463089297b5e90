import { timingSafeEqual } from "node:crypto";
import { SHORT_CODE } from "@flower-war/protocol";
import { refuse } from "../refusal.ts";

/** A name of a match, as an HTTP request has it. */
export interface MatchName {
  /** The match's id, or its short code in upper case: the journal finds it by both. */
  readonly idOrCode: string;
  /** Whether it is a short code that may lead to a private match. */
  readonly isCode: boolean;
  /** The secret of an invitation; `null`: it is none. */
  readonly secret: string | null;
}

/** An invitation: the match's id and its secret (`newInvitation`). */
const INVITATION = /^([A-Za-z0-9]{12})-([\w-]{22})$/;

/**
 * Parses what a match is named by: its id, its short code in any case, or its invitation.
 * @throws `RefusalError` with `unknown-match`: no match is named so, and PostgreSQL takes no text with NUL
 */
export function parseMatchName(text: string): MatchName {
  const [, id, secret] = INVITATION.exec(text) ?? [];
  if (id !== undefined && secret !== undefined) return { idOrCode: id, isCode: false, secret };
  if (!/^\w+$/.test(text)) throw refuse("unknown-match");
  const isCode = text.length === SHORT_CODE.length;
  return { idOrCode: isCode ? text.toUpperCase() : text, isCode, secret: null };
}

/** Returns a match's invitation; `null`: it needs none. */
export function formatInvitation(plan: {
  readonly match: string;
  readonly invitation?: string | null;
}): string | null {
  return plan.invitation ? `${plan.match}-${plan.invitation}` : null;
}

/** Compares secrets in a time that does not tell where they differ. */
export function isEqualSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
