/** `flower-war operator`: the accounts of operators (docs/operate.md, "Operators"). */
import type { OperatorAccount, OperatorInvitation } from "@flower-war/protocol/operator";
import { describe, expect, test } from "vitest";
import { fakeServer } from "./support/fake-server.ts";
import { flowerWar } from "./support/run.ts";

const ADMIN = { ADMIN_PASSWORD: "xochitl" };
const AT = Date.UTC(2026, 10, 24, 18, 30);
const ANA: OperatorAccount = {
  id: "id-of-ana",
  name: "Ana",
  role: "administrator",
  createdAt: AT,
  passkeys: 1,
  usedAt: AT,
  invitedUntil: null,
  invitedBy: null,
};
const BETO: OperatorAccount = {
  ...ANA,
  id: "id-of-beto",
  name: "Beto",
  role: "moderator",
  passkeys: 0,
  usedAt: null,
  invitedUntil: AT,
  invitedBy: "id-of-ana",
};
const CARLA: OperatorAccount = {
  ...BETO,
  id: "id-of-carla",
  name: "Carla",
  invitedUntil: null,
  invitedBy: "gone",
};
const INVITATION: OperatorInvitation = {
  account: "id-of-beto",
  name: "Beto",
  role: "moderator",
  invitation: "s3cret",
  until: AT,
};
const LIST = "GET /api/operator/operators";

async function run(args: readonly string[], answer: object = {}, operators = [ANA, BETO, CARLA]) {
  await using server = await fakeServer(200, JSON.stringify(answer), { [LIST]: { operators } });
  const ran = await flowerWar(["operator", ...args, "--operator", server.url], ADMIN);
  return {
    ...ran,
    url: server.url,
    requests: server.requests.map(({ line, body }) => `${line} ${body}`.trim()),
  };
}

describe("operator list", () => {
  test("says who has which role, how they sign in, and who invited them", async () => {
    const { exitCode, stdout } = await run(["list"]);
    expect([exitCode, stdout.split("\n")]).toEqual([
      0,
      [
        "Ana                      administrator  id-of-ana  1 passkey  last signed in 2026-11-24T18:30Z",
        "Beto                     moderator      id-of-beto  0 passkeys  never signed in  invited by Ana  link until 2026-11-24T18:30Z",
        "Carla                    moderator      id-of-carla  0 passkeys  never signed in  invited by an operator who was removed",
        "",
      ],
    ]);
    expect((await run(["list"], {}, [])).stdout).toBe("No operator has an account.\n");
    expect(JSON.parse((await run(["list", "--json"])).stdout)).toEqual([ANA, BETO, CARLA]);
  });
});

describe("operator invite", () => {
  test("invites a new operator, and prints the link for a browser on this machine", async () => {
    const { exitCode, stdout, requests, url } = await run(
      ["invite", "Beto", "--role", "moderator"],
      INVITATION,
    );
    expect(requests).toEqual(['POST /api/operator/operators {"name":"Beto","role":"moderator"}']);
    const link = `http://localhost:${new URL(url).port}/#invitation=s3cret`;
    expect([exitCode, stdout]).toEqual([
      0,
      `Send this link to Beto alone, who becomes moderator by it. It is good once, until 2026-11-24T18:30Z:\n\n${link}\n`,
    ]);
  });

  test("names the page's address that it is given", async () => {
    const page = ["--page", "https://operator.example/"];
    const { stdout } = await run(["invite", "Beto", "--role", "moderator", "--json", ...page], INVITATION);
    const { invitation, ...invited } = INVITATION;
    const link = `https://operator.example/#invitation=${invitation}`;
    expect(JSON.parse(stdout)).toEqual({ ...invited, link });
  });

  test("invites an operator again, by name or id", async () => {
    for (const asked of ["Beto", "id-of-beto"]) {
      const { exitCode, requests } = await run(["invite", asked, "--again"], INVITATION);
      expect([exitCode, requests]).toEqual([0, [LIST, "POST /api/operator/operators/id-of-beto/invite {}"]]);
    }
  });

  test("asks no server without a role, with a wrong one, or with a role for a known operator", async () => {
    for (const args of [[], ["--role", "king"], ["--again", "--role", "moderator"]]) {
      const { exitCode, requests } = await run(["invite", "Beto", ...args], INVITATION);
      expect([args, exitCode, requests]).toEqual([args, 2, []]);
    }
  });
});

describe("operator remove", () => {
  test("removes an operator, by name or id, with a reason for the audit log", async () => {
    const { exitCode, stdout, requests } = await run(["remove", "Beto", "--reason", "left"]);
    expect([exitCode, stdout]).toEqual([0, "Beto is no operator any more.\n"]);
    expect(requests).toEqual([LIST, 'POST /api/operator/operators/id-of-beto/remove {"reason":"left"}']);
    const { stdout: json } = await run(["remove", "id-of-beto", "--reason", "left", "--json"]);
    expect(JSON.parse(json)).toEqual({ account: "id-of-beto", name: "Beto" });
  });

  test("changes nothing without a reason, and if no operator has the name", async () => {
    expect(await run(["remove", "Beto"])).toMatchObject({ exitCode: 2, requests: [] });
    const { exitCode, stderr, requests } = await run(["remove", "Bet", "--reason", "left"]);
    expect([exitCode, stderr, requests]).toEqual([7, "No operator has the name or id Bet.\n", [LIST]]);
  });
});

test.each([
  ["operator-known", 5],
  ["unknown-operator", 7],
  ["bad-request", 2],
  ["unauthorized", 4],
])("a refusal with %s is one line, and exits with %i", async (code, exitCode) => {
  await using server = await fakeServer(400, JSON.stringify({ code, message: "the reason" }));
  const args = ["operator", "invite", "Ana", "--role", "moderator", "--operator", server.url];
  const stderr = `The server refused (${code}): the reason.\n`;
  expect(await flowerWar(args, ADMIN)).toEqual({ exitCode, stdout: "", stderr });
});
