import { createHash } from "node:crypto";
import type { SeededRandom } from "../../../support/seeded-random.ts";
import { frame, OPCODE, requestFrame } from "../../bytes/websocket.ts";
import type { Plan, Start } from "../orders.ts";
import { mutateBytes, mutateValue, pick } from "./mutate.ts";

/** Messages that a client may send at once, without the first two and the last one of a connection (docs/protocol.md, "Limits"). */
const INPUTS = 32;
const STARTS: readonly Start[] = ["seat", "seat", "spectator", "lobby"];

const NONCE = "a1b2c3";

/** Requests as clients send them. */
const REQUESTS: readonly (readonly [type: string, payload: object])[] = [
  ["nonce", { nonce: NONCE }],
  ["seal", { seal: createHash("sha256").update(NONCE).digest("hex"), key: "" }],
  ["ready", { ready: true }],
  ["move-seat", { seat: "north" }],
  ["seat-bot", { seat: "west", kind: "easy" }],
  ["free-seat", { seat: "south" }],
  ["challenge", { seat: "north", bot: "Ahuizotl" }],
  ["hand-over", { seat: "north" }],
  ["show-code", { shown: true }],
  ["set-policy", { admission: "accounts", slow: 10, quiet: true }],
  ["set-policy", { admission: "finishers" }],
  ["block", { n: 1 }],
  ["silence", { n: 1 }],
  ["lift", { how: "blocked", name: "Ana" }],
  ["start", {}],
  ["command", { id: "c-1", command: { type: "roll" } }],
  ["command", { id: "c-2", command: { type: "move", dice: [1, 2], space: 3 } }],
  ["command", { id: "c-3", command: { type: "toss" } }],
  ["command", { id: "c-4", command: { type: "choose", target: "red", god: "tlaloc" } }],
  ["offer", { what: "draw" }],
  ["take-back", { n: 1 }],
  ["pause", { seconds: 60 }],
  ["resume", {}],
  ["holiday", { days: 2 }],
  ["seek-judge", { wanted: true }],
  ["take-judge", { token: "a".repeat(32), name: "Izel", secret: "izel-izel-izel-izel" }],
  ["judge", { secret: "izel-izel-izel-izel", act: "free-seat", to: "east" }],
  ["give-time", { id: "g", to: "east", seconds: 60 }],
  ["hint", {}],
  ["offer-seat", { offered: true }],
  ["accept", { id: "x7" }],
  ["decline", { id: "x7" }],
  ["claim", { what: "win" }],
  ["here", {}],
  ["legal", {}],
  ["log", { after: 0 }],
  ["say", { id: "s-1", text: "¡Bravo!", name: "Xoco" }],
  ["react", { id: "s-2", reaction: "bravo", name: "Xoco" }],
  ["chat", { after: 0 }],
  ["time", {}],
  ["report", { seat: "north", reason: "other", text: "…" }],
  ["pair-temple", { code: "4F7K" }],
  ["unpair-temple", {}],
];

/** Plans the frames of one WebSocket: mutated requests, and at the end often a frame that ends the connection. */
export function planFrames(random: SeededRandom): Omit<Plan, "over"> {
  const inputs = Array.from({ length: INPUTS }, (_, i) => planMessage(random, i + 1));
  if (random.happens(0.5)) inputs[INPUTS - 1] = planFrame(random);
  return { start: pick(random, STARTS), inputs };
}

/** A message that the room reads: whole, masked and binary. */
function planMessage(random: SeededRandom, id: number): Uint8Array {
  const [type, payload] = pick(random, REQUESTS);
  const named = random.happens(0.95) ? type : pick(random, ["", "__proto__", "toString", `${type}x`]);
  const changed = random.happens(0.8) ? mutateValue(random, payload) : payload;
  const whole = requestFrame(id, named, changed as object);
  if (random.happens(0.8)) return whole;
  const content = mutateBytes(random, whole.subarray(whole.length < 132 ? 6 : 8));
  return frame({ opcode: OPCODE.binary, payload: content.subarray(0, 3_000) });
}

/** A frame that breaks the protocol of WebSockets, or may. */
function planFrame(random: SeededRandom): Uint8Array {
  if (random.happens(0.3)) return Buffer.from(random.hex(2 * (1 + random.below(200))), "hex");
  const bytes = planMessage(random, 1);
  if (random.happens(0.5)) return mutateBytes(random, bytes);
  return frame({
    opcode: random.below(16),
    isFinal: random.happens(0.7),
    isMasked: random.happens(0.8),
    reserved: random.happens(0.7) ? 0 : random.below(8),
    payload: bytes.subarray(0, random.below(bytes.length)),
    ...(random.happens(0.2) && { announced: BigInt(2 ** random.below(63)) }),
  });
}
