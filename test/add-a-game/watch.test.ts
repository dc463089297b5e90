/** A host that follows the edits of a game from outside (docs/add-a-game.md, A folder). */
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FlowerWar, type GameListing, type Match } from "@flower-war/client-sdk";
import { expect, test } from "vitest";
import { nimGame } from "./client.ts";
import { forkFlowerWarStart } from "../support/process-tree.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { until } from "../support/until.ts";

/** How often a server is asked that may be away. */
const POLL = { timeout: 60_000, interval: 100 };

test("with --watch a server takes the new files, its match goes on, and a wrong file is waited out", {
  timeout: 240_000,
}, async () => {
  const folder = join(makeTempFolder(), "nim");
  await cp(join(import.meta.dirname, "nim"), folder, { recursive: true });
  const host = forkFlowerWarStart({ LOG_LEVEL: "fatal", BOT_DELAY: "0" }, ["--game", folder, "--watch"]);
  let said = "";
  host.root.stderr?.on("data", (text: string) => (said += text));
  const { port } = await host.ready;
  const url = `http://127.0.0.1:${port}`;
  const change = async (file: string, from: string, to: string) => {
    const path = join(folder, file);
    await writeFile(path, (await readFile(path, "utf8")).replace(from, to));
  };
  const title = async () => {
    const games = await fetch(`${url}/api/games`).then(
      (answer) => answer.json(),
      () => [],
    );
    return (games as GameListing[]).find(({ page }) => page !== undefined)?.page?.texts.en.title ?? null;
  };

  const player = new FlowerWar(url, { name: "Citlali", games: { nim: async () => nimGame } });
  const match = await player.create({ game: "nim", options: { sticks: 21 }, bots: 1 });
  await until(() => isAwaited(match), "the first decision");
  await match.send({ type: "take", count: 1 });
  const { n } = match.state;
  const debugged = await fetch(`${url}/api/debug/matches/${match.id}`);
  expect(await debugged.json()).toMatchObject({
    game: "nim",
    seats: ["left", "right"],
    state: { table: {} },
  });

  await change("page.ts", 'title: "Nim"', 'title: "Sticks"');
  await expect.poll(title, POLL).toBe("Sticks");
  await until(() => match.connection === "connected" && isAwaited(match), "the player's way back");
  expect(match.state.n).toBeGreaterThanOrEqual(n);

  await change("index.ts", "export default", "export const game =");
  await until(() => said.includes("It is started again when a file has changed."), "the server's sentence");
  expect(await title()).toBeNull();
  await change("index.ts", "export const game =", "export default");
  await expect.poll(title, POLL).toBe("Sticks");
  await until(() => match.connection === "connected" && isAwaited(match), "the player's way back");
  await match.send({ type: "take", count: 1 });
  await match.leave();

  host.root.kill("SIGTERM");
  expect((await host.end).code).toBe(0);
  expect(said).toContain(`The game ${folder} has no default export: it must be a HostedGame.\n`);
  expect(said).toContain("The server ended by itself: 1. It is started again when a file has changed.\n");
});

test("--watch without a game is refused in a sentence", async () => {
  const { code, stderr } = await forkFlowerWarStart({}, ["--watch"]).end;
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: "--watch needs a game to watch: name it with --game.\n",
  });
});

const isAwaited = (match: Match<"nim">): boolean => match.awaiting.some(({ seat }) => seat === match.seat);
