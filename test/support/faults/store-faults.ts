import type { Breakage } from "../tcp-proxy.ts";
import type { SeededRandom } from "../seeded-random.ts";

/** A dependency whose wire protocol is broken. */
export type StoreName = "Redis" | "PostgreSQL";

/** What something in front of a store does to its connections. */
export const STORE_FAULTS = ["accepts and closes", "hangs", "garbage", "half a frame", "reset"] as const;
export type StoreFault = (typeof STORE_FAULTS)[number];

/** What proxies that speak HTTP answer, whatever they are sent. */
const HTTP_ERROR = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/** Answers of Redis' protocol that are not to the question, or impossible. */
const REDIS_ANSWERS = [
  "*0\r\n",
  "*1\r\n*-1\r\n",
  "*1\r\n$-1\r\n",
  "*-1\r\n",
  "$-1\r\n",
  "*99999999999\r\n",
  "*1000000\r\n",
  "$99999999999\r\n",
  "*3\r\n$7\r\nmessage\r\n$1\r\nx\r\n$1\r\n{\r\n",
  "*3\r\n$7\r\nmessage\r\n*-1\r\n$-1\r\n",
  "*2\r\n$9\r\nsubscribe\r\n$-1\r\n",
  "*3\r\n$11\r\nunsubscribe\r\n$1\r\nx\r\n:0\r\n",
  "+OK\r\n",
  ":1\r\n",
  "-LOADING Redis is loading the dataset in memory\r\n",
  "-READONLY You can't write against a read only replica.\r\n",
  "-ERR max number of clients reached\r\n",
  "?\r\n",
];

/** Messages that PostgreSQL sends, by their codes. */
const POSTGRES_CODES = "RKSZEN123TDtCInsAGHdcVW";

/** Returns bytes that a store never sends there. */
export function garbageOf(store: StoreName, random: SeededRandom): Buffer {
  const bytes = () => Buffer.from(random.hex(2 * (1 + random.below(200))), "hex");
  if (random.happens(0.2)) return Buffer.from(HTTP_ERROR);
  if (random.happens(0.2)) return bytes();
  const answers = Array.from({ length: 1 + random.below(4) }, () =>
    store === "Redis" ? Buffer.from(pick(REDIS_ANSWERS, random)) : postgresMessage(bytes(), random),
  );
  return Buffer.concat(answers);
}

/** A message with a code that PostgreSQL uses, and nonsense in it: too little, too much, or a length that is not its own. */
function postgresMessage(payload: Buffer, random: SeededRandom): Buffer {
  const head = Buffer.alloc(5);
  head.write(POSTGRES_CODES.charAt(random.below(POSTGRES_CODES.length)), "latin1");
  const length = pick([4 + payload.length, 4, 0, 5, 0xff_ff_ff_ff], random);
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, payload.subarray(0, Math.max(0, length - 4))]);
}

/** Returns what a fault does to each connection to a store. */
export function breakageOf(fault: StoreFault, store: StoreName, random: SeededRandom): Breakage {
  switch (fault) {
    case "accepts and closes":
      return (connection) => connection.close();
    case "hangs":
      return (connection) => connection.hang();
    case "reset":
      return (connection) => connection.reset();
    case "garbage":
      return (connection) => {
        if (random.happens(0.5)) connection.answer(garbageOf(store, random));
        else connection.replaceAnswer(() => garbageOf(store, random));
      };
    case "half a frame":
      return (connection) => {
        const closes = random.happens(0.5);
        connection.replaceAnswer((sent) => {
          if (closes) setImmediate(() => connection.close());
          return sent.subarray(0, 1 + random.below(Math.max(1, sent.length - 1)));
        });
      };
  }
}

function pick<T>(from: readonly T[], random: SeededRandom): T {
  return from[random.below(from.length)] as T;
}
