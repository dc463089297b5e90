import {
  type Ack,
  type Act,
  type Bead,
  type Display,
  formatAck,
  formatAct,
  formatBead,
  formatBridgeNotice,
  formatCmd,
  formatDisplay,
  formatState,
  type OnlineState,
  parseAck,
  parseAct,
  parseBead,
  parseBridgeNotice,
  parseCmd,
  parseDisplay,
  parseState,
  type State,
} from "@flower-war/protocol/temple";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EXAMPLES } from "../../tools/examples.ts";

const bytes = (payload: unknown) =>
  new TextEncoder().encode(typeof payload === "string" ? payload : JSON.stringify(payload));

const { bead, birth, notice, pair, will } = EXAMPLES;
const display: Display = unversioned(EXAMPLES.display);

/** Returns a message without the protocol's version. */
function unversioned<M extends { v: 1 }>(message: M): Omit<M, "v"> {
  const { v: _, ...fields } = message;
  return fields;
}

describe("the examples of section 3", () => {
  test("a birth", () => {
    expect(parseState(bytes(birth)).value).toEqual({
      ...unversioned(birth),
      stamp: null,
    } satisfies OnlineState);
  });

  test("a bead, with mark and base parsed as one stamp", () => {
    const { mark, base, ...fields } = unversioned(bead);
    expect(parseBead(bytes(bead)).value).toEqual({ ...fields, stamp: { mark, base } } satisfies Bead);
  });

  test("a last will, and a clean goodbye", () => {
    const { online, boot, conn } = will;
    expect(parseState(bytes(will)).value).toEqual({ online, boot, conn });
    expect(parseState(bytes({ ...will, why: "sleep" })).value).toEqual({ online, boot, conn, why: "sleep" });
    expect(formatState({ online, boot, conn })).toBe(JSON.stringify(will));
  });

  test("a verdict, byte for byte", () => {
    const ack: Ack = { about: "beads", ...unversioned(EXAMPLES.beadsAck) };
    expect(formatAck(ack)).toBe(JSON.stringify(EXAMPLES.beadsAck));
    expect(parseAck(bytes(EXAMPLES.beadsAck)).value).toEqual(ack);
  });

  test("[T-4] a bead's message stays under 220 bytes", () => {
    const u32 = 4_294_967_295;
    const longest: Bead = {
      boot: "0123456789",
      epoch: "0123456789",
      seq: 100_000,
      slot: "h",
      n: 10_000,
      count: { h: 10_000, t: 10_000 },
      stamp: { mark: "FW7K.2300s", base: { h: 10_000, t: 10_000 } },
      at: u32,
      up: u32,
    };
    expect(bytes(formatBead(longest)).length).toBeLessThan(220);
  });
});

describe("[M-1] a message is used whole or not at all", () => {
  test.each([
    ["{", "bad-json"],
    ["", "bad-json"],
    ["null", "bad-json"],
    ["[]", "bad-json"],
    ["7", "bad-json"],
    ['"state"', "bad-json"],
    ['{"v":1,', "bad-json"],
  ])("%j: %s", (payload, fault) => {
    for (const parse of [parseState, parseBead, parseAct, parseDisplay, parseAck, parseCmd]) {
      expect(parse(bytes(payload)).fault).toBe(fault);
    }
  });

  test("bytes that are not UTF-8: bad-json", () => {
    expect(parseBead(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])).fault).toBe("bad-json");
  });

  test("[T-4] deeper than 3: bad-json; exactly 3, in an unknown field: accepted", () => {
    expect(parseBead(bytes({ ...bead, later: { a: { b: 1 } } })).fault).toBeUndefined();
    expect(parseBead(bytes({ ...bead, later: { a: { b: {} } } })).fault).toBe("bad-json");
    expect(parseBead(bytes({ ...bead, later: [[[]]] })).fault).toBe("bad-json");
  });

  test("[T-4] over 1024 bytes, as UTF-8: too-large", () => {
    const pad = (length: number) => ({ ...bead, pad: "x".repeat(length) });
    const room = 1024 - bytes(pad(0)).length;
    expect(parseBead(bytes(pad(room))).fault).toBeUndefined();
    expect(parseBead(bytes(pad(room + 1))).fault).toBe("too-large");
    expect(parseBead(bytes({ ...bead, pad: "ñ".repeat(room) })).fault).toBe("too-large");
  });

  test.each([2, 0, 1.5, -1])("[V-1] version %s: bad-version", (v) => {
    expect(parseState(bytes({ ...birth, v })).fault).toBe("bad-version");
  });

  const badBeads: readonly [string, object][] = [
    ["v", { v: "1" }],
    ["v", { v: undefined }],
    ["boot", { boot: "9f3c21a" }],
    ["boot", { boot: "9f3c21aaaaaaaaaaa" }],
    ["boot", { boot: "zzzzzzzz" }],
    ["epoch", { epoch: undefined }],
    ["seq", { seq: -1 }],
    ["seq", { seq: 4_294_967_296 }],
    ["seq", { seq: "17" }],
    ["count", { count: { h: -1, t: 0 } }],
    ["count", { count: { h: 9 } }],
    ["count", { count: 9 }],
    ["count", { count: { h: 9.5, t: 4 } }],
    ["count", { count: [9, 4] }],
    ["base", { base: undefined }],
    ["mark", { mark: undefined }],
    ["mark", { mark: "" }],
    ["mark", { mark: "x".repeat(25) }],
    ["mark", { mark: null }],
    ["slot", { slot: "x" }],
    ["n", { n: 0 }],
    ["n", { n: 10 }],
    ["at", { at: undefined }],
    ["up", { up: -5 }],
  ];
  test.each(badBeads)("a bead with a wrong %s: bad-field (%j)", (field, wrong) => {
    expect(parseBead(bytes({ ...bead, ...wrong }))).toEqual({ fault: "bad-field", detail: field });
  });

  const badStates: readonly [string, object][] = [
    ["online", { online: undefined }],
    ["online", { online: "yes" }],
    ["conn", { conn: 0 }],
    ["level", { level: 4 }],
    ["fw", { fw: "x".repeat(41) }],
    ["hw", { hw: "x".repeat(25) }],
    ["rssi", { rssi: "strong" }],
    ["reset", { reset: "x".repeat(25) }],
    ["lang", { lang: 7 }],
    ["caps", { caps: "display" }],
    ["faults", { faults: [1] }],
    ["base", { mark: "M.7" }],
  ];
  test.each(badStates)("a state with a wrong %s: bad-field (%j)", (field, wrong) => {
    expect(parseState(bytes({ ...birth, ...wrong }))).toEqual({ fault: "bad-field", detail: field });
  });

  const badActs: readonly [string, object][] = [
    ["act", { act: "dance" }],
    ["act", { act: undefined }],
    ["seq", { seq: null }],
    ["slot", { act: "returned", num: 1 }],
    ["num", { act: "returned", slot: "h", num: 0 }],
    ["num", { act: "returned", slot: "h", num: 100 }],
  ];
  test.each(badActs)("an act with a wrong %s: bad-field (%j)", (field, wrong) => {
    expect(parseAct(bytes({ ...pair, ...wrong }))).toEqual({ fault: "bad-field", detail: field });
  });

  test("[V-1] unknown fields and capabilities are ignored", () => {
    const parsed = parseBead(bytes({ ...bead, later: 1, count: { h: 9, t: 4, x: 1 } })).value;
    expect(parsed).toEqual(parseBead(bytes(bead)).value);
    expect(parseState(bytes({ ...birth, caps: ["display", "smoke"] })).fault).toBeUndefined();
  });

  test("inherited fields do not count", () => {
    expect(parseAct(bytes('{"v":1,"__proto__":{"boot":"9f3c21aa","seq":1,"act":"pair"}}')).fault).toBe(
      "bad-field",
    );
  });

  test("any bytes are parsed without an exception", () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 1500 }), fc.json().map(bytes)), (payload) => {
        for (const parse of [parseState, parseBead, parseAct, parseDisplay, parseAck, parseCmd]) {
          const { value, fault } = parse(payload);
          expect(value === undefined).toBe(fault !== undefined);
        }
      }),
    );
  });
});

describe("a formatted message parses to the same value", () => {
  const states: State[] = [
    { online: false, boot: "9f3c21aa", conn: 2, why: "off" },
    {
      online: true,
      boot: "9f3c21aa",
      epoch: "0123456789abcdef",
      seq: 4,
      count: { h: 1, t: 2 },
      stamp: { mark: "M.7", base: { h: 0, t: 0 } },
      up: 1,
      conn: 3,
      level: 3,
      fw: "x",
      hw: "esp32",
      rssi: -67,
      reset: "watchdog",
      lang: "es-MX",
      caps: ["gate"],
      faults: ["blocked-h"],
    },
  ];
  test.each(states)("state %#", (value) => {
    expect(parseState(bytes(formatState(value))).value).toEqual(value);
  });

  const acts: Act[] = [
    { boot: "9f3c21aa", seq: 1, act: "pair" },
    { boot: "9f3c21aa", seq: 2, act: "unpair" },
    { boot: "9f3c21aa", seq: 3, act: "returned", slot: "t", num: 2 },
  ];
  test.each(acts)("act $act", (value) => {
    expect(parseAct(bytes(formatAct(value))).value).toEqual(value);
  });

  const acks: Ack[] = [
    { about: "act", boot: "9f3c21aa", seq: 3, verdict: "accepted", reason: "ok" },
    { about: "message", reason: "bad-field", detail: "count" },
    { about: "message", reason: "bad-json" },
  ];
  test.each(acks)("ack about $about", (value) => {
    expect(parseAck(bytes(formatAck(value))).value).toEqual(value);
  });

  test("a complaint has the verdict invalid on the wire", () => {
    expect(JSON.parse(formatAck({ about: "message", reason: "bad-json" }))).toEqual({
      v: 1,
      verdict: "invalid",
      reason: "bad-json",
    });
  });

  test("display", () => {
    expect(parseDisplay(bytes(formatDisplay(display))).value).toEqual(display);
  });

  test("[V-1] a display with a phase and step of a later version", () => {
    const later = { ...display, phase: "dreaming", step: "bluff" };
    expect(parseDisplay(bytes(formatDisplay(later))).value).toEqual(later);
  });

  test("cmd and bridge notice", () => {
    const cmd = { id: "c1", op: "report" } as const;
    expect(parseCmd(bytes(formatCmd(cmd))).value).toEqual(cmd);
    const { online, id, start } = notice;
    expect(formatBridgeNotice({ online, id, start })).toBe(JSON.stringify(notice));
    expect(parseBridgeNotice(bytes(notice)).value).toEqual({ online, id, start });
  });

  test("an unknown op is a fault", () => {
    expect(parseCmd(bytes({ v: 1, id: "c1", op: "dance" })).fault).toBe("bad-field");
  });
});
