import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Challenges, FlowerWar, memoryPlayerStore, type OpenChallenge } from "../src/index.ts";
import { type LiveServer, startLiveServer } from "./support/live-server.ts";

const ROOT = join(import.meta.dirname, "../..");
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { interval: 5, timeout: 60_000 });

let server: LiveServer;
beforeAll(async () => {
  server = await startLiveServer();
});
afterAll(() => server.stop());

const online: Challenges[] = [];
afterEach(async () => {
  for (const each of online.splice(0)) await each.leave();
});

/** Brings a bot account online. */
async function bringBot(name: string) {
  const host = new FlowerWar(server.url, { name });
  const heard: OpenChallenge[] = [];
  const challenges = await (await host.identity()).onChallenge((challenge) => void heard.push(challenge));
  online.push(challenges);
  return { host, challenges, heard };
}

/** A table of two that waits for its host to start it. */
function openTable() {
  const host = new FlowerWar(server.url, { name: "Citlali", player: true });
  return host.create({ game: "flower-war", seats: 2, start: "host", private: true });
}

describe("a bot account", () => {
  it("is created once, and stays the same bot at the server", async () => {
    const playerStore = memoryPlayerStore();
    const host = new FlowerWar(server.url, { name: "Ahuizotl", playerStore });
    const bot = await (await host.identity()).declareBot();
    expect(bot).toMatchObject({ name: "Ahuizotl", kind: "bot" });
    expect(
      await (await new FlowerWar(server.url, { name: "Ahuizotl", playerStore }).identity()).declareBot(),
    ).toEqual(bot);
  });

  it("is never made of a person", async () => {
    const host = new FlowerWar(server.url, { name: "Izel" });
    await (await host.identity()).player();
    await expect((await host.identity()).declareBot()).rejects.toMatchObject({ code: "not-bot-account" });
    await expect((await host.identity()).onChallenge(() => {})).rejects.toMatchObject({
      code: "not-bot-account",
    });
  });

  it("is listed while it is online", async () => {
    const { challenges } = await bringBot("Nahual");
    const namesOf = async () => (await (await visitor.identity()).listBots()).map(({ name }) => name);
    const visitor = new FlowerWar(server.url);
    await until(async () => expect(await namesOf()).toContain("Nahual"));
    await challenges.leave();
    await until(async () => expect(await namesOf()).not.toContain("Nahual"));
  });
});

describe("a challenge", () => {
  it("is heard by the bot, which takes the seat and is marked there", async () => {
    const bot = await bringBot("Tecolote");
    const table = await openTable();
    await table.challenge("west", "Tecolote");
    expect(table.challenges).toMatchObject([
      { seat: "west", name: "Tecolote", status: "open", reason: null },
    ]);
    await until(() => expect(bot.heard).toHaveLength(1));
    const [challenge] = bot.heard;
    expect(challenge).toMatchObject({
      match: table.invitation,
      seat: "west",
      game: "flower-war",
      host: "Citlali",
      speed: "none",
    });
    const match = await challenge?.accept();
    expect(match?.seat).toBe("west");
    await until(() => expect(table.challenges).toEqual([]));
    const player = (await (await bot.host.identity()).player()).id;
    expect(table.seats.find(({ seat }) => seat === "west")).toMatchObject({
      kind: "bot-account",
      name: "Tecolote",
      player,
    });
    expect(bot.challenges.open).toEqual([]);
    await table.start();
    await until(() => expect(match?.status).toBe("playing"));
    await table.leave();
    await match?.leave();
  });

  it("is declined for a reason that the host sees", async () => {
    const bot = await bringBot("Cipactli");
    const table = await openTable();
    await table.challenge("west", "Cipactli");
    await until(() => expect(bot.heard).toHaveLength(1));
    await bot.heard[0]?.decline("busy");
    await until(() =>
      expect(table.challenges).toMatchObject([{ seat: "west", status: "declined", reason: "busy" }]),
    );
    await expect(bot.heard[0]?.accept()).rejects.toMatchObject({ code: "not-challenged" });
    await table.leave();
  });

  it("is there after the bot has lost its connection", async () => {
    const bot = await bringBot("Xolotl");
    const table = await openTable();
    await bot.challenges.leave();
    const again = await (await bot.host.identity()).onChallenge(
      (challenge) => void bot.heard.push(challenge),
    );
    online.push(again);
    await table.challenge("west", "Xolotl");
    await until(() => expect(bot.heard).toHaveLength(1));
    const second: OpenChallenge[] = [];
    online.push(await (await bot.host.identity()).onChallenge((challenge) => void second.push(challenge)));
    expect(second).toMatchObject([{ id: bot.heard[0]?.id }]);
    await table.leave();
  });
});

describe("the bot of docs/bots.md", () => {
  let program: ChildProcess;
  afterEach(async () => {
    const gone = once(program, "exit");
    if (program.exitCode === null && program.kill()) await gone;
  });

  it("has at most 10 lines, comes when it is invited, and plays until it agrees to a draw", async () => {
    const code = (await readFile(join(ROOT, "docs/bots.md"), "utf8")).match(/```js\n([^]*?)```/)?.[1] ?? "";
    const lines = code.split("\n").filter((line) => line !== "");
    expect(lines.length).toBeLessThanOrEqual(10);
    program = spawn(
      process.execPath,
      [
        "--conditions=@flower-war/source",
        "--input-type=module",
        "--eval",
        code.replace("http://localhost:2567", server.url),
      ],
      { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] },
    );
    if (!program.stdout) throw new Error("the program prints");
    await once(createInterface(program.stdout), "line");
    const table = await openTable();
    await table.challenge("west", "Ahuizotl");
    await until(() => expect(table.seats.find(({ seat }) => seat === "west")?.kind).toBe("bot-account"));
    await table.start();
    await until(() => expect(table.status).toBe("playing"));
    await until(async () => {
      const command = table.legal().find(({ type }) => type !== "concede");
      // The bot may have been faster.
      if (command) await table.send(command).catch(() => {});
      expect(table.state.n).toBeGreaterThanOrEqual(20);
    });
    await table.makeOffer("draw");
    await until(() => expect(table.outcome).toEqual({ by: "draw", winner: null }));
    await table.leave();
  });
});
