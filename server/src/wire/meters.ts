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

/** Bytes of a frame's head at most: 2, a length of 8, and a mask of 4. */
const MOST_HEAD_BYTES = 14;

/** Follows the heads of frames of every kind (RFC 6455, 5.2). What they mean is checked by who parses them. */
export class WebSocketMeter implements Meter {
  readonly #head = new Uint8Array(MOST_HEAD_BYTES);
  /** Bytes of the head that have arrived. */
  #arrived = 0;
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
      this.#head[this.#arrived++] = chunk[at++] ?? 0;
      if (this.#arrived >= 2 && this.#arrived === this.#headLength()) {
        this.#left = this.#payloadLength();
        this.#arrived = 0;
      }
    }
    return frames;
  }

  #headLength(): number {
    const second = this.#head[1] ?? 0;
    const length = second & 0x7f;
    return 2 + (length === 127 ? 8 : length === 126 ? 2 : 0) + (second & 0x80 ? 4 : 0);
  }

  #payloadLength(): number {
    const length = (this.#head[1] ?? 0) & 0x7f;
    if (length < 126) return length;
    const bytes = this.#head.subarray(2, length === 126 ? 4 : 10);
    return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  }
}
