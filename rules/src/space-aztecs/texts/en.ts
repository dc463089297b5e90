import { type LikeEnglish, plural } from "../../texts/catalogue.ts";
import type { SpaceAztecsShape } from "./types.ts";

const VILLAGER = {
  short: "{points} points. Fewest pink Aztecs at the end: −5",
  rule: "{points} points, covered or not. At the end, whoever has the fewest pink Aztecs in the city loses 5 points.",
};

const english = {
  language: "en-GB",
  game: {
    name: "Space Aztecs",
    about:
      "Everybody secretly plays 1 card at a time: build a city, shelter your people, and mind the saucers.",
  },
  seats: { "0": "Seat 1", "1": "Seat 2", "2": "Seat 3", "3": "Seat 4", "4": "Seat 5", "5": "Seat 6" },
  shapes: {
    "0": "red circle",
    "1": "black diamond",
    "2": "blue square",
    "3": "violet star",
    "4": "green hexagon",
    "5": "yellow triangle",
  },
  sets: {
    P: {
      name: "pink",
      plural: "pink",
      temple: "Pink Temple",
      saucer: "Pink Saucer",
      about: "Villagers and Animals: plain points, but having the fewest of them costs 5.",
    },
    Y: {
      name: "yellow",
      plural: "yellow",
      temple: "Yellow Temple",
      saucer: "Yellow Saucer",
      about: "Warriors: the more of one type in a city, the more each is worth.",
    },
    B: {
      name: "blue",
      plural: "blue",
      temple: "Blue Temple",
      saucer: "Blue Saucer",
      about: "Superiors: Priests need an Alien each; Nobles are plain points.",
    },
    G: {
      name: "green",
      plural: "green",
      temple: "Green Temple",
      saucer: "Green Saucer",
      about: "Agents shelter others while visible; Archivists are worth more when covered.",
    },
  },
  places: {
    Lake: "Lake",
    Market: "Market",
    Garden: "Garden",
    "Ball Court": "Ball Court",
    Quarry: "Quarry",
    Forest: "Forest",
    Volcano: "Volcano",
    Causeway: "Causeway",
  },
  cards: {
    P01: { name: "Rabbit", ...VILLAGER },
    P02: { name: "Quail", ...VILLAGER },
    P03: { name: "Dog", ...VILLAGER },
    P04: { name: "Turkey", ...VILLAGER },
    P05: { name: "Heron", ...VILLAGER },
    P06: { name: "Fisher", ...VILLAGER },
    P07: { name: "Potter", ...VILLAGER },
    P08: { name: "Weaver", ...VILLAGER },
    P09: { name: "Farmer", ...VILLAGER },
    P10: { name: "Healer", ...VILLAGER },
    serpent: {
      name: "Serpent Warrior",
      short: "1, 5, 11 or 20 points for 1 to 4 of them",
      rule: "All Serpent Warriors of your city together, covered or not, are worth 1, 5, 11 or 20 points for 1, 2, 3 or 4 of them.",
    },
    jaguar: {
      name: "Jaguar Warrior",
      short: "2, 7 or 15 points for 1 to 3 of them",
      rule: "All Jaguar Warriors of your city together, covered or not, are worth 2, 7 or 15 points for 1, 2 or 3 of them.",
    },
    eagle: {
      name: "Eagle Warrior",
      short: "3, 9 or 18 points for 1 to 3 of them",
      rule: "All Eagle Warriors of your city together, covered or not, are worth 3, 9 or 18 points for 1, 2 or 3 of them.",
    },
    alien: {
      name: "Alien",
      short: "{points} points, or makes a Priest worth 10",
      rule: "{points} points, covered or not. At the end each Priest of your city takes 1 Alien, those with the fewest points first: the pair is worth 10, and the Alien's own points are gone.",
    },
    priest: {
      name: "Priest",
      short: "10 points with an Alien, else 0",
      rule: "At the end each Priest of your city takes 1 Alien of your city, covered or not, those with the fewest points first. A pair is worth 10 points. A Priest without an Alien is worth 0.",
    },
    B04: { name: "Noble, Lady", short: "{points} points", rule: "{points} points, covered or not." },
    B07: { name: "Noble, Ruler", short: "{points} points", rule: "{points} points, covered or not." },
    archivist: {
      name: "Archivist",
      short: "{points} points, and {sheltered} more if covered",
      rule: "{points} points, and {sheltered} more if a Temple covers it at the end.",
    },
    "special-agent": {
      name: "Special Agent",
      short: "{points} points. While visible, shelters Aztecs you play later",
      rule: "{points} points, covered or not. While it lies visible in your city, an Aztec that you play may go under a Temple of its set that you have, at once. A green Temple or Saucer ends that.",
    },
    "very-special-agent": {
      name: "Very Special Agent",
      short: "{points} points. While visible, shelters Aztecs you play later",
      rule: "{points} points, covered or not. While it lies visible in your city, an Aztec that you play may go under a Temple of its set that you have, at once. A green Temple or Saucer ends that.",
    },
    temple: {
      name: "Temple",
      short: "All your visible {set} Aztecs go under it, safe from Saucers",
      rule: "All visible {set} Aztecs of your city go under it, like it or not; what lies under an older Temple stays there. With none it stays empty. Covered Aztecs are safe from Saucers. Aztecs played later go under it only with the help of an Agent.",
    },
    saucer: {
      name: "Flying Saucer",
      short: "Takes 1 visible {set} Aztec from everybody else: 1 point each",
      rule: "It takes 1 visible {set} Aztec from each other city; where there are several, you choose. Cards not yet turned up are safe, and so are covered ones. Each card under it is worth 1 point to you. Your own city is not hit.",
    },
    C1: {
      name: "Codex of Dawn",
      short: "2 for each counted card before 12:00, 8 at most",
      rule: "At the end: 2 points for each Aztec and Temple of your city with a time before 12:00, at most 8.",
    },
    C2: {
      name: "Codex of Dusk",
      short: "2 for each counted card at 12:00 or later, 8 at most",
      rule: "At the end: 2 points for each Aztec and Temple of your city with a time of 12:00 or later, at most 8.",
    },
    C3: {
      name: "Codex of Stone",
      short: "2 for each Temple of your city, 8 at most",
      rule: "At the end: 2 points for each Temple of your city, at most 8.",
    },
    C4: {
      name: "Codex of Shelter",
      short: "2 for each covered Aztec, 8 at most",
      rule: "At the end: 2 points for each covered Aztec of your city, at most 8.",
    },
    C5: {
      name: "Codex of the Open Sky",
      short: "2 for each visible Aztec, 8 at most",
      rule: "At the end: 2 points for each visible Aztec of your city, at most 8.",
    },
    C6: {
      name: "Codex of Many Peoples",
      short: "2 for each set in your city, 8 at most",
      rule: "At the end: 2 points for each set of which your city has an Aztec or a Temple, at most 8.",
    },
    C7: {
      name: "Codex of Kin",
      short: "2 for each counted card of your largest set, 8 at most",
      rule: "At the end: 2 points for each Aztec and Temple of the set of which your city has most, at most 8.",
    },
    C8: {
      name: "Codex of Scribes",
      short: "2 for each Codex you played, 8 at most",
      rule: "At the end: 2 points for each Codex that you played, this one too, at most 8.",
    },
  },
  kinds: { aztec: "Aztec", temple: "Temple", saucer: "Saucer", codex: "Codex" },
  cardAtTime: "{time} {card}",
  cardOf: "{card} of {whom}",
  scores: {
    codices: { name: "Codices", about: "What your Codices score." },
    aztecs: { name: "Aztecs", about: "The Aztecs of your city, visible and covered." },
    fewest: { name: "Fewest pink", about: "−5 for having the fewest pink Aztecs, ties too." },
    saucers: { name: "Saucers", about: "1 point for each card under your Saucers." },
    total: { name: "Total", about: "Most points win." },
    survivors: { name: "Survivors", about: "The Aztecs in your city. They decide between equal totals." },
  },
  things: {
    pile: {
      name: "Pile",
      about: "The cards of a place, face down. You see them only while you hold them: remember them.",
    },
    place: { name: "Place", about: "One of 8 round the sundial. It only names a pile." },
    time: {
      name: "Time",
      about: "Every card has its own. The earliest card of a round takes the token and is played first.",
    },
    token: {
      name: "Token",
      about: "Whoever has it plays first this round and takes a pile first in the next.",
    },
    visible: {
      name: "Visible Aztecs",
      about: "A Saucer of their set can take them, a Temple of their set covers them.",
    },
    covered: { name: "Covered Aztecs", about: "They lie under a Temple and are safe." },
    saucer: { name: "Saucer", about: "Takes 1 visible Aztec of its set from everybody else." },
    "saucer-limit": {
      name: "Saucers to the end",
      about: "With 7 Saucers played (9 with 5 or 6 players) the match ends after that round.",
    },
    codex: { name: "Codex", about: "Scores 2 points for each of something at the end, 8 at most." },
    box: { name: "Box", about: "Cards that are not played in this match." },
  },
  conditions: {
    running: { met: "The match is running.", unmet: "The match is over." },
    seated: { met: "You have a seat.", unmet: "You have no seat in this match, or you conceded." },
    taking: { met: "Piles are being taken.", unmet: "Piles are taken at the beginning of a round." },
    "your-turn": { met: "It is your turn to take.", unmet: "{who} takes first." },
    "place-free": { met: "Nobody holds the pile.", unmet: "{who} holds the pile." },
    "place-not-empty": { met: "There are cards in the pile.", unmet: "The pile is empty." },
    choosing: { met: "Cards are being chosen.", unmet: "You choose once everybody holds a pile." },
    "not-chosen": { met: "You have not chosen yet.", unmet: "You have chosen, and that is final." },
    "card-held": { met: "It is in the pile you hold.", unmet: "It is not in the pile you hold." },
  },
  decisions: {
    take: { you: "Take a pile.", other: "{who} takes a pile." },
    choose: { you: "Choose a card of your pile.", other: "{who} chooses a card." },
    shelter: { you: "Shelter your Aztec or leave it visible.", other: "{who} may shelter an Aztec." },
    abduct: { you: "Choose whom your Saucer takes.", other: "{who} chooses whom the Saucer takes." },
  },
  commands: {
    take: {
      button: "Take {place}",
      does: plural("cards", "{cards} [card|cards]. Only you see [it|them]."),
    },
    choose: { button: "Play {card}", does: "Face down and final. First only its time, {time}, is told." },
    "shelter-covered": { button: "Put it under the Temple", does: "It is safe from Saucers." },
    "shelter-visible": {
      button: "Leave it visible",
      does: "A Saucer can take it, a later Temple can cover it.",
    },
    abduct: { button: "Take {cards}", does: "Each is worth 1 point to you." },
    concede: {
      button: "Concede",
      does: "You leave the match for good and come last. Your city stays, but no longer takes part.",
    },
  },
  refusals: {
    malformed: { plain: "The game knows no such command." },
    "match-over": { plain: "The match is over." },
    "not-seated": { plain: "You have no seat in this match, or you conceded." },
    "not-your-decision": { plain: "Somebody else decides now." },
    "wrong-phase": { plain: "That is not possible now: something else is asked of you." },
    "already-chosen": { plain: "You have chosen, and that is final." },
    "no-such-place": { plain: "There is no such place." },
    "place-held": {
      plain: "Somebody holds the pile of that place.",
      exact: "{who} holds the pile: {place}.",
    },
    "place-empty": { plain: "No cards are left at that place.", exact: "No cards are left: {place}." },
    "card-not-held": { plain: "That card is not in the pile you hold." },
    "bad-targets": { plain: "Choose one visible Aztec of the Saucer's set in each city that has several." },
  },
  events: {
    "round-began": "A new round begins.",
    "choosing-began": "Everybody holds a pile and chooses a card of it.",
    "outcome-piles": "Two piles are empty: the match is over.",
    "outcome-saucers": "Enough Saucers have come: the match is over.",
    "outcome-last-seat": "Everybody else has conceded: the match is over.",
    "winners-shared": "{names} win together.",
    "pile-taken": { you: "You take a pile: {place}.", other: "{who} takes a pile: {place}." },
    "card-chosen": { you: "You have chosen.", other: "{who} has chosen." },
    "card-chosen-known": { you: "You have chosen {card}.", other: "{who} has chosen {card}." },
    "time-told": { you: "Your time: {time}.", other: "{who}: {time}." },
    "token-taken": {
      you: "You are earliest: you take the token and play first.",
      other: "{who} is earliest, takes the token and plays first.",
    },
    "card-turned-up": { you: "You turn up {card}.", other: "{who} turns up {card}." },
    "codex-laid": { you: "You keep {card} to the end.", other: "{who} keeps {card} to the end." },
    "temple-built": { you: "Your {temple} covers {cards}.", other: "{who}'s {temple} covers {cards}." },
    "temple-empty": { you: "Your {temple} covers nobody.", other: "{who}'s {temple} covers nobody." },
    "aztec-settled": { you: "{card} settles in your city.", other: "{card} settles in the city of {who}." },
    "aztec-sheltered": {
      you: "{card} goes under your {temple}.",
      other: "{card} goes under {who}'s {temple}.",
    },
    "saucer-empty": { you: "Your {saucer} takes nobody.", other: "{who}'s {saucer} takes nobody." },
    conceded: { you: "You concede.", other: "{who} concedes." },
    winner: {
      you: plural("points", "You win with {points} [point|points]."),
      other: plural("points", "{who} wins with {points} [point|points]."),
    },
    scored: {
      you: plural("points", "You have {points} [point|points]."),
      other: plural("points", "{who} has {points} [point|points]."),
    },
    abducted: {
      you: "Your {saucer} takes {card} from {whom}.",
      toYou: "{who}'s {saucer} takes {card} from you.",
      other: "{who}'s {saucer} takes {card} from {whom}.",
    },
  },
  outcomes: {
    piles: "Two piles are empty",
    saucers: "The saucers have come",
    "last-seat": "Everybody else conceded",
  },
} satisfies SpaceAztecsShape;

/** The texts of the table in one language: JSON data, slots in braces. */
export interface SpaceAztecsTexts extends LikeEnglish<SpaceAztecsShape, typeof english> {}

/** Space Aztecs in English. The canon (docs/rules/space-aztecs.md) decides what the texts may say. */
export const en: SpaceAztecsTexts = english;
