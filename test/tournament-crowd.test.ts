/** What an arena of 200 players costs the server, and the tables beside it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { AnyMatch } from "@flower-war/client-sdk";
import { PATHS } from "@flower-war/protocol";
import { TOURNAMENT_PATHS } from "@flower-war/protocol/tournaments";
import { expect, onTestFinished, test } from "vitest";
import { bearer, createGuest } from "../server/test/support/account.ts";
import { BundledServer } from "./support/faults/bundled-server.ts";
import { freePort } from "./support/programs.ts";
import { retry } from "./support/retry.ts";
import { type SeededRandom, seedTest } from "./support/seeded-random.ts";
import { clientAt } from "./support/sdk-calls.ts";
import { makeTempFolder } from "./support/temp-folder.ts";
import { newOrganiser } from "./support/tournament-player.ts";

const PLAYERS = 200;
/** Tables beside the arena, each with a person and a bot, and ms between two of their commands. */
const TABLES = 20;
const PACE = 50;
/** ms that are measured. */
const MEASURED = 10_000;

/** Plays a table until a time, and notes how long each command took, ms. A table that is over is followed by another. */
async function playOn(url: string, until: number, random: SeededRandom, took: number[]): Promise<void> {
  const host = clientAt(url, "Citlali");
  const open = () => retry<AnyMatch>(() => host.create({ game: "tieqchieq", bots: 1, private: true }));
  let match = await open();
  while (performance.now() < until) {
    const legal = match.legal().filter(({ type }) => type !== "concede");
    const command = legal[random.below(legal.length)];
    if (command) {
      const sent = performance.now();
      await match.send(command as never).then(
        () => took.push(performance.now() - sent),
        () => {},
      );
    }
    if (match.status === "over") {
      await match.leave();
      match = await open();
    }
    await sleep(PACE);
  }
  await match.leave();
}

/** Returns the ms that 99 % of the commands of `TABLES` tables took at most. */
async function measureTables(url: string, random: SeededRandom): Promise<number> {
  const took: number[] = [];
  const until = performance.now() + MEASURED;
  await Promise.all(Array.from({ length: TABLES }, () => playOn(url, until, random, took)));
  expect(took.length).toBeGreaterThan(TABLES);
  return took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0;
}

test("200 players of an arena are paired within seconds, and tables beside it are played as without", async () => {
  const random = seedTest("200 players");
  const server = new BundledServer(await freePort(), makeTempFolder(), {
    PLAYERS_PER_MINUTE: "100000",
    TRUST_PROXY: "loopback",
  });
  onTestFinished(() => server.kill());
  await server.start();
  const { url } = server;
  const organiser = await newOrganiser(url);
  const { id } = await organiser.create({
    name: "Crowd",
    kind: "arena",
    game: "tieqchieq",
    seats: 2,
    noShow: 60,
  });
  const path = url + TOURNAMENT_PATHS.registration.replace(":id", id);
  for (let i = 0; i < PLAYERS; i += 1) {
    const { token } = await createGuest(url, `Player ${i}`);
    // They come from different addresses: one may change so much in a minute.
    const from = { "x-forwarded-for": `10.0.${i >> 4}.${1 + (i & 15)}` };
    const { status } = await fetch(path, { method: "POST", headers: { ...bearer(token), ...from } });
    expect(status).toBe(200);
  }
  const without = await measureTables(url, random);
  const begun = performance.now();
  await organiser.direct(id, { act: "start" });
  const measuring = measureTables(url, random);
  let tables: readonly { readonly match: string }[] = [];
  for (;;) {
    ({ tables } = await organiser.find(id));
    if (tables.length === PLAYERS / 2) break;
    await sleep(20);
  }
  const paired = performance.now() - begun;
  for (const { match } of tables) {
    const found = async () => (await fetch(url + PATHS.match.replace(":id", match))).status;
    while ((await found()) !== 200) await sleep(20);
  }
  const created = performance.now() - begun;
  const during = await measuring;
  const ms = (value: number) => `${Math.round(value)} ms`;
  console.log(
    `paired after ${ms(paired)}, all ${tables.length} matches there after ${ms(created)}; ` +
      `p99 of ${TABLES} tables ${ms(without)} without, ${ms(during)} while it is paired`,
  );
  // Up to a look of the server, 500 ms, is in it; the rest is for a busy machine.
  expect(paired).toBeLessThan(5_000);
  expect(created).toBeLessThan(20_000);
  expect(during).toBeLessThan(10 * without + 500);
});
