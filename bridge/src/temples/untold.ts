import {
  type AnswerOf,
  type BeadName,
  type Judgement,
  type Ledger,
  MAX_NEW_ORDINALS,
  type OnlineState,
} from "@flower-war/protocol/temple";
import type { Temple, UntoldVerdict } from "./temple.ts";

/* Verdicts whose acks a temple may not have (C-11). Times are ms of `Time.monotonic`. */

/** ms: a report that a temple sends so long after an ack, in the same connection, says that it has the ack. */
const HEARD = 2_000;
/** The same, if the report's epoch is not the ack's: a second device of this name may have received the ack in place of the one whose bead it was (C-12). */
const HEARD_IN_ANOTHER_EPOCH = 60_000;
/** Verdicts without a sign that their acks arrived, remembered of a temple. */
const MAX_UNTOLD = 2 * MAX_NEW_ORDINALS;

/** Adds the untold verdicts that the server stored for another bridge. */
export function addStored(temple: Temple, stored: readonly Judgement[]): void {
  const known = new Set([...temple.untold.map(({ name }) => name), ...temple.told].map(keyOf));
  const others = stored.filter(({ name }) => !known.has(keyOf(name)));
  temple.untold = [
    ...others.map((each) => ({ ...each, connection: null, publishedAt: 0 })),
    ...temple.untold,
  ];
}

/** Adds verdicts whose acks are published now. */
export function addPublished(
  temple: Temple,
  { ledger, judgements }: Pick<AnswerOf<"judge">, "ledger" | "judgements">,
  now: number,
): void {
  const again = new Set(judgements.map(({ name }) => keyOf(name)));
  const others = temple.untold.filter(({ name }) => !again.has(keyOf(name)));
  const published = judgements.map((each) => ({
    ...each,
    connection: connectionOf(ledger),
    publishedAt: now,
  }));
  temple.untold = [...others, ...published].slice(-MAX_UNTOLD);
}

/**
 * Notes what a report says: which acks the temple has. Returns the verdicts whose acks were published in an earlier connection alone, and counts
 * them as published again now.
 */
export function hear(temple: Temple, report: OnlineState, now: number): readonly UntoldVerdict[] {
  const connection = connectionOf(report);
  const isHeard = (verdict: UntoldVerdict) => {
    const heardAfter = verdict.name.epoch === report.epoch ? HEARD : HEARD_IN_ANOTHER_EPOCH;
    return verdict.connection === connection && now - verdict.publishedAt >= heardAfter;
  };
  temple.told = [...temple.told, ...temple.untold.filter(isHeard).map(({ name }) => name)];
  const left = temple.untold.filter((verdict) => !isHeard(verdict));
  const missed = left.filter((verdict) => verdict.connection !== connection);
  temple.untold = left.map((each) =>
    each.connection === connection ? each : { ...each, connection, publishedAt: now },
  );
  return missed;
}

/** Names a connection of a boot, like `9f3c21aa:2`. */
const connectionOf = ({ boot, conn }: Pick<Ledger, "boot" | "conn">) => `${boot}:${conn}`;

const keyOf = ({ epoch, generation, slot, n }: BeadName) => `${epoch}:${generation}:${slot}${n}`;
