import { type ChildProcess, spawn } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fillIn } from "../../cli/src/start/entrance.ts";
import { endProcess, freePort, programPath, waitUntilListening } from "./programs.ts";
import { ROOT } from "./root.ts";

const SOURCES = join(ROOT, "deploy/nginx");

export type Variables = Readonly<Record<string, string>>;

/** The variables that docker-compose.yml sets, without addresses and ports. */
const DEFAULTS = {
  TLS: "off",
  REQUESTS_PER_SECOND: "200",
  REQUESTS_AT_ONCE: "400",
  SOCKETS_PER_ADDRESS: "500",
};

/** A real nginx with the configuration in deploy/, rendered as the official image does it, on free ports. */
export class NginxProcess {
  readonly variables: Variables;
  readonly #folder = mkdtempSync(join(tmpdir(), "flower-war-nginx-"));
  #child: ChildProcess | null = null;
  #log = "";

  /** Chooses free ports before it starts: its servers need to know their public URLs. */
  static async choosePorts(): Promise<{ HTTP_PORT: string; HTTPS_PORT: string; HEALTH_PORT: string }> {
    const [http, https, health] = await Promise.all([freePort(), freePort(), freePort()]);
    return { HTTP_PORT: String(http), HTTPS_PORT: String(https), HEALTH_PORT: String(health) };
  }

  /** @param variables those of the templates: at least `N1`, `N2` and the ports */
  static async start(variables: Variables): Promise<NginxProcess> {
    const nginx = new NginxProcess({ ...DEFAULTS, ...variables });
    await nginx.#spawn();
    return nginx;
  }

  private constructor(variables: Variables) {
    this.variables = variables;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get url(): string {
    return `http://127.0.0.1:${this.variables["HTTP_PORT"]}`;
  }

  async stop(): Promise<void> {
    if (this.#child) await endProcess(this.#child, "SIGTERM");
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #spawn(): Promise<void> {
    mkdirSync(join(this.#folder, "run"));
    copyFileSync(join(SOURCES, "nginx.conf"), join(this.#folder, "nginx.conf"));
    for (const { name, parentPath } of listTemplates()) {
      const from = join(parentPath, name);
      const to = join(
        this.#folder,
        "conf.d",
        from.slice(join(SOURCES, "templates").length).replace(/\.template$/, ""),
      );
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, fillIn(readFileSync(from, "utf8"), this.variables));
    }
    const conf = join(this.#folder, "nginx.conf");
    // Started by root its workers stay root, or they could not read keys in temporary folders.
    const user = process.getuid?.() === 0 ? "user root; " : "";
    // In the official image it is no module.
    const stream =
      this.variables["TLS"] === "auto" ? `load_module ${programPath("libnginx-mod-stream")}; ` : "";
    const options = ["-p", this.#folder, "-c", conf, "-g", `${stream}${user}daemon off;`];
    const child = spawn(programPath("nginx"), options, { stdio: ["ignore", "ignore", "pipe"] });
    this.#child = child;
    child.stderr.setEncoding("utf8").on("data", (text: string) => (this.#log += text));
    // It opens them one after the other.
    for (const port of ["HEALTH_PORT", "HTTP_PORT"])
      await waitUntilListening(Number(this.variables[port]), child, () => this.#log);
  }
}

/** Lists the templates that the image renders. */
export function listTemplates() {
  const found = readdirSync(join(SOURCES, "templates"), { withFileTypes: true, recursive: true });
  return found.filter((entry) => entry.isFile());
}
