import type { Attack, Gets, Opening, Targets, Traffic } from "../attack.ts";
import { many } from "../bytes/http.ts";
import { frame, messageFrame, OPCODE, requestFrame, upgrade } from "../bytes/websocket.ts";

/** Watches the seated table: the nearest that a stranger comes to it. */
const watch = ({ match }: Targets): Opening => {
  return { reserve: `/api/matches/${match}/seats`, body: { spectate: true } };
};
/** Sits down at a table of their own, with a bot. */
const SEATED: Opening = {
  reserve: "/api/matches",
  body: { game: "tieqchieq", name: "Mazatl", seats: 2, bots: 1 },
};
const LOBBY: Opening = { reserve: "/api/lobby", body: {} };

/** Is destroyed within a second. */
const CUT: Gets = { cutWithin: 1_000 };
/** Breaks the protocol of WebSockets, and is destroyed within a second with this code. */
const broken = (...closes: number[]): Gets => ({ cutWithin: 1_000, closes });
/** Gets a close code, and is destroyed within a second: it has half of one to close as well. What it sends until then is not handled. */
const CLOSED: Gets = { ...CUT, isClosed: true, closes: [4002] };
/** May stay: it does nothing that a client may not. */
const STAYS: Gets = { cutWithin: null };

const binary = (bytes: number): Buffer =>
  frame({ opcode: OPCODE.binary, payload: Buffer.alloc(bytes, 0x15) });
const requests = (type: string, payload: (i: number) => object): Buffer[] =>
  many(1000, (i) => requestFrame(i + 1, type, payload(i)));

/** Four sockets of spectators that send 20,000 units a second each, if the host reads them, and come back 100 ms after they were cut. */
const flood =
  (...units: Buffer[]) =>
  (targets: Targets): Traffic => ({
    sockets: 4,
    opening: watch(targets),
    units,
    rate: 20_000,
    again: 100,
  });
/** As `flood`, once: what it sends ends the connection. */
const once =
  (unit: Buffer, sockets = 20) =>
  (targets: Targets): Traffic => ({
    sockets,
    opening: watch(targets),
    units: [unit],
    rate: 200,
    again: 200,
  });
/** Spectators that keep to a rate. */
const paced =
  (sockets: number, rate: number, units: Buffer[], more: Partial<Traffic> = {}) =>
  (targets: Targets): Traffic => ({ sockets, opening: watch(targets), units, rate, ...more });

const TIME = requests("time", () => ({}));

/** WebSockets that any client can open, and what they send. */
export const WEBSOCKET_ATTACKS: readonly Attack[] = [
  {
    name: "flood of requests",
    over: "WebSocket",
    ways: ["direct", "IPv6", "entrance"],
    ci: ["direct", "IPv6"],
    traffic: flood(...TIME),
    gets: CUT,
  },
  {
    name: "flood of unsolicited pongs",
    over: "WebSocket",
    ways: ["direct", "IPv6", "entrance"],
    ci: ["direct", "entrance"],
    traffic: flood(frame({ opcode: OPCODE.pong })),
    gets: CUT,
  },
  {
    name: "flood of pings",
    over: "WebSocket",
    ways: ["direct", "entrance"],
    ci: ["direct"],
    traffic: flood(frame({ opcode: OPCODE.ping, payload: Buffer.alloc(125) })),
    gets: CUT,
  },
  {
    name: "messages of 4 KB, on and on after the close with 4008",
    over: "WebSocket",
    ways: ["direct", "IPv6"],
    ci: ["direct"],
    traffic: (targets) => ({ ...flood(binary(4_000))(targets), rate: 1_500 }),
    gets: { ...CUT, closes: [4002, 4008] },
  },
  {
    name: "flood of empty frames",
    over: "WebSocket",
    ways: ["direct", "entrance"],
    traffic: flood(frame({ opcode: OPCODE.binary })),
    gets: CUT,
  },
  {
    name: "flood of empty texts",
    over: "WebSocket",
    ways: ["direct"],
    traffic: flood(frame({ opcode: OPCODE.text })),
    gets: CUT,
  },
  {
    name: "a message in fragments without an end",
    over: "WebSocket",
    ways: ["direct"],
    ci: ["direct"],
    traffic: (targets) => ({
      ...flood(
        frame({ opcode: OPCODE.binary, isFinal: false }),
        ...many(100_000, () => frame({ opcode: OPCODE.continuation, isFinal: false })),
      )(targets),
      isSequence: true,
    }),
    gets: CUT,
  },
  {
    name: "fragments that make a message of more than 4,096 bytes",
    over: "WebSocket",
    ways: ["direct"],
    traffic: once(
      Buffer.concat([
        frame({ opcode: OPCODE.binary, isFinal: false, payload: Buffer.alloc(4_000) }),
        frame({ opcode: OPCODE.continuation, payload: Buffer.alloc(4_000) }),
      ]),
    ),
    gets: broken(1009, 4008),
  },
  {
    name: "continuations of no message",
    over: "WebSocket",
    ways: ["direct"],
    traffic: once(frame({ opcode: OPCODE.continuation })),
    gets: broken(1002),
  },
  {
    name: "frames without a mask",
    over: "WebSocket",
    ways: ["direct"],
    traffic: once(frame({ opcode: OPCODE.binary, isMasked: false })),
    gets: broken(1002),
  },
  {
    name: "a header that announces 2^62 bytes",
    over: "WebSocket",
    ways: ["direct", "entrance"],
    traffic: once(frame({ opcode: OPCODE.binary, announced: 2n ** 62n })),
    gets: broken(1009),
  },
  {
    name: "a header that announces 1 GB, which follows",
    over: "WebSocket",
    ways: ["direct"],
    traffic: (targets) => ({
      sockets: 4,
      isSequence: true,
      opening: watch(targets),
      units: [
        frame({ opcode: OPCODE.binary, announced: 2n ** 30n }),
        ...many(100_000, () => Buffer.alloc(4_096)),
      ],
      rate: 2_500,
      again: 100,
    }),
    gets: broken(1009, 4008),
  },
  {
    name: "texts that are no UTF-8",
    over: "WebSocket",
    ways: ["direct"],
    traffic: once(frame({ opcode: OPCODE.text, payload: Buffer.of(0xc3, 0x28, 0xff) })),
    gets: broken(1007),
  },
  {
    name: "frames that say they are compressed",
    over: "WebSocket",
    ways: ["direct"],
    traffic: once(frame({ opcode: OPCODE.binary, reserved: 4, payload: Buffer.alloc(100) })),
    gets: broken(1002),
  },
  {
    name: "frames of a reserved kind",
    over: "WebSocket",
    ways: ["direct"],
    traffic: once(frame({ opcode: OPCODE.reserved })),
    gets: broken(1002),
  },
  {
    name: "pings of 126 bytes",
    over: "WebSocket",
    ways: ["direct"],
    traffic: once(frame({ opcode: OPCODE.ping, payload: Buffer.alloc(126) })),
    gets: broken(1002),
  },
  {
    name: "a close, and frames after it",
    over: "WebSocket",
    ways: ["direct"],
    traffic: (targets) => ({
      ...flood(frame({ opcode: OPCODE.close, payload: Buffer.of(0x03, 0xe8) }), ...TIME)(targets),
      isSequence: true,
      again: 300,
    }),
    gets: { cutWithin: 1_000, closes: [1000, 4008] },
  },
  {
    name: "frames byte by byte, 50 ms apart",
    over: "WebSocket",
    ways: ["direct", "entrance"],
    traffic: paced(40, 20, [binary(2_000)], { bytesAtATime: 1 }),
    gets: STAYS,
  },
  {
    name: "reads nothing, and asks for the log",
    over: "WebSocket",
    ways: ["direct"],
    traffic: paced(
      20,
      18,
      requests("log", () => ({ after: 0 })),
      { reads: false },
    ),
    gets: STAYS,
    memory: 96,
  },
  {
    name: "requests of a type that is none",
    over: "WebSocket",
    ways: ["direct"],
    ci: ["direct"],
    traffic: flood(...requests("steal", (i) => ({ seat: i }))),
    gets: CUT,
  },
  {
    name: "messages of a type that is none",
    over: "WebSocket",
    ways: ["direct"],
    traffic: once(messageFrame("steal"), 10),
    gets: CLOSED,
  },
  {
    name: "bytes that are no message of a room",
    over: "WebSocket",
    ways: ["direct", "entrance"],
    ci: ["direct"],
    traffic: flood(...many(256, (i) => frame({ opcode: OPCODE.binary, payload: Buffer.alloc(40, i) }))),
    gets: { ...CUT, closes: [4000, 4002, 4008] },
  },
  {
    name: "asks for the log as often as it may, on 20 sockets",
    over: "WebSocket",
    ways: ["direct", "entrance"],
    traffic: paced(
      20,
      18,
      requests("log", () => ({ after: 0 })),
    ),
    gets: STAYS,
  },
  {
    name: "asks for the chat as often as it may, on 20 sockets",
    over: "WebSocket",
    ways: ["direct"],
    traffic: paced(
      20,
      18,
      requests("chat", () => ({ after: 0 })),
    ),
    gets: STAYS,
  },
  {
    name: "talks as fast as it can",
    over: "WebSocket",
    ways: ["direct"],
    traffic: paced(
      20,
      18,
      requests("say", (i) => ({ id: `line-${i}`, text: "\u0301x".repeat(90), name: "Xoco" })),
    ),
    gets: STAYS,
  },
  {
    name: "talks under names that take long to read",
    over: "WebSocket",
    ways: ["direct"],
    ci: ["direct"],
    traffic: paced(
      4,
      15,
      requests("say", (i) => ({
        id: `line-${i}`,
        text: "👨\u200d".repeat(200),
        name: `${" ".repeat(2_400)}界`,
      })),
    ),
    gets: STAYS,
  },
  {
    name: "commands that are not its seat's to give",
    over: "WebSocket",
    ways: ["direct"],
    traffic: () => ({
      sockets: 3,
      opening: SEATED,
      units: requests("command", (i) => ({
        id: `c-${i}`,
        command: { type: "move", piece: i, to: "__proto__" },
      })),
      rate: 18,
    }),
    gets: STAYS,
  },
  {
    name: "a flood from a seat of its own",
    over: "WebSocket",
    ways: ["direct"],
    traffic: () => ({ sockets: 3, opening: SEATED, units: requests("legal", () => ({})), rate: 1_000 }),
    gets: CUT,
  },
  {
    name: "comes and goes, 100 times a second",
    over: "WebSocket",
    ways: ["direct"],
    traffic: (targets) => ({
      sockets: 20,
      opening: watch(targets),
      units: [],
      rate: 0,
      closesAfter: 50,
      again: 10,
      opens: 100,
    }),
    gets: { ...STAYS, statuses: [429, 503] },
  },
  {
    name: "rooms that are none, 200 times a second",
    over: "WebSocket",
    ways: ["direct", "entrance"],
    traffic: () => ({
      sockets: 50,
      opening: { upgrade: "/nobody/nowhere?sessionId=none" },
      units: [binary(10)],
      rate: 20,
      again: 10,
      opens: 200,
    }),
    gets: CLOSED,
  },
  {
    name: "guesses of session ids for the seated table's room",
    over: "WebSocket",
    ways: ["direct"],
    ci: ["direct"],
    traffic: ({ room }) => ({
      sockets: 50,
      opening: { upgrade: `${room}?sessionId=AAAAAAAAA` },
      units: [binary(10)],
      rate: 20,
      again: 10,
      opens: 200,
    }),
    gets: CLOSED,
  },
  {
    name: "connects and goes, 500 times a second",
    over: "WebSocket",
    ways: ["direct", "IPv6", "entrance"],
    traffic: () => ({ sockets: 100, units: [], rate: 0, closesAfter: 1, again: 1, opens: 500 }),
    gets: STAYS,
  },
  {
    name: "2,000 sockets that send nothing",
    over: "WebSocket",
    ways: ["direct", "IPv6", "entrance"],
    ci: ["direct"],
    traffic: () => ({ sockets: 2_000, units: [], rate: 0, opens: 1_000 }),
    gets: STAYS,
  },
  {
    name: "500 upgrades that do not end",
    over: "WebSocket",
    ways: ["direct", "entrance"],
    traffic: () => ({
      sockets: 500,
      isSequence: true,
      units: [upgrade("/a/b?sessionId=c").subarray(0, -2), Buffer.from("x-more: y\r\n")],
      rate: 2,
    }),
    gets: { ...STAYS, statuses: [408, 429, 400] },
  },
  {
    name: "upgrades with a wrong key and version",
    over: "WebSocket",
    ways: ["direct"],
    traffic: () => ({
      sockets: 20,
      units: [upgrade("/a/b?sessionId=c", { "sec-websocket-version": "7", "sec-websocket-key": "x" })],
      rate: 50,
      again: 20,
    }),
    gets: CUT,
  },
  {
    name: "upgrades with a path of 8 KB",
    over: "WebSocket",
    ways: ["direct"],
    traffic: () => ({
      sockets: 20,
      units: [upgrade(`/a/b?sessionId=${"c".repeat(8_000)}`)],
      rate: 50,
      again: 20,
    }),
    gets: { cutWithin: null },
  },
  {
    name: "2,000 spectators from one address",
    over: "WebSocket",
    ways: ["direct", "IPv6", "entrance"],
    ci: ["direct"],
    traffic: (targets) => ({ sockets: 2_000, opening: watch(targets), units: [], rate: 0, opens: 800 }),
    gets: { ...STAYS, open: 50, statuses: [0, 409, 429, 503] },
  },
  {
    name: "2,000 spectators from 2,000 addresses",
    over: "WebSocket",
    ways: ["direct"],
    traffic: (targets) => ({
      sockets: 2_000,
      opening: watch(targets),
      units: [],
      rate: 0,
      opens: 800,
      addresses: 2_000,
    }),
    gets: { ...STAYS, open: 500, statuses: [0, 409, 429, 503] },
  },
  {
    name: "300 watchers of lists without other watchers",
    over: "WebSocket",
    ways: ["direct"],
    traffic: () => ({
      sockets: 300,
      opening: { reserve: "/api/lobby", body: { game: "tieqchieq", free: 2, status: "gathering" } },
      units: [],
      rate: 0,
      opens: 300,
    }),
    gets: { ...STAYS, statuses: [429, 503, 0] },
  },
  {
    name: "500 watchers of the lobby",
    over: "WebSocket",
    ways: ["direct"],
    traffic: () => ({ sockets: 500, opening: LOBBY, units: [], rate: 0, opens: 500 }),
    gets: { ...STAYS, statuses: [429, 503, 0] },
  },
  {
    name: "a flood in the lobby",
    over: "WebSocket",
    ways: ["direct"],
    traffic: () => ({ sockets: 4, opening: LOBBY, units: TIME, rate: 2_500, again: 100 }),
    gets: CUT,
  },
];
