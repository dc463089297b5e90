/** Studies with real servers and clients of the SDK (docs/studies.md). */
import { setTimeout as sleep } from "node:timers/promises";
import { FlowerWar, memoryPlayerStore, memoryStore, Refusal } from "@flower-war/client-sdk";
import { readReplay } from "@flower-war/client-sdk/replay";
import { readStudyFile, Studies, type Study, writeStudyFile } from "@flower-war/client-sdk/study";
import { verifyRecord } from "@flower-war/client-sdk/verify";
import { expect, onTestFinished, test } from "vitest";
import { finishMatch } from "../server/test/support/finished-match.ts";
import { startFirstOfTwo, startLoneServer } from "./support/faults/servers.ts";
import { lacks } from "./support/programs.ts";
import { type SeededRandom, seedTest } from "./support/seeded-random.ts";
import { until } from "./support/until.ts";

const START = { line: "", n: 0 };

/** Returns the studies of a new client. */
function newStudies(url: string, name: string): Studies {
  return new Studies(new FlowerWar(url, { name, store: memoryStore(), playerStore: memoryPlayerStore() }));
}

function leaveAtEnd(study: Study): Study {
  onTestFinished(() => study.leave());
  return study;
}

/** Acts of one person at most: with those of another one fewer than a study has marks. */
const MOST_ACTS = 45;

/** A person who changes a study for as long as a test lets them, and notes what was acknowledged. */
class Changer {
  readonly said: string[] = [];
  readonly marked: string[] = [];
  isDone = false;
  readonly #study: Study;
  readonly #name: string;
  readonly #random: SeededRandom;

  constructor(study: Study, name: string, random: SeededRandom) {
    this.#study = study;
    this.#name = name;
    this.#random = random;
  }

  /** Number of acts that added something. */
  get acts(): number {
    return this.said.length + this.marked.length;
  }

  async run(): Promise<void> {
    // As many as a study takes, and a player may do in a minute, however long servers take to start.
    for (let count = 0; count < MOST_ACTS && !this.isDone; count += 1) {
      await sleep(50 + this.#random.below(150));
      await this.#change(count).catch((error: unknown) => {
        // A server was away for longer than an act is sent again for: it may have been carried out.
        if (!(error instanceof Refusal) || !UNKNOWN.includes(error.code)) throw error;
      });
    }
  }

  async #change(count: number): Promise<void> {
    const kind = this.#random.below(3);
    const text = `${this.#name} ${count}`;
    if (kind === 0) {
      await this.#study.comment(START, text);
      this.said.push(text);
    } else if (kind === 1) {
      await this.#study.mark(START, text);
      this.marked.push(text);
    } else await this.#study.goTo({ line: "", n: this.#random.below(2) });
  }
}

/** Codes after which it is not known whether an act was carried out. */
const UNKNOWN = ["unreachable", "timeout", "unavailable", "draining", "internal"];

/** Requires that a study has each acknowledged act, and no act twice. */
function expectAll(study: Study, changers: readonly Changer[]): void {
  const { comments, marks } = study.content;
  const [texts, places] = [comments.map(({ text }) => text), marks.map(({ place }) => place)];
  expect(new Set(texts).size).toBe(texts.length);
  expect(new Set(places).size).toBe(places.length);
  for (const { said, marked } of changers) {
    expect(texts).toEqual(expect.arrayContaining(said));
    expect(places).toEqual(expect.arrayContaining(marked));
  }
}

test("two people follow a study at once, play branches, and one of them keeps it as a file", async () => {
  const { server } = await startLoneServer();
  const match = await finishMatch(server.url);
  const ana = leaveAtEnd(await newStudies(server.url, "Ana").create({ match }));
  const izel = leaveAtEnd(await newStudies(server.url, "Izel").open(ana.id));
  await until(() => ana.people.length === 2 && izel.people.length === 2, "both people");
  const replay = await readReplay(await izel.record());
  expect(replay.match).toBe(match);
  const [awaited] = replay.awaiting(0);
  if (!awaited) throw new Error("no seat is awaited");
  const commands = replay.legal(0, awaited.seat as never);
  const command = commands.find(({ type }) => type !== "concede");
  if (!command) throw new Error("no command");
  const reached = await izel.play(START, awaited.seat, command);
  expect(reached).toEqual({ line: "b1", n: 1 });
  await izel.goTo(reached);
  await until(() => ana.content.position.line === "b1", "the position");
  const line = replay.line("b1", ana.content.branches);
  expect(line.entries).toHaveLength(1);
  expect(line.view(0, null)).toEqual(replay.view(0, null));
  await expect(ana.play(reached, "nowhere", command)).rejects.toMatchObject({ code: "not-seated" });
  const said = await ana.comment(reached, "Why not?");
  await izel.mark(reached, "square 3");
  await expect(izel.removeComment(said)).rejects.toMatchObject({ code: "not-study-owner" });
  await ana.setOpen("owner");
  await expect(izel.goTo(START)).rejects.toMatchObject({ code: "study-read-only" });
  const text = writeStudyFile({ record: await ana.record(), study: ana.content });
  const file = await readStudyFile(text);
  expect(verifyRecord(file.record)).toMatchObject({ ok: true });
  expect(file.study.comments).toEqual(ana.content.comments);
  expect(file.study.branches).toEqual(ana.content.branches);
  await ana.removeBranch("b1");
  expect(ana.content).toMatchObject({ branches: [], comments: [], marks: [], position: START });
  const lost: unknown[] = [];
  izel.on("dropped", (drop) => lost.push(drop));
  await newStudies(server.url, "Other")
    .open(ana.id)
    .then((study) => study.leave());
  ana.leave();
  await until(() => izel.people.length === 1, "one who is left");
  expect(lost).toEqual([]);
});

test("after kills of the server in the middle of acts each acknowledged one is there, once", async () => {
  const random = seedTest("kills in a study");
  const { server } = await startLoneServer();
  const match = await finishMatch(server.url);
  const ana = leaveAtEnd(await newStudies(server.url, "Ana").create({ match }));
  const izel = leaveAtEnd(await newStudies(server.url, "Izel").open(ana.id));
  const changers = [new Changer(ana, "Ana", random), new Changer(izel, "Izel", random)];
  const changing = Promise.all(changers.map((changer) => changer.run()));
  for (let kills = 0; kills < 3; kills += 1) {
    await sleep(random.below(700));
    await server.kill();
    await server.start();
  }
  const isBusy = ({ acts }: Changer) => acts > 5;
  await until(() => changers.every(isBusy), "acts of both");
  for (const changer of changers) changer.isDone = true;
  await changing;
  const found = leaveAtEnd(await newStudies(server.url, "Other").open(ana.id));
  expectAll(found, changers);
  for (const study of [ana, izel]) {
    await until(() => study.connection === "connected", "a connection");
    await until(() => study.content.comments.length === found.content.comments.length, "all comments");
    expect(study.content.comments).toEqual(found.content.comments);
    expect(study.content.marks).toEqual(found.content.marks);
  }
});

test.skipIf(lacks("redis", "postgres", "nginx"))(
  "of two servers each changes a study, followers of both see it, and the other one goes on when one is killed",
  async () => {
    const random = seedTest("a study of two servers");
    const { servers } = await startFirstOfTwo();
    await servers[1].start();
    const match = await finishMatch(servers[0].url);
    const ana = leaveAtEnd(await newStudies(servers[0].url, "Ana").create({ match }));
    const izel = leaveAtEnd(await newStudies(servers[1].url, "Izel").open(ana.id));
    await until(() => ana.people.length === 2 && izel.people.length === 2, "both people");
    const changers = [new Changer(ana, "Ana", random), new Changer(izel, "Izel", random)];
    const changing = Promise.all(changers.map((changer) => changer.run()));
    await until(() => changers.every(({ acts }) => acts > 2), "acts of both");
    await sleep(random.below(500));
    await servers[0].kill();
    await sleep(1_000);
    await servers[0].start();
    for (const changer of changers) changer.isDone = true;
    await changing;
    const found = leaveAtEnd(await newStudies(servers[1].url, "Other").open(ana.id));
    expectAll(found, changers);
    await until(() => ana.connection === "connected", "a connection");
    await ana.goTo({ line: "", n: 1 });
    await ana.goTo(START);
    await until(() => izel.content.position.n === 0, "the position at the other server");
    await until(() => ana.people.length === 3, "three people");
    expect(izel.content.comments).toEqual(found.content.comments);
  },
);
