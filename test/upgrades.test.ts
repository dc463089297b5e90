/** Upgrades in the middle of matches (docs/operate.md, "A new version"): from the oldest kept release over each to this version, and back again. */
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Match } from "@flower-war/client-sdk";
import { GAMES, type GameName } from "@flower-war/protocol";
import { verifyRecord } from "@flower-war/rules";
import { describe, expect, onTestFinished, test } from "vitest";
import { untilBack } from "./support/faults/back.ts";
import { NginxProcess } from "./support/nginx.ts";
import { PostgresProcess } from "./support/postgres.ts";
import { freePort, lacks } from "./support/programs.ts";
import { RedisProcess } from "./support/redis.ts";
import { type Running, startProgram, TODAY, unpackPrograms, VERSIONS } from "./support/released.ts";
import { type Player, ReleasedSdk } from "./support/released-player.ts";
import { clientAt } from "./support/sdk-calls.ts";
import { canMount, fillDisk, makeSmallDisk } from "./support/small-disk.ts";
import { type SeededRandom, seedTest } from "./support/seeded-random.ts";
import { makeTempFolder } from "./support/temp-folder.ts";
import { until } from "./support/until.ts";

const OLDEST = VERSIONS[0] ?? "";
/** A release whose database the next one brings to a newer version. */
const OLDER = "0.4.0";

/** Entries of a match at which a server is replaced. */
const MIDDLES = VERSIONS.map((_, i) => 6 + 3 * i);

type Settings = Readonly<Record<string, string>>;

/** Starts a server of a release, or of this version, until the test has finished. */
async function startServer(version: string | null, settings: Settings): Promise<Running> {
  const programs = version === null ? TODAY : await unpackPrograms(version);
  onTestFinished(() => programs.remove());
  const limits = { CREATIONS_PER_MINUTE: "1000", SEATS_PER_MINUTE: "1000" };
  const server = await startProgram(programs, "server", { ...limits, ...settings });
  onTestFinished(() => server.kill());
  return server;
}

/** Two players with the SDK of a release, in a match of each game. */
class Evening {
  readonly #players: readonly Player[];
  readonly #url: string;

  static async begin(version: string, url: string, middles: readonly number[], random: SeededRandom) {
    const sdk = await ReleasedSdk.install(version);
    if (typeof sdk === "string") throw new Error(sdk);
    onTestFinished(() => sdk.remove());
    const start = (name: string, matches?: Record<GameName, string>) => {
      const seed = random.below(2 ** 31);
      const openNonces = version === OLDEST;
      const options = { url, name, seed, commands: 20, middles, games: GAMES, openNonces };
      const player = sdk.start({ ...options, ...(matches && { matches }) });
      onTestFinished(() => player.end());
      return player;
    };
    const creator = start("Citlali");
    return new Evening([creator, start("Tenoch", await creator.next("created"))], url);
  }

  private constructor(players: readonly Player[], url: string) {
    this.#players = players;
    this.#url = url;
  }

  /** Resolves when each match has come to its next middle. */
  async untilMiddle(): Promise<void> {
    const isThere = (game: GameName) => this.#players.some(({ waits }) => waits.has(game));
    await until(() => GAMES.every(isThere), "each match to be in its middle");
  }

  goOn(): void {
    for (const player of this.#players) player.goOn();
  }

  /** Expects that each match came to its end, lost nothing, and has a record that verifies, after so many servers. */
  async expectWhole(servers: number): Promise<void> {
    const ended = await Promise.all(this.#players.map((player) => player.next("ended")));
    for (const game of GAMES) {
      const [first, second] = ended.map((matches) => matches[game]);
      expect(first?.outcome, game).toEqual(second?.outcome);
      for (const seen of [first, second])
        expect(seen, game).toMatchObject({ refused: [], outcome: expect.anything() });
      // Who is not awaited may be back late: each server was met by one of them at least.
      expect((first?.drops ?? 0) + (second?.drops ?? 0), game).toBeGreaterThanOrEqual(servers - 1);
      const record = await fetch(`${this.#url}/api/matches/${first?.match}/record`);
      expect(verifyRecord(await record.text(), second?.witness), game).toMatchObject({ ok: true });
    }
  }
}

describe(`players with the SDK of ${OLDEST} play on while their server is replaced by that of each release`, () => {
  /** @param start starts the servers of a version. @param between is done where the database comes to a newer version */
  async function playThrough(
    url: string,
    start: (version: string | null) => Promise<readonly Running[]>,
    between: (next: string | null) => Promise<void> = async () => {},
  ): Promise<void> {
    let servers = await start(OLDEST);
    const evening = await Evening.begin(OLDEST, url, MIDDLES, seedTest(`upgrades of ${servers.length}`));
    for (const [i, before] of VERSIONS.entries()) {
      const version = VERSIONS[i + 1] ?? null;
      await evening.untilMiddle();
      for (const server of servers) await server.end();
      if (before === OLDER) await between(version);
      servers = await start(version);
      evening.goOn();
    }
    await evening.expectWhole(VERSIONS.length + 1);
  }

  test.skipIf(!canMount)("on SQLite, once on a full disk", async () => {
    const DATA_DIR = makeSmallDisk("32m");
    const PORT = String(await freePort());
    const start = async (version: string | null) => [await startServer(version, { DATA_DIR, PORT })];
    await playThrough(`http://127.0.0.1:${PORT}`, start, async (next) => {
      const filler = fillDisk(DATA_DIR);
      await expect(start(next)).rejects.toThrow("database or disk is full");
      rmSync(filler);
    });
  });

  // Older versions must not run beside this one (CHANGELOG.md): all are stopped first.
  test.skipIf(lacks("postgres", "redis", "nginx"))(
    "two on PostgreSQL, behind nginx, one after the other",
    async () => {
      const [redis, postgres] = await Promise.all([RedisProcess.start(), PostgresProcess.start()]);
      onTestFinished(async () => void (await Promise.all([redis.stop(), postgres.stop()])));
      const [ports, N1, N2] = [await NginxProcess.choosePorts(), await freePort(), await freePort()];
      const nginx = await NginxProcess.start({ ...ports, N1: `127.0.0.1:${N1}`, N2: `127.0.0.1:${N2}` });
      onTestFinished(() => nginx.stop());
      const stores = {
        REDIS_URL: redis.url,
        DATABASE_URL: postgres.url,
        AUTH_SECRET: "secret-of-the-cluster",
      };
      const start = async (version: string | null) => [
        await startServer(version, { ...stores, PORT: String(N1), PUBLIC_URL: `${nginx.url}/n1` }),
        await startServer(version, { ...stores, PORT: String(N2), PUBLIC_URL: `${nginx.url}/n2` }),
      ];
      await playThrough(nginx.url, start);
    },
  );
});

test(`back from this version to ${OLDER}: it refuses the newer database, and goes on from the copy`, async () => {
  const DATA_DIR = makeTempFolder();
  const settings = { DATA_DIR, PORT: String(await freePort()) };
  const url = `http://127.0.0.1:${settings.PORT}`;
  const [database, copy] = ["flower-war.db", "copy.db"].map((name) => join(DATA_DIR, name)) as [
    string,
    string,
  ];
  const old = await startServer(OLDER, settings);
  const first = await clientAt(url, "Citlali").create({ game: "tieqchieq", private: true });
  const second = (await clientAt(url, "Tenoch").join(first.invitation ?? "")) as Match<"tieqchieq">;
  const players = [first, second];
  onTestFinished(async () => void (await Promise.allSettled(players.map((player) => player.leave()))));
  const play = async (commands: number) => {
    for (let played = 0; played < commands; played += 1) {
      const awaited = () => players.find(({ awaiting, seat }) => awaiting.some((each) => each.seat === seat));
      await until(() => awaited() !== undefined, "a player to be awaited");
      const player = awaited();
      const command = player?.legal().find(({ type }) => type !== "concede");
      if (player === undefined || command === undefined) throw new Error("no command is legal");
      const { n } = await player.send(command);
      await until(() => players.every(({ state }) => state.n === n), "both to see it");
    }
    return first.state.n;
  };
  await until(() => players.every(({ status }) => status === "playing"), "the match to begin");
  const copied = await play(4);
  await old.end();
  copyFileSync(database, copy);

  const today = await startServer(null, settings);
  await untilBack(players);
  expect(await play(3)).toBeGreaterThan(copied);
  await today.end();

  await expect(startServer(OLDER, settings)).rejects.toThrow("database-newer");
  rmSync(database);
  copyFileSync(copy, database);
  await startServer(OLDER, settings);
  await untilBack(players);
  await until(() => players.every(({ state }) => state.n === copied), "the match as it was copied");
  await play(3);
  await first.send({ type: "concede" });
  await until(() => players.every(({ status }) => status === "over"), "the end");
});
