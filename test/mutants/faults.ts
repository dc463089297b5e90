import type { Change } from "./project-copy.ts";

/** A plausible fault that the tests must catch. */
export interface Fault extends Change {
  readonly name: string;
}

export const FAULTS: readonly Fault[] = [
  {
    name: "a refilled rack takes its skulls from nowhere",
    file: "rules/src/flower-war/evolve.ts",
    from: "  table.supply -= supply;\n",
    to: "",
  },
  {
    name: "a card paid stays in the loser's hand too",
    file: "rules/src/flower-war/evolve.ts",
    from: "[from]: withoutCard(handOf(draft, from), present(event.gave).id),",
    to: "",
  },
  {
    name: "another seat learns the card that is drawn",
    file: "rules/src/flower-war/view.ts",
    from: "...(viewer === seat && held && { held })",
    to: "...(viewer !== seat && held && { held })",
  },
  {
    name: "whether a seat is awaited in a battle depends on what it holds",
    file: "rules/src/flower-war/battle.ts",
    from: "if (holdsWarOrRain(play.table, step.seat)) return",
    to: 'if (handOf(play.state, step.seat).some(({ card }) => card !== "eagle")) return',
  },
  {
    name: "legal forgets the causeway's last space",
    file: "rules/src/flower-war/legal.ts",
    from: "return SPACES.map((_, index) => ({ ...play, space: index + 1 }));",
    to: "return SPACES.slice(1).map((_, index) => ({ ...play, space: index + 1 }));",
  },
  {
    name: "a cost may go beyond the day count",
    file: "rules/src/flower-war/costs.ts",
    from: "return cost > dayCount(table, currentSpace(table))",
    to: "return cost > 1 + dayCount(table, currentSpace(table))",
  },
  {
    name: "mist on mist does not let the stopped card act again",
    file: "rules/src/flower-war/weigh.ts",
    from: "if (card === undefined || stopped.has(at) ||",
    to: "if (card === undefined ||",
  },
  {
    name: "an extra turn ticks",
    file: "rules/src/flower-war/apocalypse.ts",
    from: "if (turn.number > apocalypse.turn && !turn.extra) tick(play);",
    to: "if (turn.number > apocalypse.turn) tick(play);",
  },
  {
    name: "a fourth Day card resolves",
    file: "rules/src/flower-war/decks.ts",
    from: "const MAX_DAY_CARDS_PER_TURN = 3;",
    to: "const MAX_DAY_CARDS_PER_TURN = 4;",
  },
  {
    name: "a conceding loser leaves the payment of its battle pending",
    file: "rules/src/flower-war/battle.ts",
    from: 'step?.step !== "end-battle"; step = play.flow.pop()',
    to: "step === null; step = play.flow.pop()",
  },
  {
    name: "the fallback names a seat that is out",
    file: "rules/src/flower-war/fallback.ts",
    from: "nextInTurnOrder(table, seat) }",
    to: "table.seats.find((other) => other !== seat) ?? seat }",
  },
  {
    name: "evolve changes what it was given",
    file: "rules/src/flower-war/evolve.ts",
    from: "[...handOf(draft, seat), held]",
    to: "((handOf(draft, seat) as HeldCard[]).push(held), handOf(draft, seat))",
  },
  {
    name: "a draft changes the table of the state that it was made from",
    file: "rules/src/flower-war/evolve.ts",
    from: "return { table: { ...table }, hidden",
    to: "return { table, hidden",
  },
  {
    name: "decide returns a state in which the stream has not moved on",
    file: "rules/src/tieqchieq/decide.ts",
    from: "events: play.events, state: play.state",
    to: "events: play.events, state: { ...play.state, hidden: state.hidden }",
  },
  {
    name: "a captive's card is drawn without moving the stream on",
    file: "rules/src/flower-war/battle.ts",
    from: "gave, got, chance: reader.position }",
    to: "gave, got, chance: play.state.hidden.chance }",
  },
  {
    name: "a disc rule of two stands alone",
    file: "rules/src/flower-war/rule-changes.ts",
    from: "apocalypse.discs.includes(disc)",
    to: "apocalypse.discs[0] === disc",
  },
  {
    name: "no seat pays for the fewest of set P where two have as few",
    file: "rules/src/space-aztecs/scoring.ts",
    from: "pinkOf(seat) === fewest;",
    to: "pinkOf(seat) === fewest && table.seats.filter((each) => pinkOf(each) === fewest).length === 1;",
  },
  {
    name: "a Codex pays without a limit",
    file: "rules/src/space-aztecs/codices.ts",
    from: "return Math.min(MAX_POINTS, POINTS * itemsOf(codex, city));",
    to: "return POINTS * itemsOf(codex, city);",
  },
  {
    name: "cards are played counter-clockwise",
    file: "rules/src/space-aztecs/seats.ts",
    from: "[...seats.slice(at), ...seats.slice(0, at)]",
    to: "[first, ...seats.slice(0, at).toReversed(), ...seats.slice(at + 1).toReversed()]",
  },
  {
    name: "all viewers learn which card a seat chose",
    file: "rules/src/space-aztecs/view.ts",
    from: 'event.type !== "card-chosen" || event.seat === viewer',
    to: 'event.type !== "card-chosen" || event.card !== undefined',
  },
  {
    name: "who has not chosen sees another's chosen card",
    file: "rules/src/space-aztecs/view.ts",
    from: "chosen: hidden.chosen[viewer] ?? null",
    to: "chosen: hidden.chosen[viewer] ?? Object.values(hidden.chosen)[0] ?? null",
  },
  {
    name: "the eighth Saucer ends a match of four, not the seventh",
    file: "rules/src/space-aztecs/ending.ts",
    from: "seats.length <= 4 ? 7 : 9",
    to: "seats.length <= 4 ? 8 : 9",
  },
  {
    name: "a chosen card goes back into its pile too",
    file: "rules/src/space-aztecs/evolve.ts",
    from: "(hidden.piles[index] ?? []).filter((each) => each !== card)",
    to: "hidden.piles[index] ?? []",
  },
  {
    name: "a Saucer may land without naming whom it takes",
    file: "rules/src/space-aztecs/refusals.ts",
    from: "named.length === choices.length &&",
    to: "named.length <= choices.length &&",
  },
  {
    name: "a seat that conceded keeps the pile that it held",
    file: "rules/src/space-aztecs/evolve.ts",
    from: "place.heldBy === seat ? { ...place, heldBy: null } : place",
    to: "place",
  },
  {
    name: "a Saucer waits for a choice among seats that conceded",
    file: "rules/src/space-aztecs/round.ts",
    from: "return landIfNothingToChoose(play);",
    to: "return;",
  },
  {
    name: "a square of the other's territory costs one too little",
    file: "rules/src/tieqchieq/board.ts",
    from: "const TERRITORY_COST = 3;",
    to: "const TERRITORY_COST = 2;",
  },
  {
    name: "a ring gives no new turn",
    file: "rules/src/tieqchieq/landing.ts",
    from: '    case "ring":\n    case "sun":',
    to: '    case "ring":\n      return passTurn(play);\n    case "sun":',
  },
  {
    name: "a new turn is the other seat's",
    file: "rules/src/tieqchieq/turn.ts",
    from: "seat: play.active, extra: true",
    to: "seat: otherSeat(play.active), extra: true",
  },
  {
    name: "an attacker needs both coins",
    file: "rules/src/tieqchieq/battle.ts",
    from: "coins.some((coin) => coin === SIDES[attacker])",
    to: "coins.every((coin) => coin === SIDES[attacker])",
  },
  {
    name: "a token goes beyond X",
    file: "rules/src/tieqchieq/movement.ts",
    from: "const overshoots = at === HOME && left > 0;",
    to: "const overshoots = at > HOME;",
  },
  {
    name: "a token that lost a battle is gone",
    file: "rules/src/tieqchieq/evolve.ts",
    from: "{ reserve: reserve + 1, at: withoutSquare(at, square) }",
    to: "{ reserve, at: withoutSquare(at, square) }",
  },
  {
    name: "all viewers learn where the next coins come from",
    file: "rules/src/tieqchieq/view.ts",
    from: "return { type: event.type, seat: event.seat, coins: event.coins };",
    to: "return event;",
  },
  {
    name: "coins are tossed without moving the stream on",
    file: "rules/src/tieqchieq/play.ts",
    from: "return { coins, chance: reader.position };",
    to: "return { coins, chance };",
  },
  {
    name: "who concedes wins",
    file: "rules/src/tieqchieq/ending.ts",
    from: '"last-seat", otherSeat(seat)',
    to: '"last-seat", seat',
  },
];
