/** Whatever arrives over WebSocket, HTTP or MQTT, the host goes on, and the table beside it plays on: docs/security.md, "Fuzzing". */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { lacks } from "../../support/programs.ts";
import { SEED } from "../../support/seeded-random.ts";
import type { Transport } from "../attack.ts";
import type { HostKind } from "../host.ts";
import { FuzzedHost } from "./fuzzed-host.ts";
import type { Plan } from "./orders.ts";
import { buildPlan } from "./plan.ts";
import { shrink } from "./shrink.ts";

/** Inputs of all kinds; ten million of them by `FLOWER_WAR_FUZZ=10000000`. */
const INPUTS = Number(process.env["FLOWER_WAR_FUZZ"] ?? 10_000);
/** Connections after which the host is looked at. A short run looks more often, for memory is compared from the second look on. */
const BATCH = INPUTS < 75_000 ? 50 : 200;
/** Looks at a host at least. */
const LEAST_BATCHES = 2;
/** ms that an input may take, and a failure until it is shrunk. */
const PER_INPUT = 5;
const SHRINKING = 600_000;
const CASES = join(import.meta.dirname, "cases");

interface Kind {
  readonly name: string;
  readonly over: Transport;
  readonly host: HostKind;
  /** Of all inputs. */
  readonly share: number;
}
const KINDS: readonly Kind[] = [
  { name: "frames over WebSocket", over: "WebSocket", host: "bare", share: 1 / 3 },
  { name: "requests over HTTP", over: "HTTP", host: "bare", share: 1 / 3 },
  { name: "packets over MQTT to the embedded broker", over: "MQTT", host: "bare", share: 1 / 6 },
  { name: "packets over MQTT to Mosquitto", over: "MQTT", host: "grown", share: 1 / 6 },
];

/** Whether a fresh host fails at these plans. */
async function fails(over: Transport, kind: HostKind, plans: readonly Plan[]): Promise<boolean> {
  const host = await FuzzedHost.start(over, kind);
  try {
    return (await host.follow(plans)).wrong.length > 0;
  } finally {
    await host.stop();
  }
}

/** Shrinks a failure to the plans and inputs that lead to it, and stores them as a case. Resolves with its file. */
async function storeCase({ over, host }: Kind, batch: readonly Plan[], name: string): Promise<string> {
  let plans = await shrink(batch, (some) => fails(over, host, some));
  const [only] = plans;
  if (plans.length === 1 && only !== undefined) {
    const inputs = await shrink(only.inputs, (some) => fails(over, host, [{ ...only, inputs: some }]));
    plans = [{ ...only, inputs }];
  }
  const file = join(CASES, `${name}.json`);
  const stored = plans.map((plan) => ({
    ...plan,
    inputs: plan.inputs.map((input) => Buffer.from(input).toString("latin1")),
  }));
  mkdirSync(CASES, { recursive: true });
  writeFileSync(file, `${JSON.stringify({ host, plans: stored }, null, 2)}\n`);
  return file;
}

function readCase(file: string): { readonly host: HostKind; readonly plans: Plan[] } {
  const { host, plans } = JSON.parse(readFileSync(join(CASES, file), "utf8")) as {
    host: HostKind;
    plans: (Omit<Plan, "inputs"> & { inputs: string[] })[];
  };
  const read = plans.map((plan) => ({
    ...plan,
    inputs: plan.inputs.map((input) => Buffer.from(input, "latin1")),
  }));
  return { host, plans: read };
}

describe(`fuzzing with seed ${SEED}`, () => {
  test.each(KINDS)(
    "$name crash nothing, hang nothing, and fill no memory",
    { timeout: 300_000 + SHRINKING + (INPUTS * PER_INPUT) / 3 },
    async (kind) => {
      if (kind.host === "grown" && lacks("nginx", "mosquitto")) return;
      const { over, share, name } = kind;
      const wanted = Math.ceil(INPUTS * share);
      console.log(`${name}: FLOWER_WAR_SEED=${SEED} FLOWER_WAR_FUZZ=${INPUTS}`);
      const host = await FuzzedHost.start(over, kind.host);
      onTestFinished(() => host.stop());
      const begun = performance.now();
      const sum = { inputs: 0, parsed: 0, connections: 0, turnedAway: 0 };
      for (let first = 0; sum.inputs < wanted || first < LEAST_BATCHES * BATCH; first += BATCH) {
        const plans = Array.from({ length: BATCH }, (_, i) => buildPlan(over, SEED, first + i));
        const { wrong, ...fuzzed } = await host.follow(plans);
        for (const key of ["inputs", "parsed", "connections", "turnedAway"] as const) sum[key] += fuzzed[key];
        if (wrong.length > 0) {
          console.error(`${name}, plans from ${first}: ${wrong.join("; ")}: ${JSON.stringify(fuzzed)}`);
          const file = await storeCase(kind, plans, `${over.toLowerCase()}-${kind.host}-${SEED}-${first}`);
          expect(wrong, `plans ${first} to ${first + BATCH - 1}, shrunk in ${file}`).toEqual([]);
        }
        expect(fuzzed.inputs, "inputs of a batch").toBeGreaterThan(0);
      }
      const seconds = Math.round((performance.now() - begun) / 1000);
      console.log(`${name}: ${JSON.stringify({ ...sum, seconds, growth: host.growth })}`);
      // Fuzzing proves something only about what is read.
      expect(sum.parsed).toBeGreaterThan(sum.inputs / 2);
    },
  );

  const cases = existsSync(CASES) ? globSync("*.json", { cwd: CASES }) : [];
  test.each(cases)("what was found once fails no more: %s", async (file) => {
    const { host, plans } = readCase(file);
    const over = plans[0]?.over ?? "HTTP";
    expect(await fails(over, host, plans)).toBe(false);
  });
});
