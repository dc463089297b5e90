import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import {
  type Flawed,
  type Grade,
  readWitness,
  type Seen,
  type Statement,
  type Verdict,
  type Verified,
  type Witness,
} from "@flower-war/client-sdk/verify";
import { EXIT, Failure, reasonOf } from "./failure.ts";
import { askProgram, gameProgram } from "./programs.ts";
import { describeRefusal, request } from "./server.ts";

/**
 * Reads the text of a record.
 * @param source a file, or an `http:` or `https:` address
 * @throws Failure if it cannot be read
 */
export async function readRecord(source: string): Promise<string> {
  return isAddress(source) ? download(source) : readText(source, "record");
}

/** Returns the id of the match that an address of a record names; `undefined`: it names none, as by a short code. */
export function matchOf(source: string): string | undefined {
  if (!isAddress(source)) return undefined;
  const [, id] =
    /\/api\/matches\/([A-Za-z0-9]{12})(?:-[\w-]{22})?\/record$/.exec(URL.parse(source)?.pathname ?? "") ?? [];
  return id;
}

/**
 * Reads a file that a page or a program stored as the witness of a match.
 * @throws Failure if it cannot be read, or is no witness
 */
export async function readWitnessFile(path: string): Promise<Witness> {
  const { witness, field } = readWitness(await readText(path, "witness"));
  if (witness !== undefined) return witness;
  const reason =
    field === "" ? "it is no JSON object" : `its field ${JSON.stringify(field)} is not that of one`;
  throw new Failure(EXIT.usage, `${path} is no witness of a match: ${reason}.`);
}

/**
 * Verifies a record of a game from outside, as `verifyRecord`. The server's program loads the game, as for `flower-war start`.
 * @param paths modules or folders
 * @param given its arguments besides the games
 * @throws Failure if a game cannot be loaded, or throws
 */
export async function verifyWithGames(
  paths: readonly string[],
  given: { readonly text: string; readonly seen: Seen | Witness; readonly match?: string },
): Promise<Verdict> {
  const args = paths.flatMap((path) => ["--game", resolve(path)]);
  const { verdict } = await askProgram<{ readonly verdict: Verdict }>(gameProgram("verify"), args, given);
  return verdict;
}

const isAddress = (source: string): boolean => /^https?:/.test(source);

async function readText(path: string, what: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new Failure(EXIT.unreachable, `The ${what} cannot be read: ${reasonOf(error)}.`);
  }
}

async function download(url: string): Promise<string> {
  const answer = await request(url);
  if (answer.status === 200) return answer.text;
  throw describeRefusal(url, answer);
}

/** Formats a verdict for people. */
export function formatVerdict(verdict: Verdict): string {
  return verdict.ok ? formatFair(verdict) : formatFlaw(verdict);
}

function formatFair(verdict: Verified): string {
  const { match, game, entries, commitment, seats, signatures, witness, proved, open, grade } = verdict;
  const rows = seats.map(({ seat, nonce, from }) => {
    const signed = signatures.find((one) => one.seat === seat)?.signed ?? [];
    const numbers = signed.length > 0 ? `  signed ${signed.join(", ")}` : "";
    return `  ${seat.padEnd(8)} ${nonce}  (${from})${numbers}\n`;
  });
  const leftOut = witness?.leftOut ?? [];
  return `${formatGrade(grade)}
Every die and every event in the ${entries} entries of match ${match} (${game}) follows from
the secret that was committed to, the nonces of the seats, and the commands.

  commitment  ${commitment}

${rows.join("")}
Proved:
${proved.map(formatStatement).join("")}
Not proved:
${open.map(formatStatement).join("")}${
  leftOut.length > 0 ? `\nThe witness has signatures that the record lacks: ${leftOut.join(", ")}.\n` : ""
}`;
}

function formatGrade({ message, seats, reason }: Grade): string {
  if (reason === null) return `Proven: ${message}.\n`;
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  const together = seats.length > 0 ? ` (${seats.join(", ")})` : "";
  const advice =
    reason.code === "no-witness"
      ? "Give the witness that the page or a program kept, with --witness <file>.\n"
      : "";
  return `${sentence}${together}: ${reason.message}.\n${advice}`;
}

function formatStatement({ message, seats, entries }: Statement): string {
  const ranges = entries?.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
  const about = [...(seats ?? []), ...(ranges ? [`entries ${ranges.join(", ")}`] : [])];
  return `  - ${message}${about.length > 0 ? ` (${about.join(", ")})` : ""}\n`;
}

function formatFlaw({ entry, reason, message, expected, found }: Flawed): string {
  const place = typeof entry === "number" ? `entry ${entry}` : `the ${entry}`;
  const shown = [
    ...(expected === undefined ? [] : [`  expected  ${JSON.stringify(expected)}\n`]),
    ...(found === undefined ? [] : [`  found     ${JSON.stringify(found)}\n`]),
  ];
  const advice =
    reason === "unknown-game"
      ? "That says nothing of the record. Give the game's rules with --game <path>, if you have them.\n"
      : "";
  return `No: ${place} is at fault: ${message} (${reason}).\n${shown.join("")}${advice}`;
}
