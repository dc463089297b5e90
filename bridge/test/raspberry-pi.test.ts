import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { Beam } from "../src/device/beam.ts";
import { FileFlash } from "../src/device/file-flash.ts";
import { parseEdge } from "../src/raspberry-pi/edges.ts";
import { Program } from "./support/process.ts";
import { SECRET, TEMPLE, World } from "./support/world.ts";

describe("gpiomon's lines", () => {
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
    "%j tells nothing",
    (text) => {
      expect(parseEdge(text)).toBeNull();
    },
  );
});

describe("[V-3] a beam", () => {
  /** How many beads are counted for darkness and light in turns, so many ms each. */
  function beads(...ms: number[]): number {
    const beam = new Beam(false);
    let at = 1_000;
    let fallen = 0;
    for (const [i, lasts] of ms.entries()) {
      if (beam.edge(i % 2 === 0, at)) fallen += 1;
      at += lasts;
    }
    return fallen + (beam.edge(false, at) ? 1 : 0);
  }

  test.each([
    ["8 ms", [8], 1],
    ["1 ms of dirt", [1], 0],
    ["[F3] a hole in the bead", [8, 3, 6], 1],
    ["a speck and the bead behind it", [1, 3, 6], 1],
    ["two beads 60 ms apart", [8, 60, 8], 2],
    ["three flickers, each close to the last", [8, 50, 8, 50, 8], 1],
    ["3 s", [3_000], 1],
  ])("%s: %j: %i", (_what, ms, expected) => {
    expect(beads(...ms)).toBe(expected);
  });

  test("is blocked after 2 s of darkness, until it clears", () => {
    const beam = new Beam(false);
    beam.edge(true, 0);
    expect([beam.isBlocked(2_000), beam.isBlocked(2_001)]).toEqual([false, true]);
    expect(beam.edge(false, 3_000)).toBe(true);
    expect(beam.isBlocked(3_000)).toBe(false);
  });

  test("dark at power-up: a fault, and no bead", () => {
    const beam = new Beam(true);
    expect(beam.isBlocked(0)).toBe(true);
    expect(beam.edge(false, 100)).toBe(false);
    expect(beam.isBlocked(100)).toBe(false);
    beam.edge(true, 500);
    expect(beam.edge(false, 510)).toBe(true);
  });
});

/** A process that starts on a busy machine takes its time. */
const PATIENCE = { timeout: 20_000, interval: 20 };

describe("a temple on a Raspberry Pi", { timeout: 60_000 }, () => {
  let world: World;
  afterEach(() => world?.close());

  /** libgpiod's programs as shell scripts: what is written into `edges` is what gpiomon tells. */
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
    "counts what gpiomon of libgpiod %s tells, and lights its lamps",
    async (_name, version, edge, set) => {
      world = await World.open();
      const { folder, say, lamps } = fakeGpio(version);
      const counters = join(folder, "counters.json");
      const program = new Program("bridge/src/raspberry-pi/main.ts", [], {
        PATH: `${folder}:${process.env["PATH"]}`,
        TEMPLE_ID: TEMPLE,
        TEMPLE_SECRET: SECRET,
        MQTT_URL: `mqtt://127.0.0.1:${world.broker.port}`,
        TEMPLE_COUNTERS: counters,
      });
      onTestFinished(() => void program.child.kill("SIGTERM"));
      await vi.waitFor(() => expect(lamps()).toContain(`${set} 5=1 6=1 13=0`), PATIENCE);
      say(edge(17, false, 10_000));
      say(edge(17, true, 10_008));
      await vi.waitFor(() => expect(world.server.offerings).toEqual({ h: 6, t: 2 }), PATIENCE);
      expect(JSON.parse(readFileSync(counters, "utf8"))).toMatchObject({ count: { h: 1, t: 0 } });

      world.server.moveTo(TEMPLE, { seat: null });
      say(edge(27, false, 11_000));
      say(edge(27, true, 11_009));
      await vi.waitFor(() => expect(program.out).toContain("Take 1 from Tlaloc"), PATIENCE);
      await vi.waitFor(() => expect(lamps()).toContain("13=1"), PATIENCE);
      say(edge(22, false, 12_000));
      say(edge(22, true, 12_100));
      await vi.waitFor(() => expect(world.server.ledgers.get(TEMPLE)?.fix).toEqual({ h: 0, t: 0 }), PATIENCE);
      program.child.kill("SIGTERM");
      expect(await program.ended).toBe(0);
    },
  );

  test("a setting that is missing: one line that names it, status 1", async () => {
    world = await World.open();
    const program = new Program("bridge/src/raspberry-pi/main.ts", [], { TEMPLE_ID: TEMPLE });
    expect(await program.ended).toBe(1);
    expect(program.err).toMatch(/^TEMPLE_SECRET: .*\.\n$/);
  });
});

test("[N-6] counters in a file are there again; a file that is no good is as good as none", () => {
  const folder = mkdtempSync(join(tmpdir(), "flower-war-flash-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "counters.json");
  expect(new FileFlash(file).load()).toBeNull();
  new FileFlash(file).save({ epoch: "e1e1e1e1", count: { h: 5, t: 2 } });
  expect(new FileFlash(file).load()).toEqual({ epoch: "e1e1e1e1", count: { h: 5, t: 2 } });
  writeFileSync(file, '{"epoch":"e1e1');
  expect(new FileFlash(file).load()).toBeNull();
});
