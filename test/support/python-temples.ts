import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { programPath } from "./programs.ts";
import { ROOT } from "./root.ts";
import { until } from "./until.ts";

const TEMPLES = join(ROOT, "test/temple/temples.py");

export const SLOTS = ["h", "t"] as const;
export type Slot = (typeof SLOTS)[number];
export type BySlot = Readonly<Record<Slot, number>>;

/** What a temple shows, as far as tests look at it. */
export interface Display {
  readonly phase: string;
  readonly code: string | null;
  readonly match: string | null;
  readonly open: Readonly<Record<Slot, boolean>>;
  readonly fix: BySlot;
  readonly epoch: string | null;
  readonly judged: BySlot;
}

interface BeadAck {
  readonly epoch: string;
  readonly slot: Slot;
  readonly from: number;
  readonly to: number;
  readonly verdict: string;
  readonly reason: string;
}

interface ActAck {
  readonly boot: string;
  readonly seq: number;
  readonly verdict: string;
  readonly reason: string;
}

type Ack = BeadAck | ActAck | { readonly verdict: "invalid"; readonly reason: string };

/** A line of the process: what a temple saw or did. */
type Seen = { readonly temple: string } & (
  | { readonly boot: string; readonly epoch: string; readonly count: BySlot }
  | { readonly link: "up" | "down" | "refused" }
  | {
      readonly fell: { readonly epoch: string; readonly slot: Slot; readonly n: number };
      readonly boot: string;
    }
  | {
      readonly act: { readonly slot?: Slot; readonly num?: number };
      readonly boot: string;
      readonly seq: number;
    }
  | { readonly unanswered: number; readonly boot: string }
  | { readonly ack: Ack }
  | { readonly display: Display | null }
  | { readonly echo: number }
);

/** A bead that fell. */
export interface FallenBead {
  /** `<epoch>:<slot><ordinal>` */
  readonly name: string;
  readonly epoch: string;
  readonly slot: Slot;
  readonly n: number;
  /** The first final verdict, and its reason; `null`: the temple was told none. */
  verdict: { readonly verdict: string; readonly reason: string } | null;
  /** Whether the power was cut before, and the counters were not in flash. */
  gone: boolean;
  /** Whether its epoch is older than its boot, and no display had named it before the bead fell (C-4). */
  readonly isEarly: boolean;
}

/** Beads that were taken back and confirmed. */
export interface TakenBack {
  readonly slot: Slot;
  readonly num: number;
  /** What the temple was told; `null`: nothing. */
  verdict: string | null;
  /** Whether the temple has given up asking, or its power was cut. */
  isGivenUp: boolean;
}

/** How a temple is made. */
export interface TempleMake {
  readonly temple: string;
  readonly secret: string;
  readonly port: number;
  readonly seed: number;
  /** Whether its counters are in flash. */
  readonly flash: boolean;
  /** Whether its lake mirrors the match's (J-11). */
  readonly mirror: boolean;
  readonly qos: 0 | 1;
  /** The factor of all its waits. */
  readonly pace: number;
}

/** A temple of the process, as it reported itself. */
export class PythonTemple {
  readonly id: string;
  isConnected = false;
  display: Display | null = null;
  epoch = "";
  count: Record<Slot, number> = { h: 0, t: 0 };
  /** Beads by name. */
  readonly beads = new Map<string, FallenBead>();
  /** Beads that were taken back, by `<boot>:<seq>`. */
  readonly takenBack = new Map<string, TakenBack>();
  /** Reasons of complaints about its messages. */
  readonly complaints = new Set<string>();
  /** Beads that got two different final verdicts, each as a sentence. */
  readonly changed: string[] = [];
  /** What it saw and did, as the process told it; of displays what tests look at. */
  readonly seen: { readonly at: number; readonly what: string }[] = [];
  readonly #shownEpochs = new Set<string>();
  #echo = 0;
  readonly #send: (order: object) => void;

  constructor(id: string, send: (order: object) => void) {
    this.id = id;
    this.#send = send;
  }

  /** Gives the temple an order: a method of `Temple` in temple.py and its arguments. */
  order(method: string, given: object = {}): void {
    this.#send({ do: method, temple: this.id, ...given });
  }

  /** How many beads of a slot its last display has not judged. */
  countUnjudged(slot: Slot): number {
    return this.count[slot] - (this.display?.epoch === this.epoch ? this.display.judged[slot] : 0);
  }

  /** Waits until all orders so far are carried out. */
  async finishOrders(): Promise<void> {
    const number = this.#echo + 1;
    this.order("echo", { number });
    await until(() => this.#echo === number, `${this.id} to finish its orders`);
  }

  /** Whether its last display has judged all its beads, and no act waits for its ack. */
  get isSettled(): boolean {
    const isShown = this.isConnected && this.display?.epoch === this.epoch;
    const isJudged = SLOTS.every((slot) => this.countUnjudged(slot) === 0);
    return isShown && isJudged && [...this.takenBack.values()].every((act) => act.verdict || act.isGivenUp);
  }

  see(seen: Seen): void {
    this.seen.push({ at: performance.now(), what: describe(seen) });
    if ("fell" in seen) this.#fall(seen.fell, seen.boot);
    else if ("act" in seen) this.#takeBack(seen);
    else if ("unanswered" in seen) this.#giveUp(`${seen.boot}:${seen.unanswered}`);
    else if ("epoch" in seen) this.#powerUp(seen.epoch, seen.count);
    else if ("link" in seen) this.isConnected = seen.link === "up";
    else if ("display" in seen) this.#show(seen.display);
    else if ("echo" in seen) this.#echo = seen.echo;
    else this.#hear(seen.ack);
  }

  #powerUp(epoch: string, count: BySlot): void {
    this.display = null;
    for (const name of this.takenBack.keys()) this.#giveUp(name);
    if (epoch !== this.epoch) for (const bead of this.beads.values()) bead.gone ||= bead.verdict === null;
    this.epoch = epoch;
    this.count = { ...count };
  }

  #show(display: Display | null): void {
    this.display = display;
    if (display?.epoch) this.#shownEpochs.add(display.epoch);
  }

  #fall({ epoch, slot, n }: Extract<Seen, { readonly fell: object }>["fell"], boot: string): void {
    const name = `${epoch}:${slot}${n}`;
    const isEarly = epoch !== boot && !this.#shownEpochs.has(epoch);
    this.count[slot] = n;
    this.beads.set(name, { name, epoch, slot, n, verdict: null, gone: false, isEarly });
  }

  #takeBack({ act: { slot, num }, boot, seq }: Extract<Seen, { readonly act: object }>): void {
    if (slot === undefined || num === undefined) return;
    this.takenBack.set(`${boot}:${seq}`, { slot, num, verdict: null, isGivenUp: false });
  }

  #giveUp(name: string): void {
    const act = this.takenBack.get(name);
    if (act) act.isGivenUp = true;
  }

  #hear(ack: Ack): void {
    if ("slot" in ack) this.#judge(ack);
    else if ("seq" in ack) {
      const act = this.takenBack.get(`${ack.boot}:${ack.seq}`);
      if (act) act.verdict = ack.verdict;
    } else this.complaints.add(ack.reason);
  }

  #judge({ epoch, slot, from, to, verdict, reason }: BeadAck): void {
    if (verdict === "pending") return;
    for (let n = from; n <= to; n++) {
      const name = `${epoch}:${slot}${n}`;
      const bead = this.beads.get(name);
      if (bead === undefined) this.changed.push(`${name} never fell: ${verdict} ${reason}`);
      else if (bead.verdict === null) bead.verdict = { verdict, reason };
      else if (bead.verdict.verdict !== verdict || bead.verdict.reason !== reason) {
        this.changed.push(
          `${name}: ${bead.verdict.verdict} ${bead.verdict.reason}, then ${verdict} ${reason}`,
        );
      }
    }
  }
}

function describe({ temple: _temple, ...seen }: Seen): string {
  if (!("display" in seen) || seen.display === null) return JSON.stringify(seen);
  const { phase, match, open, fix, epoch, judged } = seen.display;
  return `display ${JSON.stringify({ phase, match, open, fix, epoch, judged })}`;
}

/** The process of test/temple, which drives many temples. */
export class PythonTemples {
  readonly #child: ChildProcess;
  readonly #temples = new Map<string, PythonTemple>();
  /** What it wrote to stderr. */
  errors = "";

  constructor() {
    this.#child = spawn(programPath("python3"), ["-B", TEMPLES], { stdio: "pipe" });
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => (this.errors += text));
    if (this.#child.stdout === null) throw new Error("the process of the temples has no stdout");
    createInterface({ input: this.#child.stdout }).on("line", (line) => {
      const seen = JSON.parse(line) as Seen;
      this.#temples.get(seen.temple)?.see(seen);
    });
  }

  /** Makes a temple and turns it on. */
  make(make: TempleMake): PythonTemple {
    const temple = new PythonTemple(make.temple, (order) => this.#send(order));
    this.#temples.set(temple.id, temple);
    this.#send({ do: "make", ...make });
    return temple;
  }

  /** Ends the process. Resolves when it has ended. */
  async stop(): Promise<void> {
    const ended = once(this.#child, "exit");
    this.#child.stdin?.end();
    if (this.#child.exitCode === null) await ended;
  }

  #send(order: object): void {
    this.#child.stdin?.write(`${JSON.stringify(order)}\n`);
  }
}
