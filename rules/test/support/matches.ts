import fc from "fast-check";
import type { RandomBelow } from "../../src/bots/bot.ts";
import { randomFrom } from "../../src/bots/index.ts";
import { STREAM } from "../../src/chance.ts";
import { type Event, type FlowerWar, flowerWar, type State } from "../../src/flower-war/index.ts";
import { type Command, GODS, SEATS, type Seat } from "../../src/flower-war/vocabulary.ts";
import type { RecordEntry, RecordHeader } from "../../src/record.ts";
import { RULES_VERSION } from "../../src/record.ts";

/** How many random matches a property plays: `FLOWER_WAR_RUNS`, or the few of a quick run. */
export function runs(quick: number): { numRuns: number } {
  return { numRuns: Number(process.env["FLOWER_WAR_RUNS"] ?? quick) };
}

/** A match to be played: its size, and the seeds of its chance and of those who play it. */
export interface Setting {
  readonly seats: number;
  readonly rackSize: number;
  readonly seed: string;
  readonly players: string;
}

/** A smaller seed makes no simpler match. */
const seeds = fc.noShrink(
  fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString("hex")),
);

export const settings: fc.Arbitrary<Setting> = fc.record({
  seats: fc.integer({ min: 2, max: 6 }),
  rackSize: fc.integer({ min: 4, max: 13 }),
  seed: seeds,
  players: seeds,
});

export function headerOf({ seats, rackSize, seed }: Setting): RecordHeader<FlowerWar> {
  return {
    game: "flower-war",
    rules: RULES_VERSION,
    options: { rackSize },
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
  let state = flowerWar.setup({ rackSize: setting.rackSize }, setting.seats, setting.seed);
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
    ...[1, 2, 3, 4, 5, 6, 7].map((steps): Command => ({ type: "move", steps })),
    ...GODS.map((god): Command => ({ type: "sacrifice", god })),
    ...SEATS.flatMap((other): Command[] => [
      { type: "challenge", seat: other },
      { type: "choose", seat: other },
    ]),
    ...cards.flatMap((card): Command[] => [
      { type: "pay-card", card },
      { type: "discard", card },
      { type: "discard-card", card },
      { type: "play-card", card },
      { type: "play-battle-card", card },
    ]),
  ];
}
