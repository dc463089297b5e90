/** Studies: a finished match that several people step through at once (docs/studies.md). What a page loads of them when it shows one. */
import type { StudyChange, StudyContent, StudyPosition } from "./schemas/studies.ts";

export type {
  Study,
  StudyAct,
  StudyActed,
  StudyBranch,
  StudyChange,
  StudyComment,
  StudyContent,
  StudyLine,
  StudyList,
  StudyMark,
  StudyPerson,
  StudyPosition,
  StudyRequest,
  StudyStep,
  StudySummary,
} from "./schemas/studies.ts";

/** HTTP paths; `:id` is a study's id, which is its secret too. With `Authorization: Bearer <token>` of a player where a request is theirs. */
export const STUDY_PATHS = {
  /** GET -> `StudyList`: yours. POST `StudyRequest` -> 201 `Study` */
  studies: "/api/studies",
  /** GET -> `Study`. DELETE -> `{}`: yours is deleted */
  study: "/api/studies/:id",
  /** GET -> the record of its match, as JSON Lines */
  record: "/api/studies/:id/record",
  /** POST `StudyAct` -> `StudyActed` */
  acts: "/api/studies/:id/acts",
  /** GET -> a stream of `StudyLine` */
  stream: "/api/studies/:id/stream",
} as const;

/** Writes a position as links have it: `12` in the match, `b2.5` in branch `b2`. */
export const formatPosition = ({ line, n }: StudyPosition): string =>
  line === "" ? String(n) : `${line}.${n}`;

/** Reads a position as `formatPosition` writes it; `null`: it is none. Whether a study has it is not looked at. */
export function parsePosition(text: string): StudyPosition | null {
  const [, line = "", n] = /^(?:(b\d{1,6})\.)?(\d{1,6})$/.exec(text) ?? [];
  return n === undefined ? null : { line, n: Number(n) };
}

type Item = { readonly id: string };

/** Returns a list with an item in the place of the one with its id, or at its end. */
function put<I extends Item>(items: readonly I[], item: I | undefined): readonly I[] {
  if (item === undefined) return items;
  return items.some(({ id }) => id === item.id)
    ? items.map((each) => (each.id === item.id ? item : each))
    : [...items, item];
}

/** Returns a study after a change: the change's fields replace the study's. Server and clients apply all changes with it. */
export function applyChange<S extends StudyContent>(study: S, change: StudyChange): S {
  const { removed = [], step, ...rest } = change;
  const isKept = ({ id }: Item) => !removed.includes(id);
  const grown = step && study.branches.find(({ id }) => id === step.branch);
  const branch = grown ? { ...grown, steps: [...grown.steps, step.step] } : rest.branch;
  return {
    ...study,
    position: rest.position ?? study.position,
    open: rest.open ?? study.open,
    branches: put(study.branches, branch).filter(isKept),
    comments: put(study.comments, rest.comment).filter(isKept),
    marks: put(study.marks, rest.mark).filter(isKept),
  };
}
