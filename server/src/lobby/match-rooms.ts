import { type IRoomCache, matchMaker } from "@colyseus/core";
import { type BotKind, ROOMS } from "@flower-war/client-sdk/protocol";
import { customAlphabet } from "nanoid";
import type { Cluster } from "../cluster/cluster.ts";
import { orRoomUnavailable, orUnavailable } from "../cluster/unavailable.ts";
import { Refused, refused } from "../fault.ts";
import type { HostedGame } from "../games/hosted-game.ts";
import type { Fact, MatchPlan } from "../journal/facts.ts";
import { type Journal, JournalConflict, type MatchHead } from "../journal/journal.ts";
import type { Patience } from "../match/closing.ts";
import { type MatchMetadata, newsOf } from "../match/listing.ts";
import { newMatch, type Opening } from "../match/opening.ts";
import type { MatchRoom } from "../match/room.ts";
import { roomIdOf } from "../match/room-id.ts";
import type { Holding } from "../match/seats.ts";
import type { CallMatch } from "../match/temple-seam.ts";
import { tellListing } from "./board.ts";
import { newCode, readId } from "./codes.ts";

const newMatchId = customAlphabet("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 12);

/** A match's room as the matchmaker lists it. */
export type MatchListed = IRoomCache<MatchMetadata>;

/** What a match whose room is gone is not woken for: when it wakes it asks the temples what is so. */
const NEWS: readonly string[] = ["unbindSeat", "unbindTemple", "templePresence"];

interface Means {
  readonly games: ReadonlyMap<string, HostedGame>;
  readonly journal: Journal;
  readonly cluster: Pick<Cluster, "locks" | "isAlive" | "presence">;
  readonly patience: Patience;
}

/**
 * The rooms in which matches are played, in whichever process. A match whose room is gone, with its process or because
 * nobody was there, is rebuilt from the journal when somebody asks for it.
 */
export class MatchRooms {
  readonly #games: ReadonlyMap<string, HostedGame>;
  readonly #journal: Journal;
  readonly #cluster: Means["cluster"];
  readonly #patience: Patience;

  constructor({ games, journal, cluster, patience }: Means) {
    this.#games = games;
    this.#journal = journal;
    this.#cluster = cluster;
    this.#patience = patience;
  }

  /** A new match, in which its creator and these bots sit. */
  async create(
    wish: Omit<MatchPlan, "match" | "code">,
    bots: readonly BotKind[],
  ): Promise<{ readonly room: MatchListed; readonly holding: Holding }> {
    const hosted = this.#games.get(wish.game);
    if (!hosted) throw new Error(`no game ${wish.game} here`);
    const plan: MatchPlan = { ...wish, match: newMatchId(), code: newCode() };
    const { facts, holding } = newMatch(plan, hosted.game.seatsFor(plan.seats), bots);
    if (!(await this.#begin(plan, facts))) return this.create(wish, bots);
    const at = Date.now();
    const kept = facts.map((fact) => ({ ...fact, at }));
    return { room: await this.#open({ match: plan.match, epoch: 1, facts: kept }), holding };
  }

  /**
   * The room in which a match is played now.
   * @param idOrCode the match's id or its short code, however that is written
   * @throws `Refused` with `unknown-match`, `match-ended`, `match-damaged` or `unavailable`
   */
  async find(idOrCode: string): Promise<MatchListed> {
    const head = await this.#headOf(readId(idOrCode));
    return (await this.#live(head)) ?? this.#rebuild(head.match);
  }

  /**
   * Asks a match's room for something, and says which room answered. One whose process answers nobody is given up: the
   * match is rebuilt, and asked there.
   */
  async ask<A>(
    idOrCode: string,
    question: (roomId: string) => Promise<A>,
  ): Promise<{ readonly room: MatchListed; readonly answer: A }> {
    const room = await this.find(idOrCode);
    try {
      return { room, answer: await orRoomUnavailable(question(room.roomId)) };
    } catch (error) {
      if (!isUnavailable(error) || (await isWell(room.processId))) throw error;
      const rebuilt = await this.find(idOrCode);
      return { room: rebuilt, answer: await orRoomUnavailable(question(rebuilt.roomId)) };
    }
  }

  /** Calls a match for the temples. */
  readonly call: CallMatch = async (match, method, ...args) => {
    if (NEWS.includes(method) && !(await this.#live(await this.#headOf(match)))) return undefined as never;
    const { answer } = await this.ask(match, (roomId) =>
      matchMaker.remoteRoomCall<MatchRoom>(roomId, method, args),
    );
    return answer as never;
  };

  /** `false`: the code leads to another match. */
  async #begin(plan: MatchPlan, facts: readonly Fact[]): Promise<boolean> {
    try {
      await this.#journal.create({ match: plan.match, code: plan.code, game: plan.game }, facts);
      return true;
    } catch (error) {
      if (error instanceof JournalConflict) return false;
      throw error;
    }
  }

  /**
   * One at a time in all processes: who comes later finds the room that the first one made. A server that stops wakes
   * nobody.
   */
  async #rebuild(match: string): Promise<MatchListed> {
    if (matchMaker.state === matchMaker.MatchMakerState.SHUTTING_DOWN) throw refused("draining");
    return this.#cluster.locks.run(`match:${match}`, async () => {
      const head = await this.#headOf(match);
      const room = await this.#live(head);
      if (room) return room;
      if (head.over) await this.#mustBeShown(match);
      const kept = await this.#journal.takeOver(match);
      if (!kept) throw refused("unknown-match");
      return this.#open({ match, ...kept });
    });
  }

  async #open(opening: Opening): Promise<MatchListed> {
    const room: MatchListed = await orUnavailable(matchMaker.createRoom(ROOMS.match, opening));
    const news = room.metadata ? newsOf(room.metadata) : null;
    if (news) tellListing(this.#cluster.presence, news);
    return room;
  }

  async #headOf(id: string): Promise<MatchHead> {
    const head = await this.#journal.headOf(id);
    if (!head) throw refused("unknown-match");
    return head;
  }

  /** The room of the current epoch, if it and its process are there. */
  async #live({ match, epoch }: MatchHead): Promise<MatchListed | null> {
    const roomId = roomIdOf(match, epoch);
    const here: MatchListed | undefined = matchMaker.getLocalRoomById(roomId)?.["_listing"];
    if (here) return here;
    const listed: MatchListed | undefined = await matchMaker.getRoomById(roomId);
    return listed && (await this.#cluster.isAlive(listed.processId)) ? listed : null;
  }

  /**
   * A match that is over is shown for a while, be it in another room.
   * @throws `Refused` with `match-ended`
   */
  async #mustBeShown(match: string): Promise<void> {
    const { facts } = (await this.#journal.read(match)) ?? { facts: [] };
    if (facts.some(({ type }) => type === "given-up")) throw refused("unknown-match");
    const ended = facts.at(-1)?.at ?? 0;
    if (Date.now() - ended > Math.max(this.#patience.over, this.#patience.overAtTemple)) {
      throw refused("match-ended");
    }
  }
}

/** Whether a process answers; it is taken off all lists if it does not. */
async function isWell(processId: string): Promise<boolean> {
  return processId === matchMaker.processId || matchMaker.healthCheckProcessId(processId);
}

function isUnavailable(error: unknown): boolean {
  return error instanceof Refused && error.fault.code === "unavailable";
}
