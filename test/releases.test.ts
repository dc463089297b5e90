/** Every release that is kept plays with what stands: its clients at today's server, today's SDK at its server. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GAMES, PATHS, REFUSAL_CODES, type TablePage } from "@flower-war/protocol";
import { Listing } from "@flower-war/protocol/schemas";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { flowerWar } from "../cli/test/support/run.ts";
import { PostgresProcess } from "./support/postgres.ts";
import { freePort, lacks } from "./support/programs.ts";
import { RedisProcess } from "./support/redis.ts";
import { installClient } from "./support/released-player.ts";
import {
  inRelease,
  type Programs,
  type Running,
  startProgram,
  TODAY,
  unpackPrograms,
  VERSIONS,
} from "./support/released.ts";
import { clientAt, makeAllCalls, type Target } from "./support/sdk-calls.ts";
import { playGames } from "./support/sdk-play.ts";
import { seedTest } from "./support/seeded-random.ts";
import type { UserProject } from "./support/user-project.ts";

/** What a release does not have that today's SDK has. */
interface Lacks {
  /** Calls that are `not-found`, as `makeAllCalls` names them. */
  readonly calls: readonly string[];
  /** Games in which players cannot concede. */
  readonly concede: readonly string[];
}

/** The versions whose clients seal no nonces. At today's server they play at tables that were created with `openNonces`. */
const UNSEALED: readonly string[] = ["0.2.0"];

const PASSWORD = "the-operators-password-7261";

/** Commands of each match before it is ended. */
const COMMANDS = Number(process.env["FLOWER_WAR_RELEASE_COMMANDS"] ?? 60);

const readJson = async <T>(version: string, name: string): Promise<T> =>
  JSON.parse(await readFile(inRelease(version, name), "utf8")) as T;

/** A server on a data folder of its own. */
class Server {
  readonly target: Target;
  readonly #programs: Programs;
  readonly #running: Running;
  readonly #folder: string;

  static async start(
    programs: Programs,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Server> {
    const folder = await mkdtemp(join(tmpdir(), "flower-war-data-"));
    const running = await startProgram(programs, "server", {
      DATA_DIR: folder,
      ADMIN_PASSWORD: PASSWORD,
      CREATIONS_PER_MINUTE: "1000",
      SEATS_PER_MINUTE: "1000",
      ...environment,
    });
    return new Server(programs, running, folder);
  }

  private constructor(programs: Programs, running: Running, folder: string) {
    this.#programs = programs;
    this.#running = running;
    this.#folder = folder;
    const url = `http://127.0.0.1:${running.ready.port}`;
    this.target = { url, operatorUrl: running.ready.operatorUrl ?? url, password: PASSWORD };
  }

  async stop(): Promise<void> {
    await this.#running.end();
    await this.#programs.remove();
    await rm(this.#folder, { recursive: true });
  }
}

test("today's server has all that today's SDK calls", async () => {
  const server = await Server.start(TODAY);
  try {
    const answers = await makeAllCalls(server.target);
    expect([...answers].filter(([, answer]) => answer === "not-found")).toEqual([]);
  } finally {
    await server.stop();
  }
});

describe.each(VERSIONS)("a client of %s at today's server", (version) => {
  /** The client, or why it could not be installed. */
  let project: UserProject | string;
  let server: Server;
  beforeAll(async () => {
    [project, server] = await Promise.all([installClient(version), Server.start(TODAY)]);
  });
  afterAll(() => Promise.all([typeof project === "string" || project.remove(), server.stop()]));

  /** Runs the release's program, with these options more for the matches that it creates. Resolves with what it printed. */
  async function play(client: UserProject, options = ""): Promise<string> {
    const program = await readFile(inRelease(version, "play.mjs"), "utf8");
    await writeFile(join(client.folder, "play.mjs"), program.replaceAll("create({", `create({${options}`));
    return client.runProgram("play.mjs", server.target.url);
  }

  test("sits down, plays, and reads refusals", async ({ skip }) => {
    if (typeof project === "string") return skip(project);
    const printed = await play(project, UNSEALED.includes(version) ? " openNonces: true," : "");
    expect(JSON.parse(printed)).toMatchObject(await readJson<object>(version, "printed.json"));
  });

  if (UNSEALED.includes(version)) {
    test("is told that a table takes sealed nonces only", async ({ skip }) => {
      if (typeof project === "string") return skip(project);
      await expect(play(project)).rejects.toThrow(/seal-required/);
    });
  }
});

describe.each(VERSIONS)("today's SDK at a server of %s", (version) => {
  let server: Server;
  let lacks: Lacks;
  beforeAll(async () => {
    server = await Server.start(await unpackPrograms(version));
    lacks = await readJson(version, "lacks.json");
  });
  afterAll(() => server.stop());

  test("is offered only commands that the server takes, in every game, and verifies its records", {
    timeout: 600_000,
  }, async () => {
    const random = seedTest(`matches at a server of ${version}`);
    const played = await playGames(server.target.url, COMMANDS, random);
    expect(played.map(({ game }) => game)).toEqual([...GAMES]);
    expect(played.map(({ flaw }) => flaw)).toEqual(GAMES.map(() => null));
    const without = played.filter(({ concedes }) => !concedes).map(({ game }) => game);
    expect(without).toEqual(lacks.concede);
  });

  test("has an answer to every call: `not-found` where the server lacks it", async () => {
    const answers = await makeAllCalls(server.target);
    const missing = [...answers].filter(([, answer]) => answer === "not-found").map(([call]) => call);
    expect(missing).toEqual(lacks.calls);
    const known = ["ok", ...Object.keys(REFUSAL_CODES).filter((code) => code !== "internal")];
    expect(known).toEqual(expect.arrayContaining([...answers.values()]));
  });

  test("what it stores is brought to today's version by `flower-war upgrade --check`, and all matches go on", async () => {
    const open = await clientAt(server.target.url, "Citlali").create({ game: "flower-war", bots: 3 });
    await expect.poll(() => open.status).toBe("playing");
    const { operatorUrl } = server.target;
    const check = () =>
      flowerWar(["upgrade", "--check", "--json", "--operator", operatorUrl], { ADMIN_PASSWORD: PASSWORD });
    let checked = await check();
    // A server of these versions refuses a backup if a write is under way when it begins.
    for (let n = 0; n < 20 && checked.stderr.includes("unavailable"); n += 1) checked = await check();
    expect(checked).toMatchObject({ exitCode: 0, stderr: "" });
    const { from, to, matches, misfits } = JSON.parse(checked.stdout) as {
      from: number;
      to: number;
      matches: { open: number };
      misfits: object[];
    };
    expect(from).toBeGreaterThan(0);
    expect(from).toBeLessThanOrEqual(to);
    expect(matches.open).toBeGreaterThan(0);
    expect(misfits).toEqual([]);
    await open.leave();
  });

  test("counts the matches that are listed", async () => {
    const host = clientAt(server.target.url, "Citlali");
    const lobby = await host.lobby();
    const open = await host.create({ game: "flower-war" });
    await expect.poll(() => lobby.matches.map(({ id }) => id)).toContain(open.id);
    await expect.poll(() => lobby.total - lobby.matches.length).toBe(0);
    expect(lobby.pages).toBe(1);
    await Promise.all([open.leave(), lobby.leave()]);
  });
});

describe.skipIf(lacks("redis", "postgres")).each(VERSIONS)("a cluster on its way from %s", (version) => {
  test("lists the matches of both versions at servers of both", async () => {
    const [redis, postgres] = await Promise.all([RedisProcess.start(), PostgresProcess.start()]);
    const shared = { REDIS_URL: redis.url, DATABASE_URL: postgres.url, AUTH_SECRET: "secret-of-the-cluster" };
    const servers: Server[] = [];
    try {
      // 0.2.0 stores its matches in Redis.
      for (const programs of [await unpackPrograms(version), TODAY]) {
        const PORT = String(await freePort());
        const PUBLIC_URL = `http://127.0.0.1:${PORT}`;
        servers.push(await Server.start(programs, { ...shared, PORT, PUBLIC_URL }));
      }
      const hosts = servers.map(({ target }) => clientAt(target.url, "Citlali"));
      const matches = await Promise.all(hosts.map((host) => host.create({ game: "flower-war" })));
      const ids = matches.map(({ id }) => id).toSorted();
      const lobbies = await Promise.all(hosts.map((host) => host.lobby()));
      for (const lobby of lobbies)
        await expect.poll(() => lobby.matches.map(({ id }) => id).toSorted()).toEqual(ids);
      const listed = await fetch(`${servers[1]?.target.url}${PATHS.lobby}`);
      const { tables } = (await listed.json()) as TablePage;
      expect(tables.map(({ id }) => id).toSorted()).toEqual(ids);
      for (const table of tables) expect(Listing.safeParse(table).error).toBeUndefined();
      await Promise.all([...matches, ...lobbies].map((joined) => joined.leave()));
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
      await Promise.all([redis.stop(), postgres.stop()]);
    }
  });
});

test("docs/compatibility.md names every call that a kept release lacks", async () => {
  const text = await readFile(join(import.meta.dirname, "../docs/compatibility.md"), "utf8");
  for (const version of VERSIONS) {
    const { calls } = await readJson<Lacks>(version, "lacks.json");
    expect(calls.filter((call) => !text.includes(`\`${call}\``))).toEqual([]);
  }
});
