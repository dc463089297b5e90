import type { BattleCard } from "./cards/kind.ts";
import { kindOf } from "./cards.ts";
import { bonusOf } from "./discs.ts";
import { isRuleActive } from "./rule-changes.ts";
import type { Battle, BySide, PlayedCard, Seat, Side, Table } from "./vocabulary.ts";

/** A battle's beginning, and the cards played since. */
export interface Fight {
  readonly attacker: Seat;
  readonly defender: Seat;
  readonly rolls: BySide<number>;
  readonly cards: readonly Omit<PlayedCard, "inEffect">[];
}

/** Weighs a battle: finds which cards are in effect, and adds up dice, bonuses and cards (canon section 5). */
export function weighBattle(table: Table, { attacker, defender, rolls, cards }: Fight): Battle {
  const played = markEffects(cards);
  const dice = {
    attacker: finalDie(attacker, rolls.attacker, played),
    defender: finalDie(defender, rolls.defender, played),
  };
  const totals = {
    attacker: dice.attacker + bonusOfSide(table, attacker, "attacker") + cardTotal(attacker, played),
    defender: dice.defender + bonusOfSide(table, defender, "defender") + cardTotal(defender, played),
  };
  return { attacker, defender, rolls, played, dice, totals, stake: stakeOf(table, dice, played) };
}

/** Returns what a played card does to its battle. */
export function battleEffectOf({ card }: { readonly card: string }): BattleCard {
  return kindOf(card).battle ?? {};
}

/** Returns the index of the last card that `seat`'s opponent played; -1 if there is none. */
export function lastIndexOfOpponent(cards: readonly { readonly seat: Seat }[], seat: Seat): number {
  return cards.findLastIndex((card) => card.seat !== seat);
}

/**
 * Marks which cards are in effect: each mist in effect stops its opponent's last card before it; a stopped mist stops
 * nothing.
 */
function markEffects(cards: Fight["cards"]): readonly PlayedCard[] {
  const stopped = new Set<number>();
  for (let at = cards.length - 1; at >= 0; at -= 1) {
    const card = cards[at];
    if (card === undefined || stopped.has(at) || battleEffectOf(card).stops === undefined) continue;
    stopped.add(lastIndexOfOpponent(cards.slice(0, at), card.seat));
  }
  return cards.map((card, at) => ({ ...card, inEffect: !stopped.has(at) }));
}

/** Returns a seat's die: its latest omen in effect, else its first roll. */
function finalDie(seat: Seat, first: number, played: readonly PlayedCard[]): number {
  return played.findLast((card) => card.seat === seat && card.inEffect && card.roll !== null)?.roll ?? first;
}

function bonusOfSide(table: Table, seat: Seat, side: Side): number {
  if (side === "attacker") return bonusOf(table, seat, "attack") + Number(isRuleActive("ocelotl", table));
  return bonusOf(table, seat, "defense") + Number(isRuleActive("calli", table));
}

function cardTotal(seat: Seat, played: readonly PlayedCard[]): number {
  return sum(played, (card) => (card.seat === seat ? battleEffectOf(card).total : undefined));
}

/** Returns the stake (canon section 1, `battleStake`); every modifier in effect counts, both players'. */
function stakeOf(table: Table, dice: BySide<number>, played: readonly PlayedCard[]): number {
  const base = table.options.battleStake === "one" ? 1 : Math.min(dice.attacker, dice.defender);
  return base + sum(played, (card) => battleEffectOf(card).stake) + Number(isRuleActive("tecpatl", table));
}

function sum(played: readonly PlayedCard[], added: (card: PlayedCard) => number | undefined): number {
  return played.reduce((total, card) => total + (card.inEffect ? (added(card) ?? 0) : 0), 0);
}
