/** A process that attacks: it gets an `AttackOrder`, attacks for its duration, and answers with `Seen`. */
import { OPENS_PER_SECOND, type Seen } from "../attack.ts";
import { AttackSocket } from "./attack-socket.ts";
import type { AttackOrder } from "./orders.ts";

/** ms between two turns. */
const TURN = 10;

process.once("message", (order: AttackOrder) => {
  void attack(order).then((seen) => process.send?.(seen, () => process.disconnect()));
});

/** Returns one of many addresses that this machine has over IPv4. */
function addressOf(index: number): string {
  return `127.200.${(index >> 8) & 255}.${index & 255}`;
}

async function attack({ over, traffic, target, duration }: AttackOrder): Promise<Seen> {
  const seen: Seen = {
    opened: 0,
    cut: 0,
    turnedAway: 0,
    open: 0,
    units: 0,
    bytes: 0,
    cuts: [],
    openFor: 0,
    statuses: {},
    codes: {},
    closes: {},
    connacks: {},
  };
  const sockets = new Set<AttackSocket>();
  const end = performance.now() + duration;
  /** When each socket that is missing may be opened. */
  const missing = Array.from({ length: traffic.sockets }, () => 0);
  let index = 0;
  let isOver = false;
  const open = (now: number): void => {
    let due = Math.max(1, Math.round(((traffic.opens ?? OPENS_PER_SECOND) * TURN) / 1000));
    while (due > 0 && missing.length > 0 && (missing[0] ?? 0) <= now) {
      due -= 1;
      missing.shift();
      const { addresses } = traffic;
      const from = addresses === undefined ? target.from : addressOf(index % addresses);
      const socket = new AttackSocket(over, traffic, { ...target, from }, seen, index++);
      sockets.add(socket);
      void socket.ended.then(() => {
        sockets.delete(socket);
        if (traffic.again !== undefined && !isOver) missing.push(performance.now() + traffic.again);
        return undefined;
      });
    }
  };
  await new Promise<void>((resolve) => {
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      if (now >= end) {
        clearInterval(timer);
        return resolve();
      }
      open(now);
      for (const socket of sockets) socket.tick(now - last);
      last = now;
    }, TURN);
  });
  isOver = true;
  for (const socket of sockets) socket.stop();
  seen.cuts.sort((a, b) => a - b);
  return seen;
}
