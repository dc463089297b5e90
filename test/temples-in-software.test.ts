import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConnectedTemple } from "@flower-war/devices";
import { systemRandom } from "@flower-war/protocol/ports";
import type { Slot } from "@flower-war/protocol/temple";
import { Aedes } from "aedes";
import { describe, expect, onTestFinished, test } from "vitest";
import { FakeTime } from "./support/fake-time.ts";
import { checkTemple } from "../cli/src/temple-check/check.ts";
import type { Hands } from "../cli/src/temple-check/hands.ts";
import { FileCounterStore } from "../devices/src/counter-store.ts";
import type { Edge } from "../devices/src/raspberry-pi/gpio-edges.ts";
import { type Pins, RaspberryPiTemple } from "../devices/src/raspberry-pi/raspberry-pi-temple.ts";
import { readSettings } from "../devices/src/raspberry-pi/settings.ts";
import { SIMULATOR, SimulatedTemple } from "../devices/src/simulator/simulated-temple.ts";
import { TcpProxy } from "./support/tcp-proxy.ts";

const TEMPLE = "templo-1";
const SECRET = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";

/** A temple that the test handles: it is switched on, and its time is the test's. */
interface Desk {
  /** Interrupts a slot's beam, or clears it. */
  setBeam(slot: Slot, isDark: boolean): void;
  pressConfirm(): Promise<void>;
  /** What it shows now, in one text. */
  readonly shown: string;
  /** Number of sounds that it has played. */
  readonly sounds: number;
  close(): Promise<void>;
}

type SwitchOn = (url: string, folder: string, time: FakeTime) => Desk;

/** The Raspberry Pi's program without its pins. */
const switchOnRaspberryPi: SwitchOn = (url, folder, time) => {
  const settings = readSettings({
    TEMPLE_ID: TEMPLE,
    TEMPLE_SECRET: SECRET,
    MQTT_URL: url,
    TEMPLE_COUNTERS: join(folder, "counters.json"),
  });
  const { lines } = settings;
  let handleEdge: (edge: Edge) => void = () => {};
  let sounds = 0;
  let shown = "";
  const pins: Pins = {
    canSound: true,
    read: (inputs) => inputs.map(() => true),
    watch: (_inputs, onEdge) => {
      handleEdge = onEdge;
    },
    setLamps: () => {},
    playTone: () => {
      sounds += 1;
      return () => {};
    },
    stop: () => {},
  };
  const machine = { reset: null, readSignal: () => null };
  const print = (line: string) => void (shown = line);
  const temple = new RaspberryPiTemple(settings, { pins, machine, time, random: systemRandom, print });
  void temple.start();
  const setLevel = (line: number, rising: boolean) => handleEdge({ line, rising, at: time.monotonic() });
  return {
    setBeam: (slot, isDark) => setLevel(slot === "h" ? lines.beamH : lines.beamT, !isDark),
    pressConfirm: async () => {
      setLevel(lines.confirm, false);
      await time.pass(100);
      setLevel(lines.confirm, true);
    },
    get shown() {
      return shown;
    },
    get sounds() {
      return sounds;
    },
    close: () => temple.close(),
  };
};

/** `npm run temple` without its terminal. */
const switchOnSimulator: SwitchOn = (url, folder, time) => {
  const store = new FileCounterStore(join(folder, "counters.json"));
  const options = { id: TEMPLE, secret: SECRET, url, description: SIMULATOR, store };
  let sounds = 0;
  let shown = "";
  const terminal = {
    draw: (lines: readonly string[]) => {
      shown = lines[1] ?? "";
    },
    play: () => {
      sounds += 1;
    },
  };
  const connected = new ConnectedTemple({ ...options, time, random: systemRandom });
  const temple = new SimulatedTemple(connected, time, terminal);
  void temple.start();
  return {
    setBeam: (slot) => temple.handleKey(slot.toUpperCase()),
    pressConfirm: async () => temple.handleKey("r"),
    get shown() {
      return shown;
    },
    get sounds() {
      return sounds;
    },
    close: () => temple.close(),
  };
};

/** Turns of the event loop in which what was sent within this process arrives. */
const TRANSIT = 10;

/** Does at a temple what `temple-check` asks for. */
class DeskHands implements Hands {
  readonly #time = new FakeTime();
  readonly #link: TcpProxy;
  readonly #switchOn: () => Desk;
  #desk: Desk;
  #heard = 0;

  constructor(link: TcpProxy, folder: string, switchOn: SwitchOn) {
    this.#link = link;
    this.#switchOn = () => switchOn(link.url.replace("http:", "mqtt:"), folder, this.#time);
    this.#desk = this.#switchOn();
  }

  async drop(slot: Slot): Promise<void> {
    await this.beam(slot, [8]);
    await this.wait(100);
  }

  async beam(slot: Slot, ms: readonly number[]): Promise<void> {
    let isDark = false;
    for (const each of ms) {
      isDark = !isDark;
      this.#desk.setBeam(slot, isDark);
      await this.wait(each);
    }
    if (isDark) this.#desk.setBeam(slot, false);
  }

  async setLink(up: boolean): Promise<void> {
    if (up) this.#link.heal();
    else this.#link.fail("reset");
    await this.wait(0);
  }

  async cyclePower(): Promise<void> {
    await this.setLink(false);
    // Its goodbye has a timeout in the temple's time.
    await Promise.all([this.#desk.close(), this.wait(2_000)]);
    this.#heard = 0;
    await this.setLink(true);
    this.#desk = this.#switchOn();
  }

  async pressConfirm(): Promise<void> {
    await this.#desk.pressConfirm();
  }

  async seesDebt(slot: Slot, number: number): Promise<boolean> {
    const god = slot === "h" ? "Huitzil" : "Tlaloc";
    const asked = this.#desk.shown.includes(`Take ${number} from ${god}`);
    return number === 0 ? !this.#desk.shown.includes("Take") : asked;
  }

  async watch(): Promise<void> {
    this.#heard = this.#desk.sounds;
  }

  async seesVerdict(line: string): Promise<boolean> {
    if (this.#desk.sounds === this.#heard || !(await this.seesLine(line))) return false;
    await this.wait(2_000);
    return this.seesLine(line);
  }

  async seesLine(line: string): Promise<boolean> {
    return this.#desk.shown.split(" | ").includes(line);
  }

  async wait(ms: number): Promise<void> {
    await this.#time.pass(ms);
    for (let turn = 0; turn < TRANSIT; turn += 1) await this.#time.nextTurn();
  }

  now(): number {
    return this.#time.monotonic();
  }

  async close(): Promise<void> {
    await Promise.all([this.#desk.close(), this.wait(2_000)]);
  }
}

/** A broker of MQTT 3.1.1, which publishes a last will at once. */
async function openBroker(): Promise<number> {
  const aedes = await Aedes.createBroker();
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    aedes.handle(socket);
  }).listen(0, "127.0.0.1");
  onTestFinished(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((closed) => aedes.close(closed));
  });
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** docs/temple-protocol.md, section 13. The ESP32's firmware is checked in firmware.test.ts. */
describe("the reference temples in TypeScript", () => {
  test.each([
    ["Raspberry Pi", switchOnRaspberryPi],
    ["simulator", switchOnSimulator],
  ] as const)("[F1]-[F9] %s", async (_name, switchOn) => {
    const port = await openBroker();
    const folder = mkdtempSync(join(tmpdir(), "flower-war-temple-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const link = await TcpProxy.open(port);
    onTestFinished(() => link.close());
    const hands = new DeskHands(link, folder, switchOn);
    const broker = `mqtt://127.0.0.1:${port}`;
    const findings = await checkTemple({ broker, templeId: TEMPLE, hands, cycles: 20, onFinding: () => {} });
    await hands.close();
    const passed = ["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9"].map((id) => ({
      id,
      title: expect.any(String),
      result: "passed",
    }));
    expect(findings).toEqual(passed);
  });
});
