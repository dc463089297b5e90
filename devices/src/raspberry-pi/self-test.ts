import { type Random, sleep, type Time } from "@flower-war/protocol/ports";
import { type BySlot, SLOTS, type Slot } from "@flower-war/protocol/temple";
import { Beam } from "../beam.ts";
import { BrokerConnection, type Trouble } from "../broker-connection.ts";
import { tuneOf } from "../sounds.ts";
import { wordsOf } from "../words.ts";
import { Buttons } from "./buttons.ts";
import { Buzzer, PAUSE } from "./buzzer.ts";
import type { Edge } from "./gpio-edges.ts";
import { NO_SOUND, type Pins } from "./raspberry-pi-temple.ts";
import type { Settings } from "./settings.ts";

/** An input of the maker: a button that was pressed, or the slot of a bead that fell. */
type Input = "confirm" | "pair" | Slot;

interface Surroundings {
  readonly pins: Pins;
  readonly time: Time;
  readonly random: Random;
  /** Prints a line. */
  readonly print: (line: string) => void;
}

const NAMES: BySlot<string> = { h: "Huitzilopochtli", t: "Tlaloc" };

/** Buttons, two slots, three lamps, buzzer, broker. */
const PARTS = 8;

const DARK = { lampH: false, lampT: false, red: false };
type Lamps = typeof DARK;

/**
 * Tests each part of a temple once, with the maker's help, as the ESP32's does (lib/templo/src/self_test.hpp, whose lines these are): buttons,
 * slots, lamps, buzzer and broker. Nothing is counted, stored or published.
 */
export class SelfTest {
  readonly #settings: Settings;
  readonly #surroundings: Surroundings;
  readonly #buttons = new Buttons();
  readonly #beams: BySlot<Beam>;
  readonly #isDark: BySlot<boolean>;
  readonly #buzzer: Buzzer;
  readonly #faults: string[] = [];
  #onInput: (input: Input) => void = () => {};
  #part = 0;

  constructor(settings: Settings, surroundings: Surroundings) {
    const { pins, time } = surroundings;
    const { beamH, beamT, buzzer } = settings.lines;
    this.#settings = settings;
    this.#surroundings = surroundings;
    const [h = true, t = true] = pins.read([beamH, beamT]);
    this.#isDark = { h: !h, t: !t };
    this.#beams = { h: new Beam(!h), t: new Beam(!t) };
    this.#buzzer = new Buzzer(time, (hertz) => pins.playTone(buzzer, hertz));
  }

  /** Resolves with the lines of what is to repair when all parts were tested. */
  async run(): Promise<readonly string[]> {
    const { pins, print } = this.#surroundings;
    const { beamH, beamT, confirm, pair } = this.#settings.lines;
    pins.watch(
      [beamH, beamT, confirm, pair],
      (edge) => this.#handleEdge(edge),
      () => print("The pins cannot be read. Is the temple's service stopped?"),
    );
    const pressed = await this.#ask("press pair; if nothing happens: confirm", ["pair", "confirm"]);
    await this.#settle(pressed === "pair" ? null : "Pair: not pressed");
    for (const slot of SLOTS) await this.#settle(await this.#testSlot(slot));
    await this.#settle(
      await this.#testLamp("lampH", "Is the lamp lit of Huitzilopochtli?", "Lamp H stays dark"),
    );
    await this.#settle(await this.#testLamp("lampT", "Is the lamp lit of Tlaloc?", "Lamp T stays dark"));
    await this.#settle(await this.#testLamp("red", "Is the red lamp lit?", "Red lamp stays dark"));
    await this.#settle(await this.#testSound());
    await this.#settle(await this.#testBroker());
    print(this.#faults.length === 0 ? "All is well" : `${this.#faults.length} to repair:`);
    for (const fault of this.#faults) print(fault);
    pins.stop();
    return this.#faults;
  }

  async #testSlot(slot: Slot): Promise<string | null> {
    const name = slot.toUpperCase();
    if (this.#isDark[slot]) return `${name}: beam stays dark`;
    const input = await this.#ask(`drop a bead into ${NAMES[slot]}; if it is not seen: confirm`, [
      ...SLOTS,
      "confirm",
    ]);
    if (input === "confirm") return `${name}: no bead was seen`;
    return input === slot ? null : `Bead ${name} counted as ${input.toUpperCase()}`;
  }

  async #testLamp(lamp: keyof Lamps, question: string, fault: string): Promise<string | null> {
    this.#light({ ...DARK, [lamp]: true });
    const input = await this.#ask(`${question} Yes: confirm, no: pair`, ["confirm", "pair"]);
    this.#light(DARK);
    return input === "confirm" ? null : fault;
  }

  async #testSound(): Promise<string | null> {
    if (!this.#surroundings.pins.canSound) return NO_SOUND;
    this.#buzzer.play(tuneOf("debt"));
    const input = await this.#ask("Did you hear a long low tone? Yes: confirm, no: pair", [
      "confirm",
      "pair",
    ]);
    return input === "confirm" ? null : "No sound";
  }

  async #testBroker(): Promise<string | null> {
    const { id, secret, url, ca, pin } = this.#settings;
    const { time, random } = this.#surroundings;
    this.#say(`connecting to ${new URL(url).host}`);
    const { promise, resolve } = Promise.withResolvers<Trouble | null>();
    const connection = new BrokerConnection(
      { id, secret, url, time, random, ...(ca !== null && { ca }), ...(pin !== null && { pin }) },
      {
        // Without a last will: nothing may be told of a temple that plays nowhere.
        composeWill: () => null,
        onConnected: () => resolve(null),
        onMessage: () => {},
        onDisconnected: () => resolve(connection.trouble),
        onStateChange: () => {},
      },
    );
    connection.open();
    const trouble = await promise;
    await connection.close(null);
    if (trouble === null) return null;
    return trouble === "unreachable" ? "No broker answers" : wordsOf()[trouble];
  }

  /** Says what to do, and resolves with the next of these inputs. */
  async #ask(what: string, accepted: readonly Input[]): Promise<Input> {
    this.#say(what);
    const input = await new Promise<Input>((resolve) => {
      this.#onInput = (given) => accepted.includes(given) && resolve(given);
    });
    this.#onInput = () => {};
    return input;
  }

  #say(what: string): void {
    this.#surroundings.print(`Self-test ${this.#part + 1} of ${PARTS}: ${what}`);
  }

  /** Ends a part, and resolves when that was to be heard. @param fault its line; `null`: it does what it should */
  async #settle(fault: string | null): Promise<void> {
    const { pins, time } = this.#surroundings;
    if (fault !== null) this.#faults.push(fault);
    this.#part += 1;
    if (!pins.canSound) return;
    const tune = tuneOf(fault === null ? "accepted" : "refused");
    this.#buzzer.play(tune);
    await sleep(time, tune.tones.reduce((sum, [, ms]) => sum + ms, 0) + PAUSE);
  }

  #light(lamps: Lamps): void {
    const { lampH, lampT, red } = this.#settings.lines;
    this.#surroundings.pins.setLamps(
      new Map([
        [lampH, lamps.lampH],
        [lampT, lamps.lampT],
        [red, lamps.red],
      ]),
    );
  }

  #handleEdge(edge: Edge): void {
    const { beamH, beamT, confirm } = this.#settings.lines;
    const slot: Slot | null = edge.line === beamH ? "h" : edge.line === beamT ? "t" : null;
    if (slot !== null) {
      if (this.#beams[slot].recordEdge(!edge.rising, edge.at)) this.#onInput(slot);
    } else if (this.#buttons.recordEdge(edge) !== null)
      this.#onInput(edge.line === confirm ? "confirm" : "pair");
  }
}
