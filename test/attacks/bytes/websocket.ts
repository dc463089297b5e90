/** Frames of RFC 6455 as no well-behaved client sends them. */
import { formatRequest } from "../../../loadtest/src/wire.ts";

export const OPCODE = {
  continuation: 0,
  text: 1,
  binary: 2,
  reserved: 3,
  close: 8,
  ping: 9,
  pong: 10,
} as const;

/** The first byte of a room's message that says "joined", and that of a message without an answer. */
const JOINED = 10;
const SENT = 13;

export interface FrameFields {
  readonly opcode: number;
  readonly payload?: Uint8Array;
  /** Default true. */
  readonly isFinal?: boolean;
  /** Default true, as of every client. */
  readonly isMasked?: boolean;
  /** The reserved bits, 0 to 7; 4 says that the payload is compressed. */
  readonly reserved?: number;
  /** The length that the header announces, if it is another than the payload's. */
  readonly announced?: bigint;
}

/** Formats one frame. */
export function frame(fields: FrameFields): Buffer {
  const { opcode, payload = Buffer.alloc(0), isFinal = true, isMasked = true, reserved = 0 } = fields;
  const length = fields.announced ?? BigInt(payload.length);
  const first = (isFinal ? 0x80 : 0) | (reserved << 4) | opcode;
  const maskBit = isMasked ? 0x80 : 0;
  const head = Buffer.alloc(14);
  head[0] = first;
  let size = 2;
  if (length < 126n) head[1] = maskBit | Number(length);
  else if (length < 65_536n) {
    head[1] = maskBit | 126;
    size = head.writeUInt16BE(Number(length), 2);
  } else {
    head[1] = maskBit | 127;
    size = head.writeBigUInt64BE(length, 2);
  }
  // The mask is 0: the payload stays as it is.
  return Buffer.concat([head.subarray(0, size + (isMasked ? 4 : 0)), payload]);
}

/** Formats the answer to "joined". */
export function joinedFrame(): Buffer {
  return frame({ opcode: OPCODE.binary, payload: Buffer.of(JOINED) });
}

/** Formats a request of a room. @param id as docs/protocol.md, "Frames" */
export function requestFrame(id: number, type: string, payload: object): Buffer {
  return frame({ opcode: OPCODE.binary, payload: formatRequest(id, type, payload) });
}

/** Formats a room's message without an answer, which no client of ours sends. */
export function messageFrame(type: string): Buffer {
  return frame({
    opcode: OPCODE.binary,
    payload: Buffer.from([SENT, 0xa0 | type.length, ...Buffer.from(type)]),
  });
}

/** Formats the request that opens a WebSocket. @param path with its query */
export function upgrade(path: string, headers: Readonly<Record<string, string>> = {}): Buffer {
  const all = {
    host: "attacked.example",
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1");
}
