import { BridgeSlot, type BrokerAddress } from "./bridge-slot.ts";
import { FaultTimes } from "./fault-times.ts";
import { LineStates } from "./line-states.ts";
import { type LineState, Network } from "../kernel/network.ts";
import { SimulatedProcess } from "../kernel/simulated-process.ts";
import { Simulation } from "../kernel/simulation.ts";
import { startBroker } from "../models/broker-model.ts";
import { RedisModel } from "../models/redis-model.ts";
import { StoreModel, type StoreState, WELL } from "../models/store-model.ts";
import type { Realm } from "../realm/open-realm.ts";
import { ServerSlot, type SlotHost } from "./server-slot.ts";

const REDIS = { address: "10.0.1.1", port: 6379 } as const;
/** The broker that the first bridge embeds, and the one that several share. */
const BROKERS = {
  embedded: { address: "10.0.2.1", port: 1883 },
  shared: { address: "10.0.2.100", port: 1883 },
} as const;

/** A device that can be switched off and on. */
interface Powered {
  cut(): void;
  power(): void;
}

/** What an oracle found to be wrong. */
export interface Finding {
  readonly oracle: string;
  readonly text: string;
}

/** Servers, their store, Redis and the lines between all of them, under one seed. */
export class House implements SlotHost {
  readonly simulation: Simulation;
  readonly network: Network;
  readonly store: StoreModel;
  readonly servers: readonly ServerSlot[];
  /** They run where a table has a temple. */
  readonly bridges: readonly BridgeSlot[];
  /** Where temples reach the broker. */
  readonly broker: BrokerAddress;
  /** What servers are configured with besides where they listen. */
  readonly settings;
  /** The enrolled temples of all tables. */
  readonly temples = new Set<Powered>();
  readonly faults: FaultTimes;
  readonly findings: Finding[] = [];
  /** What happened, with its time: the timeline of the run. */
  readonly story: string[] = [];
  readonly #lines: LineStates;
  #redis: SimulatedProcess | null = null;
  #sharedBroker: SimulatedProcess | null = null;
  #storeChanges: Partial<StoreState>[] = [];

  constructor(
    { seed, bridges }: { readonly seed: number; readonly bridges: number },
    realms: readonly Realm[],
  ) {
    this.simulation = new Simulation(seed);
    this.network = new Network(this.simulation);
    this.#lines = new LineStates(this.network);
    this.faults = new FaultTimes(() => this.simulation.now, realms.length > 1);
    this.store = new StoreModel(this.simulation, realms.length > 1);
    this.servers = realms.map((realm, i) => new ServerSlot(this, realm, i));
    this.broker = bridges > 1 ? BROKERS.shared : BROKERS.embedded;
    this.bridges = Array.from({ length: bridges }, (_, i) => new BridgeSlot(this, i + 1));
    this.settings = {
      authSecret: "secret of the house, which every server has",
      bridgeToken: "token of the house, which every bridge has",
      redisUrl: realms.length > 1 ? `redis://${REDIS.address}:${REDIS.port}` : null,
      adminPassword: "password of the house's operators",
      logLevel: "silent",
      // All players come from few addresses.
      creationsPerMinute: 1000,
      playersPerMinute: 1000,
    } as const;
  }

  /** Starts Redis, if servers share one, and all servers. */
  async open(): Promise<void> {
    await this.startRedis();
    await this.startAll();
  }

  server(index: number): ServerSlot {
    return this.servers[index % this.servers.length] as ServerSlot;
  }

  bridge(index: number): BridgeSlot {
    return this.bridges[index % this.bridges.length] as BridgeSlot;
  }

  /** Starts the bridges, and the broker that several share. */
  async openBridges(): Promise<void> {
    await this.startSharedBroker();
    await Promise.all(this.bridges.map((bridge) => bridge.start()));
  }

  async startSharedBroker(): Promise<void> {
    if (this.#sharedBroker !== null || this.broker !== BROKERS.shared) return;
    const process = new SimulatedProcess("broker", BROKERS.shared.address, this.simulation);
    this.#sharedBroker = process;
    await process.run(() => startBroker(BROKERS.shared.port, this.simulation.chanceOf("broker")));
  }

  killSharedBroker(): void {
    this.#sharedBroker?.kill();
    this.#sharedBroker = null;
  }

  /** Starts the servers that do not run. Resolves when all do. */
  async startAll(): Promise<void> {
    await Promise.all(this.servers.map((slot) => slot.start()));
  }

  /** Kills all bridges, and the broker that they share. */
  closeBridges(): void {
    for (const bridge of this.bridges) bridge.kill();
    this.killSharedBroker();
  }

  /** Stops all servers. */
  async close(): Promise<void> {
    await Promise.all(this.servers.map((slot) => slot.stop()));
  }

  /** Resolves after so many ms of virtual time. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.simulation.add(ms, null, resolve));
  }

  /** Reports a finding. */
  find(oracle: string, text: string): void {
    this.findings.push({ oracle, text });
    this.note(`FOUND by ${oracle}: ${text}`);
  }

  /** Adds a line to the story of the run. */
  note(text: string): void {
    this.story.push(`${(this.simulation.now / 1000).toFixed(3)} s  ${text}`);
  }

  async startRedis(): Promise<void> {
    if (this.#redis !== null || this.settings.redisUrl === null) return;
    const process = new SimulatedProcess("redis", REDIS.address, this.simulation);
    this.#redis = process;
    await process.run(() => new RedisModel(() => this.simulation.now).listen(REDIS.port));
  }

  killRedis(): void {
    this.#redis?.kill();
    this.#redis = null;
  }

  /** Whether some line is not as usual. */
  get areLinesChanged(): boolean {
    return this.#lines.isChanged;
  }

  /** Cuts a server off from Redis. Returns what mends that. */
  cutRedis(index: number): () => void {
    return this.#lines.change(this.server(index).address, REDIS.address, { isCut: true }, "both");
  }

  /** Changes the lines between a server and all people. Returns what changes them back. */
  changeLines(index: number, change: Partial<LineState>, direction: "both" | "down" = "both"): () => void {
    const { address } = this.server(index);
    return this.#lines.changeAll(address, change, direction);
  }

  /** Adds the address of a person, whose lines to servers later faults change. */
  addPerson(address: string): void {
    this.#lines.add(address);
  }

  /** Changes the store. Returns what changes it back. */
  changeStore(change: Partial<StoreState>): () => void {
    const apply = () => {
      this.store.state = Object.assign({ ...WELL }, ...this.#storeChanges) as StoreState;
    };
    this.#storeChanges.push(change);
    apply();
    return () => {
      this.#storeChanges = this.#storeChanges.filter((each) => each !== change);
      apply();
    };
  }
}
