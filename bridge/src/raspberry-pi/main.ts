/** A temple on a Raspberry Pi (docs/build-a-temple.md): beams, lamps and buttons at its pins, the rest in software. */
import { SLOTS, type Slot } from "@flower-war/client-sdk/temple";
import { Beam } from "../device/beam.ts";
import { ConnectedTemple } from "../device/connected-temple.ts";
import { FileFlash } from "../device/file-flash.ts";
import type { Edge } from "./edges.ts";
import { Gpio } from "./gpio.ts";
import { readSettings, type Settings } from "./settings.ts";

/** ms for which the pair button is held to leave the match. */
const HELD = 3_000;
/** ms of a button's chatter. */
const CHATTER = 30;
/** ms between two looks at blocked beams. */
const LOOK = 250;

function main(): void {
  const settings = readSettings(process.env);
  const { lines } = settings;
  const gpio = new Gpio(settings.chip);
  const temple = connect(settings);
  const [h = true, t = true] = gpio.read([lines.beamH, lines.beamT]);
  const beams = { h: new Beam(!h), t: new Beam(!t) };
  const pressed = new Map<number, number>();
  let skew: number | null = null;
  let broken = false;

  const look = () => {
    // Between an edge and the clock that dates it there is the way through `gpiomon`.
    const now = performance.now() + (skew ?? 0);
    const blocked = SLOTS.filter((slot) => beams[slot].isBlocked(now)).map((slot) => `blocked-${slot}`);
    temple.setFaults(broken ? [...blocked, "sensor-h", "sensor-t"] : blocked);
  };

  const onEdge = (edge: Edge) => {
    skew = edge.at - performance.now();
    broken = false;
    const slot: Slot | null = edge.line === lines.beamH ? "h" : edge.line === lines.beamT ? "t" : null;
    if (slot !== null) {
      if (beams[slot].edge(!edge.rising, edge.at)) temple.drop(slot);
      return look();
    }
    if (!edge.rising) return void pressed.set(edge.line, edge.at);
    const lasted = edge.at - (pressed.get(edge.line) ?? edge.at);
    pressed.delete(edge.line);
    if (lasted >= CHATTER) onButton(temple, edge.line === lines.confirm, lasted);
  };

  gpio.watch([lines.beamH, lines.beamT, lines.confirm, lines.pair], onEdge, () => {
    broken = true;
    look();
  });
  showOn(gpio, settings, temple);
  const looking = setInterval(look, LOOK);
  const quit = async () => {
    clearInterval(looking);
    gpio.stop();
    await temple.close();
    process.exit(0);
  };
  process.once("SIGTERM", () => void quit()).once("SIGINT", () => void quit());
  void temple.connect();
}

function connect({ id, secret, url, ca, counters }: Settings): ConnectedTemple {
  const flash = new FileFlash(counters);
  const self = { fw: "templo-pi 1.0", level: 3, caps: ["display", "button"] } as const;
  return new ConnectedTemple({ id, secret, url, flash, self, ...(ca !== null && { ca }) });
}

function onButton(temple: ConnectedTemple, confirm: boolean, lasted: number): void {
  if (!confirm) return temple.press(lasted >= HELD ? "unpair" : "pair");
  for (const slot of SLOTS) {
    const owed = -(temple.display?.fix[slot] ?? 0);
    if (owed > 0) return temple.takeBack(slot, Math.min(owed, 99));
  }
}

/** Lamps at the pins, the lines of the display on the standard output. */
function showOn(gpio: Gpio, { lines }: Settings, temple: ConnectedTemple): void {
  let shown = "";
  temple.onChange(() => {
    const { lit, display, waits } = temple;
    const owed = SLOTS.some((slot) => (display?.fix[slot] ?? 0) < 0);
    const text = waits ? waitText(temple) : (display?.lines ?? []).join(" | ");
    const picture = JSON.stringify({ lit, owed, text });
    if (picture === shown) return;
    shown = picture;
    gpio.light(
      new Map([
        [lines.lampH, lit.h],
        [lines.lampT, lit.t],
        [lines.red, owed],
      ]),
    );
    process.stdout.write(`${text}\n`);
  });
}

/** J-13; what the broker refuses is said (N-4). */
function waitText({ connection, refusal }: ConnectedTemple): string {
  if (refusal !== null) return `Wait | The broker refuses: ${refusal}`;
  return connection === "refused" ? "Wait | Name or secret is wrong, or the broker refuses" : "Wait";
}

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
