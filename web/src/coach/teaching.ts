import { i18n } from "../texts/index.ts";

/**
 * What a newcomer is told of Flower War: by the lesson at its steps, and at their own first tables when it comes up. `*` stands around what
 * matters most.
 */
export const TEACHING = {
  goal: () => i18n._("*You win when you hold three signs: eagle, serpent and flower.*"),
  turn: () => i18n._("*In a turn you roll the die, walk as many spaces, and take a skull there.*"),
  offering: () =>
    i18n._(
      "Two gods want skulls. Offer one to *Tlaloc* and draw a Rain card; *Huitzilopochtli* gives War cards.",
    ),
  card: () => i18n._("A card says what it costs, when it may be played, and what it does."),
  fight: () => i18n._("*Who lands where another seat stands has to fight.*"),
  stake: () => i18n._("*The higher total wins, and the loser pays the stake.*"),
  disc: () => i18n._("Who takes the last skull of a rack gets the *golden disc* of its space."),
  apocalypse: () =>
    i18n._(
      "Before each turn of the one who keeps the count the two gods are compared. *If one was offered more, the count rises by 1. At 13 the match is over.*",
    ),
  apocalypseByTurns: () =>
    i18n._(
      "After each turn the two gods are compared. *If one was offered more, the count rises by 1. At 13 the match is over.*",
    ),
  wait: () => i18n._("*While they are equal, the end waits.*"),
};
