/** A claim is made once, whenever the server is killed (docs/protocol.md, "Ending a match"). */
import { FlowerWar, type Match } from "@flower-war/client-sdk";
import type { Claim } from "@flower-war/protocol";
import { bots, randomFrom } from "@flower-war/rules/bots";
import { expect, test } from "vitest";
import type { StoredFact } from "../server/src/storage/journal/facts.ts";
import { killsAtChanges, killUntilAnswered, RECONNECT_FAST } from "./support/faults/changes.ts";
import { startLoneServer } from "./support/faults/servers.ts";
import type { OnTestFinished } from "./support/temp-folder.ts";
import { until } from "./support/until.ts";

/** Who never plays is away after 3 s; who plays has time enough for every restart. */
const CLOCK = {
  profile: "quick",
  turn: 3_000,
  reserve: 0,
  increment: 60_000,
  warning: 0,
  awayAfter: 1,
} as const;
/** The second kill after a change finds what the first one left: a match whose next change is its last. */
const FAULTS = killsAtChanges(20, [5, 6]).flatMap((fault) =>
  fault.startsWith("after") ? [fault, fault] : [fault],
);

/** A match that its first player alone still plays: all others count as away. */
async function playAlone(url: string, onFinished: OnTestFinished): Promise<Match<"flower-war">> {
  const hosts = ["Citlali", "Izel", "Tenoch"].map((name) => new FlowerWar(url, { name, ...RECONNECT_FAST }));
  const [host, ...others] = hosts as [FlowerWar, ...FlowerWar[]];
  const match = await host.create({ game: "flower-war", seats: hosts.length, clock: CLOCK });
  onFinished(() => match.leave());
  const away = await Promise.all(others.map((other) => other.join(match.id)));
  await until(() => away.every(({ status }) => status === "playing"), "the match to begin");
  await Promise.all(away.map((other) => other.leave()));
  const random = randomFrom("5eed".repeat(16));
  const isAwaited = () => match.awaiting.some(({ seat }) => seat === match.seat);
  while (match.claimsAt === null) {
    if (isAwaited() && match.view) await match.send(bots["flower-war"].easy(match.view, random));
    else await until(() => isAwaited() || match.claimsAt !== null, "the others to be away");
  }
  return match;
}

// Each with its own server.
test.concurrent.for([
  { what: "win" as Claim, made: ["claim:east:north", "claim:east:west"], winner: "east" },
  { what: "abort" as Claim, made: ["ended"], winner: null },
])(
  "the claim `$what` counts once though the server is killed at its changes, and a repeated one gets the same answer",
  async ({ what, made, winner }, { onTestFinished }) => {
    const { server, openJournal } = await startLoneServer(0, onTestFinished);
    const match = await playAlone(server.url, onTestFinished);
    expect(await killUntilAnswered(server, FAULTS, () => match.claim(what))).toBeGreaterThan(2);
    // Before it is repeated: what was answered and then lost would only be made again.
    await until(() => match.status === "over", "the end");
    await match.claim(what);
    expect(match.outcome?.winner).toBe(winner);
    const journal = await openJournal();
    const facts = (await journal.read(match.id))?.facts ?? [];
    const result = await journal.findResult(match.id);
    journal.close();
    expect(facts.flatMap(nameOf)).toEqual(made);
    expect(result?.result.outcome).toMatchObject({ winner });
  },
);

/** Returns what a fact of a claim is called. */
function nameOf(fact: StoredFact): string[] {
  if (fact.type === "ended") return ["ended"];
  return fact.type === "entry" && fact.entry.id.startsWith("claim:") ? [fact.entry.id] : [];
}
