import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { PostgresProcess } from "./support/postgres.ts";
import { startPostgresExporter } from "./support/postgres-exporter.ts";
import { lacks } from "./support/programs.ts";
import { ROOT } from "./support/root.ts";

const ALERTS = readFileSync(join(ROOT, "deploy/prometheus/alerts.yml"), "utf8");

describe.skipIf(lacks("postgres", "postgres_exporter"))("PostgreSQL's exporter", () => {
  test("exports every metric that alerts name, and says when PostgreSQL is away", async () => {
    const postgres = await PostgresProcess.start();
    onTestFinished(() => postgres.stop());
    const port = await startPostgresExporter(postgres);
    const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

    // What operators are told to do may name views of PostgreSQL.
    const rules = ALERTS.replaceAll(/^ *description: .*$/gm, "");
    const named = [...new Set(rules.match(/\bpg_\w+/g))];
    const metrics = await read();
    expect(named).not.toEqual([]);
    expect(named.filter((name) => !new RegExp(`^${name}[{ ]`, "m").test(metrics))).toEqual([]);
    expect(metrics).toMatch(/^pg_up 1$/m);
    await postgres.stop();
    expect(await read()).toMatch(/^pg_up 0$/m);
  });
});
