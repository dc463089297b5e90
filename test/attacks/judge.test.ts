import { describe, expect, test } from "vitest";
import type { Attack, Gets, Seen } from "./attack.ts";
import { judgeFacts, judgeStandstill, judgeTimes } from "./judge.ts";
import type { Felt } from "./processes/orders.ts";
import type { Figures } from "./run.ts";

const SEEN: Seen = {
  opened: 4,
  cut: 4,
  turnedAway: 0,
  open: 0,
  units: 100,
  bytes: 1_000,
  cuts: [200, 300, 400, 500],
  openFor: 0,
  statuses: { 101: 4 },
  codes: {},
  closes: { 4008: 4 },
  connacks: {},
};
const FELT: Felt = {
  match: { match: "", code: "" },
  commands: 30,
  p50: 5,
  p99: 40,
  dropped: 0,
  refused: [],
  unanswered: 0,
};

/** A row in which nothing is wrong, but for what is given. */
function figuresOf(gets: Gets, seen: Partial<Seen> = {}, more: Partial<Figures> = {}): Figures {
  const attack: Attack = {
    name: "flood",
    over: "WebSocket",
    ways: ["direct"],
    traffic: () => ({ sockets: 4, units: [], rate: 1 }),
    gets,
  };
  const felt = { before: FELT, during: FELT, control: FELT };
  const host = { growth: 0, waited: 0, lines: 3, logBytes: 300, messages: {}, answeredAfter: 20 };
  return { attack, way: "direct", seen: { ...SEEN, ...seen }, ...felt, ...host, ...more };
}

const CUT: Gets = { cutWithin: 1_000 };
const with99 = (p99: number): Felt => ({ ...FELT, p99 });

describe("the times of a row", () => {
  test("are right if the p99 doubles, grows by 20 ms, or is that of the control", () => {
    expect(judgeTimes(figuresOf(CUT, {}, { during: with99(80) }))).toEqual([]);
    expect(judgeTimes(figuresOf(CUT, {}, { before: with99(5), during: with99(25) }))).toEqual([]);
    expect(judgeTimes(figuresOf(CUT, {}, { during: with99(320), control: with99(300) }))).toEqual([]);
  });

  test("are wrong beyond that", () => {
    const figures = figuresOf(CUT, {}, { during: with99(330), control: with99(300) });
    expect(judgeTimes(figures)).toEqual(["the seated table's p99 was 330 ms, more than 320 ms"]);
  });

  test("are wrong if the host answers after more than a second", () => {
    expect(judgeTimes(figuresOf(CUT, {}, { answeredAfter: 1_000 }))).toEqual([]);
    expect(judgeTimes(figuresOf(CUT, {}, { answeredAfter: 1_001 }))).toEqual([
      "a request after the attack was answered after 1001 ms",
    ]);
  });

  test("are wrong if a socket is cut late or never, where it must be cut", () => {
    expect(judgeTimes(figuresOf(CUT, { cuts: [200, 1_200] }))).toEqual([
      "a socket was cut after 1200 ms, not 1000 ms",
    ]);
    const never = { open: 4, openFor: 2_500 };
    expect(judgeTimes(figuresOf(CUT, never))).toEqual(["4 sockets were not cut within 1000 ms"]);
    expect(judgeTimes(figuresOf({ cutWithin: null }, never))).toEqual([]);
  });
});

describe("the times of a row on a busy machine", () => {
  test("are right up to a second and the time that others had the processors beside the control, and after a socket's time", () => {
    const slow = { during: with99(1_700), control: with99(300), waited: 400 };
    expect(judgeStandstill(figuresOf(CUT, { cuts: [200, 2_000] }, slow))).toEqual([]);
    expect(judgeStandstill(figuresOf(CUT, { open: 4, openFor: 2_000 }, slow))).toEqual([]);
  });

  test("are right without a control up to a second and that time", () => {
    const slow = { during: with99(1_400), control: null, waited: 400 };
    expect(judgeStandstill(figuresOf(CUT, {}, slow))).toEqual([]);
    expect(judgeStandstill(figuresOf(CUT, {}, { ...slow, during: with99(1_401) }))).toEqual([
      "the seated table's p99 was 1401 ms, more than 1400 ms",
    ]);
  });

  test("are wrong if the table stood still, or a socket was not cut", () => {
    expect(judgeStandstill(figuresOf(CUT, {}, { during: with99(1_041) }))).toEqual([
      "the seated table's p99 was 1041 ms, more than 1040 ms",
    ]);
    expect(judgeStandstill(figuresOf(CUT, {}, { answeredAfter: 2_400, waited: 400 }))).toEqual([]);
    expect(judgeStandstill(figuresOf(CUT, {}, { answeredAfter: 2_401, waited: 400 }))).toEqual([
      "a request after the attack was answered after 2401 ms",
    ]);
    const waited = { during: with99(1_441), waited: 400 };
    expect(judgeStandstill(figuresOf(CUT, {}, waited))).toEqual([
      "the seated table's p99 was 1441 ms, more than 1440 ms",
    ]);
    expect(judgeStandstill(figuresOf(CUT, { cuts: [200, 2_001] }))).toEqual([
      "a socket was cut after 2001 ms, not 2000 ms",
    ]);
    expect(judgeStandstill(figuresOf(CUT, { open: 4, openFor: 2_100 }))).toEqual([
      "4 sockets were not cut within 2000 ms",
    ]);
  });
});

describe("the facts of a row", () => {
  test("are right if the attacker is cut and the table loses nothing", () => {
    expect(judgeFacts(figuresOf(CUT))).toEqual([]);
  });

  test.each([
    { what: "a request was served", seen: { statuses: { 200: 1 } } },
    { what: "the host failed", seen: { statuses: { 500: 1 } } },
    { what: "a WebSocket ended as if all were well", seen: { closes: { 1000: 1 } } },
    { what: "nothing reached the host", seen: { opened: 0 } },
    { what: "the table lost a connection", more: { during: { ...FELT, dropped: 1 } } },
    { what: "the table was refused a command", more: { during: { ...FELT, refused: ["unavailable"] } } },
    { what: "a command had no answer", more: { during: { ...FELT, unanswered: 1 } } },
    { what: "the table could not play", more: { during: { ...FELT, commands: 0 } } },
    { what: "memory grew", more: { growth: 65 * 1024 * 1024 } },
    { what: "much was logged", more: { lines: 31 } },
    { what: "long lines were logged", more: { logBytes: 33 * 1024 } },
    { what: "the host did not answer afterwards", more: { answeredAfter: null } },
  ])("are wrong if $what", ({ seen, more }) => {
    expect(judgeFacts(figuresOf(CUT, seen, more))).toHaveLength(1);
  });

  test("are right if no more is served than the row allows, with its statuses and closes", () => {
    const gets: Gets = { cutWithin: null, served: 5, statuses: [201, 429], closes: [1000] };
    const seen = { statuses: { 201: 5, 429: 100 }, closes: { 1000: 1 } };
    expect(judgeFacts(figuresOf(gets, seen))).toEqual([]);
    expect(judgeFacts(figuresOf(gets, { ...seen, statuses: { 201: 6 } }))).toHaveLength(1);
    expect(judgeFacts(figuresOf({ ...gets, statuses: [0, 201] }, { ...seen, statuses: { 0: 9 } }))).toEqual(
      [],
    );
    expect(judgeFacts(figuresOf(gets, { ...seen, statuses: { 503: 1 } }))).toHaveLength(1);
  });

  test("are wrong if more sockets stay open than the row allows", () => {
    expect(judgeFacts(figuresOf({ cutWithin: null, open: 50 }, { open: 51 }))).toHaveLength(1);
  });
});
