import { type SchemaType, schema, t } from "@colyseus/schema";
import type { Battle, PlayedCard, Seat } from "@flower-war/rules/flower-war";
import { listOf, pure, type Synced, type Told } from "../../synced.ts";
import { writeFields, writeList } from "../../write.ts";

/** `attacker` `""`: there is no battle. */
export const BattleState = pure(() =>
  schema(
    {
      attacker: t.string<Seat | "">().default(""),
      defender: t.string<Seat | "">().default(""),
      attackerRoll: t.uint8().default(0),
      defenderRoll: t.uint8().default(0),
      attackerDie: t.uint8().default(0),
      defenderDie: t.uint8().default(0),
      attackerTotal: t.uint16().default(0),
      defenderTotal: t.uint16().default(0),
      stake: t.uint16().default(0),
      /** Each `"<seat>:<card>:<roll>:<in effect>"`; the roll is empty except for an omen, the last is `1` or empty. */
      played: t.array("string"),
    },
    "Battle",
  ),
);
export type BattleState = SchemaType<typeof BattleState>;

export function writeBattle(state: BattleState, battle: Battle | null): void {
  writeFields(state, {
    attacker: battle?.attacker ?? "",
    defender: battle?.defender ?? "",
    attackerRoll: battle?.rolls.attacker ?? 0,
    defenderRoll: battle?.rolls.defender ?? 0,
    attackerDie: battle?.dice.attacker ?? 0,
    defenderDie: battle?.dice.defender ?? 0,
    attackerTotal: battle?.totals.attacker ?? 0,
    defenderTotal: battle?.totals.defender ?? 0,
    stake: battle?.stake ?? 0,
  });
  writeList(state.played, battle?.played.map(packPlayed) ?? []);
}

export function readBattle(state: Told<Synced<BattleState>> = {}): Battle | null {
  const { attacker, defender, attackerRoll = 0, defenderRoll = 0, attackerDie = 0, defenderDie = 0 } = state;
  const { attackerTotal = 0, defenderTotal = 0, stake = 0, played } = state;
  if (!attacker || !defender) return null;
  return {
    attacker,
    defender,
    rolls: { attacker: attackerRoll, defender: defenderRoll },
    played: listOf(played).map(readPlayed),
    dice: { attacker: attackerDie, defender: defenderDie },
    totals: { attacker: attackerTotal, defender: defenderTotal },
    stake,
  };
}

function packPlayed({ seat, card, roll, inEffect }: PlayedCard): string {
  return [seat, card, roll ?? "", inEffect ? "1" : ""].join(":");
}

function readPlayed(packed: string): PlayedCard {
  const [seat, card = "", roll, inEffect] = packed.split(":");
  return { seat: seat as Seat, card, roll: roll ? Number(roll) : null, inEffect: inEffect === "1" };
}
