import { LIMITS } from "@flower-war/protocol";
import type { Redis } from "ioredis";
import { orUnavailable } from "../cluster/unavailable.ts";
import type { OpenTable, QuickPlayFilter, Seeker, TableIndex } from "./table-index.ts";

const MOST_LISTED = 50;

/**
 * The tables at which quick plays find a seat. Each process knows those of all processes by news, so no request reads them all; what
 * another process has created may be missing for as long as a message takes.
 */
export class OpenTables {
  readonly #tables: Pick<TableIndex, "openTables">;
  readonly #redis: Redis | null;

  /** @param redis `null`: this process is alone, and hears its own news at once */
  constructor(tables: Pick<TableIndex, "openTables">, redis: Redis | null) {
    this.#tables = tables;
    this.#redis = redis;
  }

  /** Finds the id of the open match that lets a player in and where most people wait, other than these; `null`: none is known here. */
  find(filter: QuickPlayFilter, except: ReadonlySet<string>, seeker: Seeker): string | null {
    const [first] = this.#tables.openTables(filter, except, seeker);
    return first?.id ?? null;
  }

  /** Lists the open matches that let a player in, other than these, those where most people wait first: `MOST_LISTED` at most. */
  list(filter: QuickPlayFilter, except: ReadonlySet<string>, seeker: Seeker): readonly OpenTable[] {
    const listed: OpenTable[] = [];
    for (const table of this.#tables.openTables(filter, except, seeker))
      if (listed.push(table) === MOST_LISTED) break;
    return listed;
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
