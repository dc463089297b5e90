import type { Meter } from "@flower-war/protocol/sockets";

/** The most bytes of one MQTT packet, fixed header included (docs/temple-protocol.md A-3). */
export const MAX_PACKET_BYTES = 4096;

/**
 * Follows the fixed headers of a byte stream (MQTT 3.1.1, 2.2): one byte of type, then the remaining length. A packet is refused as
 * soon as it announces more than `MAX_PACKET_BYTES` bytes; the broker itself has no limit.
 */
export class PacketMeter implements Meter {
  #skip = 0;
  #header: { length: number; shift: number } | null = null;

  /** Returns how many packets begin in this chunk; `null`: one is over the limit, or its length is malformed. */
  count(chunk: Uint8Array): number | null {
    let packets = 0;
    let at = 0;
    while (at < chunk.length) {
      if (this.#skip > 0) {
        const step = Math.min(this.#skip, chunk.length - at);
        this.#skip -= step;
        at += step;
        continue;
      }
      const byte = chunk[at++] ?? 0;
      if (this.#header === null) {
        this.#header = { length: 0, shift: 0 };
        packets += 1;
      } else if (!this.#acceptsLength(this.#header, byte)) return null;
    }
    return packets;
  }

  /** Remaining length: 7 bits a byte, lowest first, the 8th bit announces another byte (2.2.3). Two bytes exceed 4096. */
  #acceptsLength(header: { length: number; shift: number }, byte: number): boolean {
    header.length += (byte & 0x7f) << header.shift;
    header.shift += 7;
    if (header.length + 1 + header.shift / 7 > MAX_PACKET_BYTES || header.shift > 28) return false;
    if ((byte & 0x80) === 0) {
      this.#skip = header.length;
      this.#header = null;
    } else if (header.shift === 28) return false;
    return true;
  }
}
