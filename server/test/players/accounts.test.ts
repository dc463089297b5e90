/** Accounts: passkeys and recovery codes (docs/protocol.md, "Accounts"). */
import { LIMITS, PATHS, type RefusalBody } from "@flower-war/protocol";
import {
  ACCOUNT_PATHS,
  type PasskeyAdded,
  type PasskeyOptions,
  type PasskeyResponse,
  type Player,
  type RecoveryCodes,
  type SignInMeans,
} from "@flower-war/protocol/players";
import { afterEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import type { ServerOptions } from "../../src/server-options.ts";
import { addPasskey as addPasskeyAt, prove, type Registered } from "../support/account.ts";
import { Authenticator, type Deviation } from "../support/authenticator.ts";
import { temporaryFolder } from "../support/database.ts";
import { FakeTime } from "../support/fake-time.ts";
import { createMatch, fromAddress, type HttpResponse, post } from "../support/post.ts";
import { startOnFakeTime } from "../support/server.ts";

const MINUTE = 60_000;
const SECRET = "a secret of at least 16 characters";

let server: RunningServer;
let time: FakeTime;
/** Where the browser has the page. */
let origin: string;
const start = async (options: ServerOptions = {}) => {
  time = new FakeTime();
  server = await startOnFakeTime(time, { authSecret: SECRET, ...options });
  origin = server.url;
};
afterEach(() => server.stop());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function createPlayer(name = "Citlali"): Promise<Player> {
  return (await post<Player>(server.url, PATHS.players, { name })).body;
}

async function request<T>(
  method: string,
  path: string,
  token: string,
  headers: Record<string, string> = {},
): Promise<HttpResponse<T>> {
  const response = await fetch(server.url + path, { method, headers: { ...bearer(token), ...headers } });
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}

const optionsToCreate = async ({ token }: Player, proof: Record<string, string> = {}) =>
  (await post<PasskeyOptions>(server.url, ACCOUNT_PATHS.passkeyOptions, {}, { ...bearer(token), ...proof }))
    .body;
const optionsToUse = async () => (await post<PasskeyOptions>(server.url, ACCOUNT_PATHS.signInOptions)).body;
const add = <T = PasskeyAdded>(
  { token }: Player,
  response: PasskeyResponse,
  proof: Record<string, string> = {},
) => post<T>(server.url, ACCOUNT_PATHS.passkeys, { response }, { ...bearer(token), ...proof });
const signIn = <T = Player>(body: object) => post<T>(server.url, ACCOUNT_PATHS.signIn, body);
const recover = <T = Player>(recoveryCode: string) => signIn<T>({ recoveryCode });

/** Adds a new passkey to a player. @param prover proves who an account is */
const addPasskey = async (player: Player, prover?: Authenticator): Promise<Registered> =>
  addPasskeyAt(server.url, player, { origin, ...(prover && { headers: await proofOf(player, prover) }) });
const proofOf = (player: Player, prover: Authenticator | string) => prove(server.url, player, prover);

/** What was refused: status, code and field. */
const refused = ({ status, body }: HttpResponse<RefusalBody>) => [status, body.code, body.field];

describe("a guest's first passkey", () => {
  test("makes them an account of the same id and name, with ten recovery codes", async () => {
    await start();
    const guest = await createPlayer();
    const options = await optionsToCreate(guest);
    expect(options).toMatchObject({
      rp: { name: "Flower War", id: "127.0.0.1" },
      user: { name: "Citlali" },
      attestation: "none",
      authenticatorSelection: { residentKey: "required" },
    });
    const { player, recoveryCodes } = await addPasskey(guest);
    expect(player).toMatchObject({ id: guest.id, name: "Citlali", kind: "account" });
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}$/);
    expect((await request<Player>("GET", PATHS.me, guest.token)).body.kind).toBe("account");
  });

  test("signs them in on another device, with their seats' player", async () => {
    await start();
    const { authenticator, player } = await addPasskey(await createPlayer());
    const signedIn = await signIn({ response: authenticator.use(await optionsToUse()) });
    expect(signedIn.body).toMatchObject({ id: player.id, name: "Citlali", kind: "account" });
    expect(signedIn.headers.get("cache-control")).toBe("no-store");
    await createMatch(server.url, {}, bearer(signedIn.body.token));
  });

  test("signs in again and again, and says when", async () => {
    await start();
    const { authenticator, player } = await addPasskey(await createPlayer());
    for (let i = 0; i < 3; i++) {
      await time.pass(MINUTE);
      const response = authenticator.use(await optionsToUse());
      expect((await signIn({ response })).status).toBe(200);
    }
    const { passkeys } = (await request<SignInMeans>("GET", ACCOUNT_PATHS.passkeys, player.token)).body;
    expect(passkeys).toEqual([
      { id: authenticator.id, device: "", createdAt: time.now() - 3 * MINUTE, usedAt: time.now() },
    ]);
  });

  test("keeps them from being deleted as an unseen guest", async () => {
    await start({ guestRetention: 10 * MINUTE });
    const { authenticator } = await addPasskey(await createPlayer());
    await time.pass(30 * MINUTE);
    expect((await signIn({ response: authenticator.use(await optionsToUse()) })).status).toBe(200);
  });

  test("and the recovery codes outlive the server's process, the codes as hashes", async () => {
    const dataDir = temporaryFolder();
    await start({ dataDir });
    const { authenticator, player, recoveryCodes } = await addPasskey(await createPlayer());
    await server.stop();
    await start({ dataDir, port: Number(new URL(origin).port) });
    const again = await signIn({ response: authenticator.use(await optionsToUse()) });
    expect(again.body.id).toBe(player.id);
    expect((await recover(recoveryCodes[0] ?? "")).body.id).toBe(player.id);
  });
});

describe("further passkeys", () => {
  test("sign in to the same account, and bring no new recovery codes", async () => {
    await start();
    const { player, authenticator: first } = await addPasskey(await createPlayer());
    const options = await optionsToCreate(player, await proofOf(player, first));
    expect(options["excludeCredentials"]).toMatchObject([{ id: first.id }]);
    const { recoveryCodes, authenticator: second } = await addPasskey(player, first);
    expect(recoveryCodes).toEqual([]);
    for (const authenticator of [first, second]) {
      const { body } = await signIn({ response: authenticator.use(await optionsToUse()) });
      expect(body.id).toBe(player.id);
    }
  });

  test("are refused passkey-known if an account has them", async () => {
    await start();
    const { player, authenticator } = await addPasskey(await createPlayer());
    const proof = await proofOf(player, authenticator);
    for (const other of [player, await createPlayer("Tenoch")]) {
      const response = authenticator.create(await optionsToCreate(other, proof));
      expect(refused(await add<RefusalBody>(other, response, proof))).toEqual([
        409,
        "passkey-known",
        undefined,
      ]);
    }
  });

  test("are refused too-many-passkeys beyond the limit", async () => {
    await start();
    const { player, authenticator } = await addPasskey(await createPlayer());
    const proof = await proofOf(player, authenticator);
    const spare = await optionsToCreate(player, proof);
    // Each further one is proven by the one proof: attempts to sign in are few.
    for (let i = 1; i < LIMITS.passkeys; i++) {
      await addPasskeyAt(server.url, player, { origin, headers: proof });
    }
    const { status, body } = await post<RefusalBody>(
      server.url,
      ACCOUNT_PATHS.passkeyOptions,
      {},
      { ...bearer(player.token), ...proof },
    );
    expect([status, body.code]).toEqual([409, "too-many-passkeys"]);
    const response = new Authenticator(origin).create(spare);
    expect(refused(await add<RefusalBody>(player, response, proof))).toEqual([
      409,
      "too-many-passkeys",
      undefined,
    ]);
  });

  test("can be removed, the last one not", async () => {
    await start();
    const { player, authenticator: first } = await addPasskey(await createPlayer());
    const { authenticator: second } = await addPasskey(player, first);
    const other = await addPasskey(await createPlayer("Tenoch"));
    const proof = await proofOf(player, second);
    const remove = <T = RefusalBody>(id: string, token = player.token, shown = proof) =>
      request<T>("DELETE", ACCOUNT_PATHS.passkey.replace(":id", id), token, shown);
    const othersProof = await proofOf(other.player, other.authenticator);
    expect(refused(await remove(first.id, other.player.token, othersProof))).toEqual([
      404,
      "unknown-passkey",
      undefined,
    ]);
    expect((await remove(first.id)).status).toBe(200);
    expect(refused(await remove(first.id))).toEqual([404, "unknown-passkey", undefined]);
    expect(refused(await remove(second.id))).toEqual([409, "last-passkey", undefined]);
    const removed = await signIn<RefusalBody>({ response: first.use(await optionsToUse()) });
    expect(refused(removed)).toEqual([404, "unknown-passkey", undefined]);
    expect((await signIn({ response: second.use(await optionsToUse()) })).status).toBe(200);
  });
});

describe("a recovery code", () => {
  test("signs in once, however it is written", async () => {
    await start();
    const { player, recoveryCodes } = await addPasskey(await createPlayer());
    const [first = "", second = ""] = recoveryCodes;
    expect((await recover(` ${first.toLowerCase().replaceAll("-", " ")} `)).body.id).toBe(player.id);
    expect(refused(await recover<RefusalBody>(first))).toEqual([403, "bad-recovery-code", undefined]);
    expect((await request<SignInMeans>("GET", ACCOUNT_PATHS.passkeys, player.token)).body.recoveryCodes).toBe(
      9,
    );
    const attempts = await Promise.all([recover(second), recover(second)]);
    expect(attempts.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
  });

  test("is replaced with all others", async () => {
    await start();
    const { player, authenticator, recoveryCodes } = await addPasskey(await createPlayer());
    const { body } = await post<RecoveryCodes>(
      server.url,
      ACCOUNT_PATHS.recoveryCodes,
      {},
      { ...bearer(player.token), ...(await proofOf(player, authenticator)) },
    );
    expect((await recover(recoveryCodes[0] ?? "")).status).toBe(403);
    expect((await recover(body.recoveryCodes[0] ?? "")).body.id).toBe(player.id);
  });

  test("is nothing that a guest has", async () => {
    await start();
    const { token } = await createPlayer();
    const answer = await post<RefusalBody>(server.url, ACCOUNT_PATHS.recoveryCodes, {}, bearer(token));
    expect(refused(answer)).toEqual([409, "no-account", undefined]);
  });

  test.each(["", "-", "AAAA-AAAA-AAAA-AAAA", "\u0000", "x".repeat(3000)])("%j is none", async (code) => {
    await start();
    expect(refused(await recover<RefusalBody>(code))).toEqual([403, "bad-recovery-code", undefined]);
  });
});

test("a deleted account leaves no way in", async () => {
  await start({ dataDir: temporaryFolder() });
  const { player, authenticator, recoveryCodes } = await addPasskey(await createPlayer());
  const proof = await proofOf(player, authenticator);
  expect((await request("DELETE", PATHS.me, player.token, proof)).status).toBe(200);
  expect((await request<RefusalBody>("GET", PATHS.me, player.token)).body.code).toBe("bad-token");
  const response = authenticator.use(await optionsToUse());
  expect(refused(await signIn<RefusalBody>({ response }))).toEqual([404, "unknown-passkey", undefined]);
  expect((await recover(recoveryCodes[0] ?? "")).status).toBe(403);
  // The passkey may be used for another account.
  const other = await createPlayer("Tenoch");
  expect((await add(other, authenticator.create(await optionsToCreate(other)))).status).toBe(201);
});

const NOT_PRESENT = 0;

describe("a passkey's answer", () => {
  const DEVIATIONS: [string, Deviation][] = [
    ["of another site", { origin: "https://evil.example" }],
    ["of another port", { origin: "http://127.0.0.1:1" }],
    ["for another site's passkeys", { rpId: "evil.example" }],
    ["to a challenge of its own", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
    ["of another kind", { type: "payment.get" }],
    ["without a person", { flags: NOT_PRESENT }],
    ["in a frame of another site", { crossOrigin: true }],
  ];

  test.each(DEVIATIONS)("%s adds no passkey", async (_, deviation) => {
    await start();
    const player = await createPlayer();
    const response = new Authenticator(origin).create(await optionsToCreate(player), deviation);
    expect(refused(await add<RefusalBody>(player, response))).toEqual([400, "bad-passkey", undefined]);
    expect((await request<Player>("GET", PATHS.me, player.token)).body.kind).toBe("guest");
  });

  test.each<[string, Deviation]>([
    ...DEVIATIONS,
    ["of another account", { userHandle: "AAAA" }],
    ["with a wrong signature", { signature: "MEUCIQ" }],
    ["of a copied authenticator, which was used less often", { counter: 1 }],
  ])("%s signs no player in", async (_, deviation) => {
    await start();
    const { authenticator } = await addPasskey(await createPlayer());
    for (let i = 0; i < 2; i++) {
      const right = authenticator.use(await optionsToUse());
      expect((await signIn({ response: right })).status).toBe(200);
    }
    const response = authenticator.use(await optionsToUse(), deviation);
    expect(refused(await signIn<RefusalBody>({ response }))).toEqual([400, "bad-passkey", undefined]);
  });

  test("is good once", async () => {
    await start();
    const player = await createPlayer();
    const authenticator = new Authenticator(origin);
    const created = authenticator.create(await optionsToCreate(player));
    const { body } = await add(player, created);
    const again = await add<RefusalBody>(player, created, await proofOf(body.player, authenticator));
    expect(refused(again)).toEqual([400, "bad-passkey", undefined]);
    const response = authenticator.use(await optionsToUse());
    const answers = await Promise.all([1, 2].map(() => signIn<RefusalBody>({ response })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test("is good for five minutes", async () => {
    await start();
    const player = await createPlayer();
    const late = new Authenticator(origin).create(await optionsToCreate(player));
    const { authenticator } = await addPasskey(await createPlayer("Tenoch"));
    const response = authenticator.use(await optionsToUse());
    await time.pass(5 * MINUTE);
    expect(refused(await add<RefusalBody>(player, late))).toEqual([400, "bad-passkey", undefined]);
    expect(refused(await signIn<RefusalBody>({ response }))).toEqual([400, "bad-passkey", undefined]);
  });

  test("is good for what was asked: no player adds a passkey to another, or signs in by adding one", async () => {
    await start();
    const [citlali, tenoch] = [await createPlayer(), await createPlayer("Tenoch")];
    const response = new Authenticator(origin).create(await optionsToCreate(citlali));
    expect(refused(await add<RefusalBody>(tenoch, response))).toEqual([400, "bad-passkey", undefined]);
    const { authenticator, player } = await addPasskey(citlali);
    const { challenge } = await optionsToCreate(player, await proofOf(player, authenticator));
    const used = authenticator.use({ ...(await optionsToUse()), challenge });
    expect(refused(await signIn<RefusalBody>({ response: used }))).toEqual([400, "bad-passkey", undefined]);
  });

  test("of an unknown passkey signs no player in", async () => {
    await start();
    const response = new Authenticator(origin).use(await optionsToUse());
    expect(refused(await signIn<RefusalBody>({ response }))).toEqual([404, "unknown-passkey", undefined]);
  });

  const WHOLE = { id: "AAAA", rawId: "AAAA", type: "public-key", response: {}, clientExtensionResults: {} };
  test.each<[string, object, string]>([
    ["nothing", {}, "response"],
    ["no object", { response: "passkey" }, "response"],
    ["no id", { response: { ...WHOLE, id: undefined } }, "response.id"],
    ["an id that is no base64url", { response: { ...WHOLE, id: "a b" } }, "response.id"],
    ["an id of another type", { response: { ...WHOLE, id: 7 } }, "response.id"],
    ["no raw id", { response: { ...WHOLE, rawId: "" } }, "response.rawId"],
    ["another type", { response: { ...WHOLE, type: "password" } }, "response.type"],
    ["no response", { response: { ...WHOLE, response: null } }, "response.response"],
  ])("with %s is refused bad-request", async (_, body, field) => {
    await start();
    const { token } = await createPlayer();
    const added = await post<RefusalBody>(server.url, ACCOUNT_PATHS.passkeys, body, bearer(token));
    expect(refused(added)).toEqual([400, "bad-request", field]);
    const signedIn = await signIn<RefusalBody>(body);
    expect([signedIn.status, signedIn.body.code]).toEqual([400, "bad-request"]);
  });

  test.each([
    ["is empty", {}],
    ["is no base64url", { clientDataJSON: "?", attestationObject: "?" }],
    ["has numbers", { clientDataJSON: 1, attestationObject: 2, authenticatorData: 3, signature: 4 }],
    ["is no CBOR", { clientDataJSON: "e30", attestationObject: "AAAA" }],
  ])("that %s adds nothing and signs no player in", async (_, response) => {
    await start();
    const { authenticator, player } = await addPasskey(await createPlayer());
    const proof = await proofOf(player, authenticator);
    const broken = { ...WHOLE, id: authenticator.id, rawId: authenticator.id, response };
    expect((await add<RefusalBody>(player, broken as PasskeyResponse, proof)).body.code).toBe("bad-passkey");
    expect((await signIn<RefusalBody>({ response: broken })).body.code).toBe("bad-passkey");
  });

  test("and a recovery code at once are refused", async () => {
    await start();
    const answer = await signIn<RefusalBody>({ response: WHOLE, recoveryCode: "A" });
    expect([answer.status, answer.body.code]).toEqual([400, "bad-request"]);
  });
});

test.each([
  ["POST", ACCOUNT_PATHS.passkeyOptions],
  ["GET", ACCOUNT_PATHS.passkeys],
  ["POST", ACCOUNT_PATHS.passkeys],
  ["DELETE", ACCOUNT_PATHS.passkey.replace(":id", "AAAA")],
  ["POST", ACCOUNT_PATHS.recoveryCodes],
])("%s %s needs a player's token", async (method, path) => {
  await start();
  const without = await fetch(server.url + path, { method });
  expect([without.status, ((await without.json()) as RefusalBody).code]).toEqual([401, "unauthorized"]);
  const body = JSON.stringify({
    response: { id: "AAAA", rawId: "AAAA", type: "public-key", response: {}, clientExtensionResults: {} },
  });
  const headers = { ...bearer("nonsense"), "content-type": "application/json" };
  const forged = await fetch(server.url + path, { method, headers, ...(method === "POST" && { body }) });
  expect(await forged.json()).toMatchObject({ code: "bad-token", field: "authorization" });
});

test("attempts to sign in are limited by address", async () => {
  await start();
  const attempt = (address: string) =>
    post<RefusalBody>(server.url, ACCOUNT_PATHS.signIn, { recoveryCode: "AAAA" }, fromAddress(address));
  for (let i = 0; i < LIMITS.signIns; i++) expect((await attempt("198.51.100.1")).status).toBe(403);
  const { status, body } = await attempt("198.51.100.1");
  expect([status, body.code]).toEqual([429, "too-many-sign-ins"]);
  expect(body.wait).toBeGreaterThan(0);
  expect((await attempt("198.51.100.2")).status).toBe(403);
});

test("behind a proxy passkeys are for the site that PUBLIC_URL names", async () => {
  await start({ publicUrl: "https://play.example/n1" });
  origin = "https://play.example";
  const player = await createPlayer();
  expect((await optionsToCreate(player))["rp"]).toMatchObject({ id: "play.example" });
  const { authenticator } = await addPasskey(player);
  expect((await optionsToUse())["rpId"]).toBe("play.example");
  expect((await signIn({ response: authenticator.use(await optionsToUse()) })).status).toBe(200);
});
