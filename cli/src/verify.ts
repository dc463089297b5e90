import { readFile } from "node:fs/promises";
import type { Flawed, Verdict, Verified } from "@flower-war/client-sdk/verify";
import { EXIT, Failure } from "./failure.ts";
import { describeRefusal, request } from "./http.ts";

/**
 * Reads the text of a record.
 * @param source a file, or an `http:` or `https:` address
 * @throws Failure if it cannot be read
 */
export async function readRecord(source: string): Promise<string> {
  if (/^https?:/.test(source)) return download(source);
  try {
    return await readFile(source, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(EXIT.unreachable, `The record cannot be read: ${reason}.`);
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

function formatFair({ match, game, entries, commitment, seats }: Verified): string {
  const nonces = seats.map(({ seat, nonce, from }) => `  ${seat.padEnd(8)} ${nonce}  (${from})\n`);
  return `Yes: every die and every event in the ${entries} entries of match ${match} (${game}) follows from
the secret that was committed to, the nonces of the seats, and the commands.

  commitment  ${commitment}

${nonces.join("")}`;
}

function formatFlaw({ entry, reason, message, expected, found }: Flawed): string {
  const place = typeof entry === "number" ? `entry ${entry}` : `the ${entry}`;
  const shown = [
    ...(expected === undefined ? [] : [`  expected  ${JSON.stringify(expected)}\n`]),
    ...(found === undefined ? [] : [`  found     ${JSON.stringify(found)}\n`]),
  ];
  return `No: ${place} is at fault: ${message} (${reason}).\n${shown.join("")}`;
}
