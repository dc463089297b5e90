import type { LikeEnglish } from "../../texts/catalogue.ts";
import type { TieqchieqShape } from "./types.ts";

const english = {
  language: "en-GB",
  game: { name: "Tıeqchıeq", about: "A race for two with coins: bring 6 tokens home past the other colour." },
  seats: {
    red: { name: "Red", about: "Starts below a1 and ends on b2." },
    yellow: { name: "Yellow", about: "Starts above e5 and ends on d4." },
  },
  shapes: { red: "round token", yellow: "triangle" },
  sides: { red: "red", yellow: "yellow" },
  places: {
    plain: { name: "Square", about: "Entering it costs 1." },
    "territory-own": { name: "Your territory", about: "Entering it costs you 1, and the other colour 3." },
    "territory-enemy": { name: "Enemy territory", about: "Entering it costs you 3." },
    plus: { name: "Plus", about: "Land here and you may go 1 square on." },
    "plus-other": { name: "The other colour's plus", about: "It does nothing for you. Entering it costs 1." },
    ring: { name: "Ring", about: "Land here, of either colour, and you take another turn." },
    sun: { name: "Sun", about: "Land here and you take another turn. A token on the sun cannot be battled." },
    dot: { name: "Start", about: "Tokens of the reserve start from here." },
    home: { name: "Home", about: "The X. Reach it exactly: 6 tokens home win." },
  },
  things: {
    reserve: { name: "Reserve", about: "Tokens that are not on the board. They can be introduced." },
    roll: { name: "Roll", about: "From 0 to 4. A 2 is most likely: 6 in 16. A 0 ends your turn." },
    price: {
      name: "Price",
      about: "Each square entered costs 1 of the roll, enemy territory 3. What is left over is lost.",
    },
    battle: { name: "Battle", about: "Land on an enemy token and 2 coins decide. The attacker wins 3 in 4." },
  },
  conditions: {
    running: { met: "The match is running.", unmet: "The match is over." },
    seated: { met: "You have a seat.", unmet: "You have no seat in this match." },
    "your-turn": { met: "It is your turn.", unmet: "It is {who}'s turn." },
    "not-tossed": { met: "The coins are to be tossed.", unmet: "You have tossed already." },
    tossed: { met: "You have tossed.", unmet: "Toss the coins first." },
    "plus-answered": { met: "No token waits on a plus.", unmet: "A token waits on a plus: go on or stay." },
    "on-plus": { met: "A token of yours is on a plus.", unmet: "No token waits on a plus." },
    "token-in-reserve": { met: "You have a token in reserve.", unmet: "You have no token in reserve." },
    "token-there": { met: "Your token is on {square}.", unmet: "You have no token on {square}." },
    price: {
      met: "The next square costs {cost} of the {roll}.",
      unmet: "The next square costs {cost}, and the roll is {roll}.",
    },
    "not-beyond-home": {
      met: "The roll does not go beyond home.",
      unmet: "Home is {left} away: a roll of {roll} goes beyond it.",
    },
    "no-own-token": {
      met: "No token of yours is on {square}.",
      unmet: "It would end on {square}, where a token of yours is.",
    },
    "no-token-on-sun": {
      met: "The token on {square} can be battled.",
      unmet: "It would end on the sun, where an enemy token is safe.",
    },
  },
  decisions: {
    toss: { you: "Toss the coins.", other: "{who} is about to toss." },
    act: { you: "Introduce or move a token.", other: "{who} chooses a token." },
    plus: { you: "Go 1 square on, or stay.", other: "{who} may go 1 square on." },
  },
  commands: {
    toss: { button: "Toss", does: "4 coins say how far you go." },
    introduce: { button: "Introduce on {to}", does: "{landing}" },
    move: { button: "Move {from} to {to}", does: "{landing}" },
    "plus-step": { button: "Go on to {to}", does: "{landing}" },
    "plus-stay": { button: "Stay on {square}", does: "Your turn ends." },
    concede: { button: "Concede", does: "You leave the match and lose at once." },
  },
  landings: {
    plain: "It lands on {to}, and your turn ends.",
    plus: "It lands on a plus: it may go 1 square on.",
    ring: "It lands on a ring: you take another turn.",
    sun: "It lands on the sun: it is safe there, and you take another turn.",
    home: "It comes home.",
    battle: "It battles for {to}: you win 3 in 4, the loser's token goes back to its reserve.",
  },
  refusals: {
    malformed: { plain: "The game knows no such command." },
    "match-over": { plain: "The match is over." },
    "not-seated": { plain: "You have no seat in this match." },
    "not-your-decision": { plain: "It is not your turn.", exact: "It is {who}'s turn." },
    "wrong-phase": { plain: "That is not possible now: something else is asked of you." },
    "no-token": { plain: "You have no token there." },
    "no-move": {
      plain: "The roll does not reach the next square, or goes beyond home.",
      exact: "A roll of {roll} does not reach the next square, or goes beyond home.",
    },
    blocked: { plain: "A token of yours is there, or one that the sun protects." },
  },
  events: {
    tossed: { you: "You toss a {roll}.", other: "{who} tosses a {roll}." },
    "tossed-nothing": { you: "You toss a 0: your turn ends.", other: "{who} tosses a 0: the turn ends." },
    "tossed-in-vain": {
      you: "You toss a {roll}, but no token can use it: your turn ends.",
      other: "{who} tosses a {roll}, but no token can use it: the turn ends.",
    },
    introduced: { you: "You introduce a token on {to}.", other: "{who} introduces a token on {to}." },
    moved: { you: "You move from {from} to {to}.", other: "{who} moves from {from} to {to}." },
    "came-home": { you: "Your token on {from} comes home.", other: "{who}'s token on {from} comes home." },
    "plus-reached": {
      you: "You may go 1 square on from {at}.",
      other: "{who} may go 1 square on from {at}.",
    },
    stayed: { you: "You stay on {at}.", other: "{who} stays on {at}." },
    "turn-began": { you: "Your turn begins.", other: "{who}'s turn begins." },
    "extra-turn-began": { you: "You take another turn.", other: "{who} takes another turn." },
    conceded: { you: "You concede.", other: "{who} concedes." },
    "battle-won": {
      you: "You attack {whom} on {square}. The coins show {coins}: you win.",
      toYou: "{who} attacks you on {square}. The coins show {coins}: your token goes back to the reserve.",
      other: "{who} attacks {whom} on {square}. The coins show {coins}: {who} wins.",
    },
    "battle-lost": {
      you: "You attack {whom} on {square}. The coins show {coins}: your token goes back to the reserve.",
      toYou: "{who} attacks you on {square}. The coins show {coins}: you hold it.",
      other: "{who} attacks {whom} on {square}. The coins show {coins}: {whom} holds it.",
    },
    "outcome-home": {
      you: "All your tokens are home: you win, with {whom} at {home}.",
      toYou: "All tokens of {who} are home: {who} wins, with you at {home}.",
      other: "All tokens of {who} are home: {who} wins, with {whom} at {home}.",
    },
    "outcome-last-seat": {
      you: "{whom} has conceded: you win.",
      toYou: "You have conceded: {who} wins.",
      other: "{whom} has conceded: {who} wins.",
    },
    "outcome-tosses": {
      you: "1,000 tosses are over and you are ahead of {whom}: you win.",
      toYou: "1,000 tosses are over and {who} is ahead of you: {who} wins.",
      other: "1,000 tosses are over and {who} is ahead of {whom}: {who} wins.",
    },
    "outcome-draw": "1,000 tosses are over, and nobody is ahead.",
  },
  outcomes: { home: "All tokens home", "last-seat": "The other side conceded", tosses: "1,000 tosses" },
} satisfies TieqchieqShape;

/** The texts of the table in one language: JSON data, slots in braces. */
export interface TieqchieqTexts extends LikeEnglish<TieqchieqShape, typeof english> {}

/** Tıeqchıeq in English. The canon (docs/rules/tieqchieq.md) decides what the texts may say. */
export const en: TieqchieqTexts = english;
