/**
 * The seated table beside which a host is attacked: four players with the SDK's defaults. It answers `open` with its match, `begin` with
 * nothing, and `end` with what the players felt since then.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { FlowerWar, type Match, Refusal } from "@flower-war/client-sdk";
import { bots, randomFrom } from "@flower-war/rules/bots";
import { percentile } from "../../../loadtest/src/percentiles.ts";
import type { Felt, TableFacts, TableOrder } from "./orders.ts";

/** ms between two commands. */
const PACE = 50;
/** ms after which a command has no answer: the clients' own timeout. */
const NO_ANSWER = 10_000;

const NAMES = ["Citlali", "Nezahual", "Izel", "Tenoch"];
const random = randomFrom("a77ac4".padEnd(64, "0"));

class SeatedTable {
  readonly #hosts: readonly FlowerWar[];
  #players: readonly Match<"flower-war">[] = [];
  #sights: number[] = [];
  #commands = 0;
  #dropped = 0;
  #unanswered = 0;
  #refused: string[] = [];
  /** The command that is under way: when it was sent, and who has not seen it. */
  #pending: { readonly sentAt: number; readonly n: number; readonly unseen: Set<number> } | null = null;

  constructor(url: string) {
    this.#hosts = NAMES.map((name) => new FlowerWar(url, { name }));
  }

  get match(): TableFacts {
    const [first] = this.#players;
    return { match: first?.id ?? "", code: first?.code ?? "" };
  }

  /** Sits down at a new match. */
  async open(): Promise<void> {
    const former = this.#players;
    this.#players = await this.#seatAll();
    for (const [i, player] of this.#players.entries()) {
      player.on("change", () => this.#noteSight(i));
      player.on("dropped", () => {
        this.#dropped += 1;
      });
    }
    for (const player of former) void player.leave().catch(() => {});
    while (this.#players.some(({ status }) => status !== "playing")) await sleep(5);
  }

  /** Opens a public table and takes its seats, at another one if strangers were faster. */
  async #seatAll(): Promise<readonly Match<"flower-war">[]> {
    const [first, ...others] = this.#hosts as [FlowerWar, ...FlowerWar[]];
    const created = await first.create({ game: "flower-war", seats: 4 });
    const joined = await Promise.allSettled(others.map((host) => host.join(created.id)));
    const failed = joined.find((each) => each.status === "rejected");
    if (failed !== undefined && !(failed.reason instanceof Refusal && failed.reason.code === "match-full"))
      throw failed.reason;
    const players = [created, ...joined.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []))];
    if (failed === undefined) return players as Match<"flower-war">[];
    await Promise.all(players.map((player) => player.leave()));
    return this.#seatAll();
  }

  begin(): void {
    this.#sights = [];
    this.#commands = 0;
    this.#dropped = 0;
    this.#unanswered = 0;
    this.#refused = [];
  }

  end(): Felt {
    const now = performance.now();
    const waiting = this.#pending;
    // Who still waits has felt it for so long at least.
    const sights = [
      ...this.#sights,
      ...[...(waiting?.unseen ?? [])].map(() => now - (waiting?.sentAt ?? now)),
    ];
    const missing = waiting !== null && now - waiting.sentAt > NO_ANSWER ? 1 : 0;
    return {
      commands: this.#commands,
      p50: percentile(sights, 0.5),
      p99: percentile(sights, 0.99),
      dropped: this.#dropped,
      refused: this.#refused,
      unanswered: this.#unanswered + missing,
      match: this.match,
    };
  }

  /** Plays for ever. */
  async play(): Promise<never> {
    for (;;) {
      const begun = performance.now();
      if (this.#players.every(({ status }) => status === "over")) await this.open();
      await this.#playOne();
      await sleep(Math.max(1, PACE - (performance.now() - begun)));
    }
  }

  async #playOne(): Promise<void> {
    const player = this.#players.find(({ awaiting, seat }) => awaiting.some((each) => each.seat === seat));
    if (player?.view === null || player === undefined) return;
    const command = bots["flower-war"].easy(player.view, random);
    this.#pending = {
      sentAt: performance.now(),
      n: player.state.n + 1,
      unseen: new Set(this.#players.keys()),
    };
    try {
      await player.send(command);
      this.#commands += 1;
      while (this.#pending.unseen.size > 0 && performance.now() - this.#pending.sentAt < NO_ANSWER)
        await sleep(1);
      if (this.#pending.unseen.size > 0) this.#unanswered += 1;
    } catch (error) {
      this.#refused.push(error instanceof Refusal ? error.code : String(error));
    }
    this.#pending = null;
  }

  #noteSight(i: number): void {
    const pending = this.#pending;
    if (pending === null || (this.#players[i]?.state.n ?? 0) < pending.n || !pending.unseen.delete(i)) return;
    this.#sights.push(performance.now() - pending.sentAt);
  }
}

let table: SeatedTable | null = null;

process.on("message", (order: TableOrder) => {
  void answer(order).then((reply) => process.send?.(reply ?? {}));
});
process.once("disconnect", () => process.exit());

async function answer(order: TableOrder): Promise<TableFacts | Felt | undefined> {
  if (order.do === "open") {
    table = new SeatedTable(order.url);
    await table.open();
    void table.play();
    return table.match;
  }
  if (order.do === "begin") table?.begin();
  return order.do === "end" ? table?.end() : undefined;
}
