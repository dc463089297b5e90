import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CommandAnswer, PATHS, type SeatReservation } from "@flower-war/protocol";
import type { SyncedFlowerWar } from "@flower-war/protocol/flower-war";
import type { Frame } from "@flower-war/loadtest/wire";
import { post } from "../http.ts";
import { spawn } from "../process.ts";
import { type CommandTiming, type Match, SEATS, type Subject } from "../subject.ts";
import { TimedCommand } from "../timed-command.ts";
import { RoomClient } from "./room-client.ts";
import { drawNonce, SeatSigner, SIGNED_EVERY } from "./seat-signer.ts";

/** What the SDK asks of a server besides: it knows the rules. Older servers ignore it. */
const AS_SDK = { without: ["legal"] };

/** The options of Node that `npm start` gives a server on a small machine, and where there is a GiB to spare. */
export const [SMALL_SEMI_SPACE, LARGE_SEMI_SPACE] = ["--max-semi-space-size=4", "--max-semi-space-size=32"];
const SERVER = join(import.meta.dirname, "../../../server/src/main.ts");

/** Our server as it is: whole matches of Flower War with four clients. */
export const flowerWar: Subject = {
  name: "Flower War",
  async start(isIdle = false) {
    const { url, pid, stop } = await startServer(isIdle ? { NODE_OPTIONS: SMALL_SEMI_SPACE } : {});
    return {
      pids: [pid],
      stop,
      openMatch: () => FlowerWarMatch.open(url),
      seatMatch: () => FlowerWarMatch.seat(url),
    };
  },
};

/** The same with matches that are at different entries, so that those after which seats sign come evenly. No seat signs. */
export const flowerWarUnderWay = underWay("Flower War, under way", false);

/** The same with clients that seal their nonces and sign. */
export const flowerWarSigned = underWay("Flower War, signed", true);

/** The same as under way, with as little room for new objects as on a small machine. */
export const flowerWarSmall = underWay("Flower War, small", false, { NODE_OPTIONS: SMALL_SEMI_SPACE });

function underWay(name: string, isSigned: boolean, environment: NodeJS.ProcessEnv = {}): Subject {
  return {
    name,
    async start() {
      const { url, pid, stop } = await startServer(environment);
      let matches = 0;
      const openMatch = async () => {
        const match = await FlowerWarMatch.open(url, { isSigned });
        const entries = matches++ % SIGNED_EVERY;
        for (let i = 0; i < entries && !match.isOver; i++) await match.play();
        return match;
      };
      return { pids: [pid], stop, openMatch };
    },
  };
}

/** Stops when its block ends (`await using`), or by `stop`. */
export interface Stopping extends AsyncDisposable {
  readonly stop: () => Promise<void>;
}

export interface StartedServer extends Stopping {
  readonly url: string;
  readonly operatorUrl: string;
  readonly pid: number;
  readonly environment: { readonly [name: string]: string };
}

/**
 * Starts the server in a process, with a data folder of its own.
 * @param more environment variables
 * @param flags of Node, besides those of `npm start`
 * @param options of the server
 * @param main its program
 */
export async function startServer(
  more: NodeJS.ProcessEnv = {},
  flags: readonly string[] = [],
  options: readonly string[] = [],
  main = SERVER,
): Promise<StartedServer> {
  const folder = mkdtempDisposableSync(join(tmpdir(), "flower-war-bench-"));
  const environment = {
    NODE_ENV: "production",
    NODE_OPTIONS: LARGE_SEMI_SPACE,
    HOST: "127.0.0.1",
    OPERATOR_PORT: "0",
    LOG_LEVEL: "warn",
    // All clients of a measurement have one address.
    MAX_SOCKETS: "1000000",
    SOCKETS_PER_ADDRESS: "65535",
    REQUESTS_PER_SECOND: "1000000",
    REQUESTS_AT_ONCE: "1000000",
    MQTT_SOCKETS_PER_ADDRESS: "1000000",
    // Measures find other limits than those that are set.
    MATCHES_AT_ONCE: "1000000",
    SPECTATORS_PER_MATCH: "1000000",
    WATCHERS_AT_ONCE: "1000000",
    VIEWERS_PER_ADDRESS: "1000000",
    DATA_DIR: folder.path,
    AUTH_SECRET: "a-secret-for-the-bench",
    BRIDGE_TOKEN: "a-token-for-the-bench",
    ADMIN_PASSWORD: "an-admin-for-the-bench",
  };
  const server = await spawn<{ port: number; operatorUrl: string }>(
    main,
    { ...environment, PORT: "0", ...more },
    flags,
    options,
  );
  const stop = async () => {
    await server.stop();
    folder.remove();
  };
  const url = `http://127.0.0.1:${server.ready.port}`;
  const { operatorUrl } = server.ready;
  return { url, operatorUrl, pid: server.pid, environment, stop, [Symbol.asyncDispose]: stop };
}

/** Commands that are legal whatever a seat's cards are, by the awaited decision. */
const SIMPLE_COMMANDS: { readonly [decision: string]: object } = {
  roll: { type: "roll" },
  battle: { type: "pass" },
  challenge: { type: "pass" },
  cards: { type: "end-turn" },
};

/**
 * Returns a command that is legal judging by the awaited decision alone, if there is one, so that all subjects play alike.
 * @param played commands so far
 * @param hasSkulls whether the awaited seat has skulls to sacrifice
 */
export function simpleCommand(
  decision: string,
  played: number,
  hasSkulls: () => boolean,
): object | undefined {
  if (decision !== "sacrifice") return SIMPLE_COMMANDS[decision];
  if (!hasSkulls() || played % 3 === 0) return { type: "end-turn" };
  return { type: "sacrifice", god: played % 2 === 0 ? "tlaloc" : "huitzilopochtli" };
}

export interface MatchOptions {
  /** Whether clients sign, and seal their nonces as soon as they have joined; else they do as those that know neither. */
  readonly isSigned?: boolean;
  /** Another game, which shows who is awaited as Flower War does. */
  readonly game?: string;
  /** The clocks' profile. Default: none. */
  readonly clock?: string;
}

/** A match of Flower War with four clients. They request the legal commands only where the state does not show any. */
export class FlowerWarMatch implements Match {
  readonly #seats: readonly string[];
  readonly #clients: RoomClient[] = [];
  #command = new TimedCommand([]);
  #commands = 0;
  /** Empty: no seat signs. */
  readonly #signers: SeatSigner[] = [];
  readonly #begun = Promise.withResolvers<void>();

  private constructor(seats: readonly string[]) {
    this.#seats = seats;
  }

  /** Creates a match and takes its four seats. Resolves when it has begun. */
  static async open(url: string, options: MatchOptions = {}): Promise<FlowerWarMatch> {
    const match = await FlowerWarMatch.seat(url, options);
    await match.#begin();
    return match;
  }

  /** Creates a match and takes its four seats. Resolves when all have the first state: it does not begin before nonces are given. */
  static async seat(
    url: string,
    { isSigned = false, game = "flower-war", clock: profile = "none" }: MatchOptions = {},
  ): Promise<FlowerWarMatch> {
    const clock = { profile };
    // Servers up to 0.3 take open nonces at every table, and ignore the field.
    const request = { game, name: "Citlali", seats: SEATS, clock, openNonces: !isSigned, ...AS_SDK };
    const reserved = [await post<SeatReservation>(url + PATHS.matches, request)];
    const seats = url + PATHS.seats.replace(":id", reserved[0]?.match ?? "");
    while (reserved.length < SEATS)
      reserved.push(await post<SeatReservation>(seats, { name: "Citlali", ...AS_SDK }));
    const match = new FlowerWarMatch(reserved.map(({ seat }) => seat ?? ""));
    for (const { reservation, match: id, seat } of reserved) {
      const isFirst = match.#clients.length === 0;
      const client = await RoomClient.join(url, reservation, isFirst, (kind) => match.#noteFrame(kind));
      match.#clients.push(client);
      if (!isSigned) continue;
      const signer = new SeatSigner(client, id, seat ?? "");
      match.#signers.push(signer);
      await signer.seal();
    }
    return match;
  }

  async #begin(): Promise<void> {
    await Promise.all(this.#signers.map((signer) => signer.reveal()));
    const open = this.#signers.length > 0 ? [] : this.#clients;
    await Promise.all(open.map((client) => client.request("nonce", { nonce: drawNonce() })));
    await this.#begun.promise;
  }

  get state(): SyncedFlowerWar {
    return this.#clients[0]?.state as SyncedFlowerWar;
  }

  get isOver(): boolean {
    return this.state.status === "over";
  }

  get first(): number {
    return this.#clients.reduce((sum, { first }) => sum + first, 0);
  }

  async play(): Promise<CommandTiming> {
    const command = this.#simpleCommand() ?? (await this.#pickLegalCommand());
    const timed = this.begin();
    this.#commands += 1;
    const answer = await this.#awaitedClient.request("command", { id: String(this.#commands), command });
    timed.markAcknowledged();
    const { n } = answer as CommandAnswer;
    for (const signer of this.#signers) void signer.signAfter(n);
    return timed.timing;
  }

  /** Starts to measure the next command, whether a client or a temple makes it. */
  begin(): TimedCommand {
    this.#command = new TimedCommand(this.#clients);
    return this.#command;
  }

  /** Makes all four seats local to the temple that shows this pairing code. */
  async pair(code: string): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.request("pair-temple", { code })));
  }

  /** Whether all seats are local to a temple that is online. */
  get isPaired(): boolean {
    return this.#seats.every((seat) => this.state.seats.get(seat)?.templeOnline === true);
  }

  /** Whether a bead would be accepted now. */
  get takesBeads(): boolean {
    const { awaiting, tribes } = this.state.table;
    const { skulls = 0 } = tribes.get(awaiting.seat) ?? {};
    return awaiting.decision === "sacrifice" && skulls > 0;
  }

  close(): void {
    for (const client of this.#clients) client.close();
  }

  /** Closes the connections of three clients: the match stays without players. */
  closeAllButOne(): void {
    for (const client of this.#clients.slice(1)) client.close();
  }

  get #awaitedClient(): RoomClient {
    const client = this.#clients[this.#seats.indexOf(this.state.table.awaiting.seat)];
    if (client === undefined) throw new Error("no seat is awaited");
    return client;
  }

  #simpleCommand(): object | undefined {
    const { awaiting, tribes } = this.state.table;
    const { decision, seat } = awaiting;
    return simpleCommand(decision, this.#commands, () => (tribes.get(seat)?.skulls ?? 0) > 0);
  }

  async #pickLegalCommand(): Promise<object> {
    const answer = (await this.#awaitedClient.request("legal", {})) as LegalAnswer;
    const commands = answer.commands.filter(({ type }) => type !== "concede");
    return commands[Math.floor(Math.random() * commands.length)] ?? { type: "concede" };
  }

  #noteFrame(kind: Frame["kind"]): void {
    if (kind === "message") this.#command.markShown();
    if (kind === "patch" && this.state.status === "playing") this.#begun.resolve();
  }
}

interface LegalAnswer {
  readonly commands: readonly { readonly type: string }[];
}
