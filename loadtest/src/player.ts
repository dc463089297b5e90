import type { SeatReservation } from "@flower-war/client-sdk/protocol";
import { check } from "k6";
import type { Chair } from "./chair.ts";
import { about, pause, play, sit, takeSeat } from "./k6.ts";

/** Somebody at a match who plays whatever is legal, at human pace. */
export class Player {
  readonly #reserved: SeatReservation;
  readonly #pace: number;
  #chair: Chair;
  #lastSeen = 0;

  private constructor(reserved: SeatReservation, chair: Chair, pace: number) {
    this.#reserved = reserved;
    this.#chair = chair;
    this.#pace = pace;
  }

  /** @param pace ms that she thinks about a decision */
  static async sitDown(reserved: SeatReservation, pace: number): Promise<Player> {
    const chair = await sit(reserved.reservation);
    await chair.ask("nonce", { nonce: `k6-${Math.random().toString(36).slice(2)}` });
    return new Player(reserved, chair, pace);
  }

  get #seat(): string {
    if (this.#reserved.seat === null) throw new Error("a spectator does not play");
    return this.#reserved.seat;
  }

  /** The match is decided. */
  get over(): boolean {
    return this.#chair.state.status === "over";
  }

  /** Waits for her turn and makes one move; returns when she made it, when the match is over, or at `deadline`. */
  async move(deadline: number): Promise<void> {
    await this.#news(() => this.over || this.#isAwaited, deadline);
    if (this.over || !this.#isAwaited) return;
    await pause(about(this.#pace));
    const command = await this.#choose();
    this.#lastSeen = await play(this.#chair, this.#seat, command);
  }

  /** Loses the line, and comes back after a while to the seat she had and to all that has happened. */
  async blink(): Promise<void> {
    const seen = Math.max(this.#lastSeen, this.#chair.state.n);
    await this.#chair.drop();
    await pause(about(this.#pace));
    const { match, token } = this.#reserved;
    const again = await takeSeat(match, { token: token ?? "" });
    this.#chair = await sit(again.reservation);
    check(this.#chair, {
      "the seat waits for who comes back": () => again.seat === this.#seat,
      "nothing that was seen is lost": ({ state }) => state.n >= seen,
      "the own hand is there again": ({ state }) => state.hands.get(this.#seat)?.cards !== undefined,
    });
  }

  async leave(): Promise<void> {
    await this.#chair.leave();
  }

  get #isAwaited(): boolean {
    const { status, table } = this.#chair.state;
    return status === "playing" && table.awaiting.seat === this.#seat;
  }

  async #choose(): Promise<{ type: string }> {
    const { commands } = await this.#chair.ask("legal", {});
    const moves = (commands as { type: string }[]).filter(({ type }) => type !== "concede");
    check(moves, { "who is asked has a legal command": ({ length }) => length > 0 });
    return moves[Math.floor(Math.random() * moves.length)] ?? { type: "concede" };
  }

  /** Resolves as soon as it holds, and at `deadline` at the latest; rejects if the connection is lost. */
  #news(holds: () => boolean, deadline: number): Promise<void> {
    if (holds()) return Promise.resolve();
    const heard = new Promise<void>((resolve) => {
      this.#chair.onChange(() => {
        if (holds()) resolve();
      });
    });
    const lost = this.#chair.ended.then(() => {
      throw new Error("the connection was lost");
    });
    return Promise.race([heard, lost, pause(deadline - Date.now())]);
  }
}
