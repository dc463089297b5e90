import type { Seen, Transport } from "../attack.ts";

type Counts = Pick<Seen, "statuses" | "codes" | "closes" | "connacks">;

const CLOSE = 8;
const CONNACK = 2;

/** Counts what a host answers on one socket. It reads as little as it needs: an attacker does not parse. */
export class Answers {
  readonly #over: Transport;
  readonly #counts: Counts;
  /** Bytes of a WebSocket's frames that do not make a frame yet; `null`: its HTTP answer is not over. */
  #frames: Buffer | null = null;
  #head = "";
  /** Answers that opened something: frames of a WebSocket, its status, a CONNACK. */
  received = 0;
  /** Messages of a WebSocket that have one byte, by that byte. */
  readonly singles = new Map<number, number>();
  /** Whether the WebSocket was closed by a frame. */
  isClosed = false;
  /** Whether the WebSocket was opened. */
  isUpgraded = false;

  constructor(over: Transport, counts: Counts) {
    this.#over = over;
    this.#counts = counts;
  }

  read(chunk: Buffer): void {
    if (this.#over === "HTTP") this.#readText(chunk.toString("latin1"));
    else if (this.#over === "MQTT") this.#readPacket(chunk);
    else if (this.#frames === null) this.#readHead(chunk);
    else this.#readFrames(chunk);
  }

  #readText(text: string): void {
    for (const [, status = ""] of text.matchAll(/HTTP\/1\.[01] (\d{3})/g))
      count(this.#counts.statuses, status);
    for (const [, code = ""] of text.matchAll(/"code":"([a-z-]+)"/g)) count(this.#counts.codes, code);
    this.received += 1;
  }

  #readPacket(chunk: Buffer): void {
    if (this.received === 0 && chunk[0] === CONNACK << 4) count(this.#counts.connacks, String(chunk[3]));
    this.received += 1;
  }

  #readHead(chunk: Buffer): void {
    this.#head += chunk.toString("latin1");
    const end = this.#head.indexOf("\r\n\r\n");
    if (end < 0) return;
    this.#readText(this.#head);
    this.isUpgraded = this.#head.startsWith("HTTP/1.1 101");
    this.received = 0;
    this.#frames = Buffer.alloc(0);
    this.#readFrames(Buffer.from(this.#head.slice(end + 4), "latin1"));
  }

  #readFrames(chunk: Buffer): void {
    let bytes = Buffer.concat([this.#frames ?? Buffer.alloc(0), chunk]);
    for (;;) {
      const short = (bytes[1] ?? 0) & 0x7f;
      const size = short === 127 ? 10 : short === 126 ? 4 : 2;
      if (bytes.length < size) break;
      const length =
        short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short;
      if (bytes.length < size + length) break;
      this.received += 1;
      if (((bytes[0] ?? 0) & 15) === CLOSE) {
        this.isClosed = true;
        count(this.#counts.closes, String(length < 2 ? 1005 : bytes.readUInt16BE(size)));
      }
      const byte = bytes[size];
      if (length === 1 && byte !== undefined) this.singles.set(byte, (this.singles.get(byte) ?? 0) + 1);
      bytes = bytes.subarray(size + length);
    }
    this.#frames = bytes;
  }
}

export function count(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
