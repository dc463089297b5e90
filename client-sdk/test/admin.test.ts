import { enrol } from "@flower-war/client-sdk/admin";
import { describe, expect, test, vi } from "vitest";
import type { Fetch } from "../src/http.ts";
import { FakeTime } from "../../test/support/fake-time.ts";

const enrolWith = (fetch: Fetch) => enrol("http://host.test", "adm1n", "templo-1", { fetch });

describe("[P-1] enrolling a temple", () => {
  test("authenticates as the admin, and returns the temple's secret", async () => {
    const sent: unknown[] = [];
    const enrolled = await enrolWith(async (url, { method, headers, body }) => {
      sent.push({ url, method, headers, body });
      return Response.json({ templeId: "templo-1", secret: "s3cret" }, { status: 201 });
    });
    expect(enrolled).toEqual({ templeId: "templo-1", secret: "s3cret" });
    expect(sent).toEqual([
      {
        url: "http://host.test/api/temples",
        method: "POST",
        headers: { "content-type": "application/json", authorization: "Bearer adm1n" },
        body: '{"templeId":"templo-1"}',
      },
    ]);
  });

  test("rejects with the server's refusal", async () => {
    const refusal = { code: "temple-known", message: "a temple of this id is enrolled already" };
    await expect(enrolWith(async () => Response.json(refusal, { status: 409 }))).rejects.toMatchObject({
      name: "Refusal",
      ...refusal,
    });
  });

  test("rejects with `timeout` when no answer comes within 10 s", async () => {
    const time = new FakeTime();
    const fetch: Fetch = (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    const settled = vi.fn();
    const enrolling = enrol("http://host.test", "adm1n", "templo-1", { fetch, time });
    const rejection = expect(enrolling.finally(settled)).rejects.toMatchObject({ code: "timeout" });
    await time.pass(9_999);
    expect(settled).not.toHaveBeenCalled();
    await time.pass(1);
    await rejection;
  });

  test.each<[string, () => Response]>([
    ["a page of another server", () => new Response("<!doctype html>")],
    ["JSON without a secret", () => Response.json({ templeId: "templo-1" })],
    ["an empty secret", () => Response.json({ templeId: "templo-1", secret: "" })],
  ])("rejects with `unreachable` when %s comes back", async (_, answer) => {
    await expect(enrolWith(async () => answer())).rejects.toMatchObject({
      name: "Refusal",
      code: "unreachable",
    });
  });
});
