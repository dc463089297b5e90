import {
  begin,
  type Game,
  type GameTypes,
  games,
  parsePublicEnd,
  parsePublicEntry,
  parsePublicHeader,
  replay,
} from "@flower-war/rules";
import { randomFrom } from "@flower-war/rules/bots";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type AnyMatch, FlowerWar, type GameName, type MatchOf, type OutcomeOf } from "../src/index.ts";
import { verifyRecord } from "../src/verify.ts";
import { type LiveServer, startLiveServer } from "./support/live-server.ts";
import { playEasily } from "./support/players.ts";

let server: LiveServer;
beforeAll(async () => {
  server = await startLiveServer();
});
afterAll(() => server.stop());

/** Records the views that a viewer sees, by the number of the latest entry. */
function watch(match: AnyMatch): ReadonlyMap<number, object> {
  const views = new Map<number, object>();
  match.on("change", () => {
    if (match.view !== null) views.set(match.state.n, match.view);
  });
  return views;
}

/** Replays a match's record; the function returns what the rules show a viewer after `n` entries. */
function truthOf(record: string): (n: number, seat: string | null) => object {
  const [first = "", ...lines] = record.trimEnd().split("\n");
  const opening = parsePublicHeader(first);
  const game = Object.values(games).find(({ name }) => name === opening?.game) as Game<GameTypes> | undefined;
  if (opening === null || game === undefined) throw new Error("not a record");
  const closing = parsePublicEnd(lines.at(-1) ?? "", opening.format);
  if (closing === null) throw new Error("the record has no last line");
  const deeds = lines.slice(0, -1).flatMap((line) => parsePublicEntry(line, opening.format) ?? []);
  const entries = deeds.map((deed) => ({ ...deed, id: "" }) as never);
  const seats = opening.seats.map(({ seat }) => seat);
  const start = begin(game, { ...opening, seats, seed: closing.seed });
  return (n, seat) => game.view(replay(game, start, entries.slice(0, n)), seat ?? "public");
}

/** Plays all seats of a match to its end. */
async function playWhole<G extends GameName>(game: G, first: MatchOf<G>, others: readonly AnyMatch[]) {
  const players = [first, ...others] as readonly MatchOf<G>[];
  expect(players.every((match) => match.game === game)).toBe(true);
  await vi.waitFor(() => expect(first.status).toBe("playing"), { timeout: 60_000 });
  return Promise.all(
    players.map((match, i): Promise<OutcomeOf<G>> => playEasily(match, randomFrom(`${i}`.repeat(64)))),
  );
}

it.each([
  { game: "tieqchieq", seats: 2 },
  { game: "space-aztecs", seats: 3 },
] as const)(
  "a whole match of $game over real sockets: every viewer sees what the rules show it, and its record verifies",
  async ({ game, seats }) => {
    const host = new FlowerWar(server.url, { name: "Citlali" });
    const first = await host.create({ game, seats });
    const others = await Promise.all(Array.from({ length: seats - 1 }, () => host.join(first.id)));
    const spectator = await host.spectate(first.id);
    const viewers: readonly AnyMatch[] = [first, ...others, spectator];
    const seen = viewers.map(watch);
    await expect(first.pairTemple("4F7K")).rejects.toMatchObject({ code: "no-temples" });
    const outcomes = await playWhole(game, first, others);
    const { n } = first.state;
    await vi.waitFor(() => expect(viewers.map(({ state }) => state.n)).toEqual(viewers.map(() => n)), {
      timeout: 60_000,
    });

    const record = await host.record(first.id);
    for (const viewer of viewers) {
      const { outcome } = viewer;
      expect(verifyRecord(record, await viewer.witness())).toMatchObject({
        ok: true,
        game,
        entries: n,
        outcome,
      });
    }
    for (const outcome of outcomes) expect(outcome).toEqual(first.outcome);
    const truth = truthOf(record);
    for (const [i, { seat }] of viewers.entries()) {
      for (const [at, view] of seen[i] ?? [])
        expect(view, `entry ${at}, as ${seat} saw it`).toEqual(truth(at, seat));
      expect(seen[i]?.size).toBeGreaterThan(n / 2);
    }
    await Promise.all(viewers.map((match) => match.leave()));
  },
);
