import { type BotKind, PROTOCOL_VERSION, type TablePolicy } from "@flower-war/protocol";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import type { Admission } from "@flower-war/protocol/server";
import { RULES_VERSION, STREAM, seedOf } from "@flower-war/rules";
import { formatTerms } from "@flower-war/rules/witness";
import { distinctName } from "../names/distinct-name.ts";
import { newId, newInvitation, newMatchSecret, type Random } from "../random.ts";
import type {
  Begun,
  Created,
  Fact,
  MatchPlan,
  PersonBarred,
  PolicyChanged,
  StoredFact,
} from "../storage/journal/facts.ts";
import { headerOf, publicHeaderOf } from "../storage/journal/record.ts";
import { refuse } from "../refusal.ts";
import { formatInvitation } from "./match-name.ts";
import { formatPerson, type Person } from "./seats/person.ts";
import type { ClaimedSeat } from "./seats/seat-claim.ts";
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
  /** The seat of the player who asked, the player, and their holder in the new match. */
  readonly seat: string;
  readonly person: Person;
  readonly holder: string;
  /** The host's settings, the barred persons, and `Created.barSecret`; missing from servers that keep none. */
  readonly kept?: {
    readonly policy: TablePolicy;
    readonly bars: readonly Omit<PersonBarred, "type">[];
    readonly secret: string;
  };
}

/** Who may sit at a new match, and who sits already. */
export interface Gathered {
  /** The player who creates it, named `plan.host`; `null`: they are not known here. */
  readonly creator: string | null;
  /** The id with which they hold their seat. */
  readonly holder: string;
  /** Of each seat next to theirs; `null`: it is open. */
  readonly bots: readonly (BotKind | null)[];
  readonly admission: Admission;
}

/**
 * Returns the first facts of a match: its creator takes the first seat, and bots take theirs.
 * @param seats in turn order; there are more than `bots` has
 */
export function createMatch(
  plan: MatchPlan,
  seats: readonly string[],
  { creator, holder, bots, admission }: Gathered,
  random: Random,
): { readonly facts: readonly Fact[]; readonly claim: ClaimedSeat } {
  const [first = "", ...others] = seats;
  const policy = setPolicy({ admission, slow: 0, quiet: false }, plan, random);
  const invitation = plan.invitation ?? policy[0]?.invitation ?? null;
  const facts: Fact[] = [
    { type: "created", plan, secret: newMatchSecret(random) },
    ...policy,
    { type: "seat-taken", seat: first, ...formatPerson({ name: plan.host, player: creator }), holder },
    ...bots.flatMap((kind, i): Fact[] =>
      kind === null ? [] : [{ type: "bot-seated", seat: others[i] ?? "", kind }],
    ),
  ];
  const { match } = plan;
  const claim = { match, seat: first, holder, invitation: formatInvitation({ match, invitation }) };
  return { facts, claim };
}

/** Returns the first facts of a match in which all seats are taken. @param seats in turn order, as many as there are people */
export function createSeated(
  plan: MatchPlan,
  seats: readonly string[],
  people: readonly Person[],
  random: Random,
): readonly Fact[] {
  const named: Person[] = [];
  for (const person of people) {
    const name = distinctName(
      person.name,
      named.map((other) => other.name),
    );
    named.push({ ...person, name });
  }
  return [
    { type: "created", plan, secret: newMatchSecret(random) },
    ...named.map(
      (person, i): Fact => ({
        type: "seat-taken",
        seat: seats[i] ?? "",
        ...formatPerson(person),
        holder: newId(random),
      }),
    ),
  ];
}

/** Returns the first facts of a rematch, in which its bots sit, and what the host had set holds on. Players join it as any match. */
export function createRematch(
  plan: MatchPlan,
  { bots, kept }: Pick<RematchPlan, "bots" | "kept">,
  random: Random,
): readonly Fact[] {
  const { bars = [] } = kept ?? {};
  const barSecret = bars.length > 0 && kept && { barSecret: kept.secret };
  return [
    { type: "created", plan, secret: newMatchSecret(random), ...barSecret },
    ...(kept ? setPolicy(kept.policy, plan, random) : []),
    ...bars.map((bar): Fact => ({ type: "barred", ...bar })),
    ...bots.map(({ seat, kind }): Fact => ({ type: "bot-seated", seat, kind })),
  ];
}

/** Returns the fact that sets a new table's policy, with an invitation to its seats if it has none; none if it is that of every table. */
function setPolicy(
  { admission, slow, quiet }: Pick<TablePolicy, "admission" | "slow" | "quiet">,
  plan: MatchPlan,
  random: Random,
): PolicyChanged[] {
  if (admission === "anyone" && slow === 0 && !quiet) return [];
  const isFirst = admission === "invited" && plan.invitation === null;
  return [
    {
      type: "policy-changed",
      admission,
      slow,
      quiet,
      ...(isFirst && { invitation: newInvitation(random) }),
    },
  ];
}

/** Returns the fact with which a match begins: its players, and dice of its secret and their nonces (docs/fair-dice.md). */
export function beginMatch(secret: string, seats: SeatTable, plan: MatchPlan): Begun {
  const nonces = seats.players.map(({ nonce }) => nonce);
  return { ...beginningOf(plan, seats), seed: seedOf(secret, nonces) };
}

/**
 * Returns the terms of a match whose seals are fixed (docs/fair-dice.md, "The terms"); `""`: they were fixed by a server that showed none,
 * or are not.
 */
export function termsOf(created: Created, seats: SeatTable): string {
  if ((seats.sealFormat ?? 2) < 3) return "";
  const { players, ...header } = headerOf(created, { ...beginningOf(created.plan, seats), seed: "" });
  return formatTerms(publicHeaderOf(header, players));
}

/** What players of a table may do besides playing. */
type Customs = Pick<MatchPlan, "takeBacks" | "pauses" | "holidays" | "handOvers" | "judges">;

/** Returns the format of a new match's record. */
export const formatOf = ({ takeBacks, pauses, holidays, handOvers, judges }: Customs): 3 | 4 =>
  takeBacks || pauses || holidays || handOvers || judges ? 4 : 3;

/** The part of a match's beginning that its gathered seats fix. */
function beginningOf(plan: MatchPlan, { taken, players, sealFormat }: SeatTable): Omit<Begun, "seed"> {
  const format = sealFormat ?? formatOf(plan);
  return { type: "begun", format, rules: RULES_VERSION, stream: STREAM, seats: taken, players };
}

/** Requires a client that can check the terms of a table. @param protocol the number that it speaks @throws `RefusalError` with `client-too-old` */
export function requireNewer(plan: Customs, protocol = 0): void {
  const oldest = formatOf(plan) === 4 ? SERVER_LIMITS.takeBacks.protocol : 0;
  if (protocol < oldest) throw refuse("client-too-old", { supported: { oldest, newest: PROTOCOL_VERSION } });
}
