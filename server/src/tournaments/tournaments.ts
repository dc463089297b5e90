import { TOURNAMENT_LIMITS } from "@flower-war/protocol/server";
import type { ExpiringKeys } from "../cluster/expiring-keys.ts";
import type { Ports } from "../ports.ts";
import { Queue } from "../queue.ts";
import { newMatchId, randomBelow } from "../random.ts";
import { refuse } from "../refusal.ts";
import { deleteExpired } from "../storage/retention.ts";
import type { Cancel, ServerTime } from "../time.ts";
import { advance, noteAbsent, noteResult } from "./decide.ts";
import type { TournamentFact, TournamentPlan } from "./facts.ts";
import type { TournamentMatches } from "./matches.ts";
import type { TournamentStore } from "./store/tournament-store.ts";
import { Tournament } from "./tournament.ts";

/** ms between two looks at the tournaments that go on, and at whether there are any. */
const STEP = 500;
const LOOK = 60_000;
/** ms after which another server runs them if this one does not, and between two of its attempts. */
const LEASE = 5_000;
const ATTEMPT = LEASE / 2;
const LEASE_KEY = "tournaments";

/** Attempts to append while others do. */
const ATTEMPTS = 10;

/** Tournaments that are kept in memory. */
const KNOWN = TOURNAMENT_LIMITS.inAll + TOURNAMENT_LIMITS.listed;

interface TournamentsPorts extends Pick<Ports, "random" | "log"> {
  readonly time: ServerTime;
  readonly store: TournamentStore;
  readonly matches: TournamentMatches;
  readonly keys: Pick<ExpiringKeys, "claim" | "release">;
  readonly processId: string;
  /** ms for which tournaments are stored after their end. */
  readonly retention: number;
}

/** Decides what happens in a tournament: facts, none if nothing does. May throw a refusal. */
type Decide = (tournament: Tournament) => readonly TournamentFact[];

/**
 * The tournaments. Any server of a cluster takes what people ask for; one of them, which holds a lease, starts them, pairs, creates matches and
 * notes how they end. Whatever it does is stored before it is done: a server that takes over goes on from the facts.
 */
export class Tournaments {
  readonly #ports: TournamentsPorts;
  /** By id, the one that was used last at the end. */
  readonly #known = new Map<string, { readonly queue: Queue; tournament: Tournament | null }>();
  #cancelStep: Cancel = () => {};
  /** Whether none goes on, as far as this server knows. */
  #isIdle = false;
  /** Whether it learned of one since the last look began. */
  #isWoken = false;
  #isStopped = false;
  #endRetention: Cancel = () => {};
  /** Since when this server runs them, ms since 1970; `null`: another one does. */
  #leadsSince: number | null = null;

  constructor(ports: TournamentsPorts) {
    this.#ports = ports;
  }

  /** Runs the tournaments, now and whenever no other server does. */
  start(): void {
    const { time, store, retention } = this.#ports;
    void this.#tick();
    this.#endRetention = deleteExpired(() => store.deleteExpired(time.steady.now() - retention), this.#ports);
  }

  /** Runs them no more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelStep();
    this.#endRetention();
    const { keys, processId } = this.#ports;
    if (this.#leadsSince !== null) await keys.release(LEASE_KEY, processId).catch(() => {});
    this.#leadsSince = null;
  }

  /**
   * Creates a tournament.
   * @throws `RefusalError` with `too-many-tournaments` or `unavailable`
   */
  async create(plan: TournamentPlan): Promise<Tournament> {
    const { store, random, time } = this.#ports;
    const { player } = plan.organiser;
    const open = await store.listOpen();
    const own = open.filter(({ organiser }) => organiser === player);
    if (open.length >= TOURNAMENT_LIMITS.inAll || own.length >= TOURNAMENT_LIMITS.perPlayer)
      throw refuse("too-many-tournaments");
    const id = newMatchId(random);
    const created = { type: "created", plan, at: time.steady.now() } as const;
    await store.create(id, player, created);
    this.#wake();
    return new Tournament(id, [created]);
  }

  /** Finds a tournament as it is now. @throws `RefusalError` with `unknown-tournament` or `unavailable` */
  find(id: string): Promise<Tournament> {
    return this.change(id, () => []);
  }

  /** Lists those that go on, the oldest first, then the last ones that are over. @throws `RefusalError` with `unavailable` */
  async list(): Promise<readonly Tournament[]> {
    const { store } = this.#ports;
    const heads = [...(await store.listOpen()), ...(await store.listEnded(TOURNAMENT_LIMITS.listed))];
    const found = await Promise.all(heads.map(({ id }) => this.find(id).catch(orNone)));
    return found.filter((each) => each !== null);
  }

  /**
   * Changes a tournament: stores the facts that are decided. Returns it as it is then.
   * @throws `RefusalError` with `unknown-tournament` or `unavailable`, or as `decide`
   */
  change(id: string, decide: Decide): Promise<Tournament> {
    if (!/^[A-Za-z0-9]{12}$/.test(id)) throw refuse("unknown-tournament");
    const known = this.#known.get(id) ?? { queue: new Queue(), tournament: null };
    this.#known.delete(id);
    this.#known.set(id, known);
    for (const [oldest] of this.#known) {
      if (this.#known.size <= KNOWN) break;
      this.#known.delete(oldest);
    }
    return known.queue.run(async () => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        known.tournament = await this.#catchUp(id, known.tournament);
        if (known.tournament.status !== "over") this.#wake();
        const facts = decide(known.tournament);
        if (facts.length === 0 || (await this.#append(known, known.tournament, facts)))
          return known.tournament;
      }
      throw refuse("unavailable");
    });
  }

  /** Applies what other servers have stored. */
  async #catchUp(id: string, tournament: Tournament | null): Promise<Tournament> {
    const facts = await this.#ports.store.readSince(id, tournament?.n ?? 0);
    if (tournament === null) {
      if (facts.length === 0) throw refuse("unknown-tournament");
      return new Tournament(id, facts);
    }
    for (const fact of facts) tournament.apply(fact);
    return tournament;
  }

  /** Returns `false` if another server has appended meanwhile. */
  async #append(
    known: { tournament: Tournament | null },
    tournament: Tournament,
    facts: readonly TournamentFact[],
  ): Promise<boolean> {
    const at = this.#ports.time.steady.now();
    const dated = facts.map((fact) => ({ ...fact, at }));
    try {
      if (!(await this.#ports.store.append(tournament.id, tournament.n, dated))) return false;
    } catch (error) {
      // They may have been stored.
      known.tournament = null;
      throw error;
    }
    for (const fact of dated) tournament.apply(fact);
    return true;
  }

  async #tick(): Promise<void> {
    this.#isIdle = this.#isWoken = false;
    const next = await this.#step().catch((err: unknown) => {
      this.#ports.log.warn({ err }, "tournaments not run");
      return ATTEMPT;
    });
    const wait = this.#isWoken ? Math.min(next, ATTEMPT) : next;
    this.#isIdle = wait === LOOK;
    this.#schedule(wait);
  }

  #schedule(wait: number): void {
    this.#cancelStep();
    if (this.#isStopped) return;
    this.#cancelStep = this.#ports.time.after(wait, () => void this.#tick(), { background: true });
  }

  /** Looks soon: there is a tournament that goes on. */
  #wake(): void {
    this.#isWoken = true;
    if (!this.#isIdle) return;
    this.#isIdle = false;
    this.#schedule(STEP);
  }

  /** Returns ms until the next one. */
  async #step(): Promise<number> {
    const { keys, processId, store, time, log } = this.#ports;
    const heads = await store.listOpen();
    if (heads.length === 0) return LOOK;
    const leads = await keys.claim(LEASE_KEY, processId, LEASE).catch(() => false);
    if (!leads) this.#leadsSince = null;
    else this.#leadsSince ??= time.steady.now();
    if (this.#leadsSince === null) return ATTEMPT;
    const run = ({ id }: { readonly id: string }) =>
      this.#run(id).catch((err: unknown) => log.warn({ err, tournament: id }, "tournament not run"));
    await Promise.all(heads.map(run));
    return STEP;
  }

  /** Does what is due in a tournament. */
  async #run(id: string): Promise<void> {
    let tournament = await this.find(id);
    if (tournament.openTables.length > 0) {
      await this.#noteResults(tournament);
      await this.#noteNoShows(tournament);
    }
    const { random, time } = this.#ports;
    const chances = {
      now: time.steady.now(),
      newMatch: () => newMatchId(random),
      draw: (below: number) => randomBelow(random, below),
    };
    for (;;) {
      const { n } = tournament;
      tournament = await this.change(id, (before) => advance(before, chances));
      if (tournament.n === n) return;
      const created = tournament.openTables.filter(({ at, places }) => at >= chances.now && places === null);
      await this.#create(tournament, created);
      if (tournament.status === "over")
        this.#ports.log.info({ tournament: id, by: tournament.ended?.by }, "tournament over");
    }
  }

  async #noteResults(tournament: Tournament): Promise<void> {
    const tables = tournament.openTables;
    const states = await this.#ports.matches.look(tournament, tables);
    const over = tables.flatMap((table, i) => {
      const state = states[i];
      return state?.is === "over" ? [{ table, places: state.places }] : [];
    });
    if (over.length > 0) {
      await this.change(tournament.id, (before) =>
        over.flatMap(({ table, places }) => noteResult(before, table, places)),
      );
    }
    await this.#create(
      tournament,
      tables.filter((_, i) => states[i]?.is === "missing"),
    );
  }

  /** Ends the wait for players who have not come in time, counted from when this server began to run the tournaments. */
  async #noteNoShows(tournament: Tournament): Promise<void> {
    const { matches, time, log } = this.#ports;
    const now = time.steady.now();
    const since = this.#leadsSince ?? now;
    const due = tournament.openTables.filter(
      ({ at, isAttended }) => !isAttended && now >= Math.max(at, since) + tournament.plan.noShow,
    );
    for (const table of due) {
      const { absent, hasBegun } = await matches.endNoShows(tournament, table);
      if (absent.length > 0)
        log.info({ tournament: tournament.id, match: table.match, absent }, "players did not come");
      await this.change(tournament.id, (before) => noteAbsent(before, table, absent, hasBegun));
    }
  }

  /** Creates matches. One that cannot be created now is at the next look. */
  async #create(tournament: Tournament, tables: Tournament["openTables"]): Promise<void> {
    const { matches, log } = this.#ports;
    await Promise.all(
      tables.map((table) =>
        matches
          .create(tournament, table)
          .catch((err: unknown) => log.warn({ err, match: table.match }, "match not created yet")),
      ),
    );
  }
}

/** Leaves one out that was deleted meanwhile. */
function orNone(error: unknown): null {
  if ((error as { body?: { code?: string } }).body?.code === "unknown-tournament") return null;
  throw error;
}
