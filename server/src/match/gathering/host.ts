import { type BotKind, LIMITS, type TablePolicy } from "@flower-war/protocol";
import { distinctName } from "../../names/distinct-name.ts";
import { newInvitation } from "../../random.ts";
import { RefusalError, refusalBody, refuse } from "../../refusal.ts";
import type { BarLifted, PersonBarred, PolicyChanged } from "../../storage/journal/facts.ts";
import type { Match } from "../match.ts";
import type { Barrable } from "../seats/barred.ts";
import type { Beginning } from "./beginning.ts";
import type { GatheringServices, TableChanges } from "./table-changes.ts";

/** A person whom a host keeps from something, with the name that all know. */
export interface NamedPerson extends Barrable {
  readonly name: string;
}

/**
 * The acts of a table's host, most of them while it gathers. Each method takes the holder of their seat, and refuses `bad-token` if there is none. A repeated
 * request changes nothing.
 */
export class Host {
  readonly #match: Match;
  readonly #changes: TableChanges;
  readonly #beginning: Beginning;
  readonly #services: Pick<GatheringServices, "quotas" | "random">;

  constructor(
    match: Match,
    changes: TableChanges,
    beginning: Beginning,
    services: Pick<GatheringServices, "quotas" | "random">,
  ) {
    this.#match = match;
    this.#changes = changes;
    this.#beginning = beginning;
    this.#services = services;
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
   * @param name whose seat it is: changes nothing if another one sits there by now; `null`: whoever sits there
   * @param blocks whether the player cannot come back
   * @throws `RefusalError` with `not-host`, `own-seat`, `unknown-seat`, `seals-fixed`, `too-many-barred` or `match-begun`
   */
  freeSeat(holder: string, seat: string, name: string | null = null, blocks = false): Promise<void> {
    const { seats } = this.#match;
    return this.#act(
      holder,
      () => seats.isOpen(seat) || (name !== null && name !== seats.nameOf(seat)),
      async (by) => {
        if (seat === by) throw refuse("own-seat");
        this.#changes.requireUnfixed();
        const person = { ...seats.originOf(seat), name: seats.nameOf(seat) };
        if (blocks && seats.isPerson(seat)) await this.#bar("blocked", person);
        await this.#changes.open([seat]);
      },
    );
  }

  /**
   * Changes what the host has set. Returns the invitation by which others sit down; `null`: they need none.
   * @throws `RefusalError` with `not-host`, `too-many-changes` or `match-over`
   */
  setPolicy(
    holder: string,
    wanted: Partial<Pick<TablePolicy, "admission" | "slow" | "quiet">>,
  ): Promise<string | null> {
    return this.#moderate(holder, async () => {
      const { policy, seatSecret } = this.#match;
      const { admission, slow, quiet } = wanted;
      const changed = {
        ...(admission !== undefined && admission !== policy.admission && { admission }),
        ...(slow !== undefined && slow !== policy.slow && { slow }),
        ...(quiet !== undefined && quiet !== policy.quiet && { quiet }),
      };
      const isFirst = changed.admission === "invited" && seatSecret === null;
      const invitation = isFirst && { invitation: newInvitation(this.#services.random) };
      if (Object.keys(changed).length > 0)
        await this.#set({ type: "policy-changed", ...changed, ...invitation });
      return this.#match.seatInvitation;
    });
  }

  /**
   * Keeps a spectator from the table, or from talking. A repeated request changes nothing.
   * @throws `RefusalError` with `not-host`, `too-many-barred`, `too-many-changes` or `match-over`
   */
  bar(holder: string, how: PersonBarred["how"], person: () => NamedPerson): Promise<void> {
    return this.#moderate(holder, () => this.#bar(how, person()));
  }

  /** Ends that. @throws `RefusalError` with `not-host`, `too-many-changes` or `match-over` */
  lift(holder: string, how: PersonBarred["how"], name: string): Promise<void> {
    return this.#moderate(holder, async () => {
      if (this.#match.policy[how].includes(name)) await this.#set({ type: "bar-lifted", how, name });
    });
  }

  async #bar(how: PersonBarred["how"], person: NamedPerson): Promise<void> {
    const { barred } = this.#match;
    if (barred.has(how, person)) return;
    const names = barred.names(how);
    if (names.length >= LIMITS.barred) throw refuse("too-many-barred");
    const name = distinctName(person.name, names);
    await this.#set({ type: "barred", how, name, keys: barred.keysOf(person) });
  }

  /** @throws `RefusalError` with `match-over` */
  async #set(fact: PolicyChanged | PersonBarred | BarLifted): Promise<void> {
    if (this.#match.isOver) throw new RefusalError(refusalBody("match-over"));
    await this.#match.record([fact]);
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

  /**
   * Makes the first connected player the host of a table that gathers if the host is not connected: once the match has begun, whoever is
   * there alone would decide for a host who is away for a while. Rejects if the journal fails.
   */
  replaceIfAbsent(): Promise<void> {
    return this.#match.queue.run(async () => {
      const next = this.#match.hasBegun ? null : this.#match.seats.successor;
      if (next !== null) await this.#match.record([{ type: "host-changed", seat: next }]);
    });
  }

  /** Does what is the host's until the match is over. Counted before the match's queue, which waits for no other store. @param holder of the host's seat */
  async #moderate<T>(holder: string, action: () => Promise<T>): Promise<T> {
    const { seats, plan } = this.#match;
    const seat = seats.findHolder(holder)?.seat;
    if (seat !== undefined && seats.isHost(seat))
      await this.#services.quotas.count("moderate-table", { ...seats.originOf(seat), target: plan.match });
    return this.#changes.runFor(holder, async (by) => {
      if (!this.#match.seats.isHost(by)) throw refuse("not-host");
      return action();
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
