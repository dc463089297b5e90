import { readFileSync } from "node:fs";
import type { GameName } from "@flower-war/client-sdk";
import type { SpaceId } from "@flower-war/client-sdk/flower-war";
import { type Replay, readReplay } from "@flower-war/client-sdk/replay";
import { i18n } from "@lingui/core";
import { beforeAll, describe, expect, test } from "vitest";
import { type GameStory, MOMENTS, momentsOf, pickMoments } from "../src/game-frame/story.ts";
import { flowerWarStory } from "../src/games/flower-war/story.ts";
import { loadTexts as loadFlowerWar } from "../src/games/flower-war/texts.ts";
import { spaceAztecsStory } from "../src/games/space-aztecs/story.ts";
import { loadTexts as loadSpaceAztecs } from "../src/games/space-aztecs/texts.ts";
import { tieqchieqStory } from "../src/games/tieqchieq/story.ts";
import { loadTexts as loadTieqchieq } from "../src/games/tieqchieq/texts.ts";
import { stepsOf } from "../src/record/steps.ts";
import { greatestLead, leadArea, leadOver } from "../src/replay/overview.ts";

beforeAll(async () => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  await Promise.all([loadFlowerWar("en"), loadSpaceAztecs("en"), loadTieqchieq("en")]);
});

const STORIES: { readonly [G in GameName]: GameStory<G> } = {
  "flower-war": flowerWarStory,
  mexica: flowerWarStory,
  "space-aztecs": spaceAztecsStory,
  tieqchieq: tieqchieqStory,
};

/** A finished match of the gallery and its story. */
async function finished<G extends GameName>(game: G) {
  const record = readFileSync(new URL(`../src/gallery/fixtures/replays/${game}.jsonl`, import.meta.url));
  const replay = (await readReplay(record.toString())) as unknown as Replay<G>;
  const story: GameStory<G> = STORIES[game];
  return { replay, story };
}

describe.each(["flower-war", "space-aztecs", "tieqchieq"] as const)("the story of %s", (game) => {
  test("has five moments in their order, the end as the last", async () => {
    const { replay, story } = await finished(game);
    const moments = pickMoments(momentsOf(story, replay));
    expect(moments).toHaveLength(MOMENTS);
    const places = moments.map(({ n }) => n);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(new Set(places).size).toBe(MOMENTS);
    expect(moments.at(-1)).toMatchObject({ n: replay.entries.length, title: "The end" });
    for (const { n, event } of moments) expect(replay.entries[n - 1]?.events).toContain(event);
  });

  test("leaves out what was taken back", async () => {
    const { replay, story } = await finished(game);
    const placesIn = (match: typeof replay) => momentsOf(story, match).map(({ n }) => n);
    const [taken] = placesIn(replay);
    const takenBack = { ...replay.entries[0], events: [{ type: "taken-back", n: taken }] };
    const after = { entries: [...replay.entries, takenBack], outcome: replay.outcome };
    expect(placesIn(after as unknown as typeof replay)).not.toContain(taken);
  });

  test("shows of each moment a piece of the board", async () => {
    const { replay, story } = await finished(game);
    for (const { n, event, seat } of pickMoments(momentsOf(story, replay))) {
      const { x, y, width } = story.spotOf({ event, seat }, replay.view(n, null));
      for (const part of [x, y, width]) expect(part).toBeGreaterThan(0);
      for (const part of [x, y, width]) expect(part).toBeLessThan(1);
    }
  });

  test("tells what each seat had at the end", async () => {
    const { replay, story } = await finished(game);
    const last = replay.entries.length;
    const seats = new Set(replay.entries.map(({ seat }) => seat));
    const holdings = [...seats].map((seat) => story.describeHoldings(replay.view(last, seat), seat));
    expect(holdings).toHaveLength(replay.seats.length);
    expect(holdings.every((words) => /\d/.test(words))).toBe(true);
  });
});

test("a disc of Flower War is shown on its space, and the end where the winner stands", async () => {
  const { replay, story } = await finished("flower-war");
  const view = replay.view(replay.entries.length, null);
  const spot = (disc: SpaceId) =>
    story.spotOf({ event: { type: "disc-earned", seat: "east", disc, from: null }, seat: "east" }, view);
  expect(spot("calli")).toMatchObject({ y: 0.5 });
  expect(spot("calli").x).toBeGreaterThan(0.8);
  expect(spot("tochtli")).toMatchObject({ x: 0.5 });
  expect(spot("tochtli").y).toBeLessThan(0.2);
});

test("the winner of Flower War is shown with the three signs, and got each in a moment", async () => {
  const { replay, story } = await finished("flower-war");
  const { winner } = replay.outcome;
  if (winner === null) throw new Error("this match has a winner");
  expect(story.describeHoldings(replay.view(replay.entries.length, winner), winner)).toMatch(
    /^eagle, serpent, and flower; \d discs, \d skulls?$/,
  );
  const own = momentsOf(story, replay).filter(({ seat }) => seat === winner);
  for (const title of ["The eagle", "The serpent", "The flower"]) {
    expect(own.map((moment) => moment.title)).toContain(title);
  }
  expect(story.trophiesOf(replay.outcome).map(({ id }) => id)).toEqual(["cuauhtli", "coatl", "xochitl"]);
  const triggered = replay.entries.findIndex(({ events }) =>
    events.some(({ type }) => type === "apocalypse-triggered"),
  );
  expect(story.endBegins(replay)).toBe(triggered + 1);
});

test("the lead at the end is the difference of the offerings", async () => {
  const { replay, story } = await finished("flower-war");
  const { lead } = story;
  if (lead === null) throw new Error("Flower War has two gods to compare");
  const points = leadOver(stepsOf(replay.entries, replay.game).turns, (n) =>
    lead.difference(replay.view(n, null)),
  );
  expect(points[0]).toEqual({ n: 0, difference: 0 });
  const { offerings } = replay.view(replay.entries.length, null).table;
  expect(points.at(-1)).toEqual({
    n: replay.entries.length,
    difference: offerings.huitzilopochtli - offerings.tlaloc,
  });
});

test("of one entry the moment that matters most is picked, of equal ones the earlier", () => {
  const moments = [
    { n: 1, weight: 1 },
    { n: 2, weight: 3 },
    { n: 2, weight: 5 },
    { n: 3, weight: 1 },
    { n: 4, weight: 9 },
  ];
  expect(pickMoments(moments, 3)).toEqual([
    { n: 1, weight: 1 },
    { n: 2, weight: 5 },
    { n: 4, weight: 9 },
  ]);
});

test("a lead is drawn above the line for the first side, below it for the second, as high as the greatest", () => {
  const points = [
    { n: 0, difference: 0 },
    { n: 4, difference: 2 },
    { n: 8, difference: -4 },
  ];
  expect(greatestLead(points)).toBe(4);
  expect(leadArea(points, "first")).toBe("M0 0L0 0L4 -0.5L8 0L8 0Z");
  expect(leadArea(points, "second")).toBe("M0 0L0 0L4 0L8 1L8 0Z");
  expect(greatestLead([{ n: 0, difference: 0 }])).toBe(1);
});
