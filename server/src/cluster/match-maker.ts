import {
  type IRoomCache,
  type MatchMakerDriver,
  matchMaker,
  type Presence,
  RegisteredHandler,
  type Room,
} from "@colyseus/core";
import { CLOSE, type Reservation } from "@flower-war/protocol";
import type { Time } from "../time.ts";

/** A room as the matchmaker lists it, in whichever process it lives. */
export type ListedRoom<Metadata = unknown> = IRoomCache<Metadata>;

/** How many rooms a process holds, as it published at most a second ago. */
export interface ProcessLoad {
  readonly processId: string;
  readonly roomCount: number;
}

type AnyMethod = (...args: never[]) => unknown;

/** Calls a method of a room by name. Rejects with Colyseus' `ServerError` if a room in another process fails or is silent. */
export type RoomCaller<R> = <M extends keyof R & string>(
  method: M,
  ...args: R[M] extends AnyMethod ? Parameters<R[M]> : never
) => Promise<R[M] extends AnyMethod ? Awaited<ReturnType<R[M]>> : never>;

export interface MatchMakerSetup {
  readonly presence: Presence;
  readonly driver: MatchMakerDriver;
  /** This process as clients reach it through a reverse proxy, without scheme; `undefined`: as they reached us. */
  readonly publicAddress: string | undefined;
  /** Picks the process in which a room of this name is created. */
  readonly chooseProcess: (roomName: string) => Promise<string>;
}

/**
 * Colyseus' matchmaker, of which there is one a process. This file is the only one that reaches for the global; everybody
 * else gets this object.
 */
export class MatchMaker {
  #drains = false;

  /** Known after `open`. */
  get processId(): string {
    return matchMaker.processId;
  }

  get state(): "starting" | "ready" | "draining" {
    const { READY, SHUTTING_DOWN } = matchMaker.MatchMakerState;
    if (this.#drains) return "draining";
    if (matchMaker.state === READY) return "ready";
    return matchMaker.state === SHUTTING_DOWN ? "draining" : "starting";
  }

  async open({ presence, driver, publicAddress, chooseProcess }: MatchMakerSetup): Promise<void> {
    await matchMaker.setup(presence, driver, publicAddress, chooseProcess);
  }

  /**
   * Registers a type of room.
   * @param options what each room's `onCreate` gets besides the options of its creator
   */
  register(name: string, room: new () => Room, options: object = {}): RegisteredHandler {
    const handler = new RegisteredHandler(room, options);
    handler.name = name;
    matchMaker.addRoomType(handler);
    return handler;
  }

  /** Starts to accept rooms and clients. */
  async accept(): Promise<void> {
    await matchMaker.accept();
  }

  /** Lists the rooms of all processes that fit the conditions. */
  listRooms<Metadata>(conditions: Partial<IRoomCache>): Promise<ListedRoom<Metadata>[]> {
    return matchMaker.query(conditions) as Promise<ListedRoom<Metadata>[]>;
  }

  /** Finds a room of any process; `undefined`: none is listed. */
  async findRoom<Metadata>(roomId: string): Promise<ListedRoom<Metadata> | undefined> {
    // Colyseus' own answer to an unknown id is `undefined` too, whatever its type says.
    return (await matchMaker.getRoomById(roomId)) as ListedRoom<Metadata> | undefined;
  }

  /** Finds a room of this process without asking the listing; `undefined`: there is none. */
  findLocalRoom<Metadata>(roomId: string): ListedRoom<Metadata> | undefined {
    const room: Room | undefined = matchMaker.getLocalRoomById(roomId);
    return room && (listingOf(room) as ListedRoom<Metadata>);
  }

  /** Creates a room, in this process or another (`MatchMakerSetup.chooseProcess`). */
  createRoom<Metadata>(name: string, options: object): Promise<ListedRoom<Metadata>> {
    return matchMaker.createRoom(name, options) as Promise<ListedRoom<Metadata>>;
  }

  /** Removes a room from the listing; the room itself stays. */
  async unlist(roomId: string): Promise<void> {
    await matchMaker.driver.remove(roomId);
  }

  /**
   * Reserves a seat in a room.
   * @param auth becomes the client's `auth` in the room
   */
  async reserve(room: ListedRoom, auth: object): Promise<Reservation & { processId: string | undefined }> {
    return matchMaker.reserveSeatFor(room, {}, auth) as never;
  }

  /** Returns a caller for the methods of a room, in whichever process it lives. Arguments and answers travel as JSON. */
  room<R extends object>(roomId: string): RoomCaller<R> {
    return (method, ...args) => matchMaker.remoteRoomCall(roomId, method as never, args) as Promise<never>;
  }

  /** Checks whether another process answers; otherwise removes it from all listings. */
  checkProcess(processId: string): Promise<boolean> {
    return matchMaker.healthCheckProcessId(processId);
  }

  /** Returns how many rooms each process holds. */
  loads(): Promise<readonly ProcessLoad[]> {
    return matchMaker.stats.fetchAll();
  }

  /** Returns the ids of all processes; this one is among them before it has published its load. */
  async processIds(): Promise<string[]> {
    const loads = await this.loads();
    return [...new Set([this.processId, ...loads.map(({ processId }) => processId)])].toSorted();
  }

  /** Publishes how many rooms this process holds, at once. */
  async publishLoad(): Promise<void> {
    await matchMaker.stats.persist(true);
  }

  /** Lists the presence channels that some process subscribes to, by pattern (`*` stands for anything). */
  channels(pattern: string): Promise<string[]> {
    return matchMaker.presence.channels(pattern);
  }

  /** Counts as draining from now on. The rooms stay until `drain`. */
  startToDrain(): void {
    this.#drains = true;
  }

  /**
   * Closes every room of this process: each is asked to close (`onBeforeShutdown`). Resolves when all are gone.
   * @param timeout ms after which rooms that are still open are closed at once
   */
  async drain(time: Time, timeout: number): Promise<void> {
    this.#drains = true;
    const cancel = time.after(Math.max(0, timeout), () => matchMaker.disconnectAll(CLOSE.moved));
    await matchMaker.gracefullyShutdown();
    cancel();
  }
}

/** Returns what the matchmaker lists of a room of this process. */
export function listingOf(room: Room): IRoomCache {
  return room["_listing"];
}
