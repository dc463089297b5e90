import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../server/src/app.ts";
import { findK6 } from "../src/find-k6.ts";
import { startFalseServer } from "./support/false-server.ts";
import { loadtest } from "./support/run.ts";

/** Why k6 cannot run, in one sentence; `null`: it can. */
const missing = ((): string | null => {
  try {
    findK6();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
})();
if (missing !== null) {
  if (process.env["CI"]) throw new Error(missing);
  console.warn(`The k6 scenarios are skipped. ${missing}`);
}

describe.skipIf(missing !== null)("k6 against a server", () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ botDelay: 100 });
  });
  afterAll(() => server.stop());

  test("an evening of 8 players and 20 s passes", async () => {
    const { code, text } = await loadtest(
      `--scenario evening --url ${server.url} --players 8 --seconds 20 --pace 1000 --ack 60000`,
    );
    expect(text).toContain("✓ the entry is shown before the command is acknowledged");
    expect(text).toContain("✓ no entry is lost by reconnecting");
    expect(code, text).toBe(0);
  });

  test("a small rush passes", async () => {
    const { code, text } = await loadtest(
      `--scenario rush --url ${server.url} --rate 5 --seconds 4 --join 60000`,
    );
    expect(text).toContain("✓ the match is the one in the answer");
    expect(code, text).toBe(0);
  });

  test("a rush fails if reservations and connections take longer than --join", async () => {
    const { code, text } = await loadtest(
      `--scenario rush --url ${server.url} --rate 5 --seconds 2 --join 0`,
    );
    expect(text).toContain("✗ 'p(95)<0'");
    expect(code).not.toBe(0);
  });

  test("a small crowd passes", async () => {
    const { code, text } = await loadtest(
      `--scenario crowd --url ${server.url} --tables 1 --watchers 10 --seconds 10 --pace 1000 --ack 60000`,
    );
    expect(text).toContain("✓ a spectator sees the match go on");
    expect(code, text).toBe(0);
  });

  test("the evening fails if answers name another entry than the command's", async () => {
    const falseServer = await startFalseServer(server.url);
    const { code, text } = await loadtest(
      `--scenario evening --url ${falseServer.url} --players 4 --seconds 5 --pace 200 --ack 5000`,
    );
    await falseServer.close();
    expect(text).toContain("✗ the entry is shown before the command is acknowledged");
    expect(text).toContain("✗ 'rate==1'");
    expect(code).not.toBe(0);
  });

  test("the evening fails if no server answers", async () => {
    const { code, text } = await loadtest(
      "--scenario evening --url http://127.0.0.1:9 --players 2 --seconds 2",
    );
    expect(text).toContain("✗ the server reserves a seat");
    expect(code).not.toBe(0);
  });
});

describe("npm run loadtest", () => {
  test.each([
    ["--scenario nothing", "--scenario is one of evening, rush, crowd, temples."],
    ["--scenario evening --quick", "--quick is for --capacity."],
    ["--scenario evening --players many", "--players is a number."],
    ["--speed 3", "Unknown option '--speed'."],
  ])("explains what is wrong with %s, and shows the usage", async (args, message) => {
    const { code, text } = await loadtest(args);
    expect(text.split("\n").slice(0, 3)).toEqual([
      message,
      "",
      "Plays a scenario against a server, to see what it can take.",
    ]);
    expect(code).toBe(2);
  });

  test("says in one sentence how to install k6 if it is missing", async () => {
    const nowhere = { K6: "", PATH: "", XDG_CACHE_HOME: "/nowhere" };
    const { code, text } = await loadtest("--scenario evening", nowhere);
    expect(text).toBe("k6 is not installed: GOBIN=/nowhere/flower-war/bin go install go.k6.io/k6@v1.8.1\n");
    expect(code).toBe(1);
  });
});
