/**
 * Colyseus' frames, as docs/protocol.md, *Frames*, tells them. It knows no runtime: the same file is bundled for k6 and
 * loaded by Node.
 */
import { Decoder, decode, encode, type Iterator, Reflection, type Schema } from "@colyseus/schema";
import { Packr } from "msgpackr";

const CODE = { join: 10, leave: 12, message: 13, state: 14, patch: 15, request: 21, answer: 22 } as const;

/** The answer to `joined`. */
export const JOINED = Uint8Array.of(CODE.join);
/** Asks to leave. */
export const LEAVE = Uint8Array.of(CODE.leave);

const packr = new Packr({ useRecords: false });

/** Decodes a room's state: `joined` brings the decoder, `state` and `patch` are for it. */
export type StateDecoder = Decoder;

/** What a frame from the server is, by its first byte. */
export const LEADS: { readonly [lead: number]: Frame["kind"] } = {
  [CODE.join]: "joined",
  [CODE.message]: "message",
  [CODE.state]: "state",
  [CODE.patch]: "patch",
  [CODE.answer]: "answer",
};

/** A frame from the server. */
export type Frame =
  | { readonly kind: "joined"; readonly decoder: StateDecoder }
  /** The whole state, or a patch of it: to be decoded from `bytes` at `from`. */
  | { readonly kind: "state" | "patch"; readonly bytes: Uint8Array; readonly from: Iterator }
  | { readonly kind: "message"; readonly type: string; readonly payload: unknown }
  | { readonly kind: "answer"; readonly id: number; readonly refused: boolean; readonly payload: unknown }
  | { readonly kind: "other" };

export function parseFrame(bytes: Uint8Array): Frame {
  const at: Iterator = { offset: 1 };
  switch (bytes[0]) {
    case CODE.join:
      return { kind: "joined", decoder: readShape(bytes, at) };
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

/** Asks for something; the answer comes with the same id. */
export function formatRequest(id: number, type: string, payload: object): Uint8Array {
  return format(CODE.request, payload, (head, at) => {
    encode.number(head, id, at);
    encode.string(head, type, at);
  });
}

/** An answer as a server writes it. */
export function formatAnswer(id: number, payload: object): Uint8Array {
  return format(CODE.answer, payload, (head, at) => {
    encode.number(head, id, at);
    head[at.offset++] = 0;
  });
}

/** Bytes that the longest head takes. */
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

/** Past a token and the serializer's name, the length of the shape, and the shape. */
function readShape(bytes: Uint8Array, at: Iterator): StateDecoder {
  for (let skipped = 0; skipped < 2; skipped++) at.offset += 1 + (bytes[at.offset] ?? 0);
  const length = decode.number(bytes, at);
  const shape = bytes.subarray(at.offset, at.offset + length);
  const key = String.fromCharCode(...shape);
  const known = shapes.get(key);
  if (known !== undefined) return new Decoder(new known());
  const decoder = Reflection.decode(shape, { offset: 0 });
  shapes.set(key, decoder.state.constructor as new () => Schema);
  return decoder;
}

/** The classes made of shapes: thousands of players of one game share them. */
const shapes = new Map<string, new () => Schema>();

function readPayload(bytes: Uint8Array, { offset }: Iterator): unknown {
  return offset < bytes.length ? packr.unpack(bytes.subarray(offset)) : undefined;
}
