import { enrol } from "@flower-war/client-sdk/temple";
import { describe, expect, test } from "vitest";
import type { Fetch } from "../src/ports.ts";

const ask = (send: Fetch) => enrol("http://host.test", "adm1n", "templo-1", send);

describe("[P-1] enrolling", () => {
  test("asks in the admin's name, and gives the temple's secret", async () => {
    const sent: unknown[] = [];
    const enrolled = await ask(async (url, { method, headers, body }) => {
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

  test("rejects with the server's own fault", async () => {
    const fault = { code: "temple-known", message: "a temple of this id is enrolled already" };
    await expect(ask(async () => Response.json(fault, { status: 409 }))).rejects.toMatchObject({
      name: "Refusal",
      ...fault,
    });
  });

  test.each<[string, () => Response]>([
    ["a page", () => new Response("<!doctype html>")],
    ["JSON without a secret", () => Response.json({ templeId: "templo-1" })],
    ["an empty secret", () => Response.json({ templeId: "templo-1", secret: "" })],
  ])("%s is no answer of this server: `unreachable`", async (_, answer) => {
    await expect(ask(async () => answer())).rejects.toMatchObject({ name: "Refusal", code: "unreachable" });
  });
});
