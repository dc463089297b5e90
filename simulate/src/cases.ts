import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type BotKind, GAMES } from "./games/index.ts";
import type { Setup } from "./options.ts";
import type { Report } from "./report.ts";
import { simulate } from "./simulate.ts";

/** What all cases of a report have in common. */
export interface Sample {
  /** Matches of each case of easy bots; skilled bots, which take much longer, play a tenth. */
  readonly matches: number;
  readonly thoughts: number;
  readonly seed: string;
}

/** A setup with the name of its preset. */
export interface Case extends Setup {
  readonly preset: string;
}

/** The report of a case. */
export type CaseReport = Report & { readonly setup: Case };

/** Returns every preset of every game with every number of seats, first between easy and then between skilled bots. */
export function allCases({ matches, ...sample }: Sample): Case[] {
  const few = Math.max(1, Math.round(matches / 10));
  return [...casesOf("easy", { ...sample, matches }), ...casesOf("skilled", { ...sample, matches: few })];
}

function casesOf(kind: BotKind, sample: Sample): Case[] {
  return [...GAMES].flatMap(([game, { game: rules }]) =>
    (rules.presets ?? []).flatMap(({ name: preset, options }) =>
      Array.from({ length: rules.seats.max - rules.seats.min + 1 }, (_, i): Case => {
        const seats = rules.seats.min + i;
        const bots = Array.from({ length: seats }, () => kind);
        return { game, preset, seats, bots, options, ...sample };
      }),
    ),
  );
}

/**
 * Plays those cases whose reports are not in a folder yet, and stores each report there when its case is done: what was stopped goes on
 * with the first case that was not.
 * @param onProgress called with the number of further matches that are done, now or before
 */
export async function playCases(
  folder: string,
  cases: readonly Case[],
  onProgress: (matches: number) => void = () => {},
): Promise<readonly CaseReport[]> {
  await mkdir(folder, { recursive: true });
  const reports: CaseReport[] = [];
  for (const each of cases) {
    const file = join(folder, `${each.preset}-${each.seats}-${each.bots[0]}.json`);
    const stored = await readStored(file, each);
    if (stored !== null) onProgress(stored.matches);
    reports.push(stored ?? (await playCase(file, each, onProgress)));
  }
  return reports;
}

/** Returns the stored report of a case; `null`: there is none, or it is of another sample. */
async function readStored(file: string, wanted: Case): Promise<CaseReport | null> {
  try {
    const report = JSON.parse(await readFile(file, "utf8")) as CaseReport;
    return isDeepStrictEqual(report.setup, wanted) ? report : null;
  } catch {
    return null;
  }
}

async function playCase(
  file: string,
  setup: Case,
  onProgress: (matches: number) => void,
): Promise<CaseReport> {
  const report = { ...(await simulate(setup, onProgress)), setup };
  await writeFile(`${file}.part`, JSON.stringify(report));
  await rename(`${file}.part`, file);
  return report;
}
