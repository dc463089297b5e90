import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { until } from "./until.ts";

/** What is affected: what is sent to the server, what it sends, or both. */
export type Direction = "upstream" | "downstream" | "both";

/** How the network fails: it resets every connection, also new ones; or nothing passes in a direction, and new ones wait. */
export type NetworkFault = "reset" | Direction;

/** What a test does to a connection. It may keep what it needs to know of it. */
export type Breakage = (connection: ProxiedConnection) => void;

/** A TCP proxy before a server, whose connections the test breaks, holds and cuts. */
export class TcpProxy {
  readonly port: number;
  readonly #listener: Server;
  readonly #serverPort: number;
  readonly #connections = new Set<ProxiedConnection>();
  /** Clients that wait for the network to reach the server. */
  readonly #waiting = new Set<Socket>();
  #fault: NetworkFault | null = null;
  #breakage: Breakage | null = null;

  /** Opens a proxy before the server at this port. */
  static async open(port: number): Promise<TcpProxy> {
    const listener = createServer({ allowHalfOpen: true, noDelay: true });
    listener.listen(0, "127.0.0.1");
    await once(listener, "listening");
    return new TcpProxy(listener, port);
  }

  private constructor(listener: Server, port: number) {
    this.#listener = listener;
    this.#serverPort = port;
    this.port = (listener.address() as AddressInfo).port;
    listener.on("connection", (client) => this.#accept(client));
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Does something to all open connections, and to each new one when it is accepted, until `mend`. */
  break(breakage: Breakage): void {
    this.#breakage = breakage;
    for (const connection of this.#connections) breakage(connection);
  }

  /** Passes new connections on again. Broken ones stay broken. */
  mend(): void {
    this.#breakage = null;
  }

  fail(fault: NetworkFault): void {
    this.#fault = fault;
    if (fault === "reset") return this.reset();
    for (const connection of this.#connections) connection.hold(fault);
  }

  /** Works again. What was held arrives late, as from a network that sends again what was not confirmed. */
  heal(): void {
    this.#fault = null;
    for (const connection of this.#connections) connection.release();
    for (const client of this.#waiting) this.#connect(client);
    this.#waiting.clear();
  }

  /** Holds back what the server sends, over new connections too, until `release`. */
  hold(): void {
    this.break((connection) => connection.hold("downstream"));
  }

  /** Waits until something that contains these bytes, or this text, is held. */
  waitForHeld(text: string | Buffer): Promise<void> {
    const isHeld = () =>
      [...this.#connections].some(({ held }) => held.some((bytes) => bytes.includes(text)));
    return until(isHeld, `${String(text)} to be held`);
  }

  /** Delivers in one piece what was held. */
  release(): void {
    this.mend();
    for (const connection of this.#connections) connection.release();
  }

  /** Discards what was held and cuts every connection. */
  dropHeld(): void {
    this.mend();
    this.reset();
  }

  /** Resets all open connections. */
  reset(): void {
    for (const connection of this.#connections) connection.reset();
  }

  /**
   * Swallows from now on what is sent over the open connections, as a lost network does: not even the other end's close
   * is passed on. New connections work.
   */
  silence(direction: Direction = "both"): void {
    for (const connection of this.#connections) connection.silence(direction);
  }

  async close(): Promise<void> {
    this.#listener.close();
    this.reset();
    for (const client of this.#waiting) client.destroy();
    await once(this.#listener, "close");
  }

  #accept(client: Socket): void {
    client.on("error", () => {});
    if (this.#fault === null) return this.#connect(client);
    // No connection is made where either direction is lost.
    if (this.#fault === "reset") client.resetAndDestroy();
    else this.#waiting.add(client.on("close", () => this.#waiting.delete(client)));
  }

  #connect(client: Socket): void {
    const server = connect({ port: this.#serverPort, host: "127.0.0.1", allowHalfOpen: true, noDelay: true });
    const connection = new ProxiedConnection(client, server);
    this.#connections.add(connection);
    void connection.ended.then(() => this.#connections.delete(connection));
    this.#breakage?.(connection);
  }
}

/** One connection through the proxy. */
export class ProxiedConnection {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #up: Way;
  readonly #down: Way;
  /** Resolves when both sockets are closed. */
  readonly ended: Promise<unknown>;

  constructor(client: Socket, server: Socket) {
    this.#client = client;
    this.#server = server;
    this.#up = new Way(client, server);
    this.#down = new Way(server, client);
    this.ended = Promise.all([this.#up.ended, this.#down.ended]);
  }

  /** What the server has sent and the client has not received. */
  get held(): readonly Buffer[] {
    return this.#down.held ?? [];
  }

  /** Holds from now on only what is sent in a direction, its end included. */
  hold(direction: Direction): void {
    for (const way of this.#ways(direction)) way.hold();
    if (direction === "upstream") this.#down.release();
    if (direction === "downstream") this.#up.release();
  }

  release(): void {
    for (const way of this.#ways("both")) way.release();
  }

  /** Reads nothing more of what the server sends, as a network that is too slow: it waits at the server. */
  clog(): void {
    this.#down.stop();
  }

  silence(direction: Direction): void {
    for (const way of this.#ways(direction)) way.swallow(false);
  }

  reset(): void {
    this.#client.resetAndDestroy();
    this.#server.resetAndDestroy();
  }

  /** Calls the listener with what the server sends, which is passed on all the same. */
  watch(onSent: (bytes: Buffer) => void): void {
    this.#server.on("data", onSent);
  }

  /** Sends the client what the server has not sent. */
  send(bytes: Buffer): void {
    this.#client.write(bytes);
  }

  /** Closes both ends in peace. */
  close(): void {
    this.hang();
    this.#client.end();
    this.#server.end();
  }

  /** Passes nothing on any more but a close. */
  hang(): void {
    for (const way of this.#ways("both")) way.swallow(true);
  }

  /** Answers the client in the server's place when it sends something. Nothing else is passed on but a close. */
  answer(bytes: Buffer): void {
    this.hang();
    this.#client.once("data", () => this.#client.write(bytes));
  }

  /**
   * Passes on what the client sends, but replaces the next answer. Nothing is passed on after it but a close.
   * @param forge gets what the server has sent. Returns what the client gets
   */
  replaceAnswer(forge: (sent: Buffer) => Buffer): void {
    this.#down.swallow(true);
    this.#server.once("data", (sent) => {
      this.#client.write(forge(sent));
      this.hang();
    });
  }

  #ways(direction: Direction): readonly Way[] {
    return direction === "both" ? [this.#up, this.#down] : [direction === "upstream" ? this.#up : this.#down];
  }
}

/** One direction of a connection. */
class Way {
  readonly #from: Socket;
  readonly #to: Socket;
  /** What waits to be passed on; `null`: nothing is held. */
  held: Buffer[] | null = null;
  #isSwallowed = false;
  #passesClose = true;
  /** Resolves when the socket that sends is closed. */
  readonly ended: Promise<void>;

  constructor(from: Socket, to: Socket) {
    this.#from = from;
    this.#to = to;
    from.on("error", () => {}).pipe(to);
    from.on("end", () => this.#isSwallowed && from.end());
    this.ended = new Promise((resolve) => {
      from.on("close", () => {
        this.#end();
        resolve();
      });
    });
  }

  hold(): void {
    if (this.held !== null) return;
    this.held = [];
    this.#from.unpipe(this.#to).on("data", this.#keep).resume();
  }

  /** Delivers in one piece what was held. */
  release(): void {
    if (this.held === null) return;
    const bytes = Buffer.concat(this.held);
    this.held = null;
    this.#from.off("data", this.#keep);
    if (bytes.length > 0) this.#to.write(bytes);
    this.#from.pipe(this.#to);
    if (this.#from.closed) this.#end();
  }

  /** Passes nothing on any more, or only a close. */
  swallow(passesClose: boolean): void {
    this.#isSwallowed = true;
    this.#passesClose = passesClose;
    this.#from.unpipe(this.#to).resume();
  }

  stop(): void {
    this.#from.unpipe(this.#to).pause();
  }

  readonly #keep = (bytes: Buffer): void => void this.held?.push(bytes);

  /** The other end learns that a socket was lost, unless nothing gets there. */
  #end(): void {
    if (this.held === null && this.#passesClose) this.#to.destroySoon();
  }
}
