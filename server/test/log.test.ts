import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { frameworkLog, openLog } from "../src/log.ts";

/** A log, and the lines written to it. */
function begin(level: "debug" | "info" = "debug") {
  const lines: Record<string, unknown>[] = [];
  const log = openLog(level, { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}

describe("the log", () => {
  test("carries the match and the seat, and no secret", () => {
    const { log, lines } = begin();
    log
      .child({ match: "m" })
      .info({ seat: "east", token: "t", seed: "5", body: { secret: "s", password: "p" } }, "joined");
    expect(lines).toEqual([
      expect.objectContaining({
        match: "m",
        seat: "east",
        token: "[secret]",
        seed: "[secret]",
        body: { secret: "[secret]", password: "[secret]" },
        msg: "joined",
      }),
    ]);
  });
});

describe("what the framework has to say", () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0, toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  test("is one line without its stack trace, and no fault of ours", () => {
    const { log, lines } = begin();
    frameworkLog(log).error("Error: bad frame\n    at secret/place.ts:1");
    expect(lines).toEqual([
      expect.objectContaining({ level: 40, from: "colyseus", msg: "Error: bad frame" }),
    ]);
  });

  test("is cut short when clients make it say more and more", () => {
    const { log, lines } = begin();
    const framework = frameworkLog(log);
    for (let i = 0; i < 1000; i++) framework.error(`Error ${i}`);
    expect(lines).toHaveLength(20);
    vi.setSystemTime(60_000);
    framework.error("again");
    expect(lines).toHaveLength(21);
  });
});
