/** Bot accounts and the challenges to them (docs/protocol.md, "Bot accounts"). */
import { Client, type Room } from "@colyseus/sdk";
import {
  type Challenge,
  LIMITS,
  type MatchSummary,
  PATHS,
  type RefusalBody,
  type Reservation,
  type SeatReservation,
  type TablePage,
} from "@flower-war/protocol";
import {
  type BotState,
  BOTS_PATH,
  ACCOUNT_PATHS,
  type OnlineBot,
  type Player,
} from "@flower-war/protocol/players";
import { BOT_LIMITS } from "@flower-war/protocol/server";
import { afterEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { FakeTime } from "../support/fake-time.ts";
import { createMatch, fromAddress, post } from "../support/post.ts";
import { startOnFakeTime } from "../support/server.ts";
import { until } from "../support/until.ts";

let server: RunningServer;
let time: FakeTime;
afterEach(() => server.stop());

const start = async () => {
  time = new FakeTime();
  server = await startOnFakeTime(time, { creationsPerMinute: 100 });
};

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function createPlayer(name: string, bot: boolean): Promise<Player> {
  return (await post<Player>(server.url, PATHS.players, { name, bot })).body;
}

/** A bot account that is online. */
class TestBot {
  readonly player: Player;
  readonly room: Room<unknown, BotState>;

  private constructor(player: Player, room: Room<unknown, BotState>) {
    this.player = player;
    this.room = room;
  }

  static async online(name: string): Promise<TestBot> {
    const player = await createPlayer(name, true);
    const { body } = await post<Reservation>(server.url, BOTS_PATH, {}, bearer(player.token));
    const room = await new Client(server.url).consumeSeatReservation<BotState>(body);
    await until(() => room.state?.challenges !== undefined, "the bot's state");
    return new TestBot(player, room);
  }

  get challenges() {
    return [...this.room.state.challenges.values()];
  }

  /** Asks for a seat in a match. */
  sit(match: string, seat?: string, renew?: string) {
    const path = PATHS.seats.replace(":id", match);
    const body = { name: this.player.name, ...(seat && { seat }), ...(renew && { renew }) };
    return post<SeatReservation & RefusalBody>(server.url, path, body, bearer(this.player.token));
  }
}

/** A gathering table of four, of whom one hosts it. */
async function openTable(settings: object = {}) {
  const reserved = await createMatch(server.url, { seats: 4, start: "host", ...settings });
  const host = await TestClient.join(server.url, reserved);
  const shown: Challenge[][] = [];
  host.room.onMessage("challenges", (challenges: Challenge[]) => void shown.push(challenges));
  return { reserved, host, shown };
}

describe("a bot account", () => {
  test("is a player of its own kind, which no player becomes later", async () => {
    await start();
    const bot = await createPlayer("Ahuizotl", true);
    expect(bot.kind).toBe("bot");
    const guest = await createPlayer("Citlali", false);
    const renamed = await fetch(server.url + PATHS.me, {
      method: "PATCH",
      headers: { "content-type": "application/json", ...bearer(guest.token) },
      body: JSON.stringify({ name: "Citlali", bot: true }),
    });
    expect(await renamed.json()).toMatchObject({ kind: "guest" });
  });

  test("comes in only where it is invited, and has no passkeys", async () => {
    await start();
    const { reserved } = await openTable();
    const { token } = await createPlayer("Ahuizotl", true);
    const request = { game: "flower-war", name: "Ahuizotl" };
    for (const [path, body, refused] of [
      [PATHS.matches, request, [409, "bot-account"]],
      [PATHS.quickPlay, request, [409, "bot-account"]],
      [ACCOUNT_PATHS.passkeyOptions, {}, [409, "bot-account"]],
      [PATHS.seats.replace(":id", reserved.match), { name: "Ahuizotl" }, [403, "not-challenged"]],
      [
        PATHS.seats.replace(":id", reserved.match),
        { name: "Ahuizotl", seat: "west" },
        [403, "not-challenged"],
      ],
    ] as const) {
      const { status, body: refusal } = await post<RefusalBody>(server.url, path, body, bearer(token));
      expect([status, refusal.code], path).toEqual(refused);
    }
    const watching = await post(
      server.url,
      PATHS.seats.replace(":id", reserved.match),
      { spectate: true },
      bearer(token),
    );
    expect(watching.status).toBe(200);
  });

  test("is online as long as it is connected; a person is never", async () => {
    await start();
    const bot = await TestBot.online("Ahuizotl");
    const list = async () => (await (await fetch(server.url + BOTS_PATH)).json()) as OnlineBot[];
    expect(await list()).toEqual([{ id: bot.player.id, name: "Ahuizotl" }]);
    await bot.room.leave();
    const listLater = async () => {
      await time.pass(1000);
      return list();
    };
    await expect.poll(listLater).toEqual([]);
    const guest = await createPlayer("Citlali", false);
    const { status, body } = await post<RefusalBody>(server.url, BOTS_PATH, {}, bearer(guest.token));
    expect([status, body.code]).toEqual([409, "not-bot-account"]);
    expect((await post<RefusalBody>(server.url, BOTS_PATH)).body.code).toBe("unauthorized");
  });
});

describe("a challenge", () => {
  test("shows the bot where it is invited, and lets it in at that seat alone", async () => {
    await start();
    const { reserved, host, shown } = await openTable({ private: true });
    const bot = await TestBot.online("Ahuizotl");
    await host.request("challenge", { seat: "west", bot: "Ahuizotl" });
    const openUntil = time.now() + BOT_LIMITS.open;
    await until(() => bot.challenges.length === 1, "the challenge");
    expect(bot.challenges[0]).toMatchObject({
      match: reserved.invitation,
      seat: "west",
      game: "flower-war",
      preset: "flower-war",
      speed: "none",
      host: "Citlali",
      until: openUntil,
    });
    const open = {
      seat: "west",
      bot: bot.player.id,
      name: "Ahuizotl",
      status: "open",
      reason: null,
      until: openUntil,
    };
    expect(shown).toEqual([[open]]);
    expect((await bot.sit(reserved.invitation ?? "", "north")).body.code).toBe("not-challenged");
    expect((await bot.sit(reserved.invitation ?? "")).body.code).toBe("not-challenged");
    const renew = "a-fresh-and-random-name";
    const { status, body } = await bot.sit(reserved.invitation ?? "", "west", renew);
    expect([status, body.seat]).toEqual([200, "west"]);
    await until(() => bot.challenges.length === 0 && shown.length === 2, "the challenge to end");
    // Its answer may have been lost.
    expect((await bot.sit(reserved.invitation ?? "", "west", renew)).body.seat).toBe("west");
    expect((await bot.sit(reserved.invitation ?? "", "west")).body.code).toBe("not-challenged");
    expect(shown.at(-1)).toEqual([]);
    expect(host.state.seats.get("west")).toMatchObject({
      kind: "bot-account",
      player: bot.player.id,
      ready: true,
      host: false,
    });
  });

  test("is told to who comes later, and again to the bot that comes back", async () => {
    await start();
    const { reserved, host } = await openTable();
    const bot = await TestBot.online("Ahuizotl");
    await host.request("challenge", { seat: "west", bot: bot.player.id });
    const { body } = await post<SeatReservation>(server.url, PATHS.seats.replace(":id", reserved.match), {
      spectate: true,
    });
    const room = await new Client(server.url).consumeSeatReservation(body.reservation);
    const heard: Challenge[][] = [];
    room.onMessage("challenges", (challenges: Challenge[]) => void heard.push(challenges));
    await until(() => heard.length > 0, "the challenges");
    expect(heard[0]).toMatchObject([{ seat: "west", status: "open" }]);
    const again = await post<Reservation>(server.url, BOTS_PATH, {}, bearer(bot.player.token));
    const other = await new Client(server.url).consumeSeatReservation<BotState>(again.body);
    await until(() => other.state?.challenges?.size === 1, "the same challenge");
  });

  test("is declined once, with a reason", async () => {
    await start();
    const { reserved, host, shown } = await openTable();
    const bot = await TestBot.online("Ahuizotl");
    await host.request("challenge", { seat: "west", bot: "Ahuizotl" });
    await until(() => bot.challenges.length === 1, "the challenge");
    const id = bot.challenges[0]?.id;
    for (let i = 0; i < 2; i++) await bot.room.request("decline" as never, { id, reason: "clock" } as never);
    await until(() => shown.length === 2, "the answer");
    expect(shown.at(-1)).toMatchObject([{ seat: "west", status: "declined", reason: "clock" }]);
    await until(() => bot.challenges.length === 0, "the challenge to end");
    expect((await bot.sit(reserved.match, "west")).body.code).toBe("not-challenged");
    // The host may ask again.
    await host.request("challenge", { seat: "west", bot: "Ahuizotl" });
    expect(shown.at(-1)).toMatchObject([{ status: "open" }]);
  });

  test("expires", async () => {
    await start();
    const { reserved, host, shown } = await openTable();
    const bot = await TestBot.online("Ahuizotl");
    await host.request("challenge", { seat: "west", bot: "Ahuizotl" });
    await time.pass(BOT_LIMITS.open);
    await until(() => bot.challenges.length === 0, "the challenge to expire");
    expect(shown.at(-1)).toMatchObject([{ seat: "west", status: "expired" }]);
    expect((await bot.sit(reserved.match, "west")).body.code).toBe("not-challenged");
  });

  test("ends when another player takes the seat, and when the match begins", async () => {
    await start();
    const { reserved, host, shown } = await openTable();
    const [one, other] = [await TestBot.online("Ahuizotl"), await TestBot.online("Nahual")];
    await host.request("challenge", { seat: "west", bot: "Ahuizotl" });
    await host.request("challenge", { seat: "north", bot: "Nahual" });
    const path = PATHS.seats.replace(":id", reserved.match);
    await post(server.url, path, { name: "Izel", seat: "west" });
    await until(() => one.challenges.length === 0, "the challenge to end");
    expect((await one.sit(reserved.match, "west")).body.code).toBe("not-challenged");
    expect(shown.at(-1)).toMatchObject([{ seat: "north" }]);
    await host.request("start");
    await until(() => other.challenges.length === 0, "the challenge to end");
    expect(shown.at(-1)).toEqual([]);
    expect(await expectRefusal(host.request("challenge", { seat: "north", bot: "Nahual" }))).toMatchObject({
      code: "match-begun",
    });
  });

  test("asked for again changes nothing; a seat has one, and a bot one at a table", async () => {
    await start();
    const { reserved, host, shown } = await openTable();
    const bot = await TestBot.online("Ahuizotl");
    await TestBot.online("Nahual");
    for (let i = 0; i < 2; i++) await host.request("challenge", { seat: "west", bot: "Ahuizotl" });
    expect(shown).toHaveLength(1);
    for (const again of [
      { seat: "west", bot: "Nahual" },
      { seat: "north", bot: "Ahuizotl" },
    ]) {
      const refusal = await expectRefusal(host.request("challenge", again));
      expect(refusal.code).toBe("challenge-open");
    }
    await bot.sit(reserved.match, "west");
    await host.request("challenge", { seat: "west", bot: "Ahuizotl" });
    const refusal = await expectRefusal(host.request("challenge", { seat: "west", bot: "Nahual" }));
    expect(refusal.code).toBe("seat-taken");
  });

  test("is refused to all but the host, for bots that are not online, and for names of several", async () => {
    await start();
    const { reserved, host } = await openTable();
    const path = PATHS.seats.replace(":id", reserved.match);
    const { body } = await post<SeatReservation>(server.url, path, { name: "Izel" });
    const guest = await TestClient.join(server.url, body);
    await TestBot.online("Ahuizotl");
    const challenge = (client: TestClient, seat: string, bot: string) =>
      expectRefusal(client.request("challenge", { seat, bot }));
    expect((await challenge(guest, "west", "Ahuizotl")).code).toBe("not-host");
    expect(await challenge(host, "west", "Nobody")).toMatchObject({ code: "unknown-bot", field: "bot" });
    expect(await challenge(host, "up", "Ahuizotl")).toMatchObject({ code: "unknown-seat", field: "seat" });
    expect(await challenge(host, "east", "Ahuizotl")).toMatchObject({ code: "seat-taken" });
    await TestBot.online("Ahuizotl");
    await time.pass(1000);
    expect(await challenge(host, "west", "Ahuizotl")).toMatchObject({ code: "several-bots", field: "bot" });
  });

  test("is limited for an address, and for a bot", async () => {
    await start();
    const bot = await TestBot.online("Ahuizotl");
    let refused: RefusalBody | null = null;
    for (let i = 0; i <= BOT_LIMITS.perBot; i++) {
      const reserved = await createMatch(
        server.url,
        { seats: 2, start: "host" },
        fromAddress(`203.0.113.${i}`),
      );
      const host = await TestClient.join(server.url, reserved);
      host.room.onMessage("challenges", () => {});
      const challenge = host.request("challenge", { seat: "west", bot: "Ahuizotl" });
      if (i === BOT_LIMITS.perBot) refused = await expectRefusal(challenge);
      else await challenge;
    }
    expect(refused).toMatchObject({ code: "bot-busy" });
    expect(bot.challenges.length).toBe(BOT_LIMITS.perBot);
    const { host } = await openTable();
    const codes = new Set<string>();
    for (let i = 0; i <= BOT_LIMITS.challenges; i++) {
      const { code, wait } = await expectRefusal(
        host.request("challenge", { seat: "west", bot: "Ahuizotl" }),
      );
      codes.add(code);
      if (code === "too-many-challenges") expect(wait).toBeGreaterThan(0);
      await time.pass(100);
    }
    expect([...codes]).toEqual(["bot-busy", "too-many-challenges"]);
  });
});

describe("a bot account at a table", () => {
  test("is marked in the list, the summary and the result, and hosts nothing", async () => {
    await start();
    const { reserved, host } = await openTable({ seats: 2 });
    const bot = await TestBot.online("Ahuizotl");
    await host.request("challenge", { seat: "west", bot: "Ahuizotl" });
    const { body } = await bot.sit(reserved.match, "west");
    const guest = await TestClient.join(server.url, body);
    const summary = async () =>
      (await (await fetch(server.url + PATHS.match.replace(":id", reserved.match))).json()) as MatchSummary;
    expect((await summary()).table?.seats).toMatchObject([
      { kind: "human" },
      { kind: "bot-account", name: "Ahuizotl" },
    ]);
    expect(await expectRefusal(host.request("hand-over", { seat: "west" }))).toMatchObject({
      code: "no-player",
    });
    await host.request("ready", { ready: true });
    await host.waitForEntry(0);
    await host.request("command", { id: "c", command: { type: "concede" } });
    await until(() => host.state.status === "over", "the end");
    expect((await summary()).result?.seats).toEqual([
      { seat: "east", kind: "human", name: "Citlali" },
      { seat: "west", kind: "bot-account", name: "Ahuizotl", player: bot.player.id, ratingChange: null },
    ]);
    await guest.leave();
  });

  test("keeps no table open that all people have left", async () => {
    await start();
    const { reserved, host } = await openTable();
    const bot = await TestBot.online("Ahuizotl");
    await host.request("challenge", { seat: "west", bot: "Ahuizotl" });
    const guest = await TestClient.join(server.url, (await bot.sit(reserved.match, "west")).body);
    const list = async () => ((await (await fetch(server.url + PATHS.lobby)).json()) as TablePage).tables;
    expect(await list()).toMatchObject([{ people: ["Citlali"], bots: ["Ahuizotl"], open: 2 }]);
    await host.leave();
    await until(() => guest.state.seats.get("east")?.kind === "open", "the host to leave");
    expect(guest.state.seats.get("west")?.host).toBe(false);
    await time.pass(LIMITS.deserted);
    await until(() => guest.closeCode !== null, "the table to close");
    expect(await list()).toEqual([]);
  });
});
