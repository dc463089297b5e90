import { readDetails, type SeatReservation } from "@flower-war/protocol";
import { check } from "k6";
import { sha256 } from "k6/crypto";
import { join, pause, play, takeSeat, vary } from "./k6.ts";
import type { MatchConnection } from "./match-connection.ts";

/** A player who plays random legal commands at human pace. */
export class Player {
  readonly #reserved: SeatReservation;
  readonly #pace: number;
  #connection: MatchConnection;
  /** What the player adds to the dice, by seal. */
  readonly #nonces = new Map<string, string>();
  /** The number of the player's newest entry. */
  #lastPlayed = 0;

  private constructor(reserved: SeatReservation, connection: MatchConnection, pace: number) {
    this.#reserved = reserved;
    this.#connection = connection;
    this.#pace = pace;
  }

  /**
   * Joins a match with a reservation and seals a nonce.
   * @param pace ms for a decision, on average
   */
  static async join(reserved: SeatReservation, pace: number): Promise<Player> {
    const player = new Player(reserved, await join(reserved.reservation), pace);
    await player.#takePart();
    return player;
  }

  /** Seals a nonce, and reveals it once the seals are fixed. If the match does not begin after that, it seals another one. */
  async #takePart(): Promise<void> {
    const { status, seats, details } = this.#connection.state;
    if (status !== "gathering" || seats.get(this.#seat)?.nonce !== "") return;
    const { seals, revealing } = readDetails(details);
    const sealed = seals[this.#seat];
    if (revealing) {
      const nonce = this.#nonces.get(sealed ?? "");
      if (nonce !== undefined) await this.#connection.request("nonce", { nonce });
    } else if (sealed === undefined) {
      const nonce = `k6-${Math.random().toString(36).slice(2)}`;
      const seal = sha256(nonce, "hex");
      this.#nonces.set(seal, nonce);
      await this.#connection.request("seal", { seal, key: "" });
    }
  }

  get #seat(): string {
    if (this.#reserved.seat === null) throw new Error("a spectator does not play");
    return this.#reserved.seat;
  }

  /** Whether the match is over. */
  get isOver(): boolean {
    return this.#connection.state.status === "over";
  }

  /** Waits for the player's turn and plays one command. Does nothing if the match ends, or at `deadline` (ms since 1970). */
  async move(deadline: number): Promise<void> {
    await this.#waitFor(() => this.isOver || this.#isAwaited, deadline);
    if (this.isOver || !this.#isAwaited) return;
    await pause(vary(this.#pace));
    const command = await this.#choose();
    this.#lastPlayed = await play(this.#connection, this.#seat, command);
  }

  /** Drops the connection, and takes the seat again with its token after a while. Checks that nothing was lost. */
  async reconnect(): Promise<void> {
    const seen = Math.max(this.#lastPlayed, this.#connection.state.n);
    await this.#connection.drop();
    await pause(vary(this.#pace));
    const { match, token } = this.#reserved;
    const again = await takeSeat(match, { token: token ?? "" });
    this.#connection = await join(again.reservation);
    check(this.#connection, {
      "the token takes the same seat again": () => again.seat === this.#seat,
      "no entry is lost by reconnecting": ({ state }) => state.n >= seen,
      "the hand is shown again": ({ state }) => state.hands.get(this.#seat)?.cards !== undefined,
    });
  }

  async leave(): Promise<void> {
    await this.#connection.leave();
  }

  get #isAwaited(): boolean {
    const { status, table } = this.#connection.state;
    return status === "playing" && table.awaiting.seat === this.#seat;
  }

  async #choose(): Promise<{ type: string }> {
    const { commands } = await this.#connection.request("legal", {});
    const moves = (commands as { type: string }[]).filter(({ type }) => type !== "concede");
    check(moves, { "an awaited seat has a legal command": ({ length }) => length > 0 });
    return moves[Math.floor(Math.random() * moves.length)] ?? { type: "concede" };
  }

  /**
   * Resolves as soon as the condition holds, or at the deadline. Takes part in the dice meanwhile. Rejects if the connection ends before.
   */
  #waitFor(holds: () => boolean, deadline: number): Promise<void> {
    if (holds()) return Promise.resolve();
    const held = new Promise<void>((resolve) => {
      const proceed = () => {
        if (holds()) return resolve();
        // What came too late is refused; the next state says what the match waits for.
        this.#takePart().catch(() => {});
      };
      this.#connection.onChange(proceed);
      proceed();
    });
    const lost = this.#connection.ended.then(() => {
      throw new Error("the connection was lost");
    });
    return Promise.race([held, lost, pause(deadline - Date.now())]);
  }
}
