import { POSTGRES_HISTORY_TABLES } from "./history/store/postgres-schema.ts";
import { HISTORY_TABLES } from "./history/store/sqlite-schema.ts";
import { POSTGRES_MODERATION_TABLES } from "./moderation/store/postgres-schema.ts";
import { MODERATION_TABLES } from "./moderation/store/sqlite-schema.ts";
import { POSTGRES_NOTICE_TABLES } from "./notices/store/postgres-schema.ts";
import { NOTICE_TABLES } from "./notices/store/sqlite-schema.ts";
import {
  POSTGRES_ACCOUNT_TABLES,
  POSTGRES_PLAYER_TABLES,
  POSTGRES_TOKEN_GENERATIONS,
} from "./players/store/postgres-schema.ts";
import { ACCOUNT_TABLES, PLAYER_TABLES, TOKEN_GENERATIONS } from "./players/store/sqlite-schema.ts";
import { CHAT_TABLE, POSTGRES_CHAT_TABLE } from "./chat/schema.ts";
import { RUNNING_TABLE } from "./storage/database/running.ts";
import { HEARTBEAT_TABLE, POSTGRES_HEARTBEAT_TABLE } from "./storage/heartbeats/schema.ts";
import { POSTGRES_JOURNAL_TABLES } from "./storage/journal/postgres-schema.ts";
import { FACT_TABLES, JOURNAL_TABLES, RESULT_TABLE } from "./storage/journal/sqlite-schema.ts";
import { POSTGRES_FORMER_MATCHES, POSTGRES_TEMPLE_TABLES } from "./temples/store/postgres-schema.ts";
import { FORMER_MATCHES, LEDGER_VERSIONS, TEMPLE_TABLES } from "./temples/store/sqlite-schema.ts";

/**
 * What makes each version of the database from the one before, in the order of release; a file's `user_version` counts
 * those applied. What was released is never changed: a new version is a new entry. Add one, if need be
 * an empty one, also when facts are written that older servers cannot read (storage/journal/facts.ts). Every table needs
 * integer rowids: damaged files are recovered row by row (storage/database/recovery.ts).
 */
export const MIGRATIONS: readonly string[] = [
  JOURNAL_TABLES,
  TEMPLE_TABLES,
  RESULT_TABLE,
  FACT_TABLES,
  LEDGER_VERSIONS,
  RUNNING_TABLE,
  // Since this version facts say which player took a seat: an older server would drop that when a token is renewed.
  PLAYER_TABLES,
  ACCOUNT_TABLES,
  // Facts `code-shown`.
  "",
  CHAT_TABLE,
  // Since this version a bot may take a person's seat in a match that has begun.
  MODERATION_TABLES,
  TOKEN_GENERATIONS,
  HISTORY_TABLES,
  NOTICE_TABLES,
  // Since this version facts say that a player is a bot account.
  "",
  // Since this version facts say whose clocks stand still, and until when.
  HEARTBEAT_TABLE,
  FORMER_MATCHES,
  // Facts `seal`, `seals-fixed` and `witnessed`; `begun` says the record's format.
  "",
];

/**
 * The same for PostgreSQL, whose table `flower_war` counts them. It has a list of its own: it began later, and what its tables need
 * differs (types, keys, indexes). A fact that older servers cannot read is a new entry in both.
 */
export const POSTGRES_MIGRATIONS: readonly string[] = [
  POSTGRES_JOURNAL_TABLES + POSTGRES_TEMPLE_TABLES,
  POSTGRES_PLAYER_TABLES,
  POSTGRES_ACCOUNT_TABLES,
  // Facts `code-shown`.
  "",
  POSTGRES_CHAT_TABLE,
  POSTGRES_MODERATION_TABLES,
  POSTGRES_TOKEN_GENERATIONS,
  POSTGRES_HISTORY_TABLES,
  POSTGRES_NOTICE_TABLES,
  // Since this version facts say that a player is a bot account.
  "",
  // Since this version facts say whose clocks stand still, and until when.
  POSTGRES_HEARTBEAT_TABLE,
  POSTGRES_FORMER_MATCHES,
  // Facts `seal`, `seals-fixed` and `witnessed`; `begun` says the record's format.
  "",
];
