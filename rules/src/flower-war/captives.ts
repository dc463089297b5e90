import { deckOf } from "./cards.ts";
import type { Play } from "./play.ts";
import { handOf, nextHeldId } from "./state.ts";
import type { Seat } from "./vocabulary.ts";
import { battleEffectOf } from "./weigh.ts";

/** Takes a random card from the loser's hand for each of the winner's captives in effect. */
export function takeCaptives(play: Play, winner: Seat, loser: Seat): void {
  const played = play.table.battle?.played ?? [];
  for (const card of played.filter(({ seat, inEffect }) => seat === winner && inEffect)) {
    for (let n = 0; n < (battleEffectOf(card).captives ?? 0); n += 1) takeRandomCard(play, winner, loser);
  }
}

function takeRandomCard(play: Play, to: Seat, from: Seat): void {
  const hand = handOf(play.state, from);
  if (hand.length === 0 || play.isOver) return;
  const reader = play.readChance();
  const gave = hand[reader.below(hand.length)];
  if (gave === undefined) throw new RangeError("there is no such card in the hand");
  const got = { id: nextHeldId(play.state), card: gave.card };
  const deck = deckOf(gave.card);
  play.emit({ type: "card-taken", from, to, deck, gave, got, chance: reader.position });
}
