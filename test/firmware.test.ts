import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import {
  Counter,
  type Display,
  formatAct,
  formatBead,
  formatDisplay,
  formatState,
} from "@flower-war/client-sdk/temple";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { admitTemple } from "../cli/src/mosquitto.ts";
import { checkTemple } from "../cli/src/temple-check/check.ts";
import { Program } from "../cli/src/temple-check/hands.ts";
import { ROOT } from "./support/house.ts";
import { MosquittoProcess } from "./support/mosquitto.ts";
import { lacks } from "./support/programs.ts";

const TEMPLE = "templo-1";
const SECRET = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
const skipped = lacks("mosquitto", "g++", "make");

let folder = "";
beforeAll(() => {
  if (skipped) return;
  folder = mkdtempSync(join(tmpdir(), "flower-war-firmware-"));
  const host = join(ROOT, "bridge/firmware/esp32/host");
  // Tests ask for correct code, not for a fast one.
  execFileSync("make", ["-s", "-j2", "-C", host, `OUT=${folder}`, "CXXFLAGS=-O0"]);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The ESP32's core on this machine, as a real broker has it: docs/temple-protocol.md section 13. */
describe.skipIf(skipped)("the reference temple for the ESP32", () => {
  let mosquitto: MosquittoProcess;
  beforeAll(async () => {
    mosquitto = await MosquittoProcess.start((files) => admitTemple(files, TEMPLE, SECRET));
  });
  afterAll(() => mosquitto?.stop());

  /** How every vector goes for a temple, like `F1 passed` or `F2 broken N-3`. */
  async function check(flash: string, spoil?: string): Promise<string[]> {
    const login = `--id ${TEMPLE} --secret ${SECRET} --port ${mosquitto.port}`;
    const fault = spoil === undefined ? "" : `--spoil '${spoil}'`;
    const hands = new Program(`${folder}/desk-temple ${login} --virtual --flash '${flash}' ${fault}`);
    try {
      const options = { broker: mosquitto.url, templeId: TEMPLE, hands, cycles: 20, tell: () => {} };
      const findings = await checkTemple(options);
      return findings.map((finding) =>
        finding.result === "broken"
          ? `${finding.id} broken ${finding.rule}`
          : `${finding.id} ${finding.result}`,
      );
    } finally {
      await hands.close();
    }
  }

  const ALL = ["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"].map((id) => `${id} passed`);

  test("[F1]-[F8] with counters in flash", { timeout: 120_000 }, async () => {
    expect(await check(join(folder, "flash"))).toEqual(ALL);
  });

  test("[F1]-[F8] with counters in RAM", { timeout: 120_000 }, async () => {
    expect(await check("")).toEqual(ALL);
  });

  /** A temple that says one thing wrong: what the check makes of it. */
  test.each([
    ['"conn":2=>"conn":9', "F1 broken N-1"],
    ['"base":{"h":1=>"base":{"h":7', "F2 broken section 3"],
    ['"seq":4=>"seq":1', "F2 broken C-7"],
    ['"returned"=>"returnee"', "F6 broken M-1"],
  ])("a temple that says %s: %s", { timeout: 120_000 }, async (spoil, expected) => {
    const findings = await check("", spoil.replace("=>", "="));
    expect(findings).toContain(expected);
  });
});

type Step = readonly [operation: string, ...words: (string | number)[]];

const DISPLAY: Display = {
  phase: "playing",
  code: null,
  expires: null,
  match: "FW7K",
  turn: 1,
  seat: null,
  step: null,
  mark: "M.1",
  open: { h: true, t: true },
  left: 3,
  offerings: { h: 0, t: 0 },
  fix: { h: 0, t: 0 },
  epoch: "b1b1b1b1",
  judged: { h: 0, t: 0 },
  apocalypse: { state: "none", count: 0, of: 13, ruling: null },
  last: null,
  lines: [],
};

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Step>(["drop", "h"], ["drop", "t"]) },
  { weight: 6, arbitrary: fc.constant<Step>(["tick"]) },
  fc.constant<Step>(["connect"]),
  fc.constantFrom<Step>(["press", "pair"], ["press", "unpair"], ["press", "returned"]),
  fc.nat(9).map((seq): Step => ["answered", seq]),
  fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3), fc.boolean()).map(
    ([mark, h, t, ours]): Step => [
      "display",
      formatDisplay({
        ...DISPLAY,
        mark: `M.${mark}`,
        judged: { h, t },
        epoch: ours ? "b1b1b1b1" : "b2b2b2b2",
      }),
    ],
  ),
  fc.tuple(fc.nat(1), fc.nat(2)).map(([id, start]): Step => ["notice", `bridge-${id}`, `start-${start}`]),
  fc.nat(5).map((id): Step => ["heeds", `cmd-${id}`]),
  fc.nat(3).map((faults): Step => ["faults", faults]),
  fc.constantFrom<Step>(["epoch", "e1e1e1e1"], ["epoch", "b1b1b1b1"]),
);

/** What a step makes the SDK's counter say, and when it is due next. */
function play(counter: Counter, now: number, [operation, first = "", second = ""]: Step): string[] {
  const said: string[] = [];
  if (operation === "drop") said.push(formatBead(counter.drop(first === "h" ? "h" : "t", now)));
  if (operation === "connect") said.push(formatState(counter.connected(now)));
  if (operation === "press") {
    const act = first === "returned" ? ({ act: first, slot: "t", num: 2 } as const) : null;
    said.push(formatAct(counter.press(act ?? { act: first === "pair" ? "pair" : "unpair" }, now)));
  }
  if (operation === "answered") counter.answered(Number(first));
  if (operation === "display") counter.show({ ...DISPLAY, ...JSON.parse(String(first)) });
  if (operation === "notice") counter.notice({ id: String(first), online: true, start: String(second) }, now);
  if (operation === "heeds") said.push(counter.heeds({ id: String(first), op: "report" }) ? "yes" : "no");
  if (operation === "faults") {
    counter.setFaults(
      ["blocked-h", "blocked-t"].filter((_, bit) => (Number(first) >> bit) % 2 === 1),
      now,
    );
  }
  if (operation === "epoch") counter.restartCounting(String(first));
  if (operation === "tick") {
    const { state, act } = counter.tick(now);
    if (state !== null) said.push(formatState(state));
    if (act !== null) said.push(formatAct(act));
  }
  return [...said, `due ${counter.due()}`];
}

/** Messages are compared by what they say: the order of fields is free. */
const meaning = (line: string): unknown => (line.startsWith("{") ? JSON.parse(line) : line);

describe.skipIf(skipped)("the counting core in C++", () => {
  test("says and asks exactly what the SDK's says, whatever happens in whatever order", async () => {
    const runs = fc.array(fc.tuple(fc.nat(7_000), step), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(runs, async (steps) => {
        const child = spawn(join(folder, "desk-counter"));
        const ended = AbortSignal.timeout(20_000);
        onTestFinished(() => void child.kill());
        let now = 0;
        const timed = steps.map(([pause, each]) => [(now += pause), each] as const);
        const lines = createInterface({ input: child.stdout, signal: ended });
        child.stdin.end(timed.map(([at, each]) => `${at} ${each.join(" ")}\n`).join(""));
        const counter = new Counter({
          boot: "b1b1b1b1",
          fw: "twin",
          level: 3,
          caps: ["display", "button"],
          random: () => 0.5,
        });
        const expected = timed.flatMap(([at, each]) => play(counter, at, each));
        const found: string[] = [];
        for await (const line of lines) found.push(line);
        expect(found.map(meaning)).toEqual(expected.map(meaning));
      }),
      { numRuns: 60 },
    );
  });
});
