import type { StudyAct, StudyBranch, StudyPerson, StudyPosition } from "@flower-war/protocol/studies";
import { STUDY_LIMITS } from "@flower-war/protocol/server";
import { refuse } from "../refusal.ts";
import { type Board, lengthOf } from "./board.ts";
import { type Decided, findItem, isSame, type StoredStudy } from "./stored-study.ts";

/*
 * What an act changes in a study. Each function takes the study as it is; `null`: nothing is left to do.
 */

/** What decisions need besides the study. */
export interface Means {
  /** ms since 1970. */
  readonly now: number;
  /** A new branch's. */
  readonly seed: string;
  /** Opens the board. @throws `RefusalError` with `no-branches`, `too-many-changes` with a wait, or `unavailable` */
  readonly board: () => Promise<Board>;
}

type Act<Name extends StudyAct["act"]> = Extract<StudyAct, { act: Name }>;

/** What an act leads to: a change to store, if there is one left, and where `play` leads. */
export interface Outcome {
  readonly decided: Decided | null;
  readonly position?: StudyPosition;
}

/**
 * Decides an act. One that was carried out before, by the same id, changes nothing.
 * @throws `RefusalError` with `study-read-only`, `not-study-owner`, `unknown-position`, `study-full`, `no-branches`, a code of the rules, or
 *   `bad-request` if the id is another's
 */
export async function decide(
  stored: StoredStudy,
  by: StudyPerson,
  act: StudyAct,
  means: Means,
): Promise<Outcome> {
  const { study } = stored;
  const isOwner = isSame(study.owner, by);
  if (act.act === "open") {
    if (!isOwner) throw refuse("not-study-owner");
    return { decided: act.open === study.open ? null : { change: { open: act.open } } };
  }
  if (study.open === "owner" && !isOwner) throw refuse("study-read-only");
  switch (act.act) {
    case "go":
      return { decided: go(stored, act.position) };
    case "comment":
      return { decided: comment(stored, by, act, means.now) };
    case "mark":
      return { decided: mark(stored, by, act) };
    case "play":
      return play(stored, by, act, means);
    case "remove":
      return { decided: remove(stored, by, act.id) };
  }
}

function go(stored: StoredStudy, position: StudyPosition): Decided | null {
  requirePosition(stored, position);
  const { line, n } = stored.study.position;
  return line === position.line && n === position.n ? null : { change: { position } };
}

function requirePosition({ study, entries }: StoredStudy, at: StudyPosition): void {
  const length = lengthOf(at, { entries, branches: study.branches });
  if (length === null || at.n > length) throw refuse("unknown-position");
}

/** Whether an item was added before. @throws `RefusalError` with `bad-request` if another player's has its id */
function isAdded({ study }: StoredStudy, by: StudyPerson, id: string): boolean {
  const item = findItem(study, id);
  if (item !== undefined && !isSame(item.by, by)) throw refuse("bad-request", { field: "id" });
  return item !== undefined;
}

function comment(
  stored: StoredStudy,
  by: StudyPerson,
  { id, at, text }: Act<"comment">,
  time: number,
): Decided | null {
  if (isAdded(stored, by, id)) return null;
  requirePosition(stored, at);
  if (stored.study.comments.length >= STUDY_LIMITS.comments)
    throw refuse("study-full", { field: "comments" });
  return { change: { comment: { id, at, by, text, time } } };
}

function mark(stored: StoredStudy, by: StudyPerson, { id, at, place }: Act<"mark">): Decided | null {
  if (isAdded(stored, by, id)) return null;
  requirePosition(stored, at);
  if (stored.study.marks.length >= STUDY_LIMITS.marks) throw refuse("study-full", { field: "marks" });
  return { change: { mark: { id, at, by, place } } };
}

async function play(
  stored: StoredStudy,
  by: StudyPerson,
  { id, from, seat, command }: Act<"play">,
  { seed, board }: Means,
): Promise<Outcome> {
  const { study, begun } = stored;
  const { branches } = study;
  for (const { id: line, steps } of branches) {
    const played = steps.findIndex((step) => step.id === id);
    if (played !== -1) return { decided: null, position: { line, n: played + 1 } };
  }
  requirePosition(stored, from);
  const inAll = branches.reduce((sum, { steps }) => sum + steps.length, 0);
  if (inAll >= STUDY_LIMITS.stepsInAll) throw refuse("study-full", { field: "steps" });
  const grown = branches.find((each) => each.id === from.line && each.steps.length === from.n);
  if (grown === undefined && begun >= STUDY_LIMITS.positions)
    throw refuse("study-full", { field: "branches" });
  const branch: StudyBranch = grown ?? { id: `b${begun + 1}`, from, seed, steps: [], by };
  if (grown === undefined && branches.length >= STUDY_LIMITS.branches)
    throw refuse("study-full", { field: "branches" });
  if (branch.steps.length >= STUDY_LIMITS.steps) throw refuse("study-full", { field: "steps" });
  const step = { id, seat, command: await (await board()).decide(branch, branches, seat, command) };
  const position = { line: branch.id, n: branch.steps.length + 1 };
  if (grown) return { decided: { change: { step: { branch: branch.id, step } } }, position };
  return { decided: { change: { branch: { ...branch, steps: [step] } }, begun: begun + 1 }, position };
}

function remove({ study }: StoredStudy, by: StudyPerson, id: string): Decided | null {
  const item = findItem(study, id);
  if (item === undefined) return null;
  if (!isSame(study.owner, by) && !isSame(item.by, by)) throw refuse("not-study-owner");
  return removal(study, id);
}

/** Returns the change that removes an item: a branch with all that is in it. */
export function removal(study: StoredStudy["study"], id: string): Decided {
  const lines = new Set([id]);
  // Each branch begins from an earlier one.
  for (const branch of study.branches) if (lines.has(branch.from.line)) lines.add(branch.id);
  const isIn = ({ at }: { readonly at: StudyPosition }) => lines.has(at.line);
  const inside = [...study.comments.filter(isIn), ...study.marks.filter(isIn)].map((each) => each.id);
  let { position } = study;
  while (lines.has(position.line)) {
    const { line } = position;
    position = study.branches.find((branch) => branch.id === line)?.from ?? { line: "", n: 0 };
  }
  const removed = [...lines, ...inside];
  return { change: { removed, ...(position !== study.position && { position }) } };
}
