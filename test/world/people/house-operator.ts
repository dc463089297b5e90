import { OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { Operator } from "../../../server/test/support/operator.ts";
import { SimulatedProcess } from "../kernel/simulated-process.ts";
import type { Simulation } from "../kernel/simulation.ts";

/** ms after which an act is tried again, at another server. */
const RETRY = 300;
const DAY = 24 * 3_600_000;

/** What an operator needs of the house. */
interface OperatedHouse {
  readonly simulation: Simulation;
  readonly settings: { readonly adminPassword: string };
  readonly servers: readonly { readonly operatorUrl: string }[];
  note(text: string): void;
}

/** An operator, who acts at any server that answers. */
export class HouseOperator {
  readonly #house: OperatedHouse;
  readonly #desk: SimulatedProcess;

  constructor(house: OperatedHouse) {
    this.#house = house;
    this.#desk = new SimulatedProcess("operator", "10.4.0.1", house.simulation);
  }

  /** Bans a player for some days. Resolves when a server has answered that it did. */
  async ban(player: string, name: string): Promise<void> {
    const { servers, settings, simulation } = this.#house;
    for (let attempt = 0; ; attempt += 1) {
      const { operatorUrl } = servers[attempt % servers.length] ?? { operatorUrl: "" };
      // Servers compare it with their own clocks, which a fault may have set.
      const until = Date.now() + 30 * DAY;
      const status = await this.#desk
        .run(async () => {
          const operator = await Operator.signedIn(operatorUrl, settings.adminPassword);
          const body = { kind: "ban", player, until, reason: "as the plan of this run says" };
          return (await operator.post(OPERATOR_PATHS.sanctions, body)).status;
        })
        .catch(() => 0);
      if (status === 201) return this.#house.note(`the operator has banned ${name}`);
      await new Promise<void>((resolve) => void simulation.add(RETRY, null, resolve));
    }
  }
}
