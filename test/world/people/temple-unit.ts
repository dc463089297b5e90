import type { BeadsAck } from "@flower-war/protocol/temple";
import { ConnectedTemple, type StoredCounters } from "../../../devices/src/index.ts";
import { enrol } from "@flower-war/client-sdk/admin";
import type { Slot } from "@flower-war/protocol/temple";
import { SimulatedProcess } from "../kernel/simulated-process.ts";
import type { Simulation } from "../kernel/simulation.ts";
import { BROKER } from "../house/bridge-slot.ts";

/** What a temple needs of its house. */
export interface TempleHost {
  readonly simulation: Simulation;
  readonly settings: { readonly adminPassword: string };
  readonly servers: readonly { readonly operatorUrl: string }[];
  /** Those that are enrolled. */
  readonly units: Set<TempleUnit>;
  addPerson(address: string): void;
  note(text: string): void;
}

/** A temple of a player: a device that keeps its counters through power cuts, and what fell into it. */
export class TempleUnit {
  readonly id: string;
  /** How many beads fell into each slot, whatever became of them. */
  readonly fallen = { h: 0, t: 0 };
  readonly #house: TempleHost;
  readonly #address: string;
  #secret = "";
  #stored: StoredCounters | null = null;
  #process: SimulatedProcess | null = null;
  #temple: ConnectedTemple | null = null;

  constructor(house: TempleHost, id: string, address: string) {
    this.#house = house;
    this.id = id;
    this.#address = address;
  }

  get temple(): ConnectedTemple | null {
    return this.#temple;
  }

  /** Enrols the temple, and connects it. @param by the process of who enrols */
  async begin(by: SimulatedProcess): Promise<void> {
    const { operatorUrl } = this.#house.servers[0] ?? { operatorUrl: "" };
    const { adminPassword } = this.#house.settings;
    const { secret } = await by.run(() => enrol(operatorUrl, adminPassword, this.id));
    this.#secret = secret;
    this.#house.units.add(this);
    this.#house.addPerson(BROKER.address);
    this.power();
  }

  /** Switches it on, if it is off. */
  power(): void {
    if (this.#process !== null) return;
    const process = new SimulatedProcess(this.id, this.#address, this.#house.simulation);
    this.#process = process;
    const { time, random } = process;
    process.run(() => {
      this.#temple = new ConnectedTemple({
        id: this.id,
        secret: this.#secret,
        url: `mqtt://${BROKER.address}:${BROKER.port}`,
        time,
        random,
        store: {
          load: () => this.#stored,
          save: (counters) => {
            this.#stored = counters;
          },
        },
      });
      this.#temple.onChange(() => this.#noteVerdicts());
      void this.#temple.connect();
    });
  }

  /** Takes the power away. */
  cut(): void {
    this.#process?.kill();
    this.#process = null;
    this.#temple = null;
  }

  /** Returns which of the beads that fell into a slot have no verdict that the temple was told, by their ordinals. */
  untold(slot: Slot): number[] {
    const ordinals = Array.from({ length: this.fallen[slot] }, (_, i) => i + 1);
    return ordinals.filter((n) => !this.told.has(`${slot} ${n}`));
  }

  /** The verdict of each bead that it was told, by slot and ordinal. */
  readonly told = new Map<string, BeadsAck>();

  #noteVerdicts(): void {
    for (const ack of this.#temple?.verdicts ?? []) {
      for (let n = ack.from; n <= ack.to; n += 1) {
        const key = `${ack.slot} ${n}`;
        if (!this.told.has(key))
          this.#house.note(`${this.id} is told: bead ${n} of ${ack.slot} is ${ack.verdict} (${ack.reason})`);
        this.told.set(key, ack);
      }
    }
  }

  /** A bead falls. Nothing counts it while there is no power. */
  drop(slot: Slot): void {
    this.#house.note(`a bead falls into ${slot} of ${this.id}`);
    if (this.#process === null) return;
    this.fallen[slot] += 1;
    this.#process.run(() => this.#temple?.drop(slot));
  }
}
