import { setTimeout as sleep } from "node:timers/promises";
import { median } from "../../loadtest/src/percentiles.ts";
import type { Attack, Seen, Traffic, Way } from "./attack.ts";
import type { AttackedHost } from "./host.ts";
import { count } from "./processes/answers.ts";
import { attack, besideSink, type Neighbours } from "./processes/child.ts";
import type { Felt } from "./processes/orders.ts";
import { stolen } from "./processes/waited.ts";

/** The parts of a row: how many ms each takes. */
export interface Parts {
  readonly before: number;
  readonly during: (traffic: Traffic) => number;
  readonly control: number;
  /** Whether the verdict on these figures, which lack the control, depends on it. */
  readonly needsControl: (figures: Figures) => boolean;
}

/** What a row measured. */
export interface Figures {
  readonly attack: Attack;
  readonly way: Way;
  readonly seen: Seen;
  readonly before: Felt;
  readonly during: Felt;
  /** `null`: there was none. */
  readonly control: Felt | null;
  /** Bytes by which the memory of server and bridge grew, at most. */
  readonly growth: number;
  /** ms that the server and the seated table's process waited for a processor during the attack: other programs had it. */
  readonly waited: number;
  readonly lines: number;
  readonly logBytes: number;
  /** How often each message was logged. */
  readonly messages: Readonly<Record<string, number>>;
  /** ms in which the host answered a request afterwards; `null`: it did not. */
  readonly answeredAfter: number | null;
}

/** ms between two parts, for what they left to be done. */
const PAUSE = 150;
/** ms after which a host that has not answered a request does not answer. */
const ANSWER = 30_000;

/**
 * Runs one attack: the seated table before it, during it, and during the control, in which a sink gets the same traffic.
 * @param from the address that attacks, over IPv4
 */
export async function runAttack(
  row: Attack,
  way: Way,
  { host, neighbours }: { readonly host: AttackedHost; readonly neighbours: Neighbours },
  from: string,
  parts: Parts,
): Promise<Figures> {
  const { over } = row;
  await neighbours.begin();
  await sleep(parts.before);
  const before = await neighbours.finish();
  const traffic = row.traffic(await host.targets(before.match));

  const idle = host.memory();
  host.takeOutput();
  const stopWatching = host.watchMemory();
  const waitedSoFar = () => host.waited() + neighbours.waited() + stolen();
  const waitedBefore = waitedSoFar();
  await neighbours.begin();
  const target = host.target(over, way, traffic.isProxy ? null : from);
  const seen = await attack({ over, traffic, target, duration: parts.during(traffic) });
  const during = await neighbours.finish();
  const waited = waitedSoFar() - waitedBefore;
  const answeredAfter = await host.answersAfter(ANSWER);
  const growth = stopWatching() - idle;
  await sleep(PAUSE);
  const output = host.takeOutput();

  const lines = output.split("\n").filter((line) => line !== "");
  const figures: Figures = {
    attack: row,
    way,
    seen,
    before,
    during,
    control: null,
    growth,
    waited,
    lines: lines.length,
    messages: countMessages(lines),
    logBytes: Buffer.byteLength(output),
    answeredAfter,
  };
  if (!parts.needsControl(figures)) return figures;
  const cutAfter = seen.cut > seen.opened / 2 ? median(seen.cuts) : null;
  const control = await besideSink({ cutAfter }, async (port) => {
    await neighbours.begin();
    const sink = { ...target, port };
    await attack({ over, traffic, target: sink, duration: parts.control });
    return neighbours.finish();
  });
  await sleep(PAUSE);
  return { ...figures, control };
}

function countMessages(lines: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of lines) count(counts, /"msg":"([^"]*)"/.exec(line)?.[1] ?? line);
  return counts;
}
