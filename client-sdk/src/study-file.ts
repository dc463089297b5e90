import {
  parsePosition,
  formatPosition,
  type StudyBranch,
  type StudyContent,
  type StudyPerson,
  type StudyPosition,
} from "@flower-war/protocol/studies";
import { STUDY_LIMITS } from "@flower-war/protocol/server";
import { Refusal } from "./refusal.ts";
import { type AnyReplay, readReplay } from "./replay.ts";

export { STUDY_LIMITS };

/** The first field of a study's file. */
const FORMAT = "flower-war-study-1";

/** A study as a file has it. */
export interface StudyFile {
  /** The match's record, unchanged: verify it as any other. */
  readonly record: string;
  readonly study: StudyContent;
}

/** Writes a study as a file: JSON, with the text of its match's record in it. */
export function writeStudyFile({ record, study }: StudyFile): string {
  const { match, game, owner, open, position, branches, comments, marks } = study;
  const content = { match, game, owner, open, position, branches, comments, marks };
  return `${JSON.stringify({ format: FORMAT, study: content, record }, null, 1)}\n`;
}

/** Whether a file's text is a study's rather than a record. */
export const isStudyFile = (text: string): boolean => /^\s*\{\s*"format"\s*:\s*"flower-war-study-/.test(text);

/**
 * Reads a study's file: by itself, without a server. It has no more than a server's study may have; all positions exist and all branches are
 * played by the rules; the record's dice are not checked: `verifyRecord` does that.
 * Rejects with a `Refusal`: `bad-study` with the `field` at fault, such as `comments.3.at`, or as `readReplay`.
 * @param games as for `readReplay`
 */
export async function readStudyFile(
  text: string,
  games?: Parameters<typeof readReplay>[1],
): Promise<StudyFile & { readonly replay: AnyReplay }> {
  const file = fieldsOf(parseJson(text), "");
  if (file["format"] !== FORMAT) throw bad("format");
  const record = textOf(file["record"], "record");
  const replay = await readReplay(record, games);
  const study = contentOf(fieldsOf(file["study"], "study"));
  if (study.match !== replay.match) throw bad("match");
  if (study.game !== replay.game) throw bad("game");
  checkPositions(study, replay);
  return { record, study, replay };
}

function checkPositions(study: StudyContent, replay: AnyReplay): void {
  const { branches } = study;
  const check = (at: StudyPosition, among: readonly StudyBranch[], field: string) => {
    try {
      const { entries } = replay.line(at.line, among);
      if (at.n <= entries.length) return;
    } catch {
      // Whatever was thrown, it cannot be played: a command may be nested more deeply than the rules can read.
    }
    throw bad(field);
  };
  if (branches.reduce((sum, { steps }) => sum + steps.length, 0) > STUDY_LIMITS.stepsInAll)
    throw bad("branches");
  for (const [i, { id, from, steps }] of branches.entries()) {
    if (branches.findIndex((each) => each.id === id) !== i) throw bad(`branches.${i}.id`);
    check(from, branches.slice(0, i), `branches.${i}.from`);
    check({ line: id, n: steps.length }, branches.slice(0, i + 1), `branches.${i}.steps`);
  }
  check(study.position, branches, "position");
  for (const [i, { at }] of study.comments.entries()) check(at, branches, `comments.${i}.at`);
  for (const [i, { at }] of study.marks.entries()) check(at, branches, `marks.${i}.at`);
}

/** As the protocol has them. */
const BRANCH_ID = /^b\d{1,6}$/;
const OWN_ID = /^[A-Za-z0-9_-]{12,40}$/;
const PLACE = /^[A-Za-z0-9 ._:/#-]{1,40}$/;

type Fields = Readonly<Record<string, unknown>>;

function contentOf(study: Fields): StudyContent {
  const { open } = study;
  if (open !== "all" && open !== "owner") throw bad("open");
  return {
    match: textOf(study["match"], "match"),
    game: textOf(study["game"], "game") as StudyContent["game"],
    owner: personOf(study["owner"], "owner"),
    open,
    position: positionOf(study["position"], "position"),
    branches: itemsOf(study["branches"], "branches", STUDY_LIMITS.branches, (item, field) => ({
      id: textOf(item["id"], `${field}.id`, BRANCH_ID),
      from: positionOf(item["from"], `${field}.from`),
      seed: textOf(item["seed"], `${field}.seed`, /^[0-9a-f]{64}$/),
      steps: itemsOf(item["steps"], `${field}.steps`, STUDY_LIMITS.steps, (step, at) => ({
        id: textOf(step["id"], `${at}.id`, OWN_ID),
        seat: textOf(step["seat"], `${at}.seat`, /^.{1,40}$/),
        command: fieldsOf(step["command"], `${at}.command`) as { type: string },
      })),
      by: personOf(item["by"], `${field}.by`),
    })),
    comments: itemsOf(study["comments"], "comments", STUDY_LIMITS.comments, (item, field) => {
      const { time } = item;
      if (typeof time !== "number") throw bad(`${field}.time`);
      return {
        id: textOf(item["id"], `${field}.id`, OWN_ID),
        at: positionOf(item["at"], `${field}.at`),
        by: personOf(item["by"], `${field}.by`),
        text: textOf(item["text"], `${field}.text`),
        time,
      };
    }),
    marks: itemsOf(study["marks"], "marks", STUDY_LIMITS.marks, (item, field) => ({
      id: textOf(item["id"], `${field}.id`, OWN_ID),
      at: positionOf(item["at"], `${field}.at`),
      by: personOf(item["by"], `${field}.by`),
      place: textOf(item["place"], `${field}.place`, PLACE),
    })),
  };
}

function itemsOf<T>(
  value: unknown,
  field: string,
  most: number,
  read: (item: Fields, field: string) => T,
): readonly T[] {
  if (!Array.isArray(value) || value.length > most) throw bad(field);
  return value.map((item: unknown, i) => read(fieldsOf(item, `${field}.${i}`), `${field}.${i}`));
}

function fieldsOf(value: unknown, field: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw bad(field);
  return value as Fields;
}

function textOf(value: unknown, field: string, pattern = /^/): string {
  if (typeof value !== "string" || !pattern.test(value)) throw bad(field);
  return value;
}

function personOf(value: unknown, field: string): StudyPerson {
  const { player, name } = fieldsOf(value, field);
  return { player: textOf(player, `${field}.player`), name: textOf(name, `${field}.name`) };
}

function positionOf(value: unknown, field: string): StudyPosition {
  const { line, n } = fieldsOf(value, field);
  const position = { line: textOf(line, `${field}.line`), n: Number(n) };
  if (typeof n !== "number" || parsePosition(formatPosition(position)) === null) throw bad(`${field}.n`);
  return position;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bad("format");
  }
}

const bad = (field: string): Refusal =>
  new Refusal({ code: "bad-study", message: `the study's file is wrong at ${field}`, field });
