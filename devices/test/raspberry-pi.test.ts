import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { Program } from "../../bridge/test/support/process.ts";
import { SECRET, TEMPLE, World } from "../../bridge/test/support/world.ts";
import { parseEdge } from "../src/raspberry-pi/gpio-edges.ts";

describe("lines of gpiomon's output", () => {
  test.each([
    [
      "event:  RISING EDGE offset: 17 timestamp: [    1623.123456789]",
      { line: 17, rising: true, at: 1623123.456789 },
    ],
    [
      "event: FALLING EDGE offset: 27 timestamp: [1763603000.000000001]",
      { line: 27, rising: false, at: 1763603000000 },
    ],
    ['1623.123456789\trising\tgpiochip0 17 "GPIO17"', { line: 17, rising: true, at: 1623123.456789 }],
    ["1623.500000000\tfalling\tgpiochip0 27", { line: 27, rising: false, at: 1623500 }],
  ])("%s", (text, edge) => {
    expect(parseEdge(text)).toEqual({ ...edge, at: expect.closeTo(edge.at, 3) });
  });

  test.each(["", "Monitoring lines...", "event: RISING EDGE offset: x", "1623.5\trising"])(
    "%j is no edge",
    (text) => {
      expect(parseEdge(text)).toBeNull();
    },
  );
});

/** Starting a process takes long on a busy machine. */
const SLOW = { timeout: 20_000, interval: 20 };

describe("a temple on a Raspberry Pi", { timeout: 60_000 }, () => {
  let world: World;
  afterEach(() => world.close());

  /** Installs shell scripts in place of libgpiod's programs; `say` makes gpiomon print a line. */
  function fakeGpio(version: string): { folder: string; say: (text: string) => void; lamps: () => string } {
    const folder = mkdtempSync(join(tmpdir(), "flower-war-pi-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const edges = join(folder, "edges");
    const lamps = join(folder, "lamps");
    writeFileSync(edges, "");
    writeFileSync(lamps, "");
    const scripts = {
      gpiomon: `if [ "$1" = --version ]; then echo "gpiomon (libgpiod) ${version}"; exit; fi\nexec tail -n +1 -f ${edges}`,
      gpioget: 'echo "1 1"',
      gpioset: `echo "$@" >> ${lamps}\nexec sleep 60`,
    };
    for (const [name, script] of Object.entries(scripts)) {
      writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(folder, name), 0o755);
    }
    return {
      folder,
      say: (text) => writeFileSync(edges, `${text}\n`, { flag: "a" }),
      lamps: () => readFileSync(lamps, "utf8"),
    };
  }

  const first = (line: number, rising: boolean, at: number) =>
    `event: ${rising ? " RISING" : "FALLING"} EDGE offset: ${line} timestamp: [${(at / 1000).toFixed(9)}]`;
  const second = (line: number, rising: boolean, at: number) =>
    `${(at / 1000).toFixed(9)}\t${rising ? "rising" : "falling"}\tgpiochip0 ${line} "GPIO${line}"`;

  test.each([
    ["1.x", "v1.6.3", first, "--mode=signal gpiochip0"],
    ["2.x", "v2.1.1", second, "-c gpiochip0"],
  ] as const)(
    "counts edges from gpiomon of libgpiod %s and sets its lamps",
    async (_name, version, edge, set) => {
      world = await World.open();
      const { folder, say, lamps } = fakeGpio(version);
      const counters = join(folder, "counters.json");
      const program = new Program("devices/src/raspberry-pi/main.ts", [], {
        PATH: `${folder}:${process.env["PATH"]}`,
        TEMPLE_ID: TEMPLE,
        TEMPLE_SECRET: SECRET,
        MQTT_URL: `mqtt://127.0.0.1:${world.broker.port}`,
        TEMPLE_COUNTERS: counters,
      });
      onTestFinished(() => void program.child.kill("SIGTERM"));
      await vi.waitFor(() => expect(lamps()).toContain(`${set} 5=1 6=1 13=0`), SLOW);
      say(edge(17, false, 10_000));
      say(edge(17, true, 10_008));
      await vi.waitFor(() => expect(world.server.offerings).toEqual({ h: 6, t: 2 }), SLOW);
      expect(JSON.parse(readFileSync(counters, "utf8"))).toMatchObject({ count: { h: 1, t: 0 } });

      world.server.moveTo(TEMPLE, { seat: null });
      say(edge(27, false, 11_000));
      say(edge(27, true, 11_009));
      await vi.waitFor(() => expect(program.out).toContain("Take 1 from Tlaloc"), SLOW);
      await vi.waitFor(() => expect(lamps()).toContain("13=1"), SLOW);
      say(edge(22, false, 12_000));
      say(edge(22, true, 12_100));
      await vi.waitFor(() => expect(world.server.ledgers.get(TEMPLE)?.fix).toEqual({ h: 0, t: 0 }), SLOW);
      program.child.kill("SIGTERM");
      expect(await program.ended).toBe(0);
    },
  );
});

describe("the settings of a temple on a Raspberry Pi", { timeout: 60_000 }, () => {
  test("--help prints what it is and which variables it reads, and starts nothing", async () => {
    const program = new Program("devices/src/raspberry-pi/main.ts", ["--help"], {});
    expect(await program.ended).toBe(0);
    expect(program.err).toBe("");
    const example = readFileSync(
      join(import.meta.dirname, "../raspberry-pi/flower-war-temple.env.example"),
      "utf8",
    );
    const named = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    const listed = [...program.out.matchAll(/^ {2}([A-Z_]+) +\S/gm)].map(([, name]) => name);
    expect(listed).toEqual(expect.arrayContaining(named));
    expect(listed).toContain("TEMPLE_COUNTERS");
  });

  test.each([
    ["TEMPLE_SECRET", {}],
    ["GPIO_RED", { TEMPLE_SECRET: SECRET, MQTT_URL: "mqtt://127.0.0.1:9", GPIO_RED: "54" }],
    ["MQTT_CA", { TEMPLE_SECRET: SECRET, MQTT_URL: "mqtts://127.0.0.1:9", MQTT_CA: "/nowhere" }],
  ])("a setting that is missing or wrong: one sentence that names it, status 1: %s", async (name, env) => {
    const program = new Program("devices/src/raspberry-pi/main.ts", [], { TEMPLE_ID: TEMPLE, ...env });
    expect(await program.ended).toBe(1);
    expect(program.err).toMatch(new RegExp(`^${name} [^\\n]+\\.\\n$`));
  });
});
