/*
 * The journal's tables in SQLite, version by version. What was released is never changed: a later change is another migration
 * (../../migrations.ts).
 */

/**
 * Until version 3: each row of `log`, a fact or (without text) a takeover, names the row of its match before it. `matches.last`
 * was written now and then; rows with ids over `marks.marked` may be later.
 */
export const JOURNAL_TABLES = `
  CREATE TABLE matches (
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
  INSERT INTO marks VALUES (1, 0);`;

/** The results of finished matches, which outlive their logs. `ended`: ms since 1970. */
export const RESULT_TABLE = `
  CREATE TABLE results (
    id INTEGER PRIMARY KEY,
    match TEXT NOT NULL UNIQUE,
    ended INTEGER NOT NULL,
    text TEXT NOT NULL,
    crc INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX results_by_age ON results (ended);`;

/**
 * Version 4: a table of facts that only grows, instead of `log`; sqlite-rows.ts says what the columns hold. Every intact match
 * is taken over text by text. A match that was damaged stays so: `crc` -1 is never valid. The rows of a match begin at its
 * last row without another before it: a deleted match may have left rows under the same id.
 */
export const FACT_TABLES = `
  CREATE TABLE heads (
    id INTEGER PRIMARY KEY,
    match TEXT NOT NULL UNIQUE,
    code TEXT NOT NULL,
    game TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    n INTEGER NOT NULL,
    over INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    crc INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE facts (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL,
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    text TEXT NOT NULL,
    crc INTEGER NOT NULL
  ) STRICT;

  CREATE TEMP TABLE links (id INTEGER PRIMARY KEY, match, epoch, n, over, at, before, is_fact, intact);
  INSERT INTO links
    SELECT id, match, epoch, n, over, at, before, text IS NOT NULL,
      crc = checksum(id, match, epoch, n, over, at, before, text)
    FROM log;
  CREATE TEMP TABLE starts (match INTEGER PRIMARY KEY, first);
  INSERT INTO starts SELECT match, max(id) FROM links WHERE intact AND before = 0 GROUP BY match;
  CREATE TEMP TABLE ends (match INTEGER PRIMARY KEY, first, last, epoch, n, over, at);
  INSERT INTO ends
    WITH chains AS (
      SELECT links.id, links.match, first, epoch, n, over, at,
        before = lag(links.id, 1, 0) OVER chain AND n = lag(n, 1, 0) OVER chain + is_fact AS follows
      FROM links CROSS JOIN starts ON starts.match = links.match
      WHERE intact AND links.id >= first
      WINDOW chain AS (PARTITION BY links.match ORDER BY links.id)
    )
    SELECT match, first, max(id) AS last, epoch, n, over, at FROM chains
    GROUP BY match HAVING sum(NOT follows) = 0;
  CREATE TEMP TABLE damaged AS
    SELECT match FROM links WHERE NOT intact
    UNION SELECT named.match FROM links JOIN links AS named ON named.id = links.before WHERE NOT links.intact
    UNION SELECT id FROM matches
      WHERE crc <> checksum(match, code, game, last, over, touched)
        OR last > coalesce((SELECT last FROM ends WHERE ends.match = matches.id), 0);

  INSERT OR IGNORE INTO heads
    SELECT matches.id, ifnull(CAST(matches.match AS TEXT), ''), ifnull(CAST(code AS TEXT), ''),
      ifnull(CAST(game AS TEXT), ''), ifnull(epoch, 0), ifnull(n, 0), ifnull(ends.over, 0),
      ifnull(CAST(ifnull(at, touched) AS INTEGER), 0), -1
    FROM matches LEFT JOIN ends ON ends.match = matches.id;
  UPDATE heads SET crc = checksum(match, code, game, epoch, n, over, touched)
    WHERE id IN (SELECT match FROM ends) AND id NOT IN (SELECT match FROM damaged);
  INSERT INTO facts
    SELECT log.id, log.match, log.n, log.at, text, checksum(log.match, log.n, log.at, text)
    FROM log CROSS JOIN ends ON ends.match = log.match
    WHERE +log.id >= first AND text IS NOT NULL AND log.match IN (SELECT id FROM heads WHERE crc <> -1)
    ORDER BY log.id;
  CREATE UNIQUE INDEX facts_by_match ON facts (match, n);
  CREATE INDEX heads_by_code ON heads (code);
  CREATE INDEX heads_by_age ON heads (over, touched);

  DROP TABLE temp.links;
  DROP TABLE temp.starts;
  DROP TABLE temp.ends;
  DROP TABLE temp.damaged;
  DROP TABLE marks;
  DROP TABLE log;
  DROP TABLE matches;`;
