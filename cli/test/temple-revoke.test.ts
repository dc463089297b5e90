import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { fakeServer } from "./support/fake-server.ts";
import { flowerWar } from "./support/run.ts";

const ADMIN = { ADMIN_PASSWORD: "xochitl" };

test("A-1: temple revoke revokes the temple as the admin, and says so", async () => {
  await using server = await fakeServer(200, "{}");
  const run = await flowerWar(["temple", "revoke", "templo-1", "--operator", server.url], ADMIN);
  expect(run).toEqual({ exitCode: 0, stdout: "Temple templo-1 is revoked.\n", stderr: "" });
  expect(server.requests).toEqual([
    { line: "DELETE /api/temples/templo-1", authorization: "Bearer xochitl", body: "" },
  ]);
});

test.each([
  { code: "unknown-temple", status: 404, exitCode: 7 },
  { code: "unauthorized", status: 401, exitCode: 4 },
])("if the server refuses with $code, it prints one line and exits with $exitCode", async (refusal) => {
  const body = JSON.stringify({ code: refusal.code, message: "the reason" });
  await using server = await fakeServer(refusal.status, body);
  const run = await flowerWar(["temple", "revoke", "templo-1", "--operator", server.url], ADMIN);
  expect(run).toEqual({
    exitCode: refusal.exitCode,
    stdout: "",
    stderr: `The server refused (${refusal.code}): the reason.\n`,
  });
});

test("T-1: with a bad temple id it exits with 2, without a request", async () => {
  expect(await flowerWar(["temple", "revoke", "Templo 1"], ADMIN)).toMatchObject({ exitCode: 2 });
});

describe("--mosquitto", () => {
  const PASSWORDS = "bridge-1:$7$101$a$b\ntemplo-1:$7$101$c$d\ntemplo-10:$7$101$e$f\n";
  const ACL = "pattern read templo/v1/%u/down/#\n\nuser bridge-1\ntopic read templo/v1/+/up/#\n";
  const refusal = (code: string) => JSON.stringify({ code, message: "the reason" });

  function folder(): string {
    const path = mkdtempSync(join(tmpdir(), "flower-war-"));
    onTestFinished(() => rmSync(path, { recursive: true }));
    writeFileSync(join(path, "passwd"), PASSWORDS);
    writeFileSync(join(path, "acl"), ACL);
    return path;
  }
  const fileOf = (dir: string, name: string) => readFileSync(join(dir, name), "utf8");
  const revoke = (id: string, url: string, dir: string) =>
    flowerWar(["temple", "revoke", id, "--operator", url, "--mosquitto", dir], ADMIN);

  test.each([
    { title: "A-1: removes the temple's password, and no other's", status: 200, body: "{}", exitCode: 0 },
    {
      title: "also removes that of a temple which the server no longer knows",
      status: 404,
      body: refusal("unknown-temple"),
      exitCode: 7,
    },
  ])("$title; the rights of all temples stay", async ({ status, body, exitCode }) => {
    await using server = await fakeServer(status, body);
    const dir = folder();
    expect(await revoke("templo-1", server.url, dir)).toMatchObject({ exitCode });
    expect(fileOf(dir, "passwd")).toBe("bridge-1:$7$101$a$b\ntemplo-10:$7$101$e$f\n");
    expect(fileOf(dir, "acl")).toBe(ACL);
  });

  test("if the server refuses, the files stay unchanged", async () => {
    await using server = await fakeServer(401, refusal("unauthorized"));
    const dir = folder();
    expect(await revoke("templo-1", server.url, dir)).toMatchObject({ exitCode: 4 });
    expect(fileOf(dir, "passwd")).toBe(PASSWORDS);
  });

  test("if the folder does not exist, or a bridge has that name, it exits with 2, without a request", async () => {
    await using server = await fakeServer(200, "{}");
    const dir = folder();
    expect(await revoke("templo-1", server.url, join(dir, "none"))).toMatchObject({ exitCode: 2 });
    expect(await revoke("bridge-1", server.url, dir)).toMatchObject({ exitCode: 2 });
    expect(server.requests).toEqual([]);
    expect(fileOf(dir, "passwd")).toBe(PASSWORDS);
  });
});
