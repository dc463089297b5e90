import { type Random, systemRandom, type Time } from "@flower-war/protocol/ports";
import { describe, expect, it, vi } from "vitest";
import { type Fetch, HttpClient } from "../src/http.ts";
import { FakeTime } from "../../test/support/fake-time.ts";

/** Always draws the middle. */
const random: Random = { ...systemRandom, fraction: () => 0.5 };

const client = (fetch: Fetch, time: Time = new FakeTime()) =>
  new HttpClient({ base: "http://host.test", timeout: 1000, fetch, time, random });

const send = (fetch: Fetch, time?: Time) => client(fetch, time).post("/api/matches", { a: 1 });

/** Never answers; rejects when it is aborted. */
const never: Fetch = (_, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });

describe("a POST request", () => {
  it("sends JSON and returns the JSON of the answer", async () => {
    const sent: unknown[] = [];
    const fetch: Fetch = async (url, { method, headers, body }) => {
      sent.push({ url, method, headers, body });
      return Response.json({ ok: true });
    };
    expect(await send(fetch)).toEqual({ ok: true });
    expect(sent).toEqual([
      {
        url: "http://host.test/api/matches",
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"a":1}',
      },
    ]);
  });

  it("rejects with the server's refusal", async () => {
    const refusal = { code: "too-many-creations", message: "wait", wait: 12_000 };
    await expect(send(async () => Response.json(refusal, { status: 429 }))).rejects.toMatchObject({
      name: "Refusal",
      ...refusal,
    });
  });

  it.each<[string, () => Response]>([
    ["an error page", () => new Response("<h1>502 Bad Gateway</h1>", { status: 502 })],
    ["an error without a code", () => Response.json({ error: "?" }, { status: 500 })],
    ["a page of another server", () => new Response("<h1>Hello</h1>")],
    ["an empty answer", () => new Response(null, { status: 503 })],
  ])("rejects with `unreachable` when %s comes back", async (_, response) => {
    await expect(send(async () => response())).rejects.toMatchObject({
      name: "Refusal",
      code: "unreachable",
    });
  });

  it("rejects with `unreachable` when the network fails, with the cause", async () => {
    const cause = new TypeError("fetch failed");
    await expect(send(() => Promise.reject(cause))).rejects.toMatchObject({ code: "unreachable", cause });
  });

  it("rejects with `timeout` when no answer comes in time, and aborts the request", async () => {
    const time = new FakeTime();
    const aborted = vi.fn();
    const sending = send((url, init) => {
      init.signal.addEventListener("abort", aborted);
      return never(url, init);
    }, time);
    const rejection = expect(sending).rejects.toMatchObject({ name: "Refusal", code: "timeout" });
    await time.pass(999);
    expect(aborted).not.toHaveBeenCalled();
    await time.pass(1);
    await rejection;
    expect(aborted).toHaveBeenCalledOnce();
  });

  it("leaves no timer behind", async () => {
    const time = new FakeTime();
    await send(async () => Response.json({}), time);
    await expect(send(async () => Response.json({}, { status: 500 }), time)).rejects.toThrow();
    expect(time.pending).toBe(0);
  });
});

describe("a request without an answer", () => {
  const lost = new TypeError("other side closed");

  it("is sent once more if it is a GET: an idle connection may have been closed just then", async () => {
    const fetch = vi.fn(async () => Response.json({ games: 3 })).mockRejectedValueOnce(lost);
    expect(await client(fetch).getJson("/api/games")).toEqual({ games: 3 });
    const never = vi.fn(() => Promise.reject(lost));
    await expect(client(never).getText("/api/games")).rejects.toMatchObject({ code: "unreachable" });
    expect(never).toHaveBeenCalledTimes(2);
  });

  it("is not sent again if it changes something", async () => {
    const fetch = vi.fn(() => Promise.reject(lost));
    await expect(client(fetch).post("/api/matches", {})).rejects.toMatchObject({ code: "unreachable" });
    expect(fetch).toHaveBeenCalledOnce();
  });
});

describe("a GET request that is one too many", () => {
  const refusal = { code: "too-many-messages", message: "wait", wait: 1000 };
  const refused = () => Response.json(refusal, { status: 429 });

  it("is sent again after the wait that the server asks for, and up to as long again", async () => {
    const time = new FakeTime();
    const fetch = vi.fn(async () => Response.json({ games: 3 })).mockResolvedValueOnce(refused());
    const answer = client(fetch, time).getJson("/api/games");
    await time.pass(1499);
    expect(fetch).toHaveBeenCalledOnce();
    await time.pass(1);
    expect(await answer).toEqual({ games: 3 });
  });

  it("is refused when it was sent three times", async () => {
    const time = new FakeTime();
    const fetch = vi.fn(async () => refused());
    const answer = expect(client(fetch, time).getText("/api/games")).rejects.toMatchObject(refusal);
    await time.pass(10_000);
    await answer;
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it("is not sent again if the server says nothing about waiting, nor is any request that changes something", async () => {
    const time = new FakeTime();
    const silent = vi.fn(async () => Response.json({ code: "too-many-messages" }, { status: 429 }));
    await expect(client(silent, time).getJson("/api/games")).rejects.toMatchObject({ code: refusal.code });
    const fetch = vi.fn(async () => refused());
    await expect(send(fetch, time)).rejects.toMatchObject(refusal);
    expect([silent.mock.calls.length, fetch.mock.calls.length]).toEqual([1, 1]);
  });
});
