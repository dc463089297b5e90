import type { Cancel, Random, Time } from "@flower-war/protocol/ports";
import { SLOTS, type Slot } from "@flower-war/protocol/temple";
import { ConnectedTemple } from "../connected-temple.ts";
import { FileCounterStore } from "../counter-store.ts";
import { blinkWith } from "../echo.ts";
import { Sensors } from "../sensors.ts";
import { Buttons } from "./buttons.ts";
import { Buzzer } from "./buzzer.ts";
import type { Edge } from "./gpio-edges.ts";
import type { StartCause } from "./run-file.ts";
import type { Settings } from "./settings.ts";

/** The pins of a Raspberry Pi, by their BCM numbers. */
export interface Pins {
  /** Whether `playTone` works. */
  readonly canSound: boolean;
  /** Returns which of these inputs are high now. They are pulled up. */
  read(lines: readonly number[]): boolean[];
  /** Calls `onEdge` for every edge of these inputs, and `onEnd` when edges may have been missed. */
  watch(lines: readonly number[], onEdge: (edge: Edge) => void, onEnd: () => void): void;
  setLamps(lamps: ReadonlyMap<number, boolean>): void;
  /** Starts a tone at an output; returns the function that ends it. */
  playTone(line: number, hertz: number): Cancel;
  stop(): void;
}

/** The machine that a temple runs on. */
export interface Machine {
  /** Why the temple was started; `null`: unknown. */
  readonly reset: StartCause | null;
  /** Returns the Wi-Fi's signal in dBm; `null`: unknown. */
  readonly readSignal: () => number | null;
}

/** ms after which the pair button counts as held, which leaves the match. */
const HOLD_TIME = 3_000;
/** ms between two checks for blocked beams. */
const FAULT_CHECK_INTERVAL = 250;
/** The line of a temple without a tone when it starts; docs/build-a-temple.md explains the code. */
export const NO_SOUND =
  "no-sound: the gpioset of this system (libgpiod 1) cannot make a tone. For sound install Debian 13 or a Raspberry Pi OS built on it.";

/** What a temple needs besides its settings. */
interface Surroundings {
  readonly pins: Pins;
  readonly machine: Machine;
  readonly time: Time;
  readonly random: Random;
  /** Prints a line to the journal. */
  readonly print: (line: string) => void;
}

/** A temple on a Raspberry Pi: beams, lamps, buttons and buzzer at its pins, the screen's lines in the journal. */
export class RaspberryPiTemple {
  readonly #settings: Settings;
  readonly #pins: Pins;
  readonly #time: Time;
  readonly #print: (line: string) => void;
  readonly #temple: ConnectedTemple;
  readonly #sensors: Sensors;
  readonly #buttons = new Buttons();
  /** ms by which the kernel's clock, which dates edges, is ahead of ours. */
  #clockOffset = 0;
  #isMonitorBroken = false;
  #stopFaultCheck: Cancel = () => {};
  #stopShowing: Cancel = () => {};
  /** The lamps of the sound that is playing, and whether it is not silent just now. */
  #echo: { readonly lamps: readonly Slot[]; readonly isSounding: boolean } = { lamps: [], isSounding: false };
  #shownLamps = "";
  #shownLines = "";

  constructor(settings: Settings, { pins, machine, time, random, print }: Surroundings) {
    this.#settings = settings;
    this.#pins = pins;
    this.#time = time;
    this.#print = print;
    this.#temple = createTemple(settings, pins, machine, time, random);
    const { lines } = settings;
    const [h = true, t = true] = pins.read([lines.beamH, lines.beamT]);
    this.#sensors = new Sensors(this.#temple, { h: !h, t: !t });
  }

  /** Connects and stays connected until `close`. Resolves when the first attempt has succeeded or failed. */
  async start(): Promise<void> {
    const { lines } = this.#settings;
    this.#pins.watch(
      [lines.beamH, lines.beamT, lines.confirm, lines.pair],
      (edge) => this.#handleEdge(edge),
      () => {
        this.#isMonitorBroken = true;
        this.#reportFaults();
      },
    );
    this.#stopFaultCheck = this.#time.every(FAULT_CHECK_INTERVAL, () => this.#reportFaults());
    const { canSound } = this.#pins;
    const buzzer = new Buzzer(
      this.#time,
      (hertz) => (canSound ? this.#pins.playTone(lines.buzzer, hertz) : () => {}),
      (lamps, isSounding) => {
        this.#echo = { lamps, isSounding };
        this.#show();
      },
    );
    this.#temple.onSound((tune) => buzzer.play(tune));
    if (!canSound) this.#print(NO_SOUND);
    this.#stopShowing = this.#temple.onChange(() => this.#show());
    await this.#temple.connect();
  }

  /** Publishes a clean goodbye, disconnects and releases the pins. */
  async close(): Promise<void> {
    this.#stopFaultCheck();
    this.#stopShowing();
    this.#pins.stop();
    await this.#temple.close();
  }

  #handleEdge(edge: Edge): void {
    const { lines } = this.#settings;
    this.#clockOffset = edge.at - this.#time.monotonic();
    this.#isMonitorBroken = false;
    const slot: Slot | null = edge.line === lines.beamH ? "h" : edge.line === lines.beamT ? "t" : null;
    if (slot !== null) {
      this.#sensors.recordEdge(slot, !edge.rising, edge.at);
      return this.#reportFaults();
    }
    const held = this.#buttons.recordEdge(edge);
    if (held === null) return;
    if (edge.line === lines.confirm) this.#confirmReturned();
    else this.#temple.press(held >= HOLD_TIME ? "unpair" : "pair");
  }

  #reportFaults(): void {
    const others = this.#isMonitorBroken ? ["sensor-h", "sensor-t"] : [];
    this.#sensors.reportFaults(this.#time.monotonic() + this.#clockOffset, others);
  }

  /** Confirms that what the display asks for was taken out of one slot (J-11). */
  #confirmReturned(): void {
    const temple = this.#temple;
    const slot = SLOTS.find((each) => temple.owed[each] > 0);
    if (slot !== undefined) temple.takeBack(slot, temple.owed[slot]);
  }

  /** Shows every change: the lamps at the pins, the screen's lines in the journal. */
  #show(): void {
    const { owed, screen, blink } = this.#temple;
    const sounded = blinkWith(this.#temple.lamps, this.#echo.lamps, this.#echo.isSounding);
    const lamps = blink === null ? sounded : blinkWith(sounded, SLOTS, blink);
    const { lampH, lampT, red } = this.#settings.lines;
    const lit = new Map([
      [lampH, lamps.h],
      [lampT, lamps.t],
      [red, SLOTS.some((slot) => owed[slot] > 0)],
    ]);
    const shownLamps = [...lit].join();
    if (shownLamps !== this.#shownLamps) this.#pins.setLamps(lit);
    this.#shownLamps = shownLamps;
    const shownLines = screen.join(" | ");
    if (shownLines !== this.#shownLines) this.#print(shownLines);
    this.#shownLines = shownLines;
  }
}

function createTemple(
  settings: Settings,
  { canSound }: Pins,
  { reset, readSignal }: Machine,
  time: Time,
  random: Random,
): ConnectedTemple {
  const { id, secret, url, ca, pin, lang, mirror, counters } = settings;
  const caps = ["display", "button", ...(canSound ? ["sound"] : []), ...(mirror ? ["mirror"] : [])];
  return new ConnectedTemple({
    id,
    secret,
    url,
    store: new FileCounterStore(counters),
    description: {
      fw: "templo-pi 1.1",
      level: 3,
      caps,
      ...(lang !== null && { lang }),
      ...(reset !== null && { reset }),
      readSignal,
    },
    time,
    random,
    ...(ca !== null && { ca }),
    ...(pin !== null && { pin }),
  });
}
