/** P8: what becomes of all temples when a real broker is restarted under them. */
import { setTimeout as pause } from "node:timers/promises";
import { LoadTemple } from "@flower-war/loadtest/temple";
import { enrol, inTurns } from "@flower-war/loadtest/temples";
import { BRIDGE } from "./beads.ts";
import type { Scale } from "./measures.ts";
import { Mosquitto, mosquittoIsHere } from "./mosquitto.ts";
import { percentile } from "./percentiles.ts";
import { processorSeconds, residentBytes, spawn } from "./process.ts";
import { startServer } from "./subjects/flower-war.ts";

/** ms after which a temple that shows nothing, or something wrong, is given up. */
const LOST = 60_000;

export interface Storm {
  readonly temples: number;
  /** Share of a core that the bridge takes while all temples stand idle. */
  readonly idle: number;
  /** ms from the broker's end until half of the temples, and all, showed what they should. */
  readonly half: number;
  readonly all: number;
  /** Temples that did not within a minute. */
  readonly lost: number;
  /** Seconds of processor that the bridge used for it, and bytes that it holds then. */
  readonly processor: number;
  readonly memory: number;
}

/** With a broker that keeps what is retained, and with one that does not: then every picture is published again. */
export interface Storms {
  readonly kept: Storm;
  readonly forgotten: Storm;
}

/** `null`: there is no Mosquitto here. */
export async function measureStorms(scale: Scale): Promise<Storms | null> {
  if (!mosquittoIsHere()) return null;
  return { kept: await measureStorm(scale, true), forgotten: await measureStorm(scale, false) };
}

async function measureStorm({ temples, seconds }: Scale, persistence: boolean): Promise<Storm> {
  const server = await startServer();
  const house = { url: server.url, adminPassword: server.environment["ADMIN_PASSWORD"] ?? "" };
  const names = Array.from({ length: temples }, (_, i) => `storm-${i}`);
  const secrets = await inTurns(temples, (i) => enrol(house, names[i] ?? ""));
  const users = new Map([
    ["bridge-1", "bridge"],
    ...names.map((name, i) => [name, secrets[i] ?? ""] as const),
  ]);
  const mosquitto = await Mosquitto.start(users, persistence);
  const bridge = await spawn(BRIDGE, {
    ...server.environment,
    SERVER_URL: server.url,
    MQTT_URL: `mqtt://bridge-1:bridge@127.0.0.1:${mosquitto.port}`,
  });
  const url = `mqtt://127.0.0.1:${mosquitto.port}`;
  const returns: Return[] = [];
  const all = await inTurns(temples, async (i) => {
    const back = new Return();
    const listener = { judged: () => {}, shown: () => back.look(), lost: () => back.begin() };
    back.temple = await LoadTemple.connect(url, names[i] ?? "", secrets[i] ?? "", listener);
    returns.push(back);
    back.look();
    await back.ready.promise;
    return back.temple;
  });
  await pause(seconds * 1000);
  let used = processorSeconds([bridge.pid]);
  await pause(3 * seconds * 1000);
  const idle = (processorSeconds([bridge.pid]) - used) / (3 * seconds);

  used = processorSeconds([bridge.pid]);
  const began = performance.now();
  await mosquitto.end();
  await mosquitto.start();
  const late = pause(LOST, null, { ref: false });
  const came = await Promise.all(
    returns.map(async ({ shown }) => {
      const at = await Promise.race([shown, late]);
      return at === null ? null : at - began;
    }),
  );
  const times = came.filter((ms) => ms !== null);
  const storm = {
    temples,
    idle,
    half: percentile(times, 0.5),
    all: Math.max(...times),
    lost: came.length - times.length,
    processor: processorSeconds([bridge.pid]) - used,
    memory: residentBytes([bridge.pid]),
  };
  await inTurns(all.length, async (i) => all[i]?.close());
  await bridge.stop();
  await mosquitto.stop();
  await server.stop();
  return storm;
}

/** The way back of one temple that lost its broker. */
class Return {
  temple: LoadTemple | null = null;
  /** The code that it showed, and has to show again. */
  #code: string | null = null;
  #away = false;
  /** Whether it shows a code. */
  readonly ready = Promise.withResolvers<void>();
  readonly #shown = Promise.withResolvers<number>();

  begin(): void {
    this.#away = true;
    void this.temple?.comeBack();
  }

  look(): void {
    const code = this.temple?.code ?? null;
    if (this.#away && code === this.#code) this.#shown.resolve(performance.now());
    if (this.#away || code === null) return;
    this.#code = code;
    this.ready.resolve();
  }

  /** When it did. */
  get shown(): Promise<number> {
    return this.#shown.promise;
  }
}
