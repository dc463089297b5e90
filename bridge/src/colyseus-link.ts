import { setTimeout as sleep } from "node:timers/promises";
import { Client, type Room } from "@colyseus/sdk";
import { PATHS } from "@flower-war/client-sdk/protocol";
import type { TemplesMessages } from "@flower-war/client-sdk/temple";
import { z } from "zod";
import type { Logger } from "./log.ts";
import { linkUp } from "./metrics.ts";
import {
  type AnswerOf,
  type MessageName,
  type PayloadOf,
  Refused,
  type RequestName,
  ServerAway,
  type ServerLink,
} from "./server-link.ts";

export interface ColyseusLinkOptions {
  readonly serverUrl: string;
  readonly bridgeId: string;
  readonly token: string;
  readonly log: Logger;
}

/** ms */
const TIMEOUT = 5_000;
const BACKOFF = { first: 250, most: 10_000 };

const RESERVATION = z.looseObject({
  name: z.string(),
  roomId: z.string(),
  processId: z.string(),
  sessionId: z.string(),
  publicAddress: z.string().optional(),
});

/**
 * A reservation as we can use it: where an entrance leads to the servers by path, we go through the one that we came by,
 * for the public one may be out of our reach.
 */
function byOurEntrance(reservation: z.output<typeof RESERVATION>, serverUrl: string) {
  const { publicAddress, ...rest } = reservation;
  if (publicAddress === undefined) return rest;
  const path = publicAddress.indexOf("/");
  if (path < 0) return { ...rest, publicAddress };
  return { ...rest, publicAddress: new URL(serverUrl).host + publicAddress.slice(path) };
}

/** A place in the room, and how to give it up from our side. */
interface Place {
  readonly room: Room;
  readonly leave: () => void;
}

/**
 * Holds the bridge's place in the room `temples`. A lost place is asked for anew by the one way in, with growing
 * pauses: a Colyseus room is of no use after it was left.
 */
export class ColyseusLink implements ServerLink {
  readonly #options: ColyseusLinkOptions;
  readonly #client: Client;
  readonly #listeners = new Map<string, (message: never) => void>();
  readonly #stopping = new AbortController();
  #changed: (isUp: boolean) => void = () => {};
  #place: Place | null = null;
  #keeping: Promise<void> = Promise.resolve();
  #fault = "";

  constructor(options: ColyseusLinkOptions) {
    this.#options = options;
    this.#client = new Client(options.serverUrl);
  }

  get isUp(): boolean {
    return this.#place !== null;
  }

  on<K extends MessageName>(name: K, listener: (message: TemplesMessages[K]) => void): void {
    this.#listeners.set(name, listener);
  }

  onChange(listener: (isUp: boolean) => void): void {
    this.#changed = listener;
  }

  start(): void {
    this.#keeping = this.#keep();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#place?.leave();
    await this.#keeping;
  }

  async request<K extends RequestName>(name: K, payload: PayloadOf<K>): Promise<AnswerOf<K>> {
    const place = this.#place;
    if (place === null) throw new ServerAway("no connection to the server");
    const asked = place.room.request<PayloadOf<K>, AnswerOf<K>>(name, payload, { timeout: 2 * TIMEOUT });
    try {
      return await within(TIMEOUT, asked);
    } catch (error) {
      const code = refusalCode(error);
      if (code !== null) throw new Refused(code);
      // A server that does not answer is left: the one way in finds one that does.
      if (error instanceof TimedOut) place.leave();
      throw new ServerAway("the server did not answer", { cause: error });
    }
  }

  async #keep(): Promise<void> {
    let pause = BACKOFF.first;
    while (!this.#stopping.signal.aborted) {
      try {
        const room = await this.#enter();
        pause = BACKOFF.first;
        if (this.#stopping.signal.aborted) await room.leave();
        else await this.#stay(room);
      } catch (error) {
        this.#trouble(error);
      }
      await sleep(pause * (0.5 + Math.random()), null, { signal: this.#stopping.signal }).catch(() => {});
      pause = Math.min(pause * 2, BACKOFF.most);
    }
  }

  async #enter(): Promise<Room> {
    const { serverUrl, bridgeId, token } = this.#options;
    const response = await fetch(serverUrl + PATHS.bridges, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ bridge: bridgeId }),
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT), this.#stopping.signal]),
    });
    const answer: unknown = await response.json().catch(() => null);
    if (!response.ok) throw new Refused(codeOf(answer) ?? `http-${response.status}`);
    const entering = this.#client.consumeSeatReservation(byOurEntrance(RESERVATION.parse(answer), serverUrl));
    const room: Room = await within(TIMEOUT, entering).catch((error: unknown) => {
      entering.then((late) => late.leave()).catch(() => {});
      throw error;
    });
    room.reconnection.enabled = false;
    hearInTurns(room);
    return room;
  }

  /** Serves the room until it is left by either side. */
  #stay(room: Room): Promise<void> {
    return new Promise((over) => {
      const left = () => {
        if (this.#place?.room !== room) return;
        this.#place = null;
        linkUp.set(0);
        if (!this.#stopping.signal.aborted)
          this.#options.log.warn({ code: "server-lost" }, "the match server was lost");
        this.#changed(false);
        over();
      };
      room.onMessage("*", (name, message: never) => this.#listeners.get(String(name))?.(message));
      room.onLeave(left);
      this.#place = {
        room,
        leave: () => {
          void room.leave(this.#stopping.signal.aborted);
          left();
        },
      };
      this.#fault = "";
      linkUp.set(1);
      this.#options.log.info("connected to the match server");
      this.#changed(true);
    });
  }

  /** Said once, not at every try. */
  #trouble(error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    const code = error instanceof Refused ? error.code : "server-unreachable";
    if (code === this.#fault) return;
    this.#fault = code;
    this.#options.log.error(
      { code, err: error },
      "the match server does not let the bridge in; it keeps trying",
    );
  }
}

/**
 * Frames that came in one piece are heard by turns of the loop. Otherwise a message would be told before those went on
 * who await the answer in front of it, and they would put the older news over the newer.
 */
function hearInTurns({ connection: { events } }: Room): void {
  const hear = events.onmessage;
  const later: typeof events = { onmessage: (frame) => void setImmediate(() => hear?.(frame)) };
  Object.assign(events, later);
}

class TimedOut extends Error {}

/** Rejects with `TimedOut` after `ms`. */
async function within<T>(ms: number, task: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = sleep(ms, null, { signal: over.signal }).then(() => {
    throw new TimedOut();
  });
  try {
    return await Promise.race([task, late]);
  } finally {
    late.catch(() => {});
    over.abort();
  }
}

/** The code of a request that the server rejected on purpose; `null` for every other failure. */
function refusalCode(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== "rejected" || !("reason" in error)) return null;
  return codeOf(error.reason) ?? "rejected";
}

function codeOf(fault: unknown): string | null {
  if (typeof fault !== "object" || fault === null || !("code" in fault)) return null;
  return typeof fault.code === "string" ? fault.code : null;
}
