import type { BattleCard } from "./cards/kind.ts";
import { kindOf } from "./cards.ts";
import { bonusOf } from "./discs.ts";
import { ruleOf } from "./rule-changes.ts";
import type { Battle, BySide, PlayedCard, Seat, Side, Table } from "./vocabulary.ts";

/** A battle's beginning, and the cards played since. */
export interface Fight {
  readonly attacker: Seat;
  readonly defender: Seat;
  readonly rolls: BySide<number>;
  readonly cards: readonly Omit<PlayedCard, "inEffect">[];
}

/** A battle as it stands: which cards are in effect, and what dice, bonuses and cards come to (canon section 5). */
export function weighed(table: Table, { attacker, defender, rolls, cards }: Fight): Battle {
  const played = withEffects(cards);
  const dice = {
    attacker: standingDie(attacker, rolls.attacker, played),
    defender: standingDie(defender, rolls.defender, played),
  };
  const totals = {
    attacker: dice.attacker + bonusOfSide(table, attacker, "attacker") + addedTotal(attacker, played),
    defender: dice.defender + bonusOfSide(table, defender, "defender") + addedTotal(defender, played),
  };
  return { attacker, defender, rolls, played, dice, totals, stake: stakeOf(table, dice, played) };
}

/** What a played card does to its battle. */
export function battlePart({ card }: { readonly card: string }): BattleCard {
  return kindOf(card).battle ?? {};
}

/** The place among the cards played of the last one of `seat`'s opponent; -1: it played none. */
export function lastOfOpponent(cards: readonly { readonly seat: Seat }[], seat: Seat): number {
  return cards.findLastIndex((card) => card.seat !== seat);
}

/** Each mist in effect stops its opponent's last card before it; a mist that is stopped stops nothing. */
function withEffects(cards: Fight["cards"]): readonly PlayedCard[] {
  const stopped = new Set<number>();
  for (let at = cards.length - 1; at >= 0; at -= 1) {
    const card = cards[at];
    if (card === undefined || stopped.has(at) || battlePart(card).stops === undefined) continue;
    stopped.add(lastOfOpponent(cards.slice(0, at), card.seat));
  }
  return cards.map((card, at) => ({ ...card, inEffect: !stopped.has(at) }));
}

/** The latest omen in effect, else the first roll. */
function standingDie(seat: Seat, first: number, played: readonly PlayedCard[]): number {
  return played.findLast((card) => card.seat === seat && card.inEffect && card.roll !== null)?.roll ?? first;
}

function bonusOfSide(table: Table, seat: Seat, side: Side): number {
  if (side === "attacker") return bonusOf(table, seat, "attack") + Number(ruleOf("ocelotl", table));
  return bonusOf(table, seat, "defense") + Number(ruleOf("calli", table));
}

function addedTotal(seat: Seat, played: readonly PlayedCard[]): number {
  return sum(played, (card) => (card.seat === seat ? battlePart(card).total : undefined));
}

/** Canon section 1, `battleStake`; every modifier in effect counts, whoever played it. */
function stakeOf(table: Table, dice: BySide<number>, played: readonly PlayedCard[]): number {
  const base = table.options.battleStake === "one" ? 1 : Math.min(dice.attacker, dice.defender);
  return base + sum(played, (card) => battlePart(card).stake) + Number(ruleOf("tecpatl", table));
}

function sum(played: readonly PlayedCard[], added: (card: PlayedCard) => number | undefined): number {
  return played.reduce((total, card) => total + (card.inEffect ? (added(card) ?? 0) : 0), 0);
}
