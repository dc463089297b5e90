import type { BySlot, Step, Verdict } from "@flower-war/protocol/temple";

/** Why lamps are shut whatever the match says. */
export type Obstacle = "server-away" | "doubt" | "two-devices";

/** What a temple's screen says in one language. Lines lose their accents there, and what is beyond 20 characters. */
export interface Words {
  readonly gods: BySlot<string>;
  /** Why a bead got its verdict, and what to do with it, by the verdict's reason. */
  readonly reasons: Readonly<Record<string, string>>;
  /** Of a reason that is not known here, by verdict. */
  readonly others: { readonly [V in Verdict]: string };
  readonly steps: Readonly<Record<Step, string>>;
  readonly obstacles: Readonly<Record<Obstacle, readonly string[]>>;
  readonly take: (n: number, god: string) => string;
  readonly put: (n: number, god: string) => string;
  /** What to do with both gods' beads: `n` below 0 to take out, above 0 to put in, what is to be put in first. */
  readonly both: (
    first: readonly [n: number, god: string],
    second: readonly [n: number, god: string],
  ) => string;
  readonly drop: (left: number) => string;
  readonly closed: string;
  readonly daysLeft: (days: number) => string;
  readonly match: (code: string) => string;
  readonly pauses: Readonly<Record<"idle" | "paused" | "over", string>>;
  readonly winner: string;
  readonly noMatch: string;
  readonly enterCode: readonly [string, string];
  readonly code: (code: string) => string;
  readonly asks: readonly [string, string];
  readonly movedHere: readonly [alone: string, from: string];
  readonly movedAway: string;
  /** The other temple, after `movedHere` and `movedAway`. */
  readonly at: (temple: string) => string;
  readonly butAt: (temple: string) => string;
}
