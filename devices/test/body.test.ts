import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { lacks, programPath } from "../../test/support/programs.ts";
import { ROOT } from "../../test/support/root.ts";
import { makeTempFolder } from "../../test/support/temp-folder.ts";

const BODY = join(ROOT, "devices/hardware/body");
const PAGE = readFileSync(join(ROOT, "docs/build-a-temple.md"), "utf8");
/** Whether to build every part and check the ways of beads and beams, which takes minutes. */
const IS_FULL = process.env["FLOWER_WAR_BODY"] === "1";
const PARTS = IS_FULL ? ["panel", "base", "lake", "pyramid", "shrine_h", "shrine_t"] : ["panel"];

const run = promisify(execFile);

/** What went wrong when OpenSCAD ran: its sentences; `null`: nothing. */
async function openscad(
  output: string,
  settings: Readonly<Record<string, string | number>>,
): Promise<string | null> {
  const options = Object.entries(settings).flatMap(([name, value]) => [
    "-D",
    `${name}=${JSON.stringify(value)}`,
  ]);
  try {
    const { stderr } = await run(programPath("openscad"), [
      "--hardwarnings",
      ...options,
      "-o",
      output,
      join(BODY, "temple.scad"),
    ]);
    return /WARNING|ERROR/.test(stderr) ? stderr : null;
  } catch (error) {
    return (error as { stderr: string }).stderr;
  }
}

/** Evaluates the sources with their assertions, without computing the solid. */
async function check(settings: Readonly<Record<string, string | number>>): Promise<string | null> {
  const folder = makeTempFolder();
  return openscad(join(folder, "temple.csg"), settings);
}

interface Solid {
  /** mm. */
  readonly size: readonly number[];
  readonly parts: number;
  /** Facets with an edge that no other facet has, and those that admesh had to repair. */
  readonly flaws: number;
}

/** Builds a part and has admesh judge it. */
async function build(part: string): Promise<Solid> {
  const folder = makeTempFolder();
  const stl = join(folder, `${part}.stl`);
  const fault = await openscad(stl, { part });
  if (fault !== null) throw new Error(fault);
  const { stdout } = await run(programPath("admesh"), [stl]);
  const read = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? Number.NaN);
  const flaws = [
    /Total disconnected facets\s*:\s*(\d+)/,
    ...[
      "Degenerate facets",
      "Edges fixed",
      "Facets removed",
      "Facets added",
      "Facets reversed",
      "Backwards edges",
    ].map((name) => new RegExp(`${name}\\s*:\\s*(\\d+)`)),
  ];
  return {
    size: ["X", "Y", "Z"].map(
      (axis) => read(new RegExp(`Max ${axis} =\\s*(\\S+)`)) - read(new RegExp(`Min ${axis} =\\s*([^,]+)`)),
    ),
    parts: read(/Number of parts\s*:\s*(\d+)/),
    flaws: flaws.reduce((sum, pattern) => sum + read(pattern), 0),
  };
}

/** The parameters of parameters.scad that are plain numbers. */
const parameters = Object.fromEntries(
  [...readFileSync(join(BODY, "parameters.scad"), "utf8").matchAll(/^(\w+) = ([\d.]+);/gm)].map(
    ([, name = "", value]) => [name, Number(value)],
  ),
);

describe("the measures of the body", () => {
  const { slot = 0, bead = 0, least_bead: leastBead = 0, slope = 0 } = parameters;

  test("are those of docs/build-a-temple.md", () => {
    expect(parameters).toMatchObject({ slot: 16, bead: 12, beam_hole: 3.2, beam_length: 10, beam_depth: 25 });
    expect(slope).toBeGreaterThanOrEqual(30);
  });

  test("let one bead pass, never two side by side, and none beside the beam", () => {
    expect(slot).toBeGreaterThan(bead);
    expect(2 * leastBead).toBeGreaterThan(slot);
    // The beam is in the middle of the slot; a bead's middle is at most this far from it.
    expect((slot - leastBead) / 2).toBeLessThan(leastBead / 2);
  });
});

describe.skipIf(lacks("openscad", "admesh"))("the sources of the body", () => {
  test.each(["esp32", "esp32c3", "esp32s3", "raspberry-pi"])("are free of faults for %s", async (board) => {
    expect(await check({ board })).toBeNull();
  });

  test("have Tlaloc's shrine and sign on the left, Huitzilopochtli's on the right, as the page", async () => {
    const tree = join(makeTempFolder(), "temple.csg");
    expect(await openscad(tree, {})).toBeNull();
    const text = readFileSync(tree, "utf8");
    const x = String.raw`multmatrix\(\[\[1, 0, 0, (-?[\d.]+)\]`;
    const placesOf = (colour: string): number[] =>
      [...text.matchAll(new RegExp(`${x}[^{]*\\{\\s*color\\(\\[${colour}`, "g"))].map((found) =>
        Number(found[1]),
      );
    const [tlaloc, huitzilopochtli] = [placesOf("0.235294, 0.560784"), placesOf("0.690196, 0.282353")];
    expect([tlaloc, huitzilopochtli]).toEqual([[-40], [40]]);
    const signOf = (colour: string): number =>
      Number(new RegExp(`color\\(\\[${colour}[\\s\\S]*?${x}`).exec(text)?.[1]);
    expect([signOf("0.74902, 0.890196"), signOf("0.941176, 0.760784")]).toEqual([-57, 57]);
  });

  test.each<[string, string, number | string]>([
    ["slot: a bead needs 3 mm of room", "bead", 14],
    ["slot: a bead passes beside another one, or beside the beam", "slot", 19],
    ["slope: beads stop in a channel of less than 30 degrees", "slope", 29],
    ["slope: the channel begins above the platform", "slope", 45],
    ["bend: the channel's inner side has a corner", "bend", 4],
    ["beam_depth: a bead in the mouth reaches the beam", "beam_depth", 8],
    ["beam_length: daylight reaches the receiver", "beam_length", 6],
    ["footprint: a bed of 200 mm has no room for a skirt", "footprint", 186],
    ["shrine_x: the shrines leave no room for the red lamp", "shrine_x", 30],
    ["base_height: the screen is higher than the base", "base_height", 60],
    ["board: esp32, esp32c3, esp32s3 or raspberry-pi", "board", "arduino"],
    ["part: no such part", "part", "roof"],
  ])("refuse an impossible value: %s", async (sentence, name, value) => {
    expect(await check({ [name]: value })).toContain(sentence);
  });

  test.each(PARTS)("make one closed solid of at most 200 mm: %s", { timeout: 900_000 }, async (part) => {
    const { size, parts, flaws } = await build(part);
    expect({ parts, flaws }).toEqual({ parts: 1, flaws: 0 });
    expect(Math.max(...size)).toBeLessThanOrEqual(200);
    const row = new RegExp(`^\\| ${part}[^|]*\\| 1 \\| ([^|]*) \\|`, "m").exec(PAGE);
    expect(row?.[1]).toBe(size.map((length) => Math.ceil(length - 0.01)).join(" x "));
  });

  if (IS_FULL) {
    test.each([
      ["a ball 1 mm wider than a bead touches nothing from the mouth to the lake", "stuck_bead"],
      ["nothing is in the way of a beam", "blocked_beam"],
      ["a shrine fits its seat, and the panel its groove", "misfit"],
    ])("leave room: %s", { timeout: 900_000 }, async (_, part) => {
      const message = await openscad(join(makeTempFolder(), "overlap.stl"), { part });
      expect(message).toContain("Current top level object is empty");
      expect(message).not.toMatch(/WARNING|ERROR/);
    });

    test("stop a ball that is wider than the channel", { timeout: 900_000 }, async () => {
      const settings = { part: "stuck_bead", ball: 17 };
      expect(await openscad(join(makeTempFolder(), "overlap.stl"), settings)).toBeNull();
    });
  }
});
