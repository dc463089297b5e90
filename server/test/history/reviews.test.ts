/** What operators learn of ratings, and how they reverse them (docs/ratings.md, "What operators see"). */
import { beforeEach, describe, expect, test } from "vitest";
import { openAccounts } from "../support/settled-matches.ts";
import { storeKinds } from "../support/store-kinds.ts";

const KINDS = storeKinds(
  (database) => database,
  ["players", "player_matches", "player_games", "rated_matches", "rating_flags", "rating_reversals"],
);

const BY = { id: "reversal0001", operator: "Itzel", reason: "a ring", createdAt: 9000 };

describe.each(KINDS)("a $kind store", ({ open, skipped }) => {
  beforeEach(({ skip }) => skip(skipped));

  /** Lets the first of five accounts beat all others, who have played nothing else. */
  async function openRing() {
    const opened = await openAccounts(await open(), 5);
    const [first = "", second = "", ...others] = opened.ids;
    for (const [i, other] of [second, ...others].entries()) await opened.play([first, other], 1000 + i);
    await opened.play([first, second], 2000);
    return { ...opened, first, second, others };
  }

  test("has what was flagged of a match, until an operator settles it or it expires", async () => {
    const { ids, play, reviews, database } = await openAccounts(await open(), 3);
    const [first = "", second = "", third = ""] = ids;
    const history = { conceded: "s1", sameNetwork: [["s0", "s1"]] };
    await play([first, second], 10, { turns: 0, history });
    await play([second, first], 20, { history });
    await play([first, third], 30, { turns: 0, history: { conceded: "s1" } });
    const player = (id: string) => ({ id, name: id, ratings: expect.any(Array) as unknown[] });
    const groups = await reviews.list();
    expect(groups).toMatchObject([
      { players: [first, third].map(player), flags: [{ kind: "instant-concession", at: 30 }] },
      {
        players: [first, second].map(player),
        flags: [
          { kind: "same-network", at: 20 },
          { kind: "instant-concession", at: 10, evidence: { short: 2 } },
          { kind: "same-network", at: 10 },
        ],
      },
    ]);
    await database.change(reviews.settleFlags([second, first], 40));
    expect(await reviews.list()).toHaveLength(1);
    await reviews.deleteExpired(31);
    expect(await reviews.list()).toEqual([]);
  });

  test("counts accounts of one network as one opponent while a rating is provisional", async () => {
    const { ids, play, gameOf } = await openAccounts(await open(), 4);
    const [first = "", ...others] = ids;
    const history = { sameNetwork: [["s0", "s1"]] };
    for (const [i, other] of others.entries()) await play([first, other], 1000 + i, { history });
    expect(await gameOf(first)).toMatchObject({ played: 3, rated: 2 });
  });

  test("finds who gets their rating from a few accounts that play no others", async () => {
    const { first, second, others, ids, circleOf, play } = await openRing();
    const circle = await circleOf(first);
    expect(circle).toMatchObject({ kind: "closed-circle", evidence: { matches: 5, won: 5 } });
    expect(circle?.players.toSorted()).toEqual(ids);
    expect(await circleOf(second)).toBeNull();
    for (const other of others) await play([other, first], 3000);
    expect(await circleOf(first)).toBeNull();
  });

  test("reverses the rated matches of accounts in one act, and nothing more when asked again", async () => {
    const { first, second, ids, store, reviews, database, gameOf } = await openRing();
    const [before, other] = [await gameOf(first), await gameOf(second)];
    expect(before).toMatchObject({ rated: 5, ratedWon: 5 });
    const reversal = await reviews.readReversal(ids, BY);
    expect(reversal?.matches).toBe(5);
    expect(await database.change(...(reversal?.statements ?? []))).toBe(true);
    for (const id of ids) expect(await gameOf(id)).toMatchObject({ rated: 0, ratedWon: 0, rating: null });
    expect(await gameOf(first)).toMatchObject({ played: 5, won: 5 });
    const over = await store.listOver(first, null, 10, true);
    expect(over.map(({ rating, unrated }) => [rating, unrated])).toEqual(
      Array.from({ length: 5 }, () => [null, "reversed"]),
    );
    expect(await reviews.readReversal(ids, BY)).toBeNull();
    const kept = await database.query(
      "SELECT player, content, operator, reason FROM rating_reversals ORDER BY player",
    );
    expect(kept).toHaveLength(5);
    expect(JSON.parse(String(kept[1]?.["content"]))).toMatchObject({ former: { rated: other?.rated } });
    expect(await database.change(...(reversal?.statements ?? []))).toBe(false);
  });

  test("leaves matches with others as they are: the curve goes on without those that are reversed", async () => {
    const { first, second, others, store, reviews, database, gameOf, play } = await openRing();
    const [third = ""] = others;
    const before = await gameOf(first);
    const [latest] = await store.listRatings(first, "tieqchieq", 1);
    const reversal = await reviews.readReversal([first, second], BY);
    expect(reversal?.matches).toBe(2);
    expect(await database.change(...(reversal?.statements ?? []))).toBe(true);
    const after = await gameOf(first);
    expect(after).toMatchObject({ rated: 3, ratedWon: 3 });
    expect(after?.rating?.value).toBeLessThan(before?.rating?.value ?? 0);
    expect(after?.rating?.deviation).toBeGreaterThan(before?.rating?.deviation ?? 0);
    expect(after?.rating?.deviation).toBeLessThan(1000 / 3);
    const [curve] = await store.listRatings(first, "tieqchieq", 1);
    expect(Math.abs((curve?.value ?? 0) - (after?.rating?.value ?? 0))).toBeLessThan(2);
    expect(curve?.value).toBeLessThan(latest?.value ?? 0);
    await play([first, third], 5000);
    expect(await gameOf(first)).toMatchObject({ rated: 4 });
  });
});
