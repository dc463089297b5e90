const OPCODES = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 };

export interface FrameOptions {
  /** Whether it is the last of its message. Default `true`. */
  readonly isLast?: boolean;
}

/** Builds a frame as a client sends it (RFC 6455, 5.2), with a mask of zeros. */
export function frame(
  kind: keyof typeof OPCODES,
  payload: Uint8Array = new Uint8Array(),
  { isLast = true }: FrameOptions = {},
): Buffer {
  const head = Buffer.alloc(payload.length < 126 ? 6 : 8);
  head[0] = OPCODES[kind] | (isLast ? 0x80 : 0);
  head[1] = 0x80 | Math.min(payload.length, 126);
  if (payload.length >= 126) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}
