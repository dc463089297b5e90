import { describe, expect, test } from "vitest";
import { frameworkLog, openLog } from "../src/log.ts";
import { FakeTime } from "./support/fake-time.ts";

/** Opens a log, and collects the lines written to it. */
function open(level: "debug" | "info" = "debug") {
  const lines: Record<string, unknown>[] = [];
  const log = openLog(level, { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}

describe("the log", () => {
  test("contains match and seat, and replaces secrets by `[secret]`", () => {
    const { log, lines } = open();
    log
      .child({ match: "m" })
      .info(
        { seat: "east", token: "t", seed: "5", body: { secret: "s", password: "p", invitation: "i" } },
        "joined",
      );
    expect(lines).toEqual([
      expect.objectContaining({
        match: "m",
        seat: "east",
        token: "[secret]",
        seed: "[secret]",
        body: { secret: "[secret]", password: "[secret]", invitation: "[secret]" },
        msg: "joined",
      }),
    ]);
  });
});

describe("a message that Colyseus logs", () => {
  test("is one line at level warn, without its stack trace", () => {
    const { log, lines } = open();
    frameworkLog(log, new FakeTime()).error("Error: bad frame\n    at secret/place.ts:1");
    expect(lines).toEqual([
      expect.objectContaining({ level: 40, from: "colyseus", msg: "Error: bad frame" }),
    ]);
  });

  test("is dropped after 20 a minute", async () => {
    const { log, lines } = open();
    const time = new FakeTime();
    const framework = frameworkLog(log, time);
    for (let i = 0; i < 1000; i++) framework.error(`Error ${i}`);
    expect(lines).toHaveLength(20);
    await time.pass(60_000);
    framework.error("again");
    expect(lines).toHaveLength(21);
  });
});
