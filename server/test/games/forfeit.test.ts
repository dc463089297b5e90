/** How the seat of an away player concedes in the sister games (docs/protocol.md, "Clocks"). */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { MemoryJournal } from "../support/memory-journal.ts";
import { systemTime } from "../../src/time.ts";
import { TestClient } from "../support/client.ts";
import { readRecord } from "../support/expected-views.ts";
import { FakeTime } from "../support/fake-time.ts";
import { createMatch } from "../support/post.ts";
import { startOnFakeTime } from "../support/server.ts";
import { until } from "../support/until.ts";

/** ms of each turn. */
const TURN = 30_000;

let time: FakeTime;
let journal: MemoryJournal;
let server: RunningServer;
beforeEach(async () => {
  time = new FakeTime();
  journal = new MemoryJournal(systemTime);
  server = await startOnFakeTime(time, { journal });
});
afterEach(() => server.stop());

test.each([
  { game: "space-aztecs", seats: 2 },
  { game: "space-aztecs", seats: 3 },
  { game: "tieqchieq", seats: 2 },
])(
  "the seat of an away player concedes with `forfeit` in $game with $seats seats",
  async ({ game, seats }) => {
    const clock = { profile: "quick", turn: TURN, reserve: 0, warning: 0, awayAfter: 1, away: "forfeit" };
    const player = await TestClient.join(
      server.url,
      await createMatch(server.url, { game, seats, bots: seats - 1, clock }),
    );
    const seat = player.seat ?? "";
    await until(() => (player.state.clocks.get(seat)?.turnEnds ?? 0) > 0, "the player to be awaited");
    await time.pass(TURN);
    const conceded = () =>
      player.entries.some(
        (entry) => entry.seat === seat && entry.events.some(({ type }) => type === "conceded"),
      );
    await until(conceded, "the seat to concede");
    const { entries } = await readRecord(journal, player.reserved.match);
    const own = entries.filter((entry) => entry.seat === seat);
    expect(own.map(({ command }) => command.type).filter((type) => type === "concede")).toHaveLength(1);
    expect(own.at(-1)).toMatchObject({ id: `clock:${own.at(-1)?.n}`, command: { type: "concede" } });
    if (seats === 2) await until(() => player.state.status === "over", "the end");
  },
);
