/** A match in play leaves a server as a file, and another one takes it (docs/operate.md, "Moving a match"). */
import { createHash } from "node:crypto";
import { CLOSE, PATHS, type RefusalBody } from "@flower-war/protocol";
import { type ImportedMatch, OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { verifyRecord } from "@flower-war/rules";
import { describe, expect, test } from "vitest";
import { TestClient } from "../support/client.ts";
import { playCommands } from "../support/cluster.ts";
import { findAwaited } from "../support/expected-views.ts";
import { FakeTime } from "../support/fake-time.ts";
import { PASSWORD, useOperatedServer } from "../support/operated-server.ts";
import { createMatch, post, requestSeat } from "../support/post.ts";
import { until } from "../support/until.ts";

const server = useOperatedServer();
/** ms */
const MINUTE = 60_000;
const bearer = { authorization: `Bearer ${PASSWORD}` };

/** Asks for a match as a file. @param reason of its move; missing: it stays */
async function exportMatch(match: string, reason?: string): Promise<{ status: number; text: string }> {
  const url = server.operatorUrl + OPERATOR_PATHS.matchFile.replace(":id", match);
  const headers = { ...bearer, "content-type": "application/json" };
  const init =
    reason === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify({ reason }) };
  const response = await fetch(url, init);
  return { status: response.status, text: await response.text() };
}

async function importMatch(text: string, query = "") {
  const response = await fetch(`${server.operatorUrl}${OPERATOR_PATHS.matchFiles}${query}`, {
    method: "POST",
    headers: { ...bearer, "content-type": "application/x-ndjson" },
    body: text,
  });
  return {
    status: response.status,
    body: (await response.json()) as ImportedMatch & RefusalBody,
  };
}

/** Begins a match, and returns its file after so many commands. The server is another one then. */
async function moveToNewServer(
  settings: object = {},
  commands = 6,
): Promise<{ match: string; text: string }> {
  await server.start();
  const { match, xoco, bad } = await server.beginMatch({ clock: { profile: "quick" }, ...settings });
  await playCommands([xoco, bad], commands);
  const { text } = await exportMatch(match, "to the club's server");
  await server.start();
  return { match, text };
}

/** Writes the hashes of a file's lines anew, as who changes them on purpose would. */
function rehash(lines: readonly string[]): string {
  let hash = "";
  const written = lines.map((line) => {
    const text = line.replace(/,"hash":"[0-9a-f]{64}"\}$/, "}");
    hash = createHash("sha256").update(hash).update(text).digest("hex");
    return `${text.slice(0, -1)},"hash":"${hash}"}\n`;
  });
  return written.join("");
}

const linesOf = (text: string): string[] => text.trimEnd().split("\n");

const seatsOf = (match: string) => PATHS.seats.replace(":id", match);

describe("a match in play as a file", () => {
  test("goes on at another server with new tokens: the old ones are void, and its record verifies", async () => {
    await server.start({ authSecret: "the same secret at both servers" });
    const { match, xoco, bad, citlali } = await server.beginMatch({ clock: { profile: "quick" } });
    await playCommands([xoco, bad], 6);
    const n = 6;
    const { status, text } = await exportMatch(match, "to the club's server");
    expect(status).toBe(200);
    await until(() => xoco.closeCode !== null && bad.closeCode !== null, "all to be disconnected");
    expect(xoco.closeCode).toBe(CLOSE.ended);
    expect((await exportMatch(match)).text).toBe(text);
    expect(text).not.toContain(citlali.id);

    await server.start({ authSecret: "the same secret at both servers" });
    const { body: checked } = await importMatch(text, "?check=true");
    expect(checked).toMatchObject({ match, n, seats: [{ name: "Citlali" }, { name: "Huracan" }] });
    expect((await post(server.url, seatsOf(match), { name: "Ana" })).status).toBe(404);
    const imported = await importMatch(text);
    expect(imported).toMatchObject({ status: 201, body: { match, n, invitation: null } });
    const old = await post<RefusalBody>(server.url, seatsOf(match), { token: xoco.reserved.token });
    expect(old.body.code).toBe("bad-token");
    const players = await Promise.all(
      imported.body.seats.map(async ({ token }) =>
        TestClient.join(server.url, await requestSeat(server.url, match, { token })),
      ),
    );
    for (const player of players) await player.waitForEntry(n);
    await playCommands(players, 4);
    const [first, second] = players;
    await first?.play({ type: "concede" });
    await until(() => second?.state.status === "over", "the end");
    const { text: record } = await exportMatch(match);
    expect(verifyRecord(record)).toMatchObject({ ok: true, match, entries: n + 5 });
    const operator = await server.signIn();
    expect((await operator.acts())[1]).toBe(`admin export-match ${match}: `);
    expect((await operator.acts())[2]).toBe(`admin import-match ${match}: `);
  });

  test("is taken once: the same file has the same answer again, another one of the match is refused", async () => {
    await server.start();
    const { match, xoco, bad } = await server.beginMatch();
    await playCommands([xoco, bad], 2);
    const { text: copy } = await exportMatch(match);
    expect((await importMatch(copy)).body.code).toBe("match-known");
    expect((await importMatch(copy, "?check=true")).body.code).toBe("match-known");
    await playCommands([xoco, bad], 2);
    const { text } = await exportMatch(match, "moved");
    expect((await importMatch(text)).body.code).toBe("match-known");
    await server.start();
    const first = await importMatch(text);
    const again = await importMatch(text);
    expect([first.status, again.status]).toEqual([201, 200]);
    const holders = ({ body }: typeof first) =>
      body.seats.map(({ token }) => JSON.parse(atob(token?.split(".")[0] ?? "")) as { holder: string });
    expect(holders(again).map(({ holder }) => holder)).toEqual(holders(first).map(({ holder }) => holder));
    expect((await importMatch(copy)).body.code).toBe("match-known");
  });

  test("waits for its players for half an hour, though one is back", async () => {
    await server.start();
    const { match, xoco, bad } = await server.beginMatch({ clock: { profile: "quick" } });
    await playCommands([xoco, bad], 2);
    for (const player of [xoco, bad]) await player.waitForEntry(2);
    const awaited = findAwaited([xoco, bad]).seat;
    const { text } = await exportMatch(match, "moved");
    const time = new FakeTime(Date.now());
    await server.start({ time, pingInterval: 1e9 });
    const { seats } = (await importMatch(text)).body;
    const back = seats.find(({ seat }) => seat !== awaited);
    const reserved = await requestSeat(server.url, match, { token: back?.token });
    const player = await TestClient.join(server.url, reserved);
    await player.waitForEntry(2);
    await time.pass(29 * MINUTE);
    expect(player.state.n).toBe(2);
    await time.pass(4 * MINUTE);
    await until(() => player.state.n > 2, "the server to play for who is not back");
  });

  test("gets another code where its own is in use", async () => {
    const { text } = await moveToNewServer();
    const taken = await createMatch(server.url, {});
    const lines = linesOf(text).map((line) => line.replace(/"code":"\w{4}"/, `"code":"${taken.code}"`));
    const { status, body } = await importMatch(rehash(lines));
    expect(status).toBe(201);
    expect(body.code).not.toBe(taken.code);
  });

  test("is no match that gathers", async () => {
    await server.start();
    const { match } = await createMatch(server.url, {});
    for (const reason of [undefined, "moved"])
      expect(JSON.parse((await exportMatch(match, reason)).text)).toMatchObject({
        code: "match-not-started",
      });
    expect((await post(server.url, seatsOf(match), { name: "Ana" })).status).toBe(200);
    expect(JSON.parse((await exportMatch("AAAAAAAAAAAA")).text)).toMatchObject({ code: "unknown-match" });
  });

  test("is for administrators alone", async () => {
    await server.start();
    const { match } = await server.beginMatch();
    const path = OPERATOR_PATHS.matchFile.replace(":id", match);
    expect((await fetch(server.operatorUrl + path)).status).toBe(401);
    const headers = { authorization: "Bearer wrong password of 20", "content-type": "application/x-ndjson" };
    const sent = { method: "POST", headers, body: "{}" };
    expect((await fetch(server.operatorUrl + OPERATOR_PATHS.matchFiles, sent)).status).toBe(401);
  });
});

describe("a file that is at fault is refused with its line, and changes nothing:", () => {
  const refused = async (text: string) => {
    const { status, body } = await importMatch(text);
    expect(status).toBe(400);
    expect(body.code).toBe("bad-match-file");
    return `${body.reason} ${body.line}`;
  };

  test("each line that is changed, and each cut", async () => {
    const { match, text } = await moveToNewServer();
    const lines = linesOf(text);
    expect(lines.length).toBeGreaterThan(12);
    for (const [i, line] of lines.entries()) {
      const changed = lines.with(
        i,
        line.replace(/\d(?=[^\d]*,"hash")/, (digit) => `${(Number(digit) + 1) % 10}`),
      );
      expect(changed[i]).not.toBe(line);
      expect(await refused(`${changed.join("\n")}\n`)).toBe(`changed ${i + 1}`);
      const cut = [...lines.slice(0, i), line.slice(0, line.length / 2)].join("\n");
      expect(await refused(cut)).toBe(i === 0 ? "foreign 1" : `incomplete ${i + 1}`);
      if (i > 0) expect(await refused(`${lines.slice(0, i).join("\n")}\n`)).toBe(`incomplete ${i + 1}`);
      if (i > 1)
        expect(await refused(`${lines.toSpliced(i, 1).join("\n")}\n`)).toMatch(/^(changed|incomplete) /);
    }
    expect(await refused(`${text}{"type":"slept"}\n`)).toBe(`changed ${lines.length + 1}`);
    expect((await post(server.url, seatsOf(match), { name: "Ana" })).status).toBe(404);
    expect((await importMatch(text)).status).toBe(201);
  });

  test("other files, newer ones, and a game that is not here", async () => {
    const { text } = await moveToNewServer();
    const [header = "", ...facts] = linesOf(text);
    expect(await refused("\u0000\u0001")).toBe("foreign 1");
    expect(await refused("")).toBe("foreign 1");
    expect(await refused('{"format":"pgn"}\n')).toBe("foreign 1");
    expect(await refused('{"format":"flower-war-record-3"}\n')).toBe("record 1");
    expect(await refused(rehash([header.replace("match-1", "match-2"), ...facts]))).toBe("newer 1");
    const renamed = [header, ...facts].map((line) => line.replace(/"game":"[\w-]+"/, '"game":"own-patolli"'));
    expect(renamed[0]).not.toBe(header);
    expect((await importMatch(rehash(renamed))).body.code).toBe("game-missing");
    expect((await importMatch(" ".repeat(17_000_000))).body.code).toBe("too-large");
  });

  test("what does not follow from the lines before, though all hashes are right", async () => {
    const { text } = await moveToNewServer();
    const lines = linesOf(text);
    const at = (part: string) => lines.findIndex((line) => line.includes(part));
    const change = (part: string, from: string | RegExp, to: string) => {
      const i = at(part);
      const line = lines[i] ?? "";
      const other = line.replace(from, to);
      expect(other).not.toBe(line);
      return refused(rehash(lines.with(i, other)));
    };
    const damaged = (part: string) => `damaged ${at(part) + 1}`;
    const entry = '"type":"entry"';
    expect(await change(entry, '"n":1', '"n":2')).toBe(damaged(entry));
    expect(await change(entry, /"seat":"\w+"/, '"seat":"green"')).toBe(damaged(entry));
    expect(await change(entry, /"command":\{"type":"[\w-]+"/, '"command":{"type":"fly"')).toBe(
      damaged(entry),
    );
    expect(await change(entry, '"events":[', '"events":[{"type":"rained"},')).toBe(damaged(entry));
    expect(await change(entry, '"events":[', '"events":["rained",')).toBe(damaged(entry));
    const begun = '"type":"begun"';
    expect(await change(begun, /"seed":"[0-9a-f]{8}/, '"seed":"01234567')).toBe(damaged(begun));
    expect(await change(begun, '"type":"begun"', '"type":"slept"')).toMatch(/^damaged /);
    const taken = '"type":"seat-taken"';
    expect(await change(taken, /"seat":"\w+"/, '"seat":"up"')).toBe(damaged(taken));
    expect(await change(taken, /"name":"\w+"/, '"name":{"a":1}')).toBe(damaged(taken));
    expect(await change(taken, /"at":\d+/, '"at":5')).toMatch(/^damaged /);
    expect(await change(taken, '"type":"seat-taken"', '"type":"constructor"')).toBe(damaged(taken));
    const created = '"type":"created"';
    expect(await change(created, /"seats":\d/, '"seats":9')).toBe(damaged(created));
    expect(await change(created, /"seats":\d/, '$&,"pauses":1e9')).toBe(damaged(created));
    expect(await change(created, /"secret":"\w+"/, '"secret":"x"')).toBe(damaged(created));
    expect(await change(created, '"type":"created"', '"type":"slept"')).toBe(damaged(created));
    const over = [...lines, '{"at":5,"type":"given-up"}'].with(
      0,
      (lines[0] ?? "").replace(/"facts":(\d+)/, (_, count) => `"facts":${Number(count) + 1}`),
    );
    const late = over.with(
      lines.length,
      `{"at":${/"exportedAt":(\d+)/.exec(lines[0] ?? "")?.[1]},"type":"given-up"}`,
    );
    expect(await refused(rehash(late))).toBe(`over ${late.length}`);
    expect(await refused(rehash(over))).toBe(`damaged ${over.length}`);
    expect((await importMatch(text)).status).toBe(201);
  });
});
