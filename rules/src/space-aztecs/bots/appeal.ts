import { kindOf, setOf } from "../cards.ts";
import { visibleOf, withCard } from "../city.ts";
import { codexPoints } from "../codices.ts";
import { victimsOf } from "../saucers.ts";
import { aztecPoints } from "../scoring.ts";
import { cityOf, seatsInPlay } from "../seats.ts";
import type { Card, Seat, Table } from "../vocabulary.ts";

/**
 * The worth, beyond the score now, of beginning a set, to have a Priest alone or a Codex that more items may join.
 */
const HOPE = 2;
/** The worth of a covered Aztec beyond its score. */
const SAFETY = 1.5;
/** The score of a taken Aztec under a Saucer, and the worth of its owner's loss: the more players, the less. */
const BOOTY = 1;
const HARM = 3;

/** Returns how good a card looks for a seat, in points. */
export function appealOf(table: Table, seat: Seat, card: Card): number {
  const city = cityOf(table, seat);
  switch (kindOf(card)) {
    case "aztec":
      return aztecPoints(withCard(city, card)) - aztecPoints(city) + HOPE;
    case "temple":
      return SAFETY * visibleOf(city, setOf(card)).length;
    case "saucer":
      return (BOOTY + HARM / (seatsInPlay(table).length - 1)) * victimsOf(table, seat, card).length;
    case "codex":
      return codexPoints(card, withCard(city, card)) + HOPE;
  }
}
