import {
  type Challenge,
  MAX_DELETED,
  type Passkey,
  type PlayerStore,
  type StoredPlayer,
} from "./player-store.ts";

/** Players in memory, who end with the process. */
export class MemoryPlayers implements PlayerStore {
  readonly #byId = new Map<string, StoredPlayer>();
  readonly #passkeys = new Map<string, Passkey>();
  /** The players of recovery codes, by hash. */
  readonly #codes = new Map<string, string>();
  readonly #challenges = new Map<string, Challenge>();

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

  async endGeneration(id: string, read: number): Promise<boolean> {
    return this.#byId.get(id)?.generation === read && this.#change(id, { generation: read + 1 });
  }

  async delete(id: string): Promise<boolean> {
    for (const { id: passkey } of this.#passkeysOf(id)) this.#passkeys.delete(passkey);
    await this.replaceCodes(id, []);
    for (const { challenge, player } of this.#challenges.values()) {
      if (player === id) this.#challenges.delete(challenge);
    }
    return this.#byId.delete(id);
  }

  async deleteUnseenGuests(before: number): Promise<boolean> {
    const unseen = [...this.#byId.values()]
      .filter(({ kind, seenAt }) => kind !== "account" && seenAt < before)
      .toSorted((a, b) => a.seenAt - b.seenAt)
      .slice(0, MAX_DELETED);
    for (const { id } of unseen) this.#byId.delete(id);
    return unseen.length > 0;
  }

  async addPasskey(passkey: Passkey, codes: readonly string[] | null): Promise<boolean> {
    const player = this.#byId.get(passkey.player);
    const kind = codes === null ? "account" : "guest";
    if (player?.kind !== kind || this.#passkeys.has(passkey.id)) return false;
    this.#passkeys.set(passkey.id, passkey);
    this.#change(player.id, { kind: "account" });
    if (codes) await this.replaceCodes(player.id, codes);
    return true;
  }

  async findPasskey(id: string): Promise<Passkey | null> {
    return this.#passkeys.get(id) ?? null;
  }

  async listPasskeys(player: string): Promise<readonly Passkey[]> {
    return this.#passkeysOf(player);
  }

  async usePasskey(read: Passkey, counter: number, at: number): Promise<boolean> {
    const stored = this.#passkeys.get(read.id);
    if (stored?.counter !== read.counter) return false;
    this.#passkeys.set(read.id, { ...stored, counter, usedAt: at });
    return true;
  }

  async deletePasskey(player: string, id: string): Promise<boolean> {
    const passkeys = this.#passkeysOf(player);
    if (passkeys.length < 2 || !passkeys.some((passkey) => passkey.id === id)) return false;
    return this.#passkeys.delete(id);
  }

  async replaceCodes(player: string, codes: readonly string[]): Promise<void> {
    for (const [code, owner] of this.#codes) if (owner === player) this.#codes.delete(code);
    for (const code of codes) this.#codes.set(code, player);
  }

  async countCodes(player: string): Promise<number> {
    return [...this.#codes.values()].filter((owner) => owner === player).length;
  }

  async takeCode(code: string): Promise<string | null> {
    const player = this.#codes.get(code) ?? null;
    this.#codes.delete(code);
    return player;
  }

  async addChallenge(challenge: Challenge): Promise<void> {
    this.#challenges.set(challenge.challenge, challenge);
  }

  async takeChallenge(challenge: string, player: string, now: number): Promise<boolean> {
    const stored = this.#challenges.get(challenge);
    if (stored?.player !== player) return false;
    this.#challenges.delete(challenge);
    return stored.expiresAt > now;
  }

  async deleteExpiredChallenges(now: number): Promise<boolean> {
    const expired = [...this.#challenges.values()].filter(({ expiresAt }) => expiresAt <= now);
    for (const { challenge } of expired) this.#challenges.delete(challenge);
    return expired.length > 0;
  }

  #passkeysOf(player: string): Passkey[] {
    return [...this.#passkeys.values()].filter((passkey) => passkey.player === player);
  }

  #change(id: string, change: Partial<StoredPlayer>): boolean {
    const player = this.#byId.get(id);
    if (player) this.#byId.set(id, { ...player, ...change });
    return player !== undefined;
  }
}
