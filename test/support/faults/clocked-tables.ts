import { until } from "../until.ts";
import { ClockCheck } from "./clock-check.ts";
import { Outages } from "./outages.ts";
import { PlayerLine } from "./player-line.ts";
import { Table } from "./table.ts";
import { wsTransport } from "./ws-transport.ts";

/** Three tables, where players think for longer than a clock may be wrong. */
const SLOW_TABLES = { count: 3, pace: 8_000 };
/** ms after a command in which a fault finds the same player awaited. */
const FRESH = 2_500;

/** Tables with clocks at one host, whose players' lines the test takes down. */
export class ClockedTables {
  readonly outages: Outages;
  readonly check: ClockCheck;
  readonly tables: readonly Table[];
  readonly #lines: ReadonlyMap<Table, readonly PlayerLine[]>;

  /**
   * Lets people play at tables. Resolves when all do.
   * @param pace ms between two commands at a table
   */
  static async start(url: string, { count, pace } = SLOW_TABLES): Promise<ClockedTables> {
    const started = new ClockedTables(url, count, pace);
    await started.outages.waitUntilPlaying();
    return started;
  }

  private constructor(url: string, count: number, pace: number) {
    this.#lines = new Map(
      Array.from({ length: count }, () => {
        // The SDK's defaults.
        const lines = [url, url].map(() => new PlayerLine(wsTransport(url)));
        const players = (i: number) => ({ ...lines[i]?.options });
        const clock = {
          profile: "quick",
          turn: 600_000,
          reserve: 600_000,
          increment: 0,
          warning: 0,
        } as const;
        return [new Table([url, url], { pace, clock, players }), lines];
      }),
    );
    this.tables = [...this.#lines.keys()];
    this.outages = new Outages(this.tables);
    this.check = new ClockCheck(this.tables);
  }

  /** How often its players lost their connections. */
  get drops(): number {
    return this.tables.flatMap(({ drops }) => drops.flat()).length;
  }

  /**
   * Waits until all players play. Then takes down the lines of players whom tables wait for, and will for a moment: they do not come back
   * from a fault before these are up.
   */
  async takeDownAwaited(): Promise<readonly PlayerLine[]> {
    const find = () => this.tables.filter(isFresh).flatMap((table) => this.#awaitedLines(table));
    await until(
      () => this.tables.every(({ isComplete }) => isComplete) && find().length > 0,
      "a player who has just been asked",
    );
    const lines = find();
    for (const line of lines) line.takeDown();
    return lines;
  }

  /** Waits until all players but those whose lines these are have a connection. */
  async waitForOthers(lines: readonly PlayerLine[]): Promise<void> {
    const isBack = (table: Table) =>
      this.#lines.get(table)?.every((line, i) => lines.includes(line) || table.isConnected(i));
    await until(() => this.tables.every(isBack), "the other players to be back");
  }

  /** Loses all connections of players. */
  cutAll(): void {
    for (const line of [...this.#lines.values()].flat()) line.cut();
  }

  async stop(): Promise<void> {
    await Promise.all(this.tables.map((table) => table.stop()));
  }

  async leave(): Promise<void> {
    await Promise.all(this.tables.map((table) => table.leave()));
  }

  #awaitedLines(table: Table): PlayerLine[] {
    return table.awaited.flatMap((i) => this.#lines.get(table)?.[i] ?? []);
  }
}

function isFresh({ times }: Table): boolean {
  return performance.now() - (times.at(-1) ?? 0) < FRESH;
}
