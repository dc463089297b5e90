import type { Attack, Gets, Opening, Targets, Traffic } from "../attack.ts";
import { many } from "../bytes/http.ts";
import { connectPacket, packet, publishPacket, string, subscribePacket, TYPE } from "../bytes/mqtt.ts";

/** Connects as the temple that is enrolled: a thief has its secret. */
const asTemple = ({ temple }: Targets): Opening => {
  return { connect: connectPacket({ clientId: temple.id, username: temple.id, password: temple.secret }) };
};

const CUT: Gets = { cutWithin: 1_000 };
const STAYS: Gets = { cutWithin: null };

/** Sends as fast as the broker reads, and comes back 100 ms after it was cut. One temple has one connection. */
const flood =
  (units: (targets: Targets) => readonly Buffer[]) =>
  (targets: Targets): Traffic => ({
    sockets: 1,
    opening: asTemple(targets),
    units: units(targets),
    rate: 10_000,
    again: 100,
  });
/** Connections of strangers that send something, and come back 20 ms after they were cut. */
const strangers =
  (...units: Buffer[]) =>
  (): Traffic => ({ sockets: 20, units, rate: 20, again: 20, opens: 500 });

/** A bead's message as the protocol has it, and the topic of a temple's channel. */
const bead = (i: number): string =>
  JSON.stringify({
    v: 1,
    boot: "b1b1b1b1",
    epoch: "b1b1b1b1",
    seq: i,
    count: { h: i + 1, t: 0 },
    up: 1_000 + i,
    slot: "h",
    n: i + 1,
    at: 1_000 + i,
  });
const topic = (id: string, channel: string): string => `templo/v1/${id}/${channel}`;

/** Publishes that a temple may send, but never so many. The embedded broker cuts it; Mosquitto knows no rate, and the bridge drops them. */
const PUBLISHES: readonly Attack[] = [
  {
    name: "flood of publishes from a temple",
    over: "MQTT",
    ways: ["direct", "IPv6"],
    ci: ["direct"],
    traffic: flood(({ temple }) => many(1000, (i) => publishPacket(topic(temple.id, "up/bead"), bead(i)))),
    gets: CUT,
  },
  {
    name: "the same with QoS 1",
    over: "MQTT",
    ways: ["direct"],
    ci: ["direct"],
    traffic: flood(({ temple }) =>
      many(1000, (i) => publishPacket(topic(temple.id, "up/bead"), bead(i), { qos: 1, id: i + 1 })),
    ),
    gets: CUT,
  },
  {
    name: "publishes of 4 KB that are no message",
    over: "MQTT",
    ways: ["direct"],
    traffic: flood(({ temple }) => [publishPacket(topic(temple.id, "up/act"), "{".repeat(3_900))]),
    gets: CUT,
  },
];

/** Connections to the broker of temples. */
export const MQTT_ATTACKS: readonly Attack[] = [
  {
    name: "CONNECTs with wrong secrets",
    over: "MQTT",
    ways: ["direct", "IPv6", "Mosquitto"],
    ci: ["direct"],
    traffic: ({ temple }) =>
      strangers(
        ...many(500, (i) =>
          connectPacket({ clientId: temple.id, username: temple.id, password: `guess-of-a-secret-${i}` }),
        ),
      )(),
    gets: CUT,
  },
  {
    name: "CONNECTs of temples that are none",
    over: "MQTT",
    ways: ["direct", "Mosquitto"],
    traffic: strangers(
      ...many(500, (i) =>
        connectPacket({ clientId: `templo-${i}`, username: `templo-${i}`, password: "secret" }),
      ),
    ),
    gets: CUT,
  },
  {
    name: "CONNECTs without a name",
    over: "MQTT",
    ways: ["direct"],
    traffic: strangers(connectPacket({ clientId: "" })),
    gets: CUT,
  },
  {
    name: "CONNECTs with the id of another",
    over: "MQTT",
    ways: ["direct", "Mosquitto"],
    traffic: ({ temple }) =>
      strangers(connectPacket({ clientId: "templo-other", username: temple.id, password: "guess" }))(),
    gets: CUT,
  },
  {
    name: "a packet that announces 256 MB",
    over: "MQTT",
    ways: ["direct", "IPv6", "Mosquitto"],
    ci: ["direct"],
    traffic: () => ({
      sockets: 8,
      isSequence: true,
      units: [
        packet(TYPE.connect, 0, Buffer.alloc(1_000), 268_435_455),
        ...many(5_000, () => Buffer.alloc(4_096)),
      ],
      rate: 2_500,
      again: 100,
    }),
    gets: CUT,
  },
  {
    name: "500 connections that send nothing",
    over: "MQTT",
    ways: ["direct", "IPv6", "Mosquitto"],
    traffic: () => ({ sockets: 500, units: [], rate: 0 }),
    gets: STAYS,
  },
  {
    name: "CONNECTs byte by byte, 50 ms apart, on 300 connections",
    over: "MQTT",
    ways: ["direct", "Mosquitto"],
    traffic: ({ temple }) => ({
      sockets: 300,
      units: [connectPacket({ clientId: temple.id, username: temple.id, password: "x".repeat(500) })],
      rate: 20,
      bytesAtATime: 1,
    }),
    gets: STAYS,
  },
  {
    name: "bytes that are no MQTT",
    over: "MQTT",
    ways: ["direct", "Mosquitto"],
    ci: ["direct"],
    traffic: strangers(...many(256, (i) => Buffer.alloc(64, i))),
    gets: { cutWithin: null },
  },
  {
    name: "HTTP requests",
    over: "MQTT",
    ways: ["direct"],
    traffic: strangers(Buffer.from("GET / HTTP/1.1\r\nhost: x\r\n\r\n")),
    gets: { cutWithin: null },
  },
  {
    name: "connects and goes, 500 times a second",
    over: "MQTT",
    ways: ["direct", "Mosquitto"],
    traffic: () => ({ sockets: 100, units: [], rate: 0, closesAfter: 1, again: 1, opens: 500 }),
    gets: STAYS,
  },
  ...PUBLISHES,
  ...PUBLISHES.map(
    (attack): Attack => ({
      ...attack,
      name: `${attack.name}, which Mosquitto takes`,
      ways: ["Mosquitto"],
      ci: attack === PUBLISHES[0] ? ["Mosquitto"] : [],
      gets: STAYS,
    }),
  ),
  {
    name: "states that are retained, again and again",
    over: "MQTT",
    ways: ["direct"],
    traffic: flood(({ temple }) =>
      many(1000, (i) => publishPacket(topic(temple.id, "up/state"), bead(i), { retain: true })),
    ),
    gets: CUT,
  },
  {
    name: "publishes to topics of others",
    over: "MQTT",
    ways: ["direct"],
    ci: ["direct"],
    traffic: flood(() => [
      publishPacket(topic("templo-other", "up/bead"), "{}"),
      publishPacket("$SYS/x", "{}"),
    ]),
    gets: CUT,
  },
  {
    name: "publishes to topics of others, which Mosquitto drops",
    over: "MQTT",
    ways: ["Mosquitto"],
    traffic: flood(() => [
      publishPacket(topic("templo-other", "up/bead"), "{}"),
      publishPacket("$SYS/x", "{}"),
    ]),
    gets: STAYS,
  },
  {
    name: "subscribes to everything",
    over: "MQTT",
    ways: ["direct"],
    traffic: flood(() => [
      subscribePacket(1, "#"),
      subscribePacket(2, "$SYS/#"),
      subscribePacket(3, "templo/v1/+/down/#"),
      subscribePacket(4, "$share/all/#"),
    ]),
    gets: CUT,
  },
  {
    name: "flood of subscriptions that it may have",
    over: "MQTT",
    ways: ["direct"],
    traffic: flood(({ temple }) => many(1000, (i) => subscribePacket(i + 1, topic(temple.id, "down/#")))),
    gets: CUT,
  },
  {
    name: "QoS 2 that never ends",
    over: "MQTT",
    ways: ["direct"],
    traffic: flood(({ temple }) =>
      many(60_000, (i) => publishPacket(topic(temple.id, "up/bead"), bead(i), { qos: 2, id: i + 1 })),
    ),
    gets: CUT,
  },
  {
    name: "flood of pings",
    over: "MQTT",
    ways: ["direct", "IPv6"],
    ci: ["direct"],
    traffic: flood(() => [packet(TYPE.pingreq, 0, Buffer.alloc(0))]),
    gets: CUT,
  },
  {
    name: "a will for a topic of another",
    over: "MQTT",
    ways: ["direct"],
    traffic: ({ temple }) => ({
      sockets: 4,
      units: [
        connectPacket({
          clientId: temple.id,
          username: temple.id,
          password: temple.secret,
          will: { topic: topic("templo-other", "up/bead"), payload: bead(0) },
        }),
      ],
      rate: 1,
      atMost: 1,
      closesAfter: 100,
      again: 50,
    }),
    gets: STAYS,
  },
  {
    name: "two connections of one temple push each other off",
    over: "MQTT",
    ways: ["direct"],
    traffic: (targets) => ({ sockets: 8, opening: asTemple(targets), units: [], rate: 0, again: 5 }),
    gets: STAYS,
  },
  {
    name: "beads as fast as a temple may, with faults in each",
    over: "MQTT",
    ways: ["direct", "Mosquitto"],
    traffic: (targets) => ({
      sockets: 1,
      opening: asTemple(targets),
      units: many(1000, (i) =>
        publishPacket(topic(targets.temple.id, "up/bead"), bead(i * 1e6).replace('"v":1', `"v":${i}`), {
          qos: 1,
          id: i + 1,
        }),
      ),
      rate: 10,
      again: 100,
    }),
    gets: STAYS,
  },
  {
    name: "topics that are no UTF-8",
    over: "MQTT",
    ways: ["direct"],
    traffic: flood(() => [
      packet(TYPE.publish, 0, Buffer.concat([string(Buffer.of(0xff, 0xfe, 0)), Buffer.from("x")])),
    ]),
    gets: CUT,
  },
  {
    name: "second CONNECTs on one connection",
    over: "MQTT",
    ways: ["direct"],
    traffic: flood(({ temple }) => [
      connectPacket({ clientId: temple.id, username: temple.id, password: temple.secret }),
    ]),
    gets: CUT,
  },
];
