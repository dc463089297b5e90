import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FlowerWar } from "@flower-war/client-sdk";
import { enrol } from "@flower-war/client-sdk/admin";
import { expect, onTestFinished, test } from "vitest";
import { IndependentTemple } from "./support/independent-temple.ts";
import { forkStartMjs, killAll } from "./support/process-tree.ts";
import { retry } from "./support/retry.ts";
import { makeTempFolder } from "./support/temp-folder.ts";
import { until } from "./support/until.ts";

const TEMPLE = "sun-temple";
/** ms after which a login that the broker must admit has failed. */
const DEADLINE = 60_000;

/** Connects a temple, which repeats its login (N-4): the broker admits none before the bridge has reached the server. */
async function connect(port: number, secret: string): Promise<IndependentTemple> {
  const end = performance.now() + DEADLINE;
  for (;;) {
    try {
      return await IndependentTemple.connect(`mqtt://127.0.0.1:${port}`, TEMPLE, secret);
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(100);
    }
  }
}

test("[C-2] [P-5] after a power cut of server, bridge and broker, match, debt and verdicts are restored, nothing twice", async () => {
  const DATA_DIR = makeTempFolder();
  const first = forkStartMjs({ DATA_DIR });
  const { port, operatorUrl, mqttPort } = await first.ready;
  const url = `http://127.0.0.1:${port}`;
  const admin = readFileSync(join(DATA_DIR, "admin-password"), "utf8").trim();
  const { secret } = await enrol(operatorUrl, admin, TEMPLE);
  const temple = await connect(mqttPort, secret);
  const settings = { game: "flower-war", seats: 2, private: true, name: "Citlali" } as const;
  const match = await retry(() => new FlowerWar(url).create(settings));
  onTestFinished(() => match.leave().catch(() => {}));
  await temple.pairWith(match);
  // No seat can sacrifice before the second one is taken.
  const refused = await temple.drop("t");
  expect(refused).toMatchObject({ verdict: "rejected" });
  await until(() => temple.display?.fix.t === -1, "the debt on the display");
  killAll(await first.pids);
  await first.end;
  await temple.close();

  const second = forkStartMjs({ DATA_DIR });
  const ports = await second.ready;
  const reconnected = await connect(ports.mqttPort, secret);
  onTestFinished(() => reconnected.close());
  await until(() => reconnected.display?.match === match.code, "the match on the display");
  expect(reconnected.display?.fix).toEqual({ h: 0, t: -1 });
  const later = await reconnected.drop("t");
  expect(later).toMatchObject({ slot: "t", from: 1, verdict: "rejected" });
  await until(() => reconnected.display?.fix.t === -2, "the second debt on the display");
  expect(reconnected.display?.offerings).toEqual({ h: 0, t: 0 });
});
