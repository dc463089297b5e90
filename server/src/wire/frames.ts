import { Sender } from "ws";

// Missing in the types of ws.
declare module "ws" {
  export const Sender: {
    readonly frame: (
      data: Buffer,
      options: { fin: boolean; opcode: number; mask: boolean; readOnly: boolean; rsv1: boolean },
    ) => Buffer[];
  };
}

const BINARY = 2;

/** Makes the frame in which a client is sent a binary message (RFC 6455, section 5.2). It keeps nothing of the message's buffer. */
export function frameOf(message: Uint8Array): Buffer {
  const options = { fin: true, opcode: BINARY, mask: false, readOnly: true, rsv1: false };
  return Buffer.concat(
    Sender.frame(Buffer.from(message.buffer, message.byteOffset, message.length), options),
  );
}
