import { type IRoomCache, LocalDriver, type SortOptions } from "@colyseus/core";

/** Colyseus' listing of rooms for a single process, with an index by room id. */
export class IndexedDriver extends LocalDriver {
  readonly #byId = new Map<string, IRoomCache>();

  override async findOne(conditions: Partial<IRoomCache>, sortOptions?: SortOptions): Promise<IRoomCache> {
    const { roomId, ...others } = conditions;
    if (roomId === undefined || Object.keys(others).length > 0) return super.findOne(conditions, sortOptions);
    // Colyseus' own answer to an unknown id is `undefined` too, whatever its type says.
    return this.#byId.get(roomId) as IRoomCache;
  }

  override async insert(room: IRoomCache): Promise<boolean> {
    const inserted = await super.insert(room);
    if (inserted) this.#byId.set(room.roomId, room);
    return inserted;
  }

  override persist(room: IRoomCache, create?: boolean): boolean {
    const persisted = super.persist(room, create);
    if (persisted) this.#byId.set(room.roomId, room);
    return persisted;
  }

  override remove(roomId: string): boolean {
    this.#byId.delete(roomId);
    return super.remove(roomId);
  }

  override clear(): void {
    this.#byId.clear();
    super.clear();
  }
}
