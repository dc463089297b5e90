import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { FlowerWar, type MatchOf } from "../src/index.ts";
import { verifyRecord } from "../src/verify.ts";
import { type LiveServer, startLiveServer } from "./support/live-server.ts";

const until = (check: () => void) => vi.waitFor(check, { interval: 5, timeout: 60_000 });

let server: LiveServer;
beforeAll(async () => {
  server = await startLiveServer();
});
afterAll(() => server.stop());

/** Begins a match of two. */
async function begin(): Promise<{
  host: FlowerWar;
  red: MatchOf<"tieqchieq">;
  yellow: MatchOf<"tieqchieq">;
}> {
  const host = new FlowerWar(server.url, { name: "Citlali" });
  const red = await host.create({ game: "tieqchieq", clock: { profile: "none" } });
  const yellow = (await host.join(red.id, { name: "Jun" })) as MatchOf<"tieqchieq">;
  await until(() => expect([red.status, yellow.status]).toEqual(["playing", "playing"]));
  return { host, red, yellow };
}

it("two players agree to a draw: both are told once, and the record is true", async () => {
  const { host, red, yellow } = await begin();
  const ended = vi.fn();
  for (const match of [red, yellow]) match.on("ended", ended);
  await red.makeOffer("draw");
  await until(() => expect(yellow.offer).toMatchObject({ what: "draw", by: "red", asked: ["yellow"] }));
  if (yellow.offer) await yellow.declineOffer(yellow.offer);
  await until(() => expect(red.offer).toBeNull());
  await expect(red.makeOffer("draw")).rejects.toMatchObject({ code: "too-many-offers" });
  expect(yellow.canAbort).toBe(true);
  await yellow.makeOffer("abort");
  await until(() => expect(red.offer).not.toBeNull());
  if (red.offer) await red.acceptOffer(red.offer);
  await until(() => expect(ended).toHaveBeenCalledTimes(2));
  const outcome = { by: "abort", winner: null };
  expect([red.outcome, yellow.outcome]).toEqual([outcome, outcome]);
  expect((await host.findMatch(red.id)).result?.outcome).toEqual(outcome);
  expect(verifyRecord(await host.record(red.id), await red.witness())).toMatchObject({
    ok: true,
    outcome,
  });
});

it("two players play again with their seats swapped, also by the match's id and their token", async () => {
  const { host, red, yellow } = await begin();
  const token = red.token ?? "";
  await expect(red.rematch()).rejects.toMatchObject({ code: "match-not-over" });
  await red.send({ type: "concede" });
  expect(yellow.wantedRematch).toBeNull();
  const first = await yellow.rematch();
  await until(() => expect(red.wantedRematch).toEqual({ match: first.id, seats: ["yellow"] }));
  const second = await host.rematch(red.id, token);
  expect([first.seat, second.seat]).toEqual(["red", "yellow"]);
  await until(() => expect(first.status).toBe("playing"));
  expect(first.previous).toBe(red.id);
  const watcher = await host.spectate(red.id);
  expect(watcher.wantedRematch?.match).toBe(first.id);
  await expect(watcher.rematch()).rejects.toMatchObject({ code: "not-seated" });
});
