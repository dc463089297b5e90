/**
 * The server as a process. It tells a parent that spawned it with an IPC channel `{ port, bridgeToken }` once it
 * listens, and ends on SIGTERM, on SIGINT, and when that parent is gone. A start that fails says why in one sentence, and
 * so does a server that cannot go on: it ends, for whoever watches over it to start it anew.
 */
import { type RunningServer, startServer } from "./app.ts";
import { readConfig } from "./config.ts";
import { StartError } from "./start-error.ts";

const ENDS = ["SIGTERM", "SIGINT", "disconnect"] as const;

/** ms in which the server must have stopped. */
const PATIENCE = 20_000;

await main().catch((error: unknown) => {
  if (!(error instanceof StartError)) throw error;
  fail(error.message);
});

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const server = await startServer(config);
  for (const end of ENDS) process.once(end, () => void stop(server));
  void server.broken.then(fail);
  process.send?.({ port: server.port, bridgeToken: config.bridgeToken });
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

async function stop(server: RunningServer): Promise<void> {
  setTimeout(() => process.exit(1), PATIENCE).unref();
  await server.stop();
  process.exit(0);
}
