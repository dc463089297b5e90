import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { copyKept } from "./kept-folder.ts";
import { endProcess, freePort, hasExited, programPath } from "./programs.ts";

/** PostgreSQL refuses to run as root: then it runs as the user that Debian's package creates. */
const USER = "postgres";

const OPTIONS = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "max_connections=100",
  "shared_buffers=32MB",
  "log_min_messages=fatal",
];

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export interface PostgresOptions {
  /** Whether what was acknowledged is on disk, as it must be in a test that kills PostgreSQL; default: `false`, which is faster. */
  readonly durable?: boolean;
  /** Whether it has data checksums, as Compose's has; default: `false`. */
  readonly dataChecksums?: boolean;
  /** Settings of its configuration, e.g. `archive_mode`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Variables of its environment, besides the test's. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A base backup, from which another PostgreSQL is started. */
export interface BaseBackup {
  readonly folder: string;
}

export interface StartFromBackupOptions extends PostgresOptions {
  /** `standby`: it follows its primary until it is promoted. `recovery`: it recovers up to a target and is promoted then. */
  readonly as: "standby" | "recovery";
}

/** A real PostgreSQL on a free port and with a temporary folder, which tests can freeze, kill and restart. */
export class PostgresProcess {
  readonly port: number;
  readonly #folder: string;
  readonly #owner: Owner | null;
  readonly #settings: string[];
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildProcess;
  #log = "";

  static async start(options: PostgresOptions = {}): Promise<PostgresProcess> {
    const owner = process.getuid?.() === 0 ? findOwner() : null;
    const folder = createFolder(owner);
    if (options.dataChecksums) await initialize(folder, owner, "--data-checksums");
    else await copyInitialized(folder, owner);
    const postgres = new PostgresProcess(await freePort(), folder, owner, options);
    await postgres.#waitUntilReady();
    return postgres;
  }

  /** Starts another one from a base backup, which it uses up. Resolves when it answers. */
  static async startFrom(
    { folder }: BaseBackup,
    { as, ...options }: StartFromBackupOptions,
  ): Promise<PostgresProcess> {
    const owner = process.getuid?.() === 0 ? findOwner() : null;
    writeFileSync(join(folder, "data", `${as}.signal`), "");
    const postgres = new PostgresProcess(await freePort(), folder, owner, options);
    await postgres.#waitUntilReady();
    return postgres;
  }

  private constructor(
    port: number,
    folder: string,
    owner: Owner | null,
    { durable = false, settings = {}, env = {} }: PostgresOptions,
  ) {
    this.port = port;
    this.#folder = folder;
    this.#owner = owner;
    this.#env = env;
    this.#settings = [`fsync=${durable ? "on" : "off"}`];
    for (const [name, value] of Object.entries(settings)) this.#settings.push(`${name}=${value}`);
    this.#child = this.#spawn();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** The address of a database that is there from the beginning. */
  get url(): string {
    return this.urlOf(USER);
  }

  urlOf(database: string): string {
    return `postgres://${USER}@127.0.0.1:${this.port}/${database}`;
  }

  /** Creates an empty database, and returns its address. */
  async createDatabase(name: string): Promise<string> {
    await this.query(`CREATE DATABASE ${name}`);
    return this.urlOf(name);
  }

  /** Runs a statement beside the servers, in the database of `url`, or another. */
  async query(sql: string, url = this.url): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client(url);
    // If the connection is lost, the statement rejects.
    client.on("error", () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** Takes a base backup with PostgreSQL's own tool, while it is used. A standby started from it follows this one. */
  async backUp(): Promise<BaseBackup> {
    const folder = createFolder(this.#owner);
    const from = ["-h", "127.0.0.1", "-p", String(this.port), "-U", USER];
    const to = ["-D", join(folder, "data"), "-X", "stream", "--checkpoint=fast", "--write-recovery-conf"];
    await promisify(execFile)(programPath("pg_basebackup"), [...from, ...to], {
      ...this.#owner,
      cwd: folder,
    });
    return { folder };
  }

  /** Makes a standby a primary. Resolves when it is one. */
  async promote(): Promise<void> {
    // It does not wait in the statement: that would hold up, for up to 30 s, what is left to be applied and removes rows.
    await this.query("SELECT pg_promote(false)");
    while ((await this.query("SELECT pg_is_in_recovery() AS recovers"))[0]?.["recovers"] !== false)
      await sleep(20);
  }

  /** Stops all its processes with SIGSTOP: connections stay open, but nothing is answered. */
  freeze(): void {
    this.#signalAll("SIGSTOP");
  }

  thaw(): void {
    this.#signalAll("SIGCONT");
  }

  /** Kills it with SIGKILL, or with SIGQUIT: its own way to end at once. */
  async kill(signal: "SIGKILL" | "SIGQUIT" = "SIGKILL"): Promise<void> {
    await endProcess(this.#child, signal);
  }

  /** Starts it again with the same port and data. */
  async restart(): Promise<void> {
    // The processes of one that was killed may not have ended yet: until then another refuses to start.
    do {
      this.#child = this.#spawn();
    } while (!(await this.#isReadyOrExits()));
  }

  async stop(): Promise<void> {
    if (!hasExited(this.#child)) this.thaw();
    await this.kill("SIGQUIT");
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #spawn(): ChildProcess {
    const options = [...OPTIONS, ...this.#settings].flatMap((option) => ["-c", option]);
    const place = ["-D", join(this.#folder, "data"), "-p", String(this.port)];
    const child = spawn(programPath("postgres"), [...place, ...options], {
      ...this.#owner,
      cwd: this.#folder,
      env: { ...process.env, ...this.#env },
      stdio: ["ignore", "ignore", "pipe"],
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (this.#log += text));
    return child;
  }

  async #waitUntilReady(): Promise<void> {
    if (!(await this.#isReadyOrExits())) throw new Error(`postgres exited: ${this.#log}`);
  }

  /** Resolves with `true` when it answers, with `false` when it has exited. */
  async #isReadyOrExits(): Promise<boolean> {
    while (!hasExited(this.#child)) {
      const isReady = await this.query("SELECT 1").then(
        () => true,
        () => false,
      );
      if (isReady) return true;
      await sleep(20);
    }
    return false;
  }

  /** Sends a signal to all its processes, on Linux. */
  #signalAll(signal: "SIGSTOP" | "SIGCONT"): void {
    const { pid = 0 } = this.#child;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    for (const each of [pid, ...children.split(" ").filter(Boolean).map(Number)]) {
      try {
        process.kill(each, signal);
      } catch {
        // It ended meanwhile, as workers do.
      }
    }
  }
}

/** Creates an empty data folder. */
async function initialize(folder: string, owner: Owner | null, ...more: readonly string[]): Promise<void> {
  const create = ["-D", join(folder, "data"), "-U", USER, "-A", "trust", "-E", "UTF8", "--no-locale"];
  await promisify(execFile)(programPath("initdb"), [...create, "--no-sync", ...more], {
    ...owner,
    cwd: folder,
  });
}

/** Copies an empty data folder, which is created once for all tests: that takes ten times as long. */
async function copyInitialized(folder: string, owner: Owner | null): Promise<void> {
  const uid = owner?.uid ?? process.getuid?.();
  await copyKept(`postgres-15-${uid}`, join(folder, "data"), () => initialize(folder, owner), uid);
}

function createFolder(owner: Owner | null): string {
  const folder = mkdtempSync(join(tmpdir(), "flower-war-postgres-"));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  return folder;
}

export function findOwner(): Owner {
  const read = (flag: "-u" | "-g") => Number(execFileSync("id", [flag, USER], { encoding: "utf8" }));
  return { uid: read("-u"), gid: read("-g") };
}
