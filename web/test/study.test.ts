/** A study as the page has it: positions in words and order, what others added, and a study in the browser alone. */
import { readFile } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Refusal } from "@flower-war/client-sdk";
import { readReplay, type AnyReplay } from "@flower-war/client-sdk/replay";
import {
  readStudyFile,
  STUDY_LIMITS,
  type StudyContent,
  type StudyPosition,
  writeStudyFile,
} from "@flower-war/client-sdk/study";
import { i18n } from "@lingui/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import { stepsOf } from "../src/record/steps.ts";
import { studyPath } from "../src/replay/study-path.ts";
import { Comments } from "../src/study/comments.tsx";
import { Draft, draftIn } from "../src/study/draft.ts";
import { EstimateView } from "../src/study/estimate.tsx";
import { hasPosition } from "../src/study/line.ts";
import { PROPOSED } from "../src/session/memory.ts";
import { emptyStudy, localPerson, LocalStudy } from "../src/study/local-study.ts";
import { Marking } from "../src/study/marking.ts";
import { placeAfter } from "../src/study/marks.tsx";
import { mayChange, mayRemove } from "../src/study/study-store.ts";
import { Walk } from "../src/study/use-whereabouts.ts";
import { afterNews, newsBetween } from "../src/study/use-news.ts";
import { comparePositions, notedOn, personName, positionWords, rootOf } from "../src/study/words.ts";
import { ManualTime } from "./support/manual-time.ts";

const RECORD = fileURLToPath(new URL("../src/gallery/fixtures/replays/tieqchieq.jsonl", import.meta.url));
const CITLALI = { player: "citlali00001", name: "Citlali" };
const JUN = { player: "jun000000003", name: "Jun" };
const START = { line: "", n: 0 };

let record: string;
let replay: AnyReplay;

beforeAll(async () => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  record = await readFile(RECORD, "utf8");
  replay = await readReplay(record);
});

const begin = (): LocalStudy => new LocalStudy(replay, emptyStudy(replay, CITLALI), CITLALI);

/** Plays the first command that is no concession from a position of the study. */
async function playOn(study: LocalStudy, from: { readonly line: string; readonly n: number }) {
  const line = replay.line(from.line, study.content.branches);
  const seat = line.awaiting(from.n)[0]?.seat ?? "";
  const command = line.legal(from.n, seat as never).find(({ type }) => type !== "concede");
  if (command === undefined) throw new Error("nothing can be played");
  return study.play(from, seat, command);
}

test("a command at a position of the match begins a branch, one at its end goes on, one before that begins another", async () => {
  const study = begin();
  const first = await playOn(study, START);
  expect(first).toEqual({ line: "b1", n: 1 });
  expect(await playOn(study, first)).toEqual({ line: "b1", n: 2 });
  expect(await playOn(study, first)).toEqual({ line: "b2", n: 1 });
  expect(study.content.branches.map(({ id, from }) => [id, from])).toEqual([
    ["b1", START],
    ["b2", first],
  ]);
  expect(study.content.position).toEqual(START);
  expect(rootOf({ id: "b3", from: first, seed: "", steps: [], by: JUN }, study.content.branches)).toEqual(
    START,
  );
});

test("a command that the rules refuse changes nothing", async () => {
  const study = begin();
  const { content } = study;
  await expect(study.play(START, "red", { type: "plus" })).rejects.toMatchObject({
    code: "unknown-position",
  });
  expect(study.content).toBe(content);
  // The next one is none the worse for it.
  expect(await playOn(study, START)).toEqual({ line: "b1", n: 1 });
});

test("a branch is removed with all that is in it, and who looks at it comes back to where it began", async () => {
  const study = begin();
  const at = { line: "", n: 5 };
  const first = await playOn(study, at);
  const inner = await playOn(study, { line: first.line, n: 0 });
  await study.comment(first, "Better?");
  await study.comment(at, "Here.");
  await study.mark(inner, "square c3");
  await study.goTo(inner);
  await study.remove(first.line);
  const { branches, comments, marks, position } = study.content;
  expect([branches, marks]).toEqual([[], []]);
  expect(comments.map(({ text }) => text)).toEqual(["Here."]);
  expect(position).toEqual(at);
});

test("a study in the browser is saved as a file, and opened again by whoever has it", async () => {
  const study = begin();
  await study.goTo(await playOn(study, { line: "", n: 3 }));
  await study.comment({ line: "", n: 3 }, "<b>Why?</b>");
  const file = await readStudyFile(writeStudyFile({ record, study: study.content }));
  expect(file.study).toEqual(study.content);
  const opened = new LocalStudy(replay, file.study, JUN);
  expect(mayChange(opened)).toBe(true);
  expect(mayRemove(opened, CITLALI)).toBe(true);
});

test("positions are in order: the match first, then its branches by number", () => {
  const all = [
    { line: "b10", n: 0 },
    { line: "b2", n: 3 },
    { line: "", n: 7 },
    { line: "b2", n: 1 },
    { line: "", n: 2 },
  ];
  expect(all.toSorted(comparePositions)).toEqual([all[4], all[2], all[3], all[1], all[0]]);
});

test("positions have words and links, and a study says which it has", () => {
  const steps = stepsOf(replay.entries, replay.game);
  const turn = steps.turns[2];
  if (turn === undefined) throw new Error("the match has no third turn");
  expect(positionWords({ line: "", n: 0 }, steps)).toBe("The beginning");
  expect(positionWords({ line: "", n: turn.first }, steps)).toBe(`Turn ${turn.number}, step 1`);
  expect(positionWords({ line: "b4", n: 2 }, steps)).toBe("What if 4, step 2");
  expect(studyPath("a_B", "b4.2")).toBe("/study/a_B?at=b4.2");
  const branches = [
    { id: "b4", from: START, seed: "", steps: [{ id: "", seat: "red", command: { type: "toss" } }], by: JUN },
  ];
  expect([1, 2].map((n) => hasPosition({ line: "b4", n }, branches, 9))).toEqual([true, false]);
  expect([9, 10].map((n) => hasPosition({ line: "", n }, branches, 9))).toEqual([true, false]);
  expect(hasPosition({ line: "b1", n: 0 }, branches, 9)).toBe(false);
});

test("a deleted player, of whom a server tells neither id nor name, is never the viewer", () => {
  expect([JUN, { player: "", name: "" }].map(personName)).toEqual(["Jun", "Deleted player"]);
});

test("what the viewer makes in the browser has their name, or one that the page proposes, and an id of their own", () => {
  expect(localPerson({ id: JUN.player, name: JUN.name })).toEqual(JUN);
  const [one, other] = [localPerson(null), localPerson(null)];
  expect(one.player).toMatch(/^local-.{8,}$/);
  expect(one.player).not.toBe(other.player);
  expect(PROPOSED).toContain(personName(one));
});

test("a study in the browser takes no more than one that its file can be opened with", async () => {
  const study = begin();
  const { comments, marks, branches, steps } = STUDY_LIMITS;
  const first = await playOn(study, START);
  const [branch] = study.content.branches;
  const [step] = branch?.steps ?? [];
  if (branch === undefined || step === undefined) throw new Error("nothing was played");
  for (let n = 0; n < comments; n += 1) await study.comment(START, `${n}`);
  for (let n = 0; n < marks; n += 1) await study.mark(START, `place ${n}`);
  for (let n = 1; n < branches; n += 1) await playOn(study, START);
  const refused = (field: string) => ({ code: "study-full", field });
  const { content } = study;
  await expect(study.comment(START, "more")).rejects.toMatchObject(refused("comments"));
  await expect(study.mark(START, "more")).rejects.toMatchObject(refused("marks"));
  await expect(playOn(study, START)).rejects.toMatchObject(refused("branches"));
  expect(study.content).toBe(content);
  expect((await readStudyFile(writeStudyFile({ record, study: content }))).study).toEqual(content);
  // At the end of a branch it goes on.
  expect(await playOn(study, first)).toEqual({ line: first.line, n: 2 });

  const long = (count: number) => Array.from({ length: count }, () => step);
  const grown = new LocalStudy(
    replay,
    { ...content, branches: [{ ...branch, steps: long(steps) }] },
    CITLALI,
  );
  await expect(grown.play({ line: branch.id, n: steps }, step.seat, step.command)).rejects.toMatchObject(
    refused("steps"),
  );
  const many = Array.from({ length: STUDY_LIMITS.stepsInAll / steps }, (_, i) => ({
    ...branch,
    id: `b${i + 1}`,
    steps: long(steps),
  }));
  const all = new LocalStudy(replay, { ...content, branches: many }, CITLALI);
  await expect(all.play(START, step.seat, step.command)).rejects.toMatchObject(refused("steps"));
});

test("a study in the browser knows whether a file has it", async () => {
  const study = begin();
  await study.goTo({ line: "", n: 3 });
  expect(study.isUnsaved).toBe(false);
  await study.mark(START, "square c3");
  expect(study.isUnsaved).toBe(true);
  study.noteSaved();
  expect(study.isUnsaved).toBe(false);
  const [mark] = study.content.marks;
  await study.remove(mark?.id ?? "");
  expect(study.isUnsaved).toBe(true);
});

test("what others add is told, what the viewer adds is not", () => {
  const steps = stepsOf(replay.entries, replay.game);
  const before = emptyStudy(replay, CITLALI);
  const comment = (id: string, by: StudyContent["owner"]) => ({ id, at: START, by, text: "Well", time: 1 });
  const after: StudyContent = {
    ...before,
    comments: [comment("c1", CITLALI), comment("c2", JUN)],
    marks: [{ id: "m1", at: START, by: JUN, place: "square c3" }],
    branches: [{ id: "b1", from: START, seed: "", steps: [], by: JUN }],
  };
  const told = { viewer: CITLALI.player, steps, describePlace: (place: string) => place.slice(-2) };
  expect(newsBetween(before, after, told)).toBe(
    "Jun, on The beginning: Well Jun plays on from The beginning: what if 1. Jun marked c3: The beginning.",
  );
  expect(newsBetween(after, after, told)).toBe("");
  expect(notedOn("", after)).toEqual([0]);
  expect(notedOn("b1", after)).toEqual([]);
});

test("each estimate describes the move of its own position, and none of a position that is gone", () => {
  type Props = Parameters<typeof EstimateView<"tieqchieq">>[0];
  const best = (at: Props["at"], n: number): string | undefined => {
    const seat = replay.awaiting(n)[0]?.seat ?? "";
    const command = replay.legal(n, seat as never).find(({ type }) => type !== "concede") ?? null;
    const props = {
      replayed: { record, replay, people: [] },
      ui: { describeEvent: (event: object) => JSON.stringify(event) },
      at,
      branches: [],
      about: "A position",
      state: {
        news: { known: { chances: {}, best: { seat, command } }, spent: 1, done: true },
        failed: false,
      },
    };
    const html = renderToStaticMarkup(createElement(EstimateView<"tieqchieq">, props as unknown as Props));
    return /A skilled bot would play: ([^<]*)/.exec(html)?.[1];
  };
  const [first, second] = [1, 9].map((n) => best({ line: "", n }, n));
  expect(first).toMatch(/type/);
  expect(second).toMatch(/type/);
  expect(second).not.toBe(first);
  expect(best({ line: "b7", n: 1 }, 1)).toBeUndefined();
});

/** A study whose requests for a position are counted, and refused if the test says so. */
class CountedStudy extends LocalStudy {
  readonly asked: number[] = [];
  refusal: Refusal | null = null;

  override async goTo(position: StudyPosition): Promise<void> {
    this.asked.push(position.n);
    if (this.refusal !== null) throw this.refusal;
    await super.goTo(position);
  }
}

const walkIn = (study: LocalStudy, first: StudyPosition | null = null) => {
  const time = new ManualTime();
  const walk = new Walk({ study, last: replay.entries.length, first }, time);
  /** Lets time pass, and then what was asked be answered. */
  const pass = async (ms: number) => {
    time.pass(ms);
    await nextTurn();
  };
  return { walk, pass };
};

const counted = (): CountedStudy => new CountedStudy(replay, emptyStudy(replay, CITLALI), CITLALI);

test("a minute of steps at 8 times the pace sends at most three a second, and the last", async () => {
  const study = counted();
  const { walk, pass } = walkIn(study);
  for (let n = 1; n <= 400; n += 1) {
    walk.where.go({ line: "", n: n % 250 });
    expect(walk.where.at.n).toBe(n % 250);
    await pass(150);
  }
  await pass(1_000);
  // A player has 240 acts a minute.
  expect(study.asked.length).toBeLessThan(180);
  expect(study.asked.length).toBeGreaterThan(120);
  expect(study.content.position.n).toBe(150);
  expect(walk.where).toMatchObject({ following: true, error: null });
});

test("who steps too much goes on with the others, and the last step is sent when the server allows it", async () => {
  const study = counted();
  const { walk, pass } = walkIn(study);
  study.refusal = new Refusal({ code: "too-many-changes", message: "too many changes", wait: 20_000 });
  walk.where.go({ line: "", n: 1 });
  await pass(0);
  study.refusal = null;
  walk.where.go({ line: "", n: 2 });
  walk.where.go({ line: "", n: 3 });
  await pass(19_999);
  expect(study.asked).toEqual([1]);
  expect(walk.where).toMatchObject({ at: { n: 3 }, following: true, error: { code: "too-many-changes" } });
  await pass(1);
  expect(study.asked).toEqual([1, 3]);
  expect(walk.where).toMatchObject({ at: { n: 3 }, following: true, error: null });
});

test("who goes on alone while a step waits brings the others nowhere", async () => {
  const study = counted();
  const { walk, pass } = walkIn(study);
  walk.where.go({ line: "", n: 1 });
  await pass(0);
  walk.where.go({ line: "", n: 2 });
  walk.where.part();
  await pass(1_000);
  expect(study.asked).toEqual([1]);
  expect(walk.where).toMatchObject({ at: { n: 2 }, following: false });
  walk.where.follow();
  expect(walk.where).toMatchObject({ at: { n: 1 }, following: true });
});

test("who may not move the others steps on alone from there", async () => {
  const study = counted();
  const { walk, pass } = walkIn(study);
  study.refusal = new Refusal({ code: "study-read-only", message: "the study is its owner's" });
  walk.where.go({ line: "", n: 4 });
  await pass(0);
  expect(walk.where).toMatchObject({ at: { n: 4 }, following: false, error: study.refusal });
});

test("who is alone in a branch that is removed stays alone where it began, and is told", async () => {
  const study = begin();
  const outer = await playOn(study, { line: "", n: 5 });
  const inner = await playOn(study, { line: outer.line, n: 0 });
  const { walk } = walkIn(study, inner);
  await study.remove(inner.line);
  expect(walk.where).toMatchObject({ at: { line: outer.line, n: 0 }, following: false, missing: "branch" });
  await study.remove(outer.line);
  await study.goTo({ line: "", n: 9 });
  expect(walk.where).toMatchObject({ at: { line: "", n: 5 }, following: false, missing: "branch" });
  walk.where.go({ line: "", n: 6 });
  expect(walk.where).toMatchObject({ at: { line: "", n: 6 }, following: false, missing: null });
});

test("a link to what is not there says what is missing until the viewer steps", async () => {
  const study = begin();
  const { line } = await playOn(study, START);
  const missing = (first: StudyPosition) => walkIn(study, first).walk.where.missing;
  expect(missing({ line: "b7", n: 2 })).toBe("linked-branch");
  expect(missing({ line, n: 2 })).toBe("linked-position");
  expect(missing({ line: "", n: 4 })).toBeNull();
  const { walk } = walkIn(study, { line: "", n: 9999 });
  expect(walk.where).toMatchObject({ at: START, following: true, missing: "linked-position" });
  walk.where.go({ line: "", n: 1 });
  expect(walk.where.missing).toBeNull();
});

test("a sentence that is told twice in a row is another one for a screen reader", () => {
  const said = ["Jun marked c3.", "Jun marked c3.", "Jun marked c3.", "", "Jun marked d2."].map(
    (
      (last) => (words: string) =>
        (last = afterNews(last, words))
    )(""),
  );
  expect(said.map((words) => words.trim())).toEqual([
    "Jun marked c3.",
    "Jun marked c3.",
    "Jun marked c3.",
    "Jun marked c3.",
    "Jun marked d2.",
  ]);
  expect([said[1] !== said[0], said[2] !== said[1], said[3] === said[2]]).toEqual([true, true, true]);
});

test("a comment is about the position at which it was begun, and what is typed while it is stored stays", async () => {
  const study = begin();
  const at = { line: "", n: 3 };
  const draft = new Draft();
  draft.type("W", at);
  draft.type("Why?", at);
  const sending = draft.send(study, at);
  // A second press sends nothing more.
  await draft.send(study, at);
  draft.type("Why? And", at);
  await sending;
  expect(study.content.comments.map((comment) => [comment.at, comment.text])).toEqual([[at, "Why?"]]);
  expect(draft.state.get()).toMatchObject({ text: "Why? And", at, isSending: false });
  await draft.send(study, at);
  expect(draft.state.get()).toMatchObject({ text: "", at: null });
});

test("a comment that is refused stays in its field", async () => {
  const study = begin();
  const refusal = new Refusal({ code: "muted", message: "the player is muted" });
  study.comment = () => Promise.reject(refusal);
  const draft = new Draft();
  draft.type("Why?", START);
  await draft.send(study, START);
  expect(draft.state.get()).toMatchObject({ text: "Why?", at: START, isSending: false, error: refusal });
});

test("the field of a comment keeps its text and its position while the connection is lost and the others step", async () => {
  const study = begin();
  const steps = stepsOf(replay.entries, replay.game);
  const [first, other] = [steps.turns[1]?.first ?? 0, steps.turns[3]?.first ?? 0];
  // Markup that is rendered once subscribes to nothing.
  const { state } = draftIn(study);
  Object.assign(state, { use: state.get });
  const shown = (n: number) =>
    renderToStaticMarkup(createElement(Comments, { study, steps, at: { line: "", n }, onGo: () => {} }));
  expect(shown(first)).toContain(`Your comment on: ${positionWords({ line: "", n: first }, steps)}`);
  draftIn(study).type("Why?", { line: "", n: first });
  Object.assign(study, { connection: "reconnecting" });
  const html = shown(other);
  expect(html).toContain('value="Why?"');
  expect(html).toContain(`Your comment on: ${positionWords({ line: "", n: first }, steps)}`);
  expect(html).toMatch(/<button aria-disabled="true"[^>]*>Comment</);
  await draftIn(study).send(study, { line: "", n: first });
  expect(study.content.comments).toEqual([]);
  Object.assign(study, { connection: "connected" });
  await draftIn(study).send(study, { line: "", n: first });
  expect(study.content.comments.map(({ text }) => text)).toEqual(["Why?"]);
});

test("presses on places while another is under way are carried out in order", async () => {
  const study = begin();
  const marking = new Marking(study);
  await Promise.all(["square c3", "square d2", "square c3"].map((place) => marking.press(place, START)));
  expect(study.content.marks.map(({ place }) => place)).toEqual(["square d2"]);
});

test("a press that is refused says so, and the next one is none the worse for it", async () => {
  const study = begin();
  const marking = new Marking(study);
  const refusal = new Refusal({ code: "study-full", message: "too many marks", field: "marks" });
  const mark = study.mark.bind(study);
  study.mark = () => Promise.reject(refusal);
  await marking.press("square c3", START);
  expect(marking.error.get()).toBe(refusal);
  study.mark = mark;
  await marking.press("square d2", START);
  expect(marking.error.get()).toBeNull();
  expect(study.content.marks.map(({ place }) => place)).toEqual(["square d2"]);
});

test("keys in the places to mark go from place to place, and none of the dock's does what it does elsewhere", () => {
  const to = (key: string, shiftKey = false) => placeAfter({ key, shiftKey }, 4, 5);
  expect(["ArrowRight", "ArrowLeft", "Home", "End"].map((key) => to(key))).toEqual([0, 3, 0, 4]);
  expect(["b", "B", "1", "2", "3", "4"].map((key) => to(key))).toEqual([4, 4, 4, 4, 4, 4]);
  expect([to("ArrowRight", true), to(" "), to("Enter"), to("Tab")]).toEqual([0, null, null, null]);
});
