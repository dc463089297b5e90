import { TOURNAMENT_LIMITS } from "@flower-war/protocol/server";
import type { Ports } from "../ports.ts";
import { Queue } from "../queue.ts";
import { newMatchId } from "../random.ts";
import { RefusalError, refuse } from "../refusal.ts";
import type { ServerTime } from "../time.ts";
import { end } from "./decide.ts";
import type { Departed } from "./departed.ts";
import type { TournamentFact, TournamentPlan } from "./facts.ts";
import type { TournamentHead, TournamentStore } from "./store/tournament-store.ts";
import { Tournament } from "./tournament.ts";

/** Attempts to append while others do. */
const ATTEMPTS = 10;

/** Tournaments that are kept in memory. */
const KNOWN = TOURNAMENT_LIMITS.inAll + TOURNAMENT_LIMITS.listed;

interface TournamentsPorts extends Pick<Ports, "random"> {
  readonly time: ServerTime;
  readonly store: TournamentStore;
  readonly departed: Departed;
}

/** Decides what happens in a tournament: facts, none if nothing does. May throw a refusal. */
type Decide = (tournament: Tournament) => readonly TournamentFact[];

/** One that is in memory, or is being read. */
interface Known {
  readonly queue: Queue;
  /** `null`: it has to be read. */
  tournament: Tournament | null;
  /** Whether the database was replaced since. */
  isForgotten: boolean;
}

/** The tournaments, which any server of a cluster changes: each as the facts have it that are stored. */
export class Tournaments {
  readonly #ports: TournamentsPorts;
  /** By id, the one that was used last at the end. */
  readonly #known = new Map<string, Known>();
  /** Those that are being read for the first time: most made-up ids never get into `#known`. */
  readonly #loading = new Map<string, Known>();
  /** Is called when one that goes on was asked for here. */
  onChange: () => void = () => {};

  constructor(ports: TournamentsPorts) {
    this.#ports = ports;
  }

  /**
   * Creates a tournament.
   * @throws `RefusalError` with `too-many-tournaments` or `unavailable`
   */
  async create(plan: TournamentPlan): Promise<Tournament> {
    const { store, random, time } = this.#ports;
    const open = await store.listOpen();
    const own = open.filter(({ organiser }) => organiser === plan.organiser.player);
    if (open.length >= TOURNAMENT_LIMITS.inAll || own.length >= TOURNAMENT_LIMITS.perPlayer)
      throw refuse("too-many-tournaments");
    const id = newMatchId(random);
    const created = { type: "created", plan, at: time.steady.now() } as const;
    await store.create(id, created);
    this.onChange();
    return new Tournament(id, [created]);
  }

  /** Finds a tournament as it is now. @throws `RefusalError` with `unknown-tournament`, `tournament-damaged` or `unavailable` */
  find(id: string): Promise<Tournament> {
    return this.change(id, () => []);
  }

  /** Finds a tournament that a list has: in memory, if nothing has happened since. @throws as `find` */
  async findListed({ id, facts }: TournamentHead): Promise<Tournament> {
    const known = this.#known.get(id)?.tournament;
    return known?.n === facts ? known : this.find(id);
  }

  /** Lists those that go on, the oldest first, then the last ones that are over, without those that are damaged. @throws `RefusalError` with `unavailable` */
  async list(): Promise<readonly Tournament[]> {
    const { store } = this.#ports;
    const heads = [...(await store.listOpen()), ...(await store.listEnded(TOURNAMENT_LIMITS.listed))];
    const found = await Promise.all(heads.map((head) => this.findListed(head).catch(orNone)));
    return found.filter((each) => each !== null);
  }

  /** Returns the players and organiser of a tournament who were deleted, as of 10 s ago at most. @throws `RefusalError` with `unavailable` */
  departedOf(tournament: Tournament): Promise<ReadonlySet<string>> {
    const { plan, entrants } = tournament;
    return this.#departed(tournament, () => [plan.organiser.player, ...entrants.map(({ player }) => player)]);
  }

  /** Returns the organisers among these who were deleted, as of 10 s ago at most. @throws `RefusalError` with `unavailable` */
  departedOrganisers(organisers: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#departed(this, () => [...new Set(organisers)]);
  }

  #departed(of: object, players: () => readonly string[]): Promise<ReadonlySet<string>> {
    return this.#ports.departed.among(of, players).catch((error: unknown) => {
      throw Object.assign(refuse("unavailable"), { cause: error });
    });
  }

  /**
   * Changes a tournament: stores the facts that are decided. Returns it as it is then.
   * @param n how many facts there are, if that was read: then it is not read again unless there are others
   * @throws `RefusalError` with `unknown-tournament`, `tournament-damaged` or `unavailable`, or as `decide`
   */
  change(id: string, decide: Decide, n?: number): Promise<Tournament> {
    if (!/^[A-Za-z0-9]{12}$/.test(id)) throw refuse("unknown-tournament");
    const known = this.#known.get(id) ??
      this.#loading.get(id) ?? { queue: new Queue(), tournament: null, isForgotten: false };
    if (known.tournament === null) this.#loading.set(id, known);
    return known.queue.run(async () => {
      try {
        for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
          const isRead = attempt === 0 && n !== undefined && known.tournament?.n === n;
          const tournament = isRead ? known.tournament : await this.#read(id, known);
          if (tournament === null) throw refuse("unknown-tournament");
          if (tournament.status !== "over") this.onChange();
          const facts = decide(tournament);
          if (facts.length === 0 || (await this.#append(known, tournament, facts))) return tournament;
        }
        throw refuse("unavailable");
      } finally {
        this.#keep(id, known);
      }
    });
  }

  /** Requires that there is a tournament, which may be damaged. @throws `RefusalError` with `unknown-tournament` or `unavailable` */
  async require(id: string): Promise<void> {
    await this.find(id).catch((error: unknown) => {
      if (!hasCode(error, "tournament-damaged")) throw error;
    });
  }

  /** Ends a tournament for an operator: its places are those so far. One that is damaged is closed, and stays so. @throws as `require` */
  async endByOperator(id: string): Promise<void> {
    try {
      await this.change(id, (tournament) => end(tournament, "operator"));
    } catch (error) {
      if (!hasCode(error, "tournament-damaged")) throw error;
      await this.#ports.store.close(id, this.#ports.time.steady.now());
    }
  }

  /** Forgets all that is in memory: an earlier database has replaced this one. */
  forget(): void {
    for (const known of [...this.#known.values(), ...this.#loading.values()]) known.isForgotten = true;
    this.#known.clear();
    this.#loading.clear();
  }

  /** Keeps one that was found in memory, and of those the ones that were used last. */
  #keep(id: string, known: Known): void {
    if (this.#loading.get(id) === known) this.#loading.delete(id);
    if (known.tournament === null || known.isForgotten) {
      if (this.#known.get(id) === known) this.#known.delete(id);
      return;
    }
    this.#known.delete(id);
    this.#known.set(id, known);
    for (const [oldest] of this.#known) {
      if (this.#known.size <= KNOWN) break;
      this.#known.delete(oldest);
    }
  }

  /**
   * Applies what other servers have stored. Returns `null` if there is no such tournament, or no longer.
   * @throws `RefusalError` with `tournament-damaged`, or `unavailable`
   */
  async #read(id: string, known: Known): Promise<Tournament | null> {
    const { tournament } = known;
    try {
      const facts = await this.#ports.store.readSince(id, tournament?.n ?? 0);
      if (facts === null) known.tournament = null;
      else if (tournament === null) known.tournament = new Tournament(id, facts);
      else for (const fact of facts) tournament.apply(fact);
      return known.tournament;
    } catch (error) {
      if (error instanceof RefusalError) throw error;
      // A part of a fact may have been applied.
      known.tournament = null;
      throw Object.assign(refuse("tournament-damaged"), { cause: error });
    }
  }

  /** Returns `false` if another server has appended meanwhile. */
  async #append(known: Known, tournament: Tournament, facts: readonly TournamentFact[]): Promise<boolean> {
    const at = tournament.now(this.#ports.time.steady.now());
    const dated = facts.map((fact) => ({ ...fact, at }));
    if (known.isForgotten) throw refuse("unavailable");
    try {
      if (await this.#ports.store.append(tournament.id, tournament.n, dated)) {
        for (const fact of dated) tournament.apply(fact);
        return true;
      }
    } catch (error) {
      // They may have been stored.
      known.tournament = null;
      throw error;
    }
    known.tournament = null;
    return false;
  }
}

/** Leaves one out that was deleted meanwhile, or is damaged. */
function orNone(error: unknown): null {
  if (hasCode(error, "unknown-tournament") || hasCode(error, "tournament-damaged")) return null;
  throw error;
}

const hasCode = (error: unknown, code: RefusalError["body"]["code"]): boolean =>
  error instanceof RefusalError && error.body.code === code;
