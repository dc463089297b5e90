import type { Logger } from "pino";
import type { Random } from "../random.ts";
import type { SqlDatabase } from "../storage/sql-database.ts";
import type { Time } from "../time.ts";
import { Accounts } from "./accounts.ts";
import { PlayerTokens } from "./player-tokens.ts";
import { Passkeys } from "./passkeys.ts";
import { Players } from "./players.ts";
import { PlayerStore } from "./store/player-store.ts";

export interface PlayersOptions {
  readonly database: SqlDatabase;
  readonly authSecret: string;
  /** ms after which guests and bot accounts that were not seen are deleted. */
  readonly guestRetention: number;
  readonly time: Time;
  readonly random: Random;
  readonly log: Logger;
}

/** Opens the server's players. Closing them closes no database. */
export function openPlayers({ database, authSecret, ...options }: PlayersOptions): {
  readonly store: PlayerStore;
  readonly players: Players;
  readonly passkeys: Passkeys;
  readonly accounts: Accounts;
} {
  const store = new PlayerStore(database);
  const { time, random, log } = options;
  // A guest who is not deleted has a valid token.
  const tokens = new PlayerTokens(time, authSecret, options.guestRetention);
  const players = new Players({ ...options, store, tokens });
  const passkeys = new Passkeys(time, log);
  return { store, players, passkeys, accounts: new Accounts({ store, players, passkeys, time, random }) };
}
