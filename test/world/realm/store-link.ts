import type { OpenStores } from "../../../server/src/open-stores.ts";
import { DatabaseRequestError } from "../../../server/src/storage/database/database.ts";
import type { Row, Statement, Value } from "../../../server/src/storage/database/requests.ts";
import type { JournalMethods } from "../../../server/src/storage/journal/sqlite-log.ts";
import type { StoreModel, StoreRequest } from "../models/store-model.ts";
import type { SimulatedProcess } from "../kernel/simulated-process.ts";

/** A server's way to its store: requests and answers travel, and can be lost. */
export class StoreLink {
  readonly #store: StoreModel;
  readonly #process: SimulatedProcess;

  constructor(store: StoreModel, process: SimulatedProcess) {
    this.#store = store;
    this.#process = process;
  }

  /** The stores of a server that stores all in this one. */
  get stores(): OpenStores {
    return { postgres: null, database: null, durable: this, used: this, lock: null, close: async () => {} };
  }

  change(...statements: Statement[]): Promise<boolean> {
    return this.#ask({ kind: "change", statements }) as Promise<boolean>;
  }

  query<R extends object = Row>(sql: string, ...values: Value[]): Promise<R[]> {
    return this.#ask({ kind: "query", sql, values }) as Promise<R[]>;
  }

  request(method: keyof JournalMethods, args: readonly unknown[]): Promise<unknown> {
    return this.#ask({ kind: "journal", method, args });
  }

  async isAvailable(): Promise<boolean> {
    return this.#ask({ kind: "check" }).then(
      () => true,
      () => false,
    );
  }

  #ask(request: StoreRequest): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#store.ask(this.#process, request, (outcome, value) => {
        if (outcome === "done") resolve(value);
        else reject(new DatabaseRequestError(outcome, String(value)));
      });
    });
  }
}
