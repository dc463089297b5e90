import type { Cancel, Time } from "@flower-war/protocol/ports";
import { SLOTS, type Slot } from "@flower-war/protocol/temple";
import type { ConnectedTemple } from "../connected-temple.ts";
import type { Sound } from "../sounds.ts";
import { Sensors } from "../sensors.ts";
import { renderTemple } from "./screen.ts";

/** How the simulated temple describes itself. Its program is its power. */
export const SIMULATOR = {
  fw: "simulator 1.1",
  level: 3,
  caps: ["display", "button", "sound"],
  reset: "power-on",
} as const;

/** Where the simulated temple is shown. */
export interface Terminal {
  /** Shows these lines in place of the ones before. */
  readonly draw: (lines: readonly string[]) => void;
  readonly play: (sound: Sound) => void;
}

/** ms for which a bead darkens the beam, and ms until the next one can fall. */
const BEAD = { dark: 8, apart: 100 };
/** ms between two checks for covered beams. */
const FAULT_CHECK_INTERVAL = 250;

/** A temple without hardware: keys instead of beads and buttons, a terminal instead of lamps, screen and buzzer. */
export class SimulatedTemple {
  readonly #temple: ConnectedTemple;
  readonly #time: Time;
  readonly #terminal: Terminal;
  readonly #sensors: Sensors;
  readonly #covered = new Set<Slot>();
  /** When the next bead can fall, in ms. */
  #freeAt = 0;
  #stopFaultCheck: Cancel = () => {};
  #stopShowing: Cancel = () => {};
  #drawn = "";

  constructor(temple: ConnectedTemple, time: Time, terminal: Terminal) {
    this.#temple = temple;
    this.#time = time;
    this.#terminal = terminal;
    this.#sensors = new Sensors(temple, { h: false, t: false });
  }

  /** Connects and stays connected until `close`. Resolves when the first attempt has succeeded or failed. */
  async start(): Promise<void> {
    const temple = this.#temple;
    this.#stopShowing = temple.onChange(() => this.#show());
    temple.onSound(({ sound }) => this.#terminal.play(sound));
    this.#stopFaultCheck = this.#time.every(FAULT_CHECK_INTERVAL, () => this.#reportFaults());
    await temple.connect();
  }

  /** Publishes a clean goodbye and disconnects. */
  async close(): Promise<void> {
    this.#stopFaultCheck();
    this.#stopShowing();
    await this.#temple.close();
  }

  /** Handles a key (`KEYS`); `H` and `T` cover a slot, or clear it. */
  handleKey(key: string): void {
    const slot = SLOTS.find((each) => each === key.toLowerCase());
    if (slot !== undefined) return key === slot ? this.#drop(slot) : this.#cover(slot);
    if (key === "p") this.#temple.press("pair");
    if (key === "u") this.#temple.press("unpair");
    if (key === "r") this.#takeBackAll();
  }

  /** Beads that are dropped at once fall one after the other. A bead cannot fall through a covered slot. */
  #drop(slot: Slot): void {
    if (this.#covered.has(slot)) return;
    const at = Math.max(this.#time.monotonic(), this.#freeAt);
    this.#freeAt = at + BEAD.apart;
    this.#sensors.recordEdge(slot, true, at);
    this.#sensors.recordEdge(slot, false, at + BEAD.dark);
  }

  #cover(slot: Slot): void {
    const isCovered = !this.#covered.delete(slot);
    if (isCovered) this.#covered.add(slot);
    this.#sensors.recordEdge(slot, isCovered, this.#time.monotonic());
    this.#reportFaults();
  }

  #reportFaults(): void {
    this.#sensors.reportFaults(this.#time.monotonic());
  }

  /** Takes back every bead that the display asks for. */
  #takeBackAll(): void {
    const { owed } = this.#temple;
    for (const slot of SLOTS) if (owed[slot] > 0) this.#temple.takeBack(slot, owed[slot]);
  }

  #show(): void {
    const lines = renderTemple(this.#temple);
    const text = lines.join("\n");
    if (text !== this.#drawn) this.#terminal.draw(lines);
    this.#drawn = text;
  }
}
