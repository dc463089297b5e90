/**
 * Is preloaded into a server that shall be slower by a known share, to see whether the measure finds it. Each patch (one a command) takes the
 * thread that share of the processor time between two patches, as it was lately.
 */
import { Room } from "@colyseus/core";

const SHARE = Number(process.env["PLANT_SHARE"]);
/** Patches after which the time between two is taken anew. */
const PATCHES = 200;

let [patches, before, wait] = [0, 0, 0];

/** ms of processor time of this thread. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const broadcastPatch = Reflect.get(Room.prototype, "broadcastPatch");
Room.prototype.broadcastPatch = function (this: Room) {
  patches += 1;
  if (patches % PATCHES === 0) {
    const { user, system } = process.cpuUsage();
    const used = (user + system) / 1000;
    wait = ((used - before) / PATCHES) * (SHARE / (1 + SHARE));
    before = used;
  }
  // Its own processor time: on a busy machine the thread may stand still for most of a wait.
  for (const end = threadTime() + wait; threadTime() < end; );
  return broadcastPatch.call(this);
};
