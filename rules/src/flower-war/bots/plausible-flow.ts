import { kindOf } from "../cards.ts";
import type { Step } from "../flow.ts";
import { othersInTurnOrder, tribeOf } from "../seats.ts";
import type { Awaiting, Battle, Seat, Table } from "../vocabulary.ts";

/**
 * Returns the flow under the awaited decision, as far as the table shows it. What it hides is left out: a Day card
 * still to be drawn, a dog's reward, whether the cards phase has begun.
 */
export function plausibleFlow(table: Table): readonly Step[] {
  const { awaiting } = table;
  return awaiting === null ? [] : [...under(table, awaiting), question(table, awaiting)];
}

function question(table: Table, { seat, decision, card }: Awaiting): Step {
  switch (decision) {
    case "roll":
    case "move":
    case "challenge":
    case "sacrifice":
    case "cards":
      return { step: decision };
    case "discard":
      return { step: "discard", seat };
    case "battle":
      return { step: "card-window", seat, passes: hasPassed(table.battle, seat) ? 1 : 0 };
    case "pay":
      return { step: "pay-card", loser: seat };
    case "choose":
      return choiceOf(table, seat, card);
  }
}

/**
 * Returns whether the opponent of the awaited seat has just passed: then the last card played, or the attack, is the
 * awaited seat's own.
 */
function hasPassed(battle: Battle | null, awaited: Seat): boolean {
  return battle !== null && (battle.played.at(-1)?.seat ?? battle.defender) === awaited;
}

/** Returns the step of a choice. A Day card drawn during a battle is drawn for its winner. */
function choiceOf({ battle }: Table, seat: Seat, card = ""): Step {
  const effect = kindOf(card).day?.find((each) => each.effect === "choose");
  if (effect === undefined) throw new Error(`${card} requests no choice`);
  return { step: "effect", seat, card, effect, spoils: battle !== null };
}

function under(table: Table, { decision, seat }: Awaiting): readonly Step[] {
  switch (decision) {
    case "roll":
    case "sacrifice":
    case "cards":
      return [];
    case "move":
    case "challenge":
      return [{ step: "sacrifice" }];
    case "choose":
    case "discard":
      return [{ step: "sacrifice" }, ...(table.battle === null ? [] : afterBattle(table))];
    case "battle":
      return [{ step: "sacrifice" }, ...afterBattle(table), { step: "settle", landing: true }];
    case "pay": {
      const winner = table.battle?.attacker === seat ? table.battle.defender : table.battle?.attacker;
      if (winner === undefined) throw new Error("a card can be paid only in a battle");
      return [{ step: "sacrifice" }, ...afterBattle(table), { step: "spoils", winner, loser: seat }];
    }
  }
}

/**
 * Returns the steps after a battle: the seats that stand here after the defender are battled too, then one in range may
 * be challenged.
 */
function afterBattle(table: Table): readonly Step[] {
  const { battle, turn } = table;
  const end: Step = { step: "end-battle" };
  if (battle === null || tribeOf(table, battle.defender).space !== tribeOf(table, turn.seat).space)
    return [end];
  const others = othersInTurnOrder(table, turn.seat);
  const left = others.slice(others.indexOf(battle.defender) + 1);
  return [{ step: "challenge" }, { step: "battles", left }, end];
}
