import type { RunningServer } from "../../../server/src/app.ts";
import type { ServerOptions } from "../../../server/src/server-options.ts";
import { SimulatedProcess } from "../kernel/simulated-process.ts";
import type { Simulation } from "../kernel/simulation.ts";
import { START } from "../kernel/start.ts";
import type { StoreModel } from "../models/store-model.ts";
import type { Realm } from "../realm/open-realm.ts";

/** The port of players, and that of operators and bridges. */
const PORT = 7350;
const OPERATOR_PORT = 7351;
/** ms after which a server that has stopped has no connection left. */
const CLOSING = 1_000;
/** ms after which a server that could not start is started again. */
const RETRY = 500;

/** What a slot needs of its house. */
export interface SlotHost {
  readonly simulation: Simulation;
  readonly store: StoreModel;
  /** What servers are configured with besides where they listen. */
  readonly settings: ServerOptions & { readonly redisUrl: string | null };
  sleep(ms: number): Promise<void>;
  find(oracle: string, text: string): void;
}

/** The place of one server in the house: it can be killed, stopped and started there, each time as a new process. */
export class ServerSlot {
  readonly address: string;
  readonly #house: SlotHost;
  readonly #realm: Realm;
  readonly #name: string;
  /** `null`: none runs here. */
  process: SimulatedProcess | null = null;
  #running: RunningServer | null = null;
  #starting: Promise<void> | null = null;

  constructor(house: SlotHost, realm: Realm, index: number) {
    this.#house = house;
    this.#realm = realm;
    this.#name = `server-${index + 1}`;
    this.address = `10.0.0.${index + 1}`;
  }

  get url(): string {
    return `http://${this.address}:${PORT}`;
  }

  get operatorUrl(): string {
    return `http://${this.address}:${OPERATOR_PORT}`;
  }

  /** Starts a server here, again and again until it starts; does nothing if one runs or is starting. */
  start(): Promise<void> {
    this.#starting ??= this.#start().finally(() => (this.#starting = null));
    return this.#starting;
  }

  kill(): void {
    this.process?.kill();
    this.process = null;
    this.#running = null;
  }

  /** Stops it as SIGTERM does. What it leaves of its sockets is noted. */
  async stop(): Promise<void> {
    const { process } = this;
    const running = this.#running;
    if (process === null || running === null) return;
    this.#running = null;
    const stopped = Promise.withResolvers<void>();
    // A process that stands still gets the signal when it goes on.
    this.#house.simulation.add(0, process, () => void running.stop().then(stopped.resolve, stopped.reject));
    await Promise.race([stopped.promise, process.ended]);
    // Connections that were given up may wait for the other end.
    await this.#house.sleep(CLOSING + Math.max(0, process.frozenUntil - this.#house.simulation.now));
    if (process !== this.process) return;
    const left = process.sockets.size + process.servers.size;
    if (left > 0) this.#house.find("resources", `${this.#name} stopped with ${left} sockets open`);
    this.kill();
  }

  async #start(): Promise<void> {
    while (this.#running === null) {
      // Another fault may have killed the process that was starting.
      this.kill();
      const process = new SimulatedProcess(this.#name, this.address, this.#house.simulation);
      this.process = process;
      process.run(() => this.#realm.forgetProcess());
      const started = process.run(() => this.#realm.startServer(this.#options(process)));
      const running = await Promise.race([started.catch(() => null), process.ended.then(() => null)]);
      if (running !== null && process === this.process) this.#running = running;
      else await this.#house.sleep(RETRY);
    }
  }

  #options(process: SimulatedProcess): ServerOptions {
    const { settings, store, simulation } = this.#house;
    const isAlone = settings.redisUrl === null;
    // Several go by their PostgreSQL's clock, which no fault sets (docs/architecture.md, "Which clock counts").
    const time = isAlone ? process.time : { ...process.time, now: () => Math.floor(START + simulation.now) };
    return {
      ...settings,
      time,
      random: process.random,
      host: this.address,
      port: PORT,
      operatorHost: this.address,
      operatorPort: OPERATOR_PORT,
      ...(!isAlone && { publicUrl: this.url }),
      stores: new this.#realm.StoreLink(store, process).stores,
    };
  }
}
