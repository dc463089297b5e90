import { schema, type SchemaType, t } from "@colyseus/schema";
import type {
  Apocalypse,
  Battle,
  Catastrophe,
  Outcome,
  PlayedCard,
  Seat,
  SpaceId,
  Tribe,
  Turn,
} from "@flower-war/rules/flower-war";
import { entriesOf, listOf, pure, type Synced, type Told } from "../../synced.ts";
import { writeFields, writeList, writeMap } from "../../write.ts";

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

export const ApocalypseState = pure(() =>
  schema(
    {
      state: t.string<Apocalypse["state"]>().default("none"),
      count: t.uint8().default(0),
      keeper: t.string<Seat | "">().default(""),
      turn: t.uint16().default(0),
      discs: t.array<SpaceId>("string"),
      ruling: t.string<Catastrophe | "">().default(""),
      /** Missing unless catastrophes use up offerings. */
      unspentHuitzilopochtli: t.uint32().optional(),
      unspentTlaloc: t.uint32().optional(),
    },
    "Apocalypse",
  ),
);
export type ApocalypseState = SchemaType<typeof ApocalypseState>;

export function writeApocalypse(state: ApocalypseState, { discs, unspent, ...apocalypse }: Apocalypse): void {
  writeFields(state, {
    ...apocalypse,
    keeper: apocalypse.keeper ?? "",
    ruling: apocalypse.ruling ?? "",
  });
  writeList(state.discs, discs);
  const { huitzilopochtli, tlaloc } = unspent ?? {};
  if (huitzilopochtli !== state.unspentHuitzilopochtli) state.unspentHuitzilopochtli = huitzilopochtli;
  if (tlaloc !== state.unspentTlaloc) state.unspentTlaloc = tlaloc;
}

export function readApocalypse(apocalypse: Told<Synced<ApocalypseState>> = {}): Apocalypse {
  const { state = "none", count = 0, keeper, turn = 0, discs, ruling } = apocalypse;
  const { unspentHuitzilopochtli: huitzilopochtli, unspentTlaloc: tlaloc } = apocalypse;
  const unspent = tlaloc === undefined ? {} : { unspent: { huitzilopochtli: huitzilopochtli ?? 0, tlaloc } };
  return {
    state,
    count,
    keeper: keeper || null,
    turn,
    discs: listOf(discs),
    ruling: ruling || null,
    ...unspent,
  };
}

/** `by` `""`: the match is not over. */
export const OutcomeState = pure(() =>
  schema(
    {
      by: t.string<Outcome["by"] | "">().default(""),
      winner: t.string<Seat | "">().default(""),
      /** Results by seat, best first. */
      places: t.map("uint8"),
    },
    "Outcome",
  ),
);
export type OutcomeState = SchemaType<typeof OutcomeState>;

export function writeOutcome(state: OutcomeState, outcome: Outcome | null): void {
  if (!outcome) return;
  writeFields(state, { by: outcome.by, winner: outcome.winner ?? "" });
  writeMap(state.places, Object.fromEntries(outcome.standings.map(({ seat, place }) => [seat, place])));
}

export function readOutcome({ by, winner, places }: Told<Synced<OutcomeState>> = {}): Outcome | null {
  if (!by) return null;
  const standings = entriesOf(places).map(([seat, place]) => ({ seat: seat as Seat, place }));
  return { by, winner: winner || null, standings };
}

export const TribeState = pure(() =>
  schema(
    {
      space: t.uint8().default(0),
      skulls: t.uint16().default(0),
      /** Cards in hand by the deck they came from. */
      war: t.uint8().default(0),
      rain: t.uint8().default(0),
      day: t.uint16().default(0),
      /** Discs held as copies, joined by spaces. */
      copies: t.string().default(""),
      canoes: t.uint8().default(0),
      out: t.uint8().default(0),
      /** Missing unless offerings decide who wins. */
      offered: t.uint16().optional(),
    },
    "Tribe",
  ),
);
export type TribeState = SchemaType<typeof TribeState>;

export function writeTribe(state: TribeState, { cards, copies, offered, ...tribe }: Tribe): void {
  writeFields(state, { ...tribe, ...cards, copies: copies.join(" ") });
  if (offered !== undefined && state.offered !== offered) state.offered = offered;
}

export function readTribe(tribe: Told<Synced<TribeState>>): Tribe {
  const { space = 0, skulls = 0, war = 0, rain = 0, day = 0, copies = "", canoes = 0, out = 0 } = tribe;
  const held = copies === "" ? [] : (copies.split(" ") as SpaceId[]);
  const counted = tribe.offered === undefined ? {} : { offered: tribe.offered };
  return { space, skulls, cards: { war, rain, day }, copies: held, canoes, out, ...counted };
}

export const TurnState = pure(() =>
  schema(
    {
      number: t.uint16().default(0),
      seat: t.string<Seat>().default("east"),
      extra: t.boolean().default(false),
      again: t.boolean().default(false),
      /** 0: no die. */
      die: t.uint8().default(0),
      /** Rolled by mazatl's rule only; 0: no die. */
      secondDie: t.uint8().default(0),
      landings: t.uint8().default(0),
      dayCards: t.uint8().default(0),
      sacrificesToHuitzilopochtli: t.uint16().default(0),
      sacrificesToTlaloc: t.uint16().default(0),
      traded: t.boolean().default(false),
    },
    "Turn",
  ),
);
export type TurnState = SchemaType<typeof TurnState>;

export function writeTurn(state: TurnState, { dice, sacrifices, ...turn }: Turn): void {
  const [die = 0, secondDie = 0] = dice;
  writeFields(state, {
    ...turn,
    die,
    secondDie,
    sacrificesToHuitzilopochtli: sacrifices.huitzilopochtli,
    sacrificesToTlaloc: sacrifices.tlaloc,
  });
}

export function readTurn(state: Told<Synced<TurnState>> = {}): Turn {
  const { number = 0, seat = "east", extra = false, again = false, die = 0, secondDie = 0 } = state;
  const { landings = 0, dayCards = 0, traded = false } = state;
  const { sacrificesToHuitzilopochtli = 0, sacrificesToTlaloc = 0 } = state;
  const dice = [die, secondDie].filter((each) => each > 0);
  const sacrifices = { huitzilopochtli: sacrificesToHuitzilopochtli, tlaloc: sacrificesToTlaloc };
  return { number, seat, extra, again, dice, landings, dayCards, sacrifices, traded };
}
