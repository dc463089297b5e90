import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { type Edge, parseEdge } from "./edges.ts";

/** The Pi's pins, by the programs of libgpiod, 1.x or 2.x: `gpiomon`, `gpioget`, `gpioset`. */
export class Gpio {
  readonly #chip: string;
  /** libgpiod's own major version. */
  readonly #version: number;
  readonly #children = new Set<ChildProcess>();
  #lamps: ChildProcess | null = null;
  #stopping = false;

  /** @throws if there is no `gpiomon` */
  constructor(chip: string) {
    this.#chip = chip;
    const said = execFileSync("gpiomon", ["--version"], { encoding: "utf8" });
    this.#version = Number(/v?(\d+)\.\d/.exec(said)?.[1] ?? 1);
  }

  /** Whether these inputs are high now; they are pulled up. */
  read(lines: readonly number[]): boolean[] {
    const options =
      this.#version >= 2 ? ["--numeric", "--bias=pull-up", "-c", this.#chip] : ["--bias=pull-up", this.#chip];
    const said = execFileSync("gpioget", [...options, ...lines.map(String)], { encoding: "utf8" });
    return said
      .trim()
      .split(/\s+/)
      .map((level) => level === "1");
  }

  /** Tells every edge of these inputs; `gpiomon` is started again when it ends. */
  watch(lines: readonly number[], onEdge: (edge: Edge) => void, onEnd: () => void): void {
    const chip = this.#version >= 2 ? ["-c", this.#chip] : [this.#chip];
    // Its output goes to a pipe, where the C library would keep lines back.
    const child = spawn("stdbuf", ["-oL", "gpiomon", "--bias=pull-up", ...chip, ...lines.map(String)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#children.add(child);
    child.on("error", () => {});
    createInterface({ input: child.stdout }).on("line", (text) => {
      const edge = parseEdge(text);
      if (edge !== null) onEdge(edge);
    });
    child.on("close", () => {
      this.#children.delete(child);
      if (this.#stopping) return;
      onEnd();
      setTimeout(() => this.watch(lines, onEdge, onEnd), 1_000).unref();
    });
  }

  /** Lights lamps: `gpioset` holds their lines as long as it runs. */
  light(lamps: ReadonlyMap<number, boolean>): void {
    const states = [...lamps].map(([line, lit]) => `${line}=${lit ? 1 : 0}`);
    const options = this.#version >= 2 ? ["-c", this.#chip] : ["--mode=signal", this.#chip];
    const before = this.#lamps;
    const next = () => {
      if (this.#stopping) return;
      this.#lamps = spawn("gpioset", [...options, ...states], { stdio: "ignore" });
      this.#lamps.on("error", () => {});
    };
    if (before === null || before.exitCode !== null) return next();
    before.once("close", next);
    before.kill();
  }

  stop(): void {
    this.#stopping = true;
    this.#lamps?.kill();
    for (const child of this.#children) child.kill();
  }
}
