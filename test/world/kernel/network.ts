import http from "node:http";
import { syncBuiltinESMExports } from "node:module";
import net, { type Server } from "node:net";
import { real } from "./real.ts";
import { Simulation } from "./simulation.ts";
import type { Carrier, Closable, ProcessState } from "./types.ts";
import { type CountingServer, VirtualSocket } from "./virtual-socket.ts";

/** How a line behaves in one direction. */
export interface LineState {
  /** ms that a packet takes at least, and at most. */
  readonly delay: readonly [least: number, most: number];
  /** Nothing arrives until the line is mended: then all that was sent does, as TCP sends it again. */
  readonly isCut: boolean;
}

/** The line between two addresses. What is sent in one direction of a connection arrives in its order. */
export class Line implements Carrier {
  readonly #ends: readonly [string, string];
  readonly #simulation: Simulation;
  readonly #states: Map<string, LineState>;
  /** When the last packet of each direction arrives. */
  readonly #arrivals = new Map<string, number>();
  readonly #held = new Map<string, (() => void)[]>();

  constructor(ends: readonly [string, string], simulation: Simulation, state: LineState) {
    this.#ends = ends;
    this.#simulation = simulation;
    this.#states = new Map(ends.map((end) => [end, state]));
  }

  otherOf(address: string): string {
    return this.#ends[0] === address ? this.#ends[1] : this.#ends[0];
  }

  /** Changes how it behaves for what this end sends. */
  set(from: string, state: LineState): void {
    this.#states.set(from, state);
    if (state.isCut) return;
    const held = this.#held.get(from) ?? [];
    this.#held.delete(from);
    for (const arrive of held) this.#carry(from, state, arrive);
  }

  stateOf(from: string): LineState {
    return this.#states.get(from) as LineState;
  }

  /** Carries a packet from a process to the other end. */
  carry({ address }: Pick<ProcessState, "address">, arrive: () => void): void {
    const state = this.stateOf(address);
    if (state.isCut) {
      const held = this.#held.get(address) ?? [];
      held.push(arrive);
      this.#held.set(address, held);
      return;
    }
    this.#carry(address, state, arrive);
  }

  #carry(from: string, { delay: [least, most] }: LineState, arrive: () => void): void {
    const { now, random } = this.#simulation;
    const at = Math.max(this.#arrivals.get(from) ?? 0, now + least + random.fraction() * (most - least));
    this.#arrivals.set(from, at);
    // Not in a process: the receiver's machine takes it, also while the receiver stands still.
    this.#simulation.add(at - now, null, arrive);
  }
}

/** A server that listens in the world. */
export interface VirtualServer extends Closable {
  readonly process: ProcessState;
  readonly accept: (from: ProcessState, line: Line) => VirtualSocket | null;
}

/** ms after which an attempt to connect without an answer fails. */
const CONNECT_TIMEOUT = 20_000;

/** All lines and listening servers of a simulation. */
export class Network {
  readonly #simulation: Simulation;
  readonly #servers = new Map<string, VirtualServer>();
  readonly #lines = new Map<string, Line>();
  /** How lines behave to which nothing happened. */
  readonly usual: LineState;
  #lastPort = 20_000;

  /** @param usual how lines behave to which nothing happened */
  constructor(simulation: Simulation, usual: LineState = { delay: [0.1, 0.6], isCut: false }) {
    this.#simulation = simulation;
    this.usual = usual;
    networks.set(simulation, this);
  }

  /** The network of the simulation that runs. */
  static get current(): Network {
    const network = networks.get(Simulation.current);
    if (network === undefined) throw new Error("the simulation has no network");
    return network;
  }

  freePort(): number {
    return (this.#lastPort += 1);
  }

  /** The line between two addresses. */
  line(one: string, other: string): Line {
    const key = one < other ? `${one} ${other}` : `${other} ${one}`;
    let line = this.#lines.get(key);
    if (line === undefined) {
      line = new Line([one, other], this.#simulation, this.usual);
      this.#lines.set(key, line);
    }
    return line;
  }

  /** @throws Error with `EADDRINUSE` */
  listen(address: string, port: number, server: VirtualServer): void {
    const key = `${address}:${port}`;
    if (this.#servers.has(key)) {
      throw Object.assign(new Error(`listen EADDRINUSE: ${key}`), { code: "EADDRINUSE" });
    }
    this.#servers.set(key, server);
  }

  unlisten(address: string, port: number): void {
    this.#servers.delete(`${address}:${port}`);
  }

  /** Opens a connection of a process. */
  connect(from: ProcessState, address: string, port: number): VirtualSocket {
    const line = this.line(from.address, address);
    const socket = new VirtualSocket(from, line, false);
    socket.remotePort = port;
    const fail = (code: string) => {
      if (socket.destroyed) return;
      socket.destroy(
        Object.assign(new Error(`connect ${code} ${address}:${port}`), { code, syscall: "connect" }),
      );
    };
    const cancel = this.#simulation.add(CONNECT_TIMEOUT, from, () => {
      if (socket.connecting) fail("ETIMEDOUT");
    });
    line.carry(from, () => {
      const server = this.#servers.get(`${address}:${port}`);
      const accepted = server?.accept(from, line) ?? null;
      const answer = this.line(from.address, address);
      const by = server?.process ?? { address };
      if (accepted) VirtualSocket.join(socket, accepted);
      answer.carry(by, () => {
        cancel();
        if (from.isDead || socket.destroyed) {
          // A server that stands still has not even seen the connection.
          if (accepted) this.#simulation.hand(accepted.owner, () => accepted.receiveReset());
          return;
        }
        this.#simulation.hand(from, () => (accepted ? socket.establish() : fail("ECONNREFUSED")));
      });
    });
    return socket;
  }
}

const networks = new WeakMap<Simulation, Network>();

type Handle = {
  close(done?: () => void): void;
  ref(): void;
  unref(): void;
  getsockname(out: object): number;
};
type Listening = CountingServer & { ["_handle"]: Handle | null };

/** Returns the timer by which an HTTP server looks for slow clients. */
function checkingInterval(server: object): NodeJS.Timeout | undefined {
  const key = Object.getOwnPropertySymbols(server).find(
    ({ description }) => description === "http.server.connectionsCheckingInterval",
  );
  return key && (server as { [timer: symbol]: NodeJS.Timeout })[key];
}

/** As `net.Server#listen`, for the process that the running code belongs to. */
function listen(this: Server, ...args: unknown[]): Server {
  const [first] = args;
  const options =
    typeof first === "object" && first !== null ? (first as { port?: number }) : { port: first as number };
  const call = args.findLast((arg) => typeof arg === "function") as (() => void) | undefined;
  const process = Simulation.process;
  if (process === null) throw new Error("only processes of the world listen");
  const network = Network.current;
  const port = options.port || network.freePort();
  const { address } = process;
  const server = this as Listening;
  const handle: Handle = {
    close(done) {
      network.unlisten(address, port);
      process.servers.delete(virtual);
      if (done) queueMicrotask(done);
    },
    ref() {},
    unref() {},
    getsockname: (out) => {
      Object.assign(out, { address, port, family: "IPv4" });
      return 0;
    },
  };
  const accept = (from: ProcessState, line: Line): VirtualSocket | null => {
    if (server.maxConnections && server["_connections"] >= server.maxConnections) {
      Simulation.runIn(process, () => server.emit("drop", { remoteAddress: from.address }));
      return null;
    }
    const socket = new VirtualSocket(process, line, true);
    socket.localPort = port;
    socket.server = server;
    server["_connections"] += 1;
    Simulation.current.hand(process, () => server.emit("connection", socket));
    return socket;
  };
  const virtual: VirtualServer = { process, accept, close: () => network.unlisten(address, port) };
  network.listen(address, port, virtual);
  process.servers.add(virtual);
  server["_handle"] = handle;
  if (call) server.once("listening", call);
  queueMicrotask(() => {
    Simulation.runIn(process, () => server.emit("listening"));
    // Node looks for slow clients by real time.
    real.clearInterval(checkingInterval(server));
  });
  return server;
}

/** As `net.connect`. */
function connect(...args: unknown[]): VirtualSocket {
  const [first] = args;
  const options =
    typeof first === "object" && first !== null
      ? (first as { host?: string; port?: number | string })
      : { port: first as number, host: typeof args[1] === "string" ? args[1] : "127.0.0.1" };
  const call = args.findLast((arg) => typeof arg === "function") as (() => void) | undefined;
  const process = Simulation.process;
  if (process === null) throw new Error("only processes of the world connect");
  const host =
    options.host === undefined || options.host === "localhost" || options.host === "127.0.0.1"
      ? process.address
      : options.host;
  const socket = Network.current.connect(process, host, Number(options.port));
  if (call) socket.once("connect", call);
  return socket;
}

/** Makes all code of this process listen and connect in the network of the simulation that runs. */
export function replaceNetwork(): void {
  net.Server.prototype.listen = listen as never;
  net.connect = connect as never;
  net.createConnection = connect as never;
  (http.Agent.prototype as unknown as { createConnection: unknown }).createConnection = connect;
  syncBuiltinESMExports();
}
