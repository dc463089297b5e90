import { expect, test } from "vitest";
import { memoryByTemple } from "../src/retained.ts";

async function retain(memory: ReturnType<typeof memoryByTemple>, topic: string, payload = topic) {
  await memory.storeRetained({ topic, payload });
}

async function found(memory: ReturnType<typeof memoryByTemple>, ...filters: string[]): Promise<string[]> {
  const packets = await memory.createRetainedStreamCombi(filters).toArray();
  return packets.map(({ topic }: { topic: string }) => topic).sort();
}

test("what is retained for a temple is found for it, and what was taken back is not", async () => {
  const memory = memoryByTemple();
  const topics = ["a/down/display", "a/down/ack", "a/up/state", "b/down/display", "_bridge/bridge-1"];
  for (const topic of topics) await retain(memory, `templo/v1/${topic}`);
  expect(await found(memory, "templo/v1/a/down/#", "templo/v1/_bridge/+")).toEqual([
    "templo/v1/_bridge/bridge-1",
    "templo/v1/a/down/ack",
    "templo/v1/a/down/display",
  ]);
  expect(await found(memory, "templo/v1/c/down/#")).toEqual([]);
  expect(await found(memory, "templo/v1/+/up/#")).toEqual(["templo/v1/a/up/state"]);
  await retain(memory, "templo/v1/a/down/ack", "");
  expect(await found(memory, "templo/v1/a/down/+")).toEqual(["templo/v1/a/down/display"]);
  expect(await found(memory, "templo/v1/a/#")).toEqual(["templo/v1/a/down/display", "templo/v1/a/up/state"]);
});
