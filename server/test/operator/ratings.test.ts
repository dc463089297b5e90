/** Ratings that operators look at and reverse (docs/ratings.md, "What operators see"). */
import { PATHS } from "@flower-war/protocol";
import { OPERATOR_PATHS, type ReversedRatings, type SuspectedGroups } from "@flower-war/protocol/operator";
import type { MatchHistory, Player } from "@flower-war/protocol/players";
import { expect, test } from "vitest";
import { bearer, createAccount } from "../support/account.ts";
import { TestClient } from "../support/client.ts";
import { useOperatedServer } from "../support/operated-server.ts";
import { playOn, RATED_TURNS } from "../support/play-on.ts";
import { createMatch, requestSeat } from "../support/post.ts";
import { untilRead } from "../support/until.ts";

const server = useOperatedServer();

async function historyOf({ id }: Player): Promise<MatchHistory> {
  const response = await fetch(server.url + PATHS.history.replace(":id", id));
  return (await response.json()) as MatchHistory;
}

/** Plays a match of two to whose end the second concedes. @param turns of each before that */
async function play(winner: Player, loser: Player, turns: number): Promise<void> {
  const before = (await historyOf(winner)).matches.length;
  const settings = { game: "tieqchieq", seats: 2, clock: { profile: "relaxed" } };
  const first = await createMatch(server.url, settings, bearer(winner.token));
  const second = await requestSeat(server.url, first.match, { name: loser.name }, bearer(loser.token));
  const clients = await Promise.all([first, second].map((each) => TestClient.join(server.url, each)));
  for (const client of clients) await client.waitForEntry(0);
  await playOn(clients, turns);
  await clients[1]?.play({ type: "concede" });
  await untilRead(
    () => historyOf(winner),
    ({ matches }) => matches.length > before,
    "the match in the history",
  );
}

test("an operator sees accounts that play each other from one network, and reverses their ratings once", async () => {
  await server.start();
  const [citlali, tenoch] = [await createAccount(server.url), await createAccount(server.url, "Tenoch")];
  await play(citlali, tenoch, 0);
  await play(citlali, tenoch, RATED_TURNS);
  const operator = await server.signIn();
  const { groups } = await operator.get<SuspectedGroups>(OPERATOR_PATHS.ratings);
  expect(groups).toHaveLength(1);
  const players = [citlali.id, tenoch.id].toSorted();
  expect(groups[0]?.players.map(({ id }) => id)).toEqual(players);
  expect(groups[0]?.flags.map(({ kind }) => kind).toSorted()).toEqual([
    "instant-concession",
    "same-network",
    "same-network",
  ]);
  const reverse = (reason: string) =>
    operator.post<ReversedRatings>(OPERATOR_PATHS.reverse, { players, reason });
  expect((await reverse("one person")).body).toEqual({ matches: 1 });
  expect((await reverse("again")).body).toEqual({ matches: 0 });
  expect((await historyOf(citlali)).matches).toMatchObject([
    { ratingChange: null, unrated: "reversed" },
    { ratingChange: null, unrated: "short" },
  ]);
  await operator.post(OPERATOR_PATHS.settleFlags, { players, reason: "seen" });
  expect(await operator.get<SuspectedGroups>(OPERATOR_PATHS.ratings)).toEqual({ groups: [] });
  const whom = players.join(" ");
  expect((await operator.acts()).slice(0, 2)).toEqual([
    `Itzel settle-flags ${whom}: seen`,
    `Itzel reverse-ratings ${whom}: one person`,
  ]);
});

test.each([
  ["one account alone", ["AAAAAAAAAAAA"]],
  ["what is no id", ["AAAAAAAAAAAA", "%"]],
])("reversing the ratings of %s is refused", async (_, players) => {
  await server.start();
  const operator = await server.signIn();
  const refused = await operator.post(OPERATOR_PATHS.reverse, { players, reason: "x" });
  expect([refused.status, refused.body.code]).toEqual([400, "bad-request"]);
});
