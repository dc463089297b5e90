/**
 * Many temples. TEMPLES of them are enrolled, connect within some seconds and wait for their first picture; then BEADS
 * beads a second fall into slots at random, for SECONDS. They are not bound to a match: each bead is counted and gets its
 * verdict, `ignored`, all the same way to the server and back.
 *
 * It goes well if every temple has its picture, every bead its verdict, 95 of 100 of them within `ack` ms, and no
 * connection was lost.
 */
import { setTimeout as pause } from "node:timers/promises";
import { type Enrolled, PATHS } from "@flower-war/client-sdk/protocol";
import { LoadTemple } from "./temple.ts";

export interface TempleLoad {
  readonly url: string;
  readonly mqtt: string;
  readonly adminPassword: string;
  readonly temples: number;
  /** Beads a second, over all temples. */
  readonly beads: number;
  readonly seconds: number;
  /** ms within which 95 of 100 verdicts come. */
  readonly ack: number;
}

export interface TempleReport {
  readonly temples: number;
  /** Temples that were shown a picture. */
  readonly pictured: number;
  /** ms until all were connected and had it. */
  readonly readyAfter: number;
  readonly beads: number;
  readonly judged: number;
  /** ms */
  readonly verdict: { readonly p50: number; readonly p95: number; readonly p99: number };
  readonly lost: number;
}

/** Connections that are made at a time. */
const AT_ONCE = 50;
/** ms that a first picture and the last verdicts may take. */
const PATIENCE = 10_000;

/** @throws Error with one sentence that names what is missing */
export function readTempleLoad(
  given: { readonly [name: string]: string | undefined },
  environment: { readonly [name: string]: string | undefined },
): TempleLoad {
  const adminPassword = environment["ADMIN_PASSWORD"];
  if (!adminPassword) throw new Error("ADMIN_PASSWORD must be set: it enrols the temples.");
  return {
    url: given["url"] ?? "http://localhost:2567",
    mqtt: given["mqtt"] ?? "mqtt://localhost:1883",
    adminPassword,
    temples: Number(given["temples"] ?? 2000),
    beads: Number(given["beads"] ?? 200),
    seconds: Number(given["seconds"] ?? 20),
    ack: Number(given["ack"] ?? 100),
  };
}

/** Runs the story and tells how it went. Resolves with the process's exit code: 0, it went well. */
export async function runTemples(load: TempleLoad): Promise<number> {
  const report = await measureTemples(load);
  console.log(JSON.stringify(report, null, 2));
  const faults = faultsOf(report, load);
  for (const fault of faults) console.error(`✗ ${fault}`);
  return faults.length === 0 ? 0 : 1;
}

/** What did not go as it should. */
export function faultsOf(report: TempleReport, { ack }: TempleLoad): string[] {
  const { temples, pictured, beads, judged, verdict, lost } = report;
  return [
    ...(pictured === temples ? [] : [`${temples - pictured} of ${temples} temples were shown nothing`]),
    ...(judged === beads ? [] : [`${beads - judged} of ${beads} beads got no verdict`]),
    ...(verdict.p95 < ack ? [] : [`p95 of the verdicts is ${verdict.p95} ms, not below ${ack}`]),
    ...(lost === 0 ? [] : [`${lost} connections were lost`]),
  ];
}

/** @param onReady called when every temple has its picture */
export async function measureTemples(load: TempleLoad, onReady = () => {}): Promise<TempleReport> {
  const times: number[] = [];
  let pictured = 0;
  let lost = 0;
  const listener = { judged: (ms: number) => void times.push(ms), lost: () => void (lost += 1) };
  const secrets = await inTurns(load.temples, (i) => enrol(load, nameOf(i)));
  const begun = performance.now();
  const temples = await inTurns(load.temples, async (i) => {
    const temple = await LoadTemple.connect(load.mqtt, nameOf(i), secrets[i] ?? "", listener);
    await Promise.race([temple.displayed.then(() => (pictured += 1)), pause(PATIENCE, null, { ref: false })]);
    return temple;
  });
  const readyAfter = Math.round(performance.now() - begun);
  onReady();
  const beads = await rain(temples, load);
  await settled(temples);
  await inTurns(temples.length, async (i) => temples[i]?.close());
  const verdict = percentiles(times);
  return { temples: temples.length, pictured, readyAfter, beads, judged: times.length, verdict, lost };
}

/** A new name at each run: the host knows temples of an earlier one. */
const run = Date.now().toString(36);
const nameOf = (i: number): string => `load-${run}-${i}`;

/** Does something `count` times, `AT_ONCE` at a time. */
export async function inTurns<T>(count: number, act: (i: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let i = next++; i < count; i = next++) done[i] = await act(i);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return done;
}

/** Enrols a temple; resolves with its secret. */
export async function enrol(
  { url, adminPassword }: Pick<TempleLoad, "url" | "adminPassword">,
  templeId: string,
): Promise<string> {
  const response = await fetch(url + PATHS.temples, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${adminPassword}` },
    body: JSON.stringify({ templeId }),
  });
  if (!response.ok) throw new Error(`${url} does not enrol ${templeId}: ${response.status}.`);
  return ((await response.json()) as Enrolled).secret;
}

/** Beads fall, evenly over the time. Resolves with their number when the last one fell. */
async function rain(temples: readonly LoadTemple[], { beads, seconds }: TempleLoad): Promise<number> {
  const all = beads * seconds;
  const begun = performance.now();
  let fallen = 0;
  while (fallen < all) {
    const due = Math.min(all, Math.floor(((performance.now() - begun) / 1000) * beads));
    for (; fallen < due; fallen++) temples[Math.floor(Math.random() * temples.length)]?.drop();
    await pause(1);
  }
  return fallen;
}

async function settled(temples: readonly LoadTemple[]): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  while (performance.now() < deadline && temples.some(({ unjudged }) => unjudged > 0)) await pause(10);
}

function percentiles(times: readonly number[]): TempleReport["verdict"] {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number =>
    Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
