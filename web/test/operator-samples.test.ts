import type { OperatorOverview } from "@flower-war/client-sdk/admin";
import { expect, test } from "vitest";
import { addSample, type Sample } from "../src/operator/use-operator.ts";

/** What a server says that has taken so many ms of a processor, and played and refused so many commands. */
function overview(cpu: number, accepted: number, refused: number): OperatorOverview {
  return {
    servers: [],
    matches: { gathering: 1, playing: 2, over: 1 },
    people: 5,
    present: 4,
    bots: 1,
    newest: [],
    here: { cpu, accepted, refused },
    temples: [],
    announcement: null,
  };
}

const look = (...looks: OperatorOverview[]): readonly Sample[] =>
  looks.reduce<readonly Sample[]>((samples, each, i) => addSample(samples, each, i * 5000), []);

test("the first look knows people and matches, but no load yet", () => {
  expect(look(overview(100, 10, 0))).toMatchObject([
    { at: 0, people: 5, matches: 4, load: null, refused: null },
  ]);
});

test("load and refusals are those since the look before", () => {
  const samples = look(overview(100, 10, 0), overview(1100, 19, 1), overview(1100, 19, 1));
  expect(samples.map(({ load }) => load)).toEqual([null, 0.2, 0]);
  expect(samples.map(({ refused }) => refused)).toEqual([null, 0.1, null]);
});

test("a server that has started again is known from its second look on", () => {
  const samples = look(overview(1000, 10, 5), overview(50, 0, 0), overview(550, 4, 0));
  expect(samples.map(({ load }) => load)).toEqual([null, null, 0.1]);
  expect(samples.map(({ refused }) => refused)).toEqual([null, null, 0]);
});

test("the looks of ten minutes are kept", () => {
  const samples = look(...Array.from({ length: 200 }, (_, i) => overview(i, i, i)));
  expect(samples).toHaveLength(120);
  expect(samples.at(-1)?.at).toBe(199 * 5000);
});

test("two answers of the same moment are one sample, and every load is a number", () => {
  const samples = [0, 0, 5000].reduce<readonly Sample[]>(
    (before, at) => addSample(before, overview(100 + at, 10, 0), at),
    [],
  );
  expect(samples.map(({ at, load }) => [at, load])).toEqual([
    [0, null],
    [5000, 1],
  ]);
});
