import { defaultsOf, type GameTypes, RULES_VERSION, STREAM } from "@flower-war/rules";
import { tieqchieq } from "@flower-war/rules/tieqchieq";
import type { Fact, Player, StoredFact } from "../../src/storage/journal/facts.ts";
import { PLAN } from "./match-plan.ts";

const OPTIONS = defaultsOf(tieqchieq);
export const SEED = "2a".repeat(32);
export const PERSON: Player = { kind: "human", name: "Citlali", nonce: "a", from: "player" };
export const OTHER: Player = { kind: "human", name: "Ollin", nonce: "b", from: "player" };

/** A step of a match: ms since the one before, then a command of who is awaited, or a fact. */
export type Step = readonly [ms: number, by: "player" | "bot" | "clock" | "bead" | Fact];

/** Returns the facts of a match of Tıeqchıeq, created and begun, in which each command is the game's fallback. */
export function playFacts(players: readonly Player[], steps: readonly Step[]): readonly StoredFact[] {
  const seats = ["red", "yellow"] as const;
  let state = tieqchieq.setup(OPTIONS, 2, SEED);
  let at = 1_700_000_000_000;
  let n = 0;
  const facts: StoredFact[] = [
    {
      type: "created",
      at,
      plan: { ...PLAN, game: "tieqchieq", options: OPTIONS },
      secret: "0e".repeat(32),
    },
    { type: "begun", at, rules: RULES_VERSION, stream: STREAM, seats, seed: SEED, players },
  ];
  for (const [ms, by] of steps) {
    at += ms;
    if (typeof by === "object") {
      facts.push({ ...by, at });
      continue;
    }
    n += 1;
    const [awaited] = tieqchieq.awaiting(state);
    if (awaited === undefined) throw new Error("the match is over");
    const { seat } = awaited;
    const command = tieqchieq.fallback(state, seat);
    const decided = tieqchieq.decide(state, seat, command);
    if (decided.events === undefined) throw new Error(decided.refused);
    state = decided.state;
    const id = { player: `${seat}:${n}`, bot: `bot:${n}`, clock: `clock:${n}`, bead: `t:b:1:${n}` }[by];
    const entry = { n, id, seat, command, events: decided.events as readonly GameTypes["event"][] };
    facts.push({ type: "entry", at, entry });
  }
  return facts;
}
