import type { ReportedHealth } from "@flower-war/protocol/operator";
import type { TempleHealth } from "@flower-war/protocol/temple";
import type { TemplePorts } from "./ports.ts";

/** The presence's hash of `ReportedHealth`, by temple. */
const KEY = "temple-health";

/** The last health report of each temple, in all processes. It is for operators only, and need not outlive a restart. */
export class HealthReports {
  readonly #ports: Pick<TemplePorts, "presence" | "time">;

  constructor(ports: Pick<TemplePorts, "presence" | "time">) {
    this.#ports = ports;
  }

  async save(templeId: string, health: TempleHealth): Promise<void> {
    const reported: ReportedHealth = { ...health, at: this.#ports.time.now() };
    await this.#ports.presence.hset(KEY, templeId, JSON.stringify(reported));
  }

  async remove(templeId: string): Promise<void> {
    await this.#ports.presence.hdel(KEY, templeId);
  }

  /** Returns what a temple reported last; `null`: nothing. */
  async find(templeId: string): Promise<ReportedHealth | null> {
    const json = await this.#ports.presence.hget(KEY, templeId);
    return json === null || json === undefined ? null : (JSON.parse(json) as ReportedHealth);
  }

  /** Returns the reports by temple. */
  async list(): Promise<ReadonlyMap<string, ReportedHealth>> {
    const stored = Object.entries(await this.#ports.presence.hgetall(KEY));
    return new Map(stored.map(([templeId, json]) => [templeId, JSON.parse(json) as ReportedHealth]));
  }
}
