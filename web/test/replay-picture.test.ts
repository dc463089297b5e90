import { readFileSync } from "node:fs";
import { readReplay } from "@flower-war/client-sdk/replay";
import { beforeAll, expect, test } from "vitest";
import { motion } from "../src/games/flower-war/motion.ts";
import { openCardsOf } from "../src/games/space-aztecs/players.tsx";
import type { ReplayedMatch } from "../src/record/load-replay.ts";
import { handsAt } from "../src/record/scene-at.ts";
import { ReplayPicture } from "../src/replay/replay-picture.ts";
import { ManualTime } from "./support/manual-time.ts";

const RECORD = new URL("../src/gallery/fixtures/replays/flower-war.jsonl", import.meta.url);

let replay: ReplayedMatch<"flower-war">["replay"];
/** The first position to which a roll leads. */
let rolled: number;

beforeAll(async () => {
  replay = (await readReplay(readFileSync(RECORD, "utf8"))) as typeof replay;
  rolled = 1 + replay.entries.findIndex(({ events }) => events.some(({ type }) => type === "rolled"));
});

function startPicture() {
  const time = new ManualTime();
  return { time, picture: new ReplayPicture({ replay, motion, time, first: rolled - 1 }) };
}

test("a step ahead moves, within the time that it has, and ends at its position", () => {
  const { time, picture } = startPicture();
  picture.go(rolled, 1, 10_000);
  expect(picture.shown().playing?.motions).toMatchObject([{ type: "tumble" }]);
  expect(picture.shown().n).toBe(rolled - 1);
  time.pass(10_000);
  expect(picture.shown()).toEqual({
    n: rolled,
    view: replay.view(rolled, null),
    reached: replay.view(rolled, null),
    playing: null,
  });
});

test.each([
  ["a jump ahead", () => rolled + 20, 1],
  ["a step back", () => rolled - 2, 1],
  ["a step while motion is off", () => rolled, 0],
])("%s shows its position at once", (_, position, speed) => {
  const { picture } = startPicture();
  const at = Math.max(0, position());
  picture.go(at, speed, 1200);
  expect(picture.shown()).toMatchObject({ n: at, playing: null, view: replay.view(at, null) });
});

test("when motion is switched off in the middle of a step, its position is shown", () => {
  const { picture } = startPicture();
  picture.go(rolled, 1, 1200);
  picture.go(rolled, 0, 1200);
  expect(picture.shown()).toMatchObject({ n: rolled, playing: null });
});

test("when the page is hidden nothing is timed, and its position is shown", () => {
  const { time, picture } = startPicture();
  const stop = picture.subscribe(() => {});
  picture.go(rolled, 1, 1200);
  expect(time.timers).toBe(1);
  stop();
  expect(time.timers).toBe(0);
  expect(picture.shown()).toMatchObject({ n: rolled, playing: null });
});

test("with open hands each seat's own cards are seen, as many as all could count", () => {
  const { table } = replay.view(0, null);
  const middle = Math.floor(replay.entries.length / 2);
  for (const at of [0, middle, replay.entries.length]) {
    const hands = handsAt(replay, table.seats, at);
    for (const seat of table.seats) {
      const { war = 0, rain = 0, day = 0 } = replay.view(at, null).table.tribes[seat]?.cards ?? {};
      expect(hands.get(seat)?.hand).toHaveLength(war + rain + day);
    }
  }
});

test("with open hands a seat of Space Aztecs shows the pile that it holds, then the card that it set aside", async () => {
  const record = new URL("../src/gallery/fixtures/replays/space-aztecs.jsonl", import.meta.url);
  const aztecs = (await readReplay(readFileSync(record, "utf8"))) as ReplayedMatch<"space-aztecs">["replay"];
  const { seats } = aztecs.view(0, null).table;
  let held = 0;
  let chosen = 0;
  for (let at = 0; at <= aztecs.entries.length; at += 1) {
    const { table } = aztecs.view(at, null);
    const hands = handsAt(aztecs, seats, at);
    for (const seat of seats) {
      const shown = openCardsOf({ openHands: hands }, seat);
      const place = table.places.find(({ heldBy }) => heldBy === seat);
      if (table.chosen.includes(seat)) {
        expect(shown).toHaveLength(1);
        chosen += 1;
      } else if (place !== undefined) {
        expect(shown).toHaveLength(place.cards);
        held += 1;
      }
    }
  }
  expect([held, chosen].every((times) => times > seats.length)).toBe(true);
});
