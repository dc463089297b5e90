import { setTimeout as sleep } from "node:timers/promises";
import type { Transport } from "../attack.ts";
import { AttackedHost, type HostKind } from "../host.ts";
import { Fuzzer, Neighbours } from "../processes/child.ts";
import type { Felt, Target } from "../processes/orders.ts";
import type { Fuzzed, Plan } from "./orders.ts";

const TEMPLES = 12;
/** ms within which the host answers a request between two batches. */
const ANSWERS = 5_000;
/** ms within which the seated table plays a command. */
const PLAYS = 10_000;
/** MB by which server and bridge may grow after the first batch: V8's heaps in each thread grow before they are collected (docs/security.md, "Fuzzing"). */
const GROWTH = 400;
/** As much after so many batches: what the allocator keeps grows to some 400 MB in ten million inputs. */
const LONG = { batches: 200, growth: 500 };
const MB = 1024 * 1024;
/** The least level of a line by which server or bridge say that they failed, as pino counts. */
const ERROR = 50;

/** A host that is fuzzed beside a seated table. */
export class FuzzedHost {
  readonly #host: AttackedHost;
  readonly #neighbours: Neighbours;
  readonly #fuzzer = new Fuzzer();
  readonly #target: Target;
  readonly #match: string;
  readonly #temples: { readonly id: string; readonly secret: string }[];
  /** Bytes of memory after the first batch. */
  #memory = 0;
  #batches = 0;

  static async start(over: Transport, kind: HostKind): Promise<FuzzedHost> {
    const host = await AttackedHost.start(kind);
    const neighbours = new Neighbours();
    const { match } = await neighbours.open(host.url);
    const temples = over === "MQTT" ? await host.enrolTemples(TEMPLES) : [];
    const target = host.target(over, kind === "grown" ? "Mosquitto" : "direct", null);
    await neighbours.begin();
    return new FuzzedHost(host, neighbours, target, match, temples);
  }

  private constructor(
    host: AttackedHost,
    neighbours: Neighbours,
    target: Target,
    match: string,
    temples: { readonly id: string; readonly secret: string }[],
  ) {
    this.#host = host;
    this.#neighbours = neighbours;
    this.#target = target;
    this.#match = match;
    this.#temples = temples;
  }

  /** Follows plans. Resolves with what became of them, and what is wrong with the host afterwards. */
  async follow(plans: readonly Plan[]): Promise<Fuzzed & { readonly wrong: string[] }> {
    const fuzzed = await this.#fuzzer.fuzz({
      plans,
      target: this.#target,
      match: this.#match,
      temples: this.#temples,
    });
    const wrong: string[] = [];
    if (fuzzed.hung > 0) wrong.push(`${fuzzed.hung} connections had neither an answer nor an end`);
    if (fuzzed.internal > 0) wrong.push(`${fuzzed.internal} answers said that the host failed`);
    wrong.push(...(await this.#check()));
    return { ...fuzzed, wrong };
  }

  /** Bytes by which server and bridge have grown since the first batch. */
  get growth(): number {
    return this.#host.memory() - this.#memory;
  }

  async stop(): Promise<void> {
    await this.#fuzzer.end();
    await this.#neighbours.end();
    await this.#host.stop();
  }

  /** Returns what the seated table felt, as soon as it has played a command; after 10 s in any case. */
  async #waitForCommand(): Promise<Felt> {
    const end = performance.now() + PLAYS;
    for (;;) {
      const felt = await this.#neighbours.finish();
      if (felt.commands > 0 || performance.now() > end) return felt;
      await sleep(20);
    }
  }

  async #check(): Promise<string[]> {
    const wrong: string[] = [];
    if (!this.#host.isWhole) wrong.push("a process of the host ended");
    if ((await this.#host.answersAfter(ANSWERS)) === null)
      wrong.push(`no answer to a request within ${ANSWERS} ms`);
    const { commands, dropped, refused, unanswered } = await this.#waitForCommand();
    if (commands === 0 || unanswered > 0) wrong.push("the seated table had no answer");
    if (dropped > 0) wrong.push(`the seated table lost ${dropped} connections`);
    if (refused.length > 0) wrong.push(`the seated table was refused ${[...new Set(refused)].join(", ")}`);
    await this.#neighbours.begin();
    const errors = this.#host
      .takeOutput()
      .split("\n")
      .filter((line) => isError(line));
    if (errors.length > 0)
      wrong.push(`${errors.length} errors in the log, e.g. ${errors[0]?.slice(0, 1_000)}`);
    this.#batches += 1;
    const most = this.#batches > LONG.batches ? LONG.growth : GROWTH;
    if (this.#memory === 0) this.#memory = this.#host.memory();
    else if (this.growth > most * MB) wrong.push(`memory grew by ${Math.round(this.growth / MB)} MB`);
    return wrong;
  }
}

/** Whether a line of the log tells of a failure. What is no line of pino was written past it, say by an uncaught exception. */
function isError(line: string): boolean {
  if (line.trim() === "") return false;
  if (!line.startsWith("{")) return /error|exception|rejection/i.test(line);
  return (JSON.parse(line) as { level: number }).level >= ERROR;
}
