import { PATHS, type SeatReservation } from "@flower-war/protocol";
import type { SyncedFlowerWar } from "@flower-war/protocol/flower-war";
import { RequestRefused } from "@flower-war/loadtest/requests";
import { post } from "../http.ts";
import { SEATS } from "../subject.ts";
import { simpleCommand } from "../subjects/flower-war.ts";
import { RoomClient } from "../subjects/room-client.ts";
import { drawNonce } from "../subjects/seat-signer.ts";

/** The kinds of bots, the weakest first. */
export const BOT_KINDS = ["easy", "skilled", "strong"] as const;
export type BotKind = (typeof BOT_KINDS)[number];

/** A match of Flower War in which a client plays at once whenever it is awaited, against three bots of one kind. */
export class BotTable {
  readonly #client: RoomClient;
  readonly #seat: string;
  #commands = 0;
  #isPlaying = false;

  private constructor(client: RoomClient, seat: string) {
    this.#client = client;
    this.#seat = seat;
  }

  /** Creates the match. Resolves when the bots play, or wait for the client. */
  static async open(url: string, kind: BotKind): Promise<BotTable> {
    const bots = Array.from({ length: SEATS - 1 }, () => kind);
    const request = { game: "flower-war", name: "Citlali", seats: SEATS, bots, clock: { profile: "none" } };
    const options = { private: true, openNonces: true, without: ["legal"] };
    const { reservation, seat } = await post<SeatReservation>(url + PATHS.matches, {
      ...request,
      ...options,
    });
    let table: BotTable | null = null;
    const client = await RoomClient.join(url, reservation, true, () => table?.playOn());
    table = new BotTable(client, seat ?? "");
    await client.request("nonce", { nonce: drawNonce() });
    table.playOn();
    return table;
  }

  get isOver(): boolean {
    return this.#state.status === "over";
  }

  /** Plays a command if the client is awaited. */
  playOn(): void {
    const { status, table } = this.#state;
    if (this.#isPlaying || status !== "playing" || table.awaiting.seat !== this.#seat) return;
    this.#isPlaying = true;
    void this.#play().finally(() => (this.#isPlaying = false));
  }

  close(): void {
    this.#client.close();
  }

  get #state(): SyncedFlowerWar {
    return this.#client.state as SyncedFlowerWar;
  }

  /** Plays until another seat is awaited: what was shown before an answer calls nothing. */
  async #play(): Promise<void> {
    while (this.#state.status === "playing" && this.#state.table.awaiting.seat === this.#seat) {
      const { awaiting, tribes } = this.#state.table;
      const hasSkulls = () => (tribes.get(this.#seat)?.skulls ?? 0) > 0;
      const command = simpleCommand(awaiting.decision, this.#commands, hasSkulls) ?? (await this.#pick());
      this.#commands += 1;
      try {
        await this.#client.request("command", { id: `${this.#seat}-${this.#commands}`, command });
      } catch (error) {
        if (!(error instanceof RequestRefused)) return;
        await this.#client.request("command", {
          id: `${this.#seat}-${this.#commands}-again`,
          command: await this.#pick(),
        });
      }
    }
  }

  async #pick(): Promise<object> {
    const answer = (await this.#client.request("legal", {})) as {
      commands: readonly { readonly type: string }[];
    };
    return answer.commands.find(({ type }) => type !== "concede") ?? { type: "concede" };
  }
}
