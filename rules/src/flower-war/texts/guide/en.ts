import type { GuideShape, LikeEnglish } from "../../../texts/catalogue.ts";
import type { Options } from "../../vocabulary.ts";

const english = {
  options: {
    battleStake: {
      label: "What a battle is for",
      about: "What the loser pays the winner, before cards and rules add to it.",
      values: { one: "1 skull", "lower-roll": "the lower of the two dice" },
    },
    cardCosts: {
      label: "What cards cost",
      about: "Costs are paid onto the rack where the turn is played, so a card needs room there.",
      values: { printed: "the skulls printed on them", free: "nothing" },
    },
    apocalypseTrigger: {
      label: "How the end begins",
      about: "Discs count while they are off the board at the same time.",
      values: {
        "1": "with the first disc off the board",
        "2": "with 2 discs off the board",
        "3": "with 3 discs off the board",
        "260": "with 260 offerings, or all discs off the board",
      },
    },
    countdown: {
      label: "How the end is counted",
      about: "The count ends at 13. Extra turns never count.",
      values: { keeper: "whenever its keeper begins a turn", turns: "at the end of every turn" },
    },
    discRules: {
      label: "Discs change rules at the end",
      about: "Each disc that starts the end changes one rule for everybody. Never with 260 offerings.",
      values: { true: "yes, each its own rule", false: "no" },
    },
    rackSize: {
      label: "Skulls on a full rack",
      about: "From 4 to 13. Fewer skulls on a rack make a shorter match; the rest lie in supply.",
      values: {},
    },
    bestTribeWins: {
      label: "Who wins if the world ends",
      about:
        "Unless offerings decide, the best tribe has the most different signs; on a tie the one with more discs, then skulls, then cards in hand.",
      values: { true: "the best tribe", false: "no tribe" },
    },
    offeringsDecide: {
      label: "The best tribe has",
      about:
        "Only if the best tribe wins. Offerings are its own skulls that went to the gods since the end began; ties go by signs, discs, skulls and cards.",
      values: { true: "the most offerings", false: "the most different signs" },
    },
    offeringsSpent: {
      label: "Offerings after a catastrophe",
      about:
        "Each comparison brings the catastrophe of the god with more offerings. If that uses them up, the god begins anew, and floods and invasions alternate more.",
      values: { true: "are used up", false: "count to the end" },
    },
  },
  rules: {
    goal: {
      heading: "How you win",
      canon: "9",
      paragraphs: [
        "Hold the three signs at the same time: eagle, serpent and flower. You win at that instant, in anybody's turn.",
        "The eagle is one card of the War deck, the serpent one card of the Rain deck. 13 of the 260 Day cards are the flower. The discs of the spaces cuauhtli, coatl and xochitl count as eagle, serpent and flower too.",
        "If the world ends first, nobody wins. That happens often: victory is meant to be difficult.",
        "In a short evening, or if the host chose it, the best tribe wins then.",
        "Where offerings decide, as in a short evening, it is the one that gave the gods the most skulls of its own since the end began; otherwise, and on a tie, the one with the most different signs, then discs, skulls and cards. If two are still equal, there is no winner.",
      ],
    },
    board: {
      heading: "The board",
      canon: "2",
      paragraphs: [
        "20 day signs form a ring, and everybody walks it the same way round. On each sign stands a rack, the tzompantli, with 13 skulls on it, or fewer if you chose a shorter match.",
        "There are 360 skulls. What is not on the racks lies in supply, in the middle. You start without skulls and without cards, each seat on its own starting space.",
      ],
    },
    turn: {
      heading: "Your turn",
      canon: "3",
      paragraphs: [
        "Roll the die and walk as many spaces. Some discs and cards let you go further.",
        "You land: you take a skull from the rack, and more may happen there.",
        "Then offer skulls to the gods, as many as you like, or trade with Tonantzin. After that play or discard cards, as many as you like. The first card ends your offerings for this turn.",
        "End your turn. It ends by itself when nothing is left that you could do.",
      ],
    },
    landing: {
      heading: "Landing on a space",
      canon: "4",
      paragraphs: [
        "In this order: collect a skull; earn the disc if you took the last one; the top card of the stack acts; pay tribute; battle everybody who stands there.",
        "If the rack was full when you came, you also draw a Day card at the end.",
        "If you hold a disc with range, you may then challenge one seat exactly one space away.",
      ],
    },
    discs: {
      heading: "Calendar discs",
      canon: "4, 8",
      paragraphs: [
        "On each space lies a disc. Take the last skull of its rack and the disc is yours, even if somebody else had it. The rack is refilled at once.",
        "Every disc gives you a bonus: longer steps, a skull more when you collect, +1 in battle, range, or a free offering each turn. Bonuses of one kind add up to 2 at most.",
        "Others who land on its space pay you 1 skull as tribute.",
      ],
    },
    offerings: {
      heading: "Offerings",
      canon: "6",
      paragraphs: [
        "Give a skull to Huitzilopochtli and draw a War card, or give one to Tlaloc and draw a Rain card. If you play with a Templo Mayor, drop the skull into its slot: that is the same.",
        "An offering counts for its god for the rest of the match. The two sums decide what the apocalypse does.",
        "Or trade: once a turn, if you have offered nothing, 7 skulls go out of play for one Day card. After it you cannot offer this turn.",
      ],
    },
    cards: {
      heading: "Playing cards",
      canon: "7",
      paragraphs: [
        "Every card says when it may be played: in a battle, or in your turn after landing. You may hold as many as you like, and only you see them.",
        "Its cost is paid in skulls onto the rack where the active seat stands, and the rack must have room for it. So cards are hard to play on a full rack. Some cost 0.",
        "Played and discarded cards lie on the stack of that space. A lingering card acts on those who arrive, but only while it is on top: discard a card to cover it.",
      ],
    },
    battle: {
      heading: "Battles",
      canon: "5",
      paragraphs: [
        "Whoever arrives attacks. Both roll one die and add bonuses. Then, attacker first, each plays one battle card or passes, in turns, until both pass one after the other.",
        "The higher total wins, and the loser pays the stake: 1 skull, and more with some cards. On equal totals nobody pays.",
        "A loser without a skull gives up a card of their choice, even a sign. Without a card either, a Day card is drawn for the winner.",
      ],
    },
    "day-cards": {
      heading: "Day cards",
      canon: "7",
      paragraphs: [
        "A Day card has a sign and a number from 1 to 13, as in the ritual calendar. It acts as soon as it is drawn; a higher number acts more strongly. At most 3 act in one turn.",
        "Only the flower is kept, and everybody sees it.",
      ],
    },
    apocalypse: {
      heading: "The apocalypse",
      canon: "1, 10",
      paragraphs: [
        "It begins when a disc leaves the board: the first one, the second or the third, as you agreed. The seat in whose turn that happens keeps the count.",
        "As each of the keeper's turns begins, the offerings of the two gods are compared. If they are unequal, the count rises by 1. If they are equal, it stays: the end is forestalled.",
        "At 12 the last round is announced. At 13 the match is over at once.",
      ],
    },
    catastrophes: {
      heading: "Flood and invasion",
      canon: "10",
      paragraphs: [
        "If Tlaloc has more offerings, there is a flood: nothing is collected from racks, and so no disc is earned.",
        "If Huitzilopochtli has more, there is an invasion: after you collect, one more skull of the rack is lost for good. A rack emptied by it earns nobody a disc.",
        "Each lasts until the next comparison.",
        "In a short evening, or where the host chose it, a catastrophe uses up its god's offerings: the next comparisons count only those made since.",
      ],
    },
    "rule-changes": {
      heading: "Discs change the rules",
      canon: "10",
      paragraphs: [
        "Each disc that started the apocalypse changes one rule, for everybody and to the end. Look at a disc to see which.",
      ],
    },
    end: {
      heading: "How a match ends",
      canon: "9",
      paragraphs: [
        "Somebody holds three signs; or only one tribe is left because the others conceded; or the count is complete; or 2,600 turns have passed.",
        "You may concede at any moment. Your skulls go to supply, your cards onto your space and your discs back to the board.",
      ],
    },
    mexica: {
      heading: "Mexica, the first design",
      canon: "1",
      paragraphs: [
        "Mexica is Flower War with these differences.",
        "2 to 4 tribes. Cards cost nothing. The loser of a battle pays the lower of the two dice.",
        "The apocalypse begins with 260 offerings in all, or when all 20 discs are off the board. From the next turn on, every turn is compared and counted, to 13. No disc changes a rule.",
      ],
    },
    fair: {
      heading: "Fair dice",
      canon: "12",
      paragraphs: [
        "All chance comes from a secret that the server seals before the match and from a word of every player. After the match everybody can recompute every die.",
      ],
    },
  },
} satisfies GuideShape<Options>;

/** What is read before a match, in one language: JSON data. */
export interface FlowerWarGuide extends LikeEnglish<GuideShape<Options>, typeof english> {}

/** The guide to Flower War and Mexica in English. The canon (docs/rules/flower-war.md) decides what it may say. */
export const en: FlowerWarGuide = english;
