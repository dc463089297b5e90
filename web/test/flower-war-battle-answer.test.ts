import { i18n } from "@lingui/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import { BattleAnswer } from "../src/games/flower-war/battle-answer.tsx";
import type { TablePart } from "../src/games/flower-war/handling.ts";
import { sceneOf } from "../src/games/flower-war/scenes.gallery.ts";
import { loadTexts } from "../src/games/flower-war/texts.ts";

beforeAll(async () => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  await loadTexts("en");
});

/** Returns the viewer's part of the battle window in words. @param scene their answer is awaited */
function answerTo(scene: TablePart["scene"]): string {
  const { battle } = scene.view.table;
  if (battle === null) throw new Error("no battle");
  const handling = { held: null, card: null, refusal: null, point: () => {}, send: () => {} };
  const props = { scene, battle, handling } as unknown as Parameters<typeof BattleAnswer>[0];
  return renderToStaticMarkup(createElement(BattleAnswer, props)).replace(/<[^>]*>/g, "|");
}

test("asks for a card where one can be played", () => {
  const scene = sceneOf("battle-answer");
  const words = answerTo({ ...scene, legal: [{ type: "play-battle-card", card: "c17" }, ...scene.legal] });
  expect(words).toContain("Your answer: play a card or pass");
  expect(words).toContain("Choose a card, or pass.");
  expect(words).toMatch(/Choose a card\|/);
});

test("says that no card can be played, and asks for none", () => {
  const words = answerTo(sceneOf("battle-answer"));
  expect(words).toContain("None of your cards can be played now. Pass.");
  expect(words).not.toContain("Choose a card");
  expect(words).not.toContain("play a card or pass");
  expect(words).toContain("Pass|");
});

test("says that the viewer is reconnecting, and asks them for nothing meanwhile", () => {
  const words = answerTo({ ...sceneOf("battle-answer"), connection: "reconnecting", legal: [] });
  expect(words).toContain("You are reconnecting. Nothing is lost.");
  expect(words).not.toContain("Your answer");
  expect(words).not.toMatch(/Choose a card|Pass/);
});
