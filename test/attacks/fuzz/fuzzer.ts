/** A process that sends plans: it gets a `FuzzOrder` and answers with `Fuzzed`, again and again. */
import { connectPacket, packet, TYPE } from "../bytes/mqtt.ts";
import { frame, joinedFrame, OPCODE, upgrade } from "../bytes/websocket.ts";
import type { Target } from "../processes/orders.ts";
import { pathOf, reserve } from "../processes/reserve.ts";
import { type Counts, FuzzSocket } from "./fuzz-socket.ts";
import { TEMPLE } from "./inputs/packets.ts";
import { MATCH_ID } from "./inputs/requests.ts";
import type { Fuzzed, FuzzOrder, Plan } from "./orders.ts";
import { Seats } from "./seats.ts";

/** Connections at a time. */
const AT_ONCE = 12;
/** A room's message that asks whether the host is there; the answer is the same byte. */
const ALIVE = 18;
const PING = frame({ opcode: OPCODE.binary, payload: Buffer.of(ALIVE) });
const PINGREQ = packet(TYPE.pingreq, 0, Buffer.alloc(0));
const PINGRESP = Buffer.of(0xd0, 0);
const STATUS_LINE = Buffer.from("HTTP/1.1 ");

const seats = new Seats();
/** Connections so far: each comes from an address of its own. */
let connections = 0;

process.on("message", (order: FuzzOrder) => {
  void fuzz(order).then((fuzzed) => process.send?.(fuzzed));
});
process.once("disconnect", () => process.exit());

interface Run {
  readonly order: FuzzOrder;
  readonly fuzzed: Fuzzed;
  readonly counts: Counts;
}

async function fuzz(order: FuzzOrder): Promise<Fuzzed> {
  const counts: Counts = { statuses: {}, codes: {}, closes: {}, connacks: {} };
  const fuzzed: Fuzzed = {
    connections: 0,
    turnedAway: 0,
    inputs: 0,
    parsed: 0,
    hung: 0,
    internal: 0,
    statuses: counts.statuses,
    closes: counts.closes,
  };
  const plans = [...order.plans];
  const work = async (slot: number): Promise<void> => {
    for (let plan = plans.shift(); plan !== undefined; plan = plans.shift()) {
      await follow({ order, fuzzed, counts }, plan, slot);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, slot) => work(slot)));
  fuzzed.internal += counts.statuses["500"] ?? 0;
  return fuzzed;
}

/** Sends one plan over one connection. */
async function follow({ order, fuzzed, counts }: Run, plan: Plan, slot: number): Promise<void> {
  const n = connections++;
  const from = `127.${128 + ((n >> 16) & 127)}.${(n >> 8) & 255}.${n & 255}`;
  const way = await WAYS[plan.over](order, plan, slot, from);
  const socket = way && (await FuzzSocket.open(plan.over, order.target, from, counts));
  if (way === null || socket === null) {
    fuzzed.turnedAway += 1;
    return;
  }
  fuzzed.connections += 1;
  fuzzed.inputs += way.inputs.length;
  try {
    const parsed = await send(socket, way);
    fuzzed.parsed += parsed;
  } catch {
    fuzzed.hung += 1;
  }
  fuzzed.internal += socket.internal;
  socket.close();
}

/** How a connection opens, what it sends, and how the host shows that it has read that. */
interface Passage {
  /** Sends what opens the connection; resolves with whether it is open. */
  readonly open: (socket: FuzzSocket) => Promise<boolean>;
  readonly inputs: readonly Uint8Array[];
  /** What is sent after the inputs. */
  readonly marker: Uint8Array;
  /** Returns how often markers were answered. */
  readonly markersOf: (socket: FuzzSocket) => number;
  /** How many answers there are when so many inputs were read. */
  readonly answersTo: (inputs: number) => number;
}

/** Sends all inputs but the last, waits until they are read, then sends the last. Resolves with how many are known to be read. */
async function send(
  socket: FuzzSocket,
  { open, inputs, marker, markersOf, answersTo }: Passage,
): Promise<number> {
  if (!(await open(socket))) return 0;
  const last = inputs.at(-1) ?? Buffer.alloc(0);
  const first = inputs.slice(0, -1);
  const before = socket.received;
  const readFirst = answersTo(first.length);
  markersOf(socket);
  socket.send(...first, marker);
  if (!(await socket.wait(() => markersOf(socket) >= readFirst))) {
    // It ended the connection at one of them: those that it answered were read, and the one that ended it.
    return Math.min(first.length, socket.received - before + 1);
  }
  socket.send(last, marker);
  const readAll = answersTo(inputs.length) + (marker.length > 0 ? 1 : 0);
  await socket.waitShortly(() => markersOf(socket) >= readAll);
  return socket.isClosed || markersOf(socket) >= readAll ? inputs.length : first.length;
}

type Way = (order: FuzzOrder, plan: Plan, slot: number, from: string) => Promise<Passage | null>;

const WAYS: Readonly<Record<Plan["over"], Way>> = {
  WebSocket: async ({ target }, { start, inputs }, slot, from) => {
    const path =
      start === "lobby"
        ? await reserveLobby(target, from)
        : await seats.reserve(target, slot, start === "seat", from);
    if (typeof path === "number") return null;
    const open = async (socket: FuzzSocket): Promise<boolean> => {
      socket.send(upgrade(path));
      if (!(await socket.wait(() => socket.received >= 1))) return false;
      socket.send(joinedFrame());
      return socket.wait(() => socket.received >= 2);
    };
    return {
      open,
      inputs,
      marker: PING,
      markersOf: (socket) => socket.messagesOf(ALIVE),
      answersTo: () => 1,
    };
  },
  HTTP: async ({ match }, plan) => {
    const inputs = replaceIn(plan.inputs, MATCH_ID, match);
    const markersOf = (socket: FuzzSocket): number => socket.countOf(STATUS_LINE);
    return { open: async () => true, inputs, marker: Buffer.alloc(0), markersOf, answersTo: (n) => n };
  },
  MQTT: async ({ temples }, { start, inputs }, slot) => {
    const temple = temples[slot % temples.length];
    if (temple === undefined) return null;
    const named = replaceIn(inputs, TEMPLE, temple.id);
    const login = connectPacket({ clientId: temple.id, username: temple.id, password: temple.secret });
    const open = async (socket: FuzzSocket): Promise<boolean> => {
      if (start === "stranger") return true;
      socket.send(login);
      return socket.wait(() => socket.received >= 1);
    };
    if (start === "stranger") {
      const markersOf = (socket: FuzzSocket): number => socket.received;
      return { open, inputs: named, marker: Buffer.alloc(0), markersOf, answersTo: (n) => n };
    }
    const markersOf = (socket: FuzzSocket): number => socket.countOf(PINGRESP);
    return { open, inputs: named, marker: PINGREQ, markersOf, answersTo: () => 1 };
  },
};

/** Replaces a word by one of as many characters. */
function replaceIn(inputs: readonly Uint8Array[], word: string, by: string): Uint8Array[] {
  return inputs.map((input) =>
    Buffer.from(Buffer.from(input).toString("latin1").replaceAll(word, by), "latin1"),
  );
}

async function reserveLobby(target: Target, from: string): Promise<string | number> {
  const reserved = await reserve({ ...target, from: null }, "/api/lobby", {}, from);
  return typeof reserved === "number" ? reserved : pathOf(reserved);
}
