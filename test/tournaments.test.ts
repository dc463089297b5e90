/** Tournaments with real servers and clients of the SDK (docs/tournaments.md). */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { Tournament, TournamentRequest, Tournaments } from "@flower-war/client-sdk/tournaments";
import { startFirstOfTwo, startLoneServer } from "./support/faults/servers.ts";
import { lacks } from "./support/programs.ts";
import { retry } from "./support/retry.ts";
import { type SeededRandom, seedTest } from "./support/seeded-random.ts";
import { newHost, newOrganiser, TournamentPlayer } from "./support/tournament-player.ts";
import { until, untilRead } from "./support/until.ts";

const ROUNDS = {
  name: "Evening",
  kind: "rounds",
  game: "tieqchieq",
  seats: 2,
  rounds: 3,
  pause: 0,
} as const satisfies TournamentRequest;

/** Creates players who take part. */
async function enter(
  url: string,
  id: string,
  count: number,
  random: SeededRandom,
  first = 0,
): Promise<TournamentPlayer[]> {
  const players = Array.from(
    { length: count },
    (_, i) => new TournamentPlayer(url, `Player ${first + i}`, random),
  );
  for (const player of players) await player.register(id);
  onTestFinished(() => players.forEach((player) => player.stop()));
  return players;
}

/** Reads a tournament until a condition holds. */
function untilFound(
  tournaments: Tournaments,
  id: string,
  holds: (tournament: Tournament) => boolean,
  what: string,
): Promise<Tournament> {
  const read = async () => {
    await sleep(50);
    return retry(() => tournaments.find(id));
  };
  return untilRead(read, holds, what);
}

/** Requires that all matches of a tournament's rounds were played once, by different people. */
function expectWhole({ standings, rounds }: Tournament, players: number): void {
  expect(standings).toHaveLength(players);
  for (const { played, byes } of standings) expect(played + byes).toBe(rounds);
  const points = standings.reduce((sum, each) => sum + each.points, 0);
  expect(points).toBe((rounds ?? 0) * Math.ceil(players / 2));
  expect(standings.map(({ points: own }) => own)).toEqual(
    standings.map(({ points: own }) => own).toSorted((a, b) => b - a),
  );
}

test("8 players play three rounds to the end; a ninth comes late, and each has a bye at most once", async () => {
  const random = seedTest("three rounds");
  const { server } = await startLoneServer();
  const { url } = server;
  const organiser = await newOrganiser(url);
  const { id } = await organiser.create(ROUNDS);
  const players = await enter(url, id, 8, random);
  expect((await organiser.list()).map((each) => [each.id, each.status, each.players])).toEqual([
    [id, "gathering", 8],
  ]);
  await organiser.direct(id, { act: "start" });
  await untilFound(organiser, id, ({ round }) => round === 1, "the first round");
  const late = await enter(url, id, 1, random, 8);
  await Promise.all([...players, ...late].map((player) => player.play(id)));
  const { status, standings, tables } = await organiser.find(id);
  expect(status).toBe("over");
  expect(tables.every(({ over, round }) => over && round === 3)).toBe(true);
  for (const { played, byes, name } of standings) {
    expect(played + byes).toBe(name === "Player 8" ? 2 : 3);
    expect(byes).toBeLessThanOrEqual(1);
  }
  await expect(newHost(url, "Late").tournaments.register(id)).rejects.toMatchObject({
    code: "tournament-over",
  });
});

test("a server that is killed again and again goes on with its tournament", async () => {
  const random = seedTest("kills in a tournament");
  const { server } = await startLoneServer();
  const { url } = server;
  const organiser = await newOrganiser(url);
  const { id } = await organiser.create({ ...ROUNDS, noShow: 120 });
  const players = await enter(url, id, 8, random);
  await organiser.direct(id, { act: "start" });
  const playing = Promise.all(players.map((player) => player.play(id)));
  for (let kills = 0; kills < 4; kills += 1) {
    await sleep(random.below(1_000));
    await server.kill();
    // Somewhere around the writes of a step: what was paired, or how a match ended.
    const n = 2 + random.below(12);
    const fault = kills % 2 === 0 ? `${random.happens(0.5) ? "before" : "after"}-commit:${n}` : "";
    await server.start(fault);
    if (fault !== "") {
      // Toward the end of the tournament fewer changes may come than it takes.
      await Promise.race([server.waitForExit(), sleep(1_500)]);
      if (server.isRunning) await server.kill();
      await server.start();
    }
  }
  await playing;
  expectWhole(await retry(() => organiser.find(id)), 8);
});

test("an arena pairs whoever waits until it is ended; people join and leave as they like", async () => {
  const random = seedTest("arena");
  const { server } = await startLoneServer();
  const { url } = server;
  const organiser = await newOrganiser(url);
  const { id } = await organiser.create({
    ...ROUNDS,
    kind: "arena",
    rounds: undefined,
    pause: 0,
    minutes: 10,
  });
  const players = await enter(url, id, 7, random);
  await organiser.direct(id, { act: "start" });
  const playing = players.map((player) => player.play(id));
  const [leaver] = players;
  await until(() => (leaver?.played.size ?? 0) > 0, "a first match");
  await leaver?.withdraw(id);
  const [late] = await enter(url, id, 1, random, 7);
  playing.push(late?.play(id) ?? Promise.resolve());
  await until(
    () => [...players.slice(1), late].every((player) => (player?.played.size ?? 0) >= 2),
    "two matches of each",
  );
  await organiser.direct(id, { act: "pause" });
  const paused = await organiser.find(id);
  expect(paused.status).toBe("paused");
  const { n } = await untilFound(
    organiser,
    id,
    ({ tables }) => tables.every(({ over }) => over),
    "the last match",
  );
  await sleep(1_500);
  expect((await organiser.find(id)).n).toBe(n);
  await organiser.direct(id, { act: "resume" });
  await untilFound(organiser, id, ({ tables }) => tables.some(({ over }) => !over), "a next match");
  const ended = await organiser.direct(id, { act: "end" });
  await Promise.all(playing);
  expect(ended).toMatchObject({ status: "over", endedBy: "organiser" });
  expect(ended.standings.find((each) => each.id === leaver?.id)).toMatchObject({ active: false });
});

test.skipIf(lacks("redis", "postgres", "nginx"))(
  "of two servers the other one goes on with a tournament when one is killed",
  async () => {
    const random = seedTest("a tournament of two servers");
    const { url, servers } = await startFirstOfTwo();
    await servers[1].start();
    const organiser = await newOrganiser(url);
    const { id } = await organiser.create({ ...ROUNDS, noShow: 120 });
    const players = await enter(url, id, 6, random);
    await organiser.direct(id, { act: "start" });
    const playing = Promise.all(players.map((player) => player.play(id)));
    await untilFound(organiser, id, ({ tables }) => tables.some(({ over }) => over), "a first result");
    await servers[0].kill();
    await untilFound(organiser, id, ({ round }) => round > 1, "the second round");
    await servers[0].start();
    await sleep(1_000);
    await servers[1].kill();
    await playing;
    expectWhole(await retry(() => organiser.find(id)), 6);
  },
);
