import { LIMITS } from "@flower-war/protocol";
import type { Redis } from "ioredis";
import { orUnavailable } from "../cluster/unavailable.ts";
import type { QuickPlayFilter, TableIndex } from "./table-index.ts";

/**
 * The tables at which quick plays find a seat. Each process knows those of all processes by news, so no request reads them all; what
 * another process has created may be missing for as long as a message takes.
 */
export class OpenTables {
  readonly #tables: Pick<TableIndex, "findOpen">;
  readonly #redis: Redis | null;

  /** @param redis `null`: this process is alone, and hears its own news at once */
  constructor(tables: Pick<TableIndex, "findOpen">, redis: Redis | null) {
    this.#tables = tables;
    this.#redis = redis;
  }

  /** Finds the id of the open match that lets a player in and where most people wait, other than these; `null`: none is known here. */
  find(filter: QuickPlayFilter, except: ReadonlySet<string>, isAccount: boolean): string | null {
    return this.#tables.findOpen(filter, except, isAccount);
  }

  /**
   * Finds the id of the last match that a quick play has created, in whichever process; `null`: none did lately. An earlier one
   * has no seat, or whoever created this one would have taken it.
   * @throws `RefusalError` with `unavailable`
   */
  async findLatest(filter: QuickPlayFilter): Promise<string | null> {
    return this.#redis && orUnavailable(this.#redis.get(keyOf(filter)));
  }

  /** Notes that a quick play has created a match, until bots take its seats. If Redis cannot be used now, others may miss it. */
  async noteLatest(filter: QuickPlayFilter, match: string): Promise<void> {
    await this.#redis?.set(keyOf(filter), match, "PX", LIMITS.countdown).catch(() => null);
  }
}

function keyOf({ game, preset }: QuickPlayFilter): string {
  return `quick-play:${game}:${preset ?? ""}`;
}
