import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { Journal } from "../../../server/src/storage/journal/journal.ts";
import { NginxProcess } from "../nginx.ts";
import { PostgresProcess } from "../postgres.ts";
import { freePort } from "../programs.ts";
import { RedisProcess } from "../redis.ts";
import { openJournalFile, openPostgresJournal } from "../stored-journal.ts";
import { makeTempFolder, type OnTestFinished } from "../temp-folder.ts";
import { BundledServer } from "./bundled-server.ts";
import { storeMatches } from "./stored-matches.ts";

/** A server that is alone, and its journal. */
export interface LoneServer {
  readonly server: BundledServer;
  /** Stops it, and opens its journal. */
  readonly openJournal: () => Promise<Journal>;
}

/**
 * Starts a server that is alone, until the test has finished.
 * @param stored finished matches in its journal
 * @param onFinished of a test that runs beside others
 */
export async function startLoneServer(
  stored = 0,
  onFinished: OnTestFinished = onTestFinished,
): Promise<LoneServer> {
  const server = await newServer(onFinished);
  await storeMatches(server.dataDir, stored);
  await server.start();
  const openJournal = async () => {
    expect(await server.stop()).toBe(0);
    return (await openJournalFile(join(server.dataDir, "flower-war.db"))).journal;
  };
  return { server, openJournal };
}

/** Two servers behind nginx, with the stores that they share. */
export interface TwoServers {
  /** nginx' address. */
  readonly url: string;
  readonly redis: RedisProcess;
  readonly postgres: PostgresProcess;
  readonly servers: readonly [BundledServer, BundledServer];
  /** Opens their journal beside them. */
  readonly openJournal: () => Promise<Journal>;
}

/**
 * Starts Redis, PostgreSQL, nginx and the first of two servers, until the test has finished. The test starts the second, e.g. when all
 * matches are in the first. All players may have one address.
 * @param fault of the first server, as in fault-point.ts
 * @param onFinished of a test that runs beside others
 */
export async function startFirstOfTwo(
  fault = "",
  onFinished: OnTestFinished = onTestFinished,
): Promise<TwoServers> {
  const redis = await RedisProcess.start();
  onFinished(() => redis.stop());
  const postgres = await PostgresProcess.start({ durable: true });
  onFinished(() => postgres.stop());
  const ports = await NginxProcess.choosePorts();
  const env = (path: string) => ({
    REDIS_URL: redis.url,
    DATABASE_URL: postgres.url,
    PUBLIC_URL: `http://127.0.0.1:${ports.HTTP_PORT}/${path}`,
  });
  const servers = [await newServer(onFinished, env("n1")), await newServer(onFinished, env("n2"))] as const;
  const nginx = await NginxProcess.start({
    ...ports,
    N1: `127.0.0.1:${servers[0].port}`,
    N2: `127.0.0.1:${servers[1].port}`,
    REQUESTS_PER_SECOND: "60000",
    REQUESTS_AT_ONCE: "60000",
    SOCKETS_PER_ADDRESS: "60000",
  });
  onFinished(() => nginx.stop());
  await servers[0].start(fault);
  const openJournal = async () => {
    const stored = await openPostgresJournal(postgres.url);
    onFinished(() => stored.postgres.close());
    return stored.journal;
  };
  return { url: nginx.url, redis, postgres, servers, openJournal };
}

async function newServer(
  onFinished: OnTestFinished,
  env: Record<string, string> = {},
): Promise<BundledServer> {
  const server = new BundledServer(await freePort(), makeTempFolder(onFinished), env);
  onFinished(() => server.kill());
  return server;
}
