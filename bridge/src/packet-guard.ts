import type { Socket } from "node:net";

/** Bytes of one MQTT packet, fixed header included (docs/temple-protocol.md A-3). */
export const MAX_PACKET = 4096;

/**
 * Cuts a socket as soon as a packet announces more than `MAX_PACKET` bytes: the broker itself bounds no packet.
 * It looks at what the broker takes by `socket.read`, since a `data` listener would take the bytes away from it.
 */
export function guardPackets(socket: Socket, onCut: () => void): void {
  const meter = new PacketMeter();
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const chunk: unknown = read(size);
    if (!Buffer.isBuffer(chunk) || meter.passes(chunk)) return chunk;
    onCut();
    socket.destroy();
    return null;
  };
}

/** Follows the fixed headers of a stream (MQTT 3.1.1, 2.2): one byte of type, then the remaining length. */
export class PacketMeter {
  #skip = 0;
  #header: { length: number; shift: number } | null = null;

  /** Whether every packet that begins in this chunk is within the limit and its length well-formed. */
  passes(chunk: Uint8Array): boolean {
    let at = 0;
    while (at < chunk.length) {
      if (this.#skip > 0) {
        const step = Math.min(this.#skip, chunk.length - at);
        this.#skip -= step;
        at += step;
        continue;
      }
      const byte = chunk[at++] ?? 0;
      if (this.#header === null) this.#header = { length: 0, shift: 0 };
      else if (!this.#lengthPasses(this.#header, byte)) return false;
    }
    return true;
  }

  /** Remaining length: 7 bits a byte, the lowest first, the 8th bit means more (2.2.3); two bytes reach past 4096. */
  #lengthPasses(header: { length: number; shift: number }, byte: number): boolean {
    header.length += (byte & 0x7f) << header.shift;
    header.shift += 7;
    if (header.length + 1 + header.shift / 7 > MAX_PACKET || header.shift > 28) return false;
    if ((byte & 0x80) === 0) {
      this.#skip = header.length;
      this.#header = null;
    } else if (header.shift === 28) return false;
    return true;
  }
}
