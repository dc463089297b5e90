import type { Presence } from "@colyseus/core";
import type { MutedPlayers, MuteRequest } from "@flower-war/protocol/players";
import type { Time } from "../time.ts";
import { refuse } from "../refusal.ts";
import type { Players } from "./players.ts";
import type { MuteStore } from "./store/mute-store.ts";

/** The presence topic on which servers tell each other whose list has changed: the id of its player. */
const TOPIC = "mutes";

export interface MutesPorts {
  readonly players: Pick<Players, "require">;
  readonly store: MuteStore;
  readonly presence: Presence;
  readonly time: Pick<Time, "now">;
}

/**
 * Whom accounts mute and block. Those with a token throw as `Players.find`, `no-account` for who has none, and `missing-scope` for a
 * personal token.
 */
export class Mutes {
  readonly #ports: MutesPorts;

  constructor(ports: MutesPorts) {
    this.#ports = ports;
  }

  /** Calls with the id of a player whose list was changed, at whichever server. */
  async follow(changed: (player: string) => void): Promise<void> {
    await this.#ports.presence.subscribe(TOPIC, (player: unknown) => {
      if (typeof player === "string") changed(player);
    });
  }

  async list(token: string): Promise<MutedPlayers> {
    return this.#listOf(await this.#requireAccount(token));
  }

  /** Mutes or blocks players. @throws `RefusalError` with `too-many-mutes` */
  async put(
    token: string,
    muted: readonly Required<MuteRequest["players"][number]>[],
  ): Promise<MutedPlayers> {
    const { store, time } = this.#ports;
    const player = await this.#requireAccount(token);
    if (!(await store.put(player, muted, time.now()))) throw refuse("too-many-mutes");
    return this.#tell(player);
  }

  /** Neither mutes nor blocks a player any more. @throws `RefusalError` with `unknown-player` if no player can have the id */
  async delete(token: string, id: string): Promise<MutedPlayers> {
    const player = await this.#requireAccount(token);
    if (!/^[A-Za-z0-9]{12}$/.test(id)) throw refuse("unknown-player");
    const isChanged = await this.#ports.store.delete(player, id);
    return isChanged ? this.#tell(player) : this.#listOf(player);
  }

  /** Returns the ids of the players whom Play now keeps from a player: those whom they block, and those who block them. */
  listApart(player: string): Promise<ReadonlySet<string>> {
    return this.#ports.store.listApart(player);
  }

  async #requireAccount(token: string): Promise<string> {
    const { id, kind } = await this.#ports.players.require(token);
    if (kind !== "account") throw refuse("no-account");
    return id;
  }

  #tell(player: string): Promise<MutedPlayers> {
    this.#ports.presence.publish(TOPIC, player);
    return this.#listOf(player);
  }

  async #listOf(player: string): Promise<MutedPlayers> {
    return { players: await this.#ports.store.list(player) };
  }
}
