import type { OnlineState, TempleHealth } from "@flower-war/protocol/temple";
import { templeResets } from "../metrics.ts";
import type { ServerPort } from "../server-port.ts";
import type { Temple } from "./temple.ts";

/** Causes of a reset that are counted by name; a label needs few values. */
const CAUSES: readonly string[] = ["power-on", "restart", "crash", "watchdog", "brownout", "sleep"];

/** Notes what temples say of their own health, and tells the server, for operators. */
export class Health {
  readonly #server: ServerPort;

  constructor(server: ServerPort) {
    this.#server = server;
  }

  /** Notes what a state says. A new boot of a temple that was known is a reset. */
  note(temple: Temple, state: OnlineState): void {
    if (temple.ledger?.retiredBoots.includes(state.boot)) return;
    const { boot, fw, hw, rssi, up, reset, count, faults } = state;
    if (temple.health !== null && temple.health.boot !== boot) {
      templeResets.inc({ cause: CAUSES.find((known) => known === reset) ?? "other" });
    }
    const said: TempleHealth = {
      fw,
      ...(hw !== undefined && { hw }),
      ...(rssi !== undefined && { rssi }),
      up,
      ...(reset !== undefined && { reset }),
      count,
      ...(faults !== undefined && { faults }),
    };
    temple.health = { boot, said };
  }

  /** Tells the server what was noted. A failure does not matter: the temple says it again within a minute (N-3). */
  async tell({ id, health, isKnown, servedElsewhere }: Temple): Promise<void> {
    if (health === null || !isKnown || servedElsewhere || !this.#server.isUp) return;
    await this.#server.request("health", { templeId: id, health: health.said }).catch(() => {});
  }
}
