import { setTimeout as sleep } from "node:timers/promises";
import { systemRandom, systemTime } from "@flower-war/protocol/ports";
import { afterEach, describe, expect, test, vi } from "vitest";
import { BrokerClient } from "../bridge/src/broker/broker-client.ts";
import { brokers, openTestBroker } from "../bridge/test/support/brokers.ts";
import { log } from "../bridge/test/support/log.ts";
import { system } from "../bridge/test/support/system.ts";
import { openTempleStore } from "../server/test/support/memory-temples.ts";
import { type SimulationResult, simulateBeads } from "./support/bead-simulation.ts";
import { lacks } from "./support/programs.ts";
import { SeededRandom } from "./support/seeded-random.ts";
import { BrokerLink, MemoryLink } from "./support/temple-link.ts";

/** Runs in memory; 20,000 of them by `BEAD_RUNS=20000`. */
const RUNS = Number(process.env["BEAD_RUNS"] ?? 300);
/** Runs on each real broker; 200 of them by `BEAD_BROKER_RUNS=200`. */
const BROKER_RUNS = Number(process.env["BEAD_BROKER_RUNS"] ?? 4);
/** The first seed; each run has the next one. `BEAD_SEED=<seed> BEAD_RUNS=1` repeats a failed run alone. */
const SEED = Number(process.env["BEAD_SEED"] ?? 1);

const FAULTS = { loss: 0.2, duplication: 0.3, maxDelay: 3_000 };
const NOTHING_WRONG = { chargedTwice: [], chargedForNothing: [], lostInSilence: [], wrong: [] };

afterEach(() => void vi.useRealTimers());

function expectNothingWrong(
  seed: number,
  { fallen: _fallen, charged: _charged, ...wrong }: SimulationResult,
): void {
  expect(wrong, `seed ${seed}`).toEqual(NOTHING_WRONG);
}

/**
 * Loss, duplicates, reordering, power cuts, restarts of bridge and server, lost answers, ten minutes offline with 1,000
 * beads (docs/temple-protocol.md, section 1): every bead is charged at most once, and none is lost in silence.
 */
describe("through faults of temple, network, bridge and server every bead is charged at most once, none is lost in silence", () => {
  test(`${RUNS} runs from seed ${SEED} in memory, on a simulated clock`, {
    timeout: 300_000 + RUNS * 100,
  }, async () => {
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
    });
    let fallen = 0;
    let charged = 0;
    for (let seed = SEED; seed < SEED + RUNS; seed += 1) {
      const random = new SeededRandom(seed);
      const link = new MemoryLink("templo-1", random);
      const result = await simulateBeads({
        link,
        store: openTempleStore(systemTime, systemRandom),
        templeId: "templo-1",
        random,
        faults: FAULTS,
        wait: async (ms) => void (await vi.advanceTimersByTimeAsync(ms)),
        steps: 40,
        hasFlash: seed % 3 !== 0,
        pace: 2_000,
        longOffline: seed % 20 === 0,
      });
      expectNothingWrong(seed, result);
      vi.clearAllTimers();
      fallen += result.fallen;
      charged += result.charged;
    }
    // The runs prove something only if beads are charged.
    expect(charged).toBeGreaterThan(fallen / 100);
  });

  test.each(["embedded", "mosquitto"] as const)(
    `${BROKER_RUNS} runs from seed ${SEED} over a real broker: %s`,
    { timeout: 300_000 + BROKER_RUNS * 15_000 },
    async (kind) => {
      if (kind === "mosquitto" && lacks("mosquitto")) return;
      brokers.kind = kind;
      for (let seed = SEED; seed < SEED + BROKER_RUNS; seed += 1) {
        const random = new SeededRandom(seed);
        const temple = { id: `templo-${seed}`, secret: random.hex(32) };
        const broker = await openTestBroker({
          verify: async (_templeId, secret) => secret === temple.secret,
          temples: [[temple.id, temple.secret]],
        });
        const client = new BrokerClient({ bridgeId: "bridge-1", broker: broker.forBridge, log, ...system });
        const link = new BrokerLink(client, { ...temple, port: broker.port }, random);
        client.start();
        const result = await simulateBeads({
          link,
          store: openTempleStore(systemTime, systemRandom),
          templeId: temple.id,
          random,
          faults: { ...FAULTS, maxDelay: 60 },
          wait: (ms) => sleep(ms),
          steps: 40,
          hasFlash: seed % 3 !== 0,
          pace: 60,
          longOffline: false,
        });
        await link.close();
        await client.stop();
        await broker.close();
        expectNothingWrong(seed, result);
      }
    },
  );
});
