import type {
  Study,
  StudyBranch,
  StudyChange,
  StudyComment,
  StudyMark,
  StudyPerson,
} from "@flower-war/protocol/studies";

/** A study as it is stored, with what clients are not told. */
export interface StoredStudy {
  readonly study: Study;
  /** Entries of its match. */
  readonly entries: number;
  /** Branches that were ever begun: none gets an id twice. */
  readonly begun: number;
}

/** A change that is to be stored. */
export interface Decided {
  readonly change: StudyChange;
  /** `begun` since; missing: as it was. */
  readonly begun?: number;
}

export type ItemKind = "branch" | "comment" | "mark";

/** What several people add to a study. */
export type Item = StudyBranch | StudyComment | StudyMark;

/** Finds a branch, comment or mark. */
export function findItem({ branches, comments, marks }: Study, id: string): Item | undefined {
  return [...branches, ...comments, ...marks].find((each) => each.id === id);
}

/** Whether two are the same player. Of one who was deleted the id is empty. */
export const isSame = (one: Pick<StudyPerson, "player">, other: Pick<StudyPerson, "player">): boolean =>
  one.player !== "" && one.player === other.player;
