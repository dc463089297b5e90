import { STUDY_LIMITS } from "@flower-war/protocol/server";
import { applyChange, type StudyAct } from "@flower-war/protocol/studies";
import { readRecord } from "@flower-war/rules";
import { describe, expect, test } from "vitest";
import { easyRecord, textOf } from "../../../rules/test/support/records.ts";
import { Board } from "../../src/studies/board.ts";
import { decide } from "../../src/studies/decide.ts";
import type { StoredStudy } from "../../src/studies/stored-study.ts";
import { refusalOf } from "../support/refusal-of.ts";

const ANA = { player: "ana000000000", name: "Ana" };
const IZEL = { player: "izel00000000", name: "Izel" };
const RECORD = textOf(easyRecord("tieqchieq", 2));
const ENTRIES = (() => {
  const read = readRecord(RECORD);
  if ("reason" in read) throw new Error(read.reason);
  return read.entries;
})();
const time = { nextTurn: async () => {} };

/** A study on which acts are carried out one after the other. */
class World {
  stored: StoredStudy = {
    study: {
      id: "s",
      n: 0,
      match: "m",
      game: "tieqchieq",
      owner: ANA,
      open: "all",
      position: { line: "", n: 0 },
      branches: [],
      comments: [],
      marks: [],
    },
    entries: ENTRIES.length,
    begun: 0,
  };
  readonly board = Board.open(RECORD, time);
  #ids = 0;

  get study() {
    return this.stored.study;
  }

  id(): string {
    this.#ids += 1;
    return `id${String(this.#ids).padStart(10, "0")}`;
  }

  async act(act: StudyAct, by = ANA) {
    const seed = String(this.study.n % 10).repeat(64);
    const { decided, position } = await decide(this.stored, by, act, {
      now: 7,
      seed,
      board: () => this.board,
    });
    if (decided) {
      const { change, begun = this.stored.begun } = decided;
      const study = { ...applyChange(this.study, change), n: this.study.n + 1 };
      this.stored = { ...this.stored, begun, study };
    }
    return position;
  }

  refusal(act: StudyAct, by = ANA) {
    return refusalOf(this.act(act, by));
  }

  comment(at = { line: "", n: 0 }, by = ANA) {
    return this.act({ act: "comment", id: this.id(), at, text: "Why not north?" }, by);
  }

  /** Plays what the match played there. */
  play(from: { line: string; n: number }, entry: number, id = this.id(), by = ANA) {
    const { seat = "", command = {} } = ENTRIES[entry] ?? {};
    return this.act({ act: "play", id, from, seat, command: command as { type: string } }, by);
  }
}

describe("where all are", () => {
  test("is each position of the match, and none beyond it or of a branch that is not there", async () => {
    const world = new World();
    await world.act({ act: "go", position: { line: "", n: ENTRIES.length } });
    expect(world.study.position).toEqual({ line: "", n: ENTRIES.length });
    for (const position of [
      { line: "", n: ENTRIES.length + 1 },
      { line: "b1", n: 0 },
    ])
      expect(await world.refusal({ act: "go", position })).toMatchObject({ code: "unknown-position" });
    const { n } = world.study;
    await world.act({ act: "go", position: { line: "", n: ENTRIES.length } });
    expect(world.study.n).toBe(n);
  });
});

describe("a branch", () => {
  test("begins with a legal command, goes on at its end, and another one begins elsewhere", async () => {
    const world = new World();
    expect(await world.play({ line: "", n: 0 }, 0)).toEqual({ line: "b1", n: 1 });
    const board = await world.board;
    const [first] = world.study.branches;
    if (!first) throw new Error("no branch");
    expect(first).toMatchObject({ from: { line: "", n: 0 }, by: ANA });
    expect(first.steps).toMatchObject([{ seat: ENTRIES[0]?.seat, command: ENTRIES[0]?.command }]);
    // Its coins are its own: what is legal next is for the rules to say.
    const illegal = {
      act: "play",
      id: world.id(),
      from: { line: "b1", n: 1 },
      seat: "red",
      command: { type: "no-such" },
    } as const;
    expect(await world.refusal(illegal)).toMatchObject({ code: "malformed" });
    const decided = board.decide(first, [first], "nowhere", { type: "cast" });
    expect(await refusalOf(decided)).toMatchObject({ code: "malformed" });
    expect(world.study.branches).toEqual([first]);
    expect(await world.play({ line: "b1", n: 0 }, 0)).toEqual({ line: "b2", n: 1 });
    expect(world.study.branches[1]).toMatchObject({ from: { line: "b1", n: 0 } });
  });

  test("has a step once, however often it is sent with its id", async () => {
    const world = new World();
    const id = world.id();
    await world.play({ line: "", n: 0 }, 0, id);
    const { n } = world.study;
    expect(await world.play({ line: "", n: 0 }, 0, id)).toEqual({ line: "b1", n: 1 });
    expect(world.study.n).toBe(n);
    expect(world.study.branches).toHaveLength(1);
  });

  test("goes with all that is in it: branches of it, comments and marks, and who is there comes back", async () => {
    const world = new World();
    await world.play({ line: "", n: 0 }, 0);
    await world.play({ line: "b1", n: 0 }, 0);
    await world.comment({ line: "b2", n: 1 }, IZEL);
    await world.comment({ line: "", n: 3 }, IZEL);
    await world.act({ act: "mark", id: world.id(), at: { line: "b1", n: 1 }, place: "square 3" });
    await world.act({ act: "go", position: { line: "b2", n: 1 } });
    expect(await world.refusal({ act: "remove", id: "b1" }, IZEL)).toMatchObject({ code: "not-study-owner" });
    await world.act({ act: "remove", id: "b1" });
    expect(world.study).toMatchObject({ branches: [], marks: [], position: { line: "", n: 0 } });
    expect(world.study.comments).toHaveLength(1);
    expect(await world.play({ line: "", n: 0 }, 0)).toEqual({ line: "b3", n: 1 });
    expect(
      await world.refusal({ act: "comment", id: world.id(), at: { line: "b1", n: 0 }, text: "?" }),
    ).toMatchObject({
      code: "unknown-position",
    });
  });
});

describe("comments and marks", () => {
  test("are added once by their ids, and removed by who added them or by the owner", async () => {
    const world = new World();
    const [id, at] = [world.id(), { line: "", n: 2 }];
    for (let i = 0; i < 2; i += 1) await world.act({ act: "comment", id, at, text: "Why not north?" }, IZEL);
    expect(world.study.comments).toEqual([{ id, at, by: IZEL, text: "Why not north?", time: 7 }]);
    expect(await world.refusal({ act: "comment", id, at, text: "Mine" })).toMatchObject({
      code: "bad-request",
      field: "id",
    });
    await world.comment(at);
    const [, own] = world.study.comments;
    expect(await world.refusal({ act: "remove", id: own?.id ?? "" }, IZEL)).toMatchObject({
      code: "not-study-owner",
    });
    await world.act({ act: "remove", id });
    await world.act({ act: "remove", id });
    expect(world.study.comments).toEqual([own]);
  });

  test("are as many as the limits say", async () => {
    const world = new World();
    for (let i = 0; i < STUDY_LIMITS.comments; i += 1) await world.comment();
    const at = { line: "", n: 0 };
    expect(await world.refusal({ act: "comment", id: world.id(), at, text: "One more" })).toMatchObject({
      code: "study-full",
      field: "comments",
    });
    const mark = () => ({ act: "mark", id: world.id(), at, place: "square 3" }) as const;
    for (let i = 0; i < STUDY_LIMITS.marks; i += 1) await world.act(mark());
    expect(await world.refusal(mark())).toMatchObject({ code: "study-full", field: "marks" });
    for (let i = 0; i < STUDY_LIMITS.branches; i += 1) await world.play({ line: "", n: 0 }, 0);
    const { seat = "", command } = ENTRIES[0] ?? {};
    const play = {
      act: "play",
      id: world.id(),
      from: at,
      seat,
      command: command as { type: string },
    } as const;
    expect(await world.refusal(play)).toMatchObject({ code: "study-full", field: "branches" });
    // Of more that were ever begun the id would be none.
    world.stored = { ...world.stored, study: { ...world.study, branches: [] }, begun: 999_999 };
    expect(await world.refusal(play)).toMatchObject({ code: "study-full", field: "branches" });
  });
});

test("while it is its owner's alone, others change nothing, and only the owner opens it", async () => {
  const world = new World();
  expect(await world.refusal({ act: "open", open: "owner" }, IZEL)).toMatchObject({
    code: "not-study-owner",
  });
  await world.act({ act: "open", open: "owner" });
  const go = { act: "go", position: { line: "", n: 1 } } as const;
  expect(await world.refusal(go, IZEL)).toMatchObject({ code: "study-read-only" });
  await world.act(go);
  await world.act({ act: "open", open: "all" });
  await world.act({ act: "go", position: { line: "", n: 2 } }, IZEL);
  expect(world.study.position.n).toBe(2);
});

test.each([
  ["a game of a host's own", RECORD.replace('"tieqchieq"', '"chess"')],
  ["rules of another version", RECORD.replace('"rules":1', '"rules":2')],
  ["a record that is cut", RECORD.trimEnd().split("\n").slice(0, -1).join("\n")],
])("%s has no branches", async (_, record) => {
  expect(await refusalOf(Board.open(record, time))).toMatchObject({ code: "no-branches" });
});
