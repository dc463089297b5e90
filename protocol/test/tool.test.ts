import { expect, test } from "vitest";
import { parseWords, UsageError } from "../tools/tool.ts";

const OPTIONS = { url: { type: "string" }, ca: { type: "string" }, once: { type: "boolean" } } as const;

test.each([
  [["--no-such-option"], "Unknown option '--no-such-option'."],
  [["--url", "--ca"], "Option '--url' argument is ambiguous."],
  [["--url"], "Option '--url <value>' argument missing."],
  [["--once=1"], "Option '--once' does not take an argument."],
])("a wrong command line, such as %j, is refused in one sentence", (args, sentence) => {
  expect(() => parseWords(args, OPTIONS)).toThrow(new UsageError(sentence));
});
