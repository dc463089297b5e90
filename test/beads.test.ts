import { afterEach, describe, expect, test, vi } from "vitest";
import { Mqtt } from "../bridge/src/mqtt.ts";
import { brokers, openSomeBroker } from "../bridge/test/support/brokers.ts";
import { log } from "../bridge/test/support/log.ts";
import { memoryStore } from "../server/src/temples/memory-store.ts";
import { BrokerAir, FakeAir } from "./support/bead-air.ts";
import { type Outcome, runBeads } from "./support/bead-run.ts";
import { lacks } from "./support/programs.ts";
import { Dice } from "./support/random-run.ts";

/** Runs in memory; 20,000 of them by `BEAD_RUNS=20000`. */
const RUNS = Number(process.env["BEAD_RUNS"] ?? 1_000);
/** Runs on each real broker; 200 of them by `BEAD_BROKER_RUNS=200`. */
const BROKER_RUNS = Number(process.env["BEAD_BROKER_RUNS"] ?? 4);
/** The first seed: one that failed is run alone by `BEAD_SEED=<it> BEAD_RUNS=1`. */
const SEED = Number(process.env["BEAD_SEED"] ?? 1);

const WEATHER = { lost: 0.2, doubled: 0.3, late: 3_000 };
const GOOD = { chargedTwice: [], chargedForNothing: [], lostInSilence: [], wrong: [] };

afterEach(() => void vi.useRealTimers());

function mustBeGood(seed: number, { fallen: _fallen, charged: _charged, ...outcome }: Outcome): void {
  expect(outcome, `run ${seed}`).toEqual(GOOD);
}

/**
 * Loss, duplicates, reordering, power cuts, restarts of bridge and server, lost answers, ten minutes offline with 1,000
 * beads (docs/temple-protocol.md, section 1): every bead is charged at most once, and none is lost in silence.
 */
describe("whatever happens to a temple, its bridge and its server", () => {
  test(`in memory, ${RUNS} runs on a clock of their own`, { timeout: 60_000 + RUNS * 100 }, async () => {
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
    });
    let fallen = 0;
    let charged = 0;
    for (let seed = SEED; seed < SEED + RUNS; seed += 1) {
      const dice = new Dice(seed);
      const air = new FakeAir("templo-1", dice);
      const outcome = await runBeads({
        air,
        store: memoryStore(),
        templeId: "templo-1",
        dice,
        weather: WEATHER,
        pass: async (ms) => void (await vi.advanceTimersByTimeAsync(ms)),
        steps: 40,
        inFlash: seed % 3 !== 0,
        pace: 2_000,
        longAway: seed % 20 === 0,
      });
      mustBeGood(seed, outcome);
      vi.clearAllTimers();
      fallen += outcome.fallen;
      charged += outcome.charged;
    }
    // The runs are worth something only if beads are charged in them.
    expect(charged).toBeGreaterThan(fallen / 100);
  });

  test.each(["embedded", "mosquitto"] as const)(
    `${BROKER_RUNS} runs over a real broker: %s`,
    { timeout: 60_000 + BROKER_RUNS * 15_000 },
    async (kind) => {
      if (kind === "mosquitto" && lacks("mosquitto")) return;
      brokers.kind = kind;
      for (let seed = SEED; seed < SEED + BROKER_RUNS; seed += 1) {
        const dice = new Dice(seed);
        const temple = { id: `templo-${seed}`, secret: dice.hex(32) };
        const broker = await openSomeBroker({
          verify: async (_templeId, secret) => secret === temple.secret,
          temples: [[temple.id, temple.secret]],
        });
        const line = new Mqtt({ bridgeId: "bridge-1", broker: broker.forBridge, log });
        const air = new BrokerAir(line, { ...temple, port: broker.port }, dice);
        line.start();
        const outcome = await runBeads({
          air,
          store: memoryStore(),
          templeId: temple.id,
          dice,
          weather: { ...WEATHER, late: 60 },
          pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
          steps: 40,
          inFlash: seed % 3 !== 0,
          pace: 60,
          longAway: false,
        });
        await air.close();
        await line.stop();
        await broker.close();
        mustBeGood(seed, outcome);
      }
    },
  );
});
