import type { BeadsAck, BySlot } from "@flower-war/protocol/temple";
import { ConnectedTemple, type CounterStore, type StoredCounters } from "../../../devices/src/index.ts";
import type { Match } from "@flower-war/client-sdk";
import { enrol } from "@flower-war/client-sdk/admin";
import type { Slot } from "@flower-war/protocol/temple";
import { SimulatedProcess } from "../kernel/simulated-process.ts";
import type { Simulation } from "../kernel/simulation.ts";
import type { SeededRandom } from "../../support/seeded-random.ts";
import type { BrokerAddress } from "../house/bridge-slot.ts";
import type { TempleHabit } from "../plan/habits.ts";

/** ms between a bead and the one that is counted because it bounced. */
const BOUNCE = 80;
/** ms for which a twin is on at most. */
const MET = 3_000;
/** ms after which enrolling is tried again. */
const RETRY = 150;

/** What a temple needs of its house. */
export interface TempleHost {
  readonly simulation: Simulation;
  readonly settings: { readonly adminPassword: string };
  readonly servers: readonly { readonly operatorUrl: string }[];
  /** Enrolled temples. */
  readonly temples: Set<Pick<OwnTemple, "cut" | "power">>;
  /** Where it connects. */
  readonly broker: BrokerAddress;
  addPerson(address: string): void;
  note(text: string): void;
}

/** A player's temple: a device that keeps its counters through power cuts. Counts the beads that fell, and their verdicts. */
export class OwnTemple {
  readonly id: string;
  /** The number of beads that fell into each slot while it had power. */
  readonly fallen = { h: 0, t: 0 };
  /** Whether it has forgotten beads that it had stored: no bead counts twice for that, and some may not count. */
  hasForgotten = false;
  readonly #house: TempleHost;
  readonly #address: string;
  readonly #habits: readonly TempleHabit[];
  readonly #random: SeededRandom;
  #secret = "";
  #isPaired = false;
  #stored: StoredCounters | null = null;
  /** What it had stored some beads ago. */
  #storedBefore: StoredCounters | null = null;
  /** What its twin has stored. */
  #twinStored: StoredCounters | null = null;
  #process: SimulatedProcess | null = null;
  #temple: ConnectedTemple | null = null;

  constructor(house: TempleHost, id: string, address: string, habits: readonly TempleHabit[]) {
    this.#house = house;
    this.id = id;
    this.#address = address;
    this.#habits = habits;
    this.#random = house.simulation.chanceOf(`temple ${id}`);
  }

  /** Enrols the temple and connects it, once; tries until the server does. @param by the process of the operator */
  async begin(by: SimulatedProcess): Promise<void> {
    const { operatorUrl } = this.#house.servers[0] ?? { operatorUrl: "" };
    const { adminPassword } = this.#house.settings;
    const enrolled = await by.run(() => enrol(operatorUrl, adminPassword, this.id)).catch(() => null);
    if (this.#secret !== "" || by.isDead) return;
    if (enrolled === null) {
      this.#house.simulation.add(RETRY, by, () => void this.begin(by));
      return;
    }
    this.#secret = enrolled.secret;
    this.#house.temples.add(this);
    this.#house.addPerson(this.#house.broker.address);
    this.power();
  }

  /** What its display asks to put in or to take out; `null`: it shows none, or has no power. */
  get shownDebts(): BySlot | null {
    return this.#temple?.display?.fix ?? null;
  }

  /** Pairs it with a player's seat, if it shows a code. */
  async pair(match: Match): Promise<void> {
    const code = this.#temple?.display?.code;
    if (this.#isPaired || code == null) return;
    this.#isPaired = await match.pairTemple(code).then(
      () => true,
      () => false,
    );
  }

  /** Returns the slot that a bead must fall into for a command; `null`: no bead means it now. */
  slotFor(command: object): Slot | null {
    const { type, god } = command as { readonly type: string; readonly god?: string };
    const slot = god === "tlaloc" ? "t" : "h";
    const isLit = type === "sacrifice" && this.#isPaired && this.#temple?.lamps[slot] === true;
    return isLit ? slot : null;
  }

  /** Switches it on, if it is off. */
  power(): void {
    if (this.#process !== null) return;
    const process = new SimulatedProcess(this.id, this.#address, this.#house.simulation);
    this.#process = process;
    const store = {
      load: () => this.#stored,
      save: (counters: StoredCounters) => {
        if (this.#random.happens(0.5)) this.#storedBefore = this.#stored;
        this.#stored = counters;
      },
    };
    process.run(() => {
      const temple = this.#connect(process, store);
      this.#temple = temple;
      temple.onChange(() => this.#noteVerdicts());
    });
  }

  #connect({ time, random }: SimulatedProcess, store: CounterStore): ConnectedTemple {
    const { address, port } = this.#house.broker;
    const url = `mqtt://${address}:${port}`;
    const temple = new ConnectedTemple({ id: this.id, secret: this.#secret, url, time, random, store });
    void temple.connect();
    return temple;
  }

  /** Switches a second device of this name on for a while. No bead falls into it. */
  #meetTwin(): void {
    this.#house.note(`a twin of ${this.id} is switched on`);
    const twin = new SimulatedProcess(`${this.id}'s twin`, `${this.#address}00`, this.#house.simulation);
    const store = {
      load: () => this.#twinStored,
      save: (counters: StoredCounters) => {
        this.#twinStored = counters;
      },
    };
    twin.run(() => void this.#connect(twin, store));
    this.#house.simulation.add(this.#random.below(MET), null, () => twin.kill());
  }

  /** Takes the power away. */
  cut(): void {
    this.#process?.kill();
    this.#process = null;
    this.#temple = null;
    if (!this.#habits.includes("forgets") || this.#storedBefore === null) return;
    this.#house.note(`${this.id} forgets its last beads`);
    this.#stored = this.#storedBefore;
    this.hasForgotten = true;
  }

  /** Returns which of the beads that fell into a slot have no verdict that the temple was told, by their ordinals. */
  untold(slot: Slot): number[] {
    const ordinals = Array.from({ length: this.fallen[slot] }, (_, i) => i + 1);
    return ordinals.filter((n) => (this.told.get(`${slot} ${n}`)?.verdict ?? "pending") === "pending");
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

  /** A bead falls, and may bounce, or a twin meets the temple. Nothing counts it while there is no power. */
  drop(slot: Slot): void {
    this.#house.note(`a bead falls into ${slot} of ${this.id}`);
    this.#count(slot);
    if (this.#habits.includes("twins") && this.#random.happens(0.2)) this.#meetTwin();
    const bounces = this.#habits.includes("bounces") && this.#random.happens(0.3);
    if (bounces) this.#house.simulation.add(this.#random.below(BOUNCE), null, () => this.#count(slot));
  }

  #count(slot: Slot): void {
    if (this.#process === null) return;
    this.fallen[slot] += 1;
    this.#process.run(() => this.#temple?.drop(slot));
  }
}
