/** Clients of all kept releases at a table with take-backs, pauses, holidays, hand-overs and a judge (docs/compatibility.md). */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";
import { FlowerWar, type Match } from "@flower-war/client-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningServer, startServer } from "../server/src/app.ts";
import { endProcess } from "./support/programs.ts";
import { VERSIONS } from "./support/released.ts";
import { ReleasedSdk } from "./support/released-player.ts";
import { until } from "./support/until.ts";

type Event = { readonly type: string };

/** What a client saw of a match: events with their entries, and the view after each entry. */
interface Seen {
  readonly events: readonly (readonly [n: number, seat: string, event: Event])[];
  readonly views: Readonly<Record<number, object>>;
}

interface Line {
  readonly watches?: { readonly refused: string | null };
  readonly seated?: string;
  readonly played?: Seen & { readonly n: number };
  readonly ended?: Seen & { readonly outcome: object; readonly flaws: readonly string[] };
}

/** A process with the SDK of a version, which watches a match (test/releases/watcher.mjs). */
class Watcher {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  #errors = "";

  constructor(sdk: ReleasedSdk, options: { url: string; match: string; sits: boolean }) {
    this.#child = sdk.run("watcher.mjs", options);
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => (this.#errors += text));
  }

  /** What it wrote to stderr. */
  get errors(): string {
    return this.#errors;
  }

  /** Resolves with what the next line has under this name. */
  async next<N extends keyof Line>(name: N): Promise<NonNullable<Line[N]>> {
    const { value, done } = await this.#lines.next();
    const line = done ? undefined : (JSON.parse(value) as Line)[name];
    if (line === undefined) throw new Error(`${String(value)} in place of ${name}: ${this.#errors}`);
    return line;
  }

  write(line: string): void {
    this.#child.stdin.write(`${line}\n`);
  }

  async end(): Promise<void> {
    await endProcess(this.#child, "SIGKILL");
  }
}

let server: RunningServer;
/** By version: the SDK, or why it cannot be installed. */
let sdks: ReadonlyMap<string, ReleasedSdk | string>;
beforeAll(async () => {
  const installed = VERSIONS.map(async (version) => [version, await ReleasedSdk.install(version)] as const);
  server = await startServer();
  sdks = new Map(await Promise.all(installed));
}, 300_000);
afterAll(async () => {
  for (const sdk of sdks?.values() ?? []) if (typeof sdk !== "string") await sdk.remove();
  await server?.stop();
});

type Table = Match<"tieqchieq">;

const isAwaited = (match: Table) => match.awaiting.some(({ seat }) => seat === match.seat);

/** Plays until a match waits for this player, all of whose opponents are here. */
async function playUntilAwaited(player: Table, others: readonly Table[]): Promise<void> {
  for (;;) {
    const [actor] = others.filter(isAwaited);
    if (actor === undefined && isAwaited(player)) return;
    if (actor === undefined) throw new Error("no one is awaited");
    await playOnce(actor, [player, ...others]);
  }
}

async function playOnce(actor: Table, all: readonly Table[]): Promise<void> {
  const [command] = actor.legal().filter(({ type }) => type !== "concede");
  if (command === undefined) throw new Error("no command is legal");
  const { n } = await actor.send(command);
  await until(() => all.every(({ state }) => state.n >= n), "all to see it");
}

/** Agrees to a question, if there is one before `isDone`. */
async function agree(match: Table, isDone: () => boolean): Promise<void> {
  await until(() => match.offer !== null || isDone(), "the question");
  if (match.offer !== null) await match.acceptOffer(match.offer);
  await until(isDone, "what was agreed to");
}

/** Takes an act back, pauses the match, gives time, and takes a day off. */
async function useManners(first: Table, second: Table): Promise<void> {
  const both = [first, second];
  while (first.details.takeBack === null) await playOnce(both.find(isAwaited) ?? first, both);
  const { n, seat } = first.details.takeBack;
  const [actor, other] = first.seat === seat ? [first, second] : [second, first];
  await actor.takeBack();
  await agree(other, () => both.every(({ state }) => state.n === n + 1));
  await first.pause(300);
  await agree(second, () => second.details.paused !== null);
  await second.resume();
  await first.giveTime(second.seat as "red", 60);
  await first.takeHoliday(1);
  await first.takeHoliday(0);
}

/** Has a judge come, who pauses the match, gives time and asks for its end, and lets them go. */
async function useJudge(first: Table, judge: Table): Promise<void> {
  const secret = await judge.takeJudge((await first.seekJudge()) ?? "", "Izel");
  await judge.judge(secret, { act: "pause", seconds: 300 });
  await judge.judge(secret, { act: "resume" });
  await judge.judge(secret, { act: "give-time", id: "one", to: first.seat ?? "", seconds: 60 });
  await judge.judge(secret, { act: "ask-end", what: "draw" });
  await until(() => first.offer !== null, "the question");
  if (first.offer !== null) await first.declineOffer(first.offer);
  await first.seekJudge(false);
}

/** In 0.2.0 no seat could concede in this game: its SDK skips that event. */
const withoutConcession = <S extends Seen>(seen: S): S => ({
  ...seen,
  events: seen.events.filter(([, , { type }]) => type !== "conceded"),
});

/** Types of the table's events that come in the test. */
const ENTRIES =
  `taken-back table-paused table-resumed table-time-given table-holiday-taken table-holiday-ended table-seat-offered
  table-seat-handed table-judge-sought table-judge-named table-end-asked table-judge-dropped`.split(/\s+/);

test("they are refused a seat before it begins, see all that a new client sees, and play in a seat that they have", async ({
  skip,
  onTestFinished,
}) => {
  const missing = [...sdks.values()].find((sdk) => typeof sdk === "string");
  if (typeof missing === "string") return skip(missing);
  const client = (name: string) => new FlowerWar(server.url, { name });
  const first = await client("Citlali").create({
    game: "tieqchieq",
    private: true,
    clock: { profile: "days" },
    takeBacks: true,
    pauses: 3_600,
    holidays: 3,
    handOvers: "yes",
    judges: true,
  });
  const invitation = first.invitation ?? "";
  const watch = (sdk: ReleasedSdk, sits: boolean) =>
    new Watcher(sdk, { url: server.url, match: invitation, sits });
  const today = watch(ReleasedSdk.today, false);
  const old = [...sdks].map(([version, sdk]) => ({ version, watcher: watch(sdk as ReleasedSdk, true) }));
  const watchers = [today, ...old.map(({ watcher }) => watcher)];
  onTestFinished(async () => {
    await Promise.all(watchers.map((watcher) => watcher.end()));
  });
  expect((await today.next("watches")).refused).toBeNull();
  for (const { version, watcher } of old)
    expect((await watcher.next("watches")).refused, version).toBe("client-too-old");

  const second = (await client("Tenoch").join(invitation)) as Table;
  await until(() => [first, second].every(({ status }) => status === "playing"), "the match to begin");
  await useManners(first, second);
  const token = (await second.offerSeat()) ?? "";
  const third = (await client("Yaretzi").join(first.id, { token, takesOver: true })) as Table;
  await useJudge(first, (await client("Izel").spectate(invitation)) as Table);

  // Each plays in the first player's seat once, while the other takes days off.
  const played: Record<string, Seen & { readonly n: number }> = {};
  let player = first;
  for (const { version, watcher } of old) {
    await playUntilAwaited(player, [third]);
    await player.leave();
    watcher.write(first.token ?? "");
    expect(await watcher.next("seated"), version).toBe(first.seat);
    await third.takeHoliday(1);
    await third.takeHoliday(0);
    watcher.write("");
    played[version] = await watcher.next("played");
    player = (await client("Citlali").join(first.id, { token: first.token ?? "" })) as Table;
  }
  await third.send({ type: "concede" });

  for (const watcher of watchers) watcher.write("");
  const seen = withoutConcession(await today.next("ended"));
  const types = new Set(seen.events.map(([, , { type }]) => type));
  expect([...types]).toEqual(expect.arrayContaining(ENTRIES));
  for (const { version, watcher } of old) {
    expect(withoutConcession(await watcher.next("ended")), version).toEqual(seen);
    expect(watcher.errors, version).toBe("");
    const { n, events } = played[version] ?? { n: 0, events: [] };
    const own = seen.events.filter(([at]) => at <= n && at >= (events[0]?.[0] ?? 0));
    expect(
      events.map(([at, , { type }]) => [at, type]),
      version,
    ).toEqual(own.map(([at, , { type }]) => [at, type]));
    expect([...new Set(events.map(([, , { type }]) => type))], version).toEqual(
      expect.arrayContaining(["table-holiday-taken", "table-holiday-ended"]),
    );
    expect(played[version]?.views[n]).toMatchObject({ table: (seen.views[n] as { table: object }).table });
  }
}, 120_000);
