import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { freePort, programPath } from "./programs.ts";

const TREE = join(import.meta.dirname, "../../deploy/nginx");

export type Variables = Readonly<Record<string, string>>;

/** What docker-compose.yml sets, but for addresses and ports. */
const DEFAULTS = {
  TLS: "off",
  REQUESTS_PER_SECOND: "200",
  REQUESTS_AT_ONCE: "400",
  SOCKETS_PER_ADDRESS: "500",
};

/** A real nginx with the tree's own configuration, rendered as the official image does it, on free ports. */
export class NginxProcess {
  readonly variables: Variables;
  readonly #folder = mkdtempSync(join(tmpdir(), "flower-war-nginx-"));
  #child: ChildProcess | null = null;
  #log = "";

  /** Ports for an entrance that is yet to start: its servers need to know their own address through it. */
  static async ports(): Promise<{ HTTP_PORT: string; HTTPS_PORT: string; INSIDE_PORT: string }> {
    const [http, https, inside] = await Promise.all([freePort(), freePort(), freePort()]);
    return { HTTP_PORT: String(http), HTTPS_PORT: String(https), INSIDE_PORT: String(inside) };
  }

  /** @param variables of the templates: at least `N1` and `N2`, and the ports */
  static async start(variables: Variables): Promise<NginxProcess> {
    const nginx = new NginxProcess({ ...DEFAULTS, ...variables });
    await nginx.#run();
    return nginx;
  }

  private constructor(variables: Variables) {
    this.variables = variables;
  }

  get url(): string {
    return `http://127.0.0.1:${this.variables["HTTP_PORT"]}`;
  }

  async stop(): Promise<void> {
    this.#child?.kill("SIGTERM");
    if (this.#child?.exitCode === null && this.#child.signalCode === null) await once(this.#child, "exit");
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #run(): Promise<void> {
    copyFileSync(join(TREE, "nginx.conf"), join(this.#folder, "nginx.conf"));
    for (const { name, parentPath } of templates()) {
      const from = join(parentPath, name);
      const to = join(
        this.#folder,
        "conf.d",
        from.slice(join(TREE, "templates").length).replace(/\.template$/, ""),
      );
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, envsubst(readFileSync(from, "utf8"), this.variables));
    }
    const conf = join(this.#folder, "nginx.conf");
    const options = ["-p", this.#folder, "-c", conf, "-g", "daemon off;"];
    const child = spawn(programPath("nginx"), options, { stdio: ["ignore", "ignore", "pipe"] });
    this.#child = child;
    child.stderr.setEncoding("utf8").on("data", (text: string) => (this.#log += text));
    while (!(await answers(Number(this.variables["INSIDE_PORT"])))) {
      if (child.exitCode !== null) throw new Error(`nginx ended: ${this.#log}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

/** The templates that the image would render. */
export function templates() {
  const found = readdirSync(join(TREE, "templates"), { withFileTypes: true, recursive: true });
  return found.filter((entry) => entry.isFile());
}

/** As the official image calls envsubst: variables that are set, and no others, are filled in. */
function envsubst(template: string, variables: Variables): string {
  return template.replaceAll(
    /\$\{(\w+)\}|\$(\w+)/g,
    (whole, braced, bare) => variables[braced ?? bare] ?? whole,
  );
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
