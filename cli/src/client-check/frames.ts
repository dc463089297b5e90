import { decode, encode, type Iterator } from "@colyseus/schema";
import { Packr } from "msgpackr";

/* Colyseus' frames, as a server has them: docs/protocol.md, "Frames". */

/** The first byte of a frame. */
export const FRAME = {
  join: 10,
  error: 11,
  leave: 12,
  message: 13,
  patch: 15,
  ping: 18,
  request: 21,
  answer: 22,
  /** No server of today sends it. */
  unknown: 99,
} as const;

const packr = new Packr({ useRecords: false });

export interface SocketRequest {
  readonly id: number;
  readonly type: string;
  readonly payload: unknown;
}

/** Parses a client's frame `request`; `null`: it is none. */
export function parseRequest(frame: Uint8Array): SocketRequest | null {
  const at: Iterator = { offset: 1 };
  try {
    const id = decode.number(frame, at);
    const type = decode.string(frame, at);
    const payload: unknown = at.offset < frame.length ? packr.unpack(frame.subarray(at.offset)) : undefined;
    return Number.isSafeInteger(id) ? { id, type, payload } : null;
  } catch {
    return null;
  }
}

/** Formats the answer to a request. */
export function formatAnswer(id: number, isRefused: boolean, payload: unknown): Uint8Array {
  const head = headOf(FRAME.answer, (bytes, at) => encode.number(bytes, id, at));
  return Buffer.concat([head, Uint8Array.of(isRefused ? 1 : 0), packr.pack(payload)]);
}

export function formatMessage(type: string, payload: unknown): Uint8Array {
  const head = headOf(FRAME.message, (bytes, at) => encode.string(bytes, type, at));
  return Buffer.concat([head, packr.pack(payload)]);
}

/** Parses a message of the server; throws if the frame is none. */
export function parseMessage(frame: Uint8Array): { readonly type: string; readonly payload: unknown } {
  const at: Iterator = { offset: 1 };
  const type = decode.string(frame, at);
  return { type, payload: packr.unpack(frame.subarray(at.offset)) };
}

/** Formats what is sent to who comes with a reservation that is no longer valid. */
export function formatError(code: number, text: string): Uint8Array {
  return headOf(FRAME.error, (bytes, at) => {
    encode.number(bytes, code, at);
    encode.string(bytes, text, at);
  });
}

/** Returns a state or a patch with another string in place of one: no length around it changes, for there is none. */
export function replaceString(frame: Buffer, from: string, to: string): Buffer {
  const old = stringOf(from);
  const parts: Uint8Array[] = [];
  let start = 0;
  for (let at = frame.indexOf(old); at >= 0; at = frame.indexOf(old, start)) {
    parts.push(frame.subarray(start, at), stringOf(to));
    start = at + old.length;
  }
  return Buffer.concat([...parts, frame.subarray(start)]);
}

function stringOf(text: string): Uint8Array {
  return written(Buffer.byteLength(text) + 5, (bytes, at) => encode.string(bytes, text, at));
}

function headOf(code: number, write: (bytes: Buffer, at: Iterator) => void): Uint8Array {
  const head = written(256, write);
  return Buffer.concat([Uint8Array.of(code), head]);
}

function written(most: number, write: (bytes: Buffer, at: Iterator) => void): Uint8Array {
  const bytes = Buffer.alloc(most);
  const at: Iterator = { offset: 0 };
  write(bytes, at);
  return bytes.subarray(0, at.offset);
}
