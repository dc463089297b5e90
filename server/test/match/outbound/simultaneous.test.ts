import { bots, randomFrom } from "@flower-war/rules/bots";
import { type Card, type State, spaceAztecs } from "@flower-war/rules/space-aztecs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../../src/app.ts";
import { hostedSpaceAztecs } from "../../../src/games/index.ts";
import { TestClient } from "../../support/client.ts";
import { requestSeat } from "../../support/post.ts";
import { seatPlayers } from "../../support/seated-match.ts";
import { until } from "../../support/until.ts";

/* Seats that choose at the same time (docs/rules/space-aztecs.md section 9): others see that a seat chose, not what. */

const SEED = "5a".repeat(32);
const DEALT = spaceAztecs.setup({ removedSet: "G", codex: true }, 3, SEED);
/** Looks the same to seat 0, which takes place 1, and to spectators: the piles of all other places are swapped. */
const TWIN: State = { ...DEALT, hidden: { ...DEALT.hidden, piles: rotatedButFirst(DEALT.hidden.piles) } };

/** The deal of the next match. */
let deal = DEALT;
let server: RunningServer;
beforeAll(async () => {
  const setup = () => ({ ...deal, table: { ...deal.table, starting: "0" as const } });
  const game = { ...spaceAztecs, setup };
  server = await startServer({ games: new Map([[game.name, { ...hostedSpaceAztecs, game }]]) });
});
afterAll(() => server.stop());

function rotatedButFirst([first = [], ...others]: State["hidden"]["piles"]): State["hidden"]["piles"] {
  return [first, ...others.slice(1), ...others.slice(0, 1)];
}

/** Begins a match of three in which each seat takes a pile, with a spectator. */
async function takePiles(dealt: State) {
  deal = dealt;
  const { match, players } = await seatPlayers(server.url, { game: "space-aztecs", seats: 3 });
  const watcher = await TestClient.join(server.url, await requestSeat(server.url, match, { spectate: true }));
  const all = [...players, watcher];
  const play = async (seat: number, command: object) => {
    const n = (await players[seat]?.play(command)) ?? 0;
    await until(
      () => all.every(({ entries }) => entries.at(-1)?.n === n),
      `all clients to receive entry ${n}`,
    );
  };
  await play(0, { type: "take", place: 1 });
  const from = all.map(({ frames }) => frames.length);
  for (const seat of [1, 2]) await play(seat, { type: "take", place: seat + 1 });
  return {
    choose: (seat: number, card: Card | undefined) => play(seat, { type: "choose", card }),
    /** Returns the frames that each client received since seat 0 took its pile. */
    received: () => all.map(({ frames }, i) => frames.slice(from[i]).map((frame) => frame.toString("hex"))),
  };
}

test("what other seats hold and choose changes no frame that a seat or a spectator receives", async () => {
  const seen = [];
  for (const [dealt, place] of [
    [DEALT, 0],
    [TWIN, -1],
  ] as const) {
    const { choose, received } = await takePiles(dealt);
    await choose(2, dealt.hidden.piles[2]?.at(place));
    await choose(1, dealt.hidden.piles[1]?.at(place));
    const [own, , , spectator] = received();
    seen.push({ own, spectator });
  }
  expect(DEALT.hidden.piles[1]?.[0]).not.toBe(TWIN.hidden.piles[1]?.at(-1));
  expect(seen[0]?.spectator?.length).toBeGreaterThanOrEqual(8);
  expect(seen[1]).toEqual(seen[0]);
});

test("a chosen card is in its owner's frames only, until it is revealed", async () => {
  const { choose, received } = await takePiles(DEALT);
  const card = DEALT.hidden.piles[1]?.[3] ?? "";
  await choose(1, card);
  const trace = Buffer.from(card).toString("hex");
  const found = received().map((frames) => frames.filter((frame) => frame.includes(trace)).length > 0);
  expect(found).toEqual([false, true, false, false]);
});

test("seats may choose at the same time, and all clients are shown the same outcome", async () => {
  deal = DEALT;
  const { match, players } = await seatPlayers(server.url, { game: "space-aztecs", seats: 3 });
  const watcher = await TestClient.join(server.url, await requestSeat(server.url, match, { spectate: true }));
  const random = randomFrom(SEED);
  let state: State = { ...DEALT, table: { ...DEALT.table, starting: "0" } };
  let n = 0;
  for (let awaited = spaceAztecs.awaiting(state); awaited.length > 0; awaited = spaceAztecs.awaiting(state)) {
    const answers = awaited.map(({ seat }) => ({
      seat,
      command: bots["space-aztecs"].easy(spaceAztecs.view(state, seat), random),
    }));
    // All at once; the match decides in which order they are played.
    await Promise.all(answers.map(async ({ seat, command }) => players[Number(seat)]?.play(command)));
    n += answers.length;
    const isShown = () => [...players, watcher].every(({ entries }) => entries.at(-1)?.n === n);
    await until(isShown, `all clients to receive entry ${n}`);
    for (const { seat } of watcher.entries.slice(-answers.length)) {
      const command = answers.find((answer) => answer.seat === seat)?.command;
      const { events = [] } = spaceAztecs.decide(state, seat as "0", command);
      state = events.reduce((before, event) => spaceAztecs.evolve(before, event), state);
    }
  }
  expect(watcher.state.status).toBe("over");
  expect(state.table.outcome).not.toBeNull();
});
