/** A running match in a server whose game has got a new option meanwhile. */
import type { Game } from "@flower-war/rules";
import { PATHS } from "@flower-war/protocol";
import { expect, test } from "vitest";
import type { HostedGame } from "../../src/games/hosted-game.ts";
import { GAMES } from "../../src/games/index.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import type { Counting } from "../support/counting-game.ts";
import { hostedCounting } from "../support/hosted-counting.ts";
import { createMatch, requestSeat } from "../support/post.ts";
import { useRestartableServer } from "../support/restartable-server.ts";
import { seatTwo } from "../support/seated-match.ts";

const { game: first } = hostedCounting;

interface Ruled {
  readonly doubles: boolean;
}

/** The game since it has the option `doubles`: whether a seat may add 2. */
const later: Game<Counting> = {
  ...first,
  options: { doubles: { values: [true, false], default: false, before: true } },
  presets: [{ name: "counting", options: { doubles: true }, minutes: {} }],
  setup: (options, count, seed) => Object.assign(first.setup(options, count, seed), options),
  evolve: (state, event) => ({ ...state, ...first.evolve(state, event) }),
  decide(state, seat, command) {
    const { doubles } = state as unknown as Ruled;
    if ((command as { by?: number }).by === 2 && !doubles) return { refused: "malformed" };
    return first.decide.call(later, state, seat, command);
  },
};

const host = (game: Game<Counting>) =>
  new Map([...GAMES, ["counting", { ...hostedCounting, game }]]) as ReadonlyMap<string, HostedGame>;

const BEFORE = host({ ...first, presets: [{ name: "counting", options: {}, minutes: {} }] });
const AFTER = host(later);

const server = useRestartableServer(BEFORE);

const add = (by: number) => ({ type: "add", by });

test("keeps the rules that it began with, and the new option's default holds in new matches", async () => {
  const { match, players } = await seatTwo(server.url, { game: "counting" });
  await server.restart(AFTER);
  const seats = await Promise.all(
    players.map(({ reserved: { token } }) => requestSeat(server.url, match, { token })),
  );
  const [a, b] = await Promise.all(seats.map((seat) => TestClient.join(server.url, seat)));
  await a?.play(add(2));
  await b?.play(add(1));

  const answer = await fetch(`${server.url}${PATHS.match.replace(":id", match)}`);
  expect(await answer.json()).toMatchObject({
    table: { options: { doubles: true }, changed: ["doubles"], preset: "counting" },
  });

  const created = await createMatch(server.url, { game: "counting", bots: 1 });
  const alone = await TestClient.join(server.url, created);
  expect((await expectRefusal(alone.play(add(2)))).code).toBe("malformed");
});
