import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { type Duplex, duplexPair } from "node:stream";
import { createServer as createTlsServer } from "node:tls";
import { isId } from "@flower-war/client-sdk/temple";
import { Aedes, type Client as AedesClient, type AedesOptions } from "aedes";
import { type Client, mayPublish, maySubscribe } from "./access.ts";
import type { TlsConfig } from "./config.ts";
import type { Logger } from "./log.ts";
import { connectionsRefused } from "./metrics.ts";
import { guardPackets } from "./packet-guard.ts";
import { memoryByTemple } from "./retained.ts";

export interface BrokerOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Where it listens in TLS beside that; left out or `null`: nowhere. */
  readonly tls?: TlsConfig | null;
  readonly bridgeId: string;
  /** Is this the temple's secret? Rejects when nobody can tell now. */
  readonly verify: (templeId: string, secret: string) => Promise<boolean>;
  readonly log: Logger;
  /** ms that a connection may take to say CONNECT. */
  readonly connectTimeout?: number;
}

/** The embedded MQTT broker (docs/temple-protocol.md A-3). */
export interface Broker {
  readonly port: number;
  /** `null`: not in TLS. */
  readonly tlsPort: number | null;
  /** The bridge's own credentials, new at each start. */
  readonly username: string;
  readonly password: string;
  /** Cuts a temple off, and no other. */
  drop(templeId: string): void;
  /** A connection for the bridge itself, which needs no port. */
  connect(): Duplex;
  close(): Promise<void>;
}

/** A temple's secret is far shorter (P-1); more would not fit a request to the server. */
const LONGEST_SECRET = 256;

/** CONNACK return codes (MQTT 3.1.1, 3.2.2.3). */
const CONNACK = { accepted: 0, identifierRejected: 2, serverUnavailable: 3, badCredentials: 4 } as const;

/** Starts the broker; rejects when the port cannot be had. */
export async function openBroker(options: BrokerOptions): Promise<Broker> {
  const { bridgeId, log } = options;
  const password = randomBytes(32).toString("base64url");
  const aedes = await Aedes.createBroker({
    // The longest id (T-1); by default a client of MQTT 3.1 may not use more than 23 letters.
    maxClientsIdLength: 24,
    connectTimeout: options.connectTimeout ?? 10_000,
    persistence: memoryByTemple(),
    // N-1 asks for clean sessions: nothing is queued for a temple that is away.
    preConnect: (_client, packet, done) => {
      packet.clean = true;
      done(null, true);
    },
    authenticate: authenticator(options, password),
    ...authorizers(bridgeId, log),
  });
  aedes.on("clientError", (client, error) => log.debug({ temple: client.id, err: error }, "client error"));
  aedes.on("connectionError", (_client, error) => log.debug({ err: error }, "connection error"));

  const clients = new Map<string, AedesClient>();
  aedes.on("client", (client) => clients.set(client.id, client));
  aedes.on("clientDisconnect", (client) => {
    if (clients.get(client.id) === client) clients.delete(client.id);
  });

  const sockets = new Set<Socket>();
  const serve = (socket: Socket) => {
    socket.on("error", (error) => log.debug({ err: error }, "socket error"));
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    guardPackets(socket, () =>
      log.warn({ code: "packet-too-large", address: socket.remoteAddress }, "a socket was cut"),
    );
    aedes.handle(socket);
  };
  const { tls } = options;
  const servers = [createServer({ noDelay: true }, serve)];
  const places: { host: string; port: number }[] = [options];
  if (tls) {
    // A-4; Node serves nothing older than TLS 1.2 either, but says so nowhere near.
    servers.push(
      createTlsServer({ cert: tls.cert, key: tls.key, minVersion: "TLSv1.2", noDelay: true }, serve),
    );
    places.push(tls);
  }
  const [port = 0, tlsPort = null] = await listenAll(servers, places).catch((error: unknown) => {
    aedes.close();
    throw error;
  });
  return {
    port,
    tlsPort,
    username: bridgeId,
    password,
    drop: (templeId) => clients.get(templeId)?.close(),
    connect: () => {
      const [ours, theirs] = duplexPair();
      // A pair does not fall together by itself.
      ours.on("close", () => theirs.destroy());
      theirs.on("close", () => ours.destroy());
      aedes.handle(theirs);
      return ours;
    },
    close: async () => {
      for (const server of servers) server.close();
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((closed) => aedes.close(closed));
    },
  };
}

/** Each server at its place; none, if one of them cannot. Answers the ports. */
async function listenAll(
  servers: readonly Server[],
  places: readonly { readonly host: string; readonly port: number }[],
): Promise<number[]> {
  try {
    for (const [i, server] of servers.entries()) {
      server.listen(places[i]?.port, places[i]?.host);
      await once(server, "listening");
    }
    return servers.map((server) => (server.address() as AddressInfo).port);
  } catch (error) {
    for (const server of servers) server.close();
    throw error;
  }
}

function clientOf(id: string, bridgeId: string): Client {
  return { kind: id === bridgeId ? "bridge" : "temple", id };
}

/** a name of one's own, client id equal to user name, nobody anonymous. */
function authenticator(options: BrokerOptions, password: string): NonNullable<AedesOptions["authenticate"]> {
  return (client, username, secret, answer) => {
    void admit(options, password, client.id, username, secret?.toString()).then((returnCode) => {
      if (returnCode === CONNACK.accepted) return answer(null, true);
      connectionsRefused.inc({ code: returnCode });
      options.log.info({ temple: client.id, returnCode }, "a connection was refused");
      return answer(Object.assign(new Error("connection refused"), { returnCode }), false);
    });
  };
}

/** The return code for a CONNECT. */
async function admit(
  { bridgeId, verify }: BrokerOptions,
  password: string,
  clientId: string,
  username: string | undefined,
  secret: string | undefined,
): Promise<number> {
  if (username === undefined || secret === undefined) return CONNACK.badCredentials;
  if (clientId !== username) return CONNACK.identifierRejected;
  if (username === bridgeId) return isSame(secret, password) ? CONNACK.accepted : CONNACK.badCredentials;
  if (!isId(username) || secret.length > LONGEST_SECRET) return CONNACK.badCredentials;
  try {
    return (await verify(username, secret)) ? CONNACK.accepted : CONNACK.badCredentials;
  } catch {
    return CONNACK.serverUnavailable;
  }
}

/** Compares in constant time, whatever the lengths. */
function isSame(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** A refused publish closes the connection (N-4), a refused filter is answered with a failure. */
function authorizers(
  bridgeId: string,
  log: Logger,
): Pick<AedesOptions, "authorizePublish" | "authorizeSubscribe"> {
  return {
    authorizePublish: (client, { topic, payload, retain }, done) => {
      const publish = { topic, bytes: Buffer.byteLength(payload), retain };
      if (client !== null && mayPublish(clientOf(client.id, bridgeId), publish)) return done(null);
      log.warn({ code: "publish-refused", temple: client?.id, ...publish }, "a publish was refused");
      done(new Error("publish refused"));
    },
    authorizeSubscribe: (client, subscription, done) => {
      if (maySubscribe(clientOf(client.id, bridgeId), subscription.topic)) return done(null, subscription);
      log.warn(
        { code: "subscribe-refused", temple: client.id, filter: subscription.topic },
        "a filter was refused",
      );
      done(null, null);
    },
  };
}
