import { TcpProxy } from "./tcp-proxy.ts";

/** What a server sent, as latin-1 text. */
export interface Recorded {
  /** All bytes but those of `logPages`, of all connections. */
  readonly bytes: string;
  /** The WebSocket messages that answer requests for a match's log: they repeat what was sent before. */
  readonly logPages: string;
}

/** A TCP proxy before a server that records every byte that the server sends. */
export class RecordingProxy {
  readonly #proxy: TcpProxy;
  readonly #streams = new Set<ServerStream>();

  /** Opens a proxy before the server at this URL, on this machine. */
  static async open(target: string): Promise<RecordingProxy> {
    return new RecordingProxy(await TcpProxy.open(Number(new URL(target).port)));
  }

  private constructor(proxy: TcpProxy) {
    this.#proxy = proxy;
    proxy.break((connection) => {
      const stream = new ServerStream();
      this.#streams.add(stream);
      connection.watch((bytes) => stream.add(bytes));
    });
  }

  get url(): string {
    return this.#proxy.url;
  }

  /** Returns and forgets what was received since the last call. */
  take(): Recorded {
    const taken = [...this.#streams].map((stream) => stream.take());
    const join = (parts: readonly Buffer[]) => Buffer.concat(parts).toString("latin1");
    return {
      bytes: join(taken.flatMap(({ others }) => others)),
      logPages: join(taken.flatMap(({ logPages }) => logPages)),
    };
  }

  close(): Promise<void> {
    return this.#proxy.close();
  }
}

const HEAD_END = "\r\n\r\n";
const UPGRADED = "HTTP/1.1 101 ";
/** How MessagePack names the entries of a log page. */
const LOG_PAGE = "\xa7entries";

/** What a server sends over one connection, divided into WebSocket messages once it is upgraded. */
class ServerStream {
  #isUpgraded = false;
  /** The beginning of a head or message whose end has not come. */
  #rest = Buffer.alloc(0);
  #others: Buffer[] = [];
  #logPages: Buffer[] = [];

  add(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    if (!this.#isUpgraded && this.#rest.toString("latin1", 0, UPGRADED.length) !== UPGRADED) {
      this.#others.push(this.#rest);
      this.#rest = Buffer.alloc(0);
      return;
    }
    for (let length = this.#nextLength; length <= this.#rest.length; length = this.#nextLength) {
      const next = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      this.#isUpgraded = true;
      if (next.includes(LOG_PAGE, 0, "latin1")) this.#logPages.push(next);
      else this.#others.push(next);
    }
  }

  take(): { readonly others: Buffer[]; readonly logPages: Buffer[] } {
    const [others, logPages] = [this.#others, this.#logPages];
    [this.#others, this.#logPages] = [[], []];
    return { others, logPages };
  }

  /** The bytes of the head of the upgrade, or of the next message (RFC 6455, section 5.2; a server masks nothing). */
  get #nextLength(): number {
    const rest = this.#rest;
    if (!this.#isUpgraded) {
      const end = rest.indexOf(HEAD_END);
      return end < 0 ? Number.POSITIVE_INFINITY : end + HEAD_END.length;
    }
    if (rest.length < 2) return Number.POSITIVE_INFINITY;
    const size = rest.readUInt8(1);
    if (size < 126) return 2 + size;
    if (rest.length < (size === 126 ? 4 : 10)) return Number.POSITIVE_INFINITY;
    return size === 126 ? 4 + rest.readUInt16BE(2) : 10 + Number(rest.readBigUInt64BE(2));
  }
}
