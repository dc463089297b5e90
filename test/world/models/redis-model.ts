import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { type KnownScript, Keyspace, type Reply, shaOf } from "./keyspace.ts";

/** The scripts that the servers and their libraries send. */
const SCRIPTS: readonly KnownScript[] = [
  {
    has: "if held and held ~= ARGV[1] then return 0 end",
    run(keyspace, key, [value = "", life = ""]) {
      const held = keyspace.run("get", [key]);
      if (held !== undefined && held !== value) return 0;
      keyspace.run("set", [key, value, "px", life]);
      return 1;
    },
  },
  {
    has: `if redis.call("get", KEYS[1]) == ARGV[1] then redis.call("del", KEYS[1]) end`,
    run(keyspace, key, [value]) {
      if (keyspace.run("get", [key]) === value) keyspace.run("del", [key]);
      return undefined;
    },
  },
  {
    has: "if listed and cjson.decode(listed).processId ~= ARGV[3] then return nil end",
    run(keyspace, key, [field = "", value = "", process = "", create = ""]) {
      const owner = processOf(keyspace, key, field);
      if (owner === undefined ? create === "" : owner !== process) return undefined;
      return keyspace.run("hset", [key, field, value]) ?? undefined;
    },
  },
  {
    has: `if listed and cjson.decode(listed).processId == ARGV[2] then return redis.call("hdel", KEYS[1], ARGV[1]) end`,
    run(keyspace, key, [field = "", process = ""]) {
      if (processOf(keyspace, key, field) !== process) return 0;
      return keyspace.run("hdel", [key, field]) ?? 0;
    },
  },
  {
    // rate-limiter-flexible: points, then s.
    has: "local consumed = redis.call('incrby', KEYS[1], ARGV[1])",
    run(keyspace, key, [points = "", seconds = ""]) {
      if (Number(seconds) > 0) keyspace.run("set", [key, "0", "ex", seconds, "nx"]);
      const consumed = keyspace.run("incrby", [key, points]) ?? 0;
      let life = keyspace.run("pttl", [key]) ?? -2;
      if (life === -1 && Number(seconds) > 0) {
        keyspace.run("expire", [key, seconds]);
        life = 1000 * Number(seconds);
      }
      return [consumed, life];
    },
  },
];

/** Returns the process that has listed a room; `undefined`: none has. */
function processOf(keyspace: Keyspace, key: string, field: string): string | undefined {
  const listed = keyspace.run("hget", [key, field]);
  return typeof listed === "string" ? JSON.parse(listed).processId : undefined;
}

interface Client {
  readonly socket: Socket;
  readonly topics: Set<string>;
  /** The commands of an open `MULTI`; `null`: there is none. */
  queued: (readonly string[])[] | null;
}

/** Redis as far as the servers use it, over its own protocol. What it holds ends with it, as in a Redis without a disk. */
export class RedisModel {
  readonly #keyspace: Keyspace;
  readonly #server: Server;
  readonly #clients = new Set<Client>();
  readonly #scripts = new Map<string, KnownScript>();

  /** @param now ms, for keys that expire */
  constructor(now: () => number) {
    this.#keyspace = new Keyspace(now);
    this.#server = createServer((socket) => this.#accept(socket));
  }

  /** Listens. Resolves with the port. @param port 0: any free one */
  async listen(port: number): Promise<number> {
    this.#server.listen(port);
    await once(this.#server, "listening");
    return (this.#server.address() as AddressInfo).port;
  }

  #accept(socket: Socket): void {
    const client: Client = { socket, topics: new Set(), queued: null };
    const parser = new CommandParser((command) => this.#answer(client, command));
    this.#clients.add(client);
    socket.on("data", (chunk: Buffer) => parser.read(chunk));
    socket.on("error", () => {});
    socket.on("end", () => socket.end());
    socket.on("close", () => this.#clients.delete(client));
  }

  #answer(client: Client, [word = "", ...args]: readonly string[]): void {
    const name = word.toLowerCase();
    if (client.queued && name !== "exec" && name !== "discard") {
      client.queued.push([name, ...args]);
      send(client, "+QUEUED");
      return;
    }
    const reply = this.#run(client, name, args);
    if (reply !== null) send(client, reply);
  }

  /** Runs a command. Returns `null` if it has sent its answers. */
  #run(client: Client, name: string, args: readonly string[]): Reply | null {
    switch (name) {
      case "ping":
        return client.topics.size > 0 ? ["pong", args[0] ?? ""] : (args[0] ?? "+PONG");
      case "info":
        return "# Server\r\nredis_version:7.0.0\r\nloading:0\r\n";
      case "client":
      case "select":
        return "+OK";
      case "quit":
        send(client, "+OK");
        client.socket.end();
        return null;
      case "subscribe":
      case "unsubscribe":
        return this.#changeTopics(client, name, args);
      case "publish":
        return this.#publish(args[0] ?? "", args[1] ?? "");
      case "pubsub":
        return this.#describeTopics(args);
      case "multi":
        client.queued = [];
        return "+OK";
      case "exec": {
        const queued = client.queued ?? [];
        client.queued = null;
        return queued.map(([each = "", ...rest]) => this.#keyspace.run(each, rest) ?? undefined);
      }
      case "eval":
      case "evalsha":
        return this.#runScript(name, args);
      default: {
        const reply = this.#keyspace.run(name, args);
        return reply === null ? new Error(`ERR unknown command '${name}'`) : reply;
      }
    }
  }

  #runScript(name: string, [script = "", , key = "", ...args]: readonly string[]): Reply {
    const known =
      name === "evalsha" ? this.#scripts.get(script) : SCRIPTS.find(({ has }) => script.includes(has));
    if (!known) return new Error(name === "evalsha" ? "NOSCRIPT No matching script." : "ERR unknown script");
    if (name === "eval") this.#scripts.set(shaOf(script), known);
    return known.run(this.#keyspace, key, args);
  }

  #changeTopics(client: Client, name: string, topics: readonly string[]): null {
    for (const topic of topics) {
      if (name === "subscribe") client.topics.add(topic);
      else client.topics.delete(topic);
      send(client, [name, topic, client.topics.size]);
    }
    return null;
  }

  #publish(topic: string, message: string): number {
    const heard = [...this.#clients].filter(({ topics }) => topics.has(topic));
    for (const each of heard) send(each, ["message", topic, message]);
    return heard.length;
  }

  #describeTopics([what = "", ...args]: readonly string[]): Reply {
    const all = [...this.#clients].flatMap(({ topics }) => [...topics]);
    if (what.toLowerCase() === "numsub") {
      return args.flatMap((topic) => [topic, all.filter((each) => each === topic).length]);
    }
    const pattern = args[0] ?? "*";
    const expression = new RegExp(`^${pattern.split("*").map(escapeText).join(".*")}$`);
    return [...new Set(all)].filter((topic) => expression.test(topic));
  }
}

/** Escapes what means something in a regular expression. */
function escapeText(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function send({ socket }: Client, reply: Reply): void {
  if (socket.writable) socket.write(format(reply));
}

/** Text that begins with `+` is a simple string: no value of ours does. */
function format(reply: Reply): string {
  if (reply === undefined) return "$-1\r\n";
  if (reply instanceof Error) return `-${reply.message}\r\n`;
  if (typeof reply === "number") return `:${reply}\r\n`;
  if (typeof reply !== "string") return `*${reply.length}\r\n${reply.map(format).join("")}`;
  return /^\+(?:OK|PONG|QUEUED)$/.test(reply)
    ? `${reply}\r\n`
    : `$${Buffer.byteLength(reply)}\r\n${reply}\r\n`;
}

/** Parses commands as clients send them: arrays of bulk strings. */
class CommandParser {
  readonly #onCommand: (command: readonly string[]) => void;
  #bytes = Buffer.alloc(0);

  constructor(onCommand: (command: readonly string[]) => void) {
    this.#onCommand = onCommand;
  }

  read(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    for (let command = this.#take(); command !== null; command = this.#take()) this.#onCommand(command);
  }

  #take(): readonly string[] | null {
    let at = 0;
    const line = () => {
      const end = this.#bytes.indexOf("\r\n", at);
      if (end < 0) return null;
      const text = this.#bytes.toString("latin1", at + 1, end);
      at = end + 2;
      return Number(text);
    };
    const count = line();
    if (count === null) return null;
    const words: string[] = [];
    while (words.length < count) {
      const length = line();
      if (length === null || this.#bytes.length < at + length + 2) return null;
      words.push(this.#bytes.toString("utf8", at, at + length));
      at += length + 2;
    }
    this.#bytes = this.#bytes.subarray(at);
    return words;
  }
}
