import { CHAT_TABLE } from "./chat/schema.ts";
import {
  HISTORY_TABLES,
  MATCHES_AMONG_PEOPLE,
  RATING_REVIEWS,
  SAME_NETWORKS,
  UNRATED_REASONS,
} from "./history/store/schema.ts";
import { AUDIT_ACCOUNTS, AUDIT_CHAIN, MODERATION_TABLES, REPORT_TARGETS } from "./moderation/store/schema.ts";
import { NOTICE_TABLES } from "./notices/store/schema.ts";
import { OPERATOR_INVITERS, OPERATOR_TABLES } from "./operator/store/schema.ts";
import {
  ACCOUNT_EVENTS,
  ACCOUNT_TABLES,
  PERSONAL_TOKENS,
  PLAYER_MUTES,
  PLAYER_TABLES,
  SESSION_TABLES,
  TOKEN_GENERATIONS,
} from "./players/store/schema.ts";
import { RUNNING_TABLE } from "./storage/database/running.ts";
import type { Dialects } from "./storage/dialects.ts";
import { HEARTBEAT_TABLE } from "./storage/heartbeats/schema.ts";
import { POSTGRES_JOURNAL_TABLES } from "./storage/journal/postgres-schema.ts";
import { FACT_TABLES, JOURNAL_TABLES, RESULT_TABLE } from "./storage/journal/sqlite-schema.ts";
import { SLEEP_TABLES } from "./storage/sleep/schema.ts";
import { FORMER_MATCHES, LEDGER_VERSIONS, TEMPLE_TABLES, TOLD_VERDICTS } from "./temples/store/schema.ts";
import { STUDY_TABLES } from "./studies/store/schema.ts";
import { TOURNAMENT_TABLES } from "./tournaments/store/schema.ts";

/** A version with the same tables, whose newer contents older servers cannot read. */
const NEW_FACTS: Dialects = { sqlite: "", postgres: "" };

/**
 * The versions of both databases, in the order of release, since there is PostgreSQL: each is made from the one before. A released one is
 * never changed: a new version is a new entry. Add one, if need be `NEW_FACTS`, also when facts are written that older servers cannot read
 * (storage/journal/facts.ts). Every table in SQLite needs integer rowids: damaged files are recovered row by row
 * (storage/database/recovery.ts).
 */
const VERSIONS: readonly Dialects[] = [
  // Since this version facts say which player took a seat: an older server would drop that when a token is renewed.
  PLAYER_TABLES,
  ACCOUNT_TABLES,
  // Facts `code-shown`.
  NEW_FACTS,
  CHAT_TABLE,
  // Since this version a bot may take a person's seat in a match that has begun.
  MODERATION_TABLES,
  TOKEN_GENERATIONS,
  HISTORY_TABLES,
  NOTICE_TABLES,
  // Since this version facts say that a player is a bot account.
  NEW_FACTS,
  // Since this version facts say whose clocks stand still, and until when.
  HEARTBEAT_TABLE,
  FORMER_MATCHES,
  // Facts `seal`, `seals-fixed` and `witnessed`; `begun` says the record's format.
  NEW_FACTS,
  AUDIT_CHAIN,
  UNRATED_REASONS,
  AUDIT_ACCOUNTS,
  OPERATOR_TABLES,
  // Facts `policy-changed`, `barred` and `bar-lifted`; `host-changed` also in a match that has begun.
  NEW_FACTS,
  RATING_REVIEWS,
  REPORT_TARGETS,
  OPERATOR_INVITERS,
  ACCOUNT_EVENTS,
  SAME_NETWORKS,
  SESSION_TABLES,
  TOLD_VERDICTS,
  // Facts `slept`.
  SLEEP_TABLES,
  PERSONAL_TOKENS,
  PLAYER_MUTES,
  // Facts `policy-changed` with `finishers`.
  MATCHES_AMONG_PEOPLE,
  // Since this version facts say of which tournament a match is.
  TOURNAMENT_TABLES,
  STUDY_TABLES,
];

/** The versions of a SQLite file, whose `user_version` counts them. */
export const MIGRATIONS: readonly string[] = [
  JOURNAL_TABLES,
  TEMPLE_TABLES.sqlite,
  RESULT_TABLE,
  FACT_TABLES,
  LEDGER_VERSIONS,
  RUNNING_TABLE,
  ...VERSIONS.map(({ sqlite }) => sqlite),
];

/** Those of a PostgreSQL database, whose table `flower_war` counts them. */
export const POSTGRES_MIGRATIONS: readonly string[] = [
  POSTGRES_JOURNAL_TABLES + TEMPLE_TABLES.postgres,
  ...VERSIONS.map(({ postgres }) => postgres),
];
