import type { Writable } from "node:stream";
import { readChatText } from "@flower-war/protocol/server";
import { MATCH_REQUESTS } from "@flower-war/protocol/schemas";
import { pack, unpack } from "msgpackr";
import * as ws from "ws";
import { parse } from "../../../../server/src/wire/requests.ts";
import { frame, OPCODE } from "../../bytes/websocket.ts";
import { LONG_NAMES } from "../../rows/http.ts";
import { body, type Format, MOST_BYTES } from "./format.ts";
import { filter, shownName } from "./names.ts";

/** Lines that did, as far as a message has room for them. */
const LINES = LONG_NAMES.map((text) => ({ id: "s-1", text: text.slice(-800), name: text.slice(-900) }));

/** The payload of a room's request, which comes as MessagePack over a WebSocket and as JSON over HTTP. */
function payload(
  type: keyof typeof MATCH_REQUESTS,
  seeds: readonly unknown[],
  use: (read: never) => unknown = () => {},
) {
  const format = MATCH_REQUESTS[type].payload;
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

const say = (line: { readonly text: string; readonly name?: string }): void => {
  if (line.name !== undefined) shownName(line);
  const { text } = readChatText(line.text);
  if (text !== undefined) filter.mask(text);
};

/** Requests of clients in a match. */
export const ROOMS: readonly Format[] = [
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

export const FRAMES: Format = {
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
