import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Presence } from "../src/duties/presence.ts";
import { Mqtt } from "../src/mqtt.ts";
import { type Temple, Temples } from "../src/temple.ts";
import { Voice } from "../src/voice.ts";
import { FakeServer } from "./support/fake-server.ts";
import { log } from "./support/log.ts";
import { SECRET, TEMPLE } from "./support/world.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("[N-7] 150 s after its last message a temple counts as gone", async () => {
  const link = new FakeServer();
  link.secrets.set(TEMPLE, SECRET);
  const temples = new Temples();
  const voice = new Voice(new Mqtt({ bridgeId: "bridge-1", broker: "mqtt://127.0.0.1:9", log }));
  const gone: string[] = [];
  const listener = { known: async () => {}, gone: ({ id }: Temple) => gone.push(id) };
  const presence = new Presence(link, temples, voice, log, listener);
  const temple = temples.get(TEMPLE);
  await presence.heard(temple);
  await vi.advanceTimersByTimeAsync(149_000);
  await presence.heard(temple);
  await vi.advanceTimersByTimeAsync(149_000);
  expect({ online: temple.online, gone }).toEqual({ online: true, gone: [] });
  await vi.advanceTimersByTimeAsync(2_000);
  expect({ online: temple.online, gone }).toEqual({ online: false, gone: [TEMPLE] });
});
