import type { GamePage } from "@flower-war/server/games";
import { type Nim, nim } from "./rules.ts";

/** Nim as the page shows it. */
const page: GamePage<Nim> = {
  game: nim,
  show: ({ table }) => [
    {
      name: "heap",
      things: [{ kind: "counter", name: "stick", value: table.heap, of: table.options.sticks }],
    },
  ],
  texts: {
    en: {
      title: "Nim",
      lead: "Take 1 to 3 sticks from the heap in turn. Who takes the last one wins.",
      seats: { left: "Left", right: "Right" },
      zones: { heap: "The heap" },
      things: { stick: { name: "Sticks", about: "Who takes the last one wins." } },
      decisions: { take: "Take 1 to 3 sticks." },
      commands: { take: { by: "count", one: "Take {count} stick", other: "Take {count} sticks" } },
      events: {
        taken: {
          you: { by: "count", one: "You take {count} stick.", other: "You take {count} sticks." },
          other: { by: "count", one: "{who} takes {count} stick.", other: "{who} takes {count} sticks." },
        },
        ended: null,
      },
      refusals: {
        malformed: "That is no move of Nim.",
        "match-over": "The match is over.",
        "not-seated": "You only watch this match.",
        "not-your-decision": "It is not your turn.",
        "wrong-phase": "That cannot be done now.",
        "too-many": "There are fewer sticks than that.",
      },
      options: { sticks: { label: "Sticks", about: "How many lie in the heap at first.", values: {} } },
      rules: [
        {
          heading: "How to win",
          paragraphs: [
            "A heap of sticks lies between two players. In turn each takes 1, 2 or 3 of them. Who takes the last one wins.",
          ],
        },
      ],
    },
  },
};

export default page;
