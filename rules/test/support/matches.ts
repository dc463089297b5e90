import fc from "fast-check";
import type { RandomBelow } from "../../src/bots/bot.ts";
import { randomFrom } from "../../src/bots/index.ts";
import { STREAM } from "../../src/chance.ts";
import { kindOf } from "../../src/flower-war/cards.ts";
import { choosesGod } from "../../src/flower-war/choice.ts";
import { type Event, type FlowerWar, flowerWar, mexica, type State } from "../../src/flower-war/index.ts";
import { FLOWER_WAR, MEXICA } from "../../src/flower-war/presets.ts";
import { handOf } from "../../src/flower-war/state.ts";
import {
  APOCALYPSE_TRIGGERS,
  BATTLE_STAKES,
  CARD_COSTS,
  COUNTDOWNS,
  type Command,
  GODS,
  type Options,
  SEATS,
  type Seat,
  SPACES,
} from "../../src/flower-war/vocabulary.ts";
import type { Game } from "../../src/game.ts";
import type { RecordEntry, RecordHeader } from "../../src/record.ts";
import { RULES_VERSION } from "../../src/record.ts";

/** How many random matches a property plays: `FLOWER_WAR_RUNS`, or the few of a quick run. */
export function runs(quick: number): { numRuns: number } {
  return { numRuns: Number(process.env["FLOWER_WAR_RUNS"] ?? quick) };
}

/** A match to be played: its game, size and options, and the seeds of its chance and of those who play it. */
export interface Setting {
  readonly game: Game<FlowerWar>;
  readonly seats: number;
  readonly options: Options;
  readonly seed: string;
  readonly players: string;
}

/** A smaller seed makes no simpler match. */
const seeds = fc.noShrink(
  fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString("hex")),
);

const anyOptions: fc.Arbitrary<Options> = fc.record({
  battleStake: fc.constantFrom(...BATTLE_STAKES),
  cardCosts: fc.constantFrom(...CARD_COSTS),
  apocalypseTrigger: fc.constantFrom(...APOCALYPSE_TRIGGERS),
  countdown: fc.constantFrom(...COUNTDOWNS),
  discRules: fc.boolean(),
  rackSize: fc.integer({ min: 4, max: 13 }),
});

/** A game with its preset's options but for the rack, or with any. */
function settingsOf(game: Game<FlowerWar>, preset: Options): fc.Arbitrary<Setting> {
  const { min, max } = game.seats;
  const racked = anyOptions.map(({ rackSize }) => ({ ...preset, rackSize }));
  return fc.record({
    game: fc.constant(game),
    seats: fc.integer({ min, max }),
    options: fc.oneof(racked, anyOptions),
    seed: seeds,
    players: seeds,
  });
}

export const settings: fc.Arbitrary<Setting> = fc.oneof(
  { weight: 2, arbitrary: settingsOf(flowerWar, FLOWER_WAR.options) },
  { weight: 1, arbitrary: settingsOf(mexica, MEXICA.options) },
);

export function headerOf({ game, seats, options, seed }: Setting): RecordHeader<FlowerWar> {
  return {
    game: game.name,
    rules: RULES_VERSION,
    options,
    seats: flowerWar.seatsFor(seats),
    stream: STREAM,
    seed,
  };
}

/** Somebody who answers for the awaited seat. */
export type Player = (state: State, seat: Seat, random: RandomBelow) => readonly [Seat, Command];

/** Any legal command of the awaited seat; now and then somebody concedes instead. */
export const anything: Player = (state, seat, random) => {
  if (random(300) === 0) {
    const some = state.table.seats.filter((each) => state.table.tribes[each]?.out === 0);
    return [some[random(some.length)] ?? seat, { type: "concede" }];
  }
  const answers = flowerWar.legal(flowerWar.view(state, seat), seat).filter(({ type }) => type !== "concede");
  const answer = answers[random(answers.length)];
  if (answer === undefined) throw new Error(`${seat} has no answer`);
  return [seat, answer];
};

export interface Watch {
  /** Before a command is played. */
  readonly before?: (state: State, random: RandomBelow) => void;
  /** After each event. */
  readonly onEvent?: (state: State, event: Event) => void;
  /** After each command. */
  readonly after?: (state: State, entry: RecordEntry<FlowerWar>) => void;
}

/** Plays a match to its end. */
export function playMatch(setting: Setting, player: Player, watch: Watch = {}) {
  const random = randomFrom(setting.players);
  const entries: RecordEntry<FlowerWar>[] = [];
  let state = flowerWar.setup(setting.options, setting.seats, setting.seed);
  while (state.table.awaiting !== null) {
    watch.before?.(state, random);
    const [seat, command] = player(state, state.table.awaiting.seat, random);
    const { events, refused } = flowerWar.decide(state, seat, command);
    if (events === undefined) throw new Error(`${seat}'s ${JSON.stringify(command)} is refused: ${refused}`);
    for (const event of events) {
      state = flowerWar.evolve(state, event);
      watch.onEvent?.(state, event);
    }
    const n = entries.length + 1;
    const entry = { n, id: `command-${n}`, seat, command, events };
    entries.push(entry);
    watch.after?.(state, entry);
  }
  return { state, entries };
}

/** Every well-formed command that could mean something for a seat, and some that never do. */
export function universe(state: State, seat: Seat): readonly Command[] {
  const ids = [
    ...flowerWar.view(state, seat).hand.map(({ id }) => id),
    ...state.table.seats.flatMap((other) =>
      flowerWar
        .view(state, other)
        .hand.slice(0, 1)
        .map(({ id }) => id),
    ),
    "c0",
  ];
  const cards = [...new Set(ids)];
  return [
    { type: "roll" },
    { type: "pass" },
    { type: "trade" },
    { type: "end-turn" },
    { type: "concede" },
    ...Array.from({ length: 24 }, (_, steps): Command => ({ type: "move", steps })),
    ...GODS.map((god): Command => ({ type: "sacrifice", god })),
    ...SEATS.flatMap((other): Command[] => [
      { type: "challenge", seat: other },
      ...(choosesGod(state.table.awaiting?.card)
        ? GODS.map((god): Command => ({ type: "choose", seat: other, god }))
        : [{ type: "choose", seat: other } as const]),
    ]),
    ...cards.flatMap((card): Command[] => [
      { type: "pay-card", card },
      { type: "discard", card },
      { type: "discard-card", card },
      { type: "play-battle-card", card },
      ...plays(state, seat, card),
    ]),
  ];
}

/** A card played at everything that is a target of its kind, and at nothing; a card unknown, plainly. */
function plays(state: State, seat: Seat, id: string): readonly Command[] {
  const play = { type: "play-card", card: id } as const;
  const held = handOf(state, seat).find((each) => each.id === id);
  switch (held && kindOf(held.card).turn?.target) {
    case "seat":
      return [play, ...SEATS.map((other) => ({ ...play, seat: other }))];
    case "god":
      return [play, ...GODS.map((god) => ({ ...play, god }))];
    case "space":
      return [play, ...SPACES.map((_, index) => ({ ...play, space: index + 1 }))];
    default:
      return [play];
  }
}
