import type { Time } from "@flower-war/protocol/ports";
import { describe, expect, it, vi } from "vitest";
import { type Fetch, HttpClient } from "../src/http.ts";
import { FakeTime } from "./support/fake-time.ts";

const send = (fetch: Fetch, time: Time = new FakeTime()) =>
  new HttpClient({ base: "http://host.test", timeout: 1000, fetch, time }).post("/api/matches", { a: 1 });

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
