import { expect, test } from "vitest";
import { createPersistence } from "../src/broker/persistence.ts";

async function retain(persistence: ReturnType<typeof createPersistence>, topic: string, payload = topic) {
  await persistence.storeRetained({ topic, payload });
}

async function found(
  persistence: ReturnType<typeof createPersistence>,
  ...filters: string[]
): Promise<string[]> {
  const packets = await persistence.createRetainedStreamCombi(filters).toArray();
  return packets.map(({ topic }: { topic: string }) => topic).sort();
}

test("retained messages are found for their temple until an empty payload removes them", async () => {
  const persistence = createPersistence();
  const topics = ["a/down/display", "a/down/ack", "a/up/state", "b/down/display", "_bridge/bridge-1"];
  for (const topic of topics) await retain(persistence, `templo/v1/${topic}`);
  expect(await found(persistence, "templo/v1/a/down/#", "templo/v1/_bridge/+")).toEqual([
    "templo/v1/_bridge/bridge-1",
    "templo/v1/a/down/ack",
    "templo/v1/a/down/display",
  ]);
  expect(await found(persistence, "templo/v1/c/down/#")).toEqual([]);
  expect(await found(persistence, "templo/v1/+/up/#")).toEqual(["templo/v1/a/up/state"]);
  await retain(persistence, "templo/v1/a/down/ack", "");
  expect(await found(persistence, "templo/v1/a/down/+")).toEqual(["templo/v1/a/down/display"]);
  expect(await found(persistence, "templo/v1/a/#")).toEqual([
    "templo/v1/a/down/display",
    "templo/v1/a/up/state",
  ]);
});
