import { Room } from "@colyseus/core";
import { CLOSE, type MatchState } from "@flower-war/protocol";
import { sumUp } from "@flower-war/protocol/log";
import type { Logger } from "pino";
import type { LocalRooms } from "../cluster/local-rooms.ts";
import { countFault } from "../metrics/count-fault.ts";
import { RefusalError } from "../refusal.ts";
import { PATCH_ON_DEMAND } from "../wire/patches.ts";
import { SharingSerializer } from "../wire/sharing-serializer.ts";
import type { Challenges } from "./challenges.ts";
import type { NoShows } from "./ending/no-shows.ts";
import { LiveMatch } from "./live-match.ts";
import type { MatchDebug } from "./match-debug.ts";
import type { MatchRoomOptions } from "./new-match.ts";
import type { MatchMetadata } from "./outbound/listing.ts";
import type { Oversight } from "./oversight.ts";
import { roomIdOf } from "./room-id.ts";
import type { MatchClient } from "./seats/client-auth.ts";
import type { SeatCalls } from "./seats/seat-calls.ts";
import type { RoomServices } from "./services.ts";
import type { HttpMatchRequests } from "./streams/http-match-requests.ts";
import type { MatchForTemples } from "./temples/contract.ts";

/** The methods of a room that other processes, also of other versions, call by name. Arguments and answers are JSON. */
export type MatchCalls = MatchForTemples &
  Pick<SeatCalls, keyof SeatCalls> &
  Pick<HttpMatchRequests, "answer" | "openStream"> &
  Pick<Challenges, "declineChallenge"> &
  Pick<NoShows, "endNoShows"> &
  Pick<MatchDebug, keyof MatchDebug> &
  Pick<Oversight, "describe" | "endByOperator" | "moveByOperator" | "removeByOperator" | "settleByOperator">;

/** The parts of a `LiveMatch` with a method of this name. */
type PartWith<C extends keyof MatchCalls> = {
  [P in keyof LiveMatch]: LiveMatch[P] extends Pick<MatchCalls, C> ? P : never;
}[keyof LiveMatch];

/** Which part answers each call. */
const ANSWERED_BY: { readonly [C in keyof MatchCalls]: PartWith<C> } = {
  answer: "httpRequests",
  openStream: "httpRequests",
  invite: "seatCalls",
  summarize: "seatCalls",
  takeSeat: "seatCalls",
  verifyClaim: "seatCalls",
  takeBackSeat: "seatCalls",
  takeOverSeat: "seatCalls",
  renewSeat: "seatCalls",
  wantRematch: "seatCalls",
  rejoin: "seatCalls",
  declineChallenge: "challenges",
  endNoShows: "noShows",
  debugAt: "debug",
  debugPlay: "debug",
  debugHold: "debug",
  describe: "oversight",
  endByOperator: "oversight",
  moveByOperator: "oversight",
  settleByOperator: "oversight",
  removeByOperator: "oversight",
  tableFor: "templeCalls",
  windowFor: "templeCalls",
  dropBead: "templeCalls",
  hasAccepted: "match",
  bindSeat: "templeCalls",
  nameOf: "templeCalls",
  unbindSeat: "templeCalls",
  unbindTemple: "templeCalls",
  setTempleDebts: "templeCalls",
  setTempleOnline: "templeCalls",
};

/** The room that Colyseus knows. It passes clients and calls to the `LiveMatch`, which exists as soon as the room is created. */
export class MatchRoom extends Room<{ state: MatchState; metadata: MatchMetadata; client: MatchClient }> {
  override autoDispose = false;
  override patchRate = PATCH_ON_DEMAND;
  /** `null`: the room could not be created, for example because a game failed. */
  #live: LiveMatch | null = null;
  /** `null`: Colyseus has not called `onCreate` yet. */
  #log: Logger | null = null;
  #isListed = false;
  /** The code with which the room closes as soon as Colyseus has listed it; `null`: it stays open. */
  #closeCode: number | null = null;

  static {
    for (const [call, part] of Object.entries(ANSWERED_BY)) {
      const value = function (this: MatchRoom, ...args: readonly unknown[]): unknown {
        const answering = this.live[part] as unknown as {
          [name: string]: (...args: readonly unknown[]) => unknown;
        };
        return answering[call]?.(...args);
      };
      Object.defineProperty(MatchRoom.prototype, call, { value });
    }
  }

  /** Called when Colyseus has listed the room. */
  noteListed(): void {
    this.#isListed = true;
    if (this.#closeCode === null) return;
    super.disconnect(this.#closeCode).catch((err: unknown) => this.#log?.error({ err }, "room not closed"));
  }

  /**
   * Closes the room, with this code for its clients. Before Colyseus has listed it, only notes that it must close: a room that closes earlier would
   * stay in the lists (docs/colyseus.md, "Closed while it opens"). Then it resolves before the room is closed.
   */
  override disconnect(code?: number): Promise<unknown> {
    if (this.#isListed) return super.disconnect(code);
    this.#closeCode = code ?? CLOSE.moved;
    return Promise.resolve();
  }

  /** Clients join only with a reservation issued over HTTP, which does not call this. */
  static override async onAuth(): Promise<boolean> {
    return false;
  }

  get live(): LiveMatch {
    if (this.#live === null) throw new Error("the room is not created");
    return this.#live;
  }

  override async onCreate({
    services,
    ...options
  }: MatchRoomOptions & { services: RoomServices }): Promise<void> {
    const { match, epoch, facts } = options;
    const log = services.log.child({ match });
    this.#log = log;
    this.roomId = roomIdOf(match, epoch);
    const localSeats = epoch > 1 ? await services.temples.localSeats(match) : [];
    this.#live = new LiveMatch(this, options, { ...services, log }, localSeats);
    this.state = this.#live.match.state;
    await this.#live.start(facts);
  }

  /** Called by Colyseus when the room gets its state. */
  override setSerializer(): void {
    super.setSerializer(new SharingSerializer<MatchState>(this.live.crowd));
  }

  override onJoin(client: MatchClient): void {
    this.live.join(client);
  }

  override onLeave(client: MatchClient, code?: number): void {
    this.live.leave(client, code);
  }

  override onDispose(): void {
    this.#live?.dispose();
  }

  /** Called by Colyseus when the server stops. */
  override onBeforeShutdown(): void {
    this.live.handOver().catch((err: unknown) => this.#log?.error({ err }, "match not handed over"));
  }

  override onUncaughtException(error: Error, method: string): void {
    // A client that was refused at joining is told so, and that is no failure.
    if (error.cause instanceof RefusalError) return;
    // Colyseus' wrapping error has the room's options, with the match's secret and those of the server.
    this.#log?.error(sumUp({ err: error.cause ?? error.message, method }, method), "room failed");
    countFault(error.cause ?? error);
  }
}

/** Returns the matches that this process has. */
export function liveMatches(rooms: Pick<LocalRooms, "ofType">): LiveMatch[] {
  return rooms.ofType(MatchRoom).map(({ live }) => live);
}
