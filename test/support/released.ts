import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { BRIDGE_BUNDLE } from "./builds.ts";
import { endProcess } from "./programs.ts";
import { ROOT } from "./root.ts";

const run = promisify(execFile);

/** The tarballs of each release, and their other files, by version (README.md there). */
const RELEASES = join(ROOT, "test/releases");

/** The versions that are kept, the oldest first. */
export const VERSIONS: readonly string[] = readdirSync(RELEASES)
  .filter((name) => /^\d+\.\d+\.\d+$/.test(name))
  .toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }));

/** Returns the path of something that is kept of a release. */
export const inRelease = (version: string, name = ""): string => join(RELEASES, version, name);

export type ProcessName = "server" | "bridge";

/** Server and bridge of one version. */
export interface Programs {
  readonly entries: Readonly<Record<ProcessName, string>>;
  readonly execArgv: readonly string[];
  /** Deletes what was unpacked. */
  remove(): Promise<void>;
}

/** The programs of this clone, as bundles. */
export const TODAY: Programs = {
  entries: { server: join(ROOT, "server/dist/bundle/main.js"), bridge: join(ROOT, BRIDGE_BUNDLE) },
  execArgv: ["--conditions=@flower-war/source"],
  remove: async () => {},
};

/** Unpacks server and bridge of a release. */
export async function unpackPrograms(version: string): Promise<Programs> {
  const folder = await mkdtemp(join(tmpdir(), "flower-war-released-"));
  for (const name of ["server", "bridge"] as const) {
    const tarball = inRelease(version, `flower-war-${name}-${version}.tgz`);
    await run("tar", ["-xzf", tarball, "-C", folder, `--transform=s,^package,${name},`]);
  }
  const entry = (name: ProcessName) => join(folder, name, "dist/bundle/main.js");
  return {
    entries: { server: entry("server"), bridge: entry("bridge") },
    execArgv: [],
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A server or a bridge as a process. */
export interface Running {
  /** What it sent when it was ready. A server without `operatorUrl` has the operator's paths at its own address. */
  readonly ready: {
    readonly port?: number;
    readonly operatorUrl?: string;
    readonly bridgeToken?: string;
    readonly mqttPort?: number;
  };
  /** Stops it with SIGTERM. Resolves with the exit code. */
  end(): Promise<number | null>;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
}

/** Starts a server or a bridge; resolves when it is ready. Rejects with what it wrote to stderr if it ends before. */
export async function startProgram(
  { entries, execArgv }: Programs,
  name: ProcessName,
  environment: Readonly<Record<string, string>>,
): Promise<Running> {
  const child = fork(entries[name], {
    env: {
      ...process.env,
      NODE_ENV: "development",
      HOST: "127.0.0.1",
      PORT: "0",
      OPERATOR_PORT: "0",
      MQTT_PORT: "0",
      BOT_DELAY: "0",
      LOG_LEVEL: "error",
      ...environment,
    },
    execArgv: [...execArgv],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  // Not inherited: Vitest waits until every process that has its worker's stderr is gone.
  child.stderr?.pipe(process.stderr, { end: false });
  let log = "";
  child.stderr?.on("data", (text) => (log += String(text)));
  const exited = once(child, "close").then(([code]) => {
    throw new Error(`the ${name} ended with code ${String(code)} before it was ready: ${log}`);
  });
  const [ready] = (await Promise.race([once(child, "message"), exited])) as [Running["ready"]];
  exited.catch(() => {});
  const kill = async () => void (await endProcess(child, "SIGKILL"));
  return { ready, end: () => endProcess(child, "SIGTERM"), kill };
}
