import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FlowerWar } from "@flower-war/client-sdk";
import { enrol } from "@flower-war/client-sdk/temple";
import { expect, onTestFinished, test } from "vitest";
import { BareTemple } from "./support/bare-temple.ts";
import { folder, type Processes, startMjs } from "./support/processes.ts";

const TEMPLE = "sun-temple";

/** The broker lets nobody in before the bridge has a server to ask: a temple tries again (N-4). */
async function connect(port: number, secret: string): Promise<BareTemple> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await BareTemple.connect(`mqtt://127.0.0.1:${port}`, TEMPLE, secret);
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Everything ends at once, as in a power cut. */
async function killAll(house: Processes): Promise<void> {
  for (const pid of (await house.family).toReversed()) process.kill(pid, "SIGKILL");
  await house.end;
}

test("[C-2] [P-5] a power cut of server, bridge and broker: match, debt and verdicts are there again, and nothing twice", async () => {
  const DATA_DIR = folder();
  const first = startMjs({ DATA_DIR });
  const { port, mqttPort } = await first.ready;
  const url = `http://127.0.0.1:${port}`;
  const admin = readFileSync(join(DATA_DIR, "admin-password"), "utf8").trim();
  const { secret } = await enrol(url, admin, TEMPLE);
  const temple = await connect(mqttPort, secret);
  await temple.until("a code", () => temple.display?.phase === "pairing");
  const match = await new FlowerWar(url).create({
    game: "flower-war",
    seats: 2,
    private: true,
    name: "Citlali",
  });
  onTestFinished(() => match.leave().catch(() => {}));
  await match.pairTemple(temple.display?.code ?? "");
  await temple.until("its match", () => temple.display?.match === match.code);
  // Nobody can sacrifice before the second seat is taken.
  const refused = await temple.drop("t");
  expect(refused).toMatchObject({ verdict: "rejected" });
  await temple.until("its debt", () => temple.display?.fix.t === -1);
  await killAll(first);
  await temple.close();

  const second = startMjs({ DATA_DIR });
  const ports = await second.ready;
  const again = await connect(ports.mqttPort, secret);
  onTestFinished(() => again.close());
  await again.until("its match again", () => again.display?.match === match.code);
  expect(again.display?.fix).toEqual({ h: 0, t: -1 });
  const later = await again.drop("t");
  expect(later).toMatchObject({ slot: "t", from: 1, verdict: "rejected" });
  await again.until("its second debt", () => again.display?.fix.t === -2);
  expect(again.display?.offerings).toEqual({ h: 0, t: 0 });
});
