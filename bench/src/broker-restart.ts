/** P8: restarts a real broker, and measures when all temples show the right display again. */
import { setTimeout as pause } from "node:timers/promises";
import { LoadTemple } from "@flower-war/loadtest/temple";
import { runConcurrently } from "@flower-war/loadtest/temples";
import { isInstalled } from "../../test/support/programs.ts";
import type { Scale } from "./measures.ts";
import { percentile } from "@flower-war/loadtest/percentiles";
import { processorSeconds, residentBytes } from "./process.ts";
import { startBesideMosquitto } from "./temple-hosts.ts";

/** ms after which a temple without the right display counts as lost. */
const TIMEOUT = 60_000;

export interface BrokerRestart {
  readonly temples: number;
  /** Share of a core that the bridge takes while all temples are idle. */
  readonly idle: number;
  /** ms from the broker's end until half of the temples showed the right display. */
  readonly half: number;
  /** ms until all did. */
  readonly all: number;
  /** Temples that did not within a minute. */
  readonly lost: number;
  /** Seconds of processor time that the bridge used for it. */
  readonly processor: number;
  /** Bytes of memory that the bridge holds afterwards. */
  readonly memory: number;
}

export interface BrokerRestarts {
  /** The broker stores retained messages. */
  readonly kept: BrokerRestart;
  /** The broker forgets them: the bridge publishes every display again. */
  readonly forgotten: BrokerRestart;
}

/** Measures both kinds of restart; `null`: Mosquitto is not installed. */
export async function measureBrokerRestarts(scale: Scale): Promise<BrokerRestarts | null> {
  if (!isInstalled("mosquitto")) return null;
  return { kept: await measureRestart(scale, true), forgotten: await measureRestart(scale, false) };
}

async function measureRestart({ temples, seconds }: Scale, persistence: boolean): Promise<BrokerRestart> {
  const host = await startBesideMosquitto(temples, "restart", persistence);
  const { mosquitto, bridge } = host;
  const recoveries: Recovery[] = [];
  const connected = await runConcurrently(temples, async (i) => {
    const recovery = new Recovery();
    const listener = {
      onVerdict: () => {},
      onDisplay: () => recovery.checkDisplay(),
      onLost: () => recovery.start(),
    };
    const { id = "", secret = "" } = host.enrolled[i] ?? {};
    recovery.temple = await LoadTemple.connect(host.mqtt, id, secret, listener);
    recoveries.push(recovery);
    recovery.checkDisplay();
    await recovery.showsCode;
    return recovery.temple;
  });
  await pause(seconds * 1000);
  let used = processorSeconds([bridge]);
  await pause(3 * seconds * 1000);
  const idle = (processorSeconds([bridge]) - used) / (3 * seconds);

  used = processorSeconds([bridge]);
  const begun = performance.now();
  await mosquitto.kill("SIGTERM");
  await mosquitto.restart();
  const timeout = pause(TIMEOUT, null, { ref: false });
  const durations = await Promise.all(
    recoveries.map(async ({ recoveredAt }) => {
      const at = await Promise.race([recoveredAt, timeout]);
      return at === null ? null : at - begun;
    }),
  );
  const times = durations.filter((ms) => ms !== null);
  const restart = {
    temples,
    idle,
    half: percentile(times, 0.5),
    all: Math.max(...times),
    lost: durations.length - times.length,
    processor: processorSeconds([bridge]) - used,
    memory: residentBytes([bridge]),
  };
  await runConcurrently(connected.length, async (i) => connected[i]?.close());
  await host.stop();
  return restart;
}

/** One temple's recovery from the loss of its broker. */
class Recovery {
  temple: LoadTemple | null = null;
  /** The pairing code that it showed, and has to show again. */
  #code: string | null = null;
  #isLost = false;
  readonly #coded = Promise.withResolvers<void>();
  readonly #recovered = Promise.withResolvers<number>();

  /** Resolves when the temple shows a pairing code. */
  get showsCode(): Promise<void> {
    return this.#coded.promise;
  }

  /** Resolves when the temple shows its code again, with the time. */
  get recoveredAt(): Promise<number> {
    return this.#recovered.promise;
  }

  /** Makes the temple reconnect: its broker is gone. */
  start(): void {
    this.#isLost = true;
    void this.temple?.reconnect();
  }

  /** Takes note of the code that the temple shows now. */
  checkDisplay(): void {
    const code = this.temple?.code ?? null;
    if (this.#isLost && code === this.#code) this.#recovered.resolve(performance.now());
    if (this.#isLost || code === null) return;
    this.#code = code;
    this.#coded.resolve();
  }
}
