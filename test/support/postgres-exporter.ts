import { spawn } from "node:child_process";
import { onTestFinished } from "vitest";
import type { PostgresProcess } from "./postgres.ts";
import { endProcess, freePort, programPath, waitUntilListening } from "./programs.ts";

/** Starts PostgreSQL's exporter, until the test ends. Returns the port at which it has its metrics. */
export async function startPostgresExporter(postgres: PostgresProcess): Promise<number> {
  const port = await freePort();
  const exporter = spawn(
    programPath("postgres_exporter"),
    [`--web.listen-address=127.0.0.1:${port}`, "--log.level=error"],
    {
      stdio: "ignore",
      env: {
        DATA_SOURCE_URI: `127.0.0.1:${postgres.port}/postgres?sslmode=disable`,
        DATA_SOURCE_USER: "postgres",
        DATA_SOURCE_PASS: "",
      },
    },
  );
  onTestFinished(async () => void (await endProcess(exporter, "SIGKILL")));
  await waitUntilListening(port, exporter, () => "the exporter");
  return port;
}
