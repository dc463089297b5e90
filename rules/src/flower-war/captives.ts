import { below } from "../chance.ts";
import { deckOf } from "./cards.ts";
import type { Play } from "./play.ts";
import { handOf, nextHeldId } from "./state.ts";
import type { Seat } from "./vocabulary.ts";
import { battlePart } from "./weigh.ts";

/** The winner's captives that are in effect take a card each, at random, from the loser's hand. */
export function takeCaptives(play: Play, winner: Seat, loser: Seat): void {
  const played = play.table.battle?.played ?? [];
  for (const card of played.filter(({ seat, inEffect }) => seat === winner && inEffect)) {
    for (let n = 0; n < (battlePart(card).captives ?? 0); n += 1) takeAtRandom(play, winner, loser);
  }
}

function takeAtRandom(play: Play, to: Seat, from: Seat): void {
  const hand = handOf(play.state, from);
  if (hand.length === 0 || play.over) return;
  const { seed, chance } = play.state.hidden;
  const drawn = below(seed, chance, hand.length);
  const gave = hand[drawn.value];
  if (gave === undefined) throw new RangeError("no such card in the hand");
  const got = { id: nextHeldId(play.state), card: gave.card };
  const deck = deckOf(gave.card);
  play.happen({ type: "card-taken", from, to, deck, gave, got, chance: drawn.position });
}
