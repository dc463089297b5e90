import {
  parseAct,
  parseAck,
  parseBead,
  parseBridgeNotice,
  parseCmd,
  parseDisplay,
  parseState,
} from "@flower-war/protocol/temple";
import mqtt from "mqtt-packet";
import { connectPacket, publishPacket, subscribePacket } from "../../bytes/mqtt.ts";
import { asJson, type Format } from "./format.ts";

const COUNTING = { v: 1, boot: "b1b1b1b1", epoch: "e1e1e1e1", seq: 1, count: { h: 2, t: 0 }, mark: "M.7" };
const TEMPLE = { ...COUNTING, base: { h: 0, t: 0 }, up: 1_000 };

/** Packets, and what temples and bridges say in them. */
export const MQTT: readonly Format[] = [
  {
    name: "MQTT packets",
    seeds: [
      connectPacket({ clientId: "templo-1", username: "templo-1", password: "secret" }),
      publishPacket("templo/v1/templo-1/up/bead", Buffer.from("{}"), { qos: 1, id: 7 }),
      subscribePacket(7, "templo/v1/templo-1/down/#"),
    ].map((bytes) => Buffer.from(bytes).toString("latin1")),
    write: (value) => Buffer.from(String(value), "latin1"),
    read(bytes) {
      const parser = mqtt.parser();
      parser.on("error", () => {});
      parser.parse(bytes);
    },
  },
  ...(
    [
      ["up/state", parseState, { ...TEMPLE, online: true, conn: 1, level: 2, fw: "templo 1.0" }],
      ["up/bead", parseBead, { ...TEMPLE, slot: "h", n: 2, at: 1_000 }],
      ["up/act", parseAct, { v: 1, boot: "b1b1b1b1", seq: 1, act: "pair" }],
      ["down/display", parseDisplay, { v: 1, lines: ["Citlali", "2 + 1"] }],
      ["down/ack", parseAck, { v: 1, epoch: "e1e1e1e1", seq: 1 }],
      ["down/cmd", parseCmd, { v: 1, cmd: "identify" }],
      ["down/bridge", parseBridgeNotice, { v: 1, online: true }],
    ] as const
  ).map(([name, read, seed]) => ({ name: `MQTT: ${name}`, seeds: [seed], write: asJson, read })),
];
