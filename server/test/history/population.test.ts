/** What the rules against boosted ratings cost and prevent, over many matches of one seed (docs/ratings.md, "Measured"). */
import { PROVISIONAL_MATCHES } from "@flower-war/protocol/players";
import { expect, test } from "vitest";
import { MIGRATIONS } from "../../src/migrations.ts";
import { MemoryDatabase } from "../../src/storage/memory-database.ts";
import { seededRandom } from "../support/random.ts";
import { GAME, openAccounts } from "../support/settled-matches.ts";

const DAY = 24 * 60 * 60 * 1000;

const openWith = (count: number) => openAccounts(new MemoryDatabase(MIGRATIONS), count);

test.each([
  ["without moves", 0, 0],
  ["with moves", 30, 2],
])("two accounts that play each other a hundred times %s stay provisional", async (_, turns, rated) => {
  const { ids, store, play, gameOf } = await openWith(2);
  for (let i = 0; i < 100; i += 1) await play(ids, i * DAY, { turns });
  expect(await gameOf(ids[0] ?? "")).toMatchObject({ played: 100, won: 100, rated });
  expect(await store.countRanked(GAME)).toBe(0);
  expect(rated).toBeLessThan(PROVISIONAL_MATCHES);
});

test("four accounts from one network that play each other a hundred times stay provisional", async () => {
  const draw = seededRandom(36);
  const { ids, store, play, gameOf } = await openWith(4);
  for (let i = 0; i < 100; i += 1) {
    const pool = [...ids];
    const size = 2 + draw(3);
    const table = Array.from({ length: size }, () => pool.splice(draw(pool.length), 1)[0] ?? "");
    await play(table, i * DAY, { history: { sameNetwork: [table.map((_, seat) => `s${seat}`)] } });
  }
  for (const id of ids) expect((await gameOf(id))?.rated).toBeLessThanOrEqual(2);
  expect(await store.countRanked(GAME)).toBe(0);
});

test("who lives with others is ranked by matches with people from elsewhere, also at one table with the household", async () => {
  const { ids, play, gameOf } = await openWith(6);
  const [own = "", sister = "", brother = "", ...others] = ids;
  const history = { sameNetwork: [["s0", "s1"]] };
  for (const near of [sister, brother, sister, brother]) await play([own, near], 0, { history });
  expect((await gameOf(own))?.rated).toBe(2);
  for (const other of others) await play([own, sister, other], DAY, { history });
  expect((await gameOf(own))?.rated).toBe(PROVISIONAL_MATCHES);
});

test("the same two gain less and less from each other when their ratings are not provisional", async () => {
  const { ids, play, gameOf } = await openWith(5);
  const [first = "", second = "", ...others] = ids;
  for (const other of others) {
    for (let i = 0; i < 2; i += 1) {
      await play([first, other], 0);
      await play([second, other], 0);
    }
  }
  const changes: number[] = [];
  for (let i = 0; i < 9; i += 1) {
    const before = (await gameOf(first))?.rating?.value ?? 0;
    await play([first, second], 10 * DAY + i);
    changes.push(((await gameOf(first))?.rating?.value ?? 0) - before);
  }
  expect(changes[2]).toBeGreaterThan(changes[3] ?? 0);
  expect(changes[8]).toBeLessThan((changes[0] ?? 0) / 16);
  const before = (await gameOf(first))?.rating?.value ?? 0;
  await play([first, second], 20 * DAY);
  expect(((await gameOf(first))?.rating?.value ?? 0) - before).toBeGreaterThan(changes[3] ?? 0);
});

test("an honest population loses less than one rated match of a hundred", async () => {
  const draw = seededRandom(35);
  const share = () => draw(1_000_000) / 1_000_000;
  const { ids, play, circleOf } = await openWith(200);
  const strength = new Map(ids.map((id) => [id, share()]));
  /** Circles of two to six friends; of those of up to four, half are households with one address. */
  const circles: string[][] = [];
  const homes = new Map<string, string[]>();
  for (let i = 0; i < ids.length; ) {
    const size = 2 + draw(5);
    const circle = ids.slice(i, i + size);
    circles.push(circle);
    if (size <= 4 && share() < 0.5) for (const id of circle) homes.set(id, circle);
    i += size;
  }
  let [seats, lost] = [0, 0];
  for (let match = 0; match < 2400; match += 1) {
    const circle = circles[draw(circles.length)] ?? [];
    const from = share() < 0.3 && circle.length > 1 ? circle : ids;
    const size = Math.min(from.length, share() < 0.6 ? 2 : 3 + draw(2));
    const pool = [...from];
    const table = Array.from({ length: size }, () => pool.splice(draw(pool.length), 1)[0] ?? "");
    const luck = new Map(table.map((id) => [id, (strength.get(id) ?? 0) + share()]));
    const ended = table.toSorted((a, b) => (luck.get(b) ?? 0) - (luck.get(a) ?? 0));
    const seatsByHome = Map.groupBy(ended.keys(), (seat) => homes.get(ended[seat] ?? ""));
    seatsByHome.delete(undefined);
    const sameNetwork = [...seatsByHome.values()].map((own) => own.map((seat) => `s${seat}`));
    const history = { sameNetwork: sameNetwork.filter(({ length }) => length > 1) };
    const settled = await play(ended, Math.floor((match * 28 * DAY) / 2400), { history });
    seats += settled.length;
    lost += settled.filter(({ result }) => result.rating === null).length;
  }
  expect(lost / seats).toBeLessThan(0.01);
  const flagged = (await Promise.all(ids.map(circleOf))).filter((circle) => circle !== null);
  expect(flagged).toEqual([]);
}, 120_000);
