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
import { TcpProxy } from "../tcp-proxy.ts";
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

/** The ports at which servers find their stores. */
interface StorePorts {
  readonly redis: { readonly port: number };
  readonly postgres: { readonly port: number };
}

/** The links of one server to what it depends on. */
export interface Links {
  readonly redis: TcpProxy;
  readonly postgres: TcpProxy;
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
 * @param putBefore puts something in front of the stores
 * @param machine variables of the environment of PostgreSQL and both servers, e.g. of a clock
 */
export async function startFirstOfTwo(
  fault = "",
  onFinished: OnTestFinished = onTestFinished,
  putBefore: (stores: StorePorts) => Promise<StorePorts> = async (stores) => stores,
  machine: Record<string, string> = {},
): Promise<TwoServers> {
  const stores = await startStores(onFinished, machine);
  const reached = await putBefore(stores);
  const two = await newServers(stores, [reached, reached], onFinished, machine);
  await two.servers[0].start(fault);
  return two;
}

/** Starts the same with both servers, each with links of its own to Redis and PostgreSQL, which the test lets fail. */
export async function startTwoWithLinks(
  onFinished: OnTestFinished = onTestFinished,
): Promise<TwoServers & { readonly links: readonly [Links, Links] }> {
  const stores = await startStores(onFinished);
  const openLinks = async () => {
    const redis = await TcpProxy.open(stores.redis.port);
    const postgres = await TcpProxy.open(stores.postgres.port);
    onFinished(() => redis.close());
    onFinished(() => postgres.close());
    return { redis, postgres };
  };
  const links = [await openLinks(), await openLinks()] as const;
  const two = await newServers(stores, links, onFinished);
  for (const server of two.servers) await server.start();
  return { ...two, links };
}

interface Stores {
  readonly redis: RedisProcess;
  readonly postgres: PostgresProcess;
}

async function startStores(
  onFinished: OnTestFinished,
  machine: Record<string, string> = {},
): Promise<Stores> {
  const redis = await RedisProcess.start();
  onFinished(() => redis.stop());
  const postgres = await PostgresProcess.start({ durable: true, env: machine });
  onFinished(() => postgres.stop());
  return { redis, postgres };
}

/** Starts nginx before two servers that are not started yet. @param ways where each finds Redis and PostgreSQL */
async function newServers(
  { redis, postgres }: Stores,
  ways: readonly [StorePorts, StorePorts],
  onFinished: OnTestFinished,
  machine: Record<string, string> = {},
): Promise<TwoServers> {
  const ports = await NginxProcess.choosePorts();
  const newServerOn = (way: StorePorts, path: string) =>
    newServer(onFinished, {
      ...machine,
      REDIS_URL: withPort(redis.url, way.redis.port),
      DATABASE_URL: withPort(postgres.url, way.postgres.port),
      PUBLIC_URL: `http://127.0.0.1:${ports.HTTP_PORT}/${path}`,
    });
  const servers = [await newServerOn(ways[0], "n1"), await newServerOn(ways[1], "n2")] as const;
  const nginx = await NginxProcess.start({
    ...ports,
    N1: `127.0.0.1:${servers[0].port}`,
    N2: `127.0.0.1:${servers[1].port}`,
    REQUESTS_PER_SECOND: "60000",
    REQUESTS_AT_ONCE: "60000",
    SOCKETS_PER_ADDRESS: "60000",
  });
  onFinished(() => nginx.stop());
  const openJournal = async () => {
    const stored = await openPostgresJournal(postgres.url);
    onFinished(() => stored.postgres.close());
    return stored.journal;
  };
  return { url: nginx.url, redis, postgres, servers, openJournal };
}

function withPort(url: string, port: number): string {
  const changed = new URL(url);
  changed.port = String(port);
  return changed.href;
}

async function newServer(
  onFinished: OnTestFinished,
  env: Record<string, string> = {},
): Promise<BundledServer> {
  const server = new BundledServer(await freePort(), makeTempFolder(onFinished), env);
  onFinished(() => server.kill());
  return server;
}
