import { kindOf, setOf } from "../cards.ts";
import { visibleOf, withCard } from "../city.ts";
import { codexPoints } from "../codices.ts";
import { victimsOf } from "../saucers.ts";
import { aztecPoints } from "../scoring.ts";
import { cityOf } from "../seats.ts";
import type { Card, Seat, Table } from "../vocabulary.ts";

/** What a set begun, a Priest alone or a Codex that more may join is worth beyond what it counts now. */
const HOPE = 2;
/** What it is worth to know an Aztec safe under a Temple. */
const SAFETY = 1.5;
/** What a taken Aztec counts under a Saucer, and what it is worth that another one has lost it: the less the more play. */
const BOOTY = 1;
const HARM = 3;

/** How good a card is for a seat at a glance, in points. */
export function appealOf(table: Table, seat: Seat, card: Card): number {
  const city = cityOf(table, seat);
  switch (kindOf(card)) {
    case "aztec":
      return aztecPoints(withCard(city, card)) - aztecPoints(city) + HOPE;
    case "temple":
      return SAFETY * visibleOf(city, setOf(card)).length;
    case "saucer":
      return (BOOTY + HARM / (table.seats.length - 1)) * victimsOf(table, seat, card).length;
    case "codex":
      return codexPoints(card, withCard(city, card)) + HOPE;
  }
}
