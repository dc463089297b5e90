import { expect, test } from "vitest";
import { isFailedLoad, LoadOnce } from "../src/base/load-once.ts";

/** Loads that succeed or fail as the test says, and how often each key was asked for. */
function startLoads() {
  const asked: string[] = [];
  let fails = false;
  const failure = new Error("no network");
  const loads = new LoadOnce(async (key: string) => {
    asked.push(key);
    if (fails) throw failure;
    return `what belongs to ${key}`;
  });
  return { asked, loads, failure, setFails: (value: boolean) => void (fails = value) };
}

test("what is loaded is loaded once for each key", async () => {
  const { asked, loads } = startLoads();
  expect(await Promise.all(["a", "b", "a"].map((key) => loads.load(key)))).toEqual([
    "what belongs to a",
    "what belongs to b",
    "what belongs to a",
  ]);
  expect(asked).toEqual(["a", "b"]);
  expect(loads.keys).toEqual(["a", "b"]);
});

test("a failed load is known as one, and repeated by the next call", async () => {
  const { asked, loads, failure, setFails } = startLoads();
  setFails(true);
  await expect(loads.load("a")).rejects.toBe(failure);
  expect(isFailedLoad(failure)).toBe(true);
  expect(loads.keys).toEqual([]);
  setFails(false);
  expect(await loads.load("a")).toBe("what belongs to a");
  expect(asked).toEqual(["a", "a"]);
  expect(loads.keys).toEqual(["a"]);
  expect(isFailedLoad(new Error("a fault of the page"))).toBe(false);
});
