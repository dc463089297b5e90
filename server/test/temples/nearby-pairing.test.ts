/** Pairing by a temple's own button, for players in the host's own network (docs/temple-protocol.md, P-6). */
import { OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import type { Question } from "@flower-war/protocol/temple";
import { describe, expect, onTestFinished, test } from "vitest";
import { startServer } from "../../src/app.ts";
import { TestBridge } from "../support/bridge.ts";
import { post } from "../support/post.ts";
import { refusalOf } from "../support/refusal-of.ts";
import { seatPlayers } from "../support/seated-match.ts";
import { createTempleWorld } from "../support/temple-world.ts";
import { until } from "../support/until.ts";

const AT_HOME = "192.168.1.20";
const { open, perMinute } = SERVER_LIMITS.pairings;

/** Creates a world in which both temples show codes. */
async function createWorld() {
  const world = await createTempleWorld();
  for (const templeId of ["templo-1", "templo-2"]) {
    await world.request("temple-online", { templeId });
    await world.request("code", { templeId });
  }
  const { nearby, bridge, m1 } = world;
  const askerOf = (seat: string, match = m1) => ({ match: match.id, seat, holder: seat, name: "Citlali" });
  return {
    ...world,
    askerOf,
    ask: (seat: string, templeId = "templo-1", client = AT_HOME) =>
      nearby.ask(askerOf(seat), client, templeId),
    /** Returns what a temple's bridge was told last of a question. */
    questionOf: (templeId: string): Question | null | undefined => {
      const told = bridge.received.filter(
        ({ type, message }) => type === "asked" && message.templeId === templeId,
      );
      return (told.at(-1)?.message as { question: Question | null } | undefined)?.question;
    },
  };
}

const free = (templeId: string) => ({ templeId, elsewhere: false });
const elsewhere = (templeId: string) => ({ templeId, elsewhere: true });

describe("[P-6] temples nearby", () => {
  test.each([
    "127.0.0.1",
    "::1",
    "10.1.2.3",
    "172.16.0.1",
    AT_HOME,
    "169.254.3.4",
    "fd12::1",
    "fe80::1",
    "::ffff:10.0.0.1",
  ])("are offered to the private address %s", async (client) => {
    const { nearby, m1 } = await createWorld();
    expect(await nearby.list(m1.id, client)).toEqual([free("templo-1"), free("templo-2")]);
  });

  test.each(["203.0.113.7", "172.32.0.1", "2001:db8::1", "::ffff:203.0.113.7", ""])(
    "are offered to no other address: %s",
    async (client) => {
      const { nearby, m1, ask } = await createWorld();
      expect(await nearby.list(m1.id, client)).toBeNull();
      expect(await refusalOf(ask("east", "templo-1", client))).toMatchObject({ code: "no-nearby" });
    },
  );

  test("are those that are online and show a code", async () => {
    const { nearby, store, m1, m2, pair, request } = await createWorld();
    await pair("templo-1", m1, "east");
    expect(await nearby.list(m1.id, AT_HOME)).toEqual([free("templo-1"), free("templo-2")]);
    await request("temple-offline", { templeId: "templo-2" });
    expect(await nearby.list(m1.id, AT_HOME)).toEqual([free("templo-1")]);
    await store.codes.remove("templo-1");
    expect(await nearby.list(m1.id, AT_HOME)).toEqual([]);
    expect(await nearby.list(m2.id, AT_HOME)).toEqual([elsewhere("templo-1")]);
  });

  test("are those at other matches too, with or without a code; the list does not say at which", async () => {
    const { nearby, store, m1, m2, pair, request } = await createWorld();
    await pair("templo-1", m1, "east");
    expect(await nearby.list(m2.id, AT_HOME)).toEqual([elsewhere("templo-1"), free("templo-2")]);
    await store.codes.remove("templo-1");
    expect(await nearby.list(m2.id, AT_HOME)).toEqual([elsewhere("templo-1"), free("templo-2")]);
    await request("temple-offline", { templeId: "templo-1" });
    expect(await nearby.list(m2.id, AT_HOME)).toEqual([free("templo-2")]);
  });
});

describe("[P-6] a temple that is asked", () => {
  test("shows the player's name; its button makes the seat local to it", async () => {
    const { ask, questionOf, request, m1 } = await createWorld();
    expect(await ask("east")).toEqual({ wait: open });
    const question = questionOf("templo-1");
    expect(question).toEqual({ id: expect.any(String), name: "Citlali", wait: open });
    expect(m1.local.size).toBe(0);
    await request("confirm", { templeId: "templo-1", id: question?.id ?? "" });
    await until(() => m1.local.get("east") === "templo-1", "the seat to be local");
    await until(() => questionOf("templo-1") === null, "the question to be over");
  });

  test("is not paired by the answer to another question", async () => {
    const { ask, questionOf, request, m1, nearby } = await createWorld();
    await ask("east");
    const first = questionOf("templo-1")?.id ?? "";
    await nearby.stop(m1.id, "east");
    await ask("west");
    await request("confirm", { templeId: "templo-1", id: first });
    expect(questionOf("templo-1")).toMatchObject({ name: "Citlali" });
    await request("confirm", { templeId: "templo-1", id: questionOf("templo-1")?.id ?? "" });
    await until(() => m1.local.size > 0, "a local seat");
    expect([...m1.local]).toEqual([["west", "templo-1"]]);
  });

  test("shows the name no longer after 30 s, and its button then pairs no player", async () => {
    const { ask, questionOf, request, time, m1 } = await createWorld();
    await ask("east");
    const id = questionOf("templo-1")?.id ?? "";
    await time.pass(open);
    expect(questionOf("templo-1")).toBeNull();
    await request("confirm", { templeId: "templo-1", id });
    await time.pass(0);
    expect(m1.local.size).toBe(0);
    expect(await ask("east")).toEqual({ wait: open });
  });

  test("is asked by one at a time: temple-busy", async () => {
    const { ask, nearby, m1 } = await createWorld();
    const attempts = await Promise.all([refusalOf(ask("east")), refusalOf(ask("west"))]);
    expect(attempts.map((refusal) => refusal?.code)).toEqual([undefined, "temple-busy"]);
    await nearby.stop(m1.id, "east");
    expect(await ask("west")).toEqual({ wait: open });
  });

  test("is the only one that its seat asks: pairing-open", async () => {
    const { ask } = await createWorld();
    const attempts = await Promise.all([refusalOf(ask("east")), refusalOf(ask("east", "templo-2"))]);
    expect(attempts.map((refusal) => refusal?.code)).toEqual([undefined, "pairing-open"]);
  });

  test("shows a code and is not at another match, or: temple-away, temple-elsewhere", async () => {
    const { ask, pair, m2, request } = await createWorld();
    expect(await refusalOf(ask("east", "templo-9"))).toMatchObject({ code: "temple-away" });
    await pair("templo-1", m2, "north");
    expect(await refusalOf(ask("east"))).toMatchObject({ code: "temple-elsewhere" });
    await request("temple-offline", { templeId: "templo-2" });
    expect(await refusalOf(ask("east", "templo-2"))).toMatchObject({ code: "temple-away" });
  });

  test("is asked a few times in a minute by one address: too-many-pairings", async () => {
    const { ask, nearby, m1 } = await createWorld();
    for (let asked = 0; asked < perMinute; asked += 1) {
      await ask("east");
      await nearby.stop(m1.id, "east");
    }
    expect(await refusalOf(ask("east"))).toMatchObject({
      code: "too-many-pairings",
      wait: expect.any(Number),
    });
    expect(await ask("east", "templo-1", "192.168.1.21")).toEqual({ wait: open });
  });

  test("pairs no player whose temple's code has ended meanwhile", async () => {
    const { ask, questionOf, request, store, m1 } = await createWorld();
    await ask("east");
    const id = questionOf("templo-1")?.id ?? "";
    await store.codes.remove("templo-1");
    await request("confirm", { templeId: "templo-1", id });
    await until(() => questionOf("templo-1") === null, "the question to be over");
    expect(m1.local.size).toBe(0);
  });
});

describe("[P-6] at a real server", () => {
  async function begin(nearbyPairing: boolean) {
    const server = await startServer({ nearbyPairing });
    onTestFinished(() => server.stop());
    const bridge = await TestBridge.join(server);
    const templeId = "templo-1";
    await post(
      server.operatorUrl,
      OPERATOR_PATHS.temples,
      { templeId },
      { authorization: `Bearer ${server.config.adminPassword}` },
    );
    await bridge.request("temple-online", { templeId });
    await bridge.request("code", { templeId });
    const { players } = await seatPlayers(server.url, { seats: 2 });
    const [east] = players;
    if (!east) throw new Error("the match has two players");
    return { bridge, east, templeId };
  }

  test("NEARBY_PAIRING: two taps pair a seat, and the state shows it", async () => {
    const { bridge, east, templeId } = await begin(true);
    expect(await east.request("nearby-temples")).toEqual({ temples: [free(templeId)] });
    expect(await east.request("pair-nearby", { templeId })).toEqual({ wait: open });
    const { question } = await bridge.waitForMessage("asked", templeId);
    expect(question?.name).toBe(east.state.seats.get("east")?.name);
    await bridge.request("confirm", { templeId, id: question?.id ?? "" });
    await until(() => east.state.seats.get("east")?.temple === templeId, "the seat to be local");
  });

  test("without it no temple is offered to any player", async () => {
    const { east } = await begin(false);
    expect(await east.request("nearby-temples")).toEqual({ temples: null });
  });
});
