/** What people at a real server notice when its bot processes die. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { randomInt } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { RandomBelow } from "@flower-war/rules/bots";
import { describe, expect, onTestFinished, test } from "vitest";
import { isRunning } from "../../../test/support/process-tree.ts";
import { TestClient } from "../support/client.ts";
import { findAwaited, pickCommand } from "../support/expected-views.ts";
import { createMatch } from "../support/post.ts";
import { ServerProcess } from "../support/process.ts";
import { seededRandom } from "../support/random.ts";
import { seatTwo } from "../support/seated-match.ts";
import { until } from "../support/until.ts";

const PATIENT_SERVER = fileURLToPath(new URL("../support/patient-server.ts", import.meta.url));

/** ms: the turns of a skilled bot take seconds. */
const DEADLINE = 60_000;

/** What bot processes die of, in turn. */
const SIGNALS = ["SIGSEGV", "SIGKILL"] as const;

/** Commands that a person plays after the last death. */
const COMMANDS = 2;
/** The server starts eight bot processes at once. Not every death costs a thought: one may be done. */
const MOST_DEATHS = 7;

/** How many questions the processes of each server were asked. */
const questions = new Map<ServerProcess, number>();
const questionsOf = (server: ServerProcess): number => questions.get(server) ?? 0;

async function startServer(): Promise<ServerProcess> {
  const server = await ServerProcess.start({}, PATIENT_SERVER);
  onTestFinished(async () => void (await server.stop("SIGKILL")));
  server.child.on("message", (message) => {
    if (message === "asked") questions.set(server, questionsOf(server) + 1);
  });
  return server;
}

function newSeed(): number {
  const seed = randomInt(2 ** 32);
  console.log(`seed: ${seed}`);
  return seed;
}

/** Creates a match of a person and a skilled bot. Resolves with the person's client. */
async function joinBot(server: ServerProcess): Promise<TestClient> {
  return TestClient.join(server.url, await createMatch(server.url, { seats: 2, bots: ["skilled"] }));
}

/** Plays a command for whichever of these clients is awaited, and expects its entry. */
async function playOne(clients: readonly TestClient[], random: RandomBelow): Promise<void> {
  const client = findAwaited(clients);
  const n = await client.play(pickCommand(client, random(1000)));
  for (const each of clients) {
    await each.waitForEntry(n);
    expect(each.entries.find((entry) => entry.n === n)).toMatchObject({ seat: client.seat });
  }
}

/** Two people play, a command for each one that another match sees, until that is over. Resolves with their number. */
async function playBeside(
  other: TestClient,
  isOver: () => boolean,
  server: ServerProcess,
  random: RandomBelow,
): Promise<number> {
  let { players } = await seatTwo(server.url);
  let commands = 0;
  while (!isOver()) {
    // Random commands can end a match early.
    if (players.some(({ state }) => state.status === "over")) ({ players } = await seatTwo(server.url));
    const { n } = other.state;
    await playOne(players, random);
    commands += 1;
    await until(() => other.state.n > n || isOver(), "the match beside to go on", DEADLINE);
  }
  return commands;
}

/** Whether the match waits for a bot, according to this client. */
function awaitsBot({ seat, state }: TestClient): boolean {
  return state.status === "playing" && !["", seat].includes(state.table.awaiting.seat);
}

/** The ids of the server's bot processes that are alive. */
const botProcesses = (server: ServerProcess): number[] => server.children.filter(isRunning);

/** Plays for a person until a process begins to think for a bot. */
async function playUntilThought(
  server: ServerProcess,
  person: TestClient,
  random: RandomBelow,
): Promise<void> {
  const before = questionsOf(server);
  const isAsked = () => questionsOf(server) > before;
  while (!isAsked()) {
    await until(() => isAsked() || !awaitsBot(person), "a question to a bot process", DEADLINE);
    if (!isAsked()) await playOne([person], random);
  }
}

/** Waits until the bots have moved, one decision after the other: their turns may have many. */
async function waitForBots(person: TestClient): Promise<void> {
  while (awaitsBot(person)) {
    const { n } = person.state;
    await until(() => person.state.n > n || !awaitsBot(person), "a bot to move", DEADLINE);
  }
}

/** Plays commands for a person, and waits for the bots after each. Random commands can end the match before. */
async function playOn(person: TestClient, random: RandomBelow, commands: number): Promise<void> {
  for (let i = 0; i < commands; i++) {
    await waitForBots(person);
    if (person.state.status === "over") return;
    await playOne([person], random);
  }
  await waitForBots(person);
}

interface Line {
  readonly msg: string;
  readonly times: number;
  readonly cause: string;
  readonly signal?: string;
}

/** The lines that the server has logged with this message. */
function linesOf(server: ServerProcess, message: string): Line[] {
  const complete = server.log.split("\n").slice(0, -1);
  const lines = complete.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as Line);
  return lines.filter(({ msg }) => msg === message);
}

/** The lines about thoughts that ended with their process: on a busy machine others come too late besides. */
const lostThoughts = (server: ServerProcess): Line[] => thoughtsWithout(server, "process-failure");

/** The lines about thoughts that gave no command for this cause. */
function thoughtsWithout(server: ServerProcess, reason: string): Line[] {
  return linesOf(server, "bot gave no command").filter(({ cause }) => cause === reason);
}

function countFailures(lines: readonly Line[]): number {
  return lines.reduce((sum, { times }) => sum + times, 0);
}

describe.skipIf(process.platform !== "linux")("bot processes of a server", () => {
  test("that die of SIGSEGV and SIGKILL in mid-thought cost a bot's move, and nothing else", async () => {
    const server = await startServer();
    const person = await joinBot(server);
    const random = seededRandom(newSeed());
    const killed = new Set<number>();
    let isOver = false;

    const kill = async () => {
      while (lostThoughts(server).length === 0 || killed.size < SIGNALS.length) {
        await playUntilThought(server, person, random);
        const { n } = person.state;
        for (const id of botProcesses(server).filter((each) => !killed.has(each))) {
          process.kill(id, SIGNALS[killed.size % SIGNALS.length]);
          killed.add(id);
        }
        expect(killed.size).toBeLessThanOrEqual(MOST_DEATHS);
        // It may have moved before this process heard of its thought.
        const hasMoved = () => person.state.n > n || !awaitsBot(person);
        await until(hasMoved, "the bot to move although its process is dead", DEADLINE);
      }
      // The next question starts a process: a person's turn may have many commands before it.
      await playUntilThought(server, person, random);
      await playOn(person, random, COMMANDS);
      isOver = true;
    };
    const people = playBeside(person, () => isOver, server, seededRandom(newSeed()));
    const [commands] = await Promise.all([people, kill()]);
    expect(commands).toBeGreaterThanOrEqual(person.state.status === "over" ? 1 : COMMANDS);
    const { length: processes } = botProcesses(server);
    expect(processes, "in place of the dead").toBeGreaterThanOrEqual(1);

    expect(await server.stop()).toBe(0);
    // Another process is asked while one still thinks about a question whose time is up.
    expect(processes).toBeLessThanOrEqual(1 + countFailures(thoughtsWithout(server, "timeout")));
    const failures = linesOf(server, "bot process failed");
    for (const signal of SIGNALS)
      expect(failures).toContainEqual(expect.objectContaining({ cause: "crash", signal }));
    expect(countFailures(failures)).toBe(killed.size);
    // All moves after the last death came from a thought.
    expect(countFailures(lostThoughts(server))).toBeLessThanOrEqual(killed.size);
  });

  test.each([
    ["is killed", "SIGKILL"],
    ["is stopped", "SIGTERM"],
  ] as const)("end in mid-thought when the server %s", async (_, signal) => {
    const server = await startServer();
    await playUntilThought(server, await joinBot(server), seededRandom(newSeed()));
    const ids = botProcesses(server);
    await server.stop(signal);
    await until(() => !ids.some(isRunning), "the bot processes to end", DEADLINE);
  });

  test("end in an endless thought too when the server is killed", async () => {
    const server = fork(new URL("../support/endless-bot.ts", import.meta.url), {
      execArgv: ["--conditions=@flower-war/source"],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    onTestFinished(() => void server.kill("SIGKILL"));
    const [id] = (await once(server, "message")) as [string];
    expect(isRunning(Number(id))).toBe(true);
    server.kill("SIGKILL");
    await until(() => !isRunning(Number(id)), "the bot process to end", DEADLINE);
  });

  test("go on thinking when SIGTERM and SIGINT reach them beside the server", async () => {
    const server = await startServer();
    const person = await joinBot(server);
    const random = seededRandom(newSeed());
    // The process is ready: while it starts, signals end it.
    await playUntilThought(server, person, random);
    const ids = botProcesses(server);
    for (const id of ids) {
      process.kill(id, "SIGTERM");
      process.kill(id, "SIGINT");
    }
    await playOn(person, random, COMMANDS);
    // Another one may have started meanwhile.
    expect(botProcesses(server)).toEqual(expect.arrayContaining(ids));
    await server.stop();
    expect(linesOf(server, "bot process failed")).toEqual([]);
  });
});
