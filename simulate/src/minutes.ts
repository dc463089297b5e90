import { writeFile } from "node:fs/promises";
import type { Preset } from "@flower-war/rules";
import { GAMES } from "./games/index.ts";
import type { Arguments } from "./options.ts";
import { simulate } from "./simulate.ts";

const FILE = new URL("../../rules/src/minutes.ts", import.meta.url);

/** The matches of each size that are played, and the measured paces of people by game. */
export interface MinutesSample {
  readonly matches: number;
  readonly seed: string;
  readonly paces: Arguments["paces"];
}

/** The minutes of a preset by number of seats. */
export type Minutes = Record<number, number>;

/**
 * Measures a preset: the median of matches between easy bots at the game's pace.
 * @param sizes the numbers of seats to measure
 */
export async function measureMinutes(
  game: string,
  { options }: Preset<object>,
  sizes: readonly number[],
  { matches, seed, paces }: MinutesSample,
): Promise<Minutes> {
  const minutes: Minutes = {};
  for (const seats of sizes) {
    const bots = Array.from({ length: seats }, () => "easy" as const);
    const pace = paces[game] ?? {};
    const { numbers } = await simulate({ game, seats, matches, bots, options, thoughts: 1, seed, pace });
    minutes[seats] = Math.round(numbers["minutes"]?.median ?? 0);
  }
  return minutes;
}

/** Measures all presets of all games for every number of seats, and writes them into `rules/src/minutes.ts`. */
export async function writeMinutes(sample: MinutesSample, onMeasured: (line: string) => void): Promise<void> {
  const games: string[] = [];
  for (const [name, { game }] of GAMES) {
    const sizes = Array.from({ length: game.seats.max - game.seats.min + 1 }, (_, i) => game.seats.min + i);
    const lines: string[] = [];
    for (const preset of game.presets ?? []) {
      const minutes = await measureMinutes(name, preset, sizes, sample);
      const line = `${quote(preset.name)}: { ${sizes.map((seats) => `${seats}: ${minutes[seats]}`).join(", ")} },`;
      onMeasured(`${name}, ${line}`);
      lines.push(`    ${line}\n`);
    }
    games.push(`  ${quote(name)}: {\n${lines.join("")}  },\n`);
  }
  await writeFile(FILE, `${HEAD} = {\n${games.join("")}};\n`);
}

/** Quotes a property name where it needs quotes. */
function quote(name: string): string {
  return /^\w+$/.test(name) ? name : JSON.stringify(name);
}

const HEAD = `/** Minutes of a match, by game, preset and number of seats. \`npm run simulate -- --minutes\` measures and writes them. */
export const MINUTES: {
  readonly [game: string]: { readonly [preset: string]: { readonly [seats: number]: number } };
}`;
