/** A temple on a Raspberry Pi (docs/build-a-temple.md): beams, lamps, buttons and buzzer at its pins, the rest in software. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { systemRandom, systemTime } from "@flower-war/protocol/ports";
import { Gpio } from "./gpio.ts";
import { RaspberryPiTemple } from "./raspberry-pi-temple.ts";
import { RunFile } from "./run-file.ts";
import { SelfTest } from "./self-test.ts";
import { describeEnvironment, readSettings } from "./settings.ts";
import { parseWifiSignal } from "./wifi-signal.ts";

const HELP = `A Flower War temple on a Raspberry Pi: beams, lamps, buttons and buzzer at its pins.
systemd runs it (devices/raspberry-pi/flower-war-temple.service, docs/build-a-temple.md).

With --self-test it tests each part once, with your help, and exits with 1 if something is to repair: stop the service first.
With --check it only checks these environment variables, which it reads:

${describeEnvironment()}`;

const print = (line: string) => console.log(line);
const ports = { time: systemTime, random: systemRandom };

async function testParts(): Promise<void> {
  const settings = readSettings(process.env);
  const pins = new Gpio(settings.chip, systemTime);
  const faults = await new SelfTest(settings, { pins, ...ports, print }).run();
  process.exit(faults.length === 0 ? 0 : 1);
}

function main(): void {
  const settings = readSettings(process.env);
  const gpio = new Gpio(settings.chip, systemTime);
  const run = new RunFile(
    join(dirname(settings.counters), "run.json"),
    readSystemFile("/proc/sys/kernel/random/boot_id"),
  );
  const machine = {
    reset: run.begin(),
    readSignal: () => parseWifiSignal(readSystemFile("/proc/net/wireless") ?? ""),
  };
  const temple = new RaspberryPiTemple(settings, { pins: gpio, machine, ...ports, print });
  const quit = async () => {
    await temple.close();
    run.end();
    process.exit(0);
  };
  // A supervisor and a terminal may each tell it to stop.
  process.on("SIGTERM", () => void quit()).on("SIGINT", () => void quit());
  void temple.start();
}

/** Returns what Linux says in a file; `null`: this system has no such file. */
function readSystemFile(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return null;
  }
}

try {
  if (process.argv.includes("--help")) console.log(HELP);
  else if (process.argv.includes("--check")) readSettings(process.env);
  else if (process.argv.includes("--self-test")) await testParts();
  else main();
} catch (error) {
  // A SettingsError, or libgpiod is missing.
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
