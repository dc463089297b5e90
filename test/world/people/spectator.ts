import { FlowerWar, type Match, memoryPlayerStore, memoryStore, Refusal } from "@flower-war/client-sdk";
import { memoryWitnessStore } from "@flower-war/client-sdk/witness";
import { isTransient } from "../../support/faults/table.ts";
import type { House } from "../house/house.ts";
import { SimulatedProcess } from "../kernel/simulated-process.ts";
import { ENTRANCE, throughEntrance } from "./entrance.ts";

/** ms after which a spectator tries again what was refused for now. */
const PAUSE = 200;

/** What a spectator knows of the table. */
interface WatchedTable {
  readonly invitation: string | null;
}

/** Who watches a table to its end. */
export class Spectator {
  readonly name: string;
  /** What they see; `null`: nothing yet. */
  match: Match | null = null;
  readonly #house: House;
  readonly #table: WatchedTable;
  readonly #address: string;
  readonly #done = Promise.withResolvers<void>();
  #tab: SimulatedProcess | null = null;

  constructor(house: House, table: WatchedTable, name: string, address: string) {
    this.#house = house;
    this.#table = table;
    this.name = name;
    this.#address = address;
    house.addPerson(address);
  }

  /** Resolves when they have seen the end of the match. */
  get done(): Promise<void> {
    return this.#done.promise;
  }

  open(): void {
    const tab = new SimulatedProcess(this.name, this.#address, this.#house.simulation);
    this.#tab = tab;
    tab.run(() => {
      this.#watch(tab).then(this.#done.resolve, this.#done.reject);
    });
  }

  close(): void {
    this.#tab?.kill();
    this.#tab = null;
  }

  async #watch({ time, random }: SimulatedProcess): Promise<void> {
    const transport = throughEntrance(this.#house.servers.map(({ url }) => url));
    // Those that the SDK would make are of the whole process.
    const stores = {
      store: memoryStore(),
      witnessStore: memoryWitnessStore(),
      playerStore: memoryPlayerStore(),
    };
    const host = new FlowerWar(ENTRANCE, { name: this.name, time, random, ...stores, ...transport });
    const match = await this.#begin(host);
    this.match = match;
    if (match.status === "over") return;
    await new Promise<void>((resolve, reject) => {
      match.on("change", () => match.status === "over" && resolve());
      match.on(
        "dropped",
        ({ gone, code, refusal }) =>
          gone && reject(new Error(`${this.name} was sent away: ${refusal?.code ?? code}`)),
      );
    });
  }

  async #begin(host: FlowerWar): Promise<Match> {
    for (;;) {
      try {
        return (await host.spectate(this.#table.invitation ?? "")) as Match;
      } catch (error) {
        if (!(error instanceof Refusal) || !isTransient(error)) throw error;
        await new Promise((resolve) => void setTimeout(resolve, error.wait ?? PAUSE));
      }
    }
  }
}
