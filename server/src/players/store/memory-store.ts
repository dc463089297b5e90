import { MAX_DELETED, type PlayerStore, type StoredPlayer } from "./player-store.ts";

/** Players in memory, who end with the process. */
export class MemoryPlayers implements PlayerStore {
  readonly #byId = new Map<string, StoredPlayer>();

  async add(player: StoredPlayer): Promise<boolean> {
    if (this.#byId.has(player.id)) return false;
    this.#byId.set(player.id, player);
    return true;
  }

  async find(id: string): Promise<StoredPlayer | null> {
    return this.#byId.get(id) ?? null;
  }

  async rename(id: string, name: string): Promise<boolean> {
    return this.#change(id, { name });
  }

  async markSeen(id: string, at: number): Promise<void> {
    this.#change(id, { seenAt: at });
  }

  async delete(id: string): Promise<boolean> {
    return this.#byId.delete(id);
  }

  async deleteUnseenGuests(before: number): Promise<boolean> {
    const unseen = [...this.#byId.values()]
      .filter(({ kind, seenAt }) => kind === "guest" && seenAt < before)
      .toSorted((a, b) => a.seenAt - b.seenAt)
      .slice(0, MAX_DELETED);
    for (const { id } of unseen) this.#byId.delete(id);
    return unseen.length > 0;
  }

  #change(id: string, change: Partial<StoredPlayer>): boolean {
    const player = this.#byId.get(id);
    if (player) this.#byId.set(id, { ...player, ...change });
    return player !== undefined;
  }
}
