import type { BotKind } from "@flower-war/protocol";
import { refuse } from "../../refusal.ts";
import type { Match } from "../match.ts";
import type { Beginning } from "./beginning.ts";
import type { TableChanges } from "./table-changes.ts";

/**
 * The acts of a gathering table's host. Each method takes the holder of their seat, and refuses `bad-token` if there is none. A repeated
 * request changes nothing.
 */
export class Host {
  readonly #match: Match;
  readonly #changes: TableChanges;
  readonly #beginning: Beginning;

  constructor(match: Match, changes: TableChanges, beginning: Beginning) {
    this.#match = match;
    this.#changes = changes;
    this.#beginning = beginning;
  }

  /**
   * Lets a bot take an open seat, or changes the kind of the bot there.
   * @throws `RefusalError` with `not-host`, `unknown-seat`, `seat-taken`, `seals-fixed` or `match-begun`
   */
  seatBot(holder: string, seat: string, kind: BotKind): Promise<void> {
    return this.#act(
      holder,
      () => this.#match.seats.botIn(seat) === kind,
      async () => {
        this.#changes.requireUnfixed();
        const chosen = this.#match.seats.choose(seat, this.#match.seats.bots);
        await this.#match.record([{ type: "bot-seated", seat: chosen, kind }]);
        await this.#beginning.proceed();
      },
    );
  }

  /**
   * Opens the seat of a bot or of another player. An open seat stays open.
   * @throws `RefusalError` with `not-host`, `own-seat`, `unknown-seat`, `seals-fixed` or `match-begun`
   */
  freeSeat(holder: string, seat: string): Promise<void> {
    return this.#act(
      holder,
      () => this.#match.seats.isOpen(seat),
      async (by) => {
        if (seat === by) throw refuse("own-seat");
        this.#changes.requireUnfixed();
        await this.#changes.open([seat]);
      },
    );
  }

  /**
   * Makes another player the host.
   * @throws `RefusalError` with `not-host`, `unknown-seat`, `no-player` or `match-begun`
   */
  handOver(holder: string, seat: string): Promise<void> {
    return this.#act(
      holder,
      () => this.#match.seats.isHost(seat),
      async () => {
        const isHuman = this.#match.seats.isPerson(seat) && !this.#match.seats.isBotAccount(seat);
        if (!isHuman) throw refuse("no-player", { field: "seat" });
        await this.#match.record([{ type: "host-changed", seat }]);
      },
    );
  }

  /**
   * Lets others join a private match by its short code, or no longer. A public match is always joined by it.
   * @throws `RefusalError` with `not-host` or `match-begun`
   */
  showCode(holder: string, shown: boolean): Promise<void> {
    return this.#act(
      holder,
      () =>
        this.#match.plan.invitation === null ||
        (!this.#match.hasBegun && this.#match.details.codeShown === shown),
      () => this.#match.record([{ type: "code-shown", shown }]),
    );
  }

  /** As `Beginning.beginNow`. @throws `RefusalError` with `not-host`, `too-few-players` or `match-begun` */
  start(holder: string): Promise<void> {
    return this.#act(
      holder,
      (by) => (this.#match.hasBegun || this.#beginning.isRevealing) && this.#match.seats.isHost(by),
      () => this.#beginning.beginNow(),
    );
  }

  /** Makes the first connected player the host if the host is not connected. Rejects if the journal fails. */
  replaceIfAbsent(): Promise<void> {
    return this.#match.queue.run(async () => {
      const next = this.#match.hasBegun ? null : this.#match.seats.successor;
      if (next !== null) await this.#match.record([{ type: "host-changed", seat: next }]);
    });
  }

  /** @param holder of the host's seat, which `isDone` and `action` get */
  #act(
    holder: string,
    isDone: (by: string) => boolean,
    action: (by: string) => Promise<void>,
  ): Promise<void> {
    return this.#changes.runFor(holder, (by) =>
      this.#changes.doUnless(
        () => isDone(by),
        async () => {
          if (!this.#match.seats.isHost(by)) throw refuse("not-host");
          await action(by);
        },
      ),
    );
  }
}
