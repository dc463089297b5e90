import { mkdtempDisposableSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openMatches, playFast, type Scale } from "./measures.ts";
import { FlowerWarMatch, LARGE_SEMI_SPACE, startServer } from "./subjects/flower-war.ts";

/** µs between two samples. */
const INTERVAL = 500;
/** s of play that are not sampled: V8 compiles the server's code then. */
const WARM_UP = 4;

/** What a server does for a command, by what is on the stack when V8 samples it: the innermost call that one of these names decides. */
const STAGES: readonly (readonly [stage: string, calls: RegExp])[] = [
  ["the system's writes to sockets", /^writev /],
  ["collecting garbage", /^\(garbage collector\) /],
  ["the journal, until it is durable", /server\/src\/storage\//],
  ["rules: deciding", /^decide .*rules\//],
  ["rules: legal commands for the answer", /^legal .*rules\//],
  ["writing the synced state", /outbound\/projection/],
  ["encoding and sending patches", /^broadcastPatch /],
  ["redacting, packing and sending entries", /^sendEntry /],
  ["other writing to sockets", /^#uncorkAll |^clearBuffer |^#replyToRequest |^#finalizeRequest /],
  ["clocks, bots, temples, endings", /^#updatePlay /],
  ["requests: reading and checking", /^onRequest |^room\._onMessage |server\/src\/wire\/requests/],
  ["reading from sockets", /^onStreamRead |ws\/lib\/receiver/],
];
const REST = "promises, queue and the rest";

export interface Stages {
  /** Commands per second of the server's processor time while it is sampled. */
  readonly perProcessorSecond: number;
  /** µs of the main thread for a command. */
  readonly command: number;
  /** Shares of that, by stage. */
  readonly shares: { readonly [stage: string]: number };
}

/** What V8 writes (`--cpu-prof`), as far as it is read here. */
interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  /** µs by the system's monotonic clock. */
  readonly startTime: number;
  readonly samples: readonly number[];
  /** µs since the sample before. */
  readonly timeDeltas: readonly number[];
}

/** Plays as P2 does, and samples what the server's main thread does meanwhile. */
export async function measureStages({ busyMatches, seconds }: Scale): Promise<Stages> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "flower-war-profile-"));
  const sampling = `--cpu-prof --cpu-prof-dir=${folder.path} --cpu-prof-interval=${INTERVAL}`;
  const { url, pid, stop } = await startServer({ NODE_OPTIONS: `${LARGE_SEMI_SPACE} ${sampling}` });
  const running = { pids: [pid], stop, openMatch: () => FlowerWarMatch.open(url) };
  const matches = await openMatches(busyMatches, running.openMatch);
  await playFast(running, matches, 0, WARM_UP);
  const from = microseconds();
  const { played, used } = await playFast(running, matches, 0, seconds);
  const to = microseconds();
  for (const match of matches) match.close();
  await stop();
  const { total, stages } = sum(readMainThread(folder.path), from, to);
  const shares = [...stages].sort(([, some], [, others]) => others - some);
  return {
    perProcessorSecond: Math.round(played / used),
    command: Math.round(total / played),
    shares: Object.fromEntries(
      shares.map(([stage, time]) => [stage, Math.round((1000 * time) / total) / 1000]),
    ),
  };
}

function microseconds(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** Reads the profile of the thread that did most. */
function readMainThread(folder: string): Profile {
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const [longest] = texts.sort((one, other) => other.length - one.length);
  if (longest === undefined) throw new Error("the server wrote no profile");
  return JSON.parse(longest) as Profile;
}

/** Adds up the µs of samples between two times, by stage. */
function sum(profile: Profile, from: number, to: number) {
  const stageOf = nameStages(profile);
  const stages = new Map<string, number>();
  let [at, total] = [profile.startTime, 0];
  for (const [i, id] of profile.samples.entries()) {
    const delta = profile.timeDeltas[i] ?? 0;
    at += delta;
    const stage = stageOf.get(id) ?? null;
    if (at < from || at > to || stage === null) continue;
    stages.set(stage, (stages.get(stage) ?? 0) + delta);
    total += delta;
  }
  return { total, stages };
}

/** Returns the stage of each node of the tree of calls; `null`: the thread waits. */
function nameStages({ nodes }: Profile): ReadonlyMap<number, string | null> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const calls = new Map(nodes.map(({ id, callFrame }) => [id, `${callFrame.functionName} ${callFrame.url}`]));
  const nameOf = (id: number): string | null => {
    if (calls.get(id)?.startsWith("(idle) ")) return null;
    for (let call: number | undefined = id; call !== undefined; call = parents.get(call)) {
      const stage = STAGES.find(([, pattern]) => pattern.test(calls.get(call) ?? ""));
      if (stage) return stage[0];
    }
    return REST;
  };
  return new Map(nodes.map(({ id }) => [id, nameOf(id)]));
}
