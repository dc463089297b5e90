import type { House } from "./house/house.ts";
import type { FaultPlan } from "./plan/faults.ts";

/** ms after which a server that its host starts again is started. */
const RESTART = 200;

/** Lets the faults of a plan happen. Resolves when all are over and every server runs. */
export async function driveFaults(house: House, faults: readonly FaultPlan[]): Promise<void> {
  await Promise.all(faults.map((fault) => drive(house, fault)));
  await house.startAll();
}

async function drive(house: House, fault: FaultPlan): Promise<void> {
  await house.sleep(fault.at);
  house.note(`${fault.kind} of server ${fault.server + 1} for ${fault.length} ms`);
  const end = house.faults.begin(fault);
  await perform(house, fault);
  end();
}

async function perform(house: House, fault: FaultPlan): Promise<void> {
  const { kind, length, server, force } = fault;
  const slot = house.server(server);
  switch (kind) {
    case "kill":
      slot.kill();
      await house.sleep(RESTART + length);
      return slot.start();
    case "deploy":
      await slot.stop();
      return slot.start();
    case "freeze":
      slot.process?.freeze(length);
      return house.sleep(length);
    case "cut":
      return during(house, length, () => house.changeLines(server, { isCut: true }));
    case "half-cut":
      return during(house, length, () => house.changeLines(server, { isCut: true }, "down"));
    case "slow-lines":
      return during(house, length, () => house.changeLines(server, { delay: [5, 20 + 300 * force] }));
    case "slow-store":
      return during(house, length, () => house.changeStore({ delay: [5, 20 + 1_500 * force] }));
    case "refusing-store":
      return during(house, length, () => house.changeStore({ refused: 0.1 + 0.9 * force }));
    case "forgetful-store":
      return during(house, length, () => house.changeStore({ unknown: 0.05 + 0.3 * force }));
    case "redis-kill":
      house.killRedis();
      await house.sleep(length);
      return house.startRedis();
    case "redis-cut":
      return during(house, length, () => house.cutRedis(server));
    case "lost-store":
      return during(house, length, () => house.changeStore({ refused: 1 }));
    case "full-store":
      return during(house, length, () => house.changeStore({ isFull: true }));
    case "bridge-kill": {
      const bridge = house.bridge(server);
      if (bridge.process === null) return;
      bridge.kill();
      await house.sleep(length);
      return bridge.start();
    }
    case "broker-kill":
      if (house.temples.size === 0) return;
      house.killSharedBroker();
      await house.sleep(length);
      return house.startSharedBroker();
    case "power-cut":
      for (const temple of house.temples) temple.cut();
      await house.sleep(length);
      for (const temple of house.temples) temple.power();
      return;
    case "clock-step":
      if (slot.process) slot.process.skew += (force - 0.5) * 48 * 3_600_000;
  }
}

/** @param begin returns what ends it */
async function during(house: House, ms: number, begin: () => () => void): Promise<void> {
  const end = begin();
  await house.sleep(ms);
  end();
}
