import type { SeededRandom } from "../../support/seeded-random.ts";

/** What can go wrong in a world besides what people do. */
export const FAULT_KINDS = [
  /** A server is killed, and started again. */
  "kill",
  /** A server is stopped with SIGTERM, and started again. */
  "deploy",
  /** A server stands still. */
  "freeze",
  /** The lines between all players and a server are cut; what was sent arrives when they are mended. */
  "cut",
  /** What a server sends to players does not arrive, and what they send does. */
  "half-cut",
  /** Lines are slow. */
  "slow-lines",
  /** The store is slow. */
  "slow-store",
  /** The store refuses some requests. */
  "refusing-store",
  /** Some answers of the store are lost. */
  "forgetful-store",
  /** Redis is killed, and starts empty. */
  "redis-kill",
  /** A server reaches Redis no more. */
  "redis-cut",
  /** A server's wall clock is set forth or back. */
  "clock-step",
  /** A bridge is killed, with the broker that it may embed, and started again. */
  "bridge-kill",
  /** The temples have no power for a while. What falls then is not counted. */
  "power-cut",
  /** The store does nothing at all. */
  "lost-store",
  /** The store has no room: it answers what is read, and stores nothing. */
  "full-store",
  /** The broker that several bridges share is killed, and starts empty. */
  "broker-kill",
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** One fault. */
export interface FaultPlan {
  readonly kind: FaultKind;
  /** When it begins, ms after the players begin to sit down. */
  readonly at: number;
  /** For how long it lasts, ms. */
  readonly length: number;
  /** Of which server, or bridge; of all if it is none's. */
  readonly server: number;
  /** How bad it is, from 0 to 1. */
  readonly force: number;
}

/** Draws a fault. @param span ms in which it begins */
export function planFault(
  kind: FaultKind,
  random: SeededRandom,
  { servers, span }: { readonly servers: number; readonly span: number },
): FaultPlan {
  return {
    kind,
    at: Math.round(random.fraction() * span),
    // Mostly short; some last for longer than a lease.
    length: Math.round(
      random.happens(0.7) ? 50 + random.fraction() * 1_500 : 3_000 + random.fraction() * 6_000,
    ),
    server: random.below(servers),
    force: Math.round(random.fraction() * 100) / 100,
  };
}
