import { sumUp } from "@flower-war/protocol/log";
import { reconcile } from "@flower-war/protocol/temple";
import type { Logger } from "../log.ts";
import { isRetryable, type ServerPort } from "../server-port.ts";
import type { DisplayPublisher } from "./display-publisher.ts";
import type { Temple } from "./temple.ts";

/** Keeps the `fix` of temples that mirror in step with their matches' lakes (J-11). */
export class Mirror {
  readonly #server: ServerPort;
  readonly #displays: DisplayPublisher;
  readonly #log: Logger;
  /** Temples that have such a request in their queue. */
  readonly #waiting = new WeakSet<Temple>();

  constructor(server: ServerPort, displays: DisplayPublisher, log: Logger) {
    this.#server = server;
    this.#displays = displays;
    this.#log = log;
  }

  /** Makes `fix` follow the match's lake when the temple's messages before are done. */
  followLater(temple: Temple): void {
    if (this.#waiting.has(temple) || !isBehind(temple)) return;
    this.#waiting.add(temple);
    temple.enqueue(() => {
      this.#waiting.delete(temple);
      return this.follow(temple);
    });
  }

  /** Makes `fix` follow the match's lake, if it does not. A request that fails for now is repeated when the temple is announced again. */
  async follow(temple: Temple): Promise<void> {
    if (!isBehind(temple)) return;
    try {
      const { ledger } = await this.#server.request("mirror", {
        templeId: temple.id,
        on: temple.mirrors === true,
      });
      if (temple.ledger !== null) temple.ledger = reconcile(temple.ledger, ledger);
      this.#displays.refresh(temple);
    } catch (error) {
      temple.needsAnnouncement ||= isRetryable(error);
      this.#log.warn(sumUp({ temple: temple.id, err: error }, temple.id), "mirror request failed");
    }
  }
}

/** Whether `fix` does not follow the match's lake although it should, or does although it should not. */
function isBehind({ isKnown, servedElsewhere, ledger, mirrors, table }: Temple): boolean {
  if (!isKnown || servedElsewhere || ledger === null || mirrors === null) return false;
  const { lake: counted } = ledger;
  if (!mirrors) return counted !== undefined;
  const lake = table?.lake;
  return lake !== undefined && (counted?.h !== lake.h || counted.t !== lake.t);
}
