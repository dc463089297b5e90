import { expect, test } from "vitest";
import { fakeServer } from "./support/fake-server.ts";
import { flowerWar } from "./support/run.ts";

const ADMIN = { ADMIN_PASSWORD: "xochitl" };

test("A-1: temple revoke takes the temple's access away as the admin, and says so", async () => {
  await using server = await fakeServer(200, "{}");
  const run = await flowerWar(["temple", "revoke", "templo-1", "--server", server.url], ADMIN);
  expect(run).toEqual({ exitCode: 0, stdout: "Temple templo-1 is revoked.\n", stderr: "" });
  expect(server.asked).toEqual([
    { line: "DELETE /api/temples/templo-1", authorization: "Bearer xochitl", body: "" },
  ]);
});

test.each([
  { code: "unknown-temple", status: 404, exitCode: 6 },
  { code: "unauthorized", status: 401, exitCode: 4 },
])("a server that answers $code: exit code $exitCode, and one line says so", async (refusal) => {
  const body = JSON.stringify({ code: refusal.code, message: "the reason" });
  await using server = await fakeServer(refusal.status, body);
  const run = await flowerWar(["temple", "revoke", "templo-1", "--server", server.url], ADMIN);
  expect(run).toEqual({
    exitCode: refusal.exitCode,
    stdout: "",
    stderr: `The server refused (${refusal.code}): the reason.\n`,
  });
});

test("T-1: a bad temple id: exit code 2, before any server is asked", async () => {
  expect(await flowerWar(["temple", "revoke", "Templo 1"], ADMIN)).toMatchObject({ exitCode: 2 });
});
