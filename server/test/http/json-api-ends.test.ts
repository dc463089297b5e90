/** How streams of matches end, and what a seat may ask over plain HTTP (docs/json-api.md). */
import { LIMITS, type RefusalBody } from "@flower-war/protocol";
import { expect, test } from "vitest";
import { startServer } from "../../src/app.ts";
import { testConfig } from "../../src/config.ts";
import { systemRandom } from "../../src/random.ts";
import { FakeTime } from "../support/fake-time.ts";
import { createMatch, fromAddress } from "../support/post.ts";
import { startOnFakeTime } from "../support/server.ts";
import { askMatch, TestStream } from "../support/stream.ts";
import { until, untilRead } from "../support/until.ts";

test("a seat that asks too much is refused as over a WebSocket, until it has waited", async () => {
  const time = new FakeTime();
  const strict = await startOnFakeTime(time, { messages: LIMITS.messages });
  try {
    const { match, token } = await createMatch(strict.url);
    const ask = () => askMatch<RefusalBody>(strict.url, match, "legal", { token });
    const asked = await Promise.all(Array.from({ length: LIMITS.messages.burst + 3 }, ask));
    const refused = asked.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 3 }, () => [429, "too-many-messages"]),
    );
    expect((await askMatch(strict.url, match, "legal")).status, "a spectator").toBe(200);
    await time.pass(refused[0]?.body.wait ?? 0);
    expect((await ask()).status).toBe(200);
  } finally {
    await strict.stop();
  }
});

test("streams through a proxy count as connections of the address that it names", async () => {
  const full = await startServer({
    connections: { ...testConfig(systemRandom).connections, perAddress: 10 },
  });
  try {
    const { match } = await createMatch(full.url);
    const open = (address: string) => TestStream.open(full.url, match, { headers: fromAddress(address) });
    const [first] = await Promise.all(Array.from({ length: 10 }, () => open("203.0.113.1")));
    await expect(open("203.0.113.1")).rejects.toThrow("too-many-messages");
    await open("203.0.113.2");
    first?.close();
    const again = () => open("203.0.113.1").catch(() => null);
    await untilRead(again, (stream) => stream !== null, "room for another one");
  } finally {
    await full.stop();
  }
});

test("a stream on which nothing happens has an empty line every 15 s", async () => {
  const time = new FakeTime();
  const quiet = await startOnFakeTime(time);
  try {
    const { match } = await createMatch(quiet.url);
    const stream = await TestStream.open(quiet.url, match);
    const before = stream.text;
    await time.pass(14_999);
    await time.pass(1);
    await until(() => stream.text === `${before}\n`, "an empty line");
  } finally {
    await quiet.stop();
  }
});

test("a server that stops ends streams with a line that says so", async () => {
  const stopping = await startServer();
  const { match, token } = await createMatch(stopping.url);
  const streams = [
    await TestStream.open(stopping.url, match, { token }),
    await TestStream.open(stopping.url, match),
  ];
  const lobby = await fetch(`${stopping.url}/api/lobby/stream`);
  await stopping.stop();
  for (const stream of streams) await stream.waitForEnd();
  for (const { last } of streams) expect(last).toEqual({ type: "end", code: "moved", resume: true });
  expect((await lobby.text()).trimEnd().split("\n").at(-1)).toContain('"end"');
});

test("a finished match's room says that it closes", async () => {
  const brief = await startServer({ timeouts: { ...testConfig(systemRandom).timeouts, over: 1 } });
  try {
    const first = await createMatch(brief.url, { seats: 2, bots: 1, openNonces: true });
    const stream = await TestStream.open(brief.url, first.match, { token: first.token });
    await askMatch(brief.url, first.match, "nonce", { token: first.token, body: { nonce: "n" } });
    const body = { id: "1", command: { type: "concede" } };
    await askMatch(brief.url, first.match, "commands", { token: first.token, body });
    await stream.waitForEnd();
    expect(stream.last).toEqual({ type: "end", code: "closed", resume: false });
  } finally {
    await brief.stop();
  }
});
