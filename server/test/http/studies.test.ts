/** Studies over HTTP: who may read and change them, what is refused, and what those who follow are told (docs/studies.md). */
import { LIMITS, PATHS } from "@flower-war/protocol";
import { STUDY_LIMITS } from "@flower-war/protocol/server";
import {
  type Study,
  STUDY_PATHS,
  type StudyActed,
  type StudyLine,
  type StudyList,
} from "@flower-war/protocol/studies";
import { readRecord } from "@flower-war/rules";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app.ts";
import { bearer, createGuest } from "../support/account.ts";
import { finishMatch } from "../support/finished-match.ts";
import { createMatch, post } from "../support/post.ts";
import { until } from "../support/until.ts";

let server: RunningServer;
beforeEach(async () => {
  server = await startServer({});
});
afterEach(() => server.stop());

const at = (path: string, id: string) => path.replace(":id", id);
const newId = (() => {
  let count = 0;
  return () => `act${String((count += 1)).padStart(9, "0")}`;
})();

type Refused = { readonly code?: string; readonly field?: string };

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, { headers });
  return { status: response.status, body: (await response.json()) as Refused };
}

const finishedMatch = (isPrivate = false) => finishMatch(server.url, isPrivate);

const create = (token: string, request: object) =>
  post<Study & Refused>(server.url, STUDY_PATHS.studies, request, bearer(token));
const act = (token: string, id: string, body: object) =>
  post<StudyActed & Refused>(server.url, at(STUDY_PATHS.acts, id), body, bearer(token));
const find = async (id: string) => (await get(at(STUDY_PATHS.study, id))).body as Study;

/** Follows a study by its stream. */
class Following {
  readonly lines: StudyLine[] = [];
  isOver = false;
  readonly #abort = new AbortController();

  static async open(id: string, token?: string, url = server.url): Promise<Following> {
    const following = new Following();
    const headers = { accept: "application/x-ndjson", ...(token && bearer(token)) };
    const signal = following.#abort.signal;
    const response = await fetch(url + at(STUDY_PATHS.stream, id), { headers, signal });
    if (!response.ok) throw new Error(((await response.json()) as Refused).code);
    void following.#read(response);
    await until(() => following.lines.length > 0, "the first line");
    return following;
  }

  async #read(response: Response): Promise<void> {
    const decoder = new TextDecoder();
    let rest = "";
    try {
      for await (const chunk of response.body ?? []) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) if (line !== "") this.lines.push(JSON.parse(line) as StudyLine);
      }
    } catch {
      // It was left.
    }
    this.isOver = true;
  }

  get people(): readonly string[] {
    return (
      this.lines.flatMap((line) => ("people" in line ? [line.people.map(({ name }) => name)] : [])).at(-1) ??
      []
    );
  }

  leave(): void {
    this.#abort.abort();
  }
}

describe("a study", () => {
  test("is created of a finished match by a player, who owns it, and read by all who have its id", async () => {
    const [match, ana] = [await finishedMatch(), await createGuest(server.url, "Ana")];
    const { status, body } = await create(ana.token, { match });
    expect(status).toBe(201);
    expect(body).toMatchObject({ match, game: "tieqchieq", n: 0, owner: { player: ana.id, name: "Ana" } });
    expect(body.id).toMatch(/^[\w-]{21}$/);
    expect(await find(body.id)).toEqual(body);
    const record = await (await fetch(server.url + at(STUDY_PATHS.record, body.id))).text();
    expect(record).toBe(await (await fetch(server.url + at(PATHS.record, match))).text());
    expect(readRecord(record)).toMatchObject({ flaws: [] });
    const { studies } = (await get(STUDY_PATHS.studies, bearer(ana.token))).body as StudyList;
    expect(studies).toMatchObject([{ id: body.id, match, game: "tieqchieq" }]);
  });

  test("of a private match takes its invitation, and has its record then", async () => {
    const [invitation, ana] = [await finishedMatch(true), await createGuest(server.url)];
    const [match = ""] = invitation.split("-");
    const forged = { match: `${match}-${"x".repeat(22)}` };
    expect((await create(ana.token, forged)).body).toMatchObject({ code: "unknown-match" });
    const { body } = await create(ana.token, { match: invitation });
    expect((await fetch(server.url + at(STUDY_PATHS.record, body.id))).status).toBe(200);
  });

  test("of a match that is not over, or of none, is refused", async () => {
    const { token } = await createGuest(server.url);
    const { match } = await createMatch(server.url, { game: "tieqchieq" });
    expect((await create(token, { match })).body).toMatchObject({ code: "match-not-over" });
    expect((await create(token, { match: "V1StGXR8Z5jd" })).body).toMatchObject({ code: "unknown-match" });
    const { body } = await post<Refused>(server.url, STUDY_PATHS.studies, { match });
    expect(body).toMatchObject({ code: "unauthorized" });
  });

  test("is one of at most so many of a player", async () => {
    const [match, { token }] = [await finishedMatch(), await createGuest(server.url)];
    let last = "";
    for (let i = 0; i < STUDY_LIMITS.perPlayer; i += 1) last = (await create(token, { match })).body.id;
    const refused = (await create(token, { match })).body;
    expect(refused).toMatchObject({ code: "too-many-studies" });
    // It is not the hour's quota that refuses it.
    expect(refused).not.toHaveProperty("wait");
    const { status } = await fetch(server.url + at(STUDY_PATHS.study, last), {
      method: "DELETE",
      headers: bearer(token),
    });
    expect(status).toBe(200);
    expect((await get(STUDY_PATHS.studies, bearer(token))).body).toMatchObject({ studies: { length: 19 } });
    expect((await create(token, { match })).status).toBe(201);
  });

  test("is not counted when it cannot be created", async () => {
    const [match, { token }] = [await finishedMatch(), await createGuest(server.url)];
    for (let i = 0; i < STUDY_LIMITS.creations; i += 1)
      expect((await create(token, { match: "V1StGXR8Z5jd" })).body).toMatchObject({ code: "unknown-match" });
    expect((await create(token, { match })).status).toBe(201);
  });

  test("is read, and followed, no more than so often in a minute from an address", async () => {
    const path = at(STUDY_PATHS.study, "x".repeat(21));
    // At once, in two of the quota's minutes at most.
    const answers = await Promise.all(Array.from({ length: 2 * STUDY_LIMITS.reads + 1 }, () => get(path)));
    const codes = answers.map(({ body }) => body.code);
    expect(codes).toContain("too-many-records");
    expect(codes.filter((code) => code === "unknown-study").length).toBeGreaterThanOrEqual(
      STUDY_LIMITS.reads,
    );
    await expect(Following.open("x".repeat(21))).rejects.toThrow("too-many-records");
  });

  test.each(["V1StGXR8Z5jd", "x".repeat(21), "%00"])("that is not there is refused: %s", async (id) => {
    const { token } = await createGuest(server.url);
    expect((await get(at(STUDY_PATHS.study, id))).body).toMatchObject({ code: "unknown-study" });
    expect((await get(at(STUDY_PATHS.record, id))).body).toMatchObject({ code: "unknown-study" });
    expect((await act(token, id, { act: "remove", id: "b1" })).body).toMatchObject({ code: "unknown-study" });
    await expect(Following.open(id)).rejects.toThrow("unknown-study");
  });
});

describe("acts", () => {
  async function opened() {
    const [match, ana, izel] = [
      await finishedMatch(),
      await createGuest(server.url, "Ana"),
      await createGuest(server.url, "Izel"),
    ];
    const { id } = (await create(ana.token, { match })).body;
    return { id, ana, izel };
  }

  test("of several people are carried out one after the other, each once", async () => {
    const { id, ana, izel } = await opened();
    const acts = Array.from({ length: 20 }, (_, i) => ({
      token: i % 2 === 0 ? ana.token : izel.token,
      body: { act: "comment", id: newId(), at: { line: "", n: 0 }, text: `Comment ${i}` },
    }));
    const answers = await Promise.all(acts.map(({ token, body }) => act(token, id, body)));
    expect(answers.map(({ body }) => body.n).toSorted((a, b) => a - b)).toEqual(acts.map((_, i) => i + 1));
    await Promise.all(acts.map(({ token, body }) => act(token, id, body)));
    const study = await find(id);
    expect(study.n).toBe(acts.length);
    expect(study.comments.map(({ text }) => text).toSorted()).toEqual(
      acts.map(({ body }) => body.text).toSorted(),
    );
  });

  test.each<[field: string, body: object]>([
    ["act", { act: "dance" }],
    ["position.n", { act: "go", position: { line: "", n: -1 } }],
    ["position.line", { act: "go", position: { line: "c1", n: 1 } }],
    ["id", { act: "comment", id: "short", at: { line: "", n: 0 }, text: "?" }],
    ["place", { act: "mark", id: "act000000000", at: { line: "", n: 0 }, place: "x".repeat(41) }],
    ["place", { act: "mark", id: "act000000000", at: { line: "", n: 0 }, place: "such\u202eness" }],
    ["place", { act: "mark", id: "act000000000", at: { line: "", n: 0 }, place: "You lost!" }],
    ["command", { act: "play", id: "act000000000", from: { line: "", n: 0 }, seat: "red", command: "cast" }],
    ["open", { act: "open", open: "none" }],
  ])("with a bad %s are refused and change nothing", async (field, body) => {
    const { id, ana } = await opened();
    const refused = (await act(ana.token, id, body)).body;
    expect(refused).toMatchObject({ code: "bad-request" });
    expect(field.startsWith(refused.field ?? "?")).toBe(true);
    expect((await find(id)).n).toBe(0);
  });

  test("play by the rules, and refuse with their codes", async () => {
    const { id, ana } = await opened();
    const play = (command: object, seat = "red", from = { line: "", n: 0 }) =>
      act(ana.token, id, { act: "play", id: newId(), from, seat, command });
    expect((await play({ type: "no-such" })).body).toMatchObject({ code: "malformed" });
    expect((await play({ type: "concede" }, "nowhere")).body).toMatchObject({ code: "not-seated" });
    const { position } = (await play({ type: "concede" })).body;
    expect(position).toEqual({ line: "b1", n: 1 });
    expect((await play({ type: "concede" }, "red", { line: "b1", n: 1 })).body).toMatchObject({
      code: "match-over",
    });
    expect((await find(id)).branches).toMatchObject([
      { id: "b1", steps: [{ command: { type: "concede" } }] },
    ]);
  });

  test("that say something keep to the rules of chat, in 500 characters", async () => {
    const { id, izel } = await opened();
    const say = (text: string) =>
      act(izel.token, id, { act: "comment", id: newId(), at: { line: "", n: 0 }, text });
    expect((await say(" \u200b ")).body).toMatchObject({ code: "text-missing", field: "text" });
    expect((await say("x".repeat(STUDY_LIMITS.text + 1))).body).toMatchObject({ code: "text-too-long" });
    expect((await say("é".repeat(STUDY_LIMITS.text))).status).toBe(200);
    expect((await say("a\u202e\n b")).status).toBe(200);
    expect((await find(id)).comments.at(-1)?.text).toBe("a b");
    expect(STUDY_LIMITS.text).toBeGreaterThan(LIMITS.chat.length);
  });

  test("are no more than so many in a minute", async () => {
    const { id, ana } = await opened();
    const body = { act: "go", position: { line: "", n: 0 } };
    // At once, in two of the quota's minutes at most.
    const acts = Array.from({ length: 2 * STUDY_LIMITS.acts.perPlayer + 1 }, () => act(ana.token, id, body));
    const codes = (await Promise.all(acts)).map((answer) => answer.body.code);
    expect(codes).toContain("too-many-changes");
    expect(codes.filter((code) => code === undefined).length).toBeGreaterThanOrEqual(
      STUDY_LIMITS.acts.perPlayer,
    );
  });
});

describe("those who follow", () => {
  test("are told of each change in order, of who else follows, and of the end", async () => {
    const [match, ana, izel] = [
      await finishedMatch(),
      await createGuest(server.url, "Ana"),
      await createGuest(server.url, "Izel"),
    ];
    const { id } = (await create(ana.token, { match })).body;
    const [one, other] = [await Following.open(id, ana.token), await Following.open(id, izel.token)];
    const third = await Following.open(id);
    expect(one.lines[0]).toMatchObject({ type: "study", study: { id, n: 0 } });
    await until(() => one.people.length === 2, "both people");
    expect(other.people.toSorted()).toEqual(["Ana", "Izel"]);
    expect(third.people.toSorted()).toEqual(["Ana", "Izel"]);
    for (let n = 0; n < 3; n += 1)
      await act(izel.token, id, { act: "mark", id: newId(), at: { line: "", n: 0 }, place: `square ${n}` });
    const changesOf = ({ lines }: Following) => lines.filter(({ type }) => type === "change");
    for (const each of [one, other, third]) {
      await until(() => changesOf(each).length === 3, "three changes");
      expect(changesOf(each)).toMatchObject([{ n: 1 }, { n: 2 }, { n: 3 }]);
    }
    other.leave();
    await until(() => one.people.length === 1, "one who is left");
    await fetch(server.url + at(STUDY_PATHS.study, id), { method: "DELETE", headers: bearer(ana.token) });
    await until(() => one.isOver && third.isOver, "the ends");
    expect(one.lines.at(-1)).toEqual({ type: "end", code: "deleted", resume: false });
  });

  test("hear that the server ends, and may ask another one", async () => {
    const [match, ana] = [await finishedMatch(), await createGuest(server.url, "Ana")];
    const { id } = (await create(ana.token, { match })).body;
    const following = await Following.open(id, ana.token);
    await server.stop();
    await until(() => following.isOver, "the end");
    expect(following.lines.at(-1)).toEqual({ type: "end", code: "moved", resume: true });
  });
});
