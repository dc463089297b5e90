import type { Meter } from "@flower-war/protocol/sockets";

const END_OF_HEAD = "\r\n\r\n";

/**
 * Counts the ends of requests' heads, so that thousands of requests in one chunk are cut before they are parsed. An end that two
 * chunks share is missed here; the server counts each request once more when it has been parsed.
 */
export class HttpMeter implements Meter {
  count(chunk: Uint8Array): number {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let requests = 0;
    for (let at = bytes.indexOf(END_OF_HEAD); at >= 0; at = bytes.indexOf(END_OF_HEAD, at + 4)) requests += 1;
    return requests;
  }
}

/** Masks of the second byte of a frame's head. */
const MASKED = 0x80;
const LENGTH = 0x7f;

/** Follows the heads of frames of every kind (RFC 6455, 5.2). What they mean is checked by who parses them. */
export class WebSocketMeter implements Meter {
  /** Bytes of the head that have arrived. */
  #arrived = 0;
  /** The head's second byte, once it has arrived: whether there is a mask, and the length or how many bytes the length has. */
  #second = 0;
  /** The payload's length, as far as its bytes have arrived. */
  #length = 0;
  /** Bytes of the payload that have not. */
  #left = 0;

  count(chunk: Uint8Array): number {
    let frames = 0;
    let at = 0;
    while (at < chunk.length) {
      const skipped = Math.min(this.#left, chunk.length - at);
      this.#left -= skipped;
      at += skipped;
      if (at === chunk.length) break;
      if (this.#arrived === 0) frames += 1;
      this.#follow(chunk[at++] ?? 0);
    }
    return frames;
  }

  /** Follows a byte of a head. */
  #follow(byte: number): void {
    if (this.#arrived === 1) {
      this.#second = byte;
      this.#length = this.#lengthBytes > 0 ? 0 : byte & LENGTH;
    } else if (this.#arrived >= 2 && this.#arrived < 2 + this.#lengthBytes)
      this.#length = this.#length * 256 + byte;
    this.#arrived += 1;
    if (this.#arrived < 2 || this.#arrived < 2 + this.#lengthBytes + (this.#second & MASKED ? 4 : 0)) return;
    this.#left = this.#length;
    this.#arrived = 0;
  }

  /** How many bytes the payload's length has besides the second one. */
  get #lengthBytes(): number {
    const length = this.#second & LENGTH;
    return length === 127 ? 8 : length === 126 ? 2 : 0;
  }
}
