import { Refusal } from "@flower-war/client-sdk";
import { i18n } from "@lingui/core";
import { beforeAll, expect, test } from "vitest";
import { describeRefusal } from "../src/refusals/refusal-texts.ts";
import { STUDY_TEXTS } from "../src/replay/study-refusals.ts";

const refusal = (code: string, more: object = {}) => new Refusal({ code, message: "the reason", ...more });

beforeAll(() => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
});

test("a part of the page says a refusal in its own words, and others in common ones", () => {
  const texts = { "bad-token": () => "Reload." };
  expect(describeRefusal(refusal("bad-token"), texts)).toBe("Reload.");
  expect(describeRefusal(refusal("match-full"), texts)).toBe("All seats are taken. You can watch.");
});

test("a full study says what it takes no more of, and too many studies what to do", () => {
  const full = (field: string) => describeRefusal(refusal("study-full", { field }), STUDY_TEXTS);
  expect(full("marks")).toBe("The study has as many marks as it can have. Remove some first.");
  const said = ["comments", "marks", "branches", "steps", "followers", "wishes"].map(full);
  expect(new Set(said).size).toBe(6);
  expect(said.join(" ")).not.toContain("the reason");
  expect(describeRefusal(refusal("too-many-studies"), STUDY_TEXTS)).toMatch(/Delete one of yours/);
});

test("a ban says its reason, where the server tells it", () => {
  expect(describeRefusal(refusal("banned", { reason: "cheating", until: 0 }))).toMatch(
    /until .*1970.*: cheating$/,
  );
  expect(describeRefusal(refusal("banned"))).toBe("An operator of this server has banned you.");
});

test("a code of a newer server has the server's message, or that of too many requests", () => {
  expect(describeRefusal(refusal("too-many-wishes"))).toBe("Too many requests at once. Wait a moment.");
  expect(describeRefusal(refusal("tilted"))).toBe("That is not possible: the reason.");
  expect(describeRefusal(refusal("tilted", { field: "table" }))).toBe("table is not possible: the reason.");
});
