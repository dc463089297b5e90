/** Whom accounts mute and block (docs/protocol.md, "Muting and blocking"). */
import { PATHS, type RefusalBody, type SeatReservation, type StreamLine } from "@flower-war/protocol";
import {
  ACCOUNT_PATHS,
  type MutedPlayers,
  type NewPersonalToken,
  type Player,
} from "@flower-war/protocol/players";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { addPasskey, bearer, createAccount, createGuest, prove } from "../support/account.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { FakeTime } from "../support/fake-time.ts";
import { createMatch, fromAddress, post, requestSeat } from "../support/post.ts";
import { startOnFakeTime } from "../support/server.ts";
import { until } from "../support/until.ts";

const RENEW = "x".repeat(32);

let time: FakeTime;
let server: RunningServer;
beforeEach(async () => {
  time = new FakeTime();
  server = await startOnFakeTime(time, { trustProxy: "loopback" });
});
afterEach(() => server.stop());

const listPath = ACCOUNT_PATHS.mutes;
const mute = (by: Player, players: unknown) =>
  post<MutedPlayers & RefusalBody>(server.url, listPath, { players }, bearer(by.token));
const ask = async (by: Player, method: string, path: string = listPath) => {
  const response = await fetch(server.url + path, { method, headers: bearer(by.token) });
  return { status: response.status, body: (await response.json()) as MutedPlayers & RefusalBody };
};
const unmute = (by: Player, id: string) => ask(by, "DELETE", ACCOUNT_PATHS.mute.replace(":id", id));
const blocked = ({ id }: Player) => ({ id, blocked: true });

async function people() {
  const account = await createAccount(server.url);
  return { account, foe: await createAccount(server.url, "Foe") };
}

describe("an account", () => {
  test("mutes and blocks players, lists them, and lets them be heard again", async () => {
    const { account, foe } = await people();
    const guest = await createGuest(server.url, "Loud");
    const both = [{ id: guest.id }, blocked(foe)];
    const { status, body } = await mute(account, both);
    expect(status).toBe(200);
    const at = time.now();
    expect(body.players.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { id: foe.id, name: "Foe", blocked: true, at },
      { id: guest.id, name: "Loud", blocked: false, at },
    ]);
    expect((await ask(account, "GET")).body).toEqual(body);
    expect((await unmute(account, foe.id)).body.players).toMatchObject([{ name: "Loud" }]);
    // Again it is as it was.
    expect(await unmute(account, foe.id)).toMatchObject({
      status: 200,
      body: { players: [{ name: "Loud" }] },
    });
    expect((await ask(foe, "GET")).body).toEqual({ players: [] });
    for (const id of ["%00", "x", "none0000000000"])
      expect((await unmute(account, id)).body.code).toBe("unknown-player");
  });

  test("keeps it when it signs in elsewhere, and loses it when it is deleted", async () => {
    const { foe } = await people();
    const { player, authenticator } = await addPasskey(server.url, await createGuest(server.url));
    await mute(player, [blocked(foe)]);
    const options = await post<never>(server.url, ACCOUNT_PATHS.signInOptions, {});
    const { body: elsewhere } = await post<Player>(server.url, ACCOUNT_PATHS.signIn, {
      response: authenticator.use(options.body),
    });
    expect((await ask(elsewhere, "GET")).body.players).toMatchObject([{ id: foe.id }]);
    const headers = { ...bearer(player.token), ...(await prove(server.url, player, authenticator)) };
    expect((await fetch(server.url + PATHS.me, { method: "DELETE", headers })).status).toBe(200);
    expect((await ask(elsewhere, "GET")).body.code).toBe("bad-token");
  });

  test("a guest has no list", async () => {
    const { foe } = await people();
    const guest = await createGuest(server.url);
    const answers = [await mute(guest, [blocked(foe)]), await ask(guest, "GET"), await unmute(guest, foe.id)];
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([409, "no-account"]);
    }
  });

  test("a personal token is not good for it", async () => {
    const { foe } = await people();
    const { player, authenticator } = await addPasskey(server.url, await createGuest(server.url));
    const headers = { ...bearer(player.token), ...(await prove(server.url, player, authenticator)) };
    const { body } = await post<NewPersonalToken>(
      server.url,
      ACCOUNT_PATHS.personalTokens,
      { name: "Program", scopes: ["play", "chat"] },
      headers,
    );
    expect((await mute({ ...player, token: body.token }, [blocked(foe)])).body.code).toBe("missing-scope");
  });

  test("tells the account's clients at once, at a table and with a stream, and no one else", async () => {
    const { account, foe } = await people();
    const table = await createMatch(server.url, { seats: 3, start: "host" }, bearer(account.token));
    const own = await TestClient.join(server.url, table);
    const others = await TestClient.join(
      server.url,
      await requestSeat(server.url, table.match, { name: "Foe" }, bearer(foe.token)),
    );
    const told: string[] = [];
    own.room.onMessage("mutes", () => void told.push("own"));
    others.room.onMessage("mutes", () => void told.push("other"));
    const stream = await fetch(`${server.url}${PATHS.match.replace(":id", table.match)}/stream`, {
      headers: bearer(table.token ?? ""),
    });
    await mute(account, [blocked(foe)]);
    await until(() => told.length === 1, "the news");
    await unmute(account, foe.id);
    await until(() => told.length === 2, "the news");
    expect(told).toEqual(["own", "own"]);
    let text = "";
    const lines = (): StreamLine[] =>
      text
        .split("\n")
        .slice(0, -1)
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as StreamLine);
    for await (const bytes of stream.body ?? []) {
      text += new TextDecoder().decode(bytes);
      if (lines().filter(({ type }) => type === "mutes").length === 2) break;
    }
    expect(lines().filter(({ type }) => type === "mutes")).toEqual([
      { type: "mutes", changed: true },
      { type: "mutes", changed: true },
    ]);
  });
});

describe("who is blocked", () => {
  let requests = 0;
  const quickPlay = async (by: Player) => {
    requests += 1;
    const wanted = { game: "flower-war", name: by.name };
    const headers = { ...bearer(by.token), ...fromAddress(`10.0.0.${requests}`) };
    const { status, body } = await post<SeatReservation>(server.url, PATHS.quickPlay, wanted, headers);
    expect(status).toBe(200);
    return body.match;
  };

  test("is not led to the account's table by Play now, nor the account to theirs; both meet others", async () => {
    const { account, foe } = await people();
    await mute(account, [blocked(foe)]);
    const table = await quickPlay(account);
    const foes = await quickPlay(foe);
    expect(foes).not.toBe(table);
    expect(await quickPlay(account)).toBe(table);
    expect(await quickPlay(foe)).toBe(foes);
    const other = await createAccount(server.url, "Xoco");
    expect([table, foes]).toContain(await quickPlay(other));
  });

  test("meets the account again when it is so no more", async () => {
    const { account, foe } = await people();
    await mute(account, [blocked(foe)]);
    const table = await quickPlay(account);
    await unmute(account, foe.id);
    expect(await quickPlay(foe)).toBe(table);
  });

  test("though the table is the last that a quick play created, and before its listing is known", async () => {
    const { account, foe } = await people();
    await mute(account, [blocked(foe)]);
    const [one, other] = await Promise.all([quickPlay(account), quickPlay(foe)]);
    expect(one).not.toBe(other);
  });

  test("a guest who is blocked is kept apart too", async () => {
    const account = await createAccount(server.url);
    const guest = await createGuest(server.url, "Loud");
    await mute(account, [blocked(guest)]);
    expect(await quickPlay(guest)).not.toBe(await quickPlay(account));
  });

  test("who is only muted meets the account as before", async () => {
    const { account, foe } = await people();
    await mute(account, [{ id: foe.id }]);
    expect(await quickPlay(foe)).toBe(await quickPlay(account));
  });

  test("sits down where they are not led to: a link and the lobby's list are open to them", async () => {
    const { account, foe } = await people();
    await mute(account, [blocked(foe)]);
    const match = await quickPlay(account);
    expect((await requestSeat(server.url, match, { name: "Foe" }, bearer(foe.token))).match).toBe(match);
  });

  test("asks the account for a seat as any other: no answer tells them, and it lapses unanswered", async () => {
    const { account, foe } = await people();
    await mute(account, [blocked(foe)]);
    const created = await createMatch(server.url, { seats: 3, bots: 2 }, bearer(account.token));
    const host = await TestClient.join(server.url, created);
    await host.waitForEntry(0);
    const watch = async (by: Player) => {
      const headers = { ...bearer(by.token), ...fromAddress("203.0.113.1") };
      const place = await requestSeat(server.url, created.match, { spectate: true }, headers);
      return TestClient.watch(server.url, place);
    };
    const asked = { seat: "west", name: "Foe", renew: RENEW };
    const foes = await watch(foe);
    const answer = await foes.request("ask-seat", asked);
    await until(() => foes.details.asks.length > 0, "their question");
    expect(foes.details.asks).toEqual([{ ...answer, seat: "west", name: "Foe", until: expect.any(Number) }]);
    expect(await foes.request("ask-seat", asked)).toEqual(answer);
    const other = { ...asked, name: "Xoco", renew: "y".repeat(32) };
    const friend = await watch(await createAccount(server.url, "Xoco"));
    expect((await expectRefusal(friend.request("ask-seat", other))).code).toBe("ask-open");
    await time.pass(60_000);
    await until(() => foes.details.asks.length === 0, "the end of their question");
  });
});
