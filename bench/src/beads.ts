/** P8: measures the time from a bead's fall, over broker, bridge and server, to all clients of the match. */
import { setTimeout as pause } from "node:timers/promises";
import { LoadTemple } from "@flower-war/loadtest/temple";
import { enrol, measureTemples } from "@flower-war/loadtest/temples";
import { type Latency, openMatches, type Scale, summarize } from "./measures.ts";
import { residentBytes } from "./process.ts";
import { FlowerWarMatch } from "./subjects/flower-war.ts";
import { startServerAndBridge } from "./temple-hosts.ts";

/** Beads that fall in a second, over all temples. */
const BEADS_PER_SECOND = 200;
/** ms between two commands of one match: the server shall be busy with beads, not with commands. */
const COMMAND_INTERVAL = 100;
/** ms between two beads of one temple: what falls sooner is a bounce (temple protocol J-3). */
const BEAD_INTERVAL = 40;
/** s of beads that do not count, at the start. */
const WARM_UP = 1;
/** ms after which a bead counts as lost. */
const TIMEOUT = 5000;

export interface Beads {
  /** How long it took until all four clients were shown a bead. */
  readonly shown: Latency;
  /** Beads that were shown, and that were not. */
  readonly counted: number;
  readonly lost: number;
  /** Beads that fell in a second: `BEADS_PER_SECOND`, if the matches could take as many. */
  readonly rate: number;
}

export interface ManyTemples {
  readonly temples: number;
  /** ms from the first connection until each temple had its display. */
  readonly readyAfter: number;
  /** Bytes of memory that the bridge, with its broker, holds for them. */
  readonly memory: number;
}

export async function measureBeads(scale: Scale): Promise<Beads> {
  const { url, operator, mqtt, adminPassword, stop } = await startServerAndBridge();
  let temples = 0;
  const pairs = await openMatches(scale.boundTemples, async () => {
    return openPaired({ url, operator, mqtt, adminPassword }, `bench-${++temples}`);
  });
  const falls: { readonly at: number; readonly shown: number | null }[] = [];
  let fallen = 0;
  const begun = performance.now();
  const countedFrom = begun + WARM_UP * 1000;
  const end = countedFrom + scale.seconds * 1000;
  /** Whether the next bead shall fall. Until then the matches are played on. */
  const isDue = (): boolean => fallen < ((performance.now() - begun) / 1000) * BEADS_PER_SECOND;
  const playOn = async ({ match, temple }: (typeof pairs)[number]): Promise<void> => {
    while (performance.now() < end && !match.isOver) {
      if (!match.takesBeads) {
        await match.play();
        await pause(COMMAND_INTERVAL);
      } else if (isDue()) {
        fallen += 1;
        const at = performance.now();
        falls.push({ at, shown: await dropBead(match, temple) });
        await pause(BEAD_INTERVAL);
      } else await pause(1);
    }
  };
  await Promise.all(pairs.map(playOn));
  const rate = fallen / ((performance.now() - begun) / 1000);
  for (const { match } of pairs) match.close();
  await Promise.all(pairs.map(({ temple }) => temple.close()));
  await stop();
  const counted = falls.filter(({ at }) => at >= countedFrom).map(({ shown }) => shown);
  const times = counted.filter((shown) => shown !== null);
  return { shown: summarize(times), counted: times.length, lost: counted.length - times.length, rate };
}

interface Addresses {
  readonly url: string;
  readonly operator: string;
  readonly mqtt: string;
  readonly adminPassword: string;
}

/** Opens a match whose four seats are local to a new temple of this id. */
export async function openPaired(
  { url, operator, mqtt, adminPassword }: Addresses,
  id: string,
): Promise<{ readonly match: FlowerWarMatch; readonly temple: LoadTemple }> {
  const match = await FlowerWarMatch.open(url);
  const secret = await enrol({ operator, adminPassword }, id);
  const listener = { onVerdict: () => {}, onLost: () => {}, stamps: false };
  const temple = await LoadTemple.connect(mqtt, id, secret, listener);
  await waitFor(() => temple.code !== null);
  await match.pair(temple.code ?? "");
  await waitFor(() => match.isPaired);
  return { match, temple };
}

/** Drops a bead. Resolves with the ms until all four clients were shown it; `null`: it was lost. */
async function dropBead(match: FlowerWarMatch, temple: LoadTemple): Promise<number | null> {
  const command = match.begin();
  command.markAcknowledged(); // no client requests it
  temple.drop();
  const shown = new AbortController();
  const lost = pause(TIMEOUT, null, { signal: shown.signal }).catch(() => null);
  const timing = await Promise.race([command.timing, lost]);
  shown.abort();
  return timing?.shown ?? null;
}

export async function measureManyTemples({ temples }: Scale): Promise<ManyTemples> {
  const processes = await startServerAndBridge();
  const { operator, mqtt, adminPassword } = processes;
  const load = { operator, mqtt, adminPassword, temples, beads: 0, seconds: 0, ack: 0 };
  let memory = 0;
  const { readyAfter } = await measureTemples(load, () => (memory = residentBytes([processes.bridge])));
  await processes.stop();
  return { temples, readyAfter, memory };
}

/** Resolves when it holds, e.g. that a temple is paired. */
export async function waitFor(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error("a temple was not paired within 30 s");
    await pause(5);
  }
}
