import { type ChildProcess, fork } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { endProcess } from "../programs.ts";

const MAIN = fileURLToPath(new URL("./players-process.ts", import.meta.url));

/** What a process of players is asked: to play at tables. */
export interface PlayersAsk {
  readonly url: string;
  readonly tables: number;
  /** ms between two commands at a table. */
  readonly pace: number;
}

/** What it tells. Times are ms since 1970. */
export type PlayersTell =
  | {
      readonly type: "report";
      readonly table: number;
      readonly accepted: readonly number[];
      /** When its players lost their connections, all so far; empty: none did since the last report. */
      readonly dropped: readonly number[];
    }
  | { readonly type: "failed"; readonly reason: string };

/** ms within which every table must play on. */
const DEADLINE = 120_000;
/** ms from one check of the tables to the next. */
const POLL = 20;

interface RemoteTable {
  accepted: number[];
  dropped: readonly number[];
}

/** Pairs of people at tables, in processes of their own. Times are ms since 1970. */
export class RemotePlayers {
  readonly #tables: RemoteTable[] = [];
  readonly #children: ChildProcess[] = [];
  #failure: string | null = null;

  /**
   * Lets people play at tables. Resolves when all do.
   * @param url where they reach the server
   * @param pace ms between two commands at a table
   * @param processes in how many processes they are
   */
  static async start(url: string, tables: number, pace: number, processes: number): Promise<RemotePlayers> {
    const players = new RemotePlayers();
    for (let i = 0; i < processes; i++) {
      const count = Math.floor((tables * (i + 1)) / processes) - Math.floor((tables * i) / processes);
      if (count > 0) players.#fork({ url, tables: count, pace });
    }
    await players.waitUntilAccepted(0);
    return players;
  }

  #fork(ask: PlayersAsk): void {
    const own = Array.from({ length: ask.tables }, (): RemoteTable => ({ accepted: [], dropped: [] }));
    this.#tables.push(...own);
    const child = fork(MAIN, { execArgv: ["--conditions=@flower-war/source"] });
    this.#children.push(child);
    child.on("message", (told: PlayersTell) => {
      if (told.type === "failed") this.#failure ??= told.reason;
      if (told.type !== "report") return;
      const table = own[told.table];
      table?.accepted.push(...told.accepted);
      if (table && told.dropped.length > 0) table.dropped = told.dropped;
    });
    child.on("exit", (code) => {
      if (code !== 0) this.#failure ??= `players exited with ${code}`;
    });
    child.send(ask);
  }

  /** How many commands were accepted so far. */
  get accepted(): number {
    return this.#tables.reduce((sum, { accepted }) => sum + accepted.length, 0);
  }

  /** Resolves when each table has had a command accepted after a time, with the first of each. */
  waitUntilAccepted(since: number): Promise<number[]> {
    return this.#wait(({ accepted }) => accepted.find((time) => time > since));
  }

  /**
   * Resolves when each table has lost a connection after a time and plays on, with ms from the first lost connection to the next
   * accepted command of each.
   */
  async waitUntilMoved(since: number): Promise<number[]> {
    return this.#wait(({ accepted, dropped }) => {
      const lost = Math.min(...dropped.filter((time) => time > since));
      const next = accepted.find((time) => time > lost);
      return next === undefined ? undefined : next - lost;
    });
  }

  async #wait(find: (table: RemoteTable) => number | undefined): Promise<number[]> {
    const end = performance.now() + DEADLINE;
    for (;;) {
      const found = this.#tables.map(find);
      const missing = found.filter((each) => each === undefined).length;
      if (missing === 0) return found.map((each) => each ?? 0);
      if (this.#failure !== null) throw new Error(this.#failure);
      if (performance.now() > end) throw new Error(`${missing} of ${found.length} tables do not play on`);
      await sleep(POLL);
    }
  }

  /** Ends the processes. */
  async stop(): Promise<void> {
    for (const child of this.#children) {
      child.removeAllListeners("exit");
      await endProcess(child, "SIGKILL");
    }
  }
}
