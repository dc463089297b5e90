/** A thief who has copied an account's token from where a browser stores it, and nothing else (docs/protocol.md, "Accounts"). */
import { CLOSE, PATHS, type RefusalBody } from "@flower-war/protocol";
import {
  ACCOUNT_PATHS,
  NOTICE_PATHS,
  type PasskeyOptions,
  type Player,
  PROOF_HEADER,
  type SignedIn,
  type SignInMeans,
} from "@flower-war/protocol/players";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { addPasskey, bearer, createGuest, proofOptions, prove, type Registered } from "../support/account.ts";
import { Authenticator } from "../support/authenticator.ts";
import { TestClient } from "../support/client.ts";
import { FakeTime } from "../support/fake-time.ts";
import { createMatch, post, requestSeat } from "../support/post.ts";
import { startOnFakeTime } from "../support/server.ts";
import { until } from "../support/until.ts";

const MINUTE = 60_000;
/** Flags of an authenticator that did not ask for a PIN or a finger: the person is present only. */
const NOT_VERIFIED = 0x01;

let server: RunningServer;
let time: FakeTime;
let owner: Registered;
beforeEach(async () => {
  time = new FakeTime();
  server = await startOnFakeTime(time);
  owner = await addPasskey(server.url, await createGuest(server.url));
});
afterEach(() => server.stop());

const passkeyPath = (id: string) => ACCOUNT_PATHS.passkey.replace(":id", id);

/** What changes how an account is signed in to, or where its owner is told of it. */
const ACTS: [what: string, method: string, path: () => string, body?: object][] = [
  ["asks to add a passkey", "POST", () => ACCOUNT_PATHS.passkeyOptions],
  [
    "adds a passkey",
    "POST",
    () => ACCOUNT_PATHS.passkeys,
    {
      response: new Authenticator("http://127.0.0.1").create({
        challenge: "AAAA",
        user: { id: "AAAA" },
        rp: { id: "127.0.0.1" },
      }),
    },
  ],
  ["removes a passkey", "DELETE", () => passkeyPath(owner.authenticator.id)],
  ["replaces the recovery codes", "POST", () => ACCOUNT_PATHS.recoveryCodes],
  [
    "sets an e-mail address",
    "POST",
    () => NOTICE_PATHS.mail,
    { address: "thief@example.org", language: "en" },
  ],
  ["removes the e-mail address", "DELETE", () => NOTICE_PATHS.mail],
  ["signs out everywhere", "POST", () => ACCOUNT_PATHS.tokens],
  ["deletes the account", "DELETE", () => PATHS.me],
];

async function act(
  [, method, path, body]: (typeof ACTS)[number],
  headers: Record<string, string>,
): Promise<{ status: number; code: string | undefined }> {
  const response = await fetch(server.url + path(), {
    method,
    headers: {
      ...bearer(owner.player.token),
      ...headers,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, code: ((await response.json()) as Partial<RefusalBody>).code };
}

const signIn = async (body: object) => post<SignedIn>(server.url, ACCOUNT_PATHS.signIn, body);
const signInOptions = async () => (await post<PasskeyOptions>(server.url, ACCOUNT_PATHS.signInOptions)).body;
const read = async <T>(path: string, token = owner.player.token) =>
  (await (await fetch(server.url + path, { headers: bearer(token) })).json()) as T;

test("all that the thief does is refused, and the owner is still in", async () => {
  for (const each of ACTS)
    expect([each[0], await act(each, {})]).toEqual([each[0], { status: 403, code: "proof-required" }]);
  expect((await read<Player>(PATHS.me)).id).toBe(owner.player.id);
  const { passkeys, recoveryCodes } = await read<SignInMeans>(ACCOUNT_PATHS.passkeys);
  expect([passkeys.map(({ id }) => id), recoveryCodes]).toEqual([[owner.authenticator.id], 10]);
  const [code = ""] = owner.recoveryCodes;
  expect((await signIn({ response: owner.authenticator.use(await signInOptions()) })).body.id).toBe(
    owner.player.id,
  );
  expect((await signIn({ recoveryCode: code })).body.id).toBe(owner.player.id);
});

describe("a proof", () => {
  test.each(ACTS.filter(([what]) => what !== "adds a passkey" && !what.includes("e-mail")))(
    "lets the owner: %s",
    async (...each) => {
      // Of two passkeys one can be removed.
      await addPasskey(server.url, owner.player, {
        headers: await prove(server.url, owner.player, owner.authenticator),
      });
      const proof = await prove(server.url, owner.player, owner.authenticator);
      expect((await act(each, proof)).status).toBe(200);
    },
  );

  test("is given for a recovery code of the account, once, and for no other account's", async () => {
    const [code = ""] = owner.recoveryCodes;
    const other = await addPasskey(server.url, await createGuest(server.url, "Tenoch"));
    const byOther = await post<RefusalBody>(
      server.url,
      ACCOUNT_PATHS.proofs,
      { recoveryCode: code },
      bearer(other.player.token),
    );
    expect([byOther.status, byOther.body.code]).toEqual([403, "bad-recovery-code"]);
    const proof = await prove(server.url, owner.player, code);
    await expect(prove(server.url, owner.player, code)).rejects.toThrow("bad-recovery-code");
    await addPasskey(server.url, owner.player, { headers: proof });
  });

  test("is given for no passkey that does not check who uses it, and for no other account's", async () => {
    const { player, authenticator } = owner;
    const ask = async (response: object) =>
      (await post<RefusalBody>(server.url, ACCOUNT_PATHS.proofs, { response }, bearer(player.token))).body
        .code;
    const options = await proofOptions(server.url, player);
    expect(options).toMatchObject({
      userVerification: "required",
      allowCredentials: [{ id: authenticator.id }],
    });
    expect(await ask(authenticator.use(options, { flags: NOT_VERIFIED }))).toBe("bad-passkey");
    expect(await ask(authenticator.use(await proofOptions(server.url, player), { crossOrigin: true }))).toBe(
      "bad-passkey",
    );
    expect(await ask(authenticator.use(await signInOptions()))).toBe("bad-passkey");
    const other = await addPasskey(server.url, await createGuest(server.url, "Tenoch"));
    expect(await ask(other.authenticator.use(await proofOptions(server.url, player)))).toBe(
      "unknown-passkey",
    );
  });

  test("comes with signing in, if that is asked for and the passkey checked who uses it", async () => {
    const { authenticator } = owner;
    const plain = await signIn({ response: authenticator.use(await signInOptions()) });
    expect(plain.body).not.toHaveProperty("proof");
    const unverified = authenticator.use(await signInOptions(), { flags: NOT_VERIFIED });
    const present = await signIn({ response: unverified, proof: true });
    expect([present.status, present.body.proof]).toEqual([200, undefined]);
    const { body } = await signIn({ response: authenticator.use(await signInOptions()), proof: true });
    await addPasskey(server.url, owner.player, { headers: { [PROOF_HEADER]: body.proof ?? "" } });
    const recovered = await signIn({ recoveryCode: owner.recoveryCodes[0], proof: true });
    await addPasskey(server.url, owner.player, { headers: { [PROOF_HEADER]: recovered.body.proof ?? "" } });
  });

  test("is good for five minutes, for its account, until that signs out everywhere, and is no token", async () => {
    const [renewal] = ACTS.filter(([what]) => what === "replaces the recovery codes");
    if (!renewal) throw new Error("no such act");
    const refused = { status: 403, code: "proof-required" };
    const other = await addPasskey(server.url, await createGuest(server.url, "Tenoch"));
    expect(await act(renewal, await prove(server.url, other.player, other.authenticator))).toEqual(refused);
    expect(await act(renewal, { [PROOF_HEADER]: owner.player.token })).toEqual(refused);
    const proof = await prove(server.url, owner.player, owner.authenticator);
    expect((await read<RefusalBody>(PATHS.me, proof[PROOF_HEADER])).code).toBe("bad-token");
    await time.pass(4 * MINUTE);
    expect((await act(renewal, proof)).status).toBe(200);
    await time.pass(2 * MINUTE);
    expect(await act(renewal, proof)).toEqual(refused);
    const old = await prove(server.url, owner.player, owner.authenticator);
    const { body: renewed } = await post<Player>(
      server.url,
      ACCOUNT_PATHS.tokens,
      {},
      { ...bearer(owner.player.token), ...old },
    );
    owner = { ...owner, player: renewed };
    expect(await act(renewal, old)).toEqual(refused);
  });
});

describe("signing out everywhere", () => {
  /** Begins a match of the owner and a guest. */
  async function begin() {
    const as = bearer(owner.player.token);
    const own = await createMatch(server.url, { game: "flower-war", seats: 2 }, as);
    const guests = await requestSeat(server.url, own.match, { name: "Xoco" });
    const clients = await Promise.all([own, guests].map((each) => TestClient.join(server.url, each)));
    await Promise.all(clients.map((client) => client.waitForEntry(0)));
    return { own, guests, clients };
  }
  const end = async (body: object, proof = true) =>
    post<Player & RefusalBody>(server.url, ACCOUNT_PATHS.tokens, body, {
      ...bearer(owner.player.token),
      ...(proof && (await prove(server.url, owner.player, owner.authenticator))),
    });
  const seatStatus = async ({ match, token }: { readonly match: string; readonly token: string | null }) =>
    (await post(server.url, PATHS.seats.replace(":id", match), { token })).status;

  test("ends the tokens of the owner's seats too, if that is asked for: the thief plays in none of them", async () => {
    const { own, guests, clients } = await begin();
    const { status, body } = await end({ seats: true });
    expect(status).toBe(200);
    await until(() => clients[0]?.closeCode === CLOSE.replaced, "the close");
    expect([await seatStatus(own), await seatStatus(guests), clients[1]?.closeCode]).toEqual([
      403,
      200,
      null,
    ]);
    // Where the owner has the new token, the seat is theirs.
    const back = { own: true };
    const seats = PATHS.seats.replace(":id", own.match);
    expect((await post(server.url, seats, back, bearer(body.token))).status).toBe(200);
    expect((await post(server.url, seats, back, bearer(owner.player.token))).status).toBe(403);
  });

  test("leaves them otherwise, without a proof, and where the request is malformed", async () => {
    const { own } = await begin();
    expect((await end({ seats: true }, false)).body.code).toBe("proof-required");
    expect((await end({ seats: "yes" })).body.code).toBe("bad-request");
    expect((await read<Player>(PATHS.me)).id).toBe(owner.player.id);
    expect((await end({})).status).toBe(200);
    expect(await seatStatus(own)).toBe(200);
  });
});

test("a guest has nothing to prove with, and goes on", async () => {
  const guest = await createGuest(server.url, "Xoco");
  const asked = await post<RefusalBody>(server.url, ACCOUNT_PATHS.proofOptions, {}, bearer(guest.token));
  expect([asked.status, asked.body.code]).toEqual([409, "no-account"]);
  const { body } = await post<Player>(server.url, ACCOUNT_PATHS.tokens, {}, bearer(guest.token));
  const deleted = await fetch(server.url + PATHS.me, { method: "DELETE", headers: bearer(body.token) });
  expect(deleted.status).toBe(200);
});
