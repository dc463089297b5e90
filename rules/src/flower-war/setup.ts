import { blockAt, ChanceReader, isSeed } from "../chance.ts";
import { STARTING_SPACE } from "./board.ts";
import { CARDS } from "./cards.ts";
import { seatsFor } from "./seats.ts";
import { createTurn, SKULLS, type State } from "./state.ts";
import { type Apocalypse, type Options, type Seat, SPACES, type Space, type Tribe } from "./vocabulary.ts";

/**
 * Returns a match at the first roll of its first turn, all three decks shuffled (canon sections 2 and 12).
 * @throws RangeError for a number of seats or a seed that is not possible
 */
export function setup(options: Options, count: number, seed: string): State {
  if (!isSeed(seed)) throw new RangeError("a seed is 64 lower-case hexadecimal digits");
  const seats = seatsFor(count);
  const [first] = seats;
  if (first === undefined) throw new RangeError("a match must have seats");
  const reader = new ChanceReader(seed);
  const war = reader.shuffle(CARDS.war);
  const rain = reader.shuffle(CARDS.rain);
  const day = reader.shuffle(CARDS.day);
  return {
    table: {
      options,
      seats,
      tribes: Object.fromEntries(seats.map((seat) => [seat, createTribe(seat, options)])),
      spaces: SPACES.map(() => createSpace(options.rackSize)),
      supply: SKULLS - SPACES.length * options.rackSize,
      removed: 0,
      lake: { huitzilopochtli: 0, tlaloc: 0 },
      offerings: { huitzilopochtli: 0, tlaloc: 0 },
      decks: { war: CARDS.war.length, rain: CARDS.rain.length, day: CARDS.day.length },
      turn: createTurn(1, first, false),
      battle: null,
      apocalypse: createApocalypse(options),
      awaiting: { seat: first, decision: "roll" },
      outcome: null,
    },
    hidden: {
      seed,
      chance: reader.position,
      block: blockAt(seed, reader.position),
      decks: { war, rain, day },
      hands: Object.fromEntries(seats.map((seat) => [seat, []])),
      stacks: SPACES.map(() => []),
      nextHeld: 1,
    },
    flow: [{ step: "roll" }],
  };
}

function createSpace(rack: number): Space {
  return { rack, disc: null, top: null, lingers: null, height: 0 };
}

function createApocalypse({ offeringsSpent }: Options): Apocalypse {
  const unspent = offeringsSpent ? { unspent: { huitzilopochtli: 0, tlaloc: 0 } } : {};
  return { state: "none", count: 0, keeper: null, turn: 0, discs: [], ruling: null, ...unspent };
}

function createTribe(seat: Seat, { bestTribeWins, offeringsDecide }: Options): Tribe {
  const cards = { war: 0, rain: 0, day: 0 };
  const counted = bestTribeWins && offeringsDecide ? { offered: 0 } : {};
  return { space: STARTING_SPACE[seat], skulls: 0, cards, copies: [], canoes: 0, out: 0, ...counted };
}
