import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { enrol } from "@flower-war/client-sdk/admin";
import type { SeatReservation } from "@flower-war/protocol";
import { MosquittoProcess } from "../support/mosquitto.ts";
import { NginxProcess } from "../support/nginx.ts";
import { isRunning } from "../support/process-tree.ts";
import { descendants } from "../support/programs.ts";
import { type ServerAndBridge, startServerAndBridge } from "../support/server-and-bridge.ts";
import type { Targets, Transport, Way } from "./attack.ts";
import type { TableFacts, Target } from "./processes/orders.ts";
import { waitedOf } from "./processes/waited.ts";

/** `bare`: as `npm start` runs it. `grown`: behind nginx and with Mosquitto. */
export type HostKind = "bare" | "grown";

/** The one address whose `X-Forwarded-For` is believed. Players and attackers come from others, or directly from this one. */
const PROXY = "127.0.0.1";
const ADMIN_PASSWORD = "an-operator-who-reads-books-73";
const TEMPLE = "templo-attacker";
/** Bytes of a page of memory. */
const PAGE = 4096;
/** ms between two looks at the processes' memory. */
const LOOK = 100;

/** Which host an attack needs. */
export function hostKindOf(way: Way): HostKind {
  return way === "entrance" || way === "Mosquitto" ? "grown" : "bare";
}

/** What a host is made of. */
interface Parts {
  readonly kind: HostKind;
  readonly processes: ServerAndBridge;
  readonly nginx: NginxProcess | null;
  readonly mosquitto: MosquittoProcess | null;
  readonly temple: Targets["temple"];
  readonly output: { text: string };
}

/** A host with the settings that hosts have, and what may be attacked there. */
export class AttackedHost {
  readonly kind: HostKind;
  readonly #processes: ServerAndBridge;
  readonly #nginx: NginxProcess | null;
  readonly #mosquitto: MosquittoProcess | null;
  readonly #temple: Targets["temple"];
  readonly #output: { text: string };
  /** start.mjs, server and bridge. */
  readonly #pids: readonly number[];
  #openMatch = "";

  static async start(kind: HostKind): Promise<AttackedHost> {
    const output = { text: "" };
    const ports = kind === "grown" ? await NginxProcess.choosePorts() : null;
    const mosquitto = kind === "grown" ? await MosquittoProcess.start() : null;
    const environment = {
      HOST: "::",
      MQTT_HOST: "::",
      TRUST_PROXY: PROXY,
      ADMIN_PASSWORD,
      LOG_LEVEL: "info",
      // Some seconds after the start its memory would count as what attackers cost.
      STANDBY: "off",
      ...(mosquitto && { MQTT_URL: mosquitto.url }),
      ...(ports && { PUBLIC_URL: `http://127.0.0.1:${ports.HTTP_PORT}/n1` }),
    };
    const processes = await startServerAndBridge(environment, (text) => {
      output.text += text;
    });
    const server = new URL(processes.url).host;
    const nginx = ports && (await NginxProcess.start({ ...ports, N1: server, N2: server }));
    const { secret } = await enrol(processes.operatorUrl, ADMIN_PASSWORD, TEMPLE);
    await mosquitto?.admit(TEMPLE, secret);
    return new AttackedHost({ kind, processes, nginx, mosquitto, temple: { id: TEMPLE, secret }, output });
  }

  private constructor(parts: Parts) {
    this.kind = parts.kind;
    this.#processes = parts.processes;
    this.#nginx = parts.nginx;
    this.#mosquitto = parts.mosquitto;
    this.#temple = parts.temple;
    this.#output = parts.output;
    this.#pids = descendants(parts.processes.pid).slice(0, 3);
  }

  /** Where players reach it. */
  get url(): string {
    return this.#nginx?.url ?? this.#processes.url;
  }

  /** Creates what attackers find besides the seated table. */
  async prepare(): Promise<void> {
    const body = { game: "flower-war", name: "Xoco", seats: 6, private: true };
    const created = await this.#post("/api/matches", body, "198.51.100.1");
    this.#openMatch = created.invitation ?? created.match;
  }

  /** Enrols so many temples, of ids that have the same length. */
  async enrolTemples(count: number): Promise<Targets["temple"][]> {
    const temples: Targets["temple"][] = [];
    for (let i = 1; i <= count; i++) {
      const id = `templo-fuzz-${String(i).padStart(2, "0")}`;
      const { secret } = await enrol(this.#processes.operatorUrl, ADMIN_PASSWORD, id);
      await this.#mosquitto?.admit(id, secret);
      temples.push({ id, secret });
    }
    return temples;
  }

  /** Returns what an attack may name. @param table the match of the seated table */
  async targets(table: TableFacts): Promise<Targets> {
    const watching = await this.#post(
      `/api/matches/${table.match}/seats`,
      { spectate: true },
      "198.51.100.2",
    );
    const { processId, roomId } = watching.reservation;
    return {
      ...table,
      openMatch: this.#openMatch,
      room: `/${processId}/${roomId}`,
      temple: this.#temple,
    };
  }

  /** Returns where an attack goes. @param from the address that attacks, of those that IPv4 has on this machine */
  target(over: Transport, way: Way, from: string | null): Target {
    const host = way === "IPv6" ? "::1" : "127.0.0.1";
    return { host, port: this.#portOf(over, way), from: way === "IPv6" ? null : (from ?? PROXY) };
  }

  /** Whether server and bridge are the processes that were started. */
  get isWhole(): boolean {
    return this.#pids.every(isRunning);
  }

  /** What its processes have written since the last call. */
  takeOutput(): string {
    const { text } = this.#output;
    this.#output.text = "";
    return text;
  }

  /** Bytes of memory that its processes have, by process. */
  memory(): number {
    return descendants(this.#processes.pid)
      .slice(1)
      .reduce((sum, pid) => sum + residentBytes(pid), 0);
  }

  /** The ms that the server has waited for a processor. */
  waited(): number {
    return waitedOf(this.#pids[1] ?? 0);
  }

  /** Watches the memory. Returns the function that ends it and returns the most bytes that were seen. */
  watchMemory(): () => number {
    let most = this.memory();
    const timer = setInterval(() => {
      most = Math.max(most, this.memory());
    }, LOOK);
    return () => {
      clearInterval(timer);
      return Math.max(most, this.memory());
    };
  }

  /** Returns the ms in which it answers a request; `null`: not within the deadline, or with an error. @param deadline in ms */
  async answersAfter(deadline: number): Promise<number | null> {
    const asked = performance.now();
    const hasAnswered = await fetch(`${this.#processes.url}/healthz`, {
      signal: AbortSignal.timeout(deadline),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
    return hasAnswered ? performance.now() - asked : null;
  }

  /** Stops everything. Resolves with the exit code of `npm start`. */
  async stop(): Promise<number | null> {
    await this.#nginx?.stop();
    const code = await this.#processes.stop();
    await this.#mosquitto?.stop();
    return code;
  }

  #portOf(over: Transport, way: Way): number {
    if (way === "operator") return Number(new URL(this.#processes.operatorUrl).port);
    if (over !== "MQTT") return Number(new URL(way === "entrance" ? this.url : this.#processes.url).port);
    return this.#mosquitto?.port ?? Number(new URL(this.#processes.mqttUrl).port);
  }

  /** Waits as long as it is told, if the attack before this one has left no room. */
  async #post(path: string, body: object, address: string): Promise<SeatReservation> {
    const headers = { "content-type": "application/json", "x-forwarded-for": address };
    const answer = await fetch(this.#processes.url + path, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    if (answer.status === 429) {
      const { wait } = (await answer.json()) as { wait: number };
      await sleep(wait);
      return this.#post(path, body, address);
    }
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as SeatReservation;
  }
}

function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE;
  } catch {
    return 0;
  }
}
