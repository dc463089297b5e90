import pg from "pg";
import { PostgresProcess } from "../../../test/support/postgres.ts";
import { isInstalled } from "../../../test/support/programs.ts";
import { RedisProcess } from "../../../test/support/redis.ts";
import { checksumOf, copyId } from "../stored-copies.ts";
import type { End, Sleepers } from "./sleepers.ts";

/** Copies that are stored at a time. */
const COPIES = 200;

/** A row of the journal: a fact as text. */
interface Row {
  readonly n: number;
  readonly epoch: number;
  readonly text: string;
}

/** Matches that sleep in a PostgreSQL that two servers share. */
export class PostgresSleepers implements Sleepers {
  static readonly isInstalled = isInstalled("postgres", "redis");

  readonly servers = 2;
  readonly #postgres: PostgresProcess;
  readonly #redis: RedisProcess;
  readonly #client: pg.Client;

  static async start(): Promise<PostgresSleepers> {
    const options = { durable: true, settings: { shared_buffers: "128MB" } };
    const [postgres, redis] = await Promise.all([PostgresProcess.start(options), RedisProcess.start()]);
    const client = new pg.Client(postgres.url);
    await client.connect();
    return new PostgresSleepers(postgres, redis, client);
  }

  private constructor(postgres: PostgresProcess, redis: RedisProcess, client: pg.Client) {
    this.#postgres = postgres;
    this.#redis = redis;
    this.#client = client;
  }

  get environment(): NodeJS.ProcessEnv {
    return { DATABASE_URL: this.#postgres.url, REDIS_URL: this.#redis.url };
  }

  async copy(copies: number): Promise<void> {
    const [head] = (
      await this.#client.query<{ match: string; code: string }>("SELECT match, code FROM heads")
    ).rows;
    if (head === undefined) throw new Error("no match is stored");
    const rows = await this.#rowsOf(head.match);
    for (let from = 1; from <= copies; from += COPIES) {
      const ids = Array.from({ length: Math.min(COPIES, copies - from + 1) }, (_, i) => from + i);
      const named = ids.map((i) => ({ match: copyId(i), code: String(i).padStart(6, "0") }));
      await this.#client.query(
        `INSERT INTO heads (match, code, game, epoch, n, over, changed_at)
          SELECT c.match, c.code, game, epoch, n, over, changed_at
          FROM heads, unnest($2::text[], $3::text[]) AS c (match, code) WHERE heads.match = $1`,
        [head.match, named.map(({ match }) => match), named.map(({ code }) => code)],
      );
      await this.#insert(
        named.flatMap(({ match, code }) =>
          rows.map((row) => {
            const text = row.text.replaceAll(head.match, match).replaceAll(head.code, code);
            return { ...row, match, text };
          }),
        ),
      );
    }
    await this.#client.query(
      "INSERT INTO wakes (match, due_at) SELECT heads.match, due_at FROM heads, wakes WHERE heads.match LIKE 'copy%'",
    );
  }

  async bringForward(ends: readonly End[]): Promise<void> {
    const stored = await this.#client.query<{ due: string }>(
      "SELECT due_at AS due FROM wakes WHERE match NOT LIKE 'copy%'",
    );
    const ended = Number(stored.rows[0]?.due) + 1500;
    await this.#client.query("DELETE FROM downtimes; DELETE FROM heartbeats");
    for (const { match, at } of ends) {
      const by = at - ended;
      const rows = (await this.#rowsOf(match)).map((row) => {
        const fact = JSON.parse(row.text) as { at: number };
        return { ...row, match, text: JSON.stringify({ ...fact, at: fact.at + by }) };
      });
      await this.#client.query("DELETE FROM facts WHERE match = $1", [match]);
      await this.#insert(rows);
      await this.#client.query("UPDATE wakes SET due_at = due_at + $2 WHERE match = $1", [match, by]);
    }
  }

  async readFollowed({ match, at }: End): Promise<{ at: number; downtime: number } | null> {
    const facts = (await this.#rowsOf(match)).map(
      ({ text }) => JSON.parse(text) as { at: number; type: string },
    );
    const entry = facts.find((fact) => fact.type === "entry" && fact.at > at - 1000);
    if (entry === undefined) return null;
    const { rows } = await this.#client.query<{ downtime: string }>(
      "SELECT coalesce(sum(ended_at - began_at), 0) AS downtime FROM downtimes WHERE ended_at <= $1",
      [entry.at],
    );
    return { at: entry.at, downtime: Number(rows[0]?.downtime) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.end();
    await Promise.all([this.#postgres.stop(), this.#redis.stop()]);
  }

  async #rowsOf(match: string): Promise<readonly Row[]> {
    return (
      await this.#client.query<Row>("SELECT n, epoch, text FROM facts WHERE match = $1 ORDER BY n", [match])
    ).rows;
  }

  async #insert(rows: readonly (Row & { readonly match: string })[]): Promise<void> {
    await this.#client.query(
      `INSERT INTO facts (match, n, epoch, text, checksum)
        SELECT * FROM unnest($1::text[], $2::integer[], $3::integer[], $4::text[], $5::bigint[])`,
      [
        rows.map(({ match }) => match),
        rows.map(({ n }) => n),
        rows.map(({ epoch }) => epoch),
        rows.map(({ text }) => text),
        rows.map(({ match, epoch, n, text }) => checksumOf([match, epoch, n, text])),
      ],
    );
  }
}
