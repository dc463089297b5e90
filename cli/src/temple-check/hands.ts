import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface, type Interface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Slot } from "@flower-war/protocol/temple";
import { EXIT, Failure } from "../failure.ts";

/** Acts at the temple itself, by a person or by a program instead. */
export interface Hands {
  /** Drops a bead. */
  drop(slot: Slot): Promise<void>;
  /** Darkens and clears a beam in turns, for so many ms each. It is clear at the end. */
  beam(slot: Slot, ms: readonly number[]): Promise<void>;
  /** Disconnects the temple from the network, or connects it again. */
  setLink(up: boolean): Promise<void>;
  /** Switches the temple off and on again. */
  cyclePower(): Promise<void>;
  /** Presses the confirm button. */
  pressConfirm(): Promise<void>;
  /** Resolves whether the display asks to take out so many beads of a slot; 0: whether it asks for none. */
  seesDebt(slot: Slot, number: number): Promise<boolean>;
  /** Prepares to observe the next events, for a few seconds at most. */
  watch(): Promise<void>;
  /** Resolves whether the temple showed a verdict's line for about 3 s, and sounded. */
  seesVerdict(line: string): Promise<boolean>;
  /** Resolves whether the temple shows this line now. */
  seesLine(line: string): Promise<boolean>;
  /** Waits so many ms of the temple's time. */
  wait(ms: number): Promise<void>;
  /** Returns the temple's time in ms. */
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

  async setLink(up: boolean): Promise<void> {
    await this.#ask(
      `Switch the temple's Wi-Fi ${up ? "on again" : "off (the access point's)"}, then press Enter.`,
    );
  }

  async cyclePower(): Promise<void> {
    await this.#ask("Switch the temple off and on again, then press Enter.");
  }

  async pressConfirm(): Promise<void> {
    await this.#ask("Press the temple's confirm button once, then press Enter.");
  }

  async seesDebt(slot: Slot, number: number): Promise<boolean> {
    const question =
      number === 0
        ? "Has the temple stopped asking to take a bead out?"
        : `Does the temple ask to take ${number} from ${GODS[slot]}?`;
    return this.#asksWhether(question);
  }

  async watch(): Promise<void> {
    await this.#ask("Watch the temple's screen and listen during the next step. Press Enter to begin it.");
  }

  async seesVerdict(line: string): Promise<boolean> {
    return this.#asksWhether(`Did the temple show "${line}" for about 3 s, and sound?`);
  }

  async seesLine(line: string): Promise<boolean> {
    return this.#asksWhether(`Does the temple show "${line}" now?`);
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

  async #asksWhether(question: string): Promise<boolean> {
    return (await this.#ask(`${question} [y/n]`)).toLowerCase().startsWith("y");
  }

  async #ask(text: string): Promise<string> {
    this.#write(`${text}\n`);
    const { value, done } = await this.#answers.next();
    if (done) throw new Failure(EXIT.failed, "The input ended before the check did.");
    return value.trim();
  }
}

/**
 * A program instead of a person, e.g. the firmware's core on a computer. It reads one command per line and answers `ok`,
 * `yes` or `no` (devices/esp32/host/main.cpp lists them). Its temple's time passes only with the command `wait`.
 */
export class Program implements Hands {
  readonly #child: ChildProcess;
  readonly #answers: AsyncIterator<string>;
  readonly #ended: Promise<unknown>;
  #now = 0;

  /** @param command a command line for the shell */
  constructor(command: string) {
    this.#child = spawn(command, { shell: true, stdio: ["pipe", "pipe", "ignore"] });
    this.#ended = once(this.#child, "close").catch(() => {});
    this.#child.stdin?.on("error", () => {});
    if (!this.#child.stdout) throw new Failure(EXIT.failed, `${command} cannot be started.`);
    this.#answers = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  async drop(slot: Slot): Promise<void> {
    await this.#command(`drop ${slot}`);
  }

  async beam(slot: Slot, ms: readonly number[]): Promise<void> {
    await this.#command(`beam ${slot} ${ms.join(" ")}`);
  }

  async setLink(up: boolean): Promise<void> {
    await this.#command(`link ${up ? "up" : "down"}`);
  }

  async cyclePower(): Promise<void> {
    await this.#command("power");
  }

  async pressConfirm(): Promise<void> {
    await this.#command("confirm");
  }

  async seesDebt(slot: Slot, number: number): Promise<boolean> {
    return this.#agrees(`see ${slot} ${number}`);
  }

  async watch(): Promise<void> {
    await this.#command("hears");
  }

  async seesVerdict(line: string): Promise<boolean> {
    if (!(await this.#agrees("hears")) || !(await this.seesLine(line))) return false;
    await this.wait(2_000);
    return this.seesLine(line);
  }

  async seesLine(line: string): Promise<boolean> {
    return this.#agrees(`reads ${line}`);
  }

  async wait(ms: number): Promise<void> {
    this.#now += ms;
    await this.#command(`wait ${ms}`);
  }

  now(): number {
    return this.#now;
  }

  /** Closes the program's input; resolves when the program has ended. */
  async close(): Promise<void> {
    this.#child.stdin?.end();
    await this.#ended;
  }

  async #agrees(line: string): Promise<boolean> {
    return (await this.#command(line)) === "yes";
  }

  async #command(line: string): Promise<string> {
    this.#child.stdin?.write(`${line}\n`);
    const { value, done } = await this.#answers.next();
    if (done) throw new Failure(EXIT.failed, `The program at the temple ended at the command "${line}".`);
    if (!["ok", "yes", "no"].includes(value)) {
      throw new Failure(EXIT.failed, `The program at the temple does not know the command "${line}".`);
    }
    return value;
  }
}
