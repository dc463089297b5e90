import type { OnlineState } from "@flower-war/protocol/temple";
import type { Hands } from "./hands.ts";
import { RuleBroken, Probe } from "./probe.ts";
import { type Bench, restart, VECTORS, type Vector } from "./vectors.ts";

/** The result of one vector. */
export type Finding = { readonly id: string; readonly title: string } & (
  | { readonly result: "passed" }
  | { readonly result: "skipped"; readonly reason: string }
  | { readonly result: "broken"; readonly rule: string; readonly reason: string }
);

export interface CheckOptions {
  /** The broker's URL, with user name and password of a bridge. */
  readonly broker: string;
  readonly templeId: string;
  readonly hands: Hands;
  /** How often F5 cuts the power. */
  readonly cycles: number;
  /** Called with each finding. */
  readonly onFinding: (finding: Finding) => void;
}

/**
 * Plays the conformance vectors F1-F9 (docs/temple-protocol.md section 13) against a temple.
 * @throws Failure if they cannot be played
 */
export async function checkTemple({
  broker,
  templeId,
  hands,
  cycles,
  onFinding,
}: CheckOptions): Promise<Finding[]> {
  const probe = await Probe.open(broker, templeId, hands);
  const bench = { probe, hands, cycles };
  try {
    const findings: Finding[] = [];
    let state: OnlineState | null = null;
    for (const vector of VECTORS) {
      const finding = await playVector(vector, bench, state);
      state = probe.states(0).at(-1) ?? null;
      findings.push(finding);
      onFinding(finding);
      if (state === null) break;
      if (finding.result === "broken" && vector !== VECTORS.at(-1)) await recover(bench);
    }
    return findings;
  } finally {
    await probe.close();
  }
}

async function playVector(vector: Vector, bench: Bench, state: OnlineState | null): Promise<Finding> {
  const { id, title } = vector;
  if (state !== null && state.level < vector.level) {
    return {
      id,
      title,
      result: "skipped",
      reason: `for level ${vector.level}, this is a temple of level ${state.level}`,
    };
  }
  try {
    await vector.play(bench);
    return { id, title, result: "passed" };
  } catch (error) {
    if (!(error instanceof RuleBroken)) throw error;
    return { id, title, result: "broken", rule: error.rule, reason: error.message };
  }
}

/** Brings the temple back online for the next vector, whatever happened before. */
async function recover(bench: Bench): Promise<void> {
  bench.probe.clearFault();
  try {
    await bench.hands.setLink(true);
    await restart(bench);
  } catch (error) {
    if (!(error instanceof RuleBroken)) throw error;
    bench.probe.clearFault();
  }
}
