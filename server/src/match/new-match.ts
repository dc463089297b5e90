import type { BotKind } from "@flower-war/protocol";
import { RULES_VERSION, STREAM, seedOf } from "@flower-war/rules";
import { formatTerms } from "@flower-war/rules/witness";
import { newId, newMatchSecret, type Random } from "../random.ts";
import type { Begun, Created, Fact, MatchPlan, StoredFact } from "../storage/journal/facts.ts";
import { headerOf, publicHeaderOf } from "../storage/journal/record.ts";
import { formatPerson, type Person } from "./seats/person.ts";
import type { SeatClaim } from "./seats/seat-claim.ts";
import type { SeatTable } from "./seats/seat-table.ts";

/** The creation options of a match's room: the whole log of the match, and the epoch in which the room owns it. */
export interface MatchRoomOptions {
  readonly match: string;
  readonly epoch: number;
  readonly facts: readonly StoredFact[];
}

/** How to play a match again. It passes between processes, so that it is JSON. */
export interface RematchPlan {
  /** All of the new match's plan but its code and its invitation. */
  readonly plan: Omit<MatchPlan, "code" | "invitation">;
  /** The bots' seats there. */
  readonly bots: readonly { readonly seat: string; readonly kind: BotKind }[];
  /** The seat of who asked, who that is, and the holder that they are there too. */
  readonly seat: string;
  readonly person: Person;
  readonly holder: string;
}

/**
 * Returns the first facts of a match: its creator takes the first seat, and bots take the next ones.
 * @param creator the player who creates it, named `plan.host`; `null`: they are not known here
 * @param seats in turn order; there are more than bots
 */
export function createMatch(
  plan: MatchPlan,
  creator: string | null,
  seats: readonly string[],
  bots: readonly BotKind[],
  random: Random,
): { readonly facts: readonly Fact[]; readonly claim: SeatClaim } {
  const [first = "", ...others] = seats;
  const claim: SeatClaim = { match: plan.match, seat: first, holder: newId(random) };
  const facts: Fact[] = [
    { type: "created", plan, secret: newMatchSecret(random) },
    {
      type: "seat-taken",
      seat: first,
      ...formatPerson({ name: plan.host, player: creator }),
      holder: claim.holder,
    },
    ...bots.map((kind, i): Fact => ({ type: "bot-seated", seat: others[i] ?? "", kind })),
  ];
  return { facts, claim };
}

/** Returns the first facts of a rematch, in which its bots sit. Players join it as any match. */
export function createRematch(plan: MatchPlan, bots: RematchPlan["bots"], random: Random): readonly Fact[] {
  return [
    { type: "created", plan, secret: newMatchSecret(random) },
    ...bots.map(({ seat, kind }): Fact => ({ type: "bot-seated", seat, kind })),
  ];
}

/** Returns the fact with which a match begins: its players, and dice of its secret and their nonces (docs/fair-dice.md). */
export function beginMatch(secret: string, seats: SeatTable): Begun {
  const nonces = seats.players.map(({ nonce }) => nonce);
  return { ...beginningOf(seats), seed: seedOf(secret, nonces) };
}

/**
 * Returns the terms of a match whose seals are fixed (docs/fair-dice.md, "The terms"); `""`: they were fixed by a server that showed none,
 * or are not.
 */
export function termsOf(created: Created, seats: SeatTable): string {
  if (seats.sealFormat !== 3) return "";
  const { players, ...header } = headerOf(created, { ...beginningOf(seats), seed: "" });
  return formatTerms(publicHeaderOf(header, players));
}

/** The part of a match's beginning that its gathered seats fix. */
function beginningOf({ taken, players, sealFormat }: SeatTable): Omit<Begun, "seed"> {
  const format = sealFormat ?? 3;
  return { type: "begun", format, rules: RULES_VERSION, stream: STREAM, seats: taken, players };
}
