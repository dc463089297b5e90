import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface, type Interface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Slot } from "@flower-war/client-sdk/temple";
import { EXIT, Failure } from "../failure.ts";

/** Whoever does at a temple what a message cannot: a person, or a program in their place. */
export interface Hands {
  /** Lets a bead fall. */
  drop(slot: Slot): Promise<void>;
  /** Darkens and clears a beam in turns, so many ms each; it is clear at the end. */
  beam(slot: Slot, ms: readonly number[]): Promise<void>;
  /** Takes the network away from the temple, or gives it back. */
  link(up: boolean): Promise<void>;
  /** Switches it off and on again. */
  power(): Promise<void>;
  /** Presses the confirm button. */
  confirm(): Promise<void>;
  /** Does it ask to take so many beads out? 0: does it ask for none? */
  sees(slot: Slot, number: number): Promise<boolean>;
  /** Lets time pass, in ms. */
  wait(ms: number): Promise<void>;
  /** ms that have passed for the temple. */
  now(): number;
  close(): Promise<void>;
}

const GODS = { h: "Huitzilopochtli", t: "Tlaloc" } as const;

/** A person who reads what to do and presses Enter when it is done. */
export class Person implements Hands {
  readonly #lines: Interface;
  readonly #answers: AsyncIterator<string>;
  readonly #write: (text: string) => void;

  constructor(input: NodeJS.ReadableStream, write: (text: string) => void) {
    this.#lines = createInterface({ input });
    this.#answers = this.#lines[Symbol.asyncIterator]();
    this.#write = write;
  }

  async drop(slot: Slot): Promise<void> {
    await this.#ask(`Drop one bead for ${GODS[slot]}, then press Enter.`);
  }

  async beam(slot: Slot, ms: readonly number[]): Promise<void> {
    const [dark = 0] = ms;
    await this.#ask(
      dark > 2000
        ? `Cover the beam of ${GODS[slot]}'s slot for about ${dark / 1000} s, let go, then press Enter.`
        : `Drop one bead with a large hole for ${GODS[slot]}, then press Enter.`,
    );
  }

  async link(up: boolean): Promise<void> {
    await this.#ask(
      `Switch the temple's Wi-Fi ${up ? "on again" : "off (the access point's)"}, then press Enter.`,
    );
  }

  async power(): Promise<void> {
    await this.#ask("Switch the temple off and on again, then press Enter.");
  }

  async confirm(): Promise<void> {
    await this.#ask("Press the temple's confirm button once, then press Enter.");
  }

  async sees(slot: Slot, number: number): Promise<boolean> {
    const question =
      number === 0
        ? "Has the temple stopped asking to take a bead out?"
        : `Does the temple ask to take ${number} from ${GODS[slot]}?`;
    return (await this.#ask(`${question} [y/n]`)).toLowerCase().startsWith("y");
  }

  async wait(ms: number): Promise<void> {
    await sleep(ms);
  }

  now(): number {
    return performance.now();
  }

  async close(): Promise<void> {
    this.#lines.close();
  }

  async #ask(text: string): Promise<string> {
    this.#write(`${text}\n`);
    const { value, done } = await this.#answers.next();
    if (done) throw new Failure(EXIT.failed, "Nobody is there to do it: the input has ended.");
    return value.trim();
  }
}

/**
 * A program that does it, e.g. the firmware's core on a desk: it reads one command a line and answers `ok`, `yes` or
 * `no` (bridge/firmware/esp32/host/main.cpp lists them). Time passes for its temple when it is told to wait.
 */
export class Program implements Hands {
  readonly #child: ChildProcess;
  readonly #answers: AsyncIterator<string>;
  readonly #ended: Promise<unknown>;
  #now = 0;

  /** @param command a shell's command line */
  constructor(command: string) {
    this.#child = spawn(command, { shell: true, stdio: ["pipe", "pipe", "ignore"] });
    this.#ended = once(this.#child, "close").catch(() => {});
    this.#child.stdin?.on("error", () => {});
    if (!this.#child.stdout) throw new Failure(EXIT.failed, `${command} cannot be started.`);
    this.#answers = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  async drop(slot: Slot): Promise<void> {
    await this.#tell(`drop ${slot}`);
  }

  async beam(slot: Slot, ms: readonly number[]): Promise<void> {
    await this.#tell(`beam ${slot} ${ms.join(" ")}`);
  }

  async link(up: boolean): Promise<void> {
    await this.#tell(`link ${up ? "up" : "down"}`);
  }

  async power(): Promise<void> {
    await this.#tell("power");
  }

  async confirm(): Promise<void> {
    await this.#tell("confirm");
  }

  async sees(slot: Slot, number: number): Promise<boolean> {
    return (await this.#tell(`see ${slot} ${number}`)) === "yes";
  }

  async wait(ms: number): Promise<void> {
    this.#now += ms;
    await this.#tell(`wait ${ms}`);
  }

  now(): number {
    return this.#now;
  }

  /** Its input ends; resolves when it has ended too. */
  async close(): Promise<void> {
    this.#child.stdin?.end();
    await this.#ended;
  }

  async #tell(line: string): Promise<string> {
    this.#child.stdin?.write(`${line}\n`);
    const { value, done } = await this.#answers.next();
    if (done) throw new Failure(EXIT.failed, `The program at the temple ended at "${line}".`);
    if (!["ok", "yes", "no"].includes(value)) {
      throw new Failure(EXIT.failed, `The program at the temple does not know "${line}".`);
    }
    return value;
  }
}
