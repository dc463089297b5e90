/**
 * Many temples. They are enrolled, connect within some seconds and wait for their first display. Then beads fall into
 * random slots. The temples are not bound to a match: each bead goes all the way to the server and back, and its verdict
 * is `ignored`.
 *
 * The run passes if every temple gets its display, every bead its verdict, 95 of 100 of them within `ack` ms, and no
 * connection is lost.
 */
import { setTimeout as pause } from "node:timers/promises";
import { type Enrolled, OPERATOR_PATHS } from "@flower-war/protocol/operator";
import type { Arguments } from "./arguments.ts";
import { percentile } from "./percentiles.ts";
import { LoadTemple } from "./temple.ts";

export interface TempleLoad {
  /** The server's operator's listener. */
  readonly operator: string;
  /** The broker. */
  readonly mqtt: string;
  readonly adminPassword: string;
  readonly temples: number;
  /** Beads a second, over all temples. */
  readonly beads: number;
  readonly seconds: number;
  /** ms within which 95 of 100 verdicts must come. */
  readonly ack: number;
}

export interface TempleReport {
  readonly temples: number;
  /** Temples that received a display. */
  readonly displayed: number;
  /** ms until all were connected and had it. */
  readonly readyAfter: number;
  /** Beads that fell, and those that got a verdict. */
  readonly beads: number;
  readonly judged: number;
  /** ms from a bead's fall to its verdict. */
  readonly verdict: { readonly p50: number; readonly p95: number; readonly p99: number };
  /** Connections that ended although no temple closed them. */
  readonly lost: number;
}

/** Temples that are enrolled, connected or closed at the same time. */
const CONCURRENCY = 50;
/** ms to wait for a first display, and for the last verdicts. */
const TIMEOUT = 10_000;

/**
 * Reads the load from the command line.
 * @throws Error with one sentence if the admin password is missing
 */
export function readTempleLoad(
  { operator, mqtt, numbers }: Pick<Arguments, "operator" | "mqtt" | "numbers">,
  environment: { readonly [name: string]: string | undefined },
): TempleLoad {
  const adminPassword = environment["ADMIN_PASSWORD"];
  if (!adminPassword) throw new Error("ADMIN_PASSWORD must be set: it enrols the temples.");
  return {
    operator: operator ?? (environment["OPERATOR_URL"] || "http://localhost:2568"),
    mqtt,
    adminPassword,
    temples: numbers["temples"] ?? 2000,
    beads: numbers["beads"] ?? 200,
    seconds: numbers["seconds"] ?? 20,
    ack: numbers["ack"] ?? 100,
  };
}

/** Runs the load and prints the report. Resolves with the exit code: 0 if the run passes, else 1. */
export async function runTemples(load: TempleLoad): Promise<number> {
  const report = await measureTemples(load);
  console.log(JSON.stringify(report, null, 2));
  const failures = listFailures(report, load);
  for (const failure of failures) console.error(`✗ ${failure}`);
  return failures.length === 0 ? 0 : 1;
}

/** Returns a sentence for each threshold that does not hold. */
export function listFailures(report: TempleReport, { ack }: TempleLoad): string[] {
  const { temples, displayed, beads, judged, verdict, lost } = report;
  return [
    ...(displayed === temples ? [] : [`${temples - displayed} of ${temples} temples received no display`]),
    ...(judged === beads ? [] : [`${beads - judged} of ${beads} beads got no verdict`]),
    ...(verdict.p95 < ack ? [] : [`p95 of the verdicts is ${verdict.p95} ms, not below ${ack}`]),
    ...(lost === 0 ? [] : [`${lost} connections were lost`]),
  ];
}

/**
 * Runs the load.
 * @param onReady called when every temple has its display
 */
export async function measureTemples(load: TempleLoad, onReady = () => {}): Promise<TempleReport> {
  const times: number[] = [];
  let displayed = 0;
  let lost = 0;
  const listener = { onVerdict: (ms: number) => void times.push(ms), onLost: () => void (lost += 1) };
  const secrets = await runConcurrently(load.temples, (i) => enrol(load, idOf(i)));
  const begun = performance.now();
  const temples = await runConcurrently(load.temples, async (i) => {
    const temple = await LoadTemple.connect(load.mqtt, idOf(i), secrets[i] ?? "", listener);
    await Promise.race([temple.displayed.then(() => (displayed += 1)), pause(TIMEOUT, null, { ref: false })]);
    return temple;
  });
  const readyAfter = Math.round(performance.now() - begun);
  onReady();
  const beads = await dropBeads(temples, load);
  await waitForVerdicts(temples);
  await runConcurrently(temples.length, async (i) => temples[i]?.close());
  const verdict = readPercentiles(times);
  return { temples: temples.length, displayed, readyAfter, beads, judged: times.length, verdict, lost };
}

/** Part of the temples' ids: the server still knows those of an earlier run. */
const run = Date.now().toString(36);
const idOf = (i: number): string => `load-${run}-${i}`;

/** Calls `act` for 0 to `count` - 1, so many at a time. Resolves with the results in order. */
export async function runConcurrently<T>(
  count: number,
  act: (i: number) => Promise<T>,
  atOnce = CONCURRENCY,
): Promise<T[]> {
  const done: T[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let i = next++; i < count; i = next++) done[i] = await act(i);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return done;
}

/** Enrols a temple; resolves with its secret. */
export async function enrol(
  { operator, adminPassword }: Pick<TempleLoad, "operator" | "adminPassword">,
  templeId: string,
): Promise<string> {
  const response = await fetch(operator + OPERATOR_PATHS.temples, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${adminPassword}` },
    body: JSON.stringify({ templeId }),
  });
  if (!response.ok)
    throw new Error(
      `The operator's listener at ${operator} did not enrol ${templeId}: status ${response.status}.`,
    );
  return ((await response.json()) as Enrolled).secret;
}

/** Drops beads at a steady rate. Resolves with their number when the last one has fallen. */
async function dropBeads(temples: readonly LoadTemple[], { beads, seconds }: TempleLoad): Promise<number> {
  const total = beads * seconds;
  const begun = performance.now();
  let fallen = 0;
  while (fallen < total) {
    const due = Math.min(total, Math.floor(((performance.now() - begun) / 1000) * beads));
    for (; fallen < due; fallen++) temples[Math.floor(Math.random() * temples.length)]?.drop();
    await pause(1);
  }
  return fallen;
}

async function waitForVerdicts(temples: readonly LoadTemple[]): Promise<void> {
  const deadline = performance.now() + TIMEOUT;
  while (performance.now() < deadline && temples.some(({ unjudged }) => unjudged > 0)) await pause(10);
}

function readPercentiles(times: readonly number[]): TempleReport["verdict"] {
  const at = (share: number): number => Math.round(percentile(times, share) * 10) / 10;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
