/** How operators find, watch over and close matches (docs/operate.md, "Keeping order"). */
import { CLOSE, PATHS, type RefusalBody } from "@flower-war/protocol";
import {
  OPERATOR_PATHS,
  type OperatorMatch,
  type OperatorMatchPage,
  type OperatorOverview,
} from "@flower-war/protocol/operator";
import { describe, expect, test } from "vitest";
import { expectRefusal, TestClient } from "../support/client.ts";
import { useOperatedServer } from "../support/operated-server.ts";
import { createMatch, post, requestSeat } from "../support/post.ts";
import { until } from "../support/until.ts";

const server = useOperatedServer();

describe("an operator", () => {
  test("finds every match, private ones too, and who sits there", async () => {
    await server.start();
    const { match, huracan } = await server.beginMatch({ private: true });
    await createMatch(server.url, { name: "Ana" });
    const operator = await server.signIn();
    const list = (search: string) =>
      operator.get<OperatorMatchPage>(`${OPERATOR_PATHS.matches}?search=${search}`);
    expect((await list("")).total).toBe(2);
    const { matches } = await list("hurac");
    expect(matches).toMatchObject([{ id: match, private: true, people: ["Citlali", "Huracan"], reports: 0 }]);
    const found = await operator.get<OperatorMatch>(OPERATOR_PATHS.match, match);
    expect(found.seats[1]).toMatchObject({
      kind: "human",
      name: "Huracan",
      connected: true,
      player: huracan.id,
      address: "127.0.0.1",
    });
    const overview = await operator.get<OperatorOverview>(OPERATOR_PATHS.overview);
    expect(overview).toMatchObject({
      matches: { gathering: 1, playing: 1, over: 0 },
      people: 3,
      present: 2,
      bots: 0,
      newest: [{ name: "Ana" }, { name: "Citlali", match }, { name: "Huracan", match }],
      here: { accepted: expect.any(Number), refused: expect.any(Number) },
    });
    expect(overview.here.cpu).toBeGreaterThan(0);
    expect(overview.servers).toMatchObject([{ matches: 2, here: true }]);
  });

  test("closes a match for good: all clients there are told why, and it does not come back", async () => {
    await server.start();
    const { match, xoco, bad } = await server.beginMatch();
    const operator = await server.signIn();
    const reasons: (string | undefined)[] = [];
    xoco.room.onLeave((_code, reason) => void reasons.push(reason));
    expect((await operator.post(OPERATOR_PATHS.close, { reason: "empty, host asked" }, match)).status).toBe(
      200,
    );
    await until(() => xoco.closeCode !== null && bad.closeCode !== null, "all clients to be disconnected");
    expect([xoco.closeCode, bad.closeCode]).toEqual([CLOSE.ended, CLOSE.ended]);
    expect(reasons).toEqual(["empty, host asked"]);
    const { body } = await post<RefusalBody>(server.url, PATHS.seats.replace(":id", match), {
      token: xoco.reserved.token,
    });
    expect(body.code).toBe("unknown-match");
    expect((await operator.acts())[0]).toBe(`Itzel close-match ${match}: empty, host asked`);
  });

  test("removes a player from a match in play: a bot plays on, and the seat's token is void", async () => {
    await server.start();
    const { match, xoco, bad } = await server.beginMatch();
    const operator = await server.signIn();
    const seat = bad.seat ?? "";
    const nonce = xoco.state.seats.get(seat)?.nonce;
    const removed = await operator.post(OPERATOR_PATHS.remove, { seat, reason: "insults" }, match);
    expect(removed.status).toBe(200);
    await until(() => bad.closeCode !== null, "the player to be disconnected");
    expect(bad.closeCode).toBe(CLOSE.expelled);
    await until(() => xoco.state.seats.get(seat)?.kind === "bot", "a bot in the seat");
    expect(xoco.state.seats.get(seat)).toMatchObject({
      name: expect.stringMatching(/\(easy bot\)$/),
      player: "",
      nonce,
    });
    const { body } = await post<RefusalBody>(server.url, PATHS.seats.replace(":id", match), {
      token: bad.reserved.token,
    });
    expect(body.code).toBe("bad-token");
    expect((await operator.post(OPERATOR_PATHS.remove, { seat: "up", reason: "x" }, match)).body.code).toBe(
      "unknown-seat",
    );
    expect((await operator.acts())[0]).toBe(`Itzel remove-player-failed ${match} up: x`);
  });

  test("closes the offer of a player whom it removes from a match", async () => {
    await server.start();
    const { match, xoco, bad } = await server.beginMatch();
    await bad.request("offer", { what: "draw" });
    await until(() => xoco.details.offer !== null, "the offer");
    const { id } = xoco.details.offer ?? { id: "" };
    await (await server.signIn()).post(
      OPERATOR_PATHS.remove,
      { seat: bad.seat ?? "", reason: "insults" },
      match,
    );
    await until(() => xoco.details.offer === null, "the offer to be closed");
    expect((await expectRefusal(xoco.request("accept", { id }))).code).toBe("no-offer");
    expect(xoco.state.status).toBe("playing");
  });

  test("removes a player from a gathering: the seat is open", async () => {
    await server.start();
    const reserved = await createMatch(server.url, { seats: 3 });
    const guest = await TestClient.watch(
      server.url,
      await requestSeat(server.url, reserved.match, { name: "Huracan" }),
    );
    const seat = guest.seat ?? "";
    await (await server.signIn()).post(OPERATOR_PATHS.remove, { seat, reason: "name" }, reserved.match);
    await until(() => guest.closeCode !== null, "the guest to be disconnected");
    expect(guest.closeCode).toBe(CLOSE.expelled);
    const found = await (await server.signIn()).get<OperatorMatch>(OPERATOR_PATHS.match, reserved.match);
    expect(found.seats.find((each) => each.seat === seat)?.kind).toBe("open");
  });
});
