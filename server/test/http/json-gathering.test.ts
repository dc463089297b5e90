/** A table that gathers by plain HTTP (docs/json-api.md): from its creation to the first move, and who leaves it. */
import { readFileSync } from "node:fs";
import { PATHS, type RefusalBody, type SeatReservation } from "@flower-war/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app.ts";
import { JournalUnavailable } from "../../src/storage/journal/journal.ts";
import { MemoryJournal } from "../support/memory-journal.ts";
import { systemTime } from "../../src/time.ts";
import { TestClient } from "../support/client.ts";
import { createMatch, type HttpResponse, post, requestSeat } from "../support/post.ts";
import { askMatch, TestStream } from "../support/stream.ts";
import { until } from "../support/until.ts";

const GUIDE = new URL("../../../docs/json-api.md", import.meta.url);

/** A journal whose next append can be made to fail. */
class UnreliableJournal extends MemoryJournal {
  fails = false;

  override async append(...change: Parameters<MemoryJournal["append"]>): Promise<void> {
    if (!this.fails) return super.append(...change);
    this.fails = false;
    throw new JournalUnavailable();
  }
}

const journal = new UnreliableJournal(systemTime);
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ journal });
});
afterAll(() => server.stop());

/** The guide's script, by line: who asks (`>`), is answered (`<`) or reads on their stream (`|`), and what. What is indented goes on. */
const SCRIPT = [
  ...(/```text\n(Ana [^]*?)```/.exec(readFileSync(GUIDE, "utf8"))?.[1] ?? "")
    .replaceAll(/\n +/g, " ")
    .matchAll(/^(\w+) +([>|<]) (.*)$/gm),
].map(([, who = "", kind = "", said = ""]) => ({ who, kind, said }));

/** The players of the script at this server. */
class Players {
  readonly streams = new Map<string, TestStream>();
  readonly #answers = new Map<string, HttpResponse<Partial<SeatReservation>>>();
  /** Lines of each stream that were compared, or passed over. */
  readonly #read = new Map<string, number>();
  /** What stands in the script: what the server has in its place. */
  readonly #real = new Map<string, string>();

  async ask(who: string, said: string): Promise<void> {
    const [, path = "", body = ""] = /^(?:GET|POST) (\S+) ?(.*)$/.exec(this.#fill(said)) ?? [];
    const token = this.#real.get(`<${who}'s token>`);
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const [, match, protocolVersion = ""] = /matches\/(\w+)\/stream\?protocolVersion=(\d)$/.exec(path) ?? [];
    if (match === undefined) this.#answers.set(who, await post(server.url, path, body, headers));
    else this.streams.set(who, await TestStream.open(server.url, match, { headers, protocolVersion }));
  }

  expectAnswer(who: string, status: number, said: string): void {
    const answer = this.#answers.get(who);
    const { match, token } = JSON.parse(said) as Partial<SeatReservation>;
    if (match && answer?.body.match) this.#real.set(match, answer.body.match);
    if (token && answer?.body.token) this.#real.set(token, answer.body.token);
    expect(answer).toMatchObject({ status, body: JSON.parse(this.#fill(said)) as object });
  }

  async untilTold(who: string, said: string): Promise<void> {
    const { lines } = this.streams.get(who) ?? { lines: [] };
    const line = JSON.parse(this.#fill(said)) as object;
    const from = this.#read.get(who) ?? 0;
    const at = () => lines.findIndex((told, i) => i >= from && shows(told, line));
    await until(() => at() >= 0, said);
    this.#read.set(who, at() + 1);
  }

  #fill(said: string): string {
    return [...this.#real].reduce((text, [shown, real]) => text.replaceAll(shown, real), said);
  }
}

/** Whether a value has all that a shown one has. */
function shows(value: unknown, shown: unknown): boolean {
  if (typeof shown !== "object" || shown === null) return value === shown;
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(shown) && shown.length !== (value as unknown[]).length) return false;
  return Object.entries(shown).every(([key, part]) => shows(Reflect.get(value, key), part));
}

test("the guide's way from the table to the first move is what a server says", async () => {
  const players = new Players();
  for (const { who, kind, said } of SCRIPT) {
    if (kind === ">") await players.ask(who, said);
    else if (kind === "|") await players.untilTold(who, said);
    else players.expectAnswer(who, Number(said.slice(0, 3)), said.slice(4));
  }
  expect(players.streams.get("Ana")?.known).toMatchObject({ status: "playing", n: 1 });
  for (const stream of players.streams.values()) stream.close();
});

describe("a request to leave", () => {
  const leave = ({ match }: SeatReservation, token: string | null) =>
    askMatch<RefusalBody>(server.url, match, "leave", { token, body: {} });

  test("opens the seat for others, ends all its connections, and voids the token", async () => {
    const first = await createMatch(server.url, { seats: 3 });
    const second = await requestSeat(server.url, first.match, { name: "Izel" });
    const [host, own] = [
      await TestStream.open(server.url, first.match, { token: first.token }),
      await TestStream.open(server.url, first.match, { token: second.token }),
    ];
    const socket = await TestClient.watch(
      server.url,
      await requestSeat(server.url, first.match, { token: second.token }),
    );
    const { status, body } = await leave(first, second.token);
    expect([status, body]).toEqual([200, {}]);
    await until(
      () => host.known.seats?.find(({ seat }) => seat === second.seat)?.kind === "open",
      "the seat",
    );
    await own.waitForEnd();
    expect(own.last).toEqual({ type: "end", code: "removed", resume: false });
    await until(() => socket.closeCode === 4013, "the WebSocket's close");
    expect(await leave(first, second.token)).toMatchObject({ status: 403, body: { code: "bad-token" } });
    const third = await requestSeat(server.url, first.match, { name: "Ocelotl" });
    expect(third.seat).toBe(second.seat);
    host.close();
  });

  test("of the host makes the next player the host", async () => {
    const first = await createMatch(server.url, { seats: 3 });
    const second = await requestSeat(server.url, first.match, { name: "Izel" });
    const stream = await TestStream.open(server.url, first.match, { token: second.token });
    await leave(first, first.token);
    await until(() => stream.known.seats?.find(({ host }) => host)?.name === "Izel", "the new host");
    stream.close();
  });

  test("that cannot be stored changes nothing, and is done when it is repeated", async () => {
    const first = await createMatch(server.url, { seats: 3 });
    const stream = await TestStream.open(server.url, first.match, { token: first.token });
    journal.fails = true;
    expect(await leave(first, first.token)).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(stream.known.seats?.[0]).toMatchObject({ kind: "human", name: "Citlali" });
    expect(stream.isOver).toBe(false);
    expect((await leave(first, first.token)).status).toBe(200);
    await stream.waitForEnd();
  });

  test("of a match that has begun is refused: the seat stays taken", async () => {
    const first = await createMatch(server.url, { game: "tieqchieq", bots: 1, openNonces: true });
    const stream = await TestStream.open(server.url, first.match, { token: first.token });
    await post(
      server.url,
      `${PATHS.match.replace(":id", first.match)}/nonce`,
      { nonce: "n" },
      {
        authorization: `Bearer ${first.token}`,
      },
    );
    await stream.waitForEntry(0);
    expect(await leave(first, first.token)).toMatchObject({ status: 409, body: { code: "match-begun" } });
    expect(stream.known).toMatchObject({ you: first.seat, status: "playing" });
    stream.close();
  });

  test("of who has no seat there is refused", async () => {
    const first = await createMatch(server.url);
    const other = await createMatch(server.url);
    expect((await leave(first, null)).body.code).toBe("not-seated");
    expect((await leave(first, other.token)).body.code).toBe("bad-token");
  });
});
