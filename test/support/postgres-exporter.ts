import { spawn } from "node:child_process";
import { onTestFinished } from "vitest";
import type { PostgresProcess } from "./postgres.ts";
import { endProcess, freePort, programPath, waitUntilListening } from "./programs.ts";
import type { OnTestFinished } from "./temp-folder.ts";

/**
 * Starts PostgreSQL's exporter, until the test has finished. Returns the port at which it has its metrics.
 * @param onFinished of a test that runs beside others
 */
export async function startPostgresExporter(
  postgres: PostgresProcess,
  onFinished: OnTestFinished = onTestFinished,
): Promise<number> {
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
  onFinished(async () => void (await endProcess(exporter, "SIGKILL")));
  await waitUntilListening(port, exporter, () => "the exporter");
  return port;
}
