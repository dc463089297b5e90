/** Says in the file's header whose it is: "FlWr". */
export const APPLICATION_ID = 0x466c5772;

/**
 * What makes each version of the file from the one before; the file's `user_version` says how many it has seen. What was
 * released is never changed: a new version is a new entry. Raise it too when facts are written that older servers
 * cannot read (journal/facts.ts). Every table has integer rowids: a damaged file is saved row by row (rescue.ts).
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    match TEXT NOT NULL UNIQUE,
    code TEXT NOT NULL,
    game TEXT NOT NULL,
    last INTEGER NOT NULL,
    over INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    crc INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX matches_by_code ON matches (code);
  CREATE INDEX matches_by_age ON matches (over, touched);
  CREATE TABLE log (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    n INTEGER NOT NULL,
    over INTEGER NOT NULL,
    at INTEGER NOT NULL,
    before INTEGER NOT NULL,
    text TEXT,
    crc INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE marks (id INTEGER PRIMARY KEY, marked INTEGER NOT NULL) STRICT;
  INSERT INTO marks VALUES (1, 0);`,
  `CREATE TABLE temple_credentials (
    id INTEGER PRIMARY KEY,
    temple TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL,
    enrolled_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE temple_bindings (
    id INTEGER PRIMARY KEY,
    temple TEXT NOT NULL UNIQUE,
    match TEXT NOT NULL,
    seats TEXT NOT NULL
  ) STRICT;
  CREATE INDEX temple_bindings_by_match ON temple_bindings (match);
  CREATE TABLE temple_ledgers (
    id INTEGER PRIMARY KEY,
    temple TEXT NOT NULL UNIQUE,
    ledger TEXT NOT NULL
  ) STRICT;
  CREATE TABLE temple_judgements (
    id INTEGER PRIMARY KEY,
    temple TEXT NOT NULL,
    bead TEXT NOT NULL UNIQUE,
    verdict TEXT NOT NULL,
    reason TEXT NOT NULL
  ) STRICT;
  CREATE INDEX temple_judgements_by_temple ON temple_judgements (temple, id);`,
];
