import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../../test/support/programs.ts";

/** The server as its image has it. */
export const MAIN = fileURLToPath(new URL("../../dist/bundle/main.js", import.meta.url));

/** The secrets that all test servers share. */
export const SECRETS = {
  AUTH_SECRET: "auth-secret-of-tests",
  BRIDGE_TOKEN: "bridge-token-of-tests",
  ADMIN_PASSWORD: "admin-password-of-tests",
};

/** What all clients of a test may do together: they have one address. */
export const ONE_ADDRESS = {
  SOCKETS_PER_ADDRESS: "10000",
  REQUESTS_PER_SECOND: "10000",
  REQUESTS_AT_ONCE: "10000",
};

interface ForkExtras {
  /** The command lines of the server, and of Node. */
  readonly args?: readonly string[] | undefined;
  readonly execArgv?: readonly string[];
  /** Runs in place of Node. */
  readonly execPath?: string | undefined;
}

/**
 * Forks a server that listens on this port of this machine, with the settings that most tests have.
 * @param env more settings, or others
 */
export function forkServer(
  main: string,
  port: number,
  dataDir: string,
  env: Readonly<Record<string, string>>,
  { args = [], execArgv = [], execPath = process.execPath }: ForkExtras = {},
): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return fork(main, args, {
    execPath,
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      HOST: "127.0.0.1",
      PORT: String(port),
      OPERATOR_PORT: "0",
      DATA_DIR: dataDir,
      BOT_DELAY: "0",
      LOG_LEVEL: "warn",
      ...SECRETS,
      ...ONE_ADDRESS,
      ...env,
    },
    execArgv: [...execArgv],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

/** What few servers of tests are started with. */
export interface ServerExtras {
  /** Its command line. */
  readonly args?: readonly string[];
  /** How many files and sockets it may have open; default: as the test. */
  readonly openFiles?: number;
}

/** A server in its own process, bundled as its image has it: it starts in half the time that the sources take. */
export class ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** The address of the operator's listener. */
  operatorUrl = "";
  readonly config = { bridgeToken: SECRETS.BRIDGE_TOKEN };
  /** Everything the process wrote to stdout and stderr. */
  log = "";
  readonly #folder: string;

  /**
   * Starts a server on a free port with a temporary data folder. Resolves when it is ready.
   * @param main the file that the process runs
   */
  static async start(
    env: Record<string, string> = {},
    main = MAIN,
    extras: ServerExtras = {},
  ): Promise<ServerProcess> {
    const server = new ServerProcess(await freePort(), env, main, extras);
    const ended = once(server.child, "exit").then(() => {
      throw new Error(`server exited before it was ready: ${server.log}`);
    });
    const [ready] = await Promise.race([once(server.child, "message"), ended]);
    server.operatorUrl = (ready as { readonly operatorUrl: string }).operatorUrl;
    return server;
  }

  private constructor(port: number, env: Record<string, string>, main: string, extras: ServerExtras) {
    this.url = `http://127.0.0.1:${port}`;
    this.#folder = mkdtempSync(join(tmpdir(), "flower-war-server-"));
    const settings = { PUBLIC_URL: this.url, ...env };
    const { args, openFiles } = extras;
    const execPath = openFiles === undefined ? undefined : limitFiles(this.#folder, openFiles);
    const execArgv = ["--conditions=@flower-war/source"];
    this.child = forkServer(main, port, this.#folder, settings, { args, execArgv, execPath });
    for (const output of [this.child.stdout, this.child.stderr]) {
      output?.setEncoding("utf8").on("data", (text: string) => (this.log += text));
    }
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** The ids of its child processes, on Linux. */
  get children(): number[] {
    const file = `/proc/${this.child.pid}/task/${this.child.pid}/children`;
    return readFileSync(file, "utf8").split(" ").filter(Boolean).map(Number);
  }

  /** Stops the process and deletes its data folder. Resolves with the exit code; `null`: a signal ended it. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    if (this.isRunning) {
      this.child.kill(signal);
      await once(this.child, "exit");
    }
    rmSync(this.#folder, { recursive: true, force: true });
    return this.child.exitCode;
  }
}

/** Writes a program into a folder that is Node with few open files, and returns its path. What is limited for good must be a process of its own. */
function limitFiles(folder: string, count: number): string {
  const file = join(folder, "node");
  writeFileSync(file, `#!/bin/sh\nulimit -n ${count}\nexec '${process.execPath}' "$@"\n`, { mode: 0o700 });
  return file;
}
