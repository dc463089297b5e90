import type { Agent } from "node:https";
import type { OutputOwner } from "@flower-war/protocol/log";
import type { Thinker } from "./bots/bot-pool.ts";
import type { Config } from "./config.ts";
import type { HostedGame } from "./games/hosted-game.ts";
import type { OwnPage } from "./games/own-pages.ts";
import type { OpenStores } from "./open-stores.ts";
import type { Random } from "./random.ts";
import type { HeartbeatStore } from "./storage/heartbeats/heartbeat-store.ts";
import type { Journal } from "./storage/journal/journal.ts";
import type { DatabaseThread } from "./storage/open.ts";
import type { ServerTime } from "./time.ts";

/** The parts of a server. Missing parts are as in `testConfig`, with every game. */
export interface ServerOptions extends Partial<Config> {
  readonly games?: ReadonlyMap<string, HostedGame>;
  /** The paths from which those of a host's own were loaded, for the thread that verifies backups. Default: none. */
  readonly gamePaths?: readonly string[];
  /** Pages of games that the page does not know, by their names. Default: none. */
  readonly pages?: ReadonlyMap<string, OwnPage>;
  /** Whether its games are being developed: they have a debug page. Default: no. */
  readonly debug?: boolean;
  /** Default: what the configuration names. The server closes them. */
  readonly stores?: OpenStores;
  readonly journal?: Journal;
  /** Default: in the server's database, if it has one. */
  readonly heartbeats?: HeartbeatStore;
  readonly time?: ServerTime;
  readonly random?: Random;
  /** Thinks for the bots. Default: child processes. */
  readonly bots?: Thinker;
  /** As in `PushSenderOptions`. */
  readonly pushAgent?: Agent;
  /** The process whose output becomes lines of the log. Default: none. */
  readonly output?: OutputOwner;
  /** The database's thread, if it has been started before. */
  readonly databaseThread?: DatabaseThread;
}
