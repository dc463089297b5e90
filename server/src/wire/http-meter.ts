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
