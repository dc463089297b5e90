import type { GamePage, Thing } from "@flower-war/server/games";
import { CARDS, type Card, game, type Types, valueOf } from "./rules.ts";

export const face = (card: Card): Thing<Types> => ({ kind: "card", name: card });
const backs = (count: number): readonly Thing<Types>[] =>
  count === 0 ? [] : [{ kind: "card", name: null, count }];

/** The game as the page shows it. */
const page: GamePage<Types> = {
  game,
  show: ({ table, seat, hand }) => [
    { name: "trick", things: table.trick.map(({ card }) => face(card)) },
    { name: "deck", things: backs(table.toDraw) },
    ...table.seats.flatMap((each) => [
      {
        name: "hand",
        seat: each,
        things:
          each === seat
            ? hand.map(
                (card): Thing<Types> => ({ kind: "card", name: card, command: { type: "play", card } }),
              )
            : backs(table.held[each] ?? 0),
      },
      {
        name: "score",
        seat: each,
        things: [{ kind: "counter", name: "trick", value: table.tricks[each] ?? 0 } as const],
      },
    ]),
  ],
  texts: {
    en: {
      title: "Tricks",
      lead: "Play a card in turn. The highest takes the trick, and most tricks win.",
      seats: { ana: "Ana's seat", bela: "Bela's seat", cruz: "Cruz' seat", dora: "Dora's seat" },
      zones: { trick: "This trick", deck: "To draw", hand: "Hand", score: "Taken" },
      things: {
        trick: { name: "Tricks", about: "Who has most of them at the end wins." },
        ...Object.fromEntries(CARDS.map((card) => [card, { name: String(valueOf(card)), about: "" }])),
      },
      decisions: { play: "Play a card of your hand." },
      commands: { play: "Play the {card}" },
      events: {
        played: { you: "You play the {card}.", other: "{who} plays the {card}." },
        drew: { you: "You draw the {card}.", other: "{who} draws a card." },
        took: { you: "You take the trick: {cards}.", other: "{who} takes the trick: {cards}." },
        ended: null,
      },
      refusals: {
        malformed: "That is no move of this game.",
        "match-over": "The match is over.",
        "not-seated": "You only watch this match.",
        "not-your-decision": "It is not your turn.",
        "wrong-phase": "That cannot be done now.",
        "not-held": "You do not hold that card.",
      },
      options: { held: { label: "Cards in the hand", about: "How many each player holds.", values: {} } },
      rules: [
        {
          heading: "Your turn",
          paragraphs: [
            "Play one card of your hand, and draw another one while there are cards.",
            "When all have played, the highest card takes the trick. Whoever took it begins the next one.",
          ],
        },
        { heading: "The end", paragraphs: ["When all cards are played, most tricks win."] },
      ],
    },
  },
};

export default page;
