import { type IRoomCache, matchMaker } from "@colyseus/core";
import { type BotKind, type GameName, ROOMS, type SeatReservation } from "@flower-war/client-sdk/protocol";
import { customAlphabet } from "nanoid";
import type { Locks } from "../cluster/locks.ts";
import { orRoomUnavailable, orUnavailable } from "../cluster/unavailable.ts";
import { refused, valueOf } from "../fault.ts";
import type { MatchPlan } from "../journal/facts.ts";
import type { MatchMetadata } from "../match/listing.ts";
import { type Chair, type MatchRoom, roomIdOf } from "../match/room.ts";
import type { Holding } from "../match/seats.ts";
import type { Codes } from "./codes.ts";
import { reserve } from "./reserve.ts";
import type { Tokens } from "./tokens.ts";

const newMatchId = customAlphabet("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 12);

/** What a new match is to be. */
export interface Wish {
  readonly game: GameName;
  /** Host options, complete. */
  readonly options: object;
  readonly seats: number;
  readonly bots: readonly BotKind[];
  readonly private: boolean;
  /** The creator's name. */
  readonly name: string;
}

type MatchListed = IRoomCache<MatchMetadata>;

/** The one way into matches: whoever has a reservation got it here. */
export class Entrance {
  readonly #codes: Codes;
  readonly #tokens: Tokens;
  readonly #locks: Locks;

  constructor(codes: Codes, tokens: Tokens, locks: Locks) {
    this.#codes = codes;
    this.#tokens = tokens;
    this.#locks = locks;
  }

  /** Creates a match; its creator takes the first seat. */
  async create({ bots, name, ...wish }: Wish): Promise<SeatReservation> {
    const match = newMatchId();
    const plan: MatchPlan = { ...wish, match, host: name, code: await this.#codes.claim(match) };
    const room: MatchListed = await orUnavailable(matchMaker.createRoom(ROOMS.match, { plan }));
    return this.#seat(room, valueOf(await callRoom(room, "seatHost", bots)));
  }

  /**
   * A new seat in a match.
   * @param idOrCode the match's id or its short code
   * @param wished a seat; `null`: the first open one
   * @throws `Refused` with `unknown-match`, `unknown-seat`, `seat-taken` or `match-full`
   */
  async join(idOrCode: string, name: string, wished: string | null): Promise<SeatReservation> {
    const room = await this.#find(idOrCode);
    return this.#seat(room, valueOf(await callRoom(room, "takeSeat", name, wished)));
  }

  /**
   * The seat that a token proves.
   * @throws `Refused` with `unknown-match` or `bad-token`
   */
  async resume(idOrCode: string, token: string): Promise<SeatReservation> {
    const room = await this.#find(idOrCode);
    const holding = this.#tokens.read(token);
    valueOf(await callRoom(room, "verifyHolding", holding));
    return this.#seat(room, holding);
  }

  /** @throws `Refused` with `unknown-match` */
  async spectate(idOrCode: string): Promise<SeatReservation> {
    return this.#reserve(await this.#find(idOrCode), { seat: null }, null);
  }

  /**
   * A seat in an open public match of the wished game, or else in a new one. One at a time, so that two who ask at once
   * meet each other.
   * @param mayCreate throws `Refused` if the asker may create no match now
   */
  async quickPlay(wish: Wish, mayCreate: () => Promise<void>): Promise<SeatReservation> {
    return this.#locks.run(
      `quick-play:${wish.game}`,
      async () => (await this.#joinAny(wish)) ?? this.#createIf(mayCreate, wish),
    );
  }

  async #joinAny({ game, name }: Wish): Promise<SeatReservation | null> {
    const rooms: MatchListed[] = await matchMaker.query({ name: ROOMS.match });
    const open = rooms.filter(({ metadata }) => metadata && isOpen(metadata) && metadata.game === game);
    for (const room of open) {
      const taken = await callRoom(room, "takeSeat", name, null).catch(() => null);
      if (taken?.value) return this.#seat(room, taken.value);
    }
    return null;
  }

  async #createIf(mayCreate: () => Promise<void>, wish: Wish): Promise<SeatReservation> {
    await mayCreate();
    return this.create(wish);
  }

  async #find(idOrCode: string): Promise<MatchListed> {
    const match = await this.#codes.idOf(idOrCode);
    const room: MatchListed | undefined = match ? await matchMaker.getRoomById(roomIdOf(match)) : undefined;
    if (!room) throw refused("unknown-match");
    return room;
  }

  async #seat(room: MatchListed, holding: Holding): Promise<SeatReservation> {
    const { seat, holder } = holding;
    return this.#reserve(room, { seat, holder }, this.#tokens.sign(holding));
  }

  async #reserve(room: MatchListed, chair: Chair, token: string | null): Promise<SeatReservation> {
    if (!room.metadata) throw refused("unknown-match");
    const { id, code, game, commitment } = room.metadata;
    const reservation = await reserve(room, chair);
    return { match: id, code, game, seat: chair.seat, token, commitment, reservation };
  }
}

function isOpen(metadata: MatchMetadata): boolean {
  return !metadata.private && metadata.status === "gathering" && metadata.open > 0;
}

type SeatMethod = "seatHost" | "takeSeat" | "verifyHolding";

/** Calls a match room, wherever it lives. */
async function callRoom<M extends SeatMethod>(
  { roomId }: MatchListed,
  method: M,
  ...args: Parameters<MatchRoom[M]>
): Promise<Awaited<ReturnType<MatchRoom[M]>>> {
  const answer: unknown = await orRoomUnavailable(matchMaker.remoteRoomCall<MatchRoom>(roomId, method, args));
  return answer as Awaited<ReturnType<MatchRoom[M]>>;
}
