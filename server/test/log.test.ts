import { stripVTControlCharacters } from "node:util";
import { captureOutput, LineSummaries, type OutputOwner, sumUp } from "@flower-war/protocol/log";
import { describe, expect, test } from "vitest";
import { humanLine } from "../../protocol/src/log/human-lines.ts";
import { frameworkLog, openLog } from "../src/log.ts";
import { FakeTime } from "./support/fake-time.ts";

/** Opens a log, and collects the lines written to it. */
function open(level: "debug" | "info" = "debug") {
  const lines: Record<string, unknown>[] = [];
  const time = new FakeTime();
  const summaries = new LineSummaries(time);
  const log = openLog(level, summaries, { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, lines, time, summaries };
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

describe("a line on a terminal", () => {
  const plain = (line: string) => stripVTControlCharacters(humanLine(line));

  test("has the time, the message and the fields, and not what each line has", () => {
    const line = { level: 30, time: Date.UTC(2026, 0, 2, 3, 4, 5), pid: 1, hostname: "vm", part: "temples" };
    expect(plain(`${JSON.stringify({ ...line, beads: [1, 2], msg: "bridge connected" })}\n`)).toMatch(
      /^\d\d:04:05 bridge connected {2}part=temples beads=\[ 1, 2 \]\n$/,
    );
  });

  test("is marked from a warning on, and has the stack of its error below it", () => {
    const err = { type: "Error", message: "no", stack: "Error: no\n    at here" };
    const line = JSON.stringify({ level: 50, time: 0, err, msg: "failed" });
    expect(plain(line)).toMatch(/^\d\d:\d\d:00 error: failed\nError: no\n {4}at here\n$/);
    expect(plain(line.replace("50", "40"))).toContain(" warning: failed\n");
    expect(plain(line.replace("50", "30"))).toContain("00 failed\n");
  });

  test("is left as it is if it is no JSON", () => {
    expect(humanLine("Assertion failed\n")).toBe("Assertion failed\n");
  });
});

/** What a test looks at in lines. */
const summaryOf = ({ msg, times, address, addresses }: Record<string, unknown>) => [
  msg,
  times,
  address,
  addresses,
];

describe("lines that are summed up", () => {
  const refuse = ({ log }: ReturnType<typeof open>, address: string, code = "unauthorized") =>
    log.warn(sumUp({ code, address }), "refused");

  test("are the first of a kind at once, then one a minute with the latest fields, their number and that of addresses", async () => {
    const opened = open();
    const { lines, time } = opened;
    for (let i = 0; i < 1000; i++) refuse(opened, `10.0.0.${i % 7}`);
    expect(lines.map(summaryOf)).toEqual([["refused", 1, "10.0.0.0", undefined]]);
    await time.pass(59_999);
    expect(lines).toHaveLength(1);
    await time.pass(1);
    expect(lines.slice(1).map(summaryOf)).toEqual([["refused", 999, "10.0.0.5", 7]]);
    refuse(opened, "10.0.0.1");
    await time.pass(60_000);
    expect(lines.slice(2).map(summaryOf)).toEqual([["refused", 1, "10.0.0.1", 1]]);
  });

  test("are at once again after a minute without any", async () => {
    const opened = open();
    refuse(opened, "10.0.0.1");
    await opened.time.pass(60_000);
    expect(opened.lines).toHaveLength(1);
    refuse(opened, "10.0.0.2");
    expect(opened.lines.map(summaryOf)).toEqual([
      ["refused", 1, "10.0.0.1", undefined],
      ["refused", 1, "10.0.0.2", undefined],
    ]);
  });

  test("are of one kind if level, message and code are the same", () => {
    const opened = open();
    for (let i = 0; i < 3; i++) {
      refuse(opened, "10.0.0.1");
      refuse(opened, "10.0.0.1", "forbidden");
      opened.log.info(sumUp({}), "refused");
      opened.log.warn(sumUp({}), "closed");
      opened.log.warn(sumUp({}, "front"), "closed");
    }
    expect(opened.lines).toHaveLength(5);
  });

  test("have 20 kinds a message, the others are counted together, and no line is lost in the count", async () => {
    const { log, lines, time } = open();
    for (let i = 0; i < 5000; i++)
      log.warn(sumUp({ temple: `temple-${i % 500}` }, `temple-${i % 500}`), "rejected");
    expect(lines).toHaveLength(20);
    await time.pass(60_000);
    expect(lines).toHaveLength(41);
    expect(lines.reduce((sum, { times }) => sum + Number(times), 0)).toBe(5000);
    expect(lines.at(-1)).toMatchObject({ times: 4800, temples: 480, temple: "temple-499" });
  });

  test("are written when the log is flushed", () => {
    const opened = open();
    for (let i = 0; i < 3; i++) refuse(opened, "10.0.0.1");
    opened.summaries.flush();
    opened.summaries.flush();
    expect(opened.lines.map(({ times }) => times)).toEqual([1, 2]);
  });
});

test("of other lines at most 60 of one level and message are written in a minute, the rest is summed up", async () => {
  const { log, lines, time } = open();
  for (let i = 0; i < 100; i++) log.child({ match: `m${i}` }).info({ seat: "east" }, "client joined");
  log.info("listening");
  expect(lines.map(({ msg }) => msg)).toEqual([
    ...Array.from({ length: 60 }, () => "client joined"),
    "listening",
  ]);
  expect(lines.some((line) => "times" in line)).toBe(false);
  await time.pass(60_000);
  expect(lines.slice(61)).toEqual([
    expect.objectContaining({ msg: "client joined", match: "m99", times: 40 }),
  ]);
});

describe("what strangers sent", () => {
  test.each([
    ["ESC", "\u001b[2J", "\\u{1b}[2J"],
    ["line breaks and tabs", "a\r\n\tb", "a\\u{d}\\u{a}\\u{9}b"],
    ["C1 controls and DEL", "\u009b31m\u007f", "\\u{9b}31m\\u{7f}"],
    ["bidirectional marks", "\u202egnp.\u2066\u200f\u061c", "\\u{202e}gnp.\\u{2066}\\u{200f}\\u{61c}"],
    ["separators of lines and paragraphs", "a\u2028b\u2029", "a\\u{2028}b\\u{2029}"],
    ["lone surrogates", "\ud800a\udc00", "\\u{d800}a\\u{dc00}"],
    ["what is drawn as nothing", "a\u200bb\u{e0041}", "a\\u{200b}b\\u{e0041}"],
  ])("is escaped in fields, their names and messages: %s", (_, sent, written) => {
    const { log, lines } = open();
    log.info({ name: sent, list: [{ [sent]: sent }] }, sent);
    expect(lines).toEqual([
      expect.objectContaining({ name: written, list: [{ [written]: written }], msg: written }),
    ]);
  });

  test("stays as it is if a person can read it", () => {
    const { log, lines } = open();
    const name = 'Xōchitl "Ñ" \\ 花 🌺';
    log.info({ name }, "joined");
    expect(lines).toEqual([expect.objectContaining({ name })]);
  });

  test("is cut after 200 characters, and the line says how many there were more", () => {
    const { log, lines } = open();
    log.info({ name: "x".repeat(1_000_000), emoji: `${"x".repeat(199)}🌺` }, "y".repeat(201));
    expect(lines).toEqual([
      expect.objectContaining({
        name: `${"x".repeat(200)}... (999800 more)`,
        emoji: `${"x".repeat(199)}... (2 more)`,
        msg: `${"y".repeat(200)}... (1 more)`,
      }),
    ]);
  });

  test("is cut if it is deep, long, cyclic, binary or cannot be read", () => {
    const { log, lines } = open();
    const cyclic: Record<string, unknown> = {
      n: 1n,
      bytes: Buffer.alloc(5000),
      map: new Map([[1, 2]]),
      at: new Date(0),
    };
    cyclic["again"] = cyclic;
    const trap = Object.defineProperty({}, "bad", { enumerable: true, get: () => Promise.reject.call(null) });
    const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, { a: [1, 2, 3] }]));
    log.info({ cyclic, trap, wide, long: Array.from({ length: 1000 }, () => 0) }, "read");
    const [line] = lines;
    expect(line).toMatchObject({
      cyclic: { n: "1", bytes: "[5000 bytes]", map: "[1 items]", at: "1970-01-01T00:00:00.000Z" },
      trap: { bad: "[unreadable]" },
      wide: { "...": "980 more" },
    });
    expect((line?.["long"] as unknown[] | undefined)?.at(-1)).toBe("... (980 more)");
    expect(JSON.stringify(line).length).toBeLessThan(5000);
  });

  test("is escaped and cut in errors, in message, stack, fields and cause", () => {
    const { log, lines } = open();
    const sent = `\u001b${"x".repeat(5000)}\n    at forged (place.ts:1:1)`;
    const cause = Object.assign(new Error(sent), { code: "ECONNRESET" });
    log.error({ err: Object.assign(new TypeError(sent, { cause }), { payload: sent }) }, "failed");
    log.error(cause);
    const written = `\\u{1b}${"x".repeat(199)}... (${sent.length - 200} more)`;
    expect(lines).toEqual([
      expect.objectContaining({
        err: {
          type: "TypeError",
          message: written,
          payload: written,
          stack: expect.stringContaining(`TypeError: ${written}\n    at `),
          cause: expect.objectContaining({ type: "Error", code: "ECONNRESET", message: written }),
        },
        msg: "failed",
      }),
      expect.objectContaining({ err: expect.objectContaining({ message: written }), msg: written }),
    ]);
    expect(JSON.stringify(lines).length).toBeLessThan(10_000);
  });
});

describe("what code prints", () => {
  function capture() {
    const opened = open();
    const printed: string[] = [];
    const listeners = new Map<string, (...words: never[]) => void>();
    const stream = () => ({ write: (text: never) => printed.push(text) > 0 });
    const owner: OutputOwner = {
      stdout: stream(),
      stderr: stream(),
      on: (event: string, listener: (...words: never[]) => void) => listeners.set(event, listener),
      removeAllListeners: (event) => listeners.delete(event),
    };
    captureOutput(owner, opened.log);
    const write = (name: "stdout" | "stderr", ...words: unknown[]) =>
      owner[name].write(...(words as never[]));
    return { ...opened, printed, listeners, write };
  }

  test("is a line of the log, its first line the message, and nothing is printed", async () => {
    const { write, lines, printed } = capture();
    await new Promise((done) => write("stderr", "Error: bad\n    at place.ts:1\n", "utf8", done));
    write("stdout", Buffer.from("hello\n"));
    write("stdout", "\n");
    expect(printed).toEqual([]);
    expect(lines).toEqual([
      expect.objectContaining({ level: 40, from: "stderr", msg: "Error: bad", rest: ["    at place.ts:1"] }),
      expect.objectContaining({ level: 30, from: "stdout", msg: "hello" }),
    ]);
  });

  test("is summed up", async () => {
    const { write, lines, time } = capture();
    for (let i = 0; i < 10_000; i++) write("stderr", `Invalid byte ${i} at offset ${i * 2}\n`);
    await time.pass(60_000);
    expect(lines.map(({ times }) => times)).toEqual([1, 9_999]);
  });

  test("is a line for each warning of Node and for the error that ends the process", () => {
    const { listeners, lines } = capture();
    listeners.get("warning")?.(new Error("deprecated") as never);
    listeners.get("uncaughtExceptionMonitor")?.(new Error("lost") as never, "unhandledRejection" as never);
    expect(lines).toEqual([
      expect.objectContaining({
        level: 40,
        msg: "process warning",
        err: expect.objectContaining({ message: "deprecated" }),
      }),
      expect.objectContaining({ level: 60, msg: "process failed", origin: "unhandledRejection" }),
    ]);
  });
});

describe("a message that Colyseus logs", () => {
  test("is one line at level warn, without its stack trace", () => {
    const { log, lines } = open();
    frameworkLog(log).error("Error: bad frame\n    at secret/place.ts:1");
    expect(lines).toEqual([
      expect.objectContaining({ level: 40, from: "colyseus", msg: "Error: bad frame" }),
    ]);
  });

  test("is summed up with those that differ in numbers and names, the first one at once", async () => {
    const { log, lines, time } = open();
    const framework = frameworkLog(log);
    for (let i = 0; i < 1000; i++) framework.error(`Invalid byte ${i} of 'room-${i}'`);
    expect(lines.map(({ msg, times }) => [msg, times])).toEqual([["Invalid byte 0 of 'room-0'", 1]]);
    await time.pass(60_000);
    expect(lines.slice(1).map(({ msg, times }) => [msg, times])).toEqual([
      ["Invalid byte 999 of 'room-999'", 999],
    ]);
  });

  test("has at most 21 lines a minute, whatever it says", async () => {
    const { log, lines, time } = open();
    const framework = frameworkLog(log);
    const word = (n: number) => String(n).replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "");
    for (let i = 0; i < 1000; i++) framework.error(`Error ${word(i)}`);
    expect(lines).toHaveLength(20);
    await time.pass(60_000);
    expect(lines.slice(20)).toEqual([expect.objectContaining({ msg: `Error ${word(999)}`, times: 980 })]);
  });
});
