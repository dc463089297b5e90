import { pino } from "pino";
import { expect, test } from "vitest";
import { refuse } from "../../src/refusal.ts";
import { toRefusal } from "../../src/wire/requests.ts";

/** A log, and its lines. */
function openLog() {
  const lines: string[] = [];
  return { lines, log: pino({ level: "info" }, { write: (line: string) => void lines.push(line) }) };
}

test("a refusal is the client's answer, and is not logged", () => {
  const { lines, log } = openLog();
  expect(toRefusal(refuse("unknown-match"), log)).toMatchObject({ code: "unknown-match" });
  expect(lines).toEqual([]);
});

test("any other error is `internal` to the client, without its message, and is logged", () => {
  const { lines, log } = openLog();
  const refusal = toRefusal(new TypeError("a detail"), log);
  expect(refusal.code).toBe("internal");
  expect(JSON.stringify(refusal)).not.toContain("a detail");
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ msg: "request failed" }]);
});
