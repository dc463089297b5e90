import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Cancel, Time } from "@flower-war/protocol/ports";
import { type Edge, parseEdge } from "./gpio-edges.ts";
import type { Pins } from "./raspberry-pi-temple.ts";

/** ms until `gpiomon` is started again. */
const RESTART_DELAY = 1_000;

/** The Pi's pins, through the programs of libgpiod 1.x or 2.x: `gpiomon`, `gpioget`, `gpioset`. */
export class Gpio implements Pins {
  readonly #chip: string;
  readonly #time: Time;
  /** libgpiod's major version. */
  readonly #version: number;
  readonly #children = new Set<ChildProcess>();
  #lamps: ChildProcess | null = null;
  /** The newest levels, and whether they wait for the `gpioset` before to end. */
  #levels: readonly string[] = [];
  #isReplacing = false;
  #isStopping = false;

  /** @throws if there is no `gpiomon` */
  constructor(chip: string, time: Time) {
    this.#chip = chip;
    this.#time = time;
    const output = execFileSync("gpiomon", ["--version"], { encoding: "utf8" });
    this.#version = Number(/(?<!\d)(\d+)\.\d/.exec(output)?.[1] ?? 1);
  }

  /** libgpiod 1.x has nothing that toggles a line. */
  get canSound(): boolean {
    return this.#version >= 2;
  }

  /** Returns which of these inputs are high now. They are pulled up. */
  read(lines: readonly number[]): boolean[] {
    const options =
      this.#version >= 2 ? ["--numeric", "--bias=pull-up", "-c", this.#chip] : ["--bias=pull-up", this.#chip];
    const output = execFileSync("gpioget", [...options, ...lines.map(String)], { encoding: "utf8" });
    return output
      .trim()
      .split(/\s+/)
      .map((level) => level === "1");
  }

  /** Calls `onEdge` for every edge of these inputs. When `gpiomon` ends, calls `onEnd` and starts it again. */
  watch(lines: readonly number[], onEdge: (edge: Edge) => void, onEnd: () => void): void {
    const chip = this.#version >= 2 ? ["-c", this.#chip] : [this.#chip];
    // stdbuf, because the C library buffers output to a pipe.
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
      if (this.#isStopping) return;
      onEnd();
      this.#time.after(RESTART_DELAY, () => this.watch(lines, onEdge, onEnd), { background: true });
    });
  }

  /** Switches lamps on and off. `gpioset` holds their lines as long as it runs. */
  setLamps(lamps: ReadonlyMap<number, boolean>): void {
    this.#levels = [...lamps].map(([line, isLit]) => `${line}=${isLit ? 1 : 0}`);
    const previous = this.#lamps;
    if (this.#isReplacing) return;
    const hasEnded = previous?.exitCode !== null || previous.signalCode !== null;
    if (previous === null || hasEnded) return this.#startLamps();
    this.#isReplacing = true;
    previous.once("close", () => {
      this.#isReplacing = false;
      this.#startLamps();
    });
    previous.kill();
  }

  #startLamps(): void {
    if (this.#isStopping) return;
    const options = this.#version >= 2 ? ["-c", this.#chip] : ["--mode=signal", this.#chip];
    this.#lamps = spawn("gpioset", [...options, ...this.#levels], { stdio: "ignore" });
    this.#lamps.on("error", () => {});
  }

  /** Toggles an output that many times a second, up and down, until the returned function is called. */
  playTone(line: number, hertz: number): Cancel {
    const halfPeriod = `${Math.round(1_000_000 / hertz / 2)}us`;
    const child = spawn("gpioset", ["-c", this.#chip, "-t", halfPeriod, `${line}=1`], { stdio: "ignore" });
    this.#children.add(child);
    child.on("error", () => {});
    child.on("close", () => this.#children.delete(child));
    return () => void child.kill();
  }

  stop(): void {
    this.#isStopping = true;
    this.#lamps?.kill();
    for (const child of this.#children) child.kill();
  }
}
