import { describe, expect, it } from "vitest";
import { post } from "../src/http.ts";
import type { Fetch } from "../src/ports.ts";

const ask = (fetch: Fetch, timeout = 1000) =>
  post(fetch, "http://host.test", "/api/matches", { a: 1 }, timeout);

/** Answers nothing until it is aborted. */
const never: Fetch = (_, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });

describe("posting", () => {
  it("sends JSON and gives the JSON that comes back", async () => {
    const sent: unknown[] = [];
    const fetch: Fetch = async (url, { method, headers, body }) => {
      sent.push({ url, method, headers, body });
      return Response.json({ ok: true });
    };
    expect(await ask(fetch)).toEqual({ ok: true });
    expect(sent).toEqual([
      {
        url: "http://host.test/api/matches",
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"a":1}',
      },
    ]);
  });

  it("rejects with the server's own fault", async () => {
    const fault = { code: "too-many-creations", message: "wait", wait: 12_000 };
    await expect(ask(async () => Response.json(fault, { status: 429 }))).rejects.toMatchObject({
      name: "Refusal",
      ...fault,
    });
  });

  it.each<[string, () => Response]>([
    ["an error page", () => new Response("<h1>502 Bad Gateway</h1>", { status: 502 })],
    ["an error without a code", () => Response.json({ error: "?" }, { status: 500 })],
    ["a page that is not this server's", () => new Response("<h1>Hello</h1>")],
    ["nothing", () => new Response(null, { status: 503 })],
  ])("rejects with `unreachable` when %s comes back", async (_, response) => {
    await expect(ask(async () => response())).rejects.toMatchObject({ name: "Refusal", code: "unreachable" });
  });

  it("rejects with `unreachable` when the network fails, and keeps the cause", async () => {
    const cause = new TypeError("fetch failed");
    await expect(ask(() => Promise.reject(cause))).rejects.toMatchObject({ code: "unreachable", cause });
  });

  it("rejects with `timeout` when no answer comes, and drops the request", async () => {
    await expect(ask(never, 5)).rejects.toMatchObject({ name: "Refusal", code: "timeout" });
  });
});
