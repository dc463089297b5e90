import type { OnlineState } from "@flower-war/client-sdk/temple";
import type { Hands } from "./hands.ts";
import { Broken, Probe } from "./probe.ts";
import { birth, type Table, VECTORS, type Vector } from "./vectors.ts";

/** How one vector went. */
export type Finding = { readonly id: string; readonly title: string } & (
  | { readonly result: "passed" }
  | { readonly result: "skipped"; readonly reason: string }
  | { readonly result: "broken"; readonly rule: string; readonly reason: string }
);

export interface CheckOptions {
  /** The broker, with the user and password of a bridge inside. */
  readonly broker: string;
  readonly templeId: string;
  readonly hands: Hands;
  readonly cycles: number;
  /** Told of each finding as it is made. */
  readonly tell: (finding: Finding) => void;
}

/**
 * Plays the conformance vectors F1-F8 (docs/temple-protocol.md section 13) against a firmware.
 * @throws Failure if that cannot be done
 */
export async function checkTemple({
  broker,
  templeId,
  hands,
  cycles,
  tell,
}: CheckOptions): Promise<Finding[]> {
  const probe = await Probe.open(broker, templeId, hands);
  const table = { probe, hands, cycles };
  try {
    const findings: Finding[] = [];
    let self: OnlineState | null = null;
    for (const vector of VECTORS) {
      const finding = await find(vector, table, self);
      self = probe.states(0).at(-1) ?? null;
      findings.push(finding);
      tell(finding);
      if (self === null) break;
      if (finding.result === "broken" && vector !== VECTORS.at(-1)) await recover(table);
    }
    return findings;
  } finally {
    await probe.close();
  }
}

async function find(vector: Vector, table: Table, self: OnlineState | null): Promise<Finding> {
  const { id, title } = vector;
  if (self !== null && self.level < vector.level) {
    return {
      id,
      title,
      result: "skipped",
      reason: `for level ${vector.level}, this is a temple of level ${self.level}`,
    };
  }
  try {
    await vector.play(table);
    return { id, title, result: "passed" };
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return { id, title, result: "broken", rule: error.rule, reason: error.message };
  }
}

/** The next vector begins with a temple that is there, whatever happened before. */
async function recover(table: Table): Promise<void> {
  table.probe.forgive();
  try {
    await table.hands.link(true);
    await birth(table);
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    table.probe.forgive();
  }
}
