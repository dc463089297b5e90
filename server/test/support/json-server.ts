import type { CommandAnswer, RefusalBody, SeatReservation } from "@flower-war/protocol";
import { begin, replay } from "@flower-war/rules";
import { type RunningServer, startServer } from "../../src/app.ts";
import { GAMES } from "../../src/games/index.ts";
import { MemoryJournal } from "./memory-journal.ts";
import { systemTime } from "../../src/time.ts";
import { readRecord } from "./expected-views.ts";
import { createMatch, type HttpResponse, requestSeat } from "./post.ts";
import { askMatch, TestStream } from "./stream.ts";

/** A player without a WebSocket. */
export interface Player {
  readonly reserved: SeatReservation;
  readonly stream: TestStream;
}

/** A server whose matches are played by plain HTTP. */
export class JsonServer {
  readonly journal = new MemoryJournal(systemTime);
  #server: RunningServer | null = null;

  async start(): Promise<void> {
    this.#server = await startServer({ journal: this.journal });
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  get url(): string {
    return this.#server?.url ?? "";
  }

  ask<T = RefusalBody>(
    { match, token }: SeatReservation,
    what: string,
    body?: unknown,
  ): Promise<HttpResponse<T>> {
    return askMatch<T>(this.url, match, what, { token, body });
  }

  open({ match, token }: SeatReservation, after?: number): Promise<TestStream> {
    return TestStream.open(this.url, match, { token, ...(after !== undefined && { after }) });
  }

  play(reserved: SeatReservation, command: object, id: string): Promise<HttpResponse<CommandAnswer>> {
    return this.ask<CommandAnswer>(reserved, "commands", { id, command });
  }

  /** Seats players who each give a nonce openly, and waits until the match has begun. */
  async seat(settings: { game?: string; seats: number; options?: object; private?: boolean }) {
    const first = await createMatch(this.url, { ...settings, openNonces: true });
    const reserved = [first];
    for (let i = 1; i < settings.seats; i++) {
      const body = { name: `Player ${i}` };
      reserved.push(await requestSeat(this.url, first.invitation ?? first.match, body));
    }
    const players: Player[] = await Promise.all(
      reserved.map(async (each) => ({ reserved: each, stream: await this.open(each) })),
    );
    for (const each of reserved) await this.ask(each, "nonce", { nonce: `nonce-of-${each.seat}` });
    await Promise.all(players.map(({ stream }) => stream.waitForEntry(0)));
    const [east, west] = players;
    if (!east || !west) throw new Error("the match has two players");
    return { match: first.match, first, players, east, west };
  }

  /** Returns the views that the rules give after `n` entries, by seat and for the public. */
  async expectedViews(game: string, match: string, n: number) {
    const rules = GAMES.get(game)?.game;
    if (!rules) throw new Error(`${game} is not hosted`);
    const { header, entries } = await readRecord(this.journal, match);
    const state = replay(rules, begin(rules, header as never), entries.slice(0, n) as never);
    return (viewer: string | null) => JSON.parse(JSON.stringify(rules.view(state, viewer ?? "public")));
  }
}

/** Returns the players whom the match waits for. */
export function awaited(players: readonly Player[]): readonly Player[] {
  const seats = players[0]?.stream.known.awaiting?.map(({ seat }) => seat) ?? [];
  return players.filter(({ reserved }) => seats.includes(reserved.seat ?? ""));
}
