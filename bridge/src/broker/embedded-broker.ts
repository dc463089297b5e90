import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { type Duplex, duplexPair } from "node:stream";
import { createServer as createTlsServer } from "node:tls";
import { AddressGate, admitConnections, guardSocket, SOCKET_LIMITS } from "@flower-war/protocol/sockets";
import { sumUp } from "@flower-war/protocol/log";
import type { Random, Time } from "@flower-war/protocol/ports";
import { isId } from "@flower-war/protocol/temple";
import { Aedes, type Client as AedesClient, type AedesOptions } from "aedes";
import type { TlsConfig, TlsFiles } from "../config.ts";
import type { Logger } from "../log.ts";
import { connectionsCut, connectionsRefused } from "../metrics.ts";
import { HOME_ID } from "../home/topics.ts";
import { clientOf, mayPublish, maySubscribe } from "./access.ts";
import { PacketMeter } from "./packet-meter.ts";
import { createPersistence } from "./persistence.ts";

export interface EmbeddedBrokerOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** An additional listener in TLS. Default: none. */
  readonly tls?: TlsConfig | null;
  readonly bridgeId: string;
  /** Home Assistant's prefix and its password for user `_home`, `null`: it cannot log in. Default: no Home Assistant. */
  readonly home?: { readonly prefix: string; readonly password: string | null } | null;
  /** Checks a temple's secret. Rejects while the server cannot be asked. */
  readonly verify: (templeId: string, secret: string) => Promise<boolean>;
  readonly log: Logger;
  readonly random: Random;
  readonly time: Time;
  /** Connections that one address may hold at once. Default: `SOCKET_LIMITS.perAddress`. */
  readonly socketsPerAddress?: number;
  /** ms that a connection may take to send CONNECT. Default 10,000. */
  readonly connectTimeout?: number;
}

/** The embedded MQTT broker (docs/temple-protocol.md A-3). */
export interface EmbeddedBroker {
  readonly port: number;
  /** `null`: it does not listen in TLS. */
  readonly tlsPort: number | null;
  /** The bridge's own credentials; the password is new at each start. */
  readonly username: string;
  readonly password: string;
  /** Closes the connection of one temple. */
  disconnect(templeId: string): void;
  /** Greets new connections in TLS with another certificate; the others stay. @throws if its key is another one's */
  renew(files: TlsFiles): void;
  /** Opens an in-process connection for the bridge itself. */
  connect(): Duplex;
  close(): Promise<void>;
}

/** Longer passwords are refused without a request to the server; secrets are far shorter (P-1). */
const MAX_SECRET_LENGTH = 256;

/** CONNACK return codes (MQTT 3.1.1, 3.2.2.3). */
const CONNACK = { accepted: 0, identifierRejected: 2, serverUnavailable: 3, badCredentials: 4 } as const;

/** Starts the embedded broker. Rejects with the system's error if it cannot listen. */
export async function startEmbeddedBroker(options: EmbeddedBrokerOptions): Promise<EmbeddedBroker> {
  const { bridgeId, log, time } = options;
  const { connectTimeout = 10_000 } = options;
  const password = Buffer.from(options.random.bytes(32)).toString("base64url");
  const aedes = await createBroker(options, connectTimeout, password);
  const clients = new Map<string, AedesClient>();
  aedes.on("client", (client) => clients.set(client.id, client));
  aedes.on("clientDisconnect", (client) => {
    if (clients.get(client.id) === client) clients.delete(client.id);
  });

  const cut = (code: string, address: string | undefined) => {
    connectionsCut.inc({ reason: code });
    log.warn(sumUp({ code, address }), "connection cut");
  };
  const addresses = new AddressGate(time, {
    connections: options.socketsPerAddress ?? SOCKET_LIMITS.perAddress,
  });
  const admits = (socket: Socket): boolean => {
    const address = addresses.find(socket.remoteAddress ?? "");
    const reason = address.open();
    if (reason === null) socket.once("close", () => address.close());
    else {
      cut(reason, socket.remoteAddress);
      socket.destroy();
    }
    return reason === null;
  };
  const sockets = new Set<Socket>();
  const serve = (socket: Socket) => {
    socket.on("error", (error) => log.debug(sumUp({ err: error }), "socket error"));
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    const address = socket.remoteAddress;
    const { mqtt } = SOCKET_LIMITS;
    guardSocket(socket, {
      time,
      meter: new PacketMeter(),
      rates: mqtt,
      onExcess: (reason) => {
        cut(reason, address);
        socket.destroy();
      },
    });
    aedes.handle(socket);
  };
  const listeners = createListeners(options, connectTimeout, serve);
  for (const { server } of listeners) {
    server.maxConnections = SOCKET_LIMITS.inAll;
    server.on("drop", (from) => cut("full", from?.remoteAddress));
    admitConnections(server, admits);
  }
  const [port = 0, tlsPort = null] = await listenAll(listeners).catch((error: unknown) => {
    aedes.close();
    throw error;
  });
  return {
    port,
    tlsPort,
    username: bridgeId,
    password,
    disconnect: (templeId) => clients.get(templeId)?.close(),
    connect: () => {
      const [ours, theirs] = connectedPair();
      aedes.handle(theirs);
      return ours;
    },
    renew: (files) => {
      for (const listener of listeners) listener.renew?.(files);
    },
    close: async () => {
      addresses.close();
      for (const { server } of listeners) server.close();
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((closed) => aedes.close(closed));
    },
  };
}

/** Creates the broker that judges connections, publications and subscriptions. It does not listen yet. */
async function createBroker(
  options: EmbeddedBrokerOptions,
  connectTimeout: number,
  password: string,
): Promise<Aedes> {
  const aedes = await Aedes.createBroker({
    // The longest id (T-1). Aedes allows MQTT 3.1 clients only 23 characters by default.
    maxClientsIdLength: 24,
    connectTimeout,
    persistence: createPersistence(),
    // N-1: clean sessions only, so that nothing is queued for a disconnected temple.
    preConnect: (_client, packet, done) => {
      packet.clean = true;
      done(null, true);
    },
    authenticate: createAuthenticator(options, password),
    ...createAuthorizers(options.bridgeId, options.home?.prefix ?? null, options.log),
  });
  aedes.on("clientError", (client, error) =>
    options.log.debug(sumUp({ temple: client.id, err: error }), "client error"),
  );
  aedes.on("connectionError", (_client, error) =>
    options.log.debug(sumUp({ err: error }), "connection error"),
  );
  return aedes;
}

interface Listener {
  readonly server: Server;
  readonly host: string;
  readonly port: number;
  /** Greets new connections with another certificate. @throws if its key is another one's */
  readonly renew?: (files: TlsFiles) => void;
}

/** Returns the server for plain connections, and the one for TLS if the broker has one. */
function createListeners(
  { tls, host, port }: EmbeddedBrokerOptions,
  handshakeTimeout: number,
  serve: (socket: Socket) => void,
): Listener[] {
  const plain = { server: createServer({ noDelay: true }, serve), host, port };
  if (!tls) return [plain];
  const { cert, key } = tls;
  // no TLS before 1.2.
  const secure = { cert, key, minVersion: "TLSv1.2", noDelay: true, handshakeTimeout } as const;
  const server = createTlsServer(secure, serve);
  return [
    plain,
    {
      server,
      host: tls.host,
      port: tls.port,
      renew: (files) => server.setSecureContext({ ...secure, ...files }),
    },
  ];
}

/** Returns both ends of a connection inside this process. Closing one of them closes the other. */
function connectedPair(): ReturnType<typeof duplexPair> {
  const [ours, theirs] = duplexPair();
  ours.on("close", () => theirs.destroy());
  theirs.on("close", () => ours.destroy());
  return [ours, theirs];
}

/** Opens each listener and returns the ports. If one cannot listen, all are closed. */
async function listenAll(listeners: readonly Listener[]): Promise<number[]> {
  try {
    for (const { server, host, port } of listeners) {
      server.listen(port, host);
      await once(server, "listening");
    }
    return listeners.map(({ server }) => (server.address() as AddressInfo).port);
  } catch (error) {
    for (const { server } of listeners) server.close();
    throw error;
  }
}

/** Authenticates clients as A-1 says: own credentials, client id equal to user name, no anonymous access. */
function createAuthenticator(
  options: EmbeddedBrokerOptions,
  password: string,
): NonNullable<AedesOptions["authenticate"]> {
  return (client, username, secret, answer) => {
    void checkConnect(options, password, client.id, username, secret?.toString()).then((returnCode) => {
      if (returnCode === CONNACK.accepted) return answer(null, true);
      connectionsRefused.inc({ code: returnCode });
      options.log.info(sumUp({ temple: client.id, returnCode }, String(returnCode)), "connection refused");
      return answer(Object.assign(new Error("connection refused"), { returnCode }), false);
    });
  };
}

/** Returns the CONNACK return code for a CONNECT. */
async function checkConnect(
  { bridgeId, home, verify }: EmbeddedBrokerOptions,
  password: string,
  clientId: string,
  username: string | undefined,
  secret: string | undefined,
): Promise<number> {
  if (username === undefined || secret === undefined) return CONNACK.badCredentials;
  if (clientId !== username) return CONNACK.identifierRejected;
  if (username === bridgeId) return isEqual(secret, password) ? CONNACK.accepted : CONNACK.badCredentials;
  if (username === HOME_ID && home?.password) {
    return isEqual(secret, home.password) ? CONNACK.accepted : CONNACK.badCredentials;
  }
  if (!isId(username) || secret.length > MAX_SECRET_LENGTH) return CONNACK.badCredentials;
  try {
    return (await verify(username, secret)) ? CONNACK.accepted : CONNACK.badCredentials;
  } catch {
    return CONNACK.serverUnavailable;
  }
}

/** Compares in constant time, for any lengths. */
function isEqual(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** Applies the access rules. A refused publish closes the connection (N-4), a refused filter gets a failure code. */
function createAuthorizers(
  bridgeId: string,
  prefix: string | null,
  log: Logger,
): Pick<AedesOptions, "authorizePublish" | "authorizeSubscribe"> {
  return {
    authorizePublish: (client, { topic, payload, retain }, done) => {
      const publish = { topic, bytes: Buffer.byteLength(payload), retain };
      if (client !== null && mayPublish(clientOf(client.id, bridgeId), publish, prefix)) return done(null);
      log.warn(
        sumUp({ code: "publish-refused", temple: client?.id, ...publish }, client?.id),
        "publish refused",
      );
      done(new Error("publish refused"));
    },
    authorizeSubscribe: (client, subscription, done) => {
      if (maySubscribe(clientOf(client.id, bridgeId), subscription.topic, prefix))
        return done(null, subscription);
      log.warn(
        sumUp({ code: "subscribe-refused", temple: client.id, filter: subscription.topic }, client.id),
        "subscription refused",
      );
      done(null, null);
    },
  };
}
