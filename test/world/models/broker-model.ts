import { createServer } from "node:net";
import { Aedes } from "aedes";
import type { SeededRandom } from "../../support/seeded-random.ts";

/** The share of what temples publish that arrives twice, as MQTT's QoS 1 allows. */
const TWICE = 0.1;

/** A broker that several bridges share, in place of Mosquitto, open to all in its network. Call it in the process that it is to run in. */
export async function startBroker(port: number, random: SeededRandom): Promise<void> {
  const broker = await Aedes.createBroker();
  broker.on("publish", (packet, client) => {
    const isReport = client !== null && packet.topic.includes("/up/") && !packet.retain;
    if (isReport && random.happens(TWICE)) broker.publish({ ...packet }, () => undefined);
  });
  createServer((socket) => void broker.handle(socket)).listen(port);
}
