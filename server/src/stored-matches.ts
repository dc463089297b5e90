import type { StoredFact } from "./storage/journal/facts.ts";
import { type Journal, JournalDamaged, type MatchHead } from "./storage/journal/journal.ts";

/** Matches that are found at a time. */
const PAGE = 200;

/** A stored match. */
export interface StoredMatch {
  readonly head: MatchHead;
  readonly facts: readonly StoredFact[];
}

/**
 * Reads stored matches, one at a time. Damaged ones are left out.
 * @param except the games whose matches are left out
 * @param isWanted the facts of others are not read
 * @param noteDamaged gets the heads of damaged ones
 */
export async function* readMatches(
  journal: Pick<Journal, "listOthers" | "read">,
  except: readonly string[],
  isWanted: (head: MatchHead) => boolean,
  noteDamaged: (head: MatchHead) => void = () => {},
): AsyncGenerator<StoredMatch> {
  for (let after: string | undefined = ""; after !== undefined; ) {
    const page: readonly MatchHead[] = await journal.listOthers(except, after, PAGE);
    for (const head of page.filter(isWanted)) {
      const facts = await factsOf(journal, head);
      if (facts === null) noteDamaged(head);
      else yield { head, facts };
    }
    after = page.at(-1)?.match;
  }
}

async function factsOf(
  journal: Pick<Journal, "read">,
  { match }: MatchHead,
): Promise<readonly StoredFact[] | null> {
  try {
    return (await journal.read(match))?.facts ?? null;
  } catch (error) {
    if (error instanceof JournalDamaged) return null;
    throw error;
  }
}
