import { randomBytes } from "node:crypto";
import type { BotKind } from "@flower-war/client-sdk/protocol";
import { nanoid } from "nanoid";
import type { Fact, KeptFact, MatchPlan } from "../journal/facts.ts";
import type { Holding } from "./seats.ts";

/** What a match's room is opened with: the whole of the match's log, and the epoch for which the room owns it. */
export interface Opening {
  readonly match: string;
  readonly epoch: number;
  readonly facts: readonly KeptFact[];
}

/**
 * How a match begins its life: its creator takes the first seat, and bots the next ones.
 * @param seats in turn order; there are more than bots
 */
export function newMatch(
  plan: MatchPlan,
  seats: readonly string[],
  bots: readonly BotKind[],
): { readonly facts: readonly Fact[]; readonly holding: Holding } {
  const [first = "", ...others] = seats;
  const holding: Holding = { match: plan.match, seat: first, holder: nanoid() };
  const facts: Fact[] = [
    { type: "created", plan, secret: randomBytes(32).toString("hex") },
    { type: "seat-taken", seat: first, name: plan.host, holder: holding.holder },
    ...bots.map((kind, i): Fact => ({ type: "bot-seated", seat: others[i] ?? "", kind })),
  ];
  return { facts, holding };
}
