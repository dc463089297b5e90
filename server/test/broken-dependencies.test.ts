/** What the servers that this one depends on may answer, or what stands in front of them: no answer ends the process. */
import { setLogger } from "@colyseus/core/Logger";
import { createECDH } from "node:crypto";
import { Agent } from "node:https";
import { connect } from "node:net";
import pino from "pino";
import { afterEach, expect, onTestFinished, test } from "vitest";
import webPush from "web-push";
import { BrokenServer } from "../../test/support/broken-server.ts";
import { garbageOf } from "../../test/support/faults/store-faults.ts";
import { seedTest } from "../../test/support/seeded-random.ts";
import { connectRedis } from "../src/cluster/redis.ts";
import { SharedPresence } from "../src/cluster/shared-presence.ts";
import { frameworkLog } from "../src/log.ts";
import { MailSender } from "../src/notices/mail-sender.ts";
import { PushSender } from "../src/notices/push-sender.ts";
import { PostgresClient } from "../src/storage/postgres/connection.ts";
import { systemTime } from "../src/time.ts";

/** Connections to broken servers in each test. */
const CONNECTIONS = Number(process.env["FLOWER_WAR_BROKEN_ANSWERS"] ?? 200);
/** Connections at once. */
const AT_ONCE = 40;

const log = pino({ level: "silent" });
setLogger(frameworkLog(log));

/** What ended this process if it had no listener. */
const failures: unknown[] = [];
const note = (error: unknown) => failures.push(error);
process.on("uncaughtException", note).on("unhandledRejection", note);
afterEach(() => {
  expect(failures.splice(0)).toEqual([]);
});

async function startServer(answers: () => readonly Buffer[], greets = false): Promise<BrokenServer> {
  const server = await BrokenServer.start(answers, greets);
  onTestFinished(() => server.stop());
  return server;
}

/** Does something at a broken server again and again, some at once, whether it fails or not. */
async function tryOften(server: BrokenServer, task: () => Promise<unknown>): Promise<void> {
  let left = CONNECTIONS;
  const run = async () => {
    while (left-- > 0) await task().catch(() => undefined);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  expect(server.connections).toBeGreaterThanOrEqual(CONNECTIONS);
}

test("Redis' client survives every answer", async () => {
  const random = seedTest("broken Redis");
  const welcome = Buffer.from("+OK\r\n+OK\r\n$20\r\nredis_version:7.0.0\r\r\n");
  const server = await startServer(() => [
    ...(random.happens(0.5) ? [welcome, Buffer.from("+PONG\r\n")] : []),
    garbageOf("Redis", random),
    garbageOf("Redis", random),
  ]);
  const url = `redis://127.0.0.1:${server.port}`;
  await tryOften(server, async () => {
    const redis = await connectRedis(url, log);
    const presence = new SharedPresence(redis, systemTime, log);
    try {
      await presence.open();
      await presence.subscribe("topic", () => {});
      await Promise.all([presence.check("1"), presence.hgetall("key"), redis.get("key")]);
    } finally {
      presence.shutdown();
    }
  });
});

test("PostgreSQL's client survives every answer", async () => {
  const random = seedTest("broken PostgreSQL");
  const welcome = Buffer.from("R\0\0\0\u0008\0\0\0\0Z\0\0\0\u0005I", "latin1");
  const server = await startServer(() => [
    ...(random.happens(0.7) ? [welcome] : []),
    garbageOf("PostgreSQL", random),
  ]);
  await tryOften(server, async () => {
    const client = new PostgresClient({
      connectionString: `postgres://player:secret@127.0.0.1:${server.port}/games`,
      connectionTimeoutMillis: 1_000,
      query_timeout: 1_000,
    });
    await client.connect();
    try {
      await client.query("SELECT $1::int AS one", [1]);
    } finally {
      await client.end();
    }
  });
});

test("the mail server's client survives every answer", async () => {
  const random = seedTest("broken mail server");
  const words = [
    "220 ",
    "250-",
    "250 ",
    "354 ",
    "421 ",
    "9",
    "-",
    "\0",
    "\r\n",
    "\n",
    "STARTTLS",
    "AUTH PLAIN",
    "\xff",
  ];
  const lines = () =>
    Array.from({ length: random.below(6) }, () => words[random.below(words.length)]).join("");
  const server = await startServer(
    () =>
      Array.from({ length: 6 }, () =>
        Buffer.from(random.happens(0.6) ? `250 ${lines()}\r\n` : lines(), "latin1"),
      ),
    true,
  );
  const sender = new MailSender({
    url: `smtp://127.0.0.1:${server.port}`,
    from: "Flower War <play@example.org>",
    origin: "https://example.org",
  });
  await tryOften(server, () =>
    sender.send({ to: "citlali@example.org", subject: "Your turn", text: "Play.", stop: null }),
  );
});

test("the push service's client survives every answer", async () => {
  const random = seedTest("broken push service");
  const heads = [
    "HTTP/1.1 201 Created\r\n",
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n",
    "HTTP/9 x",
    "\0",
  ];
  const lines = [
    "Content-Length: 9\r\n",
    "Content-Length: -1\r\n",
    "Transfer-Encoding: chunked\r\n",
    "Trailer",
    "\r\n",
    "zz\r\n",
    "5\r\n",
  ];
  const pick = (from: readonly string[]) => from[random.below(from.length)] ?? "";
  const server = await startServer(() =>
    Array.from({ length: 3 }, () =>
      Buffer.from(pick(heads) + Array.from({ length: random.below(6) }, () => pick(lines)).join("")),
    ),
  );
  // Without TLS: what breaks that, does not get as far.
  const agent = Object.assign(new Agent(), { createConnection: () => connect(server.port, "127.0.0.1") });
  const ecdh = createECDH("prime256v1");
  const subscription = {
    endpoint: "https://push.example.org/citlali",
    p256dh: ecdh.generateKeys("base64url"),
    auth: Buffer.alloc(16).toString("base64url"),
  };
  const sender = new PushSender({
    keys: webPush.generateVAPIDKeys(),
    contact: "mailto:play@example.org",
    agent,
    time: systemTime,
  });
  await tryOften(server, () => sender.send(subscription as never, { match: "m" } as never));
});
