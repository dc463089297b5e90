import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Fault,
  type FlowerWarState,
  PATHS,
  type SeatReservation,
} from "@flower-war/client-sdk/protocol";
import type { Frame } from "@flower-war/loadtest/wire";
import { post } from "../http.ts";
import { spawn } from "../process.ts";
import { freePort, startRedis } from "../redis.ts";
import type { Played, Subject, Table } from "../subject.ts";
import { Turn } from "../turn.ts";
import { Seated } from "./seated.ts";

const SEATS = 4;
const SERVER = join(import.meta.dirname, "../../../server/src/main.ts");

/** Our server as it is: whole matches of Flower War, every seat a person's. */
export const flowerWar: Subject = {
  name: "Flower War",
  async start() {
    const { url, pid, stop } = await startServer();
    return { pids: [pid], stop, openTable: () => FlowerWarTable.open(url) };
  },
};

/** Two servers joined by Redis, which keeps their journal too; whoever is asked, they share the matches among them. */
export const flowerWarPair: Subject = {
  name: "two Flower War servers",
  async start() {
    const redis = await startRedis();
    const servers = await Promise.all([startJoined(redis.url), startJoined(redis.url)]);
    let tables = 0;
    return {
      pids: servers.map(({ pid }) => pid),
      openTable: () => FlowerWarTable.open(servers[tables++ % servers.length]?.url ?? ""),
      stop: async () => {
        await Promise.all(servers.map(({ stop }) => stop()));
        await redis.stop();
      },
    };
  },
};

async function startJoined(redis: string): Promise<StartedServer> {
  const port = String(await freePort());
  return startServer({ REDIS_URL: redis, PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
}

export interface StartedServer {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
  readonly environment: { readonly [name: string]: string };
}

/**
 * The server's process with a data folder of its own.
 * @param more variables
 */
export async function startServer(more: NodeJS.ProcessEnv = {}): Promise<StartedServer> {
  const folder = mkdtempSync(join(tmpdir(), "flower-war-bench-"));
  const environment = {
    NODE_ENV: "production",
    NODE_OPTIONS: "--max-semi-space-size=4", // as `npm start` and the image have it
    HOST: "127.0.0.1",
    LOG_LEVEL: "warn",
    DATA_DIR: folder,
    AUTH_SECRET: "a-secret-for-the-bench",
    BRIDGE_TOKEN: "a-token-for-the-bench",
    ADMIN_PASSWORD: "an-admin-for-the-bench",
  };
  const server = await spawn<{ port: number }>(SERVER, { ...environment, PORT: "0", ...more });
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${server.ready.port}`;
  return { url, pid: server.pid, environment, stop };
}

/** Answers that need no look into a hand. */
const ANSWERS: { readonly [decision: string]: object } = {
  roll: { type: "roll" },
  battle: { type: "pass" },
  challenge: { type: "pass" },
  cards: { type: "end-turn" },
};

/** Four people at a match. What is legal they ask the server only where the table does not tell. */
export class FlowerWarTable implements Table {
  readonly match: string;
  readonly #seats: readonly string[];
  readonly #lines: Seated[] = [];
  #turn = new Turn([]);
  #legal: ((commands: readonly { type: string }[]) => void) | null = null;
  #commands = 0;
  readonly #begun = Promise.withResolvers<void>();

  private constructor(places: readonly SeatReservation[]) {
    this.match = places[0]?.match ?? "";
    this.#seats = places.map(({ seat }) => seat ?? "");
  }

  static async open(url: string): Promise<FlowerWarTable> {
    const wish = { game: "flower-war", name: "Citlali", seats: SEATS };
    const places = [await post<SeatReservation>(url + PATHS.matches, wish)];
    const seats = url + PATHS.seats.replace(":id", places[0]?.match ?? "");
    while (places.length < SEATS) places.push(await post<SeatReservation>(seats, { name: "Citlali" }));
    const table = new FlowerWarTable(places);
    for (const { reservation } of places) {
      const first = table.#lines.length === 0;
      table.#lines.push(await Seated.sit(url, reservation, first, (kind, read) => table.#hear(kind, read)));
    }
    for (const line of table.#lines) line.ask("nonce", { nonce: "bench" });
    await table.#begun.promise;
    return table;
  }

  get state(): FlowerWarState {
    return this.#lines[0]?.state as FlowerWarState;
  }

  get over(): boolean {
    return this.state.status === "over";
  }

  get first(): number {
    return this.#lines.reduce((sum, { first }) => sum + first, 0);
  }

  async play(): Promise<Played> {
    const command = this.#obvious() ?? (await this.#ask());
    this.begin();
    this.#commands += 1;
    this.line.ask("command", { id: String(this.#commands), command });
    return this.#turn.played;
  }

  /** A command is about to be made, by whatever way. */
  begin(): Turn {
    this.#turn = new Turn(this.#lines);
    return this.#turn;
  }

  /** The line of the seat that is awaited. */
  get line(): Seated {
    const line = this.#lines[this.#seats.indexOf(this.state.table.awaiting.seat)];
    if (line === undefined) throw new Error("nobody is awaited");
    return line;
  }

  /** All four sit around the temple that shows this code: their seats become local to it. */
  pair(code: string): void {
    for (const line of this.#lines) line.ask("pair-temple", { code });
  }

  /** All seats are local to a temple that is online. */
  get paired(): boolean {
    return this.#seats.every((seat) => this.state.seats.get(seat)?.templeOnline === true);
  }

  /** A bead would be taken now from the temple. */
  get takesBeads(): boolean {
    const { awaiting, tribes } = this.state.table;
    const { skulls = 0 } = tribes.get(awaiting.seat) ?? {};
    return awaiting.decision === "sacrifice" && skulls > 0;
  }

  close(): void {
    for (const line of this.#lines) line.close();
  }

  #obvious(): object | undefined {
    const { awaiting, tribes } = this.state.table;
    const { decision, seat } = awaiting;
    if (decision !== "sacrifice") return ANSWERS[decision];
    const { skulls = 0 } = tribes.get(seat) ?? {};
    return skulls > 0 && this.#commands % 3 !== 0 ? this.#offering() : { type: "end-turn" };
  }

  #offering(): object {
    return { type: "sacrifice", god: this.#commands % 2 === 0 ? "tlaloc" : "huitzilopochtli" };
  }

  async #ask(): Promise<object> {
    const { promise, resolve } = Promise.withResolvers<readonly { type: string }[]>();
    this.#legal = resolve;
    this.line.ask("legal", {});
    const moves = (await promise).filter(({ type }) => type !== "concede");
    return moves[Math.floor(Math.random() * moves.length)] ?? { type: "concede" };
  }

  #hear(kind: Frame["kind"], read: () => Frame): void {
    if (kind === "message") this.#turn.show();
    if (kind === "patch" && this.state.status === "playing") this.#begun.resolve();
    if (kind !== "answer") return;
    const frame = read();
    if (frame.kind !== "answer") return;
    if (frame.refused) return this.#turn.refuse((frame.payload as Fault).code);
    const answer = frame.payload as { commands?: readonly { type: string }[]; n?: number };
    if (answer.commands !== undefined) this.#legal?.(answer.commands);
    else if (answer.n !== undefined) this.#turn.acknowledge();
  }
}
