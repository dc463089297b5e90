import { LocalPresence } from "@colyseus/core";
import {
  Counter,
  formatAct,
  formatBead,
  formatState,
  parseAck,
  parseCmd,
  parseDisplay,
  type Slot,
  type TemplesMessages,
} from "@flower-war/client-sdk/temple";
import { pino } from "pino";
import { Bridge } from "../../bridge/src/bridge.ts";
import {
  type AnswerOf,
  type PayloadOf,
  type RequestName,
  ServerAway,
  type ServerLink,
} from "../../bridge/src/server-link.ts";
import { LocalLocks } from "../../server/src/cluster/locks.ts";
import type { CallMatch } from "../../server/src/match/temple-seam.ts";
import { assemble } from "../../server/src/temples/assemble.ts";
import type { Bridge as Served } from "../../server/src/temples/bridges.ts";
import type { TempleStore } from "../../server/src/temples/store.ts";
import { FakeMatch, tableOf } from "../../server/test/support/temple-world.ts";
import { type Air, CALM, type Down, type Weather } from "./bead-air.ts";
import type { Dice } from "./random-run.ts";

const log = pino({ level: "silent" });

/** ms */
const RECONNECT = 50;

/** The server's side of temples: it may be away, lose its answers, and be started anew over what it kept. */
class Server implements ServerLink {
  isUp = true;
  /** Chance that a request, or its answer, is lost. */
  losing = 0;
  readonly #store: TempleStore;
  readonly #match: FakeMatch;
  readonly #dice: Dice;
  readonly #listeners = new Map<string, (message: never) => void>();
  readonly #served: Served;
  #changed: (isUp: boolean) => void = () => {};
  #parts: ReturnType<typeof assemble>;

  constructor(store: TempleStore, match: FakeMatch, dice: Dice) {
    this.#store = store;
    this.#match = match;
    this.#dice = dice;
    this.#served = {
      id: "bridge-1",
      send: <T extends keyof TemplesMessages>(type: T, message: TemplesMessages[T]) => {
        if (this.isUp) this.#listeners.get(type)?.(structuredClone(message) as never);
      },
    };
    this.#parts = this.#assemble();
  }

  async enrolAndPair(templeId: string): Promise<void> {
    await this.#parts.credentials.enrol(templeId);
    const { code } = await this.#parts.desk.code(this.#served, { templeId });
    await this.#parts.pairing.pair(this.#match.id, "east", "holder", "east", code);
  }

  setUp(isUp: boolean): void {
    if (this.isUp === isUp) return;
    this.isUp = isUp;
    if (!isUp) void this.#parts.desk.left(this.#served);
    this.#changed(isUp);
  }

  /** What is kept is all that is left. */
  restart(): void {
    this.setUp(false);
    this.#parts = this.#assemble();
    this.setUp(true);
  }

  on<K extends keyof TemplesMessages>(name: K, listener: (message: TemplesMessages[K]) => void): void {
    this.#listeners.set(name, listener);
  }

  onChange(listener: (isUp: boolean) => void): void {
    this.#changed = listener;
  }

  async request<K extends RequestName>(name: K, payload: PayloadOf<K>): Promise<AnswerOf<K>> {
    if (!this.isUp || this.#dice.chance(this.losing)) throw this.#loseConnection();
    const handler = this.#parts.desk[name] as (bridge: Served, payload: PayloadOf<K>) => Promise<AnswerOf<K>>;
    const answer = structuredClone(await handler(this.#served, structuredClone(payload)));
    if (!this.isUp || this.#dice.chance(this.losing)) throw this.#loseConnection();
    return answer;
  }

  /** What is lost is lost with its connection, and another one is made. */
  #loseConnection(): ServerAway {
    this.setUp(false);
    setTimeout(() => this.setUp(true), RECONNECT);
    return new ServerAway("a request or its answer was lost");
  }

  #assemble(): ReturnType<typeof assemble> {
    const call: CallMatch = async (_match, method, ...args) =>
      Reflect.apply(this.#match[method], this.#match, args);
    const parts = assemble({
      store: this.#store,
      presence: new LocalPresence(),
      locks: new LocalLocks(),
      redis: null,
      call,
      log,
    });
    this.#match.onChange = () => parts.news.hear({ match: this.#match.id, kind: "table" });
    return parts;
  }
}

/** A temple of flesh and wire: what really fell is known. */
class Temple {
  counter: Counter;
  isUp = false;
  /** Every bead that fell, like `b1b1b1b1:h3`. */
  readonly fallen: string[] = [];
  readonly #air: Air;
  readonly #dice: Dice;
  readonly #inFlash: boolean;
  #born: number;

  constructor(air: Air, dice: Dice, inFlash: boolean) {
    this.#air = air;
    this.#dice = dice;
    this.#inFlash = inFlash;
    this.#born = Date.now();
    this.counter = this.#newCounter(null);
    air.onDown((down) => this.#hear(down));
  }

  async setLink(up: boolean): Promise<void> {
    if (up === this.isUp) return;
    await this.#air.setLink(up);
    this.isUp = up;
    if (up) this.#air.say("state", formatState(this.counter.connected(this.#now())));
  }

  drop(slot: Slot): void {
    const bead = this.counter.drop(slot, this.#now());
    this.fallen.push(`${bead.epoch}:${slot}${bead.n}`);
    this.#say("bead", formatBead(bead));
  }

  /** Everybody does what the display asks for. */
  takeBack(): void {
    const fix = this.counter.display?.fix;
    for (const slot of ["h", "t"] as const) {
      const owed = -(fix?.[slot] ?? 0);
      if (owed <= 0) continue;
      const num = Math.min(owed, 99);
      return this.#say("act", formatAct(this.counter.press({ act: "returned", slot, num }, this.#now())));
    }
  }

  /** Power is cut and comes again: RAM is empty, flash is not. */
  async powerCycle(): Promise<void> {
    await this.setLink(false);
    this.#born = Date.now();
    this.counter = this.#newCounter(this.counter);
  }

  tick(): void {
    if (!this.isUp || this.counter.due() > this.#now()) return;
    const { state, act } = this.counter.tick(this.#now());
    if (state !== null) this.#say("state", formatState(state));
    if (act !== null) this.#say("act", formatAct(act));
  }

  report(): void {
    this.#say("state", formatState(this.counter.report(this.#now())));
  }

  #newCounter(before: Counter | null): Counter {
    const boot = this.#dice.hex(12);
    const kept = this.#inFlash && before !== null ? { epoch: before.epoch, count: before.count } : {};
    return new Counter({ boot, fw: "random", ...kept, random: () => this.#dice.next() });
  }

  #hear({ channel, payload, retained }: Down): void {
    if (channel === "display") {
      const display = parseDisplay(payload).value;
      if (display !== undefined) this.counter.show(display);
    }
    if (retained) return;
    const ack = channel === "ack" ? parseAck(payload).value : undefined;
    if (ack?.about === "act" && ack.boot === this.counter.boot) this.counter.answered(ack.seq);
    const cmd = channel === "cmd" ? parseCmd(payload).value : undefined;
    if (cmd?.op === "report" && this.counter.heeds(cmd)) this.report();
  }

  #say(channel: "state" | "bead" | "act", payload: string): void {
    if (this.isUp) this.#air.say(channel, payload);
  }

  #now(): number {
    return Date.now() - this.#born;
  }
}

export interface RunOptions {
  readonly air: Air;
  readonly store: TempleStore;
  readonly templeId: string;
  readonly dice: Dice;
  readonly weather: Weather;
  /** Lets so many ms pass. */
  readonly pass: (ms: number) => Promise<void>;
  /** Things that happen. */
  readonly steps: number;
  readonly inFlash: boolean;
  /** ms between two of them, at most. */
  readonly pace: number;
  /** Whether the temple is away for ten minutes, with 1,000 beads. */
  readonly longAway: boolean;
}

/** How a run ended; every list is empty when all is well. */
export interface Outcome {
  /** Beads for which the match was charged more than once. */
  readonly chargedTwice: readonly string[];
  /** Beads for which it was charged although none fell. */
  readonly chargedForNothing: readonly string[];
  /** Beads that fell and of which nobody was ever told a verdict. */
  readonly lostInSilence: readonly string[];
  /** What else is wrong. */
  readonly wrong: readonly string[];
  readonly fallen: number;
  readonly charged: number;
}

/** Lets everything happen to a temple, its bridge and its server, and then lets them come to rest. */
export async function runBeads(options: RunOptions): Promise<Outcome> {
  const { air, store, templeId, dice, weather, pass, steps, inFlash, pace, longAway } = options;
  const match = new FakeMatch("m1");
  match.skulls = 5;
  const server = new Server(store, match, dice);
  await server.enrolAndPair(templeId);
  const implausible = new Set<string>();
  const line = {
    onHeard: air.line.onHeard.bind(air.line),
    onConnected: air.line.onConnected.bind(air.line),
    publish: (topic: Parameters<typeof air.line.publish>[0], payload: string) => {
      const ack =
        topic.to === "down" && topic.channel === "ack" ? parseAck(Buffer.from(payload)).value : undefined;
      if (ack?.about === "beads" && ack.reason === "implausible") {
        for (let n = ack.from; n <= ack.to; n += 1) implausible.add(`${ack.epoch}:${ack.slot}${n}`);
      }
      air.line.publish(topic, payload);
    },
  };
  const openBridge = () => {
    const opened = new Bridge({ mqtt: line, link: server, log, retry: 500 });
    opened.start();
    air.remind();
    return opened;
  };
  let bridge = openBridge();
  const temple = new Temple(air, dice, inFlash);
  // What fell before a bridge ever heard of the temple belongs to a past that nobody saw (C-4).
  await temple.setLink(true);
  while ((await store.ledgers.find(templeId)) === null) await pass(pace);
  air.setWeather(weather);
  server.losing = 0.15;
  for (let step = 0; step < steps; step += 1) {
    await happen();
    temple.tick();
    await pass(dice.below(pace));
  }
  if (longAway) {
    await temple.setLink(false);
    for (let bead = 0; bead < 1_000; bead += 1) {
      temple.drop(dice.chance(0.5) ? "h" : "t");
      if (bead % 50 === 0) await pass(30_000);
    }
  }
  await settle();
  bridge.stop();
  return judgeRun();

  async function happen(): Promise<void> {
    const what = dice.next();
    if (what < 0.45) temple.drop(dice.chance(0.5) ? "h" : "t");
    else if (what < 0.55) await temple.setLink(!temple.isUp);
    else if (what < 0.67) moveWindow();
    else if (what < 0.74) server.setUp(!server.isUp);
    else if (what < 0.79) server.restart();
    else if (what < 0.84) {
      bridge.stop();
      bridge = openBridge();
    } else if (what < 0.9) await temple.powerCycle();
    else temple.takeBack();
  }

  /** Another window, of whoever it may be. */
  function moveWindow(): void {
    const local = dice.chance(0.7);
    match.table = tableOf({
      mark: `M.${dice.hex(6)}`,
      offerings: match.offerings,
      step: dice.chance(0.8) ? "sacrifice" : "roll",
      seat: { id: local ? "east" : "west", name: "Citlali", local },
    });
    match.skulls = dice.below(6);
    match.onChange();
  }

  /** Everybody is there, nothing is lost any more, and time passes. */
  async function settle(): Promise<void> {
    air.setWeather(CALM);
    server.losing = 0;
    server.setUp(true);
    await temple.setLink(false);
    await temple.setLink(true);
    for (let round = 0; round < 40; round += 1) {
      await pass(pace * 4);
      temple.tick();
      const { display, count, epoch } = temple.counter;
      const isJudged =
        display?.epoch === epoch && display.judged.h === count.h && display.judged.t === count.t;
      if (isJudged && round > 2) return;
      temple.report();
    }
  }

  async function judgeRun(): Promise<Outcome> {
    const ledger = await store.ledgers.find(templeId);
    const fallen = new Set(temple.fallen);
    const charged = match.taken.map((id) => {
      const [, epoch, , bead] = id.split(":");
      return `${epoch}:${bead}`;
    });
    const lostInSilence: string[] = [];
    let owed = 0;
    for (const bead of fallen) {
      const [epoch = "", slotAndN = ""] = bead.split(":");
      const slot = slotAndN.startsWith("h") ? "h" : "t";
      const name = { epoch, generation: 0, slot, n: Number(slotAndN.slice(1)) } as const;
      const judgement = await store.ledgers.judgement(templeId, name);
      if (judgement?.verdict === "rejected" && judgement.reason !== "bounce") owed += 1;
      const isTold = judgement !== null || implausible.has(bead);
      // What a temple without flash had not told when its power was cut, nobody can know.
      if (!isTold && (inFlash || epoch === temple.counter.epoch)) lostInSilence.push(bead);
    }
    const fix = (ledger?.fix.h ?? 0) + (ledger?.fix.t ?? 0);
    const wrong = [
      ...(ledger?.generation === 0 ? [] : [`generation ${ledger?.generation}`]),
      ...(fix <= 0 && -fix <= owed ? [] : [`fix ${fix}, although ${owed} beads are owed at most`]),
      ...(charged.length === match.offerings.h + match.offerings.t ? [] : ["offerings without a bead"]),
    ];
    return {
      chargedTwice: charged.filter((bead, i) => charged.indexOf(bead) !== i),
      chargedForNothing: charged.filter((bead) => !fallen.has(bead)),
      lostInSilence,
      wrong,
      fallen: fallen.size,
      charged: charged.length,
    };
  }
}
