import { LocalPresence } from "@colyseus/core";
import { Counter } from "@flower-war/devices";
import { systemRandom, systemTime } from "@flower-war/protocol/ports";
import {
  type AnswerOf,
  formatAct,
  formatBead,
  formatState,
  type PayloadOf,
  parseAck,
  parseCmd,
  parseDisplay,
  type RequestName,
  type Slot,
  type TemplesMessages,
} from "@flower-war/protocol/temple";
import { pino } from "pino";
import { Bridge } from "../../bridge/src/bridge.ts";
import { ServerAwayError, type ServerPort } from "../../bridge/src/server-port.ts";
import { LocalLocks } from "../../server/src/cluster/locks.ts";
import type { CallMatch } from "../../server/src/match/temples/contract.ts";
import type { Bridge as ConnectedBridge } from "../../server/src/temples/bridge-registry.ts";
import { createServices, type TempleServices } from "../../server/src/temples/services.ts";
import type { TempleStore } from "../../server/src/temples/store/temple-store.ts";
import { FakeMatch, tableOf } from "../../server/test/support/temple-world.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { type DownMessage, type LinkFaults, NO_FAULTS, type TempleLink } from "./temple-link.ts";
import { openQuotas } from "../../server/test/support/quotas.ts";

const log = pino({ level: "silent" });

/** ms after which the bridge has reconnected to the server. */
const RECONNECT = 50;

/** The server's side of temples, which can be unreachable, lose requests and answers, and restart with what it stored. */
class SimulatedServer implements ServerPort {
  isUp = true;
  /** Probability, from 0 to 1, that a request is lost, and that its answer is. */
  loss = 0;
  readonly #store: TempleStore;
  readonly #match: FakeMatch;
  readonly #random: SeededRandom;
  readonly #listeners = new Map<string, (message: never) => void>();
  readonly #bridge: ConnectedBridge;
  #onChange: (isUp: boolean) => void = () => {};
  #services: TempleServices;

  constructor(store: TempleStore, match: FakeMatch, random: SeededRandom) {
    this.#store = store;
    this.#match = match;
    this.#random = random;
    this.#bridge = {
      id: "bridge-1",
      send: <T extends keyof TemplesMessages>(type: T, message: TemplesMessages[T]) => {
        if (this.isUp) this.#listeners.get(type)?.(structuredClone(message) as never);
      },
    };
    this.#services = this.#createServices();
  }

  async enrolAndPair(templeId: string): Promise<void> {
    await this.#services.credentials.enrol(templeId);
    const { code } = await this.#services.requests.answer(this.#bridge, "code", { templeId });
    await this.#services.pairing.pair(this.#match.id, "east", "holder", "east", code);
  }

  setUp(isUp: boolean): void {
    if (this.isUp === isUp) return;
    this.isUp = isUp;
    if (!isUp) void this.#services.requests.releaseBridge(this.#bridge);
    this.#onChange(isUp);
  }

  /** Restarts it: only what is in the store is left. */
  restart(): void {
    this.setUp(false);
    this.#services = this.#createServices();
    this.setUp(true);
  }

  on<K extends keyof TemplesMessages>(name: K, listener: (message: TemplesMessages[K]) => void): void {
    this.#listeners.set(name, listener);
  }

  onChange(listener: (isUp: boolean) => void): void {
    this.#onChange = listener;
  }

  async request<K extends RequestName>(name: K, payload: PayloadOf<K>): Promise<AnswerOf<K>> {
    if (!this.isUp || this.#random.happens(this.loss)) throw this.#loseConnection();
    const { requests } = this.#services;
    const answer = structuredClone(await requests.answer(this.#bridge, name, structuredClone(payload)));
    if (!this.isUp || this.#random.happens(this.loss)) throw this.#loseConnection();
    return answer;
  }

  /** A lost message means a lost connection: the bridge reconnects. */
  #loseConnection(): ServerAwayError {
    this.setUp(false);
    setTimeout(() => this.setUp(true), RECONNECT);
    return new ServerAwayError("a request or its answer was lost");
  }

  #createServices(): TempleServices {
    const callMatch: CallMatch = async (_match, method, ...args) =>
      Reflect.apply(this.#match[method], this.#match, args);
    const services = createServices({
      store: this.#store,
      presence: new LocalPresence(),
      processes: { processId: "p1", isAlive: async () => true },
      locks: new LocalLocks(),
      quotas: openQuotas(),
      callMatch,
      nearbyPairing: false,
      time: systemTime,
      random: systemRandom,
      log,
    });
    this.#match.onChange = () => services.notices.handle({ match: this.#match.id, kind: "table" });
    return services;
  }
}

/** A temple with our own counter, which remembers what really fell. */
class SimulatedTemple {
  counter: Counter;
  isConnected = false;
  /** Every bead that fell, like `b1b1b1b1:h3`. */
  readonly fallen: string[] = [];
  readonly #link: TempleLink;
  readonly #random: SeededRandom;
  readonly #hasFlash: boolean;
  #bootedAt: number;

  constructor(link: TempleLink, random: SeededRandom, hasFlash: boolean) {
    this.#link = link;
    this.#random = random;
    this.#hasFlash = hasFlash;
    this.#bootedAt = Date.now();
    this.counter = this.#newCounter(null);
    link.onMessage((message) => this.#receive(message));
  }

  async setConnected(connected: boolean): Promise<void> {
    if (connected === this.isConnected) return;
    await this.#link.setConnected(connected);
    this.isConnected = connected;
    if (connected) this.#link.publish("state", formatState(this.counter.beginConnection(this.#now())));
  }

  drop(slot: Slot): void {
    const bead = this.counter.drop(slot, this.#now());
    this.fallen.push(`${bead.epoch}:${slot}${bead.n}`);
    this.#publish("bead", formatBead(bead));
  }

  /** Takes out the beads that the display asks for, and confirms it. */
  takeBack(): void {
    const fix = this.counter.display?.fix;
    for (const slot of ["h", "t"] as const) {
      const owed = -(fix?.[slot] ?? 0);
      if (owed <= 0) continue;
      const num = Math.min(owed, 99);
      return this.#publish("act", formatAct(this.counter.press({ act: "returned", slot, num }, this.#now())));
    }
  }

  /** Switches it off and on again: RAM is empty, flash is not. */
  async powerCycle(): Promise<void> {
    await this.setConnected(false);
    this.#bootedAt = Date.now();
    this.counter = this.#newCounter(this.counter);
  }

  tick(): void {
    if (!this.isConnected || this.counter.nextDueAt() > this.#now()) return;
    const { state, act } = this.counter.tick(this.#now());
    if (state !== null) this.#publish("state", formatState(state));
    if (act !== null) this.#publish("act", formatAct(act));
  }

  report(): void {
    this.#publish("state", formatState(this.counter.report(this.#now())));
  }

  #newCounter(before: Counter | null): Counter {
    const boot = this.#random.hex(12);
    const stored = this.#hasFlash && before !== null ? { epoch: before.epoch, count: before.count } : {};
    return new Counter({
      boot,
      fw: "random",
      ...stored,
      random: { fraction: () => this.#random.fraction() },
    });
  }

  #receive({ channel, payload, retained }: DownMessage): void {
    if (channel === "display") {
      const display = parseDisplay(payload).value;
      if (display !== undefined) this.counter.show(display);
    }
    if (retained) return;
    const ack = channel === "ack" ? parseAck(payload).value : undefined;
    if (ack?.about === "act" && ack.boot === this.counter.boot)
      this.counter.answerAct(ack.seq, ack.verdict === "pending", this.#now());
    const cmd = channel === "cmd" ? parseCmd(payload).value : undefined;
    if (cmd?.op === "report" && this.counter.acceptCommand(cmd)) this.report();
  }

  #publish(channel: "state" | "bead" | "act", payload: string): void {
    if (this.isConnected) this.#link.publish(channel, payload);
  }

  #now(): number {
    return Date.now() - this.#bootedAt;
  }
}

export interface SimulationOptions {
  readonly link: TempleLink;
  readonly store: TempleStore;
  readonly templeId: string;
  readonly random: SeededRandom;
  readonly faults: LinkFaults;
  /** Resolves after so many ms. */
  readonly wait: (ms: number) => Promise<void>;
  /** How many things happen. */
  readonly steps: number;
  /** Whether the temple's counters survive a power cut. */
  readonly hasFlash: boolean;
  /** ms between two steps, at most. */
  readonly pace: number;
  /** Whether the temple is offline for ten minutes, with 1,000 beads. */
  readonly longOffline: boolean;
}

/** How a simulation ended. All lists are empty if all is well. */
export interface SimulationResult {
  /** Beads that were charged to the match more than once. */
  readonly chargedTwice: readonly string[];
  /** Beads that were charged although they never fell. */
  readonly chargedForNothing: readonly string[];
  /** Beads that fell and got no verdict. */
  readonly lostInSilence: readonly string[];
  /** Whatever else is wrong. */
  readonly wrong: readonly string[];
  readonly fallen: number;
  readonly charged: number;
}

/** Plays random faults to a temple, its bridge and its server, lets them settle, and looks every bead up. */
export async function simulateBeads(options: SimulationOptions): Promise<SimulationResult> {
  const { link, store, templeId, random, faults, wait, steps, hasFlash, pace, longOffline } = options;
  const match = new FakeMatch("m1");
  match.skulls = 5;
  const server = new SimulatedServer(store, match, random);
  await server.enrolAndPair(templeId);
  const implausible = new Set<string>();
  const broker = {
    onMessage: link.broker.onMessage.bind(link.broker),
    onConnected: link.broker.onConnected.bind(link.broker),
    publish: (topic: Parameters<typeof link.broker.publish>[0], payload: string) => {
      const ack =
        topic.to === "down" && topic.channel === "ack" ? parseAck(Buffer.from(payload)).value : undefined;
      if (ack?.about === "beads" && ack.reason === "implausible") {
        for (let n = ack.from; n <= ack.to; n += 1) implausible.add(`${ack.epoch}:${ack.slot}${n}`);
      }
      link.broker.publish(topic, payload);
    },
  };
  const openBridge = () => {
    const opened = new Bridge({
      broker,
      server,
      log,
      retry: 500,
      time: systemTime,
      random: systemRandom,
    });
    opened.start();
    link.sendRetained();
    return opened;
  };
  let bridge = openBridge();
  const temple = new SimulatedTemple(link, random, hasFlash);
  // Beads that fell before a bridge received the temple's epoch belong to the past (C-4).
  await temple.setConnected(true);
  while ((await store.ledgers.find(templeId)).ledger === null) await wait(pace);
  link.setFaults(faults);
  server.loss = 0.15;
  for (let step = 0; step < steps; step += 1) {
    await playRandomStep();
    temple.tick();
    await wait(random.below(pace));
  }
  if (longOffline) {
    await temple.setConnected(false);
    for (let bead = 0; bead < 1_000; bead += 1) {
      temple.drop(random.happens(0.5) ? "h" : "t");
      if (bead % 50 === 0) await wait(30_000);
    }
  }
  await settle();
  bridge.stop();
  return evaluate();

  async function playRandomStep(): Promise<void> {
    const what = random.fraction();
    if (what < 0.45) temple.drop(random.happens(0.5) ? "h" : "t");
    else if (what < 0.55) await temple.setConnected(!temple.isConnected);
    else if (what < 0.67) moveWindow();
    else if (what < 0.74) server.setUp(!server.isUp);
    else if (what < 0.79) server.restart();
    else if (what < 0.84) {
      bridge.stop();
      bridge = openBridge();
    } else if (what < 0.9) {
      await temple.powerCycle();
      if (random.happens(0.3)) await flicker();
    } else temple.takeBack();
  }

  /** The power fails again as soon as the temple has reported: that report may come after those of the next boot (C-10). */
  async function flicker(): Promise<void> {
    await temple.setConnected(true);
    await temple.powerCycle();
    await temple.setConnected(true);
  }

  /** Opens another window, of a random seat and step. */
  function moveWindow(): void {
    const local = random.happens(0.7);
    match.table = tableOf({
      mark: `M.${random.hex(6)}`,
      offerings: match.offerings,
      step: random.happens(0.8) ? "sacrifice" : "roll",
      seat: { id: local ? "east" : "west", name: "Citlali", local },
    });
    match.skulls = random.below(6);
    match.onChange();
  }

  /** Ends all faults and waits until every bead is judged. */
  async function settle(): Promise<void> {
    link.setFaults(NO_FAULTS);
    server.loss = 0;
    server.setUp(true);
    await temple.setConnected(false);
    await temple.setConnected(true);
    for (let round = 0; round < 400; round += 1) {
      await wait(pace * 4);
      temple.tick();
      const { display, count, epoch } = temple.counter;
      const isJudged =
        display?.epoch === epoch && display.judged.h === count.h && display.judged.t === count.t;
      if (isJudged && round > 2) return;
      temple.report();
    }
  }

  async function evaluate(): Promise<SimulationResult> {
    const { ledger } = await store.ledgers.find(templeId);
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
      const judgement = await store.ledgers.findJudgement(templeId, name);
      if (judgement?.verdict === "rejected" && judgement.reason !== "bounce") owed += 1;
      const isTold = judgement !== null || implausible.has(bead);
      // Nothing can know of beads that a temple without flash had not reported when its power was cut.
      if (!isTold && (hasFlash || epoch === temple.counter.epoch)) lostInSilence.push(bead);
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
