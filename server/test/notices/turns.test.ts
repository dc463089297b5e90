/** Players of matches by days are told that it is their turn (docs/protocol.md, "Notices"). */
import { PATHS } from "@flower-war/protocol";
import { OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { type Notices, NOTICE_PATHS, type Player } from "@flower-war/protocol/players";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { TestClient } from "../support/client.ts";
import { temporaryFolder } from "../support/database.ts";
import { findAwaited, pickCommand } from "../support/expected-views.ts";
import { FakeTime } from "../support/fake-time.ts";
import { Operator } from "../support/operator.ts";
import { createMatch, post, requestSeat } from "../support/post.ts";
import { PushService, type TestBrowser } from "../support/push-service.ts";
import { NEWER } from "../support/take-backs.ts";
import { systemTime } from "../../src/time.ts";
import { startOnFakeTime } from "../support/server.ts";
import { PATIENCE } from "../support/until.ts";

/** ms that pass at once: less than a notice takes. */
const STEP = 5_000;

let time: FakeTime;
let pushService: PushService;
let server: RunningServer;
let dataDir: string;
beforeEach(async () => {
  time = new FakeTime();
  pushService = await PushService.start();
  dataDir = temporaryFolder();
  await start();
});
afterEach(async () => {
  await server.stop();
  await pushService.stop();
});

async function start(): Promise<void> {
  const push = { hosts: [pushService.host], contact: "mailto:operator@example.org" };
  const authSecret = "a secret of the tests";
  server = await startOnFakeTime(time, {
    dataDir,
    push,
    authSecret,
    pushAgent: pushService.agent,
  });
}

const bearer = ({ token }: Player) => ({ authorization: `Bearer ${token}` });

interface Person {
  readonly player: Player;
  readonly browser: TestBrowser;
}

let created = 0;

/** Creates two players who are told in a browser each. */
async function createPeople(): Promise<Person[]> {
  return [await createPerson(), await createPerson()];
}

async function createPerson(): Promise<Person> {
  created += 1;
  const name = `P${created}`;
  const { body: player } = await post<Player>(server.url, PATHS.players, { name });
  const browser = pushService.subscribe(name);
  const { status } = await post<Notices>(server.url, NOTICE_PATHS.pushes, browser.request, bearer(player));
  expect(status).toBe(201);
  return { player, browser };
}

/** Begins a match of two players, who are connected. The first of the result is awaited. */
async function beginMatch(people: readonly Person[], profile = "days", more: object = {}) {
  const [first, second] = people.map(({ player }) => bearer(player));
  const settings = { game: "flower-war", seats: 2, clock: { profile }, ...NEWER, ...more };
  const created = await createMatch(server.url, settings, first);
  const joined = await requestSeat(server.url, created.match, { name: "Second", ...NEWER }, second);
  const clients = await Promise.all([created, joined].map((each) => TestClient.join(server.url, each)));
  for (const client of clients) await client.waitForEntry(0);
  const awaited = findAwaited(clients);
  const i = clients.indexOf(awaited);
  const other = clients[1 - i];
  const [person, otherPerson] = [people[i], people[1 - i]];
  if (!other || !person || !otherPerson) throw new Error("the match has two players");
  return { match: created.match, awaited, other, person, otherPerson };
}

/** Lets time pass, faster than it does, until something has arrived. */
async function passUntil(holds: () => boolean, what: string): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`waited for ${what}`);
    await time.pass(STEP);
    // Sockets and the database take real time.
    await systemTime.nextTurn();
  }
}

/**
 * Lets as much time pass as any notice takes: another player is told of another match. Notices are sent in the order in which they
 * are due, some at the same time: when a second one comes, all before the first have been sent.
 */
async function passNotice(): Promise<void> {
  for (const which of ["another notice", "one more notice"]) {
    const { awaited, person } = await beginMatch(await createPeople());
    await awaited.leave();
    await passUntil(() => person.browser.notices.length > 0, which);
  }
}

/** Plays for a client until another seat is awaited. */
async function playTurn(client: TestClient): Promise<void> {
  for (let i = 0; client.state.table.awaiting.seat === client.seat; i += 1) {
    await client.play(pickCommand(client, i));
  }
}

async function comeBack({ reserved }: TestClient): Promise<TestClient> {
  const { match, token } = reserved;
  return TestClient.join(server.url, await requestSeat(server.url, match, { token }));
}

describe("a player who is away when a match by days waits for them", () => {
  test("is told after a minute, once in a turn, in the browser's language", async () => {
    const { match, awaited, person, otherPerson } = await beginMatch(await createPeople());
    await awaited.leave();
    await passUntil(() => pushService.messages.length > 0, "the notice");
    expect(person.browser.notices).toEqual([
      {
        title: "Te toca: Flower War",
        body: "La partida te espera.",
        match,
        path: `/matches/${match}`,
        language: "es",
      },
    ]);
    expect(pushService.messages[0]?.headers).toMatchObject({
      authorization: expect.stringMatching(/^vapid t=/),
      "content-encoding": "aes128gcm",
      topic: match,
      ttl: "86400",
    });
    await passNotice();
    expect(person.browser.notices).toHaveLength(1);
    expect(otherPerson.browser.notices).toEqual([]);
  });

  test("is told of each later turn, and who is there is not told", async () => {
    const { awaited, other, person, otherPerson } = await beginMatch(await createPeople());
    let away = other;
    for (const turn of [1, 2]) {
      await away.leave();
      await playTurn(awaited);
      await passUntil(() => otherPerson.browser.notices.length === turn, `the notice of turn ${turn}`);
      away = await comeBack(away);
      await playTurn(away);
    }
    expect(person.browser.notices).toEqual([]);
  });

  test("is not told if they come back within the minute, and is if they leave again", async () => {
    const { awaited, person } = await beginMatch(await createPeople());
    await awaited.leave();
    await time.pass(STEP);
    const back = await comeBack(awaited);
    await passNotice();
    expect(person.browser.notices).toEqual([]);
    await back.leave();
    await passUntil(() => person.browser.notices.length > 0, "the notice");
  });

  test("is told once more of the same turn when a holiday has ended by itself, and not during it", async () => {
    const { awaited, person } = await beginMatch(await createPeople(), "days", { holidays: 2 });
    await awaited.leave();
    await passUntil(() => person.browser.notices.length > 0, "the notice");
    const back = await comeBack(awaited);
    await back.request("holiday", { days: 1 });
    await back.leave();
    await passNotice();
    expect(person.browser.notices).toHaveLength(1);
    await time.pass(24 * 60 * 60_000);
    await passUntil(() => person.browser.notices.length > 1, "the notice after the holiday");
    await passNotice();
    expect(person.browser.notices).toHaveLength(2);
  });

  test("is told though the server was stopped meanwhile, and not again after that", async () => {
    const { awaited, other, person, otherPerson } = await beginMatch(await createPeople());
    await awaited.leave();
    await server.stop();
    await start();
    await passUntil(
      () => person.browser.notices.length > 0,
      "the notice, of a match that no player has opened",
    );
    await server.stop();
    await start();
    await comeBack(other);
    await passNotice();
    expect(person.browser.notices).toHaveLength(1);
    expect(otherPerson.browser.notices).toEqual([]);
  });

  test.each(["quick", "relaxed", "none"])("is not told with the clock %s", async (profile) => {
    const { awaited, other } = await beginMatch(await createPeople(), profile);
    await other.leave();
    await awaited.leave();
    await passNotice();
    expect(pushService.messages, "those of others alone").toHaveLength(2);
  });

  test("is not told of a match that an operator closed", async () => {
    const { awaited, person, match } = await beginMatch(await createPeople());
    await awaited.leave();
    await time.pass(STEP);
    const operator = await Operator.signedIn(server.operatorUrl, server.config.adminPassword ?? "");
    const { status } = await operator.post(OPERATOR_PATHS.close, { reason: "Spam" }, match);
    expect(status).toBe(200);
    await passNotice();
    expect(person.browser.notices).toEqual([]);
  });
});

describe("what a push service answers", () => {
  test.each([404, 410])("%i: the browser is forgotten", async (status) => {
    const { awaited, person } = await beginMatch(await createPeople());
    pushService.answer = { status };
    await awaited.leave();
    await passUntil(() => pushService.messages.length > 0, "the notice");
    const subscriptions = async () => (await findNotices(person)).push?.subscriptions;
    await expect.poll(subscriptions).toEqual([]);
  });

  test.each([429, 500, 503])("%i: it is asked twice more, later", async (status) => {
    const { awaited } = await beginMatch(await createPeople());
    pushService.answer = { status };
    await awaited.leave();
    await passUntil(() => pushService.messages.length === 3, "the third attempt");
    pushService.answer = { status: 201 };
    await passNotice();
    expect(pushService.messages, "those of others alone").toHaveLength(3 + 2);
  });

  test.each([{ status: 301 }, { status: 307 }, { status: 403 }, { status: 413 }])(
    "$status: it is asked no more, nor is where it points to",
    async ({ status }) => {
      const { awaited, person } = await beginMatch(await createPeople());
      pushService.answer = { status, location: `https://${pushService.host}/elsewhere` };
      await awaited.leave();
      await passUntil(() => pushService.messages.length > 0, "the notice");
      pushService.answer = { status: 201 };
      await passNotice();
      expect(pushService.messages.map(({ path }) => path)).not.toContain("/elsewhere");
      expect(person.browser.notices).toHaveLength(1);
      expect((await findNotices(person)).push?.subscriptions).toHaveLength(1);
    },
  );
});

async function findNotices({ player }: Person): Promise<Notices> {
  const response = await fetch(server.url + NOTICE_PATHS.notices, { headers: bearer(player) });
  return (await response.json()) as Notices;
}
