import { matchMaker } from "@colyseus/core";
import {
  type BotKind,
  type ClockRules,
  type GameName,
  ROOMS,
  type SeatReservation,
} from "@flower-war/client-sdk/protocol";
import type { Locks } from "../cluster/locks.ts";
import { type Answer, refused, valueOf } from "../fault.ts";
import type { Chair } from "../match/chair.ts";
import type { MatchMetadata } from "../match/listing.ts";
import type { MatchRoom } from "../match/room.ts";
import type { Holding } from "../match/seats.ts";
import type { MatchListed, MatchRooms } from "./match-rooms.ts";
import { reserve } from "./reserve.ts";
import type { Tokens } from "./tokens.ts";

/** What a new match is to be. */
export interface Wish {
  readonly game: GameName;
  /** Host options, complete. */
  readonly options: object;
  readonly seats: number;
  readonly bots: readonly BotKind[];
  readonly private: boolean;
  /** The players' clocks; `null`: none. */
  readonly clock: ClockRules | null;
  /** The creator's name. */
  readonly name: string;
}

/** The one way into matches: whoever has a reservation got it here. `address` is where the asker comes from. */
export class Entrance {
  readonly #rooms: MatchRooms;
  readonly #tokens: Tokens;
  readonly #locks: Locks;

  constructor(rooms: MatchRooms, tokens: Tokens, locks: Locks) {
    this.#rooms = rooms;
    this.#tokens = tokens;
    this.#locks = locks;
  }

  /** Creates a match; its creator takes the first seat. */
  async create({ bots, name, ...wish }: Wish, address: string): Promise<SeatReservation> {
    const { room, holding } = await this.#rooms.create({ ...wish, host: name }, bots);
    return this.#seat(room, holding, address);
  }

  /**
   * A new seat in a match.
   * @param idOrCode the match's id or its short code
   * @param wished a seat; `null`: the first open one
   * @throws `Refused` with `unknown-seat`, `seat-taken`, `match-full`, or as `MatchRooms.find`
   */
  async join(
    idOrCode: string,
    name: string,
    wished: string | null,
    address: string,
  ): Promise<SeatReservation> {
    const { room, answer } = await this.#rooms.ask(idOrCode, (roomId) => takeSeat(roomId, name, wished));
    return this.#seat(room, valueOf(answer), address);
  }

  /**
   * The seat that a token proves.
   * @throws `Refused` with `bad-token`, `expired-token`, or as `MatchRooms.find`
   */
  async resume(idOrCode: string, token: string, address: string): Promise<SeatReservation> {
    const holding = this.#tokens.read(token);
    const { room, answer } = await this.#rooms.ask(idOrCode, (roomId) => verify(roomId, holding));
    valueOf(answer);
    return this.#seat(room, holding, address);
  }

  /**
   * The seat that a token proves, with a token beside which no earlier one is worth anything.
   * @param holder the asker's own new name for who holds the seat: asked again by it he gets the same
   * @throws `Refused` as `resume`
   */
  async renew(idOrCode: string, token: string, holder: string, address: string): Promise<SeatReservation> {
    const holding = this.#tokens.read(token);
    const { room, answer } = await this.#rooms.ask(idOrCode, (roomId) => renew(roomId, holding, holder));
    return this.#seat(room, valueOf(answer), address);
  }

  /** @throws `Refused` as `MatchRooms.find` */
  async spectate(idOrCode: string, address: string): Promise<SeatReservation> {
    return this.#reserve(await this.#rooms.find(idOrCode), { seat: null, address }, null);
  }

  /**
   * A seat in an open public match of the wished game, or else in a new one. One at a time, so that two who ask at once
   * meet each other.
   * @param mayCreate throws `Refused` if the asker may create no match now
   */
  async quickPlay(wish: Wish, mayCreate: () => Promise<void>, address: string): Promise<SeatReservation> {
    return this.#locks.run(
      `quick-play:${wish.game}`,
      async () => (await this.#joinAny(wish, address)) ?? this.#createIf(mayCreate, wish, address),
    );
  }

  async #joinAny({ game, name }: Wish, address: string): Promise<SeatReservation | null> {
    const rooms: MatchListed[] = await matchMaker.query({ name: ROOMS.match });
    const open = rooms.filter(({ metadata }) => metadata && isOpen(metadata) && metadata.game === game);
    for (const room of open) {
      const taken = await takeSeat(room.roomId, name, null).catch(() => null);
      if (taken?.value) return this.#seat(room, taken.value, address);
    }
    return null;
  }

  async #createIf(mayCreate: () => Promise<void>, wish: Wish, address: string): Promise<SeatReservation> {
    await mayCreate();
    return this.create(wish, address);
  }

  async #seat(room: MatchListed, holding: Holding, address: string): Promise<SeatReservation> {
    const { seat, holder } = holding;
    return this.#reserve(room, { seat, holder, address }, this.#tokens.sign(holding));
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

function takeSeat(roomId: string, name: string, wished: string | null): Promise<Answer<Holding>> {
  return matchMaker.remoteRoomCall<MatchRoom>(roomId, "takeSeat", [name, wished]);
}

function verify(roomId: string, holding: Holding): Promise<Answer<void>> {
  return matchMaker.remoteRoomCall<MatchRoom>(roomId, "verifyHolding", [holding]);
}

function renew(roomId: string, holding: Holding, holder: string): Promise<Answer<Holding>> {
  return matchMaker.remoteRoomCall<MatchRoom>(roomId, "renewSeat", [holding, holder]);
}
