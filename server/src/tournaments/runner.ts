import type { ExpiringKeys } from "../cluster/expiring-keys.ts";
import type { Ports } from "../ports.ts";
import { newMatchId, randomBelow } from "../random.ts";
import { deleteExpired } from "../storage/retention.ts";
import type { Cancel, ServerTime } from "../time.ts";
import { advance, type Chances, isPairing, noteAbsent, noteResult, startsBy } from "./decide.ts";
import { isDamaged, type TableState, type TournamentMatches } from "./matches.ts";
import type { TournamentHead, TournamentStore } from "./store/tournament-store.ts";
import type { Table, Tournament } from "./tournament.ts";
import type { Tournaments } from "./tournaments.ts";

/** ms between two looks at the tournaments that go on, and at whether there are any. */
const STEP = 500;
const LOOK = 60_000;
/** ms after which another server runs them if this one does not, and between two of its attempts. */
const LEASE = 5_000;
const ATTEMPT = LEASE / 2;
const LEASE_KEY = "tournaments";
/** ms between two looks whether a match has a room whose players have not all come, and whether they did. */
const ATTENDED = 10_000;
const AGAIN = 2_000;
/** ms in which a tournament's same failure is logged once. */
const LOGGED = 60_000;
/** ms for which `stop` waits for what is under way. */
const STOP = 2_000;

interface RunnerPorts extends Pick<Ports, "random" | "log"> {
  readonly time: ServerTime;
  readonly tournaments: Tournaments;
  readonly store: Pick<TournamentStore, "listOpen" | "deleteExpired">;
  readonly matches: Pick<TournamentMatches, "look" | "create" | "open" | "createdAt" | "endNoShows">;
  readonly keys: Pick<ExpiringKeys, "claim" | "release">;
  /** Whether a player is banned. */
  readonly isBanned: (player: string) => boolean;
  readonly processId: string;
  /** ms for which tournaments are stored after their end. */
  readonly retention: number;
}

/**
 * Runs the tournaments: starts them, pairs, creates matches and notes how they end. Of the servers of a cluster one does, which holds a lease.
 * Whatever it does is stored before it is done: a server that takes over goes on from the facts. What waits for other servers, as for the room of a
 * match, is done beside: no tournament waits for it.
 */
export class TournamentRunner {
  readonly #ports: RunnerPorts;
  #isStopped = false;
  #cancelStep: Cancel = () => {};
  #endRetention: Cancel = () => {};
  /** When it looks next, ms of `Time.monotonic`. */
  #next = Number.POSITIVE_INFINITY;
  #ticking: Promise<void> = Promise.resolve();
  /** Whether it was woken since the last look began. */
  #isWoken = false;
  /** Whether another server runs them, as far as this one knows. */
  #follows = false;
  /** Since when this server runs them without a break, ms since 1970; `null`: it does not. */
  #leadsSince: number | null = null;
  /** When it last saw them all, ms of `Time.monotonic`. */
  #sawAt = Number.NEGATIVE_INFINITY;
  /** What is done beside, by the match's id. */
  readonly #jobs = new Map<string, Promise<void>>();
  /** When a table's players are looked for next, ms of `Time.monotonic`. */
  readonly #attended = new WeakMap<Table, number>();
  /** Players of open tables, and their tournaments. */
  #playing = new Map<string, string>();
  /** Failures that were logged, and until when they are not again, ms of `Time.monotonic`. */
  readonly #logged = new Map<string, number>();

  constructor(ports: RunnerPorts) {
    this.#ports = ports;
  }

  /** Runs the tournaments, now and whenever no other server does. */
  start(): void {
    const { time, store, retention, tournaments } = this.#ports;
    tournaments.onChange = () => this.#wake();
    this.#tickNow();
    this.#endRetention = deleteExpired(() => store.deleteExpired(time.steady.now() - retention), this.#ports);
  }

  /** Runs them no more. Resolves when what is under way has ended, after 2 s at most. */
  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#cancelStep();
    this.#endRetention();
    const { keys, processId, time } = this.#ports;
    const waited = Promise.withResolvers<void>();
    const cancel = time.after(STOP, waited.resolve);
    await Promise.race([Promise.all([this.#ticking, ...this.#jobs.values()]), waited.promise]);
    cancel();
    if (this.#leadsSince !== null) await keys.release(LEASE_KEY, processId).catch(() => {});
    this.#leadsSince = null;
  }

  async #tick(): Promise<void> {
    this.#isWoken = false;
    const wait = await this.#step().catch((err: unknown) => {
      this.#warn("", "tournaments not run", { err });
      this.#leadsSince = null;
      return ATTEMPT;
    });
    this.#next = Number.POSITIVE_INFINITY;
    this.#schedule(this.#isWoken ? Math.min(wait, this.#soon) : wait);
  }

  /** Looks in so many ms, unless it does before. */
  #schedule(wait: number): void {
    const { time } = this.#ports;
    const at = time.monotonic() + wait;
    if (this.#isStopped || at >= this.#next) return;
    this.#next = at;
    this.#cancelStep();
    this.#cancelStep = time.after(wait, () => this.#tickNow(), { background: true });
  }

  #tickNow(): void {
    // A look under way schedules the next one.
    this.#next = 0;
    this.#ticking = this.#tick();
  }

  /** Looks soon: there is a tournament that goes on. */
  #wake(): void {
    this.#isWoken = true;
    this.#schedule(this.#soon);
  }

  /** ms until a look that was asked for. */
  get #soon(): number {
    return this.#follows ? ATTEMPT : STEP;
  }

  /** Returns ms until the next one. */
  async #step(): Promise<number> {
    const { keys, processId, store, time, tournaments } = this.#ports;
    const heads = await store.listOpen();
    if (heads.length === 0) return LOOK;
    const leads = await keys.claim(LEASE_KEY, processId, LEASE).catch(() => false);
    this.#follows = !leads;
    // In a time without looks their players may not have been able to come either.
    if (!leads || time.monotonic() - this.#sawAt > LEASE) this.#leadsSince = null;
    this.#sawAt = time.monotonic();
    if (leads) this.#leadsSince ??= time.steady.now();
    if (this.#leadsSince === null || this.#isStopped) return ATTEMPT;
    const deserters = await tournaments.departedOrganisers(heads.map(({ organiser }) => organiser));
    const found = await Promise.all(heads.map((head) => this.#find(head)));
    this.#playing = new Map(
      found.flatMap((each) =>
        (each?.openTables ?? []).flatMap(({ players }) =>
          players.map((player) => [player, each?.id ?? ""] as const),
        ),
      ),
    );
    const waits = found.map(async (each) => (each ? this.#run(each, deserters) : ATTEMPT));
    return Math.min(ATTEMPT, ...(await Promise.all(waits)));
  }

  async #find(head: TournamentHead): Promise<Tournament | null> {
    return this.#ports.tournaments.findListed(head).catch((err: unknown) => {
      this.#warn(head.id, "tournament not read", { err });
      return null;
    });
  }

  /** Does what is due in a tournament. Returns ms until there may be more. */
  async #run(tournament: Tournament, deserters: ReadonlySet<string>): Promise<number> {
    const { id, plan } = tournament;
    const now = tournament.now(this.#ports.time.steady.now());
    const isDeserted = deserters.has(plan.organiser.player);
    const wait = startsBy(tournament) - now;
    if (tournament.status === "gathering" && wait > 0 && !isDeserted) return Math.max(STEP, wait);
    try {
      const looked = await this.#look(tournament).catch((err: unknown) => {
        this.#warn(id, "matches not read", { err });
        return tournament;
      });
      await this.#advance(looked, isDeserted);
    } catch (err) {
      this.#warn(id, "tournament not run", { err });
    }
    return STEP;
  }

  async #advance(tournament: Tournament, isDeserted: boolean): Promise<void> {
    const { tournaments, log } = this.#ports;
    let present = tournament;
    while (!this.#isStopped && present.status !== "over") {
      const gone = isPairing(present) ? await tournaments.departedOf(present) : new Set<string>();
      if (this.#isStopped) return;
      const { n } = present;
      const before = new Set(present.openTables);
      present = await tournaments.change(
        present.id,
        (read) => this.#decide(read, this.#chancesOf(read, gone, isDeserted)),
        n,
      );
      if (present.n === n) return;
      for (const table of present.openTables) if (!before.has(table)) this.#create(present, table);
      if (present.status === "over")
        log.info({ tournament: present.id, by: present.ended?.by }, "tournament over");
    }
  }

  #decide(tournament: Tournament, chances: Chances) {
    const facts = advance(tournament, chances);
    for (const fact of facts) {
      if (fact.type !== "paired") continue;
      for (const { players } of fact.tables)
        for (const player of players) this.#playing.set(player, tournament.id);
    }
    return facts;
  }

  #chancesOf(tournament: Tournament, gone: ReadonlySet<string>, isDeserted: boolean): Chances {
    const { random, time, isBanned } = this.#ports;
    return {
      now: tournament.now(time.steady.now()),
      newMatch: () => newMatchId(random),
      draw: (below) => randomBelow(random, below),
      isBarred: (player) => gone.has(player) || isBanned(player),
      isBusy: (player) => (this.#playing.get(player) ?? tournament.id) !== tournament.id,
      isDeserted,
    };
  }

  /** Notes how matches ended; creates those that do not exist, and looks for the players of others. */
  async #look(tournament: Tournament): Promise<Tournament> {
    const { matches, tournaments } = this.#ports;
    const tables = tournament.openTables;
    if (tables.length === 0) return tournament;
    const states = await matches.look(tournament, tables);
    if (this.#isStopped) return tournament;
    const over: [Table, Extract<TableState, { is: "over" }>][] = [];
    for (const [i, table] of tables.entries()) {
      const state = states[i];
      if (state?.is === "over") over.push([table, state]);
      else if (state?.is === "missing") this.#create(tournament, table);
      else if (!table.isAttended) this.#attend(tournament, table);
    }
    if (over.length === 0) return tournament;
    return tournaments.change(
      tournament.id,
      (read) => over.flatMap(([table, { places, absent }]) => noteResult(read, table, places, absent)),
      tournament.n,
    );
  }

  /** Creates a match. One that cannot be created now is at the next look. */
  #create(tournament: Tournament, table: Table): void {
    const { matches } = this.#ports;
    this.#beside(tournament, table, "match not created yet", () => matches.create(tournament, table));
  }

  /** Opens the room of a match that has not begun, and ends the wait for its players at its time. */
  #attend(tournament: Tournament, table: Table): void {
    const { time } = this.#ports;
    const now = time.monotonic();
    const isDue = this.#isDue(tournament, table.at);
    const next = this.#attended.get(table);
    if (next === undefined && !isDue) this.#attended.set(table, now + ATTENDED);
    if (next === undefined ? !isDue : now < next && !(isDue && next > now + AGAIN)) return;
    this.#attended.set(table, now + (isDue ? AGAIN : ATTENDED));
    this.#beside(tournament, table, "players not looked for", () => this.#lookForPlayers(tournament, table));
  }

  /** Whether players had time to come: since their match was created, and in which this server ran the tournaments. @param created ms since 1970 */
  #isDue({ plan }: Tournament, created: number): boolean {
    const now = this.#ports.time.steady.now();
    return now >= Math.max(created, this.#leadsSince ?? now) + plan.noShow;
  }

  async #lookForPlayers(tournament: Tournament, table: Table): Promise<void> {
    const { matches, tournaments, log } = this.#ports;
    const created = this.#isDue(tournament, table.at) ? await matches.createdAt(table) : null;
    if (created === null || !this.#isDue(tournament, created)) return matches.open(table);
    const absent = await matches.endNoShows(tournament, table);
    if (absent === null || this.#isStopped) return;
    const fields = { tournament: tournament.id, match: table.match, absent };
    if (absent.length > 0) log.info(fields, "players did not come");
    await tournaments.change(tournament.id, (read) => noteAbsent(read, table, absent));
  }

  /** Does something for a table while all others go on, one thing at a time. A damaged match ends without a result. */
  #beside(tournament: Tournament, table: Table, failed: string, work: () => Promise<unknown>): void {
    const { tournaments } = this.#ports;
    const { match } = table;
    if (this.#isStopped || this.#jobs.has(match)) return;
    const run = async () => {
      try {
        await work();
      } catch (err) {
        this.#warn(tournament.id, failed, { err, match });
        if (isDamaged(err))
          await tournaments.change(tournament.id, (read) => noteResult(read, table, new Map()));
      }
    };
    const job = run()
      .catch((err: unknown) => this.#warn(tournament.id, failed, { err, match }))
      .finally(() => this.#jobs.delete(match));
    this.#jobs.set(match, job);
  }

  /** Logs a failure of a tournament once in a minute. */
  #warn(tournament: string, message: string, fields: object): void {
    const { time, log } = this.#ports;
    const now = time.monotonic();
    const key = `${tournament} ${message}`;
    if ((this.#logged.get(key) ?? 0) > now) return;
    for (const [each, until] of this.#logged) if (until <= now) this.#logged.delete(each);
    this.#logged.set(key, now + LOGGED);
    log.warn({ tournament, ...fields }, message);
  }
}
