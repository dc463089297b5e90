import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { FlowerWar } from "../src/index.ts";
import { type LiveServer, startLiveServer } from "./support/live-server.ts";

const until = (check: () => void) => vi.waitFor(check, { interval: 5, timeout: 60_000 });

let server: LiveServer;
beforeAll(async () => {
  server = await startLiveServer();
});
afterAll(() => server.stop());

it("an absent player is warned, played for at the deadline, and then away until they return", async () => {
  const clock = {
    profile: "quick",
    // Long enough for a player who joins late to hear the warning.
    turn: 4000,
    reserve: 0,
    increment: 0,
    warning: 500,
    awayAfter: 1,
  } as const;
  const host = new FlowerWar(server.url);
  const absent = await host.create({ game: "mexica", seats: 2, clock });
  const present = await host.join(absent.id);
  const east = () => (present.game === "mexica" ? present.clock?.seats.get("east") : undefined);
  const warned = vi.fn();
  present.on("warning", warned);
  const shown = new Set<unknown>();
  const look = () => shown.add(east()?.deadline);
  present.on("change", look);
  // It may have begun already.
  look();
  const played = new Promise<number>((resolve) => present.on("event", () => resolve(Date.now())));
  const playedAt = await played;
  expect(present.clock?.rules).toEqual({ ...clock, profile: undefined, away: "bot" });
  const [[{ seat, deadline }]] = warned.mock.calls as [[{ seat: string; deadline: number }]];
  expect(seat).toBe("east");
  expect(shown).toContain(deadline);
  // A server's time is steady, the wall clock is slewed.
  expect(playedAt).toBeGreaterThanOrEqual(deadline - 100);
  await until(() => expect(east()).toMatchObject({ away: true, deadline: null }));

  await absent.here();
  await until(() => expect(east()?.away).toBe(false));
  await Promise.all([absent.leave(), present.leave()]);
});
