import { ROOMS } from "@flower-war/protocol";
import type { Cluster } from "../cluster/cluster.ts";
import type { ListedRoom, MatchMaker, RoomCaller } from "../cluster/match-maker.ts";
import { orRoomUnavailable, orUnavailable } from "../cluster/unavailable.ts";
import { type HostedGames, inPresentVersion, isOwn, planVersion, requireGame } from "../games/versions.ts";
import type { Capacity } from "./capacity.ts";
import {
  createMatch,
  createRematch,
  createSeated,
  type Gathered,
  type MatchRoomOptions,
  type RematchPlan,
} from "../match/new-match.ts";
import { type MatchMetadata, newsOf, publishListing } from "../match/outbound/listing.ts";
import type { MatchCalls } from "../match/room.ts";
import { roomIdOf } from "../match/room-id.ts";
import type { Person } from "../match/seats/person.ts";
import type { ClaimedSeat } from "../match/seats/seat-claim.ts";
import { CALLS_THAT_CAN_WAIT, type CallMatch } from "../match/temples/contract.ts";
import type { Timeouts } from "../match/services.ts";
import { newInvitation, newMatchId, newShortCode, type Random } from "../random.ts";
import { RefusalError, refuse } from "../refusal.ts";
import { Semaphore } from "../queue.ts";
import type { Fact, MatchPlan, StoredFact } from "../storage/journal/facts.ts";
import { type Journal, JournalConflict, type MatchHead } from "../storage/journal/journal.ts";
import { createdOf, watchDelayOf } from "../storage/journal/record.ts";
import type { ServerTime } from "../time.ts";

/**
 * Matches that are restored at a time: after a server's end many are asked for at once, and the first ones are played on while others
 * wait, instead of all waiting for each other.
 */
const RESTORED_AT_ONCE = 8;

/** A match's room as the matchmaker lists it. */
export type ListedMatch = ListedRoom<MatchMetadata>;

/** Calls a method of a match's room. */
export type CallRoom = RoomCaller<MatchCalls>;

/** The answer of a match's room, and that room. */
interface Answered<A> {
  readonly room: ListedMatch;
  readonly answer: A;
}

/** Who asks for a match. */
interface AskedAs {
  /** Whether it is a client without a seat in the match: for them a full server restores none. Default `false`. */
  readonly isGuest?: boolean;
}

interface MatchRoomsPorts {
  readonly games: HostedGames;
  readonly journal: Journal;
  readonly cluster: Pick<Cluster, "locks" | "isAlive" | "presence">;
  readonly matchMaker: MatchMaker;
  readonly timeouts: Pick<Timeouts, "over" | "overAtTemple">;
  readonly capacity: Pick<Capacity, "require">;
  /** Whether no other server can have a match of this one's: its database is its own. */
  readonly isAlone: boolean;
  readonly time: ServerTime;
  readonly random: Random;
}

/**
 * The rooms in which matches are played, in whichever process. A match without a room, because its process died or the room was empty,
 * is restored from the journal at the next request for it.
 */
export class MatchRooms {
  readonly #ports: MatchRoomsPorts;
  readonly #restores = new Semaphore(RESTORED_AT_ONCE);

  constructor(ports: MatchRoomsPorts) {
    this.#ports = ports;
  }

  /**
   * Creates a match in which its creator and these bots sit.
   * @throws `RefusalError` with `server-full`
   */
  async create(
    settings: Omit<MatchPlan, "match" | "code" | "invitation">,
    gathered: Gathered,
  ): Promise<{ readonly room: ListedMatch; readonly claim: ClaimedSeat }> {
    const { games, random, time, capacity } = this.#ports;
    await capacity.require();
    const hosted = games.get(settings.game);
    if (!hosted) throw new Error(`game ${settings.game} is not hosted here`);
    const plan: MatchPlan = {
      ...settings,
      ...planVersion(hosted.game),
      match: newMatchId(random),
      code: newShortCode(random),
      invitation: settings.private ? newInvitation(random) : null,
    };
    const { facts, claim } = createMatch(plan, hosted.game.seatsFor(plan.seats), gathered, random);
    const at = time.steady.now();
    const dated = facts.map((fact) => ({ at, ...fact }));
    if (!(await this.#journalNew(plan, dated))) return this.create(settings, gathered);
    const room = await this.#openRoom({ match: plan.match, epoch: 1, facts: dated });
    return { room, claim };
  }

  /**
   * Stores a match that came from another server; its room is opened by the next request for it. All of it is stored, or nothing. If its code is
   * in use, it gets another.
   * @throws `RefusalError` with `match-known`
   */
  async adopt(facts: readonly StoredFact[]): Promise<void> {
    const { journal, cluster, random } = this.#ports;
    const created = createdOf(facts);
    const { match } = created.plan;
    await cluster.locks.run(`match:${match}`, async () => {
      let plan = created.plan;
      for (;;) {
        if ((await journal.findHead(match)) || (await journal.findResult(match))) throw refuse("match-known");
        if (await this.#journalNew(plan, [{ ...created, plan }, ...facts.slice(1)])) return;
        plan = { ...plan, code: newShortCode(random) };
      }
    });
  }

  /** Creates the match of a rematch, unless another request has. One process at a time does. */
  async createRematch(rematch: RematchPlan): Promise<void> {
    const { games, random } = this.#ports;
    const plan = inPresentVersion(games, rematch.plan);
    await this.#createOnce(plan, (coded) => createRematch(coded, rematch, random));
  }

  /**
   * Creates a match in which these people sit, in turn order, unless it exists. One process at a time does.
   * @throws `RefusalError` with `server-full`
   */
  async createSeated(
    settings: Omit<MatchPlan, "code" | "invitation">,
    people: readonly Person[],
  ): Promise<void> {
    const { games, random, capacity } = this.#ports;
    await capacity.require();
    const plan = inPresentVersion(games, settings);
    const { game } = requireGame(games, plan);
    await this.#createOnce(plan, (coded) =>
      createSeated(coded, game.seatsFor(people.length), people, random),
    );
  }

  async #createOnce(
    plan: Omit<MatchPlan, "code" | "invitation">,
    factsOf: (coded: MatchPlan) => readonly Fact[],
  ): Promise<void> {
    const { journal, cluster, random, time } = this.#ports;
    await cluster.locks.run(`match:${plan.match}`, async () => {
      while (!(await journal.findHead(plan.match))) {
        const invitation = plan.private ? newInvitation(random) : null;
        const coded = { ...plan, code: newShortCode(random), invitation };
        const at = time.steady.now();
        const facts = factsOf(coded).map((fact) => ({ at, ...fact }));
        // If not, its code is in use.
        if (await this.#journalNew(coded, facts))
          await this.#openRoom({ match: plan.match, epoch: 1, facts });
      }
    });
  }

  /**
   * Finds the room in which a match is played, restoring the match if it has none.
   * @param idOrCode the match's id or its short code in upper case
   * @throws `RefusalError` with `unknown-match`, `match-ended`, `match-damaged`, `game-missing` or `unavailable`; for a guest also with `server-full`, if
   *   the match must be restored
   */
  async find(idOrCode: string, { isGuest = false }: AskedAs = {}): Promise<ListedMatch> {
    const own = this.#findOwn(idOrCode);
    if (own) return own;
    const head = await this.#headOf(idOrCode);
    const live = await this.#findLive(head);
    if (live) return live;
    if (isGuest) await this.#ports.capacity.require();
    return this.#restore(head.match);
  }

  /**
   * Asks a match's room for something that it need not be restored for; `null`: no room plays the match, or its process does not
   * answer.
   * @param match its head, or its id
   */
  async ask<A>(match: MatchHead | string, send: (call: CallRoom) => Promise<A>): Promise<Answered<A> | null> {
    const head = typeof match === "string" ? await this.#ports.journal.findHead(match) : match;
    const room = head && (await this.#findLive(head));
    if (!room) return null;
    try {
      return await this.#send(room, send);
    } catch (error) {
      if (isUnavailable(error)) return null;
      throw error;
    }
  }

  /**
   * Sends a request to a match's room, and returns which room answered. If the room's process does not answer at all, the
   * match is restored and asked there.
   * @throws `RefusalError` as `find`
   */
  async request<A>(
    idOrCode: string,
    send: (call: CallRoom) => Promise<A>,
    as: AskedAs = {},
  ): Promise<Answered<A>> {
    const room = await this.find(idOrCode, as);
    try {
      return await this.#send(room, send);
    } catch (error) {
      if (!isUnavailable(error) || (await this.#answers(room.processId))) throw error;
      return this.#send(await this.find(idOrCode, as), send);
    }
  }

  async #send<A>(room: ListedMatch, send: (call: CallRoom) => Promise<A>): Promise<Answered<A>> {
    return { room, answer: await orRoomUnavailable(send(this.#ports.matchMaker.room(room.roomId))) };
  }

  /** Calls a match for the temples. */
  readonly call: CallMatch = async (match, method, ...args) => {
    const canWait = CALLS_THAT_CAN_WAIT.includes(method);
    if (canWait || method === "hasAccepted") {
      const live = await this.#findLive(await this.#headOf(match));
      if (!live) return (canWait ? undefined : await this.#hasEntry(match, args[0])) as never;
    }
    const { answer } = await this.request(match, (call) => call(method, ...(args as never)));
    return answer as never;
  };

  /** Tells whether the journal has the entry of this command. */
  async #hasEntry(match: string, id: unknown): Promise<boolean> {
    const { facts } = (await this.#ports.journal.read(match)) ?? { facts: [] };
    return facts.some((fact) => fact.type === "entry" && fact.entry.id === id);
  }

  /** Returns `false` if the short code is in use. */
  async #journalNew(plan: MatchPlan, facts: readonly StoredFact[]): Promise<boolean> {
    try {
      await this.#ports.journal.create({ match: plan.match, code: plan.code, game: plan.game }, facts);
      return true;
    } catch (error) {
      if (error instanceof JournalConflict) return false;
      throw error;
    }
  }

  /** One process at a time: later ones find the room that the first created. A server that drains restores nothing. */
  async #restore(match: string): Promise<ListedMatch> {
    const { matchMaker, cluster, journal } = this.#ports;
    if (matchMaker.state === "draining") throw refuse("draining");
    return cluster.locks.run(`match:${match}`, async () => {
      const head = await this.#headOf(match);
      const room = await this.#findLive(head);
      if (room) return room;
      return this.#restores.run(async () => {
        if (head.over) await this.#requireRecent(match);
        await this.#requireGame(head);
        const stored = await journal.takeOver(match);
        if (!stored) throw refuse("unknown-match");
        return this.#openRoom({ match, ...stored });
      });
    });
  }

  /** Nothing is taken over that cannot be played here: another server may have the game. @throws `RefusalError` with `game-missing` */
  async #requireGame({ match, game }: MatchHead): Promise<void> {
    const { games, journal } = this.#ports;
    if (!isOwn(game)) return;
    if (!games.has(game)) throw refuse("game-missing");
    const stored = await journal.read(match);
    if (stored) requireGame(games, createdOf(stored.facts).plan);
  }

  async #openRoom(options: MatchRoomOptions): Promise<ListedMatch> {
    const { matchMaker, cluster } = this.#ports;
    const room: ListedMatch = await orUnavailable(matchMaker.createRoom(ROOMS.match, options));
    const news = room.metadata ? newsOf(room.metadata) : null;
    if (news) publishListing(cluster.presence, news);
    return room;
  }

  async #headOf(id: string): Promise<MatchHead> {
    const head = await this.#ports.journal.findHead(id);
    if (!head) throw refuse("unknown-match");
    return head;
  }

  /** Finds, without asking the journal, the room of a match that no other process can have taken over; `null`: the journal knows. */
  #findOwn(match: string): ListedMatch | null {
    const { matchMaker, isAlone } = this.#ports;
    return (isAlone && matchMaker.findLocalRoom<MatchMetadata>(roomIdOf(match, 1))) || null;
  }

  /** Finds the room of the current epoch; `null` unless it and its process are alive. */
  async #findLive({ match, epoch }: MatchHead): Promise<ListedMatch | null> {
    const { matchMaker, cluster } = this.#ports;
    const roomId = roomIdOf(match, epoch);
    const here = matchMaker.findLocalRoom<MatchMetadata>(roomId);
    if (here) return here;
    const listed = await matchMaker.findRoom<MatchMetadata>(roomId);
    return listed && (await cluster.isAlive(listed.processId)) ? listed : null;
  }

  /**
   * Whether a finished match can no longer be joined or watched: it ended a while ago, and no room plays it.
   * @param endedAt when all were told its end, ms since 1970
   */
  async isClosed(head: MatchHead, endedAt: number): Promise<boolean> {
    return !this.#isRecent(endedAt) && (await this.#findLive(head)) === null;
  }

  /**
   * A finished match is shown for a while, if need be in another room.
   * @throws `RefusalError` with `match-ended`
   */
  async #requireRecent(match: string): Promise<void> {
    const { facts } = (await this.#ports.journal.read(match)) ?? { facts: [] };
    if (facts.some(({ type }) => type === "given-up")) throw refuse("unknown-match");
    const late = facts.length > 0 ? watchDelayOf(createdOf(facts).plan) : 0;
    if (!this.#isRecent((facts.at(-1)?.at ?? 0) + late)) throw refuse("match-ended");
  }

  #isRecent(endedAt: number): boolean {
    const { timeouts, time } = this.#ports;
    return time.steady.now() - endedAt <= Math.max(timeouts.over, timeouts.overAtTemple);
  }

  /** Whether a process answers; otherwise it is removed from all listings. */
  async #answers(processId: string): Promise<boolean> {
    const { matchMaker, cluster } = this.#ports;
    if (processId === matchMaker.processId) return true;
    return (await cluster.isAlive(processId)) && matchMaker.checkProcess(processId);
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof RefusalError && error.body.code === "unavailable";
}
