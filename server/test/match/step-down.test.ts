/** When a server whose database is away sends its players on, and when it takes matches again (docs/reliability.md). */
import { sleep } from "@flower-war/protocol/ports";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { StepDown } from "../../src/match/step-down.ts";
import { refuse } from "../../src/refusal.ts";
import { isSteady, Pulse } from "../../src/storage/heartbeats/pulse.ts";
import { seedTest } from "../../../test/support/seeded-random.ts";
import { FakeTime } from "../support/fake-time.ts";

/** A server that asks the database whether it is there, and tells the other what it knows once a second, as leases do. */
class Server {
  /** ms that the database takes to answer it; infinity: it is away. */
  latency = 5;
  isRedisAway = false;
  /** How many matches it has sent on. */
  sentOn = 0;
  readonly stepDown: StepDown;
  readonly #time: FakeTime;
  readonly #pulse: Pulse;
  /** When its database last answered, as it last told. */
  #told = Number.NEGATIVE_INFINITY;

  constructor(time: FakeTime, other: () => Server) {
    this.#time = time;
    this.#pulse = new Pulse(() => this.#ask(), time, { lost() {}, back() {} });
    const live = { sendOn: async () => void (this.sentOn += 1) };
    this.stepDown = new StepDown({
      rooms: { ofType: () => (this.stepDown.isDown ? [] : [{ live } as never]), named: () => undefined },
      cluster: {
        othersAnsweredAt: async () => {
          if (this.isRedisAway) throw refuse("unavailable");
          return other().#told;
        },
        renewLease: async () => {},
      },
      isServedElsewhere: async () => other().latency < 1_000,
      time,
      log: pino({ level: "silent" }),
    });
  }

  start(): void {
    this.#pulse.start();
    this.stepDown.start(this.#pulse);
    const tell = () => {
      const steady = isSteady(this.#pulse, this.#time.monotonic());
      this.#told = steady ? this.#pulse.answeredAt : Number.NEGATIVE_INFINITY;
    };
    tell();
    const cancel = this.#time.every(1_000, tell);
    onTestFinished(() => {
      cancel();
      this.#pulse.stop();
      this.stepDown.stop();
    });
  }

  async #ask(): Promise<void> {
    if (this.latency === Number.POSITIVE_INFINITY) throw new Error("away");
    await sleep(this.#time, this.latency);
  }
}

/** Starts two servers on one database. */
async function startTwo(ms = 10_000) {
  const time = new FakeTime();
  const servers: [Server, Server] = [new Server(time, () => servers[1]), new Server(time, () => servers[0])];
  const [a, b] = servers;
  a.start();
  await time.pass(ms % 1_000);
  b.start();
  await time.pass(ms);
  return { time, a, b };
}

const AWAY = Number.POSITIVE_INFINITY;

test.each([
  ["that is away", AWAY],
  ["that is silent", 60_000],
])("a server alone with a database %s sends its players on after 3 to 5 s, once", async (_, latency) => {
  const { time, a, b } = await startTwo();
  a.latency = latency;
  await time.pass(2_000);
  expect(a.stepDown.isDown).toBe(false);
  await time.pass(3_000);
  expect([a.stepDown.isDown, a.sentOn]).toEqual([true, 1]);
  await time.pass(60_000);
  expect([b.stepDown.isDown, b.sentOn]).toEqual([false, 0]);
});

test("a server that Redis is lost to as well asks whether others are ready, and sends its players on if one is", async () => {
  const { time, a, b } = await startTwo();
  a.isRedisAway = true;
  await time.pass(20_000);
  expect(a.stepDown.isDown, "with a database that answers").toBe(false);
  for (const server of [a, b]) server.latency = AWAY;
  await time.pass(20_000);
  expect(a.stepDown.isDown, "while no server is ready").toBe(false);
  b.latency = 5;
  await time.pass(1_000);
  expect(a.stepDown.isDown).toBe(true);
});

test("it takes matches again when its database has answered for 5 s", async () => {
  const { time, a } = await startTwo();
  a.latency = AWAY;
  await time.pass(10_000);
  a.latency = 5;
  await time.pass(4_500);
  expect(a.stepDown.isDown).toBe(true);
  await time.pass(1_500);
  expect(a.stepDown.isDown).toBe(false);
});

test("it does not take matches again while an answer is late", async () => {
  const { time, a } = await startTwo();
  a.latency = AWAY;
  await time.pass(10_000);
  a.latency = 950;
  await time.pass(3_000);
  a.latency = 3_900;
  for (let ms = 0; ms < 5_000; ms += 250) {
    await time.pass(250);
    expect(a.stepDown.isDown, `after ${ms} ms`).toBe(true);
  }
  expect(a.sentOn).toBe(1);
});

test("it takes requests again when no other server reaches the database either", async () => {
  const { time, a, b } = await startTwo();
  a.latency = AWAY;
  await time.pass(10_000);
  b.latency = AWAY;
  await time.pass(10_000);
  expect([a, b].map(({ stepDown }) => stepDown.isDown)).toEqual([false, false]);
  expect(b.sentOn).toBe(0);
});

test("no server sends its players on while the database is away for all, whenever each asks it", async () => {
  const random = seedTest("database away for all");
  for (let i = 0; i < 20; i++) {
    const { time, a, b } = await startTwo(8_000 + random.below(1_000));
    for (const latency of [AWAY, 30_000]) {
      a.latency = latency;
      b.latency = latency;
      await time.pass(10_000 + random.below(1_000));
      a.latency = 5;
      b.latency = 5;
      await time.pass(10_000);
    }
    expect([a.sentOn, b.sentOn]).toEqual([0, 0]);
  }
});

test("a database that is slow for all, or for one, moves matches once at most", async () => {
  const random = seedTest("slow database");
  for (let i = 0; i < 20; i++) {
    const { time, a, b } = await startTwo(8_000 + random.below(1_000));
    const isSlowForBoth = random.happens(0.5);
    for (let s = 0; s < 60; s++) {
      a.latency = 900 + random.below(3_000);
      if (isSlowForBoth) b.latency = 900 + random.below(3_000);
      await time.pass(1_000);
    }
    expect(a.sentOn + b.sentOn).toBeLessThanOrEqual(1);
  }
});
