import { FlowerWar, memoryPlayerStore, memoryStore } from "@flower-war/client-sdk";
import { serve } from "@flower-war/client-sdk/service";
import { memoryWitnessStore } from "@flower-war/client-sdk/witness";
import type { GameName } from "@flower-war/protocol";
import type { House } from "../house/house.ts";
import { SimulatedProcess } from "../kernel/simulated-process.ts";
import { ENTRANCE, throughEntrance } from "./entrance.ts";
import type { Person } from "./person.ts";

/** ms between two invitations, and before it is started again if it could not go online. */
const RETRY = 500;

/** A bot account: a program with the SDK's `serve`, which a player invites to the open seat. */
export class Program {
  readonly #house: House;
  readonly #name: string;
  readonly #game: GameName;
  readonly #process: SimulatedProcess;

  constructor(house: House, name: string, game: GameName, address: string) {
    this.#house = house;
    this.#name = name;
    this.#game = game;
    this.#process = new SimulatedProcess(name, address, house.simulation);
    house.addPerson(address);
  }

  /** Goes online, and lets the host invite it until their match begins. */
  play(host: Person): void {
    this.#process.run(() => void this.#serve());
    this.#invite(host);
  }

  close(): void {
    this.#process.kill();
  }

  async #serve(): Promise<void> {
    const { time, random } = this.#process;
    const program = new FlowerWar(ENTRANCE, {
      name: this.#name,
      time,
      random,
      store: memoryStore(),
      witnessStore: memoryWitnessStore(),
      playerStore: memoryPlayerStore(),
      ...throughEntrance(this.#house.servers.map(({ url }) => url)),
    });
    const draw = this.#house.simulation.chanceOf(`program ${this.#name}`);
    const choose = (_match: unknown, commands: readonly never[]) => commands[draw.below(commands.length)];
    for (;;) {
      const online = await serve(program, {
        games: { [this.#game]: choose },
        time,
        onError: () => undefined,
      }).catch(() => null);
      if (online !== null) return;
      await new Promise((resolve) => void setTimeout(resolve, RETRY));
    }
  }

  #invite(host: Person): void {
    const { match } = host;
    if (match !== null && match.status !== "gathering") return;
    const open = match?.seats.find(({ kind }) => kind === "open");
    if (match?.connection === "connected" && open !== undefined)
      void host.inPage(() => match.challenge(open.seat as never, this.#name).catch(() => undefined));
    this.#house.simulation.add(RETRY, this.#process, () => this.#invite(host));
  }
}
