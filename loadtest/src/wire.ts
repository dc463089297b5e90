/**
 * Colyseus' frames, as in docs/protocol.md, "Frames". This file needs no particular runtime: it is bundled for k6 and
 * loaded by Node.
 */
import { Decoder, decode, encode, type Iterator, Reflection, type Schema } from "@colyseus/schema";
import { Packr } from "msgpackr";

const CODE = { join: 10, leave: 12, message: 13, state: 14, patch: 15, request: 21, answer: 22 } as const;

/** The frame that answers `joined`. */
export const JOINED = Uint8Array.of(CODE.join);
/** The frame that requests to leave. */
export const LEAVE = Uint8Array.of(CODE.leave);

const packr = new Packr({ useRecords: false });

/** Decodes a room's state: the frame `joined` contains what it needs, `state` and `patch` are its input. */
export type StateDecoder = Decoder;

/** The kind of a frame from the server, by its first byte. */
export const FRAME_KINDS: { readonly [firstByte: number]: Frame["kind"] } = {
  [CODE.join]: "joined",
  [CODE.message]: "message",
  [CODE.state]: "state",
  [CODE.patch]: "patch",
  [CODE.answer]: "answer",
};

/** The answer to the request with this id. If it was refused, the payload is a `RefusalBody`. */
export interface Answer {
  readonly kind: "answer";
  readonly id: number;
  readonly refused: boolean;
  readonly payload: unknown;
}

/** A frame from the server. */
export type Frame =
  | { readonly kind: "joined"; readonly decoder: StateDecoder }
  /** The whole state, or a patch of it, in `bytes` at `from`. */
  | { readonly kind: "state" | "patch"; readonly bytes: Uint8Array; readonly from: Iterator }
  | { readonly kind: "message"; readonly type: string; readonly payload: unknown }
  | Answer
  | { readonly kind: "other" };

/** Parses a frame from the server. */
export function parseFrame(bytes: Uint8Array): Frame {
  const at: Iterator = { offset: 1 };
  switch (bytes[0]) {
    case CODE.join:
      return { kind: "joined", decoder: readDecoder(bytes, at) };
    case CODE.state:
      return { kind: "state", bytes, from: at };
    case CODE.patch:
      return { kind: "patch", bytes, from: at };
    case CODE.message:
      return { kind: "message", type: decode.string(bytes, at), payload: readPayload(bytes, at) };
    case CODE.answer: {
      const id = decode.number(bytes, at);
      const refused = bytes[at.offset++] !== 0;
      return { kind: "answer", id, refused, payload: readPayload(bytes, at) };
    }
    default:
      return { kind: "other" };
  }
}

/** Formats a request. The answer will have the same id. */
export function formatRequest(id: number, type: string, payload: object): Uint8Array {
  return format(CODE.request, payload, (head, at) => {
    encode.number(head, id, at);
    encode.string(head, type, at);
  });
}

/** Formats the answer to a request, as a server does. */
export function formatAnswer(id: number, payload: object): Uint8Array {
  return format(CODE.answer, payload, (head, at) => {
    encode.number(head, id, at);
    head[at.offset++] = 0;
  });
}

/** Bytes of the longest head: code, id and type. */
const HEAD = 64;

function format(code: number, payload: object, writeHead: (head: Uint8Array, at: Iterator) => void) {
  const head = new Uint8Array(HEAD);
  head[0] = code;
  const at: Iterator = { offset: 1 };
  writeHead(head, at);
  const body = packr.pack(payload);
  const frame = new Uint8Array(at.offset + body.length);
  frame.set(head.subarray(0, at.offset));
  frame.set(body, at.offset);
  return frame;
}

/** Reads the description of the state's classes. It follows the reconnection token, the serializer's name and its own length. */
function readDecoder(bytes: Uint8Array, at: Iterator): StateDecoder {
  for (let skipped = 0; skipped < 2; skipped++) at.offset += 1 + (bytes[at.offset] ?? 0);
  const length = decode.number(bytes, at);
  const description = bytes.subarray(at.offset, at.offset + length);
  const key = String.fromCharCode(...description);
  const known = stateClasses.get(key);
  if (known !== undefined) return new Decoder(new known());
  const decoder = Reflection.decode(description, { offset: 0 });
  stateClasses.set(key, decoder.state.constructor as new () => Schema);
  return decoder;
}

/** The state classes by their descriptions: the connections of one game share them. */
const stateClasses = new Map<string, new () => Schema>();

function readPayload(bytes: Uint8Array, { offset }: Iterator): unknown {
  return offset < bytes.length ? packr.unpack(bytes.subarray(offset)) : undefined;
}
