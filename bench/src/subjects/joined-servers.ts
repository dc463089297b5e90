import { NginxProcess } from "../../../test/support/nginx.ts";
import { PostgresProcess } from "../../../test/support/postgres.ts";
import { descendants, freePort } from "../../../test/support/programs.ts";
import { RedisProcess } from "../../../test/support/redis.ts";
import { openMatches, playCommands, playFast, type Scale } from "../measures.ts";
import { processorSeconds } from "../process.ts";
import type { RunningSubject, Subject } from "../subject.ts";
import { FlowerWarMatch, type StartedServer, type Stopping, startServer } from "./flower-war.ts";

/** So many servers that share a Redis, and a PostgreSQL that stores their journal; and so many that each are alone. */
export const flowerWarJoined = (count: number): Subject =>
  several(`${count} Flower War servers, joined`, () => startJoinedServers(count));
export const flowerWarApart = (count: number): Subject =>
  several(`${count} Flower War servers, apart`, async () => {
    const servers = await Promise.all(Array.from({ length: count }, () => startServer()));
    const stop = async () => void (await Promise.all(servers.map((server) => server.stop())));
    return { servers, stop, [Symbol.asyncDispose]: stop };
  });

function several(name: string, startAll: () => Promise<Stopping & Pick<JoinedServers, "servers">>): Subject {
  return {
    name,
    async start() {
      const { servers, stop } = await startAll();
      return { pids: servers.map(({ pid }) => pid), openMatch: openInTurn(servers), stop };
    },
  };
}

/** Opens matches at one address after the other. */
function openInTurn(places: readonly Pick<StartedServer, "url">[]): () => Promise<FlowerWarMatch> {
  let matches = 0;
  return () => FlowerWarMatch.open(places[matches++ % places.length]?.url ?? "");
}

/** All clients of a measurement have one address. */
const UNLIMITED = {
  REQUESTS_PER_SECOND: "1000000",
  REQUESTS_AT_ONCE: "1000000",
  SOCKETS_PER_ADDRESS: "65535",
  CREATIONS_PER_MINUTE: "1000000",
  SEATS_PER_MINUTE: "1000000",
};

interface JoinedServers extends Stopping {
  readonly servers: readonly StartedServer[];
  readonly redis: RedisProcess;
  readonly postgres: PostgresProcess;
}

/**
 * Starts servers that share a Redis and a PostgreSQL, and these.
 * @param publicUrl returns what clients reach the n-th by; default: itself
 */
export async function startJoinedServers(
  count: number,
  publicUrl?: (n: number) => string,
): Promise<JoinedServers> {
  const options = { durable: true, settings: { shared_buffers: "128MB" } };
  const [redis, postgres] = await Promise.all([RedisProcess.start(), PostgresProcess.start(options)]);
  const shared = { REDIS_URL: redis.url, DATABASE_URL: postgres.url };
  const start = async (n: number) => {
    const PORT = String(await freePort());
    return startServer({
      ...UNLIMITED,
      ...shared,
      PORT,
      PUBLIC_URL: publicUrl?.(n) ?? `http://127.0.0.1:${PORT}`,
    });
  };
  const servers = await Promise.all(Array.from({ length: count }, (_, i) => start(i + 1)));
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await Promise.all([redis.stop(), postgres.stop()]);
  };
  return { servers, redis, postgres, stop, [Symbol.asyncDispose]: stop };
}

interface Installation extends RunningSubject {
  /** Returns the processes of each part. */
  readonly parts: () => { readonly [part: string]: readonly number[] };
}

/** Commands of each match whose parts are measured. */
const PART_COMMANDS = 100;

/** Starts two joined servers, all of whose processes count, with the entrance that is shipped or without one. */
async function startInstallation(hasEntrance: boolean): Promise<Installation> {
  const ports = await NginxProcess.choosePorts();
  const through = (n: number) => `http://127.0.0.1:${ports.HTTP_PORT}/n${n}`;
  const joined = await startJoinedServers(2, hasEntrance ? through : undefined);
  const [N1 = "", N2 = ""] = joined.servers.map(({ url }) => new URL(url).host);
  const nginx = hasEntrance ? await NginxProcess.start({ ...ports, N1, N2, ...UNLIMITED }) : null;
  const parts = () => ({
    servers: joined.servers.map(({ pid }) => pid),
    entrance: descendants(nginx?.pid),
    postgres: descendants(joined.postgres.pid),
    redis: descendants(joined.redis.pid),
  });
  return {
    parts,
    get pids() {
      return Object.values(parts()).flat();
    },
    openMatch: openInTurn(nginx === null ? joined.servers : [nginx]),
    async stop() {
      await nginx?.stop();
      await joined.stop();
    },
  };
}

/** Two servers behind the entrance, as players reach them, all of whose processes count. */
export const flowerWarBehindEntrance: Subject = {
  name: "two Flower War servers behind the entrance",
  start: () => startInstallation(true),
};

/** The same whose clients are connected to the servers themselves. */
export const flowerWarWithoutEntrance: Subject = {
  name: "two Flower War servers and their stores",
  start: () => startInstallation(false),
};

/** Measures how many us of processor time each part takes for a command. */
export async function measureParts({ busyMatches, seconds }: Scale): Promise<Record<string, number>> {
  const running = await startInstallation(true);
  try {
    const matches = await openMatches(busyMatches, () => running.openMatch());
    await playFast(running, matches, 0, seconds);
    const parts = Object.entries(running.parts());
    const before = parts.map(([, pids]) => processorSeconds(pids));
    const { played } = await playCommands(matches, PART_COMMANDS);
    return Object.fromEntries(
      parts.map(([name, pids], i) => [name, ((processorSeconds(pids) - (before[i] ?? 0)) / played) * 1e6]),
    );
  } finally {
    await running.stop();
  }
}
