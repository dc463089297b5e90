import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../server/src/app.ts";
import { findK6 } from "../src/find-k6.ts";
import { lie } from "./support/liar.ts";
import { loadtest } from "./support/run.ts";

/** Why k6 is not there, in one sentence; `null`: it is. */
const absent = ((): string | null => {
  try {
    findK6();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
})();
if (absent !== null) {
  if (process.env["CI"]) throw new Error(absent);
  console.warn(`The k6 scenarios are skipped. ${absent}`);
}

describe.skipIf(absent !== null)("k6 against a server", { timeout: 90_000 }, () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ botDelay: 100 });
  });
  afterAll(() => server.stop());

  test("an evening of 20 players and 20 s is a good one", async () => {
    const { code, text } = await loadtest(
      `--scenario evening --url ${server.url} --players 20 --seconds 20 --pace 400 --ack 500`,
    );
    expect(text).toContain("✓ it is shown before it is acknowledged");
    expect(text).toContain("✓ nothing that was seen is lost");
    expect(code, text).toBe(0);
  });

  test("a small rush is stood", async () => {
    const { code, text } = await loadtest(
      `--scenario rush --url ${server.url} --rate 5 --seconds 4 --join 1000`,
    );
    expect(text).toContain("✓ it is the match that was promised");
    expect(code, text).toBe(0);
  });

  test("a small crowd sees a match go on", async () => {
    const { code, text } = await loadtest(
      `--scenario crowd --url ${server.url} --tables 1 --watchers 10 --seconds 5 --pace 200 --ack 500`,
    );
    expect(text).toContain("✓ a watcher sees the match go on");
    expect(code, text).toBe(0);
  });

  test("an acknowledgement that is not true makes the evening fail", async () => {
    const liar = await lie(server.url);
    const { code, text } = await loadtest(
      `--scenario evening --url ${liar.url} --players 4 --seconds 5 --pace 200 --ack 5000`,
    );
    await liar.close();
    expect(text).toContain("✗ it is shown before it is acknowledged");
    expect(text).toContain("✗ 'rate==1'");
    expect(code).not.toBe(0);
  });

  test("a host that is not there makes it fail", async () => {
    const { code, text } = await loadtest(
      "--scenario evening --url http://127.0.0.1:9 --players 2 --seconds 2",
    );
    expect(text).toContain("✗ a seat is to be had");
    expect(code).not.toBe(0);
  });
});

describe("npm run loadtest", () => {
  test("says what it takes when it is told nothing", async () => {
    const { code, text } = await loadtest("--scenario nothing");
    expect(text).toMatch(/^npm run loadtest -- --scenario evening\|rush\|crowd\|temples/);
    expect(code).toBe(1);
  });

  test("says in one sentence how to get k6 where there is none", async () => {
    const nowhere = { K6: "", PATH: "", XDG_CACHE_HOME: "/nowhere" };
    const { code, text } = await loadtest("--scenario evening", nowhere);
    expect(text).toBe("k6 is not here: GOBIN=/nowhere/flower-war/bin go install go.k6.io/k6@v1.8.1\n");
    expect(code).toBe(1);
  });
});
