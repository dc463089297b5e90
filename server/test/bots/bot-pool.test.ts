import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, constants, getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readOptions } from "@flower-war/rules";
import { flowerWar, type State } from "@flower-war/rules/flower-war";
import { LineSummaries } from "@flower-war/protocol/log";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { isRunning } from "../../../test/support/process-tree.ts";
import { openLog } from "../../src/log.ts";
import { BotPool, type BotThinking } from "../../src/bots/bot-pool.ts";
import type { ThinkingKind } from "../../src/bots/question.ts";
import { systemTime, type Time } from "../../src/time.ts";
import { FakeTime } from "../support/fake-time.ts";
import { PATIENCE, until } from "../support/until.ts";

const BAD = new URL("../support/bad-bot-process.ts", import.meta.url);

/** What the pool of a test logs. */
let lines: { msg: string; cause: string; times: number; [field: string]: unknown }[] = [];
let pool: BotPool | undefined;
/** The time that the pool runs on. */
let clock: Time = systemTime;
afterEach(async () => {
  await pool?.stop();
  lines = [];
});

interface Options {
  /** ms of a skilled bot. */
  time?: number;
  timeout?: number;
  processes?: number;
  on?: Time;
}

function open(
  { processes, on = systemTime, time = 10, timeout = PATIENCE }: Options = {},
  entry?: URL,
): BotPool {
  const log = openLog("info", new LineSummaries(on), { write: (line) => void lines.push(JSON.parse(line)) });
  const options = { time: on, log, ...(entry && { entry }), ...(processes && { processes }) };
  const thinking: BotThinking = {
    skilled: { time, answer: 20 },
    strong: { time: 1_000, answer: 1_200 },
    advice: 300,
    timeout,
  };
  pool = new BotPool(thinking, options);
  clock = on;
  return pool;
}

/** When a question that is asked now is given up, `ms` from now. */
const within = (ms = PATIENCE): number => clock.monotonic() + ms;

/** Asks a process of the pool to do something within `ms`. Resolves with what it told; `null`: no command. */
async function ask(does: string, ms?: number, kind: ThinkingKind = "skilled"): Promise<unknown> {
  const command = await pool?.think("flower-war", kind, { does }, within(ms));
  return command ? JSON.parse(command.type) : null;
}

/** Asks several times at once. Resolves with the ids of the processes that answered. */
async function askForIds(times: number): Promise<Set<unknown>> {
  return new Set(await Promise.all(Array.from({ length: times }, () => ask("tell its id"))));
}

/** Writes a module for a process to run. */
function moduleOf(code: string): URL {
  const folder = mkdtempSync(join(tmpdir(), "flower-war-bots-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "process.mjs");
  writeFileSync(file, code);
  return pathToFileURL(file);
}

const linesOf = (message: string) => lines.filter(({ msg }) => msg === message);

/** A state of two seats in which east may offer. */
function offering(): State {
  const read = readOptions(flowerWar, {});
  if (read.options === undefined) throw new Error("the game has options of its own");
  let state = flowerWar.setup(read.options, 2, "42".repeat(32));
  while (state.table.awaiting?.decision !== "sacrifice") {
    const seat = state.table.awaiting?.seat ?? "east";
    const { events = [] } = flowerWar.decide(state, seat, flowerWar.fallback(state, seat));
    state = events.reduce((before, event) => flowerWar.evolve(before, event), state);
  }
  return state;
}

describe("thinking in processes", () => {
  test.each(["flower-war", "mexica"] as const)("answers with a command that is legal in %s", async (game) => {
    const state = offering();
    const seat = state.table.awaiting?.seat ?? "east";
    const command = await open().think(game, "skilled", flowerWar.view(state, seat), within());
    expect(flowerWar.legal(flowerWar.view(state, seat), seat)).toContainEqual(command);
    expect(lines).toEqual([]);
  });

  test("advises a person's seat with legal commands, and their chances", async () => {
    const state = offering();
    const seat = state.table.awaiting?.seat ?? "east";
    const view = flowerWar.view(state, seat);
    const advice = await open().advise("flower-war", view, { seat, seats: state.table.seats });
    for (const { command, chance } of advice ?? []) {
      expect(flowerWar.legal(view, seat)).toContainEqual(command);
      expect(chance).toBeGreaterThan(0);
    }
    expect(advice?.length).toBeGreaterThan(0);
    expect(lines).toEqual([]);
  });

  test("gives no advice when its process fails, and logs that", async () => {
    open({}, BAD);
    const seat = { seat: "east", seats: ["east", "west"] };
    expect(await pool?.advise("flower-war", { does: "exit" }, seat)).toBeNull();
    expect(linesOf("bot gave no advice")).toMatchObject([{ cause: "process-failure" }]);
  });

  test("leaves the server's loop free meanwhile", async () => {
    const state = offering();
    const view = flowerWar.view(state, state.table.awaiting?.seat ?? "east");
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 5);
    await open({ time: 500 }).think("flower-war", "skilled", view, within());
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(10);
  });

  test("happens outside the server's process, without its environment", async () => {
    open({}, BAD);
    expect(await ask("tell its id")).not.toBe(process.pid);
    expect(await ask("tell its environment")).toEqual([]);
  });
});

test("a bot process has a lower priority than the server's", async () => {
  open({}, BAD);
  const lower = Math.min(constants.priority.PRIORITY_LOW, getPriority() + 1);
  expect(getPriority(Number(await ask("tell its id")))).toBeGreaterThanOrEqual(lower);
});

describe("the time that a bot has to think", () => {
  /** Asks so many questions at once of a single process. Resolves with the ms that each was given. */
  async function timesFor(questions: number, ms: number): Promise<number[]> {
    open({ on: new FakeTime(), time: 150, processes: 1 }, BAD);
    const asked = Array.from({ length: questions }, () => ask("tell its time", ms));
    const times = (await Promise.all(asked)) as number[];
    await pool?.stop();
    return times;
  }

  test("is at most the pool's, and ends before its answer is due", async () => {
    expect(await timesFor(1, 400)).toEqual([150]);
    expect(await timesFor(1, 120)).toEqual([70]);
    expect(await timesFor(1, 20)).toEqual([0]);
  });

  test("is shared fairly if more questions wait than there are processes", async () => {
    expect(await timesFor(5, 400)).toEqual([70, 87.5, 350 / 3, 150, 150]);
  });
});

describe("a strong bot", () => {
  const tellTime = () => ask("tell its time", 1_200, "strong");

  test("thinks for longer than a skilled one", async () => {
    open({ on: new FakeTime(), time: 150, processes: 2 }, BAD);
    expect([await tellTime(), await tellTime()]).toEqual([1_000, 1_000]);
  });

  test("thinks as long as a skilled one while another would leave no process for others", async () => {
    open({ on: new FakeTime(), time: 150, processes: 2 }, BAD);
    void ask("never end", 1_200, "strong");
    expect(await tellTime()).toBe(150);
  });
});

describe("a question without a command", () => {
  test.each([
    ["die of SIGSEGV", "crash", { exitCode: null, signal: "SIGSEGV" }],
    ["die of SIGKILL", "crash", { exitCode: null, signal: "SIGKILL" }],
    [
      "run out of memory",
      "crash",
      { stderr: expect.arrayContaining([expect.stringContaining("heap out of memory")]) },
    ],
    ["exit", "crash", { exitCode: 3, signal: null }],
    ["answer rubbish", "bad-answer", { signal: "SIGKILL" }],
  ])("resolves with null if its process does %s, and the next gets one", async (does, cause, how) => {
    open({}, BAD);
    expect(await ask(does)).toBeNull();
    expect(await ask("pass")).toBe("pass");
    expect(lines).toEqual([
      expect.objectContaining({ level: 40, msg: "bot process failed", times: 1, cause, ...how }),
      expect.objectContaining({
        level: 40,
        msg: "bot gave no command",
        times: 1,
        cause: "process-failure",
        game: "flower-war",
        kind: "skilled",
      }),
    ]);
  });

  test("resolves with null when it must be answered; its process is killed later, and the next gets one", async () => {
    const time = new FakeTime();
    open({ on: time, timeout: 2_000 }, BAD);
    expect(await ask("pass")).toBe("pass");
    const asked = ask("never end", 400);
    await time.pass(400);
    expect(await asked).toBeNull();
    expect(lines).toEqual([expect.objectContaining({ msg: "bot gave no command", cause: "timeout" })]);
    await time.pass(1_600);
    await until(() => lines.length === 2, "the process to be killed");
    expect(linesOf("bot process failed")).toEqual([expect.objectContaining({ cause: "thought-timeout" })]);
    expect(await ask("pass")).toBe("pass");
  });

  test("resolves with null when it must be answered, also if no process was free until then", async () => {
    const time = new FakeTime();
    open({ on: time, processes: 1 }, BAD);
    const stuck = ask("never end");
    const asked = ask("pass", 400);
    await time.pass(400);
    expect(await asked).toBeNull();
    await pool?.stop();
    expect(await stuck).toBeNull();
  });

  test("resolves with null if the bot throws, and the process goes on", async () => {
    open({}, BAD);
    const id = await ask("tell its id");
    expect(await ask("throw")).toBeNull();
    expect(await ask("tell its id")).toBe(id);
    expect(lines).toEqual([
      expect.objectContaining({
        msg: "bot gave no command",
        cause: "bot-error",
        err: expect.objectContaining({
          message: "no idea",
          stack: expect.stringContaining("bad-bot-process"),
        }),
      }),
    ]);
  });

  test("resolves with null if its view cannot be sent, and the process goes on", async () => {
    open({}, BAD);
    const id = await ask("tell its id");
    expect(await pool?.think("flower-war", "skilled", { does: () => "pass" }, within())).toBeNull();
    expect(await ask("tell its id")).toBe(id);
    expect(lines).toEqual([expect.objectContaining({ cause: "bad-view" })]);
  });

  test("resolves with null at once if 64 wait already", async () => {
    open({}, BAD);
    const stuck = Array.from({ length: 64 }, () => ask("never end"));
    expect(await ask("pass")).toBeNull();
    expect(lines).toEqual([expect.objectContaining({ cause: "too-many-questions" })]);
    await pool?.stop();
    expect(await Promise.all(stuck)).toEqual(stuck.map(() => null));
    expect(lines).toHaveLength(1);
  });

  test("resolves with null at once if no process can be started", async () => {
    const { execPath } = process;
    process.execPath = "/nowhere/node";
    try {
      open({}, BAD);
      expect(await ask("pass")).toBeNull();
    } finally {
      process.execPath = execPath;
    }
    expect(lines).toEqual([
      expect.objectContaining({ msg: "bot process failed", cause: "no-start" }),
      expect.objectContaining({ msg: "bot gave no command", cause: "no-process" }),
    ]);
    expect(await ask("pass")).toBe("pass");
  });
});

describe("processes", () => {
  test("are as many as questions wait, at most one less than the cores, but two at least and four at most", async () => {
    open({}, BAD);
    const ids = await askForIds(20);
    expect(ids.size).toBeLessThanOrEqual(Math.max(2, Math.min(4, availableParallelism() - 1)));
    expect(ids).not.toContain(null);
  });

  test("work side by side, and answer what waits while one of them is stuck", async () => {
    open({ processes: 3 }, BAD);
    const stuck = [ask("never end"), ask("never end")];
    const ids = await askForIds(10);
    expect(ids.size).toBe(1);
    expect(ids).not.toContain(null);
    await pool?.stop();
    expect(await Promise.all(stuck)).toEqual([null, null]);
  });

  test("end after five minutes without a question, and are started again for the next", async () => {
    const time = new FakeTime();
    open({ on: time }, BAD);
    const id = await ask("tell its id");
    await time.pass(299_999);
    expect(await ask("tell its id")).toBe(id);
    await time.pass(299_999);
    expect(isRunning(Number(id))).toBe(true);
    await time.pass(1);
    await until(() => !isRunning(Number(id)), "the idle process to end");
    expect(await ask("pass")).toBe("pass");
    expect(lines).toEqual([]);
  });

  test("that do not get ready are killed after 30 s", async () => {
    const time = new FakeTime();
    open({ on: time }, moduleOf("setInterval(() => {}, 1000)"));
    const asked = ask("pass", 100_000);
    await time.pass(30_000);
    expect(await asked).toBeNull();
    expect(lines).toEqual([
      expect.objectContaining({ msg: "bot process failed", cause: "start-timeout", signal: "SIGKILL" }),
      expect.objectContaining({ msg: "bot gave no command", cause: "no-process" }),
    ]);
  });

  test("that fail to start are not tried again for the same question", async () => {
    open({}, moduleOf("throw new Error('broken')"));
    expect(await ask("pass")).toBeNull();
    await pool?.stop();
    expect(lines).toEqual([
      expect.objectContaining({
        cause: "crash",
        exitCode: 1,
        stderr: expect.arrayContaining([expect.stringContaining("broken")]),
      }),
      expect.objectContaining({ cause: "no-process", times: 1 }),
    ]);
  });

  test("are started eight times at once if they crash, then every 5 s, and questions do not wait for that", async () => {
    const time = new FakeTime();
    open({ on: time }, BAD);
    for (let i = 0; i < 8; i++) expect(await ask("exit")).toBeNull();
    expect(await ask("pass")).toBeNull();
    await time.pass(60_000);
    expect(linesOf("bot process failed").map(({ times }) => times)).toEqual([1, 7]);
    const noCommand = linesOf("bot gave no command").map(({ cause, times }) => [cause, times]);
    expect(noCommand).toEqual([
      ["process-failure", 1],
      ["no-process", 1],
      ["process-failure", 7],
    ]);
    expect(await ask("pass")).toBe("pass");
  });

  test("are all gone when the pool has stopped, busy ones too; later questions get no command", async () => {
    open({ processes: 2 }, BAD);
    const ids = await askForIds(20);
    const stuck = [ask("never end"), ask("never end"), ask("pass")];
    await pool?.stop();
    expect([...ids].filter((id) => isRunning(Number(id)))).toEqual([]);
    expect(await Promise.all(stuck)).toEqual([null, null, null]);
    expect(await ask("pass")).toBeNull();
    expect(lines).toEqual([]);
  });
});

describe("failures", () => {
  test("are logged at once, then at most once a minute with their number, each cause by itself", async () => {
    const time = new FakeTime();
    open({ on: time }, BAD);
    for (const what of ["throw", "throw", "exit", "throw"]) await ask(what);
    expect(lines.map(({ msg, cause, times }) => [msg, cause, times])).toEqual([
      ["bot gave no command", "bot-error", 1],
      ["bot process failed", "crash", 1],
      ["bot gave no command", "process-failure", 1],
    ]);
    await time.pass(60_000);
    expect(lines.at(-1)).toMatchObject({ msg: "bot gave no command", times: 2, cause: "bot-error" });
    await time.pass(600_000);
    expect(lines).toHaveLength(4);
    await ask("throw");
    expect(lines).toHaveLength(5);
  });
});
