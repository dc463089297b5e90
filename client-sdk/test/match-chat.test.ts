/** How the SDK reads and remembers a match's chat. */
import type { ChatLine, ChatPage } from "@flower-war/protocol";
import { expect, test } from "vitest";
import { ChatReader } from "../src/match-chat.ts";

const line = (n: number): ChatLine => ({
  n,
  at: n,
  seat: "east",
  name: "Citlali",
  text: `${n}`,
  reaction: "",
});
const numbersOf = (lines: readonly ChatLine[]) => lines.map(({ n }) => n);

/** A server whose chat has these lines, in pages of two. */
function chatOf(lines: ChatLine[]) {
  const asked: number[] = [];
  const request = async (after: number): Promise<ChatPage> => {
    asked.push(after);
    const later = lines.filter(({ n }) => n > after);
    return { lines: later.slice(0, 2), more: later.length > 2 };
  };
  return { asked, reader: new ChatReader(request) };
}

test("reads all pages once, and then only what it was not sent", async () => {
  const lines = [1, 2, 4, 5, 7].map(line);
  const { asked, reader } = chatOf(lines);
  const [all, again] = await Promise.all([reader.read(), reader.read()]);
  expect(numbersOf(all)).toEqual([1, 2, 4, 5, 7]);
  expect(again).toBe(all);
  expect(asked).toEqual([0, 2, 5]);
  lines.push(line(8));
  expect(reader.add(line(8))).toBe(true);
  expect(reader.add(line(8))).toBe(false);
  expect(numbersOf(await reader.read())).toEqual([1, 2, 4, 5, 7, 8]);
  expect(asked).toHaveLength(3);
});

test("asks again after a lost connection, for what it missed alone", async () => {
  const lines = [1, 2].map(line);
  const { asked, reader } = chatOf(lines);
  await reader.read();
  reader.noteDrop();
  lines.push(line(3), line(4));
  reader.add(line(4));
  expect(numbersOf(await reader.read())).toEqual([1, 2, 3, 4]);
  expect(asked).toEqual([0, 2]);
});
