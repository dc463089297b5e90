import type { GameName } from "@flower-war/protocol";
import type { RatingFlagKind } from "@flower-war/protocol/operator";
import type { Statement } from "../../storage/database/requests.ts";
import { insertInto } from "../../storage/sql-database.ts";

/** Something about a match that an operator should look at. */
export interface NewFlag {
  readonly kind: RatingFlagKind;
  /** Ids of the accounts that it is about. */
  readonly players: readonly string[];
  /** Numbers that say why, by their names. */
  readonly evidence: Readonly<Record<string, number>>;
}

/** The match that a flag is about. */
export interface FlaggedMatch {
  readonly match: string;
  readonly game: GameName;
  readonly endedAt: number;
}

/** Returns the statements that store the flags of a match. */
export function insertFlags({ match, game, endedAt }: FlaggedMatch, flags: readonly NewFlag[]): Statement[] {
  return flags.map(({ kind, players, evidence }) =>
    insertInto(
      "rating_flags",
      {
        match,
        kind,
        game,
        players: players.toSorted().join(" "),
        evidence: JSON.stringify(evidence),
        flagged_at: endedAt,
      },
      "ON CONFLICT DO NOTHING",
    ),
  );
}
