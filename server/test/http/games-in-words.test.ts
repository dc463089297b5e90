/** The games with texts for people (docs/json-api.md). */
import type { GameListing } from "@flower-war/protocol";
import { CARDS } from "@flower-war/rules/flower-war";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { JsonServer } from "../support/json-server.ts";

const server = new JsonServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

describe("the list of games in words", () => {
  test.each(["en", "es"])("has every option and card in %s, whole sentences", async (language) => {
    const response = await fetch(`${server.url}/api/games?words=${language}`);
    const listed = (await response.json()) as GameListing[];
    for (const { options, words } of listed) {
      expect(Object.keys(words?.options ?? {}).toSorted()).toEqual(Object.keys(options).toSorted());
      expect(JSON.stringify(words)).not.toMatch(/\{\w+\}/);
    }
    const cards = new Map(listed.map(({ game, words }) => [game, Object.keys(words?.cards ?? {}).length]));
    // 25 of War and Rain, 13 of each of 20 days; 72 of Space Aztecs, some alike.
    expect(cards.get("flower-war")).toBe(25 + 260);
    expect(cards.get("space-aztecs")).toBeGreaterThan(60);
    expect(cards.get("tieqchieq")).toBe(0);
  });

  test("names the cards as the rules do, and takes no other language", async () => {
    const listed = (await (await fetch(`${server.url}/api/games?words=en`)).json()) as GameListing[];
    const words = listed.find(({ game }) => game === "flower-war")?.words;
    const cards = new Set(Object.values(CARDS).flat());
    expect(Object.keys(words?.cards ?? {}).toSorted()).toEqual([...cards].toSorted());
    expect((await fetch(`${server.url}/api/games?words=nah`)).status).toBe(400);
    const plain = (await (await fetch(`${server.url}/api/games`)).json()) as GameListing[];
    expect(plain.every(({ words: none }) => none === undefined)).toBe(true);
  });
});
