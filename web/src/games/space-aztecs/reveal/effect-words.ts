import { cardName, eventSentences, kindOf, type Seat } from "@flower-war/client-sdk/space-aztecs";
import { formatAll, type Reader } from "@flower-war/client-sdk/texts";
import { i18n } from "../../../texts/index.ts";
import { texts } from "../texts.ts";
import type { Reveal, RevealedCard } from "./reveal-of.ts";

/** What a card did, in the words of the log. */
export function effectWords({ seat, card, effect }: RevealedCard, reader: Reader<Seat>): string {
  if (card === null) return i18n._("It is played when it is turned up.");
  if (effect === null) {
    return seat === reader.seat
      ? i18n._("You decide what happens to it: close this window.")
      : i18n._("{who} decides what happens to it.", { who: reader.nameOf(seat) });
  }
  const { under, covers, took } = effect;
  const events = {
    codex: { type: "codex-laid", seat, card },
    temple: { type: "temple-built", seat, card, covers },
    saucer: { type: "saucer-left", seat, card, took },
    aztec: { type: "aztec-settled", seat, card, under },
  } as const;
  return formatAll(eventSentences(events[kindOf(card)], texts(), reader), texts().language);
}

/** The name of the shown card, as a heading. */
export const titleOf = ({ card }: RevealedCard): string =>
  card === null ? i18n._("Face down") : cardName(card, texts());

/** How many Saucers have come once the card at an index is turned up. */
export function saucersAfter({ cards, saucersBefore }: Reveal, at: number): number {
  const shown = cards.slice(0, at + 1);
  return saucersBefore + shown.filter(({ card }) => card !== null && kindOf(card) === "saucer").length;
}
