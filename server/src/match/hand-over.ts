import { sleep } from "@flower-war/protocol/ports";
import type { Logger } from "pino";
import type { Journal } from "../storage/journal/journal.ts";
import type { Time } from "../time.ts";
import type { LiveMatch } from "./live-match.ts";
import { ownedOf } from "./room-id.ts";

/** Clients that are sent on at a time: about as many as a server admits in a tenth of a second. */
const SLICE = 40;
/** ms between two looks whether matches have their next owner. */
const POLL = 25;

interface HandOverPorts {
  readonly journal: Pick<Journal, "findTakenOver">;
  /** Tells whether another process takes matches over. */
  readonly hasOthers: () => Promise<boolean>;
  readonly time: Time;
  readonly log: Logger;
}

/**
 * Hands matches over to other processes in slices, each when the next owners have the one before: players who came all at once
 * would wait for each other. Empty matches are left alone. Resolves when all are handed over, the time is up or no process
 * takes them; what is left then is handed over at once by whoever closes the rooms.
 * @param within ms that it may take
 */
export async function handOver(
  matches: readonly LiveMatch[],
  within: number,
  { journal, hasOthers, time, log }: HandOverPorts,
): Promise<void> {
  const end = time.monotonic() + within;
  const slices = sliceOf(matches.filter(({ room }) => room.clients.length > 0));
  try {
    for (const [i, slice] of slices.entries()) {
      const left = end - time.monotonic();
      if (left <= 0 || !(await hasOthers())) return;
      const handedOver = Promise.all(slice.map((match) => match.handOver()));
      await Promise.race([handedOver, sleep(time, left)]);
      const sliceEnd = time.monotonic() + left / (slices.length - i);
      while (time.monotonic() < sliceEnd && !(await haveMoved(slice, journal))) await sleep(time, POLL);
    }
  } catch (err) {
    log.warn({ err }, "matches not handed over in slices");
  }
}

/** Whether each match has another owner. */
async function haveMoved(
  matches: readonly LiveMatch[],
  journal: Pick<Journal, "findTakenOver">,
): Promise<boolean> {
  const owned = matches.map(({ room }) => ownedOf(room.roomId));
  return (await journal.findTakenOver(owned)).length === owned.length;
}

function sliceOf(matches: readonly LiveMatch[]): LiveMatch[][] {
  const slices: LiveMatch[][] = [];
  let clients = SLICE;
  for (const match of matches) {
    if (clients >= SLICE) {
      slices.push([]);
      clients = 0;
    }
    slices.at(-1)?.push(match);
    clients += match.room.clients.length;
  }
  return slices;
}
