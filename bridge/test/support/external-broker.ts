import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { Aedes } from "aedes";

/** A broker outside the bridge, for `MQTT_URL`. It accepts clients with the password and allows every topic. */
export interface ExternalBroker {
  readonly port: number;
  /** Every PUBLISH as the broker received it. */
  readonly published: { topic: string; payload: unknown; qos: number; retain: boolean }[];
  /** Number of messages that it acknowledged but did not deliver. */
  readonly dropped: number;
  publish(topic: string, payload: string, retain: boolean): Promise<void>;
  close(): Promise<void>;
}

export async function openExternalBroker(
  password = "secret",
  port = 0,
  allowsFilter: (filter: string) => boolean = () => true,
  drops: (topic: string) => boolean = () => false,
): Promise<ExternalBroker> {
  let dropped = 0;
  const aedes = await Aedes.createBroker({
    authorizePublish: (_client, packet, done) => {
      if (drops(packet.topic)) {
        dropped += 1;
        packet.topic = "dropped";
      }
      done(null);
    },
    authorizeSubscribe: (_client, subscription, done) =>
      done(null, allowsFilter(subscription.topic) ? subscription : null),
    authenticate: (_client, _username, given, done) => done(null, given?.toString() === password),
  });
  const published: ExternalBroker["published"] = [];
  aedes.on("publish", ({ topic, payload, qos, retain }, client) => {
    if (client !== null) published.push({ topic, payload: JSON.parse(payload.toString()), qos, retain });
  });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    aedes.handle(socket);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    published,
    get dropped() {
      return dropped;
    },
    publish: (topic, payload, retain) =>
      new Promise((resolve, reject) => {
        const packet = { cmd: "publish", topic, payload, qos: 1, dup: false, retain } as const;
        aedes.publish(packet, (error) => (error ? reject(error) : resolve()));
      }),
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((closed) => aedes.close(closed));
    },
  };
}
