/** What a browser keeps of a person who judges a match (docs/protocol.md, "A judge"). */
import { type Match, Refusal } from "@flower-war/client-sdk";
import { expect, test } from "vitest";
import { browserStorage } from "../src/base/storage.ts";
import { actAsJudge, forgetJudge, judgeSecret, rememberJudge } from "../src/session/judge.ts";

const KEY = "flower-war/judge/match";
const IZEL = { seat: "east", name: "Izel" };

/** A match that the viewer watches. */
const watched = (facts: object, judge: object | null = IZEL) =>
  ({ id: "match", seat: null, status: "playing", details: { judge }, ...facts }) as unknown as Match;

test("the secret is the viewer's while they judge a match in play", () => {
  rememberJudge("match", "Izel", "first");
  forgetJudge(watched({}));
  expect(judgeSecret(watched({}))).toBe("first");
  expect(judgeSecret(watched({ seat: "east" }))).toBeNull();
  expect(judgeSecret(watched({ id: "other" }))).toBeNull();
  expect(judgeSecret(watched({}, { seat: "east", name: "Chimalli" }))).toBeNull();
  expect(judgeSecret(watched({}, { seat: "east", name: "" }))).toBeNull();
});

test.each([
  ["has no judge any more", watched({}, null)],
  ["is over", watched({ status: "over" })],
])("the secret is forgotten once the match %s", (_what, match) => {
  rememberJudge("match", "Izel", "first");
  expect(judgeSecret(match)).toBeNull();
  forgetJudge(match);
  expect(browserStorage.read(KEY)).toBeNull();
});

test("who judges no more forgets the secret that was refused, whoever judges now, and none that came after it", async () => {
  const refusing = (before: () => void = () => {}) =>
    watched(
      {
        judge: () => {
          before();
          return Promise.reject(new Refusal({ code: "not-judge", message: "" }));
        },
      },
      { seat: "east", name: "Chimalli" },
    );
  rememberJudge("match", "Izel", "first");
  await expect(actAsJudge(refusing(), "first", { act: "resume" })).rejects.toThrow(Refusal);
  expect(browserStorage.read(KEY)).toBeNull();
  rememberJudge("match", "Izel", "first");
  const comeAgain = () => rememberJudge("match", "Chimalli", "second");
  await expect(actAsJudge(refusing(comeAgain), "first", { act: "resume" })).rejects.toThrow(Refusal);
  expect(judgeSecret(watched({}, { seat: "east", name: "Chimalli" }))).toBe("second");
});
