import { UP_CHANNELS } from "@flower-war/protocol/temple";
import type { SeededRandom } from "../../../support/seeded-random.ts";
import { connectPacket, packet, publishPacket, subscribePacket, TYPE } from "../../bytes/mqtt.ts";
import type { Plan } from "../orders.ts";
import { mutateBytes, mutateValue, pick } from "./mutate.ts";

/** Packets of one connection, below the rate at which one is cut. */
const INPUTS = 24;
/** Connections that do not get as far as a temple's. */
const STRANGERS = 0.1;

/** Stands for the id of the temple that sends the plan: the same number of bytes as each of them. */
export const TEMPLE = "templo-fuzz-00";

const COUNTING = {
  v: 1,
  boot: "b1b1b1b1",
  epoch: "e1e1e1e1",
  seq: 1,
  count: { h: 2, t: 0 },
  mark: "M.7",
  base: { h: 0, t: 0 },
  up: 1_000,
};
const MESSAGES: Readonly<Record<(typeof UP_CHANNELS)[number], object>> = {
  state: { ...COUNTING, online: true, conn: 1, level: 2, fw: "fuzz 1" },
  bead: { ...COUNTING, slot: "h", n: 2, at: 1_000 },
  act: { v: 1, boot: "b1b1b1b1", seq: 1, act: "pair" },
};

/** Plans the packets of one connection: messages that the bridge reads, and at the end often a packet that ends it. */
export function planPackets(random: SeededRandom): Omit<Plan, "over"> {
  if (random.happens(STRANGERS)) return { start: "stranger", inputs: [planConnect(random)] };
  const inputs = Array.from({ length: INPUTS }, (_, i) => planMessage(random, i + 1));
  if (random.happens(0.5)) inputs[INPUTS - 1] = planPacket(random);
  return { start: "temple", inputs };
}

function planMessage(random: SeededRandom, id: number): Uint8Array {
  const channel = pick(random, UP_CHANNELS);
  const message =
    JSON.stringify(random.happens(0.9) ? mutateValue(random, MESSAGES[channel]) : MESSAGES[channel]) ?? "";
  const payload = random.happens(0.8) ? Buffer.from(message) : mutateBytes(random, Buffer.from(message));
  const options = { qos: pick(random, [0, 1, 1] as const), retain: channel === "state", id };
  return publishPacket(`templo/v1/${TEMPLE}/up/${channel}`, payload.subarray(0, 1_000), options);
}

/** A packet that a temple does not send, or not so. */
function planPacket(random: SeededRandom): Uint8Array {
  const body = Buffer.from(random.hex(2 * random.below(40)), "hex");
  return pick(random, [
    () => packet(random.below(16), random.below(16), body),
    () => packet(random.below(16), random.below(16), body, random.below(268_435_456)),
    () => mutateBytes(random, planMessage(random, 1)),
    () =>
      subscribePacket(
        random.below(65_536),
        pick(random, ["#", "$SYS/#", `templo/v1/${TEMPLE}/down/#`, "+/+", ""]),
      ),
    () => packet(TYPE.pubrel, 2, Buffer.of(0, random.below(256))),
    () =>
      publishPacket(pick(random, ["$SYS/x", "a/+", "", `templo/v1/${TEMPLE}/down/ack`]), body, { qos: 2 }),
  ])();
}

function planConnect(random: SeededRandom): Uint8Array {
  const name = pick(random, [TEMPLE, "", "bridge-1", "x".repeat(200), "\u0000", "../etc"]);
  const whole = connectPacket({
    clientId: pick(random, [name, TEMPLE]),
    username: name,
    password: pick(random, [null, "", "guess", "y".repeat(3_000)]),
    ...(random.happens(0.3) && {
      will: { topic: pick(random, ["#", `templo/v1/${TEMPLE}/up/bead`]), payload: "{}" },
    }),
  });
  return random.happens(0.7) ? mutateBytes(random, whole) : whole;
}
