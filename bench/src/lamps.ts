/** P8: measures the time from the command that opens a window, over server, bridge and a real broker, to the temple's display. */
import { setTimeout as pause } from "node:timers/promises";
import { LoadTemple } from "@flower-war/loadtest/temple";
import { runConcurrently } from "@flower-war/loadtest/temples";
import type { Display } from "@flower-war/protocol/temple";
import { isInstalled } from "../../test/support/programs.ts";
import { waitFor } from "./beads.ts";
import { type Latency, type Scale, summarize } from "./measures.ts";
import { FlowerWarMatch } from "./subjects/flower-war.ts";
import { startBesideMosquitto } from "./temple-hosts.ts";

/** ms between two commands of one match. */
const COMMAND_INTERVAL = 60;
/** Windows open rarely: it takes so many times as long as other measures. */
const LENGTH = 5;
/** s of play that do not count, at the start. */
const WARM_UP = 1;
/** ms after which a window counts as one that the temple never showed. */
const TIMEOUT = 5000;

export interface Lamps {
  /** From when a player sent the command that opened a window until the temple received the display that lights the lamp. */
  readonly lit: Latency;
  /** Until all four clients were shown the same command: what is more is the way to the temple. */
  readonly shown: Latency;
  /** Windows that the temples showed, and that they did not. */
  readonly counted: number;
  readonly lost: number;
}

/** Plays matches whose seats are all local to a temple each; `null`: Mosquitto is not installed. */
export async function measureLamps({ lampMatches, seconds }: Scale): Promise<Lamps | null> {
  if (!isInstalled("mosquitto")) return null;
  const host = await startBesideMosquitto(lampMatches, "lamp", true);
  const tables = await runConcurrently(lampMatches, (i) => {
    const { id = "", secret = "" } = host.enrolled[i] ?? {};
    return Table.open(host.url, host.mqtt, id, secret);
  });
  const countedFrom = performance.now() + WARM_UP * 1000;
  const windows = (
    await Promise.all(tables.map((table) => table.play(countedFrom + LENGTH * seconds * 1000)))
  ).flat();
  await runConcurrently(tables.length, async (i) => tables[i]?.close());
  await host.stop();
  const counted = windows.filter(({ at }) => at >= countedFrom);
  const times = counted.map(({ lit }) => lit).filter((lit) => lit !== null);
  return {
    lit: summarize(times),
    shown: summarize(counted.map(({ shown }) => shown)),
    counted: times.length,
    lost: counted.length - times.length,
  };
}

/** A window that a command opened, which was sent at `at`. */
interface OpenedWindow {
  readonly at: number;
  /** ms until the temple was told to light its lamp; `null`: it was not. */
  readonly lit: number | null;
  /** ms until all clients were shown the command. */
  readonly shown: number;
}

/** A match, and the temple to which its four seats are local. */
class Table {
  readonly #match: FlowerWarMatch;
  #temple: LoadTemple | null = null;
  /** What the temple was told to show since the last command, and when. */
  #shown: { readonly display: Display; readonly at: number }[] = [];
  #onDisplay: () => void = () => {};

  private constructor(match: FlowerWarMatch) {
    this.#match = match;
  }

  static async open(url: string, mqtt: string, id: string, secret: string): Promise<Table> {
    const table = new Table(await FlowerWarMatch.open(url));
    const temple = await LoadTemple.connect(mqtt, id, secret, {
      onVerdict: () => {},
      onDisplay: (display) => table.#note(display),
      onLost: () => {},
    });
    table.#temple = temple;
    await waitFor(() => temple.code !== null);
    await table.#match.pair(temple.code ?? "");
    await waitFor(() => table.#match.isPaired);
    return table;
  }

  /** Plays until `end`, or the match's. A player waits for the lamp before the next move. Resolves with the windows that opened. */
  async play(end: number): Promise<OpenedWindow[]> {
    const windows: OpenedWindow[] = [];
    while (performance.now() < end && !this.#match.isOver) {
      const begun = performance.now();
      const wasOpen = this.#match.takesBeads;
      this.#shown = [];
      const { at, shown } = await this.#match.play();
      if (!wasOpen && this.#match.takesBeads) {
        const lit = await this.#litFor(this.#match.state.table.awaiting.seat);
        windows.push({ at, shown, lit: lit === null ? null : lit - at });
      }
      await pause(Math.max(0, begun + COMMAND_INTERVAL - performance.now()));
    }
    return windows;
  }

  async close(): Promise<void> {
    this.#match.close();
    await this.#temple?.close();
  }

  /** Resolves with when the temple was told that a seat may sacrifice; `null`: not in time. */
  async #litFor(seat: string): Promise<number | null> {
    const lit = Promise.withResolvers<number>();
    this.#onDisplay = () => {
      const found = this.#shown.find(({ display }) => isLit(display) && display.seat?.id === seat);
      if (found !== undefined) lit.resolve(found.at);
    };
    this.#onDisplay();
    const told = new AbortController();
    const late = pause(TIMEOUT, null, { signal: told.signal }).catch(() => null);
    const at = await Promise.race([lit.promise, late]);
    told.abort();
    return at;
  }

  #note(display: Display): void {
    this.#shown.push({ display, at: performance.now() });
    this.#onDisplay();
  }
}

function isLit({ open }: Display): boolean {
  return open.h || open.t;
}
