/** Everything that strangers send over HTTP, WebSocket and MQTT, and how the project reads it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { stringify as formatQuery, parse as parseQuery } from "node:querystring";
import {
  parseAct,
  parseAck,
  parseBead,
  parseBridgeNotice,
  parseCmd,
  parseDisplay,
  parseState,
} from "@flower-war/protocol/temple";
import { verifyRecord } from "@flower-war/rules";
import type { Request } from "express";
import mqtt from "mqtt-packet";
import { pack, unpack } from "msgpackr";
import proxyaddr from "proxy-addr";
import * as ws from "ws";
import type { z } from "zod";
import { readChatText } from "@flower-war/protocol";
import { GAMES } from "../../../server/src/games/index.ts";
import { bearerOf } from "../../../server/src/http/bearer.ts";
import { parseBody } from "../../../server/src/http/body.ts";
import * as bodies from "../../../server/src/http/formats.ts";
import { parseLobbyRequest } from "../../../server/src/http/lobby-request.ts";
import { parseMatchSettings } from "../../../server/src/http/match-settings.ts";
import { REQUEST_FORMATS } from "../../../server/src/match/request-formats.ts";
import { Tokens } from "../../../server/src/match/seats/tokens.ts";
import { distinctName } from "../../../server/src/names/distinct-name.ts";
import { requireName } from "../../../server/src/names/name-rules.ts";
import { openWordFilter } from "../../../server/src/names/word-filter.ts";
import { systemTime } from "../../../server/src/time.ts";
import { Origins } from "../../../server/src/wire/origins.ts";
import { parse } from "../../../server/src/wire/requests.ts";
import { ROOT } from "../../support/root.ts";
import { frame, OPCODE } from "../bytes/websocket.ts";
import { connectPacket, publishPacket, subscribePacket } from "../bytes/mqtt.ts";
import { LONG_NAMES } from "../rows/http.ts";

/** The most bytes of a message, of the body of a request and of an MQTT packet; a request's head has 8 KB. */
export const MOST_BYTES = 4096;

/** A way in for strangers' bytes. */
export interface Format {
  readonly name: string;
  /** What honest clients send, and what was found once, before it is written as bytes. */
  readonly seeds: readonly unknown[];
  /** Writes a value as bytes. */
  readonly write: (value: unknown) => Uint8Array;
  /** Reads bytes as the project does, until it knows what they ask for. It may throw. */
  readonly read: (bytes: Buffer) => unknown;
  /** ms that reading may take. Default 2. */
  readonly most?: number;
}

const filter = openWordFilter({ words: ["tonto", "pendejo"], allowed: ["Scunthorpe"] });
const tokens = new Tokens(systemTime, "a secret of at least 16 characters");
const TOKEN = tokens.sign({ match: "MatchOfATest", seat: "east", holder: "aaaaaaaaaaaaaaaa" });
const SEATED = ["Citlali", "Nezahual", "Izel", "Tenoch", "Xóchitl"];

/** Requests under each name that took long to read once. */
const named = (request: object): object[] => LONG_NAMES.map((name) => ({ ...request, name }));
/** Lines that did, as far as a message has room for them. */
const LINES = LONG_NAMES.map((text) => ({ id: "s-1", text: text.slice(-800), name: text.slice(-900) }));

const asJson = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value) ?? "");
const asText = (value: unknown): Uint8Array => Buffer.from(typeof value === "string" ? value : asJson(value));

/** A body as a route reads it. */
function body<P>(
  name: string,
  format: z.ZodType<P>,
  seeds: readonly unknown[],
  use: (read: P) => unknown = () => {},
) {
  const read = (bytes: Buffer) => use(parseBody(format, { body: bytes.toString() } as Request));
  return { name: `HTTP body: ${name}`, seeds, write: asJson, read };
}

function query<P>(name: string, format: z.ZodType<P>, seeds: readonly object[]): Format {
  return {
    name: `HTTP query: ${name}`,
    seeds,
    write: (value) => Buffer.from(formatQuery(Object(value) as Record<string, string>)),
    read: (bytes) => parse(format, parseQuery(bytes.toString("latin1"))),
  };
}

/** The payload of a room's request, which comes as MessagePack over a WebSocket and as JSON over HTTP. */
function payload(
  type: keyof typeof REQUEST_FORMATS,
  seeds: readonly unknown[],
  use: (read: never) => unknown = () => {},
) {
  const format = REQUEST_FORMATS[type] as z.ZodType;
  return [
    {
      name: `WebSocket: ${type}`,
      seeds,
      write: (value: unknown) => pack(value),
      read: (bytes: Buffer) => use(parse(format, unpack(bytes)) as never),
    },
    body(`POST of ${type}`, format, seeds, (read) => use(read as never)),
  ];
}

const shownName = ({ name }: { readonly name?: string | undefined }): string =>
  distinctName(requireName(name ?? "", filter), SEATED);
const say = (line: { readonly text: string; readonly name?: string }): void => {
  if (line.name !== undefined) shownName(line);
  const { text } = readChatText(line.text);
  if (text !== undefined) filter.mask(text);
};

const CREATE = {
  game: "flower-war",
  name: "Xoco",
  seats: 4,
  bots: ["easy", "skilled"],
  options: { rackSize: 4 },
  clock: { profile: "quick", turn: 20_000 },
  language: "es",
};
const PASSKEY = {
  response: { id: "x", rawId: "x", type: "public-key", response: { clientDataJSON: "eyJ0eXBlIjoiIn0" } },
};
const HTTP: readonly Format[] = [
  body("POST of matches", bodies.CREATE, [CREATE], ({ name, ...wanted }) => {
    shownName({ name });
    parseMatchSettings(GAMES, wanted);
  }),
  body(
    "POST of quick play",
    bodies.QUICK_PLAY,
    [{ game: "tieqchieq", name: "Xoco", language: "es" }, ...named({ game: "tieqchieq" })],
    shownName,
  ),
  body(
    "POST of seats",
    bodies.SEAT,
    [{ name: "Xoco", seat: "east", renew: "a".repeat(16) }, { token: TOKEN }, { own: true }, ...named({})],
    ({ name, token }) => (token === undefined ? shownName({ name }) : tokens.verify(token)),
  ),
  body("POST of players", bodies.PLAYER, [{ name: "Xoco", bot: true }, ...named({})], shownName),
  body("POST of rematch", bodies.REMATCH, [{ token: TOKEN }], ({ token }) => tokens.verify(token)),
  body("POST of sign-in", bodies.SIGN_IN, [PASSKEY, { recoveryCode: "7KQ3-M2XA-9PWT-4HJC" }]),
  body("POST of passkeys", bodies.PASSKEY, [PASSKEY]),
  body("POST of pushes", bodies.PUSH, [
    {
      subscription: {
        endpoint: "https://push.example/x",
        keys: { p256dh: "B".repeat(87), auth: "a".repeat(22) },
      },
      language: "es",
    },
  ]),
  body("POST of mail", bodies.MAIL, [{ address: "xoco@example.org", language: "es" }]),
  {
    ...body("POST of lobby", bodies.LOBBY, [{ game: "flower-war", preset: "classic", free: 1, page: 2 }]),
    read: (bytes) => parseLobbyRequest(GAMES, JSON.parse(bytes.toString())),
  },
  query("lobby", bodies.LOBBY, [{ game: "flower-war", free: "1", temple: "true", page: "2" }]),
  query("history", bodies.HISTORY, [{ before: "1800000000000-abc", limit: "20" }]),
  query("leaderboard", bodies.LEADERBOARD, [{ game: "flower-war", page: "2" }]),
  query("games", bodies.GAMES, [{ words: "es" }]),
  query("entries after", bodies.AFTER, [{ after: "12" }]),
  {
    name: "HTTP headers: Authorization, Origin, X-Forwarded-For",
    seeds: [`Bearer ${TOKEN}`, "https://play.example", "203.0.113.7, 2001:db8::1"],
    write: asText,
    read(bytes) {
      const text = bytes.toString("latin1");
      bearerOf({ get: () => text } as unknown as Request);
      new Origins(["https://play.example"], null).allow({ headers: { origin: text, host: "play.example" } });
      const request = { headers: { "x-forwarded-for": text }, socket: { remoteAddress: "127.0.0.1" } };
      proxyaddr(request as unknown as Request, proxyaddr.compile(["loopback"]));
    },
  },
];

const ROOMS: readonly Format[] = [
  // What a command means the rules say, as they do of those in a record.
  ...payload("command", [{ id: "c-1", command: { type: "move", dice: [1, 2], space: 3 } }]),
  ...payload("say", [{ id: "s-1", text: "¡Bravo!", name: "Xoco" }, ...LINES], say),
  ...payload("react", [{ id: "s-2", reaction: "bravo", name: "Xoco" }], shownName),
  ...payload("witness", [{ n: 4, head: "a".repeat(64), signature: "b".repeat(128) }]),
  ...payload("nonce", [{ nonce: "a1b2c3" }]),
  ...payload("seal", [{ seal: "a".repeat(64), key: "b".repeat(64) }]),
  ...payload("challenge", [{ seat: "north", bot: "Ahuizotl" }]),
  ...payload("report", [{ seat: "north", reason: "other", text: "…" }]),
  ...payload("pair-temple", [{ code: "4F7K" }]),
  ...payload("log", [{ after: 0 }]),
];

/** The types of `ws` leave it out. */
const { Receiver } = ws as unknown as {
  readonly Receiver: new (options: { isServer: boolean; maxPayload: number }) => Writable;
};

const FRAMES: Format = {
  name: "WebSocket frames",
  seeds: [
    frame({ opcode: OPCODE.binary, payload: Buffer.from("roll") }),
    frame({ opcode: OPCODE.ping, payload: Buffer.alloc(20) }),
  ].map((bytes) => bytes.toString("latin1")),
  write: (value) => Buffer.from(String(value), "latin1"),
  read(bytes) {
    const receiver = new Receiver({ isServer: true, maxPayload: MOST_BYTES });
    receiver.on("error", () => {});
    receiver.write(bytes);
    receiver.destroy();
  },
};

const COUNTING = { v: 1, boot: "b1b1b1b1", epoch: "e1e1e1e1", seq: 1, count: { h: 2, t: 0 }, mark: "M.7" };
const TEMPLE = { ...COUNTING, base: { h: 0, t: 0 }, up: 1_000 };

const MQTT: readonly Format[] = [
  {
    name: "MQTT packets",
    seeds: [
      connectPacket({ clientId: "templo-1", username: "templo-1", password: "secret" }),
      publishPacket("templo/v1/templo-1/up/bead", Buffer.from("{}"), { qos: 1, id: 7 }),
      subscribePacket(7, "templo/v1/templo-1/down/#"),
    ].map((bytes) => Buffer.from(bytes).toString("latin1")),
    write: (value) => Buffer.from(String(value), "latin1"),
    read(bytes) {
      const parser = mqtt.parser();
      parser.on("error", () => {});
      parser.parse(bytes);
    },
  },
  ...(
    [
      ["up/state", parseState, { ...TEMPLE, online: true, conn: 1, level: 2, fw: "templo 1.0" }],
      ["up/bead", parseBead, { ...TEMPLE, slot: "h", n: 2, at: 1_000 }],
      ["up/act", parseAct, { v: 1, boot: "b1b1b1b1", seq: 1, act: "pair" }],
      ["down/display", parseDisplay, { v: 1, lines: ["Citlali", "2 + 1"] }],
      ["down/ack", parseAck, { v: 1, epoch: "e1e1e1e1", seq: 1 }],
      ["down/cmd", parseCmd, { v: 1, cmd: "identify" }],
      ["down/bridge", parseBridgeNotice, { v: 1, online: true }],
    ] as const
  ).map(([name, read, seed]) => ({ name: `MQTT: ${name}`, seeds: [seed], write: asJson, read })),
];

const GOLDEN = join(ROOT, "rules/test/golden");
/** The first lines of a record, and its last one, in so many bytes: it is cut off, but played. */
const beginOf = (file: string): string => {
  const lines = readFileSync(join(GOLDEN, file), "utf8").trimEnd().split("\n");
  const last = `${lines.pop()}\n`;
  let text = "";
  for (const line of lines) {
    if (text.length + line.length + last.length >= MOST_BYTES) break;
    text += `${line}\n`;
  }
  return text + last;
};

/**
 * A record is read by those who want to know whether it is true, not by the server. It is played, and signatures are checked: a true one
 * may take 3 ms.
 */
const RECORDS: Format = {
  name: "records, as flower-war verify reads them",
  seeds: readdirSync(GOLDEN).map(beginOf),
  write: asText,
  read: (bytes) => verifyRecord(bytes.toString()),
  most: 6,
};

export const FORMATS: readonly Format[] = [...HTTP, ...ROOMS, FRAMES, ...MQTT, RECORDS];
