/** A temple on a Raspberry Pi (docs/build-a-temple.md): beams, lamps and buttons at its pins, the rest in software. */
import { type Random, systemRandom, systemTime, type Time } from "@flower-war/protocol/ports";
import { SLOTS, type Slot } from "@flower-war/protocol/temple";
import { Beam } from "../beam.ts";
import { ConnectedTemple } from "../connected-temple.ts";
import { FileCounterStore } from "../counter-store.ts";
import { Gpio } from "./gpio.ts";
import type { Edge } from "./gpio-edges.ts";
import { describeEnvironment, readSettings, type Settings } from "./settings.ts";

/** ms after which the pair button counts as held, which leaves the match. */
const HOLD_TIME = 3_000;
/** ms below which a press is contact bounce. */
const DEBOUNCE_TIME = 30;
/** ms between two checks for blocked beams. */
const FAULT_CHECK_INTERVAL = 250;

const HELP = `A Flower War temple on a Raspberry Pi: beams, lamps and buttons at its pins.
systemd runs it (devices/raspberry-pi/flower-war-temple.service, docs/build-a-temple.md).

It reads these environment variables:

${describeEnvironment()}`;

function main(time: Time, random: Random): void {
  const settings = readSettings(process.env);
  const { lines } = settings;
  const gpio = new Gpio(settings.chip, time);
  const temple = createTemple(settings, time, random);
  const [h = true, t = true] = gpio.read([lines.beamH, lines.beamT]);
  const beams = { h: new Beam(!h), t: new Beam(!t) };
  const pressedAt = new Map<number, number>();
  /** How far the kernel's clock, which dates edges, is ahead of ours. */
  let clockOffset = 0;
  let isMonitorBroken = false;

  const updateFaults = () => {
    const now = time.monotonic() + clockOffset;
    const blocked = SLOTS.filter((slot) => beams[slot].isBlocked(now)).map((slot) => `blocked-${slot}`);
    temple.setFaults(isMonitorBroken ? [...blocked, "sensor-h", "sensor-t"] : blocked);
  };

  const handleEdge = (edge: Edge) => {
    clockOffset = edge.at - time.monotonic();
    isMonitorBroken = false;
    const slot: Slot | null = edge.line === lines.beamH ? "h" : edge.line === lines.beamT ? "t" : null;
    if (slot !== null) {
      if (beams[slot].recordEdge(!edge.rising, edge.at)) temple.drop(slot);
      return updateFaults();
    }
    if (!edge.rising) return void pressedAt.set(edge.line, edge.at);
    const duration = edge.at - (pressedAt.get(edge.line) ?? edge.at);
    pressedAt.delete(edge.line);
    if (duration < DEBOUNCE_TIME) return;
    if (edge.line === lines.confirm) confirmReturned(temple);
    else temple.press(duration >= HOLD_TIME ? "unpair" : "pair");
  };

  gpio.watch([lines.beamH, lines.beamT, lines.confirm, lines.pair], handleEdge, () => {
    isMonitorBroken = true;
    updateFaults();
  });
  showPicture(gpio, settings, temple);
  const stopFaultCheck = time.every(FAULT_CHECK_INTERVAL, updateFaults);
  const quit = async () => {
    stopFaultCheck();
    gpio.stop();
    await temple.close();
    process.exit(0);
  };
  process.once("SIGTERM", () => void quit()).once("SIGINT", () => void quit());
  void temple.connect();
}

function createTemple(settings: Settings, time: Time, random: Random): ConnectedTemple {
  const { id, secret, url, ca, counters } = settings;
  const store = new FileCounterStore(counters);
  const description = { fw: "templo-pi 1.0", level: 3, caps: ["display", "button"] } as const;
  return new ConnectedTemple({
    id,
    secret,
    url,
    store,
    description,
    time,
    random,
    ...(ca !== null && { ca }),
  });
}

/** Confirms that what the display asks for was taken out of one slot (J-11). */
function confirmReturned(temple: ConnectedTemple): void {
  const slot = SLOTS.find((each) => temple.owed[each] > 0);
  if (slot !== undefined) temple.takeBack(slot, temple.owed[slot]);
}

/** Shows every change: the lamps at the pins, the display's lines on the standard output. */
function showPicture(gpio: Gpio, { lines }: Settings, temple: ConnectedTemple): void {
  let shown = "";
  temple.onChange(() => {
    const { lamps, display, isWaiting } = temple;
    const owesBeads = SLOTS.some((slot) => temple.owed[slot] > 0);
    const text = isWaiting ? waitText(temple) : (display?.lines ?? []).join(" | ");
    const picture = JSON.stringify({ lamps, owesBeads, text });
    if (picture === shown) return;
    shown = picture;
    gpio.setLamps(
      new Map([
        [lines.lampH, lamps.h],
        [lines.lampT, lamps.t],
        [lines.red, owesBeads],
      ]),
    );
    process.stdout.write(`${text}\n`);
  });
}

/** J-13, and a refusal by the broker (N-4). */
function waitText({ connectionState, refusalReason }: ConnectedTemple): string {
  if (refusalReason !== null) return `Wait | The broker refuses: ${refusalReason}`;
  return connectionState === "refused"
    ? "Wait | Id or secret is wrong, or the broker refuses access"
    : "Wait";
}

try {
  if (process.argv.includes("--help")) console.log(HELP);
  else main(systemTime, systemRandom);
} catch (error) {
  // A SettingsError, or libgpiod is missing.
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
