import type { Ports } from "../ports.ts";
import type { SqlDatabase } from "../storage/sql-database.ts";
import { Accounts } from "./accounts.ts";
import { PlayerProofs, PlayerTokens } from "./player-tokens.ts";
import { Players } from "./players.ts";
import { PlayerStore } from "./store/player-store.ts";

export interface PlayersOptions extends Ports {
  readonly database: SqlDatabase;
  readonly authSecret: string;
  /** ms after which guests and bot accounts that were not seen are deleted. */
  readonly guestRetention: number;
}

/** Opens the server's players. Closing them closes no database. */
export function openPlayers({ database, authSecret, ...options }: PlayersOptions): {
  readonly store: PlayerStore;
  readonly players: Players;
  readonly accounts: Accounts;
} {
  const store = new PlayerStore(database);
  const { time } = options;
  // A guest who is not deleted has a valid token.
  const tokens = new PlayerTokens(time, authSecret, options.guestRetention);
  const players = new Players({ ...options, store, tokens });
  const proofs = new PlayerProofs(time, authSecret);
  return { store, players, accounts: new Accounts({ ...options, store, players, proofs }) };
}
