import { createHash } from "node:crypto";
import { SeededRandom } from "../../support/seeded-random.ts";
import type { Transport } from "../attack.ts";
import { planFrames } from "./inputs/frames.ts";
import { planPackets } from "./inputs/packets.ts";
import { planRequests } from "./inputs/requests.ts";
import type { Plan } from "./orders.ts";

const PLANNERS = { WebSocket: planFrames, HTTP: planRequests, MQTT: planPackets } as const;

/** Builds plan `n` of a seed: the same one each time. */
export function buildPlan(over: Transport, seed: number, n: number): Plan {
  const hash = createHash("sha256").update(`${over} ${seed} ${n}`).digest();
  return { over, ...PLANNERS[over](new SeededRandom(hash.readUInt32BE())) };
}
