import { describe, expect, it } from "vitest";
import { STUDY_LIMITS } from "@flower-war/protocol/server";
import { easyRecord, textOf } from "../../rules/test/support/records.ts";
import {
  formatPosition,
  isStudyFile,
  parsePosition,
  readStudyFile,
  type StudyContent,
  writeStudyFile,
} from "../src/study.ts";
import { verifyRecord } from "../src/verify.ts";

const parts = easyRecord("tieqchieq", 2);
const record = textOf(parts);
const [first] = parts.entries;
const by = { player: "V1StGXR8Z5jd", name: "Ana" };
const at = { line: "", n: 3 };
const STUDY = {
  match: parts.header.match,
  game: "tieqchieq",
  owner: by,
  open: "all",
  position: { line: "b1", n: 1 },
  branches: [
    {
      id: "b1",
      from: { line: "", n: 0 },
      seed: "a1".repeat(32),
      steps: [{ id: "step00000001", seat: first?.seat ?? "", command: first?.command as { type: string } }],
      by,
    },
  ],
  comments: [{ id: "comment00001", at, by, text: "Why?", time: 5 }],
  marks: [{ id: "mark00000001", at, by, place: "square 3" }],
} as const satisfies StudyContent;

const branchesOf = (count: number, steps: number) =>
  Array.from({ length: count }, (_, i) => ({
    ...STUDY.branches[0],
    id: `b${i}`,
    steps: Array(steps).fill(STUDY.branches[0].steps[0]),
  }));

describe("a study's file", () => {
  it("has the record, which still verifies, and all that is in the study", async () => {
    const text = writeStudyFile({ record, study: STUDY });
    expect(isStudyFile(text)).toBe(true);
    expect(isStudyFile(record)).toBe(false);
    const read = await readStudyFile(text);
    expect(read).toMatchObject({ record, study: STUDY });
    expect(read.replay.line("b1", read.study.branches).entries).toHaveLength(1);
    expect(verifyRecord(read.record)).toMatchObject({ ok: true });
  });

  const [branch] = STUDY.branches;
  it.each<[field: string, study: object]>([
    ["match", { match: "other" }],
    ["game", { game: "mexica" }],
    ["open", { open: "none" }],
    ["owner.name", { owner: { player: "x" } }],
    ["position", { position: { line: "", n: 9_999 } }],
    ["position.n", { position: { line: "", n: 1.5 } }],
    ["branches", { branches: {} }],
    ["branches.0.seed", { branches: [{ ...branch, seed: "a1" }] }],
    ["branches.0.from", { branches: [{ ...branch, from: { line: "b1", n: 0 } }] }],
    ["branches.0.steps", { branches: [{ ...branch, steps: [{ ...branch.steps[0], seat: "nowhere" }] }] }],
    ["branches.1.id", { branches: [branch, branch] }],
    ["comments.0.at", { comments: [{ ...STUDY.comments[0], at: { line: "b2", n: 0 } }] }],
    ["comments.0.time", { comments: [{ ...STUDY.comments[0], time: "now" }] }],
    ["marks.0.place", { marks: [{ ...STUDY.marks[0], place: 3 }] }],
    ["marks.0", { marks: ["square 3"] }],
    ["marks.0.place", { marks: [{ ...STUDY.marks[0], place: "an\u202eother" }] }],
    ["marks.0.id", { marks: [{ ...STUDY.marks[0], id: "a text" }] }],
    ["comments.0.id", { comments: [{ ...STUDY.comments[0], id: "" }] }],
    [
      "branches.0.id",
      { branches: [{ ...branch, id: "", steps: [{ ...branch.steps[0], seat: "nowhere" }] }] },
    ],
    ["branches.0.id", { branches: [{ ...branch, id: "__proto__" }] }],
    [
      "branches.0.steps.0.id",
      { branches: [{ ...branch, steps: [{ ...branch.steps[0], id: "one two three" }] }] },
    ],
    ["branches", { branches: branchesOf(STUDY_LIMITS.branches + 1, 0) }],
    ["branches", { branches: branchesOf(11, STUDY_LIMITS.steps) }],
    ["branches.0.steps", { branches: branchesOf(1, STUDY_LIMITS.steps + 1) }],
    ["comments", { comments: Array(STUDY_LIMITS.comments + 1).fill(STUDY.comments[0]) }],
    ["marks", { marks: Array(STUDY_LIMITS.marks + 1).fill(STUDY.marks[0]) }],
  ])("that is wrong is refused as bad-study, with its place: %s", async (field, change) => {
    const text = writeStudyFile({ record, study: { ...STUDY, ...change } });
    await expect(readStudyFile(text)).rejects.toMatchObject({ name: "Refusal", code: "bad-study", field });
  });

  it("with a command that is nested deeply is refused, as any that the rules do not read", async () => {
    const text = writeStudyFile({ record, study: STUDY });
    const nested = `{"type":"cast","piece":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
    const command = JSON.stringify(STUDY.branches[0].steps[0].command, null, 1).replaceAll(
      "\n",
      "\n        ",
    );
    const start = text.indexOf('"command": ') + '"command": '.length;
    expect(JSON.parse(text.slice(start, text.indexOf("}", start) + 1))).toEqual(JSON.parse(command));
    const hostile = text.slice(0, start) + nested + text.slice(text.indexOf("}", start) + 1);
    await expect(readStudyFile(hostile)).rejects.toMatchObject({ name: "Refusal", code: "bad-study" });
  });

  it.each([
    ["bad-study", "no file"],
    ["bad-study", "[]"],
    ["bad-study", JSON.stringify({ format: "flower-war-study-2" })],
    ["bad-study", JSON.stringify({ format: "flower-war-study-1", record: 3 })],
    ["unreadable", writeStudyFile({ record: "no record", study: STUDY })],
    ["cut", writeStudyFile({ record: record.split("\n").slice(0, 4).join("\n"), study: STUDY })],
  ])("of another kind is refused: %s", async (code, text) => {
    await expect(readStudyFile(text)).rejects.toMatchObject({ name: "Refusal", code });
  });
});

it.each([
  ["12", { line: "", n: 12 }],
  ["b2.5", { line: "b2", n: 5 }],
  ["0", { line: "", n: 0 }],
])("a position is written in links: %s", (text, position) => {
  expect(formatPosition(position)).toBe(text);
  expect(parsePosition(text)).toEqual(position);
});

it.each(["", "b2", "b.5", "2.5", "-1", "1e3", "b2.5 ", "1234567", "c1.2"])("%s is no position", (text) => {
  expect(parsePosition(text)).toBeNull();
});
