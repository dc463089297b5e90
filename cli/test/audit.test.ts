/** `flower-war audit`: whether the operators' audit log is whole (docs/operate.md, "Keeping order"). */
import type { AuditCheck } from "@flower-war/protocol/operator";
import { expect, test } from "vitest";
import { fakeServer } from "./support/fake-server.ts";
import { flowerWar } from "./support/run.ts";

const ADMIN = { ADMIN_PASSWORD: "xochitl" };
const WHOLE: AuditCheck = { entries: 7, unchained: 0, last: { n: 9, hash: "h9" }, fault: null };

async function check(found: object, ...args: string[]) {
  await using server = await fakeServer(200, JSON.stringify(found));
  const run = await flowerWar(["audit", "--operator", server.url, ...args], ADMIN);
  expect(server.requests).toEqual([
    { line: "GET /api/operator/audit/check", authorization: "Bearer xochitl", body: "" },
  ]);
  return run;
}

test("says that the log is whole, and up to which entry", async () => {
  const stdout = "The audit log is whole.\nChecked: 7 entries, up to number 9 with the hash h9.\n";
  expect(await check(WHOLE)).toEqual({ exitCode: 0, stderr: "", stdout });
  const { stdout: older } = await check({ ...WHOLE, unchained: 2 });
  expect(older).toBe(`${stdout}Not checked: 2 entries of older servers, which wrote no hashes.\n`);
});

test.each([
  ["changed", "entry 3 (V1St) was changed or moved, or was not written by this server's AUTH_SECRET"],
  ["missing", "entry 3 is missing"],
  [
    "cut",
    "the entries up to number 3 were deleted before they expired by AUDIT_KEPT, or the note about it was changed",
  ],
])("says where it is %s, and exits with 6", async (kind, text) => {
  const { exitCode, stdout } = await check({
    entries: 2,
    unchained: 0,
    last: null,
    fault: { kind, n: 3, entry: "V1St" },
  });
  expect([exitCode, stdout]).toEqual([6, `The audit log is not whole: ${text}.\nNo entry was checked.\n`]);
});

test("gives what the server answers as JSON", async () => {
  expect(JSON.parse((await check(WHOLE, "--json")).stdout)).toEqual(WHOLE);
});

test("exits with 3 if no server answers, and with 4 without the right password", async () => {
  expect(await flowerWar(["audit", "--operator", "http://127.0.0.1:1"], ADMIN)).toMatchObject({
    exitCode: 3,
  });
  await using server = await fakeServer(401, JSON.stringify({ code: "unauthorized", message: "the reason" }));
  expect(await flowerWar(["audit", "--operator", server.url], ADMIN)).toMatchObject({ exitCode: 4 });
});
