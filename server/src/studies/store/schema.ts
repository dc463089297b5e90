import { inBothDialects } from "../../storage/dialects.ts";

/**
 * The tables of studies. Once released they are never changed: a later change is another migration (../../migrations.ts). `player`: whose it
 * is; `entries`: of its match; `line` and `n`: where all are who follow; `branches`: how many were ever begun; `changes`: how often it changed.
 * An item is a branch, a comment or a mark: `since` orders them, `content` is JSON. The record is a copy: the match's log is deleted sooner.
 */
export const STUDY_TABLES = inBothDialects(`
  CREATE TABLE studies (
    study KEY,
    player TEXT NOT NULL,
    name TEXT NOT NULL,
    match TEXT NOT NULL,
    game TEXT NOT NULL,
    entries INTEGER NOT NULL,
    open TEXT NOT NULL,
    line TEXT NOT NULL,
    n INTEGER NOT NULL,
    branches INTEGER NOT NULL,
    changes INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
  );
  CREATE INDEX studies_by_player ON studies (player, changed_at);
  CREATE INDEX studies_by_change ON studies (changed_at);
  CREATE TABLE study_records (
    study KEY,
    record TEXT NOT NULL
  );
  CREATE TABLE study_items (
    sqlite: id ROWID,
    study TEXT NOT NULL,
    item TEXT NOT NULL,
    kind TEXT NOT NULL,
    player TEXT NOT NULL,
    name TEXT NOT NULL,
    since INTEGER NOT NULL,
    content TEXT NOT NULL,
    postgres: PRIMARY KEY (study, item)
  );
  sqlite: CREATE UNIQUE INDEX study_items_by_item ON study_items (study, item);
  CREATE INDEX study_items_by_player ON study_items (player);`);
