/**
 * The server as a process. With `--standby` it loads all that it can, and waits for a message of its parent before it starts. Once it
 * listens it sends `{ port, operatorUrl, bridgeToken }` to a parent that spawned it with an IPC
 * channel. It stops on SIGTERM, on SIGINT, when an operator drains it, and when that parent is gone. If it cannot start or go on, it prints why in one sentence and
 * exits with 1, so that its supervisor restarts it.
 */
import { writeSync } from "node:fs";
import { releaseMemory } from "@flower-war/protocol/log";
import { readArguments } from "./arguments.ts";
import { loadGames } from "./games/outside-games.ts";
import { type RunningServer, readConfig, startServer } from "./index.ts";
import { loadRedis } from "./open-foundation.ts";
import { loadPostgres } from "./open-stores.ts";
import { untilNeeded } from "./standby.ts";
import { StartError } from "./start-error.ts";
import { startDatabaseThread } from "./storage/open.ts";
import { systemTime } from "./time.ts";

const STOP_EVENTS = ["SIGTERM", "SIGINT", "disconnect"] as const;

/** ms after which a server that does not stop is ended. */
const STOP_TIMEOUT = 20_000;

let isStopping = false;

await main().catch((error: unknown) => {
  if (!(error instanceof StartError)) throw error;
  fail(error.message);
});

async function main(): Promise<void> {
  const { games: paths, isDebugged, isStandby } = readArguments();
  const games = await loadGames(paths);
  if (isStandby) await loadClients();
  releaseMemory();
  const databaseThread = isStandby && !process.env["DATABASE_URL"] ? startDatabaseThread() : undefined;
  if (isStandby) await untilNeeded();
  const config = readConfig();
  const server = await startServer(config, {
    games,
    gamePaths: paths,
    debug: isDebugged,
    output: process,
    ...(databaseThread && { databaseThread }),
  });
  // A supervisor, a terminal and the process that started this one may each tell it to stop.
  for (const event of STOP_EVENTS) process.on(event, () => void stop(server));
  void server.broken.then(fail);
  void server.drained.then(() => stop(server));
  // The process that started this one may have ended meanwhile.
  if (process.send !== undefined && !process.connected) return stop(server);
  const { port, operatorUrl } = server;
  process.send?.({ port, operatorUrl, bridgeToken: config.bridgeToken });
}

/** Loads the clients of the stores that the environment names: a standby needs nothing of the disk later. */
async function loadClients(): Promise<void> {
  if (process.env["DATABASE_URL"]) await loadPostgres();
  if (process.env["REDIS_URL"]) await loadRedis();
}

/** Prints past the log, for the person who started it. */
function fail(sentence: string): never {
  writeSync(2, `${sentence}\n`);
  process.exit(1);
}

function failToStop(): never {
  const open = [...new Set(process.getActiveResourcesInfo())].join(", ");
  fail(`The server did not stop within ${STOP_TIMEOUT / 1000} s. Still open: ${open}.`);
}

async function stop(server: RunningServer): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  systemTime.after(STOP_TIMEOUT, () => failToStop(), { background: true });
  await server.stop().catch((error: unknown) => {
    fail(`The server did not stop: ${error instanceof Error ? error.stack : String(error)}`);
  });
  process.exit(0);
}
