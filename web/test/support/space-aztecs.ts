import { readFileSync } from "node:fs";
import type { Command, View } from "@flower-war/client-sdk/space-aztecs";
import { readOptions } from "@flower-war/rules";
import { bots, randomFrom } from "@flower-war/rules/bots";
import { type Event, type State, spaceAztecs } from "@flower-war/rules/space-aztecs";

interface Fixture {
  readonly view: View;
  readonly legal: readonly Command[];
  readonly before: View | null;
}

/** A table of the gallery: a moment of a match that seeded bots played. */
export function fixture(name: string): Fixture {
  const file = new URL(`../../src/gallery/fixtures/space-aztecs/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}

/** One command of a match: the states around it, and what happened. */
export interface Step {
  readonly before: State;
  readonly state: State;
  readonly events: readonly Event[];
}

/** Every command of a whole match that seeded bots play. */
export function* playMatch(seats: number, number: number): Generator<Step> {
  const { options } = readOptions(spaceAztecs, {});
  if (options === undefined) throw new Error("the default options are wrong");
  const seed = number.toString(16).padStart(64, "0");
  const random = randomFrom(seed);
  let before = spaceAztecs.setup(options, seats, seed);
  for (;;) {
    const [awaited] = spaceAztecs.awaiting(before);
    if (awaited === undefined) return;
    const command = bots["space-aztecs"].easy(spaceAztecs.view(before, awaited.seat), random);
    const decided = spaceAztecs.decide(before, awaited.seat, command);
    if (decided.refused !== undefined) throw new Error(`refused: ${decided.refused}`);
    const { state, events } = decided;
    yield { before, state, events };
    before = state;
  }
}
